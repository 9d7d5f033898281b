// Package theory computes what is known about regret without simulation: exact expectations if
// feasible, lower bounds, and the rates of the theorems that learners declare.
package theory

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// A Kind is the kind of statement that a curve makes.
type Kind int

// The kinds of curve.
const (
	Exact Kind = iota // the expected regret itself
	Lower             // no learner of the stated kind does better, constant included
	Slope             // a lower bound on lim regret/ln t
	Rate              // an upper bound up to an unknown constant: only its shape counts
)

// A Curve is a function of the round for a chart of regret.
type Curve struct {
	Label  string // short, with the formula
	Source string // paper and theorem
	Kind   Kind
	At     func(round int) float64 // regret, in units of reward; NaN if unknown
}

// Through returns the curve scaled to pass through the given point, because a rate alone has no
// size. It returns the curve unchanged if the rate is 0 or unknown at that round.
func (c Curve) Through(round int, regret float64) Curve {
	size := c.At(round)
	if !(size > 0) || math.IsInf(size, 1) {
		return c
	}
	rate := c.At
	c.At = func(t int) float64 { return rate(t) * regret / size }
	return c
}

// LowerBounds returns lower bounds for learners of the declared kind in a scenario with
// constant laws. epsilon is the audited loss of the learner, finite and above 0, or NaN.
func LowerBounds(s *scenarios.Scenario, d *learners.Declaration, epsilon float64) []Curve {
	var curves []Curve
	if d.Privacy == learners.DataFree {
		return nil // the theorems assume that a learner learns
	}
	audited := ", audited ε = " + number.Loss(epsilon)
	if means := s.Phases[0].Means; s.Feedback == scenarios.Bandit && len(s.Phases) == 1 && allBernoulli(s) {
		curves = append(curves, slope("Lai & Robbins 1985", "Σ Δ/kl(μ, μ*) · ln t", means, math.Inf(1)))
		if epsilon > 0 {
			curves = append(curves, slope("Azize et al. 2025"+audited, "Σ Δ/d_ε(μ, μ*) · ln t", means, epsilon))
		}
	}
	if epsilon > 0 && s.Kind == scenarios.Deterministic && isOneAgainstRest(s) {
		curves = append(curves, deterministicLower("WW Thm 3, App. E"+audited, s.Arms(), epsilon))
	}
	if gap, one := oneBetter(s); epsilon > 0 && one && gap < .25 && s.Arms() >= 4 {
		curves = append(curves, stochasticLower("HHMH Thm 12, App. D.3"+audited, s.Arms(), gap, epsilon))
	}
	return curves
}

// slope returns the asymptotic lower bound of regret for Bernoulli arms: Σ_a
// Δ_a/d_ε(μ_a, μ*) · ln t, with d_∞ = kl.
func slope(source, label string, means []float64, epsilon float64) Curve {
	best, constant := slices.Max(means), 0.0
	for _, mean := range means {
		if mean < best {
			constant += (best - mean) / learners.PrivateDivergence(mean, best, epsilon)
		}
	}
	return Curve{
		Label: label, Source: source, Kind: Slope,
		At: func(round int) float64 { return constant * math.Log(float64(round)) },
	}
}

// deterministicLower returns the explicit form of WW Thm 3 (App. E). On the worst of the K
// instances in which one action loses 0 and the others 1, the regret at T of any ε-private
// learner is at least the integral from 1 to T+1 of (K−1)/(e^{tε} + K−1).
func deterministicLower(source string, arms int, epsilon float64) Curve {
	rivals := float64(arms - 1)
	return Curve{
		Label: "any ε-private learner, worst of K such instances", Source: source, Kind: Lower,
		At: func(round int) float64 {
			// ln(e^x/(e^x + K−1)) = −ln(1 + (K−1)e^−x)
			end := (float64(round) + 1) * epsilon
			return (math.Log1p(rivals*math.Exp(-epsilon)) - math.Log1p(rivals*math.Exp(-end))) / epsilon
		},
	}
}

// stochasticLower returns the private part of HHMH Thm 12 with the constants of its proof (App.
// D.3). From the first m = ⌊ln K/(10εΔ)⌋ rounds an ε-private learner cannot tell which of K
// actions has mean ½ + Δ and which have ½. With probability 0.45(K−1)/K or more it has played
// others in half of these rounds. The theorem holds from T = max{ln K/(16Δ²), ln K/(10εΔ)} on.
func stochasticLower(source string, arms int, gap, epsilon float64) Curve {
	k := float64(arms)
	log := math.Log(k)
	from := max(log/(16*gap*gap), log/(10*epsilon*gap))
	bound := gap / 2 * math.Floor(log/(10*epsilon*gap)) * .45 * (k - 1) / k
	return Curve{
		Label: "any ε-private learner, worst of K such instances", Source: source, Kind: Lower,
		At: func(round int) float64 {
			if float64(round) < from {
				return math.NaN()
			}
			return bound
		},
	}
}

