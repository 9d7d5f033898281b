package learners_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// cover records a run: the rewards and rounds of each arm, and the number of releases that
// contain each observation. Under full information there is one column of whole rows.
type cover struct {
	full   bool
	rounds [][]int
	rows   [][][]float64
	times  [][]int
	most   int // largest number of releases that contain one observation
	open   int // observations in no release yet
}

func newCover(arms int, full bool) *cover {
	if full {
		arms = 1
	}
	return &cover{full: full, rounds: make([][]int, arms), rows: make([][][]float64, arms), times: make([][]int, arms)}
}

// observe records a round and its releases. It returns an error if a release does not match the recorded data.
func (c *cover) observe(t int, play []int, feedback []float64, releases []noise.Release) error {
	enter := func(column int, row []float64) {
		c.rounds[column] = append(c.rounds[column], t)
		c.rows[column] = append(c.rows[column], slices.Clone(row))
		c.times[column] = append(c.times[column], 0)
		c.open++
	}
	if c.full {
		enter(0, feedback)
	} else {
		for i, e := range play {
			enter(e, feedback[i:i+1])
		}
	}
	for _, r := range releases {
		if r.Round != t || r.Joint() != c.full || r.Last > t || (!c.full && (len(r.Arms) != 1 || len(r.Terms) != 1)) {
			return fmt.Errorf("round %d: release %+v", t, r)
		}
		column := 0
		if !c.full {
			column = r.Arms[0]
		}
		n, sums := 0, make([]float64, len(r.Terms))
		for i, round := range c.rounds[column] {
			if round < r.First || round > r.Last {
				continue
			}
			if n++; n == 1 && round != r.First {
				return fmt.Errorf("round %d: nothing of arm %d is of round %d", t, column, r.First)
			}
			if c.times[column][i]++; c.times[column][i] == 1 {
				c.open--
			}
			c.most = max(c.most, c.times[column][i])
			for k, x := range c.rows[column][i] {
				sums[k] += x
			}
		}
		if n != r.Observations {
			return fmt.Errorf("round %d: %d observations of rounds %d to %d, said to be %d", t, n, r.First, r.Last, r.Observations)
		}
		for k, term := range r.Terms {
			if math.Abs(term.Sum-sums[k]) > 1e-9 {
				return fmt.Errorf("round %d: arm %d summed to %v, said to be %v", t, term.Arm, sums[k], term.Sum)
			}
		}
	}
	return nil
}

// coverSetting is a run to record.
type coverSetting struct {
	learner  string
	scenario *scenarios.Scenario
	epsilon  float64
	horizon  int
}

func (s coverSetting) String() string {
	return fmt.Sprintf("%s, ε = %v, K = %d", s.learner, s.epsilon, s.scenario.Arms())
}

// follow plays the run and calls check after every round.
func (s coverSetting) follow(t *testing.T, check func(books *cover, l learners.Learner, r *noise.Ledger, round int)) {
	t.Helper()
	full, arms := s.scenario.Feedback == scenarios.Full, s.scenario.Arms()
	l := choose(s.learner).Start(learners.Setting{
		Arms: arms, Horizon: s.horizon, Epsilon: s.epsilon, Phases: 1, Matroid: s.scenario.Matroid,
		Stream: noise.NewStream(noise.Key(7, noise.Learning)),
	})
	rewards, books, ledger := s.scenario.Rewards(7), newCover(arms, full), noise.NewLedger(arms, s.scenario.PlaySize())
	all := param.Indices(arms)
	enter := func(round int, play, seen []int, observe func(feedback []float64)) {
		feedback := param.Map(seen, func(j int) float64 { return rewards.At(j, round) })
		observe(feedback)
		releases := l.(learners.Releaser).Releases()
		if err := books.observe(round, play, feedback, releases); err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		for i := range releases {
			ledger.Add(&releases[i])
		}
		check(books, l, ledger, round)
	}
	if i, ok := l.(learners.Initializer); ok && i.Initializes() {
		enter(0, all, all, i.Initialize)
	}
	for round := 1; round <= s.horizon; round++ {
		play := slices.Clone(l.Choose(round))
		seen := play
		if full {
			seen = all
		}
		enter(round, play, seen, func(feedback []float64) { l.Observe(round, feedback) })
	}
}

