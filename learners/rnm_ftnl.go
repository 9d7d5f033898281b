package learners

import (
	"regretscope/noise/audit"
	"regretscope/noise/declare"
)

func init() {
	// What FTNL has in common, and the lines that only RNM-FTNL's parameters add.
	pseudocode := func(first, publish string, variants ...Line) []Line {
		lines := append([]Line{
			{3, "J_0 ← " + first},
			{4, "for epochs r = 1, 2, …"},
			{5, "  Φ_j ← 0 for every action j"},
			{6, "  for rounds t = 2^(r−1), …, 2^r − 1"},
			{7, "    play J_{r−1}"},
			{8, "    see the rewards of all actions"},
		}, variants...)
		return append(lines, Line{14, "    add them to Φ"}, Line{16, "  J_r ← argmax_j Φ_j + " + publish})
	}
	register(&Declaration{
		ID: "rnm-ftnl", Name: "RNM-FTNL", Family: Experts,
		Paper:    "HHMH Alg. 4, WW Alg. 1",
		Summary:  "plays the noisy leader of the epoch before; epochs double",
		Featured: 1,
		Privacy:  Central,
		Claim:    "ε-DP (HHMH Thm 8 with Laplace 1/ε; WW Thm 1 to 4 with Laplace 2/ε, exponential 1/ε, Gumbel 2/ε)",
		Audit:    func(s Setting, v declare.Values) (audit.Transcript, error) { return ftnlOptionsOf(v).audit(s) },

		Feedback: FullFeedback,
		Parameters: declare.List{
			{
				Name: "noise", Meaning: "distribution of the noise on each action's epoch sum",
				Choices: []string{"laplace", "exponential", "gumbel"}, Default: "laplace",
				Notes: []string{
					"HHMH print scale 1, WW scale 2: the true loss is 2ε/scale",
					"WW print scale 1: the true loss is 2ε/scale",
					"WW print scale 2: the true loss is 2ε/scale, and picks are a softmax",
				},
			},
			{
				Name: "scale", Meaning: "scale of the noise in units of 1/ε; 2 is what makes the true loss ε",
				Min: 0, Above: true, Max: 1e6, Default: "2",
			},
			{
				Name: "resample", Meaning: "replace every reward x by a Bernoulli(x) draw before summing (WW's B)",
				Choices: []string{"0", "1"}, Default: "0",
			},
			{
				Name: "first", Meaning: "the action of round 1: uniform (WW) or the first one (HHMH)",
				Choices: []string{"uniform", "one"}, Default: "uniform",
			},
		},
		Pseudocode: pseudocode(
			"a random action (first=uniform) or action 1 (first=one)",
			"Q_j, Q_j independent noise of the chosen scale",
			Line{12, "    resample=1: replace each reward x by a Bernoulli(x) draw"},
		),
		ReleaseLines: []int{16},
		Bounds:       ftnlBounds(),
		New:          func(s Setting, v declare.Values) Learner { return newFTNL(s, ftnlOptionsOf(v)) },
	})
	register(&Declaration{
		ID: "ftnl", Name: "FTNL", Family: Experts,
		Paper:    "HHMH §5, in words",
		Summary:  "as RNM-FTNL, but with the noise that publishing all K sums would need",
		Featured: 2,
		Privacy:  Central,
		Claim:    "ε-DP (HHMH §5)",
		Audit:    func(s Setting, _ declare.Values) (audit.Transcript, error) { return naiveOptions(s).audit(s) },
		Feedback: FullFeedback,

		Pseudocode:   pseudocode("a random action", "Lap(K/ε)"),
		ReleaseLines: []int{16},
		New:          func(s Setting, _ declare.Values) Learner { return newFTNL(s, naiveOptions(s)) },
	})
}
