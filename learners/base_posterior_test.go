package learners

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// sampler is a learner that plays the largest of posterior samples.
type sampler interface {
	Learner
	Steady
	Explainer
	Estimator
	posterior
	drawn() *samples
	setPlay(t, arm int)
}

func (l *thompson) drawn() *samples    { return &l.samples }
func (l *thompson) setPlay(t, arm int) { l.round, l.play[0] = t, arm }

func (l *lazyDPTS) drawn() *samples    { return &l.samples }
func (l *lazyDPTS) setPlay(t, arm int) { l.round, l.play[0] = t, arm }

// slowest is the play of round t by inverting all cdfs, whatever thresholds say.
func slowest(t int, s *samples, p posterior) int {
	cell, best, arm := noise.At(s.key, t), math.Inf(-1), 0
	for j := range s.words {
		if theta := p.law(t, j).Quantile(uniform(cell.Uint64())); theta > best {
			best, arm = theta, j
		}
	}
	return arm
}

// keepStep plays a learner, by stretches and by single rounds, and the same learner by
// inversion in every round, on the same rewards from round first on. It tells of the
// first round in which they differ, and counts the rounds within stretches.
func keepStep(fast, slow sampler, first, rounds int, reward func(j, t int) float64, bits bool) (within int, difference string) {
	random := rand.New(rand.NewPCG(1, 1))
	for t := first; t < first+rounds; {
		play := fast.Choose(t)[0]
		if t%64 == 1 {
			e := fast.Explain()
			for _, a := range e.Arms {
				if theta := a.Values[len(a.Values)-1]; theta > e.Arms[play].Values[len(a.Values)-1] {
					return within, fmt.Sprintf("round %d: arm %d is explained by %v, but arm %d is played", t, a.Arm, theta, play)
				}
			}
			fast = fast.Clone().(sampler)
			fast.setPlay(t, play)
		}
		n := 1
		if random.IntN(4) > 0 {
			n, _ = fast.Steady(t)
			n = min(n, 1+random.IntN(400), first+rounds-t)
		}
		stretch := Stretch{Rounds: n, Values: [][]float64{nil}, Sums: []float64{0}, Bits: bits}
		for k := range n {
			slow.Choose(t + k)
			want := slowest(t+k, slow.drawn(), slow)
			if want != play {
				return within, fmt.Sprintf("round %d, the %dth of %d: arm %d, want %d", t+k, k, n, play, want)
			}
			slow.setPlay(t+k, want)
			x := reward(play, t+k)
			slow.Observe(t+k, []float64{x})
			stretch.Values[0] = append(stretch.Values[0], x)
			stretch.Sums[0] += x
		}
		if n == 1 && random.IntN(2) == 0 {
			fast.Observe(t, stretch.Values[0])
		} else {
			fast.ObserveAll(t, &stretch)
			within += n - 1
		}
		if got, want := fast.Estimate(play), slow.Estimate(play); got != want && !math.IsNaN(want) {
			return within, fmt.Sprintf("round %d: estimate %v, want %v", t, got, want)
		}
		t += n
	}
	return within, ""
}

// payments are rewards of arm j of so many in round t.
var payments = map[string]func(j, arms, t int) float64{
	"spaced": func(j, arms, t int) float64 {
		cell := noise.At(uint64(j), t)
		return cell.Bernoulli(.75 - .5*float64(j)/float64(arms))
	},
	"equal":      func(j, _, t int) float64 { c := noise.At(uint64(j), t); return c.Bernoulli(.3) },
	"ones":       func(int, int, int) float64 { return 1 },
	"zeros":      func(int, int, int) float64 { return 0 },
	"continuous": func(j, arms, t int) float64 { c := noise.At(uint64(j), t); return c.Float64() / float64(1+j*3/arms) },
}

func setting(arms int, epsilon float64, seed uint64) Setting {
	return Setting{Arms: arms, Horizon: 1000, Epsilon: epsilon, Phases: 1, Stream: noise.NewStream(noise.Key(seed, noise.Learning))}
}

