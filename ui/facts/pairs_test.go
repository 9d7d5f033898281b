package facts

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/ui/kit/uitest"
)

// The regrets of the pairs add up to that of the play, and an arm's details name its pair. Nothing
// does if the truth is hidden.
func TestPairsAddUpToTheRegret(t *testing.T) {
	others := 0
	for _, d := range learners.All() {
		if d.Feedback != learners.SemiBanditFeedback {
			continue
		}
		for _, ref := range []string{"chh-synthetic", "network", "movies"} {
			for _, round := range []int{1, 2, 30, 200} {
				shot := uitest.Snapshot(uitest.On(t, ref, "", 1000, d.ID), round)
				f := &Focus{Shot: shot, Learner: &shot.Learners[0]}
				pairs, means := f.Pairs(), shot.Phase.Means
				if len(f.Learner.Explanation.Arms) == 0 {
					continue
				}
				sum, want := 0.0, shot.Phase.BestMean
				for _, j := range f.Learner.Play {
					pair := pairs[j].Best
					sum += pairs[j].Regret
					want -= means[j]
					details := strings.Join(f.Details(j, pairs), " · ")
					said := fmt.Sprintf("in the basis in place of %s: regret %s", shot.Config.Scenario.Label(pair), number.Value(means[pair]-means[j]))
					if strings.Contains(details, said) != (pair != j) || slices.Contains(shot.Phase.Best, j) != (pair == j) {
						t.Errorf("%s on %s at %d: arm %d is paired with %d: %s", d.ID, ref, round, j, pair, details)
					}
					if pair != j {
						others++
					}
				}
				if len(pairs) != len(f.Learner.Play) || math.Abs(sum-want) > 1e-12 {
					t.Errorf("%s on %s at %d: the pairs %v cost %g, want %g", d.ID, ref, round, pairs, sum, want)
				}
				f.Hidden = true
				if pairs := f.Pairs(); pairs != nil {
					t.Errorf("hidden: %v", pairs)
				}
			}
		}
	}
	if others < 20 {
		t.Errorf("only %d arms have another pair", others)
	}
}
