package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

func init() {
	Register(&Declaration{
		ID: "rnm-ftnl", Look: 18,
		Listing: Listing{
			Name: "RNM-FTNL", Family: Experts, Featured: 1, Counterparts: []string{"ftl"},
			Paper:   "HHMH Alg. 4, WW Alg. 1",
			Brief:   "noisy leader of the last epoch",
			Summary: "plays the noisy leader of the epoch before; epochs double",
		},
		Guarantee: Guarantee{
			Privacy: Central,
			Claim:   "ε-DP (HHMH Thm 8 with Laplace 1/ε; WW Thm 1 to 4 with Laplace 2/ε, exponential 1/ε, Gumbel 2/ε)",
			Audit:   func(s Setting, v param.Values) dpaudit.Transcript { return ftnlOptionsOf(v).audit(s) },
		},
		Parameters: param.List{
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
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the sum of each arm's rewards in the present epoch.",
				"It plays one arm for a whole epoch: the one whose noisy sum was the largest in the epoch before.",
				"It pays for privacy with noise in every sum, and with the rewards that it forgets after each epoch.",
			},
			Symbols: append([]Symbol{
				{Name: "Q_j", Meaning: "the noise on the sum of action j"},
				{Name: "x", Meaning: "a reward"},
			}, epochSymbols...),
			Pseudocode: ftnlPseudocode(
				"a random action (first=uniform) or action 1 (first=one)",
				"Q_j, Q_j independent noise of the chosen scale",
				Line{12, "    resample=1: replace each reward x by a Bernoulli(x) draw"},
			),
			ReleaseLines: []int{16},
			Bounds:       ftnlBounds(),
		},
		New: func(s Setting, v param.Values) Learner { return newFTNL(s, ftnlOptionsOf(v)) },
	})
}

// ftnl follows the noisy leader in doubling epochs. Its scores are Φ of the previous epoch.
type ftnl struct {
	bandit
	ftnlOptions
	picker  selection.NoisyMax
	made    noise.Perturbation // the noise of a release
	epsilon float64            // the privacy loss of a release

	began    int         // the first round of the current epoch, and its length 2^(r−1)
	sums     []noise.Sum // Φ of the current epoch
	noises   []float64   // Q, the noise added to scores
	releases []noise.Release
}

func newFTNL(s Setting, o ftnlOptions) *ftnl {
	l := &ftnl{
		bandit: newBandit(s), ftnlOptions: o, picker: o.mechanism(s),
		began: 1, sums: make([]noise.Sum, s.Arms), noises: make([]float64, s.Arms),
	}
	l.made = noise.Perturbation{Noise: noiseName(o.noise), Scale: l.picker.Scale, Candidates: s.Arms}
	if s.Arms > 1 { // the pick of a single arm is certain, and reveals nothing
		// Replacing one vector changes the lead of one action over another by at most 2.
		l.made.Sensitivity, l.epsilon = 2, 2*s.Epsilon/o.scale
	}
	if !o.fromFirst {
		l.play[0] = l.stream.IntN(s.Arms)
	}
	return l
}

func (l *ftnl) Choose(t int) []int {
	l.round = t
	return l.play[:]
}

func (l *ftnl) Observe(t int, feedback []float64) {
	l.releases = l.releases[:0]
	for j, x := range feedback {
		if l.resample {
			x = l.stream.Round(x)
		}
		l.sums[j].Add(x)
	}
	if t == 2*l.began-1 {
		l.endEpoch(t)
	}
}

// endEpoch picks the leader J_r = argmax_j Φ_j + Q_j for the next epoch.
func (l *ftnl) endEpoch(t int) {
	for j, sum := range l.sums {
		l.scores[j] = sum.Value()
	}
	l.play[0] = l.picker.Pick(l.scores, l.noises, &l.stream)
	l.publish(t)
	l.began = t + 1
	clear(l.sums)
}

func (l *ftnl) publish(t int) {
	arms, terms := make([]int, len(l.scores)), make([]noise.ReleaseTerm, len(l.scores))
	for j, sum := range l.scores {
		arms[j] = j
		terms[j] = noise.ReleaseTerm{Arm: j, Sum: sum, Noise: l.noises[j], Before: math.NaN(), After: sum + l.noises[j]}
	}
	l.releases = append(l.releases, noise.Release{
		Round: t, Arms: arms, Observations: l.began, First: l.began, Last: t,
		Perturbation: l.made, Epsilon: l.epsilon, Bound: l.resample, Terms: terms, Winner: l.play[0],
	})
}

func (l *ftnl) Resamples() bool               { return l.resample }
func (l *ftnl) Mechanism() selection.NoisyMax { return l.picker }

func (l *ftnl) First() []float64 {
	first := slices.Repeat([]float64{1 / float64(len(l.sums))}, len(l.sums))
	if l.fromFirst {
		clear(first)
		first[0] = 1
	}
	return first
}

func (l *ftnl) Clone() Learner {
	c := *l
	c.bandit, c.sums, c.noises = l.bandit.clone(), slices.Clone(l.sums), slices.Clone(l.noises)
	c.releases = slices.Clone(l.releases) // releases never change
	return &c
}

// Estimate returns the noisy mean of the previous epoch, or NaN in the first.
func (l *ftnl) Estimate(arm int) float64 {
	if l.began == 1 {
		return math.NaN()
	}
	return (l.scores[arm] + l.noises[arm]) / float64(l.began/2)
}

func (l *ftnl) Releases() []noise.Release { return l.releases }

// Pending returns the number of reward vectors in the current epoch.
func (l *ftnl) Pending() int              { return max(0, l.round-l.began+1) }
func (l *ftnl) Epoch() (done, length int) { return l.Pending(), l.began }

// Committed returns the start of the current epoch.
func (l *ftnl) Committed(t int) int { return min(l.began, t) }

// Suppose changes the sums of the previous epoch and keeps their noise.
func (l *ftnl) Suppose(arm int, more float64) bool {
	if l.began == 1 {
		return false
	}
	l.scores[arm] += more
	for j := range l.scores {
		if l.scores[j]+l.noises[j] > l.scores[l.play[0]]+l.noises[l.play[0]] {
			l.play[0] = j
		}
	}
	return true
}

func (l *ftnl) Explain() Explanation {
	if l.began == 1 {
		return Explanation{Lines: []int{3, 7}, Note: "the first epoch is round 1: there are no sums yet"}
	}
	columns := []Column{{"Φ", Estimate}, {"Q", Noise}, {"Φ + Q", Score}}
	e := l.explain([]int{7}, columns, func(j int) ([]float64, string) {
		return sum(l.scores[j]+l.noises[j], l.scores[j], l.noises[j])
	})
	e.Note = fmt.Sprintf("the leader of rounds %s to %s with noise; played for %s rounds", number.Count(l.began-l.began/2),
		number.Count(l.began-1), number.Count(l.began))
	return e
}

// ftnlBounds returns the theorems about RNM-FTNL, each with the variants and instances that it covers. HHMH and WW
// choose different actions in round 1, which changes only omitted constants.
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

// hasScaleOfWW reports whether the noise has the scale of WW's theorems: Laplace and Gumbel 2/ε, exponential 1/ε.
func hasScaleOfWW(i Instance) bool {
	scale := 2.0
	if i.Values.Text("noise") == "exponential" {
		scale = 1
	}
	return i.Values.Number("scale") == scale
}