// Thompson's plays are those of full inversion, bit for bit, at the beginning and after
// many rounds.
func TestThompsonPlaysTheLargestSample(t *testing.T) {
	for arms, rounds := range map[int]int{1: 400, 2: 1000, 5: 600, 20: 250, 100: 60} {
		for name, pay := range payments {
			for _, played := range []float64{0, 30, 1000, 1e6} {
				fast, slow := newThompson(setting(arms, 1, 5)), newThompson(setting(arms, 1, 5))
				for j := range arms {
					n := math.Floor(played / float64(1+5*j*j))
					fast.counts[j], fast.sums[j] = n, math.Floor(n*(.75-.5*float64(j)/float64(arms)))
				}
				copy(slow.counts, fast.counts)
				copy(slow.sums, fast.sums)
				within, difference := keepStep(fast, slow, 1+int(played), rounds,
					func(j, t int) float64 { return pay(j, arms, t) }, name != "continuous")
				if difference != "" {
					t.Errorf("%d arms, %s, after %v: %s", arms, name, played, difference)
				}
				if arms == 5 && name == "spaced" && played == 1e6 && within < rounds/2 {
					t.Errorf("only %d of %d rounds within stretches", within, rounds)
				}
			}
		}
	}
}

// So are Lazy-DP-TS's, in whatever privacy and through all its releases.
func TestLazyDPTSPlaysTheLargestSample(t *testing.T) {
	for arms, rounds := range map[int]int{1: 200, 2: 1500, 5: 1200, 20: 200, 100: 110} {
		for name, pay := range payments {
			for _, epsilon := range []float64{.01, .5, 4, math.Inf(1)} {
				fast := &lazyDPTS{lazyPosterior: lazyPosterior{lazyBandit: newLazyBandit(setting(arms, epsilon, 6))}}
				fast.samples = newSamples(6, arms, fast.stream.Uint64())
				slow := fast.Clone().(*lazyDPTS)
				for t := range arms {
					for _, l := range []*lazyDPTS{fast, slow} {
						l.Choose(t + 1)
						l.Observe(t+1, []float64{pay(t, arms, t+1)})
					}
				}
				within, difference := keepStep(fast, slow, arms+1, rounds,
					func(j, t int) float64 { return pay(j, arms, t) }, name != "continuous")
				if difference != "" {
					t.Errorf("%d arms, %s, ε = %v: %s", arms, name, epsilon, difference)
				}
				if arms == 5 && name == "spaced" && epsilon == 4 && within < rounds/4 {
					t.Errorf("only %d of %d rounds within stretches", within, rounds)
				}
			}
		}
	}
}

// A leaping Lazy-DP-TS observes single rounds as it absorbs them.
func TestLeapingLearnerObservesRounds(t *testing.T) {
	fresh := &lazyDPTS{lazyPosterior: lazyPosterior{lazyBandit: newLazyBandit(setting(3, 1, 7))}}
	observing, absorbing := fresh.Leap(), fresh.Leap()
	for round := 1; round <= 2000; round++ {
		play := observing.Choose(round)[0]
		if other := absorbing.Choose(round)[0]; play != other {
			t.Fatalf("round %d: arm %d, want %d", round, play, other)
		}
		feedback := []float64{payments["spaced"](play, 3, round)}
		observing.Observe(round, feedback)
		absorbing.Absorb(round, 1, feedback)
	}
}

// fixed posteriors do not change.
type fixed [][2]float64 // parameters

func (f fixed) law(_, j int) noise.Beta { return noise.Beta{A: f[j][0], B: f[j][1]} }

