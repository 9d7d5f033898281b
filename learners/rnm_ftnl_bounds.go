package learners

import "math"

// ftnlBounds returns the theorems about RNM-FTNL, each with the variants and instances that it
// covers. HHMH and WW choose different actions in round 1, which changes only omitted
// constants.
func ftnlBounds() []Bound {
	logSquared := func(i Instance) float64 {
		log := math.Log(float64(i.Arms))
		return log * log / i.Epsilon
	}
	// HHMH have scale 1; WW quote the theorem for scale 2 (their Thm 1).
	theorem9 := func(i Instance) bool {
		scale := i.Values.Number("scale")
		return i.Values.Text("noise") == "laplace" && !resamples(i) && (scale == 1 || scale == 2)
	}
	return []Bound{
		{
			Source: "HHMH Thm 9, first form", Formula: "ln K / Δ_min + Σ_{ℓ: Δ_(ℓ) > ε} (1 + ln |J_ℓ|) / ε",
			Remark: "J_ℓ has the actions with Δ_(ℓ) ≤ Δ_j < 2 Δ_(ℓ), Δ_(ℓ) = 2^(ℓ−1) Δ_min",
			Value:  brackets, Where: theorem9,
		},
		{
			Source: "HHMH Thm 9", Formula: "ln K / Δ_min + ln K ln(Δ_max / max{Δ_min, ε, 1/T}) / ε",
			Remark: "the second form, as printed: where all gaps are equal and above ε it has no term in ε, " +
				"but the first form has (1 + ln K)/ε there, and Thm 12 shows that a term ln K / ε is needed",
			Value: func(i Instance) float64 {
				log, smallest := math.Log(float64(i.Arms)), i.smallestGap()
				// No gap is above ε if Δ_max is not (Cor. 10).
				ratio := max(1, i.largestGap()/max(smallest, i.Epsilon, 1/i.Round))
				return log/smallest + log*math.Log(ratio)/i.Epsilon
			},
			Where: theorem9,
		},
		{
			Source: "WW Thm 2 and Cor. 1", Formula: "ln K / Δ_min + ln²K / ε",
			Value: func(i Instance) float64 { return math.Log(float64(i.Arms))/i.smallestGap() + logSquared(i) },
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
			// For the other noises Thm 4 is stronger.
			Source: "WW Cor. 3", Formula: "ln²K / ε", Value: logSquared,
			Where: func(i Instance) bool {
				return i.Deterministic && !resamples(i) && hasScaleOfWW(i) && i.Values.Text("noise") == "laplace"
			},
		},
	}
}

// brackets evaluates the first form of HHMH Thm 9. Gaps on a boundary up to rounding are on it.
func brackets(i Instance) float64 {
	const rounding = 1e-9
	sizes, smallest := map[float64]float64{}, i.smallestGap()
	for _, gap := range i.Gaps {
		sizes[math.Floor(math.Log2(gap/smallest)+rounding)]++ // ℓ − 1
	}
	total := math.Log(float64(i.Arms)) / smallest
	for level, size := range sizes {
		if math.Exp2(level)*smallest > i.Epsilon*(1+rounding) {
			total += (1 + math.Log(size)) / i.Epsilon
		}
	}
	return total
}

func resamples(i Instance) bool { return i.Values.Text("resample") == "1" }

// hasScaleOfWW reports whether the noise has the scale of WW's theorems: Laplace and Gumbel
// 2/ε, exponential 1/ε.
func hasScaleOfWW(i Instance) bool {
	scale := 2.0
	if i.Values.Text("noise") == "exponential" {
		scale = 1
	}
	return i.Values.Number("scale") == scale
}
