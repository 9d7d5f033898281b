package learners

import (
	"math"

	"regretscope/noise/declare"
)

// ftnlBounds are the theorems on RNM-FTNL, each for the variants and instances
// that it is stated for.
func ftnlBounds() []Bound {
	logSquared := func(i Instance) float64 {
		log := math.Log(float64(i.Arms))
		return log * log / i.Epsilon
	}
	resampled := func(v declare.Values) bool { return v.Text("resample") == "1" }
	return []Bound{
		{
			Source: "HHMH Thm 9", Formula: "ln K / Δ_min + ln K ln T / ε",
			Value: func(i Instance) float64 {
				log := math.Log(float64(i.Arms))
				return log/i.SmallestGap() + log*math.Log(i.Round)/i.Epsilon
			},
			Where: func(v declare.Values, i Instance) bool { return !resampled(v) && !i.Deterministic },
		},
		{
			Source: "WW Thm 2 and Cor. 1", Formula: "ln K / Δ_min + ln²K / ε",
			Value: func(i Instance) float64 {
				return math.Log(float64(i.Arms))/i.SmallestGap() + logSquared(i)
			},
			Where: func(v declare.Values, i Instance) bool { return resampled(v) },
		},
		{
			Source: "WW Thm 4", Formula: "ln K / ε",
			Value: func(i Instance) float64 { return math.Log(float64(i.Arms)) / i.Epsilon },
			Where: func(v declare.Values, i Instance) bool {
				return i.Deterministic && !resampled(v) && v.Text("noise") != "laplace"
			},
		},
		{
			Source: "WW Cor. 3", Formula: "ln²K / ε", Value: logSquared,
			Where: func(v declare.Values, i Instance) bool {
				return i.Deterministic && !resampled(v) && v.Text("noise") == "laplace"
			},
		},
	}
}