// A batchedCase is a learner that releases batches. Each test of such a learner adds one to batched.
type batchedCase struct {
	learner  string
	feedback scenarios.Feedback
	loss     float64 // of a release, in units of ε
	horizon  int
}

var batched = []batchedCase{}

// With batches, every observation is pending or in exactly one release, so the costliest round
// costs ε from the first release on.
func TestBatchedReleasesCoverEveryObservationOnce(t *testing.T) {
	tested := strings.Fields("dp-ucb-tree dpts-mat dpucb-mat lazy-ucb-sum ftnl") // elsewhere, or with rnm-ftnl, whose code it shares
	for _, c := range batched {
		tested = append(tested, choose(c.learner).ID)
		t.Run(c.learner, func(t *testing.T) {
			t.Parallel()
			for _, text := range []string{".7 .4", "beta(4,1) .2 uniform(0,1) .5 .1", ".5"} {
				for _, epsilon := range []float64{.25, 1, math.Inf(1)} {
					s := coverSetting{
						learner: c.learner, scenario: arms(text, c.feedback), epsilon: epsilon, horizon: c.horizon,
					}
					dropped := 0 // pulls of DP-SE's survivor, which it does not count
					s.follow(t, func(books *cover, l learners.Learner, ledger *noise.Ledger, round int) {
						if e, ok := l.(learners.Eliminator); ok && len(e.Active()) == 1 && len(l.(learners.Releaser).Releases()) == 0 {
							dropped++
						}
						most, open := books.most, books.open
						want := oneIf(most > 0) * c.loss * epsilon
						if strings.HasPrefix(c.learner, "rnm-ftnl") && text == ".5" {
							want = 0 // the pick of one arm is certain
						}
						if most > 1 || (math.Abs(ledger.CostliestRound()-want) > 1e-12*want && epsilon < 1e300) {
							t.Fatalf("%v, round %d: an observation is in %d releases, costliest round %v", s, round, most, ledger.CostliestRound())
						}
						if pending := l.(learners.Releaser).Pending(); pending != open-dropped {
							t.Fatalf("%v, round %d: %d pending, want %d, the observations in no release, without those of the last of the Active arms",
								s, round, pending, open-dropped)
						}
						if e, ok := l.(learners.Epochal); ok {
							done, length := e.Epoch()
							if done < 0 || done > length {
								t.Fatalf("%v, round %d: epoch %d/%d", s, round, done, length)
							}
						}
					})
				}
			}
		})
	}
	for _, d := range learners.All() {
		if d.Privacy == learners.Central && !slices.Contains(tested, d.ID) {
			t.Errorf("%s: append it to batched, in the init of its test", d.ID)
		}
	}
}

