package learners

import (
	"errors"
	"fmt"
	"math"

	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "ucb-ldp-l", Look: 25,
		Listing: Listing{
			Name: "UCB-LDP-L", Family: LocalPrivacy, Counterparts: []string{"ucb1"},
			Paper:   "Ren, Zhou, Liu & Shroff 2020, LDP-UCB-L",
			Brief:   "UCB on Laplace-noised rewards",
			Summary: "UCB on rewards with Laplace noise, wide enough for the noise",
		},
		Guarantee:     Guarantee{Privacy: Local, Claim: "ε-local privacy of each report (Ren et al. 2020)"},
		Channel:       "laplace",
		TrustsReports: true,
		Accepts: func(c channel.Channel) error {
			if c.ID() != "laplace" && c.ID() != "none" {
				return errors.New("its index is made for Laplace noise on the reward")
			}
			return nil
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's reports and their sum.",
				"It chooses the arm whose mean report is largest with two bonuses: for few reports, and for their noise.",
				"It pays for privacy before it learns anything: every reward arrives with Laplace noise, so it needs more of them.",
			},
			Symbols: []Symbol{
				{Name: "S_a", Meaning: "the sum of the reports of arm a"},
				{Name: "N_a", Meaning: "the number of its reports"},
			},
			Pseudocode: []Line{
				{1, "for t = 1, 2, …"},
				{2, "  if some arm has N_a ≤ 4 ln(t + 1): pull the first such"},
				{3, "  else index of arm a: S_a/N_a + √(2 ln t / N_a) + √(32 ln t / (ε² N_a))"},
				{4, "  pull the arm with the largest index"},
				{5, "  add its reward + Lap(1/ε) to S_a, 1 to N_a"},
			},
		},
		New: func(s Setting, _ param.Values) Learner { return &ucbLDPL{tallyBandit: newTallyBandit(s)} },
	})
}

// ucbLDPL stores S_a and N_a in its tally.
type ucbLDPL struct {
	tallyBandit
	short bool // the latest play had too few pulls for an index
}

func (l *ucbLDPL) Choose(t int) []int {
	l.round = t
	least := 4 * math.Log(float64(t)+1)
	for j, n := range l.counts {
		if n <= least {
			l.play[0], l.short = j, true
			return l.play[:]
		}
	}
	l.short = false
	log := math.Log(float64(t))
	for j, n := range l.counts {
		l.scores[j] = l.mean(j) + math.Sqrt(2*(log/n)) + math.Sqrt(32*(log/n))/l.reports[j].Epsilon()
	}
	return l.playBest()
}

func (l *ucbLDPL) Clone() Learner { return &ucbLDPL{l.clone(), l.short} }

func (l *ucbLDPL) Explain() Explanation {
	if l.short {
		j := l.play[0]
		return Explanation{Lines: []int{2}, Note: fmt.Sprintf(
			"arm %d has %s, and 4 ln(t+1) is %s",
			j+1, number.Plural(int(l.counts[j]), "pull"), num(4*math.Log(float64(l.round)+1)))}
	}
	columns := []Column{{"S/N", Estimate}, {"√(2 ln t/N)", Confidence}, {"√(32 ln t/ε²N)", PrivacyBonus}, {"index", UpperIndex}}
	log := math.Log(float64(l.round))
	return l.explain([]int{3, 4}, columns, func(j int) ([]float64, string) {
		n := l.counts[j]
		return sum(l.scores[j], l.mean(j), math.Sqrt(2*(log/n)), math.Sqrt(32*(log/n))/l.reports[j].Epsilon())
	})
}
