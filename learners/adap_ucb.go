package learners

import (
	"math"

	"regretscope/noise/declare"
)

func init() {
	registerAdaP(Declaration{ID: "adap-ucb", Name: "AdaP-UCB", Brief: "UCB on an arm's latest batch"}, "m_j + √(α ln(2t)/(2n_j)) + α ln t/(ε n_j)",
		func(a adap) Learner { return &adapUCB{a} })
}

// registerAdaP registers one of the AdaP learners; index is what it plays the
// largest of.
func registerAdaP(d Declaration, index string, start func(adap) Learner) {
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
		return start(adap{batches: newBatches(s), alpha: v.Number("alpha")})
	}
	register(&d)
}

// adap is what AdaP-UCB and AdaP-KLUCB share: all but the index.
type adap struct {
	batches
	alpha float64
}

// decide starts an episode of an arm with the largest score: as many pulls as it
// has had.
func (l *adap) decide(t int) []int {
	l.playBest()
	l.commit(t, int(l.arms[l.play[0]].pulls))
	return l.play[:]
}

func (l *adap) clone() adap { return adap{batches: l.batches.clone(), alpha: l.alpha} }

type adapUCB struct{ adap }

func (l *adapUCB) Choose(t int) []int {
	if l.settled(t) {
		return l.play[:]
	}
	for j := range l.arms {
		width, bonus := l.terms(j, t)
		l.scores[j] = l.arms[j].estimate + width + bonus
	}
	return l.decide(t)
}

// terms are √(α ln(2t)/(2n)) and α ln t/(εn).
func (l *adapUCB) terms(j, t int) (width, bonus float64) {
	n, round := l.arms[j].size, float64(t)
	return math.Sqrt(l.alpha * math.Log(2*round) / (2 * n)), l.alpha * math.Log(round) / (l.epsilon * n)
}

func (l *adapUCB) Clone() Learner { return &adapUCB{l.clone()} }

func (l *adapUCB) Explain() Explanation {
	columns := []Column{{"m", Estimate}, {"√(α ln 2t/(2n))", Confidence}, {"α ln t/(εn)", PrivacyBonus}, {"index", Score}}
	return l.explain(columns, func(j int) ([]float64, string) {
		width, bonus := l.terms(j, l.began)
		values, text := sum(l.scores[j], l.arms[j].estimate, width, bonus)
		return values, text + "; n = " + num(l.arms[j].size)
	})
}
