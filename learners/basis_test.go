package learners_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios/matroid"
)

var (
	covering = []string{"dpucb-mat", "dpts-mat", "omm", "kl-osm", "cts", "cucb-dp"}
	allBases = append([]string{
		"dpucb-mat,init=paper", "dpts-mat,init=paper", "omm,init=paper", "kl-osm,init=paper", "cts,init=paper", "cts,prior=beta", "random",
	}, covering...)
)

// As long as an arm is unobserved, the basis holds as many unobserved arms as
// any basis does; so in at most as many rounds as there are arms all but loops
// have been seen.
func TestCoverObservesAllArmsAsFastAsItCan(t *testing.T) {
	for name, m := range randomMatroids(30) {
		t.Run(name, func(t *testing.T) {
			for _, id := range covering {
				l := startOn(t, m, id, 1, 2)
				seen := make([]bool, m.Size())
				for round := 1; ; round++ {
					builder, unseen := m.NewBuilder(), 0 // how many unseen arms a basis can hold
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
		})
	}
}

// Every play is a basis (which has no loops), in ascending order; and a clone
// goes the same way without disturbing its original.
func TestPlaysAreBasesAndClonesGoTheSameWay(t *testing.T) {
	for name, m := range randomMatroids(4) {
		t.Run(name, func(t *testing.T) {
			for _, id := range allBases {
				straight, original := startOn(t, m, id, 1, 3), startOn(t, m, id, 1, 3)
				initialise(straight, m.Size(), false)
				initialise(original, m.Size(), false)
				var clone learners.Learner
				for round := 1; round <= 150; round++ {
					play := straight.Choose(round)
					if len(play) != m.Rank() || !matroid.Independent(m, play) || !slices.IsSorted(play) {
						t.Fatalf("%s, %s, round %d: %v is no basis", name, id, round, play)
					}
					feedback := feedbackOf(play, round, false)
					straight.Observe(round, feedback)
					if round == 3 || round == 40 { // while covering, as a rule, and long after
						clone = original.Clone()
					}
					for _, l := range []learners.Learner{clone, original} {
						if l == nil {
							continue
						}
						if got := l.Choose(round); !slices.Equal(got, play) {
							t.Fatalf("%s, %s, round %d: %v, straight %v", name, id, round, got, play)
						}
						l.Observe(round, feedback)
					}
				}
			}
		})
	}
}

// Between Choose and Observe a clone explains what its original does, and what
// becomes of it afterwards does not show in the original.
func TestClonesOfBasesShareNothing(t *testing.T) {
	for kind, m := range everyKind() {
		t.Run(kind, func(t *testing.T) {
			for _, id := range allBases {
				l := startOn(t, m, id, 2, 8)
				initialise(l, m.Size(), false)
				for round := 1; round <= 30; round++ {
					given := l.Choose(round)
					play := slices.Clone(given)
					explained := fmt.Sprint(l.(learners.Explainer).Explain())
					clone := l.Clone()
					if got := fmt.Sprint(clone.(learners.Explainer).Explain()); got != explained {
						t.Fatalf("%s, %s, round %d: the clone explains %s\nwant %s", kind, id, round, got, explained)
					}
					for later := round; later < round+5; later++ {
						if later > round {
							clone.Choose(later)
						}
						clone.Observe(later, make([]float64, m.Rank()))
					}
					if got := fmt.Sprint(l.(learners.Explainer).Explain()); got != explained {
						t.Fatalf("%s, %s, round %d: after a clone went on, explains %s\nwant %s", kind, id, round, got, explained)
					}
					if !slices.Equal(given, play) {
						t.Fatalf("%s, %s, round %d: a clone's play overwrote %v", kind, id, round, play)
					}
					l.Observe(round, feedbackOf(play, round, false))
				}
			}
		})
	}
}

// Every observation of an arm is in exactly one release, or pending; each costs
// ε/K, and together with the K arms of a round ε.
func TestLazyReleasesUseEveryObservationOnce(t *testing.T) {
	const epsilon, rounds = .5, 700
	for kind, m := range everyKind() {
		t.Run(kind, func(t *testing.T) {
			for _, id := range []string{"dpucb-mat", "dpts-mat", "dpucb-mat,init=paper", "dpts-mat,init=paper"} {
				l := startOn(t, m, id, epsilon, 4)
				releaser := l.(learners.Releaser)
				initialise(l, m.Size(), false)
				paper := strings.Contains(id, "paper")
				observed := make([][]int, m.Size()) // of each arm, the rounds it was seen in
				next := make([]int, m.Size())       // the first of them that no release has used
				check := func(round int) {
					for _, r := range releaser.Releases() {
						e := r.Arms[0]
						used := observed[e][next[e]:]
						wanted := next[e] + 1 // 1, 2, 4, …: as many as all before and one
						if len(r.Arms) != 1 || r.Round != round || r.Observations != wanted || len(used) != wanted ||
							r.First != used[0] || r.Last != round || used[len(used)-1] != round {
							t.Fatalf("%s, %s, round %d: release %+v; not used yet are rounds %v", kind, id, round, r, used)
						}
						next[e] += wanted
						share := epsilon / float64(m.Rank())
						if r.Epsilon != share || r.Scale != 1/share || r.Sensitivity != 1 || r.Noise != "Laplace" || r.Joint() {
							t.Fatalf("%s, %s: release %+v, want ε/K = %v", kind, id, r, share)
						}
						term := r.Terms[0]
						sum := 0.0
						for _, at := range used {
							sum += weight(e, at, false)
						}
						estimate := l.(learners.Estimator).Estimate(e)
						if term.Sum != sum || term.After != (sum+term.Noise)/float64(wanted) || term.After != estimate {
							t.Fatalf("%s, %s: terms %+v, sum %v, estimate %v", kind, id, term, sum, estimate)
						}
					}
					pending := 0
					for e := range observed {
						pending += len(observed[e]) - next[e]
					}
					if releaser.Pending() != pending {
						t.Fatalf("%s, %s, round %d: %d pending, want %d", kind, id, round, releaser.Pending(), pending)
					}
				}
				if paper {
					for e := range observed {
						observed[e] = append(observed[e], 0)
					}
				}
				check(0)
				for e := range observed {
					if known := !math.IsNaN(l.(learners.Estimator).Estimate(e)); known != paper {
						t.Fatalf("%s, %s: arm %d has an estimate before round 1: %v", kind, id, e, known)
					}
				}
				for round := 1; round <= rounds; round++ {
					play := l.Choose(round)
					for _, e := range play {
						observed[e] = append(observed[e], round)
					}
					l.Observe(round, feedbackOf(play, round, false))
					check(round)
				}
			}
		})
	}
}

// Without noise the estimates are the means of the batches themselves.
func TestInfiniteEpsilonAddsNoNoise(t *testing.T) {
	for _, id := range []string{"dpucb-mat", "dpts-mat,init=paper", "cucb-dp"} {
		t.Run(id, func(t *testing.T) {
			l := startOn(t, chhVectors(), id, math.Inf(1), 6)
			initialise(l, 7, true)
			made := 0
			for round := 1; round <= 300; round++ {
				play := l.Choose(round)
				l.Observe(round, feedbackOf(play, round, true))
				for _, r := range l.(learners.Releaser).Releases() {
					made++
					if r.Scale != 0 || !math.IsInf(r.Epsilon, 1) || r.Terms[0].Noise != 0 {
						t.Fatalf("%s: release %+v", id, r)
					}
				}
			}
			if made < 12 {
				t.Errorf("%s: only %d releases", id, made)
			}
		})
	}
}

// The explanation walks as the oracle did, its scores are those of the play,
// and every arm outside the basis names exactly the arms that it could be
// exchanged for.
func TestExplanationsWalkTheOracle(t *testing.T) {
	for kind, m := range everyKind() {
		t.Run(kind, func(t *testing.T) {
			for _, id := range allBases {
				if id == "random" {
					continue // its weights mean nothing
				}
				l := startOn(t, m, id, 2, 7)
				initialise(l, m.Size(), false)
				choice, _ := learners.ParseSpec(id)
				for round := 1; round <= 40; round++ {
					play := l.Choose(round)
					x := l.(learners.Explainer).Explain()
					for _, number := range x.Lines {
						if !slices.ContainsFunc(choice.Pseudocode, func(l learners.Line) bool { return l.Number == number }) {
							t.Fatalf("%s: at line %d, which the pseudo-code has not", id, number)
						}
					}
					checkWalk(t, fmt.Sprintf("%s, %s, round %d", kind, id, round), m, play, x)
					l.Observe(round, feedbackOf(play, round, false))
				}
			}
		})
	}
}

func checkWalk(t *testing.T, where string, m matroid.Matroid, play []int, x learners.Explanation) {
	t.Helper()
	if len(x.Arms) != m.Size() {
		t.Fatalf("%s: %d arms explained", where, len(x.Arms))
	}
	last := math.Inf(1)
	for _, a := range x.Arms {
		if len(a.Values) != len(x.Columns) {
			t.Fatalf("%s: %d values under %d columns", where, len(a.Values), len(x.Columns))
		}
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
