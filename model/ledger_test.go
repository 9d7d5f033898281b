package model

import (
	"math"
	"slices"
	"testing"
)

// lazy are the learners that release each observation once, in fresh batches.
var lazy = []string{"anytime-lazy-ucb", "lazy-dp-ts"}

// recount keeps the books of one run by hand: every reward that the learner was
// shown, per arm, and how many of them its releases have covered.
type recount struct {
	rewards  [][]float64 // of each arm, in order
	rounds   [][]int     // when they came
	covered  []int
	releases int
}

func newRecount(arms int) *recount {
	return &recount{rewards: make([][]float64, arms), rounds: make([][]int, arms), covered: make([]int, arms)}
}

// observe enters the newest round of a run; each release must be the noisy mean
// of exactly the arm's rewards since its release before.
func (b *recount) observe(t *testing.T, r *Run) {
	t.Helper()
	played := r.Play()[0]
	b.rewards[played] = append(b.rewards[played], r.Reward(0))
	b.rounds[played] = append(b.rounds[played], r.Round())
	for _, release := range r.Releases() {
		b.releases++
		if len(release.Arms) != 1 || release.Arms[0] != played || len(release.Terms) != 1 || release.Round != r.Round() {
			t.Fatalf("round %d, arm %d played: release %+v", r.Round(), played, release)
		}
		from, to := b.covered[played], len(b.rewards[played])
		sum := 0.0
		for _, x := range b.rewards[played][from:to] {
			sum += x
		}
		term := release.Terms[0]
		if release.Observations != to-from || release.First != b.rounds[played][from] || release.Last != r.Round() || term.Sum != sum {
			t.Fatalf("round %d: release %+v, but rewards %d to %d of arm %d, which sum to %v, are uncovered",
				r.Round(), release, from, to, played, sum)
		}
		if want := (sum + term.Noise) / float64(to-from); term.After != want {
			t.Fatalf("round %d: released %v, want %v", r.Round(), term.After, want)
		}
		b.covered[played] = to
	}
}

func (b *recount) pending() int {
	n := 0
	for j, rewards := range b.rewards {
		n += len(rewards) - b.covered[j]
	}
	return n
}

func TestLazyReleasesCoverEveryObservationOnce(t *testing.T) {
	for _, id := range lazy {
		t.Run(id, func(t *testing.T) {
			for _, epsilon := range []float64{.25, 1, math.Inf(1)} {
				c := config(t, "hhmh-1", 5000, id)
				c.Epsilon = epsilon
				r, books := NewRun(c, 0), newRecount(5)
				for range c.Horizon {
					r.Advance(1)
					books.observe(t, r)
					account := r.ledger.Account()
					// Disjoint batches compose in parallel: ε at every round, from the first
					// on. One person behind all rounds pays ε for each observation that was
					// released.
					if account.Worst != epsilon || r.WorstEvent() != epsilon {
						t.Fatalf("%s, round %d: worst event %v, want %v", id, r.Round(), account.Worst, epsilon)
					}
					all := epsilon * float64(r.Round()-books.pending())
					if got := r.AllRounds(); !near(got, all) || account.Releases != books.releases {
						t.Fatalf("%s, round %d: all rounds cost %v in %d releases, want %v in %d",
							id, r.Round(), got, account.Releases, all, books.releases)
					}
					if got, want := r.releaser.Pending(), books.pending(); got != want {
						t.Fatalf("%s, round %d: %d observations pending, want %d", id, r.Round(), got, want)
					}
				}
			}
		})
	}
}

func TestWorstEventOfLearnersWithoutReleases(t *testing.T) {
	for id, want := range map[string]float64{"random": 0, "optimal": 0, "ucb1": math.Inf(1), "thompson": math.Inf(1)} {
		t.Run(id, func(t *testing.T) {
			r := NewRun(config(t, "hhmh-1", 10, id), 0)
			if r.WorstEvent() != 0 {
				t.Errorf("%s: worst event %v before round 1", id, r.WorstEvent())
			}
			r.Advance(10)
			if r.WorstEvent() != want || r.AllRounds() != want {
				t.Errorf("%s: worst event %v, all rounds %v, want %v", id, r.WorstEvent(), r.AllRounds(), want)
			}
		})
	}
}