// Of fixed posteriors, which arm is played has the law that it has when samples are
// drawn by a library: chi-square of two samples, 40 000 each, at a false-alarm rate of
// 10⁻⁵ a case. The same test rejects a leading mean that is 1 % off.
func TestSamplesHaveTheLawOfThePosterior(t *testing.T) {
	const draws = 40_000
	for name, plays := range map[string]func(f fixed) func(t int) int{"samples": bySamples, "stairs": byStairs} {
		for _, laws := range []fixed{
			{{300, 200}, {30, 25}, {4, 3}, {1, 1}},
			{{3e4, 2e4}, {1.79e4, 1.21e4}, {2900, 2000}},
			{{1001, 1}, {901.5, 1}, {64, 1}},
			{{2, 400}, {1, 200}, {5, 1000}},
			{{4, 9}},
		} {
			if got, limit := twoSamples(plays(laws), laws, draws); got > limit {
				t.Errorf("%s, %v: χ² = %.1f, above %.1f", name, laws, got, limit)
			}
		}
		laws := fixed{{3e4, 2e4}, {1.79e4, 1.21e4}, {2900, 2000}}
		wrong := fixed{{3e4 * .99, 2e4 + 3e4*.01}, laws[1], laws[2]}
		if got, limit := twoSamples(plays(wrong), laws, draws); got < limit {
			t.Errorf("%s: a mean 1 %% off gives χ² = %.1f, below %.1f", name, got, limit)
		}
	}
}

// bySamples plays the largest sample.
func bySamples(f fixed) func(t int) int {
	s := newSamples(6, len(f), 11)
	s.choose(1, 2, f)
	for j := range f {
		s.bound(j, f.law(1, j), f.law(1, j))
	}
	return func(t int) int { return s.winner(t, f) }
}

// byStairs plays by stairs that would be good for other posteriors too.
func byStairs(f fixed) func(t int) int {
	stream := noise.NewStream(12)
	s := newStairs(len(f), 12)
	s.build(1, 2, f)
	for j := range f {
		d := f.law(1, j)
		m := .1 * min(math.Sqrt(d.A), math.Sqrt(d.B), d.A-1, d.B-1)
		s.bound(j, noise.Beta{A: d.A - m, B: d.B}, noise.Beta{A: d.A, B: d.B - m})
	}
	s.measure()
	round, other := 0, 0
	return func(t int) int {
		if t > round {
			round, other = s.next(t, t+1000, f, &stream)
		}
		if t == round {
			return other
		}
		return s.leader
	}
}

// Where posteriors are far apart, hardly any round is looked at.
func TestStairsPassOverDistantArms(t *testing.T) {
	for _, laws := range []fixed{{{3e5, 1e5}, {4e5, 6e5}}, {{100, 9900}, {9e3, 1e3}, {5e3, 5e3}}} {
		s := newStairs(len(laws), 1)
		s.build(1, 2, laws)
		for j := range laws {
			s.bound(j, laws.law(1, j), laws.law(1, j))
		}
		if s.measure(); !(s.rate < 1e-10) {
			t.Errorf("%v: a round is looked at with probability %v", laws, s.rate)
		}
	}
}

// twoSamples compares plays with plays by a library's draws of posteriors: χ² and what
// it exceeds with probability 10⁻⁵ where both have the same law.
func twoSamples(play func(t int) int, theirs fixed, draws int) (chi, limit float64) {
	stream := noise.NewStream(11)
	counts := [2][]float64{make([]float64, len(theirs)), make([]float64, len(theirs))}
	for t := range draws {
		counts[0][play(t+1)]++
		best, arm := -1.0, 0
		for j, d := range theirs {
			if x := (distuv.Beta{Alpha: d[0], Beta: d[1], Src: &stream}).Rand(); x > best {
				best, arm = x, j
			}
		}
		counts[1][arm]++
	}
	freedom := -1.0
	for j := range theirs {
		if n := counts[0][j] + counts[1][j]; n > 0 {
			freedom++
			d := counts[0][j] - counts[1][j]
			chi += d * d / n
		}
	}
	return chi, distuv.ChiSquared{K: max(freedom, 1)}.Quantile(1 - 1e-5)
}
