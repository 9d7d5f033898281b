package learners

import (
	"fmt"
	"math"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

func init() {
	registerGarivierMoulines(Declaration{
		ID: "sw-ucb", Name: "SW-UCB",
		Paper: "Garivier & Moulines 2011; on reports taken back through the channel, with GAJ's window: " +
			"this project's reading",
		Summary:    "UCB on a sliding window",
		Parameters: param.List{windowParameter, widthParameter},
		Derive:     func(s Setting, _ string) float64 { return windowLength(s) },
		Pseudocode: []Line{
			{1, "pull each arm once"},
			{2, "for t = K+1, K+2, …; λ̂_a is the mean of the N_a reports that a gave in the last w rounds"},
			{3, "  index of arm a: g_a⁻¹(λ̂_a) + √(α ln min(t, w) / N_a), +∞ if N_a = 0"},
			{4, "  pull the arm with the largest index and observe its report"},
		},
		New: func(s Setting, v param.Values) Learner {
			return &swUCB{windowBandit: newWindowBandit(s, windowSize(v)), alpha: v.Number("alpha")}
		},
	}, .5) // their width is B√(ξ ln min(t, w)/N), ξ > 1/2
}

// registerGarivierMoulines registers one of their learners, with its own parameter first and
// then α. Their theorem requires the default of the former and, for rewards in an interval of
// length B, α > least·B².
func registerGarivierMoulines(d Declaration, least float64) {
	d.Family, d.Privacy, d.KnowsHorizon = ChangingMeans, Local, true
	d.Channel, d.Accepts, d.Claim = "rr", takesBack, "ε-local privacy of each report, by the channel"
	own := d.Parameters[0].Name
	d.Bounds = []Bound{{
		Source: "Garivier & Moulines 2011, up to logarithms (recalled)", Formula: "√(L_T T)",
		Value: changingRate, Changing: true,
		Where: func(i Instance) bool {
			spread := i.rewardSpread()
			return i.Values.Number(own) == d.Derive(i.Setting, own) && i.Values.Number("alpha") > least*spread*spread
		},
	}}
	Register(&d)
}

// widthParameter is α of the learners with an additive confidence width.
var widthParameter = param.Parameter{
	Name: "alpha", Meaning: "α, the scale of the confidence bounds: their squares are proportional to it",
	Min: 0, Max: 100, Default: "1.2",
}

// swUCB stores N_a and the sum of a's reports in its window.
type swUCB struct {
	windowBandit
	alpha float64
}

func (l *swUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := math.Log(float64(min(t, l.size)))
	for j, n := range l.counts {
		l.scores[j] = math.Inf(1)
		if n > 0 {
			l.scores[j] = l.Estimate(j) + math.Sqrt(l.alpha*log/n)
		}
	}
	return l.playBest()
}

func (l *swUCB) Clone() Learner { return &swUCB{l.clone(), l.alpha} }

func (l *swUCB) Explain() Explanation {
	columns := []Column{{"N", Detail}, {"g⁻¹(λ̂)", Estimate}, {"√(α ln min(t,w)/N)", Confidence}, {"index", Score}}
	e := l.explainPulled(1, []int{3, 4}, columns, func(j int) ([]float64, string) {
		n, mean, index := l.counts[j], l.Estimate(j), l.scores[j]
		if n == 0 {
			return []float64{0, mean, math.Inf(1), index}, fmt.Sprintf("no report in the last %s rounds: +∞", number.Count(l.size))
		}
		width := math.Sqrt(l.alpha * math.Log(float64(min(l.round, l.size))) / n)
		return []float64{n, mean, width, index}, sumText(index, mean, width)
	})
	return l.noteForgotten(e, "index +∞")
}
