package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

func init() {
	registerCorrupted(Declaration{
		ID: "sw-klucb-cf", Look: 29,
		Listing: Listing{
			Name: "SW-KLUCB-CF", Featured: 1,
			Paper:   "GAJ Alg. 1",
			Brief:   "KL-UCB on a window of bits",
			Summary: "KL-UCB on the bits of a sliding window, inverted through each arm's channel",
		},
		KnowsHorizon: true,
		Parameters:   param.List{windowParameter},
		Derive:       func(s Setting, _ param.Set, _ string) float64 { return windowLength(s) },
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the bits of the last rounds, its window, and forgets older ones.",
				"It chooses the arm with the largest mean that the bits in the window do not rule out yet.",
				paysReports,
			},
			Symbols: append([]Symbol{
				{Name: "t", Meaning: "the rounds so far"}, {Name: "w", Meaning: "the length of the window, in rounds"},
			}, levelSymbols...),
			Bounds: []Bound{{
				Source: "GAJ Thm 1", Formula: "√(L_T T)", Value: changingRate, Changing: true,
				Where: func(i Instance) bool { return i.Bernoulli && i.Values.Number("w") == windowLength(i.Setting) },
			}, {
				Source:  "GAJ eq. 15, no guarantee",
				Formula: "Σ_a [(L_T+4)w + 4eT/(w ln w) + Σ_i (f(w)/d + √(2π f(w) d′²/d³) + 2(d′/d)²) + 5]",
				Remark:  "measured regret can be larger",
				Value:   windowBound, Changing: true, Where: func(i Instance) bool { return i.Bernoulli },
			}},
			Pseudocode: []Line{
				{1, "pull each arm once"},
				{2, "for t = K, K+1, …, T−1; λ̂_a is the mean of the N_a bits that a gave in rounds t−w+1, …, t"},
				{3, "  (a) index of arm a: largest q with N_a · kl(λ̂_a, g_a(q)) ≤ f(min(t, w)), +∞ if N_a = 0; " +
					"f(x) = ln x + 3 ln max(1, ln x)"},
				{4, "  (b) pull the arm with the largest index in round t+1 and observe its bit"},
			},
		},
		New: func(s Setting, v param.Values) Learner { return newKLUCBCF(s, windowSize(v)) },
	})
}

// windowBound is GAJ's bound (15), summed over the arms that are not always best, on the number of
// their pulls, each of which costs at most 1. d is the divergence of an arm's mean report from that
// of the best mean in phase i, and d′ its derivative in the first argument.
func windowBound(i Instance) float64 {
	w, total := i.Values.Number("w"), 0.0
	level := explorationLevel(w, 3)
	for a, c := range i.Channels {
		pulls := 0.0
		intercept, slope, _ := c.Affine()
		for _, means := range i.PhaseMeans {
			if best := slices.Max(means); means[a] < best {
				y, by := intercept+slope*best, slope*(means[a]-best)
				d, change := noise.Divergence(y, by), math.Log1p(by/y)-math.Log1p(-by/(1-y))
				pulls += level/d + math.Sqrt(2*math.Pi*level/d)*math.Abs(change/d) + 2*(change/d)*(change/d)
			}
		}
		if pulls > 0 {
			total += (float64(i.Phases)+4)*w + 4*math.E*i.Round/(w*math.Log(w)) + pulls + 5
		}
	}
	return total
}

// klUCBCF is KL-UCB with corrupted feedback, on the window or, without one, on all rounds.
type klUCBCF struct {
	windowBandit
	level float64 // f(min(t, w))
}

func newKLUCBCF(s Setting, size int) *klUCBCF {
	return &klUCBCF{windowBandit: newWindowBandit(s, size)}
}

func (l *klUCBCF) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	l.level = l.scoreKL(t - 1)
	return l.playBest()
}

// scoreKL computes KL-UCB's index of every arm after t rounds, and returns f(min(t, w)).
func (w *windowBandit) scoreKL(t int) (level float64) {
	if w.size > 0 {
		t = min(t, w.size)
	}
	level = explorationLevel(float64(t), 3)
	for a, n := range w.counts {
		w.scores[a] = w.reports.index(a, w.mean(a), n, level)
	}
	return level
}

func (l *klUCBCF) Clone() Learner { return &klUCBCF{l.clone(), l.level} }

func (l *klUCBCF) Explain() Explanation {
	columns := []Column{{"N", Detail}, {"g⁻¹(λ̂)", Estimate}, {"level/N", Detail}, {"bound", Detail}, {"index", UpperIndex}}
	e := l.explainPulled(1, []int{3, 4}, columns, func(j int) ([]float64, string) { return l.termsKL(j, l.level) })
	return l.noteForgotten(e, "index +∞")
}

// termsKL returns N, g⁻¹(λ̂), level/N, the bound on the mean bit, and g⁻¹ of that bound.
func (w *windowBandit) termsKL(j int, level float64) ([]float64, string) {
	n, mean := w.counts[j], w.tally.Estimate(j)
	if n == 0 {
		return []float64{0, mean, math.Inf(1), math.NaN(), math.Inf(1)},
			fmt.Sprintf("no bit in the last %s: +∞", number.Plural(w.size, "round"))
	}
	bound, index := w.reports.farthest(j, mean, n, level), w.scores[j]
	which := "largest"
	if !w.reports.increases(j) {
		which = "smallest"
	}
	return []float64{n, w.Estimate(j), level / n, bound, index},
		fmt.Sprintf("%s y with kl(%s, y) ≤ %s/%s is %s; g⁻¹(%s) = %s",
			which, num(mean), num(level), num(n), num(bound), num(bound), num(index))
}
