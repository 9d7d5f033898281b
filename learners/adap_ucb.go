package learners

import (
	"math"

	"regretscope/noise/declare"
)

func init() {
	registerAdaP(Declaration{ID: "adap-ucb", Name: "AdaP-UCB", Brief: "UCB on an arm's latest batch", Counterparts: []string{"ucb1"}}, "m_j + √(α ln(2t)/(2n_j)) + α ln t/(ε n_j)",
		func(d doubling) batchRule { return adapUCB{d} })
}

// registerAdaP registers one of the AdaP learners; index is what it plays the
// largest of.
func registerAdaP(d Declaration, index string, rule func(doubling) batchRule) {
	d.Family, d.Privacy, d.Feedback, d.Audit = PrivateBandit, Central, BanditFeedback, auditFreshSums
	d.Paper = "Azize & Basu 2022"
	d.Summary = "plays the arm of the best private bound until its pulls have doubled, then forgets what was before"
	d.Claim = "ε-DP (Azize & Basu 2022)"
	d.Parameters = declare.List{{
		Name: "alpha", Meaning: "width of the confidence bounds; above 3 in the theory",
		Min: 0, Above: true, Max: 100, Default: "3.1",
	}}
	d.Pseudocode = []Line{
		{1, "pull each arm once; m_j ← X_j + Lap(1/ε), n_j ← 1"},
		{2, "repeat, with t the round about to be played:"},
		{3, "  J ← arm with the largest " + index},
		{4, "  pull J until its pulls have doubled: n_J pulls"},
		{5, "  m_J ← mean of these n_J rewards + Lap(1/(ε n_J))"},
	}
	d.ReleaseLines = []int{5}
	d.Bounds = []Bound{{
		Source: "Azize & Basu 2022 (recalled)", Formula: "Σ ln T / min(Δ, ε)", Value: logOverGaps,
		Where: func(i Instance) bool { return i.Values.Number("alpha") > 3 },
	}}
	d.New = func(s Setting, v declare.Values) Learner {
		return newBatches(s, rule(doubling{v.Number("alpha")}))
	}
	register(&d)
}

// doubling is what AdaP-UCB, AdaP-KLUCB and AdaC-UCB share: batches of as many pulls as
// the arm has had, and the width of confidence bounds.
type doubling struct{ alpha float64 }

func (doubling) extend(a *batchArm) int { return a.pulls }

type adapUCB struct{ doubling }

func (l adapUCB) score(b *batches, t int) {
	for j := range b.arms {
		width, bonus := l.widths(b, j, t)
		b.scores[j] = b.arms[j].estimate + width + bonus
	}
}

// widths are √(α ln(2t)/(2n)) and α ln t/(εn).
func (l adapUCB) widths(b *batches, j, t int) (width, bonus float64) {
	n, round := b.arms[j].size, float64(t)
	return math.Sqrt(l.alpha * math.Log(2*round) / (2 * n)), l.alpha * math.Log(round) / (b.epsilon * n)
}

func (l adapUCB) explainScores(b *batches, t int) ([]Column, terms) {
	columns := []Column{{"m", Estimate}, {"√(α ln 2t/(2n))", Confidence}, {"α ln t/(εn)", PrivacyBonus}, {"index", Score}}
	return columns, func(j int) ([]float64, string) {
		width, bonus := l.widths(b, j, t)
		values, text := sum(b.scores[j], b.arms[j].estimate, width, bonus)
		return values, text + "; n = " + num(b.arms[j].size)
	}
}
