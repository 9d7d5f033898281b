package learners

import (
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "ucb-ldp-b", Look: 24,
		Listing: Listing{
			Name: "UCB-LDP-B", Family: LocalPrivacy, Featured: 2, Counterparts: []string{"ucb1"},
			Paper:   "Ren, Zhou, Liu & Shroff 2020, LDP-UCB-B",
			Summary: "UCB1 on the channel's bits",
		},
		Guarantee: Guarantee{Privacy: Local, Claim: "ε-local privacy of each report (Ren et al. 2020; JZL Cor. 1)"},
		Channel:   "linear", Accepts: takesBits, TrustsReports: true,
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's reports and their sum.",
				"It chooses the arm whose mean report is largest with a bonus for few reports.",
				paysReports,
			},
			Symbols: []Symbol{
				{Name: "S_j", Meaning: "the sum of the reports of arm j"},
				{Name: "N_j", Meaning: "the number of its reports"},
			},
			Pseudocode: []Line{
				{1, "pull each arm once"},
				{2, "for t = K+1, K+2, …"},
				{3, "  index of arm j: S_j/N_j + √(2 ln t / N_j), S_j the sum of its N_j reports"},
				{4, "  pull the arm with the largest index"},
				{5, "  add its reward after the channel to S_j, 1 to N_j"},
			},
			Bounds: []Bound{
				reportBound("Ren et al. 2020, as JZL §4 quotes it", "((e^ε+1)/(e^ε−1))² Σ 8 ln T / Δ", linearMechanism,
					func(log, reported float64) float64 { return 8 * log / (reported * reported) }),
				reportBound("JZL eq. 4", "Σ Δ (8 ln T / Δ_ε² + 1 + π²/3)", nonLinearMechanism,
					func(log, reported float64) float64 { return 8*log/(reported*reported) + 1 + math.Pi*math.Pi/3 }),
			},
			Explicit: reportBound("Eq. (4)", "", bestReports,
				func(log, reported float64) float64 { return 8*log/(reported*reported) + 1 + math.Pi*math.Pi/3 }),
		},
		New: func(s Setting, _ param.Values) Learner { return newUCB1(s) },
	})
}