// The noise that is drawn has the law and the scale that its release names: of 30 000
// draws in that scale, the mean size, the mean and the share above 1 are held to a Laplace
// or a normal law. |z| > 5 has a chance of 6·10⁻⁷ each. Noise 5% off must be rejected.
func TestReleasedNoiseHasItsScale(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs, one goroutine: nothing that the race detector could find")
	}
	type law struct{ size, variance, above float64 } // E|x|, E x², P[|x| > 1]
	laws := map[string]law{
		"Laplace":  {1, 2, math.Exp(-1)},
		"Gaussian": {math.Sqrt(2 / math.Pi), 1, math.Erfc(1 / math.Sqrt2)},
	}
	for scenario, ids := range map[string][]string{
		"hhmh-1":        {"anytime-lazy-ucb", "lazy-dp-ts", "adap-ucb", "adap-klucb", "adac-ucb", "dp-klucb", "dp-imed", "dp-ucb-tree"},
		"chh-synthetic": {"dpucb-mat", "dpts-mat", "cucb-dp"},
	} {
		for _, id := range ids {
			t.Run(id, func(t *testing.T) {
				t.Parallel()
				drawn, name := releasedNoise(t, scenario, id)
				l, known := laws[name]
				if !known {
					t.Fatalf("%s noise", name)
				}
				for factor, accept := range map[float64]bool{1: true, 1.05: false, .95: false} {
					n, size, sum, large := float64(len(drawn)), 0.0, 0.0, 0.0
					for _, x := range drawn {
						x *= factor
						size += math.Abs(x)
						sum += x
						if math.Abs(x) > 1 {
							large++
						}
					}
					z := []float64{
						(size/n - l.size) / math.Sqrt((l.variance-l.size*l.size)/n), sum / math.Sqrt(l.variance*n),
						(large/n - l.above) / math.Sqrt(l.above*(1-l.above)/n),
					}
					if accepted := !slices.ContainsFunc(z, func(x float64) bool { return math.Abs(x) > 5 }); accepted != accept {
						t.Errorf("noise times %v: accepted %v, z %.1f", factor, accepted, z)
					}
				}
			})
		}
	}
}

// releasedNoise is the noise in 30 000 releases of short runs, in units of its scale, and its law.
func releasedNoise(t *testing.T, scenario, id string) (drawn []float64, law string) {
	t.Helper()
	c := config(t, scenario, 100, id)
	for ; len(drawn) < 30_000; c.Seed++ {
		for r := NewRun(c, 0); r.Round() < c.Horizon; {
			r.Advance(1)
			for _, release := range r.Releases() {
				drawn, law = append(drawn, release.Terms[0].Noise/release.Scale), release.Noise
			}
		}
	}
	return drawn, law
}

// Among one arm the pick is certain and tells nothing: the ledger and the audit
// must agree that it is free, with noise and without.
func TestOneArmCostsNothing(t *testing.T) {
	for _, id := range []string{"rnm-ftnl,noise=gumbel", "rnm-ftnl,scale=1", "ftnl"} {
		t.Run(id, func(t *testing.T) {
			for _, epsilon := range []float64{.5, math.Inf(1)} {
				c := opened(t, "ww-det,K=2", "", epsilon, id)
				c.Scenario.Phases[0].Arms, c.Scenario.Phases[0].Means = c.Scenario.Phases[0].Arms[:1], c.Scenario.Phases[0].Means[:1]
				run := NewRun(c, 0)
				run.Advance(100)
				verdict, err := c.Verdict(0)
				if err != nil {
					t.Fatal(err)
				}
				if run.WorstEvent() != 0 || run.AllRounds() != 0 || verdict.Exact.Epsilon != 0 {
					t.Errorf("%s at ε = %v: the ledger says %v and %v, the audit %v", id, epsilon,
						run.WorstEvent(), run.AllRounds(), verdict.Exact.Epsilon)
				}
			}
		})
	}
}
