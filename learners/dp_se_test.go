package learners_test

import (
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

func init() {
	exactTests["dp-se"] = "TestDPSEDropsAtTheBoundary"
	roundLines["dp-se"] = []string{"5", "5>5 6 7", "8"}
	batched = append(batched, batchedCase{learner: "dp-se", feedback: scenarios.Bandit, loss: 1, horizon: 12_000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "dp-se", noise: "Laplace", scale: 1, sensitivity: 1, loss: 1})
}

// eliminating combines the abilities of DP-SE.
type eliminating interface {
	learners.Learner
	learners.Releaser
	learners.Epochal
	learners.Eliminator
}

func startDPSE(s banditSetting) eliminating { return s.start("dp-se").(eliminating) }

// playEpoch plays the rest of an epoch from round t on. It returns the next round and the arms
// in the order of their first pulls. Arm j gets sums[j] ones, then zeros.
func playEpoch(l eliminating, t int, sums []int) (next int, firsts []int) {
	given := make([]int, len(sums))
	for ; ; t++ {
		j := l.Choose(t)[0]
		if given[j] == 0 {
			firsts = append(firsts, j)
		}
		given[j]++
		l.Observe(t, []float64{oneIf(given[j] <= sums[j])})
		if len(l.Releases()) > 0 {
			return t + 1, firsts
		}
	}
}

// Lengths of the first epochs at K = 5, T = 10⁶ while all five arms remain, from the
// specification. The last epoch is only started.
func TestDPSEEpochLengths(t *testing.T) {
	// At small ε the noise determines the length: at ε = .01 and D = ½, an arm has 8
	// ln(4·2·T)/(ε/2) + 1 pulls with 1600 ln 8000 = 14379.5….
	if _, length := startDPSE(banditSetting{arms: 2, horizon: 1000, epsilon: .01, seed: 1}).Epoch(); length != 2*14381 {
		t.Errorf("the first epoch has %d observations, want 2·14381", length)
	}
	want := []int{2242, 9674, 40350, 166111, 679061}
	for _, epsilon := range []float64{.5, 1, math.Inf(1)} {
		l, round := startDPSE(banditSetting{arms: 5, horizon: 1_000_000, epsilon: epsilon, seed: 1}), 1
		for e, pulls := range want {
			if done, length := l.Epoch(); done != 0 || length != 5*pulls {
				t.Fatalf("ε = %v, epoch %d: %d of %d observations, want 0 of 5·%d", epsilon, e+1, done, length, pulls)
			}
			if e == len(want)-1 {
				break
			}
			before := round
			round, _ = playEpoch(l, round, []int{1e9, 1e9, 1e9, 1e9, 1e9})
			if round-before != 5*pulls || len(l.Active()) != 5 {
				t.Fatalf("ε = %v, epoch %d took %d rounds and left arms %v", epsilon, e+1, round-before, l.Active())
			}
		}
	}
}

// An arm is dropped exactly when it is more than 2h + 2c behind. The test knows the noise and
// puts the arm's sum on either side of the boundary.
func TestDPSEDropsAtTheBoundary(t *testing.T) {
	for _, arms := range []int{2, 5} {
		for _, epsilon := range []float64{.3, 1, 10, math.Inf(1)} {
			for seed := range uint64(5 * effort) {
				s := banditSetting{arms: arms, horizon: 20_000, epsilon: epsilon, seed: seed}
				pulls := math.Ceil(max(128*math.Log(8*float64(arms)*20_000), 16*math.Log(4*float64(arms)*20_000)/epsilon) + 1)
				h := math.Sqrt(math.Log(8*float64(arms)*20_000) / (2 * pulls))
				c := math.Log(4*float64(arms)*20_000) / (pulls * epsilon)

				// Arm 0 leads with all ones, the last arm is at the boundary, and the others
				// have so few ones that they are dropped.
				future := noise.NewStream(noise.Key(seed, noise.Learning))
				noises := make([]float64, arms)
				for j := range noises {
					noises[j] = future.Laplace(1 / epsilon)
				}
				last := arms - 1
				boundary := pulls + noises[0] - noises[last] - (2*h+2*c)*pulls
				if boundary < 1 || boundary > pulls {
					t.Fatalf("the boundary %v is not within reach", boundary)
				}
				for sum, stays := range map[int]bool{int(math.Ceil(boundary)): true, int(math.Ceil(boundary)) - 1: false} {
					l, sums := startDPSE(s), make([]int, arms)
					sums[0], sums[last] = int(pulls), sum
					playEpoch(l, 1, sums)
					if slices.Contains(l.Active(), last) != stays {
						t.Errorf("K = %d, ε = %v, seed %d: boundary at %.2f ones of %v; with %d the arm is in %v",
							arms, epsilon, seed, boundary, pulls, sum, l.Active())
					}
				}
			}
		}
	}
}

// Every epoch pulls the remaining arms in turn on fresh sums, so an arm that leads first and gives nothing later is
// dropped. Afterwards the survivor is played and nothing is released or pending.
func TestDPSEForgetsAndThenStays(t *testing.T) {
	l := startDPSE(banditSetting{arms: 3, horizon: 1_000_000, epsilon: math.Inf(1), seed: 1})
	round, order := playEpoch(l, 1, []int{1e9, 1e9, 0})
	if !slices.Equal(order, []int{0, 1, 2}) || !slices.Equal(l.Active(), []int{0, 1}) {
		t.Fatalf("epoch 1 pulled %v and left %v", order, l.Active())
	}
	round, order = playEpoch(l, round, []int{0, 1e9, 0})
	if !slices.Equal(order, []int{0, 1}) || !slices.Equal(l.Active(), []int{1}) {
		t.Fatalf("epoch 2 pulled %v and left %v", order, l.Active())
	}
	if got := []float64{estimateOf(l, 0), estimateOf(l, 1), estimateOf(l, 2)}; !slices.Equal(got, []float64{0, 1, 0}) {
		t.Errorf("estimates %v are not of the newest epoch alone", got)
	}
	for end := round + 1000; round < end; round++ {
		if j := l.Choose(round)[0]; j != 1 {
			t.Fatalf("round %d: arm %d instead of the survivor", round, j)
		}
		l.Observe(round, []float64{0})
		done, length := l.Epoch()
		if len(l.Releases()) > 0 || l.Pending() > 0 || done > 0 || length > 0 {
			t.Fatalf("round %d: %d releases, %d pending, epoch %d/%d", round, len(l.Releases()), l.Pending(), done, length)
		}
	}
}

func estimateOf(l learners.Learner, arm int) float64 { return l.(learners.Estimator).Estimate(arm) }

func TestDPSEAlone(t *testing.T) {
	alone := startDPSE(banditSetting{arms: 1, horizon: 10, epsilon: 1, seed: 1})
	for round := 1; round <= 10; round++ {
		if alone.Choose(round)[0] != 0 {
			t.Fatal("an arm that does not exist")
		}
		alone.Observe(round, []float64{1})
		if len(alone.Releases()) > 0 {
			t.Errorf("round %d: a single arm needs no release", round)
		}
	}
}

// The doubling trick plays as a new DP-SE with T = 2^m from round 2^m to 2^(m+1) − 1. Its releases
// use these rounds alone, so a reward is in at most one.
func TestAnytimeDPSEStartsAnew(t *testing.T) {
	for _, arms := range []int{1, 2, 3} {
		s := banditSetting{arms: arms, horizon: 7, epsilon: math.Inf(1), seed: 1} // without noise, starts are alike
		l := s.start("dp-se,anytime=1").(eliminating)
		covered, eliminated := make([]int, arms), 0
		for from := 1; from <= 1<<15; from *= 2 {
			s.horizon = from
			fresh := startDPSE(s)
			for round := range from {
				play := l.Choose(from + round)[0]
				if want := fresh.Choose(1 + round)[0]; play != want {
					t.Fatalf("K = %d, round %d plays %d, want %d", arms, from+round, play, want)
				}
				reward := []float64{oneIf(play == 0)}
				l.Observe(from+round, reward)
				fresh.Observe(1+round, reward)
				if !slices.Equal(l.Active(), fresh.Active()) || len(l.Releases()) != len(fresh.Releases()) || l.Pending() != fresh.Pending() {
					t.Fatalf("K = %d, round %d: arms %v, %d releases, want %v, %d", arms, from+round, l.Active(), len(l.Releases()), fresh.Active(), len(fresh.Releases()))
				}
				for _, r := range l.Releases() {
					if arm := r.Terms[0].Arm; r.First < from || r.First <= covered[arm] {
						t.Errorf("K = %d, round %d releases rounds from %d on, after %d", arms, from+round, r.First, covered[arm])
					} else {
						covered[arm] = r.Last
					}
				}
			}
			if arms > 1 && len(l.Active()) == 1 {
				eliminated++
			}
		}
		if arms > 1 && eliminated < 2 {
			t.Errorf("K = %d: %d starts end with one arm, so nothing was tested", arms, eliminated)
		}
	}
}

// The loss is ε from the end of the first epoch that ends before the next start.
func TestAnytimeDPSEAudit(t *testing.T) {
	spec := param.Must(learners.ParseSpec("dp-se,anytime=1"))
	first, used := 0, 0 // the round of the first release, by playing, and the first round that it uses
	for l, round := (banditSetting{arms: 2, horizon: 1, epsilon: .5, seed: 1}).start("dp-se,anytime=1").(eliminating), 1; first == 0; round++ {
		l.Observe(round, []float64{oneIf(l.Choose(round)[0] == 0)})
		if len(l.Releases()) > 0 {
			first, used = round, l.Releases()[0].First
		}
	}
	for horizon, want := range map[int]float64{1: 0, 1000: 0, first - 1: 0, first: .5, 3 * first: .5} {
		s := learners.Setting{Arms: 2, Horizon: horizon, Epsilon: .5, Phases: 1}
		if r, known := spec.Audit(s); !known || r.Within != want || r.Epsilon != .5 || want > 0 && r.Round != used {
			t.Errorf("T = %d: %v within the horizon, %v in all; want %v, 0.5 (first release: round %d)", horizon, r.Within, r.Epsilon, want, first)
		}
	}
}