// Rates returns the theorems on the learner's regret that apply to the scenario, the channels
// and the parameters. Their constants are unknown.
func Rates(s *scenarios.Scenario, spec learners.Spec, setting learners.Setting) []Curve {
	instance := instanceOf(s, spec, setting)
	var curves []Curve
	for _, bound := range spec.Bounds {
		if bound.Stated(instance) {
			curves = append(curves, rate(bound, instance))
		}
	}
	return curves
}

// Explicit returns the theorem on the learner's regret that has explicit constants; ok is false
// without one.
func Explicit(s *scenarios.Scenario, spec learners.Spec, setting learners.Setting) (c Curve, ok bool) {
	instance := instanceOf(s, spec, setting)
	if spec.Explicit.Value == nil || !spec.Explicit.Stated(instance) {
		return c, false
	}
	return rate(spec.Explicit, instance), true
}

func rate(bound learners.Bound, instance learners.Instance) Curve {
	return Curve{
		Label: bound.Formula, Source: bound.Source, Kind: Rate,
		At: func(round int) float64 {
			at := instance
			at.Round = float64(round)
			return bound.Value(at)
		},
	}
}

func instanceOf(s *scenarios.Scenario, spec learners.Spec, setting learners.Setting) learners.Instance {
	i := learners.Instance{
		Setting: setting, Values: spec.Values(setting), Rank: s.PlaySize(),
		Deterministic: s.Kind == scenarios.Deterministic, Bernoulli: allBernoulli(s),
	}
	if len(s.Phases) == 1 {
		i.Means = s.Phases[0].Means
	}
	switch {
	case s.Matroid != nil:
		i.Gaps, i.BasisGaps = matroidGaps(s)
	case len(setting.Channels) > 0:
		i.Gaps, i.ReportGaps = reportGaps(s, setting.Channels)
	default:
		i.Gaps = slices.DeleteFunc(s.Gaps(), func(gap float64) bool { return gap <= 0 })
	}
	return i
}

// reportGaps returns the arms' positive gaps, and the gaps between their mean reports and the
// largest of the best arms' (JZL eq. 12, 13 and 22).
func reportGaps(s *scenarios.Scenario, channels []channel.Channel) (gaps, reported []float64) {
	best := math.Inf(-1)
	mean := func(j int) float64 { return channels[j].Mean(s.Phases[0].Arms[j]) }
	for j, gap := range s.Gaps() {
		if gap == 0 {
			best = max(best, mean(j))
		}
	}
	for j, gap := range s.Gaps() {
		if gap > 0 {
			gaps, reported = append(gaps, gap), append(reported, best-mean(j))
		}
	}
	return gaps, reported
}

// matroidGaps returns CHH's gaps: for each base arm outside A* the smallest positive gap to an
// arm of A* (Thm 2), and for each arm of A* the smallest to an arm outside (Thm 4). Loops do
// not count.
func matroidGaps(s *scenarios.Scenario) (outside, inside []float64) {
	p := &s.Phases[0]
	nearest := func(of []int, gap func(other int) float64) []float64 {
		smallest := math.Inf(1)
		for _, other := range of {
			if g := gap(other); g > 0 {
				smallest = min(smallest, g)
			}
		}
		if math.IsInf(smallest, 1) {
			return nil
		}
		return []float64{smallest}
	}
	var rest []int
	for e := range p.Means {
		if !slices.Contains(p.Best, e) && !s.Matroid.Loop(e) {
			rest = append(rest, e)
			outside = append(outside, nearest(p.Best, func(k int) float64 { return p.Means[k] - p.Means[e] })...)
		}
	}
	for _, k := range p.Best {
		inside = append(inside, nearest(rest, func(e int) float64 { return p.Means[k] - p.Means[e] })...)
	}
	return outside, inside
}

// allBernoulli reports whether all arms are Bernoulli, in every phase.
func allBernoulli(s *scenarios.Scenario) bool {
	for _, phase := range s.Phases {
		for _, law := range phase.Arms {
			if _, bernoulli := law.(arm.Bernoulli); !bernoulli {
				return false
			}
		}
	}
	return true
}

// isOneAgainstRest reports whether one action loses 0 and all others lose 1.
func isOneAgainstRest(s *scenarios.Scenario) bool {
	ones := 0.0
	for _, mean := range s.Phases[0].Means {
		if mean != 0 && mean != 1 {
			return false
		}
		ones += mean
	}
	return ones == 1
}

// oneBetter returns the gap of one Bernoulli arm of mean ½ + Δ among those of mean ½.
func oneBetter(s *scenarios.Scenario) (gap float64, ok bool) {
	if len(s.Phases) > 1 || s.Matroid != nil || !allBernoulli(s) {
		return 0, false
	}
	gap = math.Inf(1)
	for j, mean := range s.Phases[0].Means {
		switch better := mean - .5; {
		case better == 0:
		case better < 0, j != s.Phases[0].Best[0]:
			return 0, false
		default:
			gap = better
		}
	}
	return gap, true
}
