package learners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

var (
	covering = []string{"dpucb-mat", "dpts-mat", "omm", "cts"}
	allBases = append([]string{
		"dpucb-mat,init=paper", "dpts-mat,init=paper", "omm,init=paper", "cts,init=paper", "cts,prior=beta", "random",
	}, covering...)
)

// While an arm is unobserved, the basis has as many unobserved arms as any basis can, so all
// arms but loops are observed in at most as many rounds as there are arms.
func TestCoverObservesAllArmsAsFastAsItCan(t *testing.T) {
	for name, m := range everyKind() {
		for _, id := range covering {
			l := startOn(m, id, 1, 2)
			seen := make([]bool, m.Size())
			for round := 1; ; round++ {
				builder, unseen := m.NewBuilder(), 0 // number of unseen arms that a basis can hold
				for e, known := range seen {
					if !known && builder.Add(e) {
						unseen++
					}
				}
				if unseen == 0 {
					break // only loops are left
				}
				first := 0
				play := l.Choose(round)
				for _, e := range play {
					if !seen[e] {
						first++
					}
					seen[e] = true
				}
				if first != unseen {
					t.Fatalf("%s, %s, round %d: %v shows %d new arms, %d could be", name, id, round, play, first, unseen)
				}
				l.Observe(round, feedbackOf(play, round, true))
			}
		}
	}
}

// Every play is a basis, in ascending order. A clone explains and plays the same as its
// original, and using the clone does not change the original.
func TestPlaysAreBasesAndClonesShareNothing(t *testing.T) {
	for name, m := range everyKind() {
		for _, id := range allBases {
			straight, original := startOn(m, id, 2, 3), startOn(m, id, 2, 3)
			initialize(straight, m.Size(), false)
			initialize(original, m.Size(), false)
			var same learners.Learner // a clone that plays along
			for round := 1; round <= 60; round++ {
				play := straight.Choose(round)
				if len(play) != m.Rank() || !matroid.Independent(m, play) || !slices.IsSorted(play) {
					t.Fatalf("%s: %s, round %d: %v is no basis", name, id, round, play)
				}
				given, feedback := original.Choose(round), feedbackOf(play, round, false)
				if round <= 15 || round%10 == 0 {
					explained := fmt.Sprint(original.(learners.Explainer).Explain())
					clone := original.Clone()
					if got := fmt.Sprint(clone.(learners.Explainer).Explain()); got != explained {
						t.Fatalf("%s: %s, round %d: the clone explains %s\nwant %s", name, id, round, got, explained)
					}
					for later := round; later < round+5; later++ {
						if later > round {
							clone.Choose(later)
						}
						clone.Observe(later, make([]float64, m.Rank()))
					}
					if got := fmt.Sprint(original.(learners.Explainer).Explain()); got != explained {
						t.Fatalf("%s: %s, round %d: after a clone went on, explains %s\nwant %s", name, id, round, got, explained)
					}
				}
				if !slices.Equal(given, play) {
					t.Fatalf("%s: %s, round %d: after clones went on, plays %v, want %v", name, id, round, given, play)
				}
				if same != nil && !slices.Equal(same.Choose(round), play) {
					t.Fatalf("%s: %s, round %d: a clone plays something else than %v", name, id, round, play)
				}
				for _, l := range []learners.Learner{straight, original, same} {
					if l != nil {
						l.Observe(round, feedback)
					}
				}
				if round == 3 || round == 40 { // usually while covering, and long after
					same = original.Clone()
				}
			}
		}
	}
}

// Every observation of an arm is pending or in exactly one release, which costs ε/r, so the r
// arms of a round cost ε. An arm's releases have 1, 1, 2, 4, … observations.
func TestLazyReleasesUseEveryObservationOnce(t *testing.T) {
	const epsilon = .5
	for _, scenario := range []string{"chh-synthetic", "network", "front-page"} {
		for _, id := range []string{"dpucb-mat", "dpts-mat", "dpucb-mat,init=paper", "dpts-mat,init=paper"} {
			t.Run(scenario+" "+id, func(t *testing.T) {
				s := coverSetting{learner: id, scenario: preset(scenario), epsilon: epsilon, horizon: 700}
				used, share := make([]int, s.scenario.Arms()), epsilon/float64(s.scenario.PlaySize())
				s.follow(t, func(books *cover, l learners.Learner, _ *noise.Ledger, round int) {
					for _, r := range l.(learners.Releaser).Releases() {
						e, term := r.Arms[0], r.Terms[0]
						if r.Observations != used[e]+1 || r.Last != round {
							t.Fatalf("round %d: release %+v, %d are used", round, r, used[e])
						}
						used[e] += r.Observations
						if r.Epsilon != share || r.Scale != 1/share || r.Sensitivity != 1 || r.Noise != "Laplace" {
							t.Fatalf("release %+v, want ε/r = %v", r, share)
						}
						if term.After != (term.Sum+term.Noise)/float64(r.Observations) || term.After != l.(learners.Estimator).Estimate(e) {
							t.Fatalf("terms %+v, estimate %v", term, l.(learners.Estimator).Estimate(e))
						}
					}
					if pending := l.(learners.Releaser).Pending(); books.most > 1 || pending != books.open {
						t.Fatalf("round %d: an observation is in %d releases; %d pending, want %d", round, books.most, pending, books.open)
					}
					for e, n := range used {
						if known := !math.IsNaN(l.(learners.Estimator).Estimate(e)); known != (n > 0) {
							t.Fatalf("round %d: arm %d with %d observations has an estimate: %v", round, e, n, known)
						}
					}
				})
				if slices.Max(used) < 63 {
					t.Errorf("at most %d observations are released", slices.Max(used))
				}
			})
		}
	}
}

