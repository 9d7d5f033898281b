package learners

import (
	"math"

	"regretscope/noise/param"
)

func init() {
	registerAdaP(Declaration{
		ID: "adap-ucb", Look: 2,
		Listing: Listing{Name: "AdaP-UCB", Brief: "UCB on an arm's latest batch", Counterparts: []string{"ucb1"}},
	}, "m_j + √(α ln(2t)/(2n_j)) + α ln t/(ε n_j)", func(Instance) bool { return true },
		func(b batches, alpha float64) Learner { return &adapUCB{b, alpha} })
}

// registerAdaP registers an AdaP learner, which plays the arm with the largest index. covers
// reports whether its theorem covers the rewards of an instance.
func registerAdaP(d Declaration, index string, covers func(Instance) bool,
	start func(b batches, alpha float64) Learner,
) {
	d.Family, d.Privacy, d.Audit = PrivateBandit, Central, auditFreshSums
	d.Paper = "Azize & Basu 2022"
	d.Summary = "plays the arm with the best private bound until its pulls double, then forgets its earlier rewards"
	d.Claim = "ε-DP (Azize & Basu 2022)"
	d.Parameters = param.List{boundsWidth("alpha")}
	d.Plain = [3]string{
		"It keeps, for each arm, the noisy mean of the arm's newest batch of rewards.",
		"It chooses the arm whose mean could be largest and pulls it until its pulls have doubled.",
		"It pays for privacy with Laplace noise in every mean, a bonus to allow for it, and the rewards that it forgets.",
	}
	d.Symbols = append([]Symbol{{Name: "α", Meaning: "the width of the confidence bounds"}}, batchSymbols...)
	d.Pseudocode = []Line{
		{1, "pull each arm once; m_j ← X_j + Lap(1/ε), n_j ← 1"},
		{2, "repeat, with t the round about to be played:"},
		{3, "  J ← arm with the largest " + index},
		{4, "  pull J until its pulls have doubled: n_J pulls"},
		{5, "  m_J ← mean of these n_J rewards + Lap(1/(ε n_J))"},
	}
	d.ReleaseLines, d.InitLine = []int{5}, 1
	d.Bounds = []Bound{{
		Source: "Azize & Basu 2022", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps,
		Where: func(i Instance) bool { return i.Values.Number("alpha") > 3 && covers(i) },
	}}
	d.New = func(s Setting, v param.Values) Learner {
		return start(newBatches(s), v.Number("alpha"))
	}
	Register(&d)
}

// boundsWidth returns the parameter that scales Azize and Basu's confidence bounds.
func boundsWidth(name string) param.Parameter {
	return param.Parameter{
		Name: name, Meaning: "width of the confidence bounds; above 3 in the theory", Above: true, Max: 100, Default: "3.1",
	}
}

// adapUCB stores m_j and n_j in batches.arms.
type adapUCB struct {
	batches
	alpha float64
}

func (l *adapUCB) Choose(t int) []int {
	if l.goesOn(t) {
		return l.play[:]
	}
	round := float64(t)
	for j := range l.arms {
		m, n := l.arms[j].estimate, l.arms[j].size
		l.scores[j] = m + math.Sqrt(l.alpha*math.Log(2*round)/(2*n)) + l.alpha*math.Log(round)/(l.epsilon*n)
	}
	return l.commit(t, l.arms[l.playBest()[0]].pulls)
}

func (l *adapUCB) Clone() Learner { return &adapUCB{l.clone(), l.alpha} }

func (l *adapUCB) Explain() Explanation {
	columns := []Column{{"m", Estimate}, {"√(α ln 2t/(2n))", Confidence}, {"α ln t/(εn)", PrivacyBonus}, {"index", UpperIndex}}
	round := float64(l.began)
	return l.explain(columns, func(j int) ([]float64, string) {
		m, n := l.arms[j].estimate, l.arms[j].size
		values, text := sum(l.scores[j], m, math.Sqrt(l.alpha*math.Log(2*round)/(2*n)), l.alpha*math.Log(round)/(l.epsilon*n))
		return values, text + "; n = " + num(n)
	})
}
