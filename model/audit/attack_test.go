package audit

import (
	"context"
	"fmt"
	"math"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios"
)

// In 200 turns, the audit's event guesses right as often as its exact rate says, and a learner with too little noise
// is caught.
func TestAttackMeetsItsRate(t *testing.T) {
	unknown := math.NaN()
	for _, c := range []struct {
		choice, scenario    string
		epsilon             float64
		rate, allowed, most float64
	}{
		{"rnm-ftnl,noise=laplace,scale=0.5", "equal-gap,K=2", 1, .865, .731, .865},
		{"rnm-ftnl,noise=laplace,scale=2", "equal-gap,K=2", .5, .562, .622, .562},
		{"rnm-ftnl,noise=laplace,scale=2", "equal-gap,K=2", 5, .908, .993, .908},
		{"rnm-ftnl,noise=gumbel,scale=2", "equal-gap", .5, .527, .622, .562},
		{"rnm-ftnl,noise=gumbel,scale=2", "equal-gap", 5, .721, .993, .924},
		{"ts-ldp-b", "hhmh-1", .5, .622, .622, .622},
		{"lazy-dp-ts", "hhmh-1", 5, unknown, .993, .959}, // the plays show less than the noisy sums
	} {
		config := *auditOf(t, parseSpec(c.choice), c.epsilon, 100, .9).Config
		config.Scenario = param.Must(scenarios.Open(c.scenario, ""))
		a := param.Must(NewTwin(context.Background(), &config, 0, false, func(int) {})).Attack()
		if got := [...]float64{a.Rate, a.Allowed, a.Most}; fmt.Sprintf("%.3f", got) != fmt.Sprintf("%.3f", [...]float64{c.rate, c.allowed, c.most}) {
			t.Errorf("%s: rate, bound of the claim, and of the release %.3f", c.choice, got)
		}
		const turns = 200
		right, sides := 0, 0
		for n := range turns {
			turn := param.Must(a.Turn(context.Background(), n))
			sides += turn.Side
			if turn.Guess == turn.Side {
				right++
			}
		}
		if deviations(sides, turns, .5) > 3 || c.rate > 0 && deviations(right, turns, c.rate) > 3 ||
			deviations(right, turns, a.Most) > 3 && float64(right) > turns*a.Most {
			t.Errorf("%s at ε = %v: %d of %d right, %d in B", c.choice, c.epsilon, right, turns, sides)
		}
	}
}
