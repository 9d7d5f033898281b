package audit

import (
	"slices"
	"testing"

	"regretscope/noise/channel"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"

	"regretscope/learners"
)

// searching returns a replay of a learner with the given arms and horizon.
func searching(t *testing.T, choice string, arms, horizon int) *replay {
	t.Helper()
	r := newReplay(auditOf(t, parseSpec(choice), 1, 100, .9).Config, 0)
	if r.Setting.Matroid == nil {
		r.Setting.Arms = arms
	}
	r.Setting.Horizon = horizon
	return r
}

// Candidates are neighbors on [0,1], seen within the horizon and up to its last round.
func TestCandidates(t *testing.T) {
	for _, choice := range []string{"dp-se", "rnm-ftnl", "dp-ucb-tree"} {
		t.Run(choice, func(t *testing.T) {
			last := 0
			for horizon := 1; horizon < 12; horizon++ {
				r := searching(t, choice, 3, horizon)
				for _, c := range r.candidates() {
					if c.rounds() > horizon || c.from > c.to || c.from < c.Round || c.Round < 0 {
						t.Errorf("%s, T = %d: round %d is replaced, and %d to %d are observed", choice, horizon, c.Round, c.from, c.to)
					}
					for j := range c.Before {
						if other := c.Others[0].Rewards[j]; c.Before[j]+c.After[j] != 1 || c.Before[j] != 0 && c.After[j] != 0 || other < 0 || other > 1 {
							t.Errorf("%s: %v is replaced by %v among %v", choice, c.Before, c.After, c.Others[0].Rewards)
						}
					}
					last = max(last, c.to)
				}
				if (horizon == 2 || horizon == 5) && last != horizon {
					t.Errorf("%s, T = %d: nothing is observed after round %d", choice, horizon, last)
				}
			}
		})
	}
}

// The search of bandits uses their first pulls and the first play that depends on all of them.
func TestRoundsAndSpansOfBandits(t *testing.T) {
	for arms, want := range map[int][]int{1: {1}, 2: {1, 2, 3}, 5: {1, 5, 6}} {
		if got := searching(t, "dp-se", arms, 100).rounds(); !slices.Equal(got, want) {
			t.Errorf("K = %d: rounds %v are replaced, want %v", arms, got, want)
		}
	}
	for replaced, want := range map[int][][2]int{
		1: {{2, 2}, {2, 5}, {1, 2}, {6, 6}, {6, 9}}, 4: {{5, 5}, {5, 8}, {4, 5}, {6, 6}, {6, 9}}, 5: {{6, 6}, {6, 9}, {5, 6}},
	} {
		if got := searching(t, "dp-se", 5, 100).spans(replaced); !slices.Equal(got, want) {
			t.Errorf("round %d replaced: %v are observed, want %v", replaced, got, want)
		}
	}
}

// The pick of an epoch is observed in the next round: in the most visible epoch, or the longest
// that fits in the horizon.
func TestLeadersAreObservedWithinTheHorizon(t *testing.T) {
	o := mechanism.Options{Runs: 40_000, Confidence: .99}
	for _, horizon := range []int{1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 29, 30, 31, 32, 61, 62, 63, 64, 70} {
		r := searching(t, "rnm-ftnl,noise=laplace", 4, horizon)
		leader := r.Learner(0).(learners.NoisyLeader)
		d := r.leaderDistinguisher(leader, o)
		longest := mechanism.MostVisible(leader.Mechanism(), 4, o)
		if d.from != d.to || d.to > max(2, horizon) || d.to < 2*longest.Epoch && 2*d.to <= horizon {
			t.Errorf("T = %d: the play of rounds %d to %d is observed, the most visible epoch has %d", horizon, d.from, d.to, longest.Epoch)
		}
	}
}

func TestPlacesOfReports(t *testing.T) {
	for text, places := range map[string]map[float64]place{
		"laplace": {-1: low, 0: low, .5: middle, 1: high, 2: high},
		"rr":      {0: zero, 1: one},
	} {
		t.Run(text, func(t *testing.T) {
			c := param.Must(channel.Parse(text, 1))
			for report, want := range places {
				if got := placeOf(report, c); got != want {
					t.Errorf("%s: %v is %s, want %s", text, report, placeNames[got], placeNames[want])
				}
			}
		})
	}
}
