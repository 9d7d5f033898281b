package learners

import (
	"math"

	"regretscope/noise/audit"
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "rnm-ftnl", Name: "RNM-FTNL", Family: Experts,
		Paper:    "HHMH Alg. 4, WW Alg. 1",
		Brief:    "noisy leader of the last epoch",
		Summary:  "plays the noisy leader of the epoch before; epochs double",
		Featured: 1, Privacy: Central,
		Claim: "ε-DP (HHMH Thm 8 with Laplace 1/ε; WW Thm 1 to 4 with Laplace 2/ε, exponential 1/ε, Gumbel 2/ε)",
		Audit: func(s Setting, v declare.Values) (audit.Transcript, error) { return ftnlOptionsOf(v).audit(s) },

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
		Pseudocode: ftnlPseudocode(
			"a random action (first=uniform) or action 1 (first=one)",
			"Q_j, Q_j independent noise of the chosen scale",
			Line{12, "    resample=1: replace each reward x by a Bernoulli(x) draw"},
		),
		ReleaseLines: []int{16},
		Bounds:       ftnlBounds(),
		New:          func(s Setting, v declare.Values) Learner { return newFTNL(s, ftnlOptionsOf(v)) },
	})
}

// ftnlBounds are the theorems on RNM-FTNL, each for the variants and instances
// that it is stated for. The action of round 1, in which HHMH and WW differ, is
// below what they leave out as a constant.
func ftnlBounds() []Bound {
	logSquared := func(i Instance) float64 {
		log := math.Log(float64(i.Arms))
		return log * log / i.Epsilon
	}
	return []Bound{
		{
			Source: "HHMH Thm 9", Formula: "ln K / Δ_min + ln K ln(Δ_max / max{Δ_min, ε, 1/T}) / ε",
			Remark: "the second form, as printed: where all gaps are equal and above ε it has no term in ε, but the first form has (1 + ln K)/ε there, and Thm 12 shows that a term ln K / ε is needed",
			Value: func(i Instance) float64 {
				log, smallest := math.Log(float64(i.Arms)), i.smallestGap()
				// No bracket of gaps is above ε where Δ_max is not (Cor. 10).
				ratio := max(1, i.largestGap()/max(smallest, i.Epsilon, 1/i.Round))
				return log/smallest + log*math.Log(ratio)/i.Epsilon
			},
			// HHMH have scale 1; WW quote the theorem for scale 2 (their Thm 1).
			Where: func(i Instance) bool {
				scale := i.Values.Number("scale")
				return i.Values.Text("noise") == "laplace" && !resamples(i) && (scale == 1 || scale == 2)
			},
		},
		{
			Source: "WW Thm 2 and Cor. 1", Formula: "ln K / Δ_min + ln²K / ε",
			Value: func(i Instance) float64 {
				return math.Log(float64(i.Arms))/i.smallestGap() + logSquared(i)
			},
			Where: func(i Instance) bool { return resamples(i) && hasScaleOfWW(i) },
		},
		{
			Source: "WW Thm 4", Formula: "ln K / ε",
			Value: func(i Instance) float64 { return math.Log(float64(i.Arms)) / i.Epsilon },
			Where: func(i Instance) bool {
				return i.Deterministic && !resamples(i) && hasScaleOfWW(i) && i.Values.Text("noise") != "laplace"
			},
		},
		{
			// For the other noises Thm 4 says more.
			Source: "WW Cor. 3", Formula: "ln²K / ε", Value: logSquared,
			Where: func(i Instance) bool {
				return i.Deterministic && !resamples(i) && hasScaleOfWW(i) && i.Values.Text("noise") == "laplace"
			},
		},
	}
}

func resamples(i Instance) bool { return i.Values.Text("resample") == "1" }

// hasScaleOfWW reports whether the noise has the scale that WW's theorems have it
// at: Laplace and Gumbel 2/ε, exponential 1/ε.
func hasScaleOfWW(i Instance) bool {
	scale := 2.0
	if i.Values.Text("noise") == "exponential" {
		scale = 1
	}
	return i.Values.Number("scale") == scale
}
