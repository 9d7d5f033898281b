package blackbox

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// MarshalJSON returns the test with all that repeats it.
func (t *Test) MarshalJSON() ([]byte, error) {
	type counted Test
	return json.Marshal(struct {
		Arms  int              `json:"arms"`
		Pair  *model.Neighbors `json:"pair"`
		Seen  int              `json:"rounds"` // whose plays are seen
		Event string           `json:"event"`
		Side  int              `json:"side"` // on which it is likelier
		*counted
	}{t.box.Arms, t.Pair.Neighbors(), t.Pair.Seen, t.Text(bins * bins), t.Side, (*counted)(t)})
}

// Clearest returns the test that exceeds the claim most; nil without one.
func (r *Result) Clearest(claim Claim) (clearest *Test) {
	most := math.Inf(-1)
	for _, t := range r.Tests {
		if allowed, _ := claim.Most(t.Most); t.Least-allowed > most {
			clearest, most = t, t.Least-allowed
		}
	}
	return clearest
}

// Depth returns the last round of the deepest level that was tried.
func (r *Result) Depth() (depth int) {
	for _, l := range r.tried() {
		depth = max(depth, l.Depth)
	}
	return depth
}

func (r *Result) tried() []*Level {
	return slices.DeleteFunc(slices.Clone(r.Levels), func(l *Level) bool { return l.Rounds == 0 })
}

// closest returns the level with the event that exceeds the claim most, and the number of pairs of all.
func (r *Result) closest() (closest *Level, pairs int) {
	for _, l := range r.tried() {
		if pairs += l.Pairs; closest == nil || l.Best > closest.Best {
			closest = l
		}
	}
	return closest, pairs
}

// Summary returns the state of a search in a few words: "243 pairs to round 32, best 1.6 σ", standard errors above
// the claim.
func (r *Result) Summary() string {
	l, pairs := r.closest()
	text := number.Plural(pairs, "pair") + " to round " + number.Count(r.Depth())
	if l != nil && l.Best > 0 {
		text += fmt.Sprintf(", best %.1f σ", float64(l.Best))
	}
	return text
}

// String returns what was tried in sentences.
func (r *Result) String() string {
	levels := r.tried()
	arms := slices.Compact(param.Map(r.Levels, func(l *Level) string { return number.Count(l.Arms) }))
	_, pairs := r.closest()
	text := fmt.Sprintf("Searched %s of reward sequences of %s arms, up to round %s, in %s.", number.Plural(pairs, "pair"),
		strings.Join(arms, " and "), number.Count(r.Depth()), number.Plural(r.Runs, "run"))
	first := "The first play that depended on the noise is that of round " + number.Count(r.Noise)
	switch {
	case r.Reward == 0 && r.Noise == 0:
		text += " No play depended on the rewards or the noise."
	case r.Noise == 0:
		text += " No play depended on the noise."
	case r.Reward == 0:
		text += " " + first + "; none depended on the rewards."
	default:
		text += " " + first + ", on the rewards that of round " + number.Count(r.Reward) + "."
	}
	if r.Failed != "" {
		text += " Two arms were not tried: " + r.Failed + "."
	}
	if pairs == 0 || r.Refuted {
		return text
	}
	text += " Pairs tried, and the most standard errors by which an event exceeded the claim:"
	for i, l := range levels {
		if i == 0 || l.Arms != levels[i-1].Arms {
			text += fmt.Sprintf(" on %s,", number.Plural(l.Arms, "arm"))
		}
		best := "none"
		if l.Best > 0 {
			best = fmt.Sprintf("%.1f", float64(l.Best))
		}
		text += fmt.Sprintf(" %s up to round %s: %s;", number.Count(l.Pairs), number.Count(l.Depth), best)
	}
	return strings.TrimSuffix(text, ";") + ". An event is a set of values of two facts: plays of rounds, how often a span of " +
		"rounds has a play, and when plays change."
}

// near is the number of standard errors above the claim from which an event comes close to a violation.
const near = 2

// advice returns what to try next if the claim was not refuted.
func (r *Result) advice(limit time.Duration) string {
	l, pairs := r.closest()
	deep := number.Count(r.Depth())
	switch {
	case r.Refuted:
		return ""
	case l == nil:
		return "No run of the program ended in time: try a longer --time-limit."
	case pairs == 0:
		return "No reward that was tried changes a play up to round " + deep +
			": try a longer --horizon, or a pair of your own with --neighbors."
	case l.Best > near:
		return fmt.Sprintf("An event up to round %s comes close: try --time-limit %.0fm.", number.Count(l.Depth), math.Ceil(5*limit.Minutes()))
	}
	try := "a longer --horizon and --time-limit."
	if slices.ContainsFunc(r.Levels, func(l *Level) bool { return l.Depth > r.Depth() }) {
		try = "a longer --time-limit."
	}
	return "No event comes close. To look deeper than round " + deep + ", try " + try
}
