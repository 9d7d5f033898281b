package learners

import (
	"math"

	"regretscope/noise/audit"
	"regretscope/noise/curve"
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "adac-ucb", Name: "AdaC-UCB", Family: PrivateBandit, Counterparts: []string{"ucb1"},
		Paper:        "Azize & Basu 2023; episodes and noise read in summaries, index recalled, first pulls this project's reading",
		Brief:        "AdaP-UCB with Gaussian noise",
		Summary:      "as AdaP-UCB, with Gaussian noise: ρ-zCDP in place of ε-DP",
		Privacy:      Concentrated,
		Claim:        "ρ-zCDP (Azize & Basu 2023)",
		Tunes:        "rho",
		Promises:     func(_ Setting, v declare.Values) Promise { return Promise{curve.Rho, v.Number("rho")} },
		Audit:        auditAdaC,
		Feedback:     BanditFeedback,
		ReleaseLines: []int{1, 5},
		Parameters: declare.List{
			{
				Name: "rho", Meaning: "ρ of zero-concentrated privacy; the noise on a sum has variance 1/(2ρ)",
				Min: 0, Above: true, Max: 1e6, Default: "0.1",
			},
			{
				Name: "beta", Meaning: "width of the confidence bounds; above 3 in the theory",
				Min: 0, Above: true, Max: 100, Default: "3.1",
			},
		},
		Pseudocode: []Line{
			{1, "pull each arm once; m_j ← X_j + N(0, 1/(2ρ)), n_j ← 1"},
			{2, "repeat, with t the round about to be played:"},
			{3, "  J ← arm with the largest m_j + √((1/(2n_j) + 1/(ρ n_j²)) β ln t)"},
			{4, "  pull J until its pulls have doubled: n_J pulls"},
			{5, "  m_J ← mean of these n_J rewards + N(0, 1/(2ρ n_J²))"},
		},
		Bounds: []Bound{{
			Source: "Azize & Basu 2023 (summary: the cost of privacy, up to logarithms)", Formula: "Σ ln T/Δ + ln T/√ρ",
			Value: func(i Instance) float64 {
				log := math.Log(i.Round)
				return i.overGaps(func(gap float64) float64 { return log / gap }) + log/math.Sqrt(i.Values.Number("rho"))
			},
			Where: func(i Instance) bool { return i.Values.Number("beta") > 3 },
		}},
		New: func(s Setting, v declare.Values) Learner {
			rho := v.Number("rho")
			b := newBatches(s, adaCUCB{doubling{v.Number("beta")}, rho})
			b.normal, b.scale, b.epsilon = true, gaussianDeviation(rho), math.Inf(1)
			return b
		},
	})
}

// gaussianDeviation is that of the normal noise which makes a sum ρ-zCDP.
func gaussianDeviation(rho float64) float64 { return 1 / math.Sqrt(2*rho) }

// auditAdaC is about the means that are published. Each reward is in one of them.
func auditAdaC(s Setting, v declare.Values) (audit.Transcript, error) {
	return audit.GaussianSums(s.Arms, gaussianDeviation(v.Number("rho")))
}

type adaCUCB struct {
	doubling
	rho float64
}

func (l adaCUCB) score(b *batches, t int) {
	for j := range b.arms {
		b.scores[j] = b.arms[j].estimate + l.radius(b.arms[j].size, t)
	}
}

// radius is √((1/(2n) + 1/(ρn²)) β ln t): that of a mean with variance 1/4n and of
// noise with variance 1/(2ρn²).
func (l adaCUCB) radius(n float64, t int) float64 {
	return math.Sqrt((1/(2*n) + 1/(l.rho*n*n)) * l.alpha * math.Log(float64(t)))
}

func (l adaCUCB) explainScores(b *batches, t int) ([]Column, terms) {
	columns := []Column{{"m", Estimate}, {"√((1/(2n) + 1/(ρn²)) β ln t)", Confidence}, {"index", Score}}
	return columns, func(j int) ([]float64, string) {
		values, text := sum(b.scores[j], b.arms[j].estimate, l.radius(b.arms[j].size, t))
		return values, text + "; n = " + num(b.arms[j].size)
	}
}
