package learners

import (
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "lazy-ucb-local", Look: 37,
		Listing: Listing{
			Name: "Lazy-UCB-Local", Family: LocalPrivacy, Counterparts: []string{"ucb1"},
			Paper:   "HHMH Alg. 1 on reports of GAJ eq. 1; the bonus is ours",
			Summary: "Anytime-Lazy-UCB on reports",
		},
		Guarantee: Guarantee{Privacy: Local, Claim: "ε-local privacy of each report (GAJ eq. 2)"},
		Channel:   "rr",
		Accepts:   takesBitsBack,
		Parameters: param.List{{
			Name: "width", Meaning: "of the bonus", Choices: []string{"hhmh", "tight"},
			Notes: []string{"√(3 ln t/O), HHMH's, stretched", "√(1.5 ln t/O), stretched"}, Default: "hhmh",
		}},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the mean report of its newest full batch, taken back to rewards, and the sum of the unfinished one.",
				"It chooses the arm whose mean is largest with a bonus for few reports, which is larger the less a report says.",
				paysReports,
			},
			Symbols: append([]Symbol{
				{Name: "Y_j", Meaning: "the report of arm j's reward: a bit, 0 or 1"},
				{Name: "s", Meaning: "the slope of the chance of a 1 as a line in the reward"},
				{Name: "back(y)", Meaning: "the reward whose mean report is y"},
				{Name: "ũ_j", Meaning: "the mean report of arm j's newest full batch, taken back to rewards"},
			}, freshSymbols[1:]...),
			Pseudocode: []Line{
				{2, "pull each arm once; O_j ← 1, r_j ← 0, ũ_j ← back(Y_j), N_j ← Φ_j ← 0"},
				{3, "for t = K+1, K+2, …"},
				{4, "  pull J with the largest ũ_j + √(3 ln t/O_j)/|s|"},
				{5, "  N_J ← N_J + 1, Φ_J ← Φ_J + Y_J"},
				{6, "  if N_J has reached 2^(r_J+1)"},
				{7, "    O_J ← 2^(r_J+1), ũ_J ← back(Φ_J/O_J), r_J ← r_J + 1, N_J ← Φ_J ← 0"},
			},
		},
		New: func(s Setting, v param.Values) Learner {
			l := &lazyUCBLocal{bandit: newBandit(s), batches: newArmBatches(s.Arms, math.Inf(1)), reports: s.Channels, factor: 3}
			if v.Text("width") == "tight" {
				l.factor = 1.5
			}
			return l
		},
	})
}

// lazyUCBLocal is HHMH's Alg. 1 on reports. It publishes its batches without noise, because the
// reports have it already.
type lazyUCBLocal struct {
	bandit
	batches armBatches // of reports
	reports reports
	factor  float64 // 3 or 1.5
}

func (l *lazyUCBLocal) Observe(t int, feedback []float64) {
	l.batches.newest.begin()
	l.batches.add(t, l.play[0], feedback[0], &l.stream)
}

func (l *lazyUCBLocal) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := l.factor * math.Log(float64(t))
	for j := range l.batches.arms {
		l.scores[j] = l.Estimate(j) + math.Sqrt(log/l.batches.arms[j].size)*l.stretch(j)
	}
	return l.playBest()
}

// stretch is 1/|s|: (e^ε+1)/(e^ε−1) for randomized response at ε.
func (l *lazyUCBLocal) stretch(arm int) float64 {
	_, slope, _ := l.reports[arm].Affine()
	return 1 / math.Abs(slope)
}

func (l *lazyUCBLocal) Estimate(arm int) float64 {
	return l.reports.estimate(arm, l.batches.Estimate(arm))
}

func (l *lazyUCBLocal) Epoch() (done, length int) {
	a := &l.batches.arms[l.play[0]]
	return a.batch, a.target
}

// Suppose changes the sum of the reports behind the arm's estimate.
func (l *lazyUCBLocal) Suppose(arm int, more float64) bool {
	a := &l.batches.arms[arm]
	mean := (a.total.Value() + more) / a.size // NaN or infinite before the first report
	return mean >= 0 && mean <= 1 && l.batches.Suppose(arm, more)
}

func (l *lazyUCBLocal) Clone() Learner {
	return &lazyUCBLocal{l.clone(), l.batches.clone(), l.reports, l.factor}
}

func (l *lazyUCBLocal) Explain() Explanation {
	log := l.factor * math.Log(float64(l.round))
	width := map[float64]string{3: "√(3 ln t/O)/|s|", 1.5: "√(1.5 ln t/O)/|s|"}[l.factor]
	columns := []Column{{"ũ", Estimate}, {width, Confidence}, {"index", UpperIndex}}
	return l.explainPulled(2, []int{4}, columns, func(j int) ([]float64, string) {
		return sum(l.scores[j], l.Estimate(j), math.Sqrt(log/l.batches.arms[j].size)*l.stretch(j))
	})
}