// The explanation lists the arms in the order of the greedy walk with the scores of the play,
// and every arm outside the basis names exactly the arms for which it could be exchanged.
func TestExplanationsWalkTheOracle(t *testing.T) {
	for kind, m := range everyKind() {
		for _, id := range allBases {
			if id == "random" {
				continue // its weights have no meaning
			}
			l := startOn(m, id, 2, 7)
			initialize(l, m.Size(), false)
			for round := 1; round <= 40; round++ {
				play := l.Choose(round)
				x := l.(learners.Explainer).Explain()
				checkExplanation(t, choose(id).Declaration, x, round)
				checkWalk(t, fmt.Sprintf("%s, %s, round %d", kind, id, round), m, play, x)
				l.Observe(round, feedbackOf(play, round, false))
			}
		}
	}
}

func checkWalk(t *testing.T, where string, m matroid.Matroid, play []int, x learners.Explanation) {
	t.Helper()
	if len(x.Arms) != m.Size() {
		t.Fatalf("%s: %d arms explained", where, len(x.Arms))
	}
	last := math.Inf(1)
	for _, a := range x.Arms {
		if m.Loop(a.Arm) {
			if a.Text != "a loop: in no basis" {
				t.Fatalf("%s: loop %d: %q", where, a.Arm, a.Text)
			}
			continue
		}
		score := a.Values[len(a.Values)-1]
		if !(score <= last) {
			t.Fatalf("%s: the walk goes up to %v at arm %d", where, score, a.Arm)
		}
		last = score
		var exchangeable []int
		if !slices.Contains(play, a.Arm) {
			for i, f := range play {
				exchanged := slices.Clone(play)
				exchanged[i] = a.Arm
				if matroid.Independent(m, exchanged) {
					exchangeable = append(exchangeable, f)
				}
			}
		}
		if a.Text == "" || !slices.Equal(a.LostTo, exchangeable) {
			t.Fatalf("%s: arm %d beside %v, %q: lost to %v, want %v", where, a.Arm, play, a.Text, a.LostTo, exchangeable)
		}
	}
}

// chhVectors returns the vectors of CHH Table 2: the sixth is parallel to the first, the last is a loop.
func chhVectors() matroid.Matroid {
	return param.Must(matroid.NewLinear([][]float64{
		{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0},
	}))
}

// everyKind returns one matroid of each kind, with loops and parallel arms if possible.
func everyKind() map[string]matroid.Matroid {
	return map[string]matroid.Matroid{
		"linear": chhVectors(),
		"graphic": param.Must(matroid.NewGraphic([][]string{
			{"a", "b"}, {"b", "c"}, {"c", "a"}, {"a", "b"}, {"c", "c"}, {"c", "d"},
		})),
		"uniform":     param.Must(matroid.NewUniform(6, 2)),
		"partition":   param.Must(matroid.NewPartition(8, [][]int{{1, 2, 3}, {4, 5}, {6}, {7, 8}}, []int{2, 1, 0, 3})),
		"transversal": param.Must(matroid.NewTransversal(6, [][]int{{1, 2}, {2, 3, 4}, {5}})),
	}
}

const basisHorizon = 5000 // of startOn

// startOn starts a learner, given as in a flag, on a matroid.
func startOn(m matroid.Matroid, text string, epsilon float64, seed uint64) learners.Learner {
	return choose(text).Start(learners.Setting{
		Arms: m.Size(), Horizon: basisHorizon, Epsilon: epsilon, Phases: 1, Matroid: m,
		Stream: noise.NewStream(noise.Key(seed, noise.Learning)),
	})
}

// weight returns the weight of arm e in round t, a pure function of both: 0 or 1 if round is
// true, otherwise in [0,1].
func weight(e, t int, round bool) float64 {
	cell := noise.At(noise.Key(33, noise.Rewards, uint64(e)), t)
	mean := .9 - .11*float64(e%8)
	if round {
		return cell.Bernoulli(mean)
	}
	return min(1, mean*2*cell.Float64())
}

func feedbackOf(play []int, t int, round bool) []float64 {
	return param.Map(play, func(e int) float64 { return weight(e, t, round) })
}

// initialize passes weights before round 1 to a learner that wants them.
func initialize(l learners.Learner, arms int, round bool) {
	if initializer, ok := l.(learners.Initializer); ok && initializer.Initializes() {
		initializer.Initialize(feedbackOf(param.Indices(arms), 0, round))
	}
}
