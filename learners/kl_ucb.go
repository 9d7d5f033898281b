package learners

import (
	"math"

	"regretscope/learners/kl"
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "kl-ucb", Name: "KL-UCB", Family: Bandit,
		Paper:    "Garivier & Cappé 2011",
		Brief:    "the largest mean KL still allows",
		Summary:  "pulls the largest mean that the Kullback–Leibler divergence still allows",
		Privacy:  NotPrivate,
		Audit:    oneRewardDecides,
		Feedback: BanditFeedback,
		Parameters: declare.List{{
			Name: "c", Meaning: "weight of ln ln t in the level: 3 in the theory, 0 in practice",
			Min: 0, Max: 100, Default: "0",
		}},
		Pseudocode: []Line{
			{1, "pull each arm once"},
			{2, "for t = K+1, K+2, …"},
			{3, "  level: ln t + c ln max(1, ln t)"},
			{4, "  index of arm j: largest q with N_j · kl(S_j/N_j, q) ≤ level"},
			{5, "  pull the arm with the largest index"},
			{6, "  add its reward to S_j, 1 to N_j"},
		},
		New: func(s Setting, v declare.Values) Learner {
			return &klUCB{newTallyBandit(s), newContest(s.Arms), v.Number("c")}
		},
	})
}

type klUCB struct {
	tallyBandit
	contest
	c float64
}

func (l *klUCB) Choose(t int) []int {
	return l.choose(t, &l.bandit, &l.tally, l)
}

func (l *klUCB) level(t float64) float64 { return explorationLevel(t, l.c) }

// index is the bound, and above all of them where it rounds to 1 (kl.Rank).
func (l *klUCB) index(j int, level float64) float64 {
	n := l.counts[j]
	return kl.Rank(l.sums[j]/n, level/n)
}

func (l *klUCB) limit(j int, level float64) float64 {
	return l.index(j, level) + klSlack(level/l.counts[j])
}

func (l *klUCB) raise(j int, limit, lower, higher float64) float64 {
	n := l.counts[j]
	if limit = klRaise(l.sums[j]/n, limit, (higher-lower)/n); limit > 1-slack {
		return math.Inf(1) // above 1 − 1e−12, ranks are no bounds
	}
	return limit
}

// klRaise is at least the bound on a mean at a level that is higher by rise than the
// one at which it is at most q, slack included. Bounds are concave in their level: a
// tangent is above them, the more so where it touches further below.
func klRaise(mean, q, rise float64) float64 {
	const room = 4 * slack
	u := q - room
	if u <= mean || u >= 1 {
		return 1 + room
	}
	return q + rise*u*(1-u)/(u-mean)
}

// above finds no root: an index is above the rival's where the rival's lies within
// the arm's bound.
func (l *klUCB) above(_ int, n, mean, level, rival float64) bool {
	return klAbove(n, mean, level, rival)
}

// klAbove tells that the bound on a mean of n observations is certain to be above q.
func klAbove(n, mean, level, q float64) bool {
	q += klSlack(level / n)
	return q <= mean || q < 1 && n*kl.Divergence(mean, q) <= level
}

// klSlack is by how much a bound at a level may be off through rounding, with room.
func klSlack(level float64) float64 { return slack + 1e-15/math.Sqrt(level) }

// explorationLevel is ln x + c ln max(1, ln x), the level f of KL-UCB indices.
func explorationLevel(x, c float64) float64 {
	log := math.Log(x)
	if c == 0 || log <= 1 {
		return log
	}
	return log + c*math.Log(log)
}

// Steady implements Steady.
func (l *klUCB) Steady(t int) (rounds int, losses float64) {
	return l.steady(t, &l.bandit, &l.tally, l, func(rank float64) float64 { return min(rank, 1) })
}

// ObserveAll implements Steady.
func (l *klUCB) ObserveAll(t int, s *Stretch) { l.observeAll(t, s, &l.bandit, &l.tally) }

func (l *klUCB) Clone() Learner {
	return &klUCB{l.tallyBandit.clone(), l.contest.clone(), l.c}
}

func (l *klUCB) Explain() Explanation {
	columns := []Column{{"S/N", Estimate}, {"level/N", Detail}, {"index", Score}}
	level := l.level(float64(l.round))
	rank := func(j int) float64 { return l.index(j, level) }
	columns, of := byRank(len(l.scores), rank, columns, func(j int) ([]float64, string) {
		mean, n := l.Estimate(j), l.counts[j]
		index := kl.Upper(mean, level/n)
		return []float64{mean, level / n, index}, klText(mean, level, n, index)
	})
	return l.explainPulled(1, []int{4, 5}, columns, of)
}