// In a tree, an observation is in one release of each complete level: after n pulls in at most
// ⌊log₂ n⌋ + 1 of the B = ⌊log₂ T⌋ + 1 levels, which cost ε/B each; the first observation is in
// exactly that many. An arm's tree has all of ε, or ε/K with split=arms.
func TestTreeReleasesCoverEveryObservationOnceALevel(t *testing.T) {
	for learner, split := range map[string]bool{"dp-ucb-tree": false, "dp-ucb-tree,split=arms": true} {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			for _, text := range []string{".9 .2", "beta(4,1) .2 uniform(0,1) .5 .1", ".5"} {
				for _, horizon := range []int{63, 64, 700} {
					for _, epsilon := range []float64{.25, 30} {
						s := coverSetting{
							learner: learner, scenario: arms(text, scenarios.Bandit), epsilon: epsilon,
							horizon: horizon,
						}
						share, levels := epsilon, bits.Len(uint(horizon))
						if split {
							share /= float64(s.scenario.Arms())
						}
						s.follow(t, func(books *cover, l learners.Learner, ledger *noise.Ledger, round int) {
							most, open := books.most, books.open
							pulls := 0
							for _, rounds := range books.rounds {
								pulls = max(pulls, len(rounds))
							}
							if want := bits.Len(uint(pulls)); most != want || most > levels || open > 0 ||
								l.(learners.Releaser).Pending() > 0 {
								t.Fatalf("%v, round %d, %d pulls: an observation is in %d releases, want %d; %d in none", s, round, pulls,
									most, want, open)
							}
							want := share * float64(most) / float64(levels)
							if got := ledger.CostliestRound(); math.Abs(got/want-1) > 1e-12 || got > share {
								t.Fatalf("%v, round %d: costliest round %v, want %v", s, round, got, want)
							}
							for _, r := range l.(learners.Releaser).Releases() {
								if r.Scale != float64(levels)/share || r.Noise != "Laplace" || r.Sensitivity != 1 {
									t.Fatalf("%v: noise %s of scale %v, want %d/%v", s, r.Noise, r.Scale, levels, share)
								}
							}
						})
					}
				}
			}
		})
	}
}

// A releaseCost is what every release of a learner has. Each test of such a learner adds one to releaseCosts.
type releaseCost struct {
	learner, noise    string
	scale             float64 // in units of 1/ε
	sensitivity, loss float64 // loss in units of ε
}

var releaseCosts = []releaseCost{
	{learner: "dpts-mat,init=paper", noise: "Laplace", scale: 3, sensitivity: 1, loss: 1. / 3},
}

// Noise, scale, sensitivity and loss of the learners' releases, in units of ε: a sum of one arm
// changes by 1, a lead of one arm over another by 2. CHH's three arms of a basis share ε; a
// tree has eight levels. At ε = ∞ there is no noise.
func TestReleasesSayWhatTheyCost(t *testing.T) {
	on := map[learners.Feedback]*scenarios.Scenario{
		learners.BanditFeedback: arms(".9 .1 0", scenarios.Bandit), learners.FullFeedback: arms(".9 .1 0", scenarios.Full),
		learners.SemiBanditFeedback: preset("chh-synthetic"),
	}
	tested := map[string]bool{}
	for _, c := range releaseCosts {
		feedback := choose(c.learner).Feedback
		tested[choose(c.learner).ID] = true
		for _, epsilon := range []float64{.5, 4, math.Inf(1)} {
			seen, horizon := 0, 200
			if c.learner == "dp-se" {
				horizon = 12_000
			}
			for run := model.NewRun(configure(t, on[feedback], c.learner, epsilon, horizon), 0); run.Round() < horizon; {
				run.Advance(1)
				for _, r := range run.Releases() {
					seen++
					if r.Noise != c.noise || math.Abs(r.Scale*epsilon/c.scale-1) > 1e-15 || r.Sensitivity != c.sensitivity ||
						math.Abs(r.Epsilon/(c.loss*epsilon)-1) > 1e-15 ||
						math.IsInf(epsilon, 1) && (r.Scale != 0 || !math.IsInf(r.Epsilon, 1) || r.Terms[0].Noise != 0) {
						t.Fatalf("%s: ε = %v: %s of scale %v for sensitivity %v costs %v", c.learner, epsilon, r.Noise, r.Scale, r.Sensitivity,
							r.Epsilon)
					}
				}
			}
			if seen < 1 || feedback == learners.SemiBanditFeedback && seen < 12 {
				t.Errorf("%s: ε = %v: %d releases", c.learner, epsilon, seen)
			}
		}
	}
	for _, d := range learners.All() {
		if d.Privacy == learners.Central && !tested[d.ID] {
			t.Errorf("%s: append what a release costs to releaseCosts, in the init of its test", d.ID)
		}
	}
}
