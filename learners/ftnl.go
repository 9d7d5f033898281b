package learners

import (
	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/noise/selection"
)

func init() {
	Register(&Declaration{
		ID: "ftnl", Look: 16,
		Listing: Listing{
			Name: "FTNL", Family: Experts, Featured: 2, Counterparts: []string{"ftl"},
			Paper:   "HHMH §5, in words",
			Brief:   "RNM-FTNL with noise for all sums",
			Summary: "as RNM-FTNL, but with the noise that publishing all K sums would need",
		},
		Guarantee: Guarantee{
			Privacy: Central,
			Claim:   "ε-DP (HHMH §5)",
			Audit:   func(s Setting, _ param.Values) dpaudit.Transcript { return naiveOptions(s).audit(s) },
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the sum of each arm's rewards in the present epoch.",
				"It plays one arm for a whole epoch: the one whose noisy sum was the largest in the epoch before.",
				"It pays for privacy with noise that would hide all sums at once, and with the rewards that it forgets after each epoch.",
			},
			Symbols:    epochSymbols,
			Pseudocode: ftnlPseudocode("a random action", "Lap(K/ε)"), ReleaseLines: []int{16},
		},
		New: func(s Setting, _ param.Values) Learner { return newFTNL(s, naiveOptions(s)) },
	})
}

// ftnlPseudocode returns the pseudocode of FTNL and RNM-FTNL, with the lines of RNM-FTNL's parameters.
func ftnlPseudocode(first, publish string, variants ...Line) []Line {
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

type ftnlOptions struct {
	noise     selection.Noise
	scale     float64 // in units of 1/ε
	resample  bool
	fromFirst bool
}

func ftnlOptionsOf(v param.Values) ftnlOptions {
	kind, err := selection.ParseNoise(v.Text("noise"))
	if err != nil {
		panic(err) // the declaration allows only known words
	}
	return ftnlOptions{
		noise: kind, scale: v.Number("scale"),
		resample: v.Text("resample") == "1", fromFirst: v.Text("first") == "one",
	}
}

// naiveOptions returns FTNL's options: the noise that publishing all K sums would need.
func naiveOptions(s Setting) ftnlOptions {
	return ftnlOptions{noise: selection.Laplace, scale: float64(s.Arms)}
}

// mechanism returns the mechanism that picks the leader at the end of an epoch.
func (o ftnlOptions) mechanism(s Setting) selection.NoisyMax {
	return selection.NoisyMax{Noise: o.noise, Scale: o.scale / s.Epsilon}
}

// audit returns the exact audit. Resampling does not change ε, because the worst rewards are 0 and 1. In the other
// notions the worst leads are not whole numbers, which resampling rules out, so the audit is an upper bound.
func (o ftnlOptions) audit(s Setting) dpaudit.Transcript {
	t := dpaudit.DoublingEpochs(o.mechanism(s), s.Arms, s.Horizon)
	if o.resample {
		t.Mechanism = privacy.AtMost{Mechanism: t.Mechanism}
	}
	return t
}

func noiseName(n selection.Noise) string {
	switch n {
	case selection.Laplace:
		return noise.LaplaceNoise
	case selection.Gumbel:
		return "Gumbel"
	default:
		return n.String()
	}
}
