package finding

import (
	"fmt"
	"math"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/ui/kit"
)

// Limits say how far the exact loss is reached: by no pair of finite sequences, or by none
// up to the horizon.
func Limits(v *model.Verdict, horizon int) []string {
	var said []string
	switch {
	case v.Exact.Attained:
	case math.IsInf(v.Exact.Epsilon, 1):
		said = append(said, "No pair of finite sequences has an infinite loss, but longer pairs exceed any number.")
	default:
		said = append(said, fmt.Sprintf("%s is a limit: no pair of finite sequences reaches it, but longer pairs come as close as one likes.", kit.Loss(v.Exact.Epsilon)))
	}
	if by := v.Exact.Within; by < v.Exact.Epsilon {
		said = append(said, fmt.Sprintf("Up to the horizon, round %s, the loss is at most %s.", kit.Count(horizon), kit.Loss(by)))
	}
	return said
}

// Event says what a test saw in so many runs on each side.
func Event(t *audit.Test, runs int) string {
	if t.Least <= t.Most {
		return fmt.Sprintf("In %s on each sequence, no event was seen more often on one than chance explains. "+
			"A statistical audit can show that privacy is violated; it cannot show that it holds.", kit.Plural(runs, "run"))
	}
	counts := t.Ordered()
	return fmt.Sprintf("Event: %s. It happened %s times in %s on one sequence and %s times on the other.", t.Event,
		kit.Count(counts[0]), kit.Plural(runs, "run"), kit.Count(counts[1]))
}
