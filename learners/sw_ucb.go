package learners

import (
	"fmt"
	"math"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

func init() {
	registerGarivierMoulines(Declaration{
		ID: "sw-ucb", Look: 31,
		Listing: Listing{Name: "SW-UCB", Summary: "UCB on a sliding window"},
		Parameters: param.List{
			{
				Name: "w", Meaning: "length of the sliding window, in rounds",
				Min: 1, Max: maxWindow, Whole: true, Derived: "2B√(T ln T/Υ), Υ = max(1, L_T − 1), at most T",
			},
			{
				Name: "window", Meaning: "the default of w", Choices: []string{"gm", "gaj"}, Default: "gm",
				Notes: []string{"Garivier and Moulines's", "GAJ's, max(K, ⌈√(4eT/(L_T+4))⌉)"},
			},
			xiParameter,
		},
		Derive: func(s Setting, given param.Set, _ string) float64 {
			if given["window"] == "gaj" {
				return windowLength(s)
			}
			horizon := float64(s.Horizon)
			w := math.Round(2 * s.width() * math.Sqrt(horizon*math.Log(horizon)/s.breakpoints()))
			return min(max(w, float64(s.Arms)), horizon)
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the reports of the last rounds, its window, and forgets older ones.",
				"It chooses the arm whose mean in the window is largest with a bonus for few reports there.",
				paysReports,
			},
			Symbols: append([]Symbol{
				{Name: "w", Meaning: "the length of the window, in rounds"},
				{Name: "B", Meaning: "the width of the reports taken back to rewards"},
				{Name: "ξ", Meaning: "the scale of the confidence bounds"},
			}, reportSymbols...),
			Pseudocode: []Line{
				{1, "pull each arm once"},
				{2, "for t = K+1, K+2, …; λ̂_a is the mean of the N_a reports that a gave in the last w rounds"},
				{3, "  index of arm a: g_a⁻¹(λ̂_a) + B√(ξ ln min(t, w) / N_a), +∞ if N_a = 0"},
				{4, "  pull the arm with the largest index and observe its report"},
			},
		},
		New: func(s Setting, v param.Values) Learner {
			b := s.width()
			return &swUCB{newWindowBandit(s, windowSize(v)), v.Number("xi") * b * b}
		},
	})
}

// registerGarivierMoulines registers one of their learners, with its own parameter first. Their
// theorem requires its default, and ξ > ½.
func registerGarivierMoulines(d Declaration) {
	d.Paper = "Garivier & Moulines 2011; on reports inverted through the channel: this project's choice"
	d.Family, d.Privacy, d.KnowsHorizon = ChangingMeans, Local, true
	d.Channel, d.Accepts, d.Claim = "rr", takesBack, "ε-local privacy of each report, by the channel"
	own := d.Parameters[0].Name
	d.Bounds = []Bound{{
		Source: "Garivier & Moulines 2011, up to logarithms", Formula: "√(Υ T)",
		Value:    func(i Instance) float64 { return math.Sqrt(i.breakpoints() * i.Round) },
		Changing: true,
		Where: func(i Instance) bool {
			return i.Values.Number(own) == d.Derive(i.Setting, nil, own) && i.Values.Number("xi") > .5 &&
				!math.IsInf(i.rewardSpread(), 1)
		},
	}}
	Register(&d)
}

// xiParameter is ξ of the learners with an additive confidence width.
var xiParameter = param.Parameter{
	Name: "xi", Meaning: "ξ, the scale of the confidence bounds: their squares are proportional to it",
	Max: 100, Default: "0.6",
}

// width returns B, the length of the interval of what a learner sees: of rewards, or of reports inverted through
// their channels. Unbounded reports have no such interval; their learners use 1.
func (s Setting) width() float64 {
	if b := s.rewardSpread(); !math.IsInf(b, 1) {
		return b
	}
	return 1
}

// breakpoints returns Υ = L_T − 1, at least 1.
func (s Setting) breakpoints() float64 { return math.Max(1, float64(s.Phases-1)) }

// swUCB stores N_a and the sum of a's reports in its window.
type swUCB struct {
	windowBandit
	xi float64 // ξB²
}

func (l *swUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := math.Log(float64(min(t, l.size)))
	for j, n := range l.counts {
		l.scores[j] = math.Inf(1)
		if n > 0 {
			l.scores[j] = l.Estimate(j) + math.Sqrt(l.xi*log/n)
		}
	}
	return l.playBest()
}

func (l *swUCB) Clone() Learner { return &swUCB{l.clone(), l.xi} }

func (l *swUCB) Explain() Explanation {
	columns := []Column{{"N", Detail}, {"g⁻¹(λ̂)", Estimate}, {"B√(ξ ln min(t,w)/N)", Confidence}, {"index", UpperIndex}}
	e := l.explainPulled(1, []int{3, 4}, columns, func(j int) ([]float64, string) {
		n, mean, index := l.counts[j], l.Estimate(j), l.scores[j]
		if n == 0 {
			return []float64{0, mean, math.Inf(1), index},
				fmt.Sprintf("no report in the last %s: +∞", number.Plural(l.size, "round"))
		}
		width := math.Sqrt(l.xi * math.Log(float64(min(l.round, l.size))) / n)
		return []float64{n, mean, width, index}, sumText(index, mean, width)
	})
	return l.noteForgotten(e, "index +∞")
}
