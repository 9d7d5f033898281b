package learners

import (
	"math"
	"slices"

	"regretscope/noise/param"
)

func init() {
	registerGarivierMoulines(Declaration{
		ID: "d-ucb", Look: 26,
		Listing: Listing{
			Name:    "D-UCB",
			Brief:   "UCB on discounted sums",
			Summary: "UCB on discounted sums: every round counts γ times as much as the one after it",
		},
		Parameters: param.List{
			{
				Name: "gamma", Meaning: "γ, the factor by which a round's weight shrinks each round",
				Min: 0, Above: true, Max: 1, Derived: "1 − √(Υ/T)/(4B), Υ = max(1, L_T − 1)",
			},
			xiParameter,
		},
		Derive: func(s Setting, _ param.Set, _ string) float64 {
			return 1 - math.Sqrt(s.breakpoints()/float64(s.Horizon))/(4*s.width())
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, a sum and a count of its reports in which old reports weigh less and less.",
				"It chooses the arm whose mean is largest with a bonus for few recent reports.",
				paysReports,
			},
			Symbols: append([]Symbol{
				{Name: "γ", Meaning: "how much a report still counts one round later"},
				{Name: "s", Meaning: "the age of a report, in rounds"},
				{Name: "B", Meaning: "the width of the reports taken back to rewards"},
				{Name: "ξ", Meaning: "the scale of the confidence bounds"},
				{Name: "n", Meaning: "the sum of all counts"},
				{Name: "Σ_a", Meaning: "the sum over all arms a"},
			}, reportSymbols...),
			Pseudocode: []Line{
				{1, "pull each arm once"},
				{2, "for t = K+1, K+2, …; a report of s rounds ago counts γ^(s−1), N_a sums up the counts of a, λ̂_a is the mean"},
				{3, "  index of arm a: g_a⁻¹(λ̂_a) + 2B√(ξ ln n / N_a), n = Σ_a N_a"},
				{4, "  pull the arm with the largest index and observe its report"},
			},
		},
		New: func(s Setting, v param.Values) Learner {
			b := s.width()
			return &dUCB{
				bandit: newBandit(s), reports: s.Channels, counts: make([]float64, s.Arms), means: make([]float64, s.Arms),
				gamma: v.Number("gamma"), xi: 4 * v.Number("xi") * b * b,
			}
		},
	})
}

type dUCB struct {
	bandit
	reports reports
	counts  []float64 // N_a
	means   []float64 // λ̂_a; discounting alone never changes a mean
	gamma   float64
	xi      float64 // 4ξB²
}

func (l *dUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := l.log()
	for j, n := range l.counts {
		l.scores[j] = math.Inf(1) // if the count has underflowed to 0
		if n > 0 {
			l.scores[j] = l.reports[j].Inverse(l.means[j]) + math.Sqrt(l.xi*log/n)
		}
	}
	return l.playBest()
}

// log returns ln n, where n is the sum of all counts, or 0 if n < 1.
func (l *dUCB) log() float64 {
	total := 0.0
	for _, n := range l.counts {
		total += n
	}
	return math.Log(max(1, total))
}

func (l *dUCB) Observe(_ int, feedback []float64) {
	for j := range l.counts {
		l.counts[j] *= l.gamma
	}
	j := l.play[0]
	l.counts[j]++
	l.means[j] += (feedback[0] - l.means[j]) / l.counts[j]
}

// Estimate returns g⁻¹ of the discounted mean report.
func (l *dUCB) Estimate(arm int) float64 {
	if l.counts[arm] == 0 {
		return math.NaN()
	}
	return l.reports[arm].Inverse(l.means[arm])
}

func (l *dUCB) Clone() Learner {
	c := *l
	c.bandit = l.bandit.clone()
	c.counts, c.means = slices.Clone(l.counts), slices.Clone(l.means)
	return &c
}

func (l *dUCB) Explain() Explanation {
	columns := []Column{{"N", Detail}, {"g⁻¹(λ̂)", Estimate}, {"2B√(ξ ln n/N)", Confidence}, {"index", UpperIndex}}
	log := l.log()
	return l.explainPulled(1, []int{3, 4}, columns, func(j int) ([]float64, string) {
		n, mean, index := l.counts[j], l.reports[j].Inverse(l.means[j]), l.scores[j]
		width := math.Inf(1)
		if n > 0 {
			width = math.Sqrt(l.xi * log / n)
		}
		return []float64{n, mean, width, index}, sumText(index, mean, width)
	})
}

func (l *dUCB) Suppose(arm int, more float64) bool {
	n := l.counts[arm]
	mean := l.means[arm] + more/n
	if n == 0 || !l.reports.possible(arm, mean) {
		return false
	}
	l.means[arm] = mean
	return true
}
