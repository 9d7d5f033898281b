package learners

import (
	"math"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

func init() {
	Register(&Declaration{
		ID: "adac-ucb", Look: 0,
		Listing: Listing{
			Name: "AdaC-UCB", Family: PrivateBandit, Counterparts: []string{"ucb1"},
			Paper:   "Azize & Basu 2023; as in chapter 5 of Azize's thesis, 2024",
			Brief:   "AdaP-UCB with Gaussian noise",
			Summary: "as AdaP-UCB, with Gaussian noise: ρ-zCDP in place of ε-DP",
		},
		Guarantee: Guarantee{
			Privacy: Concentrated,
			Claim:   "ρ-zCDP (Azize & Basu 2023)",
			Tunes:   "rho",
			Promises: func(_ Setting, v param.Values) Promise {
				return Promise{privacy.Measure{Notion: privacy.Rho}, v.Number("rho")}
			},
			Audit: auditAdaC,
		},
		Parameters: param.List{
			{
				Name: "rho", Meaning: "ρ of zero-concentrated privacy; the noise on a sum has variance 1/(2ρ)",
				Min: 0, Above: true, Max: 1e6, Default: "0.1",
			},
			boundsWidth("beta"),
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, the noisy mean of the arm's newest batch of rewards.",
				"It chooses the arm whose mean could be largest and pulls it until its pulls have doubled.",
				"It pays for privacy with normal noise in every mean, a bonus to allow for it, and the rewards that it forgets.",
			},
			Symbols: append([]Symbol{
				{Name: "ρ", Meaning: "the privacy parameter: a small ρ means much noise"},
				{Name: "β", Meaning: "the width of the confidence bounds"},
			}, batchSymbols...),
			ReleaseLines: []int{5}, InitLine: 1,
			Pseudocode: []Line{
				{1, "pull each arm once; m_j ← X_j + N(0, 1/(2ρ)), n_j ← 1"},
				{2, "repeat, with t the round about to be played:"},
				{3, "  J ← arm with the largest m_j + √((1/(2n_j) + 1/(ρ n_j²)) β ln t)"},
				{4, "  pull J until its pulls have doubled: n_J pulls"},
				{5, "  m_J ← mean of these n_J rewards + N(0, 1/(2ρ n_J²))"},
			},
			Bounds: []Bound{{
				Source: "Azize & Basu 2023, constants of Azize's thesis", Formula: "Σ (8β ln T/Δ + 8√(β ln T/ρ))",
				Value: func(i Instance) float64 {
					level, rho := i.Values.Number("beta")*math.Log(i.Round), i.Values.Number("rho")
					return i.overGaps(func(gap float64) float64 { return 8*level/gap + 8*math.Sqrt(level/rho) })
				},
				Where: func(i Instance) bool { return i.Values.Number("beta") > 3 },
			}},
		},
		New: func(s Setting, v param.Values) Learner {
			l := &adaCUCB{newBatches(s), v.Number("rho"), v.Number("beta")}
			l.law, l.scale, l.epsilon = noise.GaussianNoise, gaussianDeviation(l.rho), math.Inf(1)
			return l
		},
	})
}

// gaussianDeviation returns the standard deviation of the normal noise that makes a sum ρ-zCDP.
func gaussianDeviation(rho float64) float64 { return 1 / math.Sqrt(2*rho) }

// auditAdaC audits the published means. Each reward is in exactly one of them.
func auditAdaC(s Setting, v param.Values) dpaudit.Transcript {
	return dpaudit.Sums(s.Arms, privacy.GaussianSum{Deviation: gaussianDeviation(v.Number("rho"))})
}

// adaCUCB stores m_j and n_j in batches.arms.
type adaCUCB struct {
	batches
	rho, beta float64
}

func (l *adaCUCB) Choose(t int) []int {
	if l.goesOn(t) {
		return l.play[:]
	}
	for j := range l.arms {
		m, n := l.arms[j].estimate, l.arms[j].size
		// The mean has variance at most 1/(4n), its noise 1/(2ρn²).
		l.scores[j] = m + math.Sqrt((1/(2*n)+1/(l.rho*n*n))*l.beta*math.Log(float64(t)))
	}
	return l.commit(t, l.arms[l.playBest()[0]].pulls)
}

func (l *adaCUCB) Clone() Learner { return &adaCUCB{l.clone(), l.rho, l.beta} }

func (l *adaCUCB) Explain() Explanation {
	columns := []Column{{"m", Estimate}, {"√((1/(2n) + 1/(ρn²)) β ln t)", Confidence}, {"index", UpperIndex}}
	return l.explain(columns, func(j int) ([]float64, string) {
		m, n := l.arms[j].estimate, l.arms[j].size
		values, text := sum(l.scores[j], m, math.Sqrt((1/(2*n)+1/(l.rho*n*n))*l.beta*math.Log(float64(l.began))))
		return values, text + "; n = " + num(n)
	})
}
