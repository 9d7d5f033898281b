package theory

import (
	"math"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/scenarios"
)

// Floors returns the lower bounds that hold for a learner in a scenario, or the condition that fails. setting has the
// learner's channels, and epsilon is its audited loss: finite and above 0, or NaN.
func Floors(s *scenarios.Scenario, d *learners.Declaration, setting learners.Setting, epsilon float64) (
	floors []Curve, missing string,
) {
	switch {
	case s.InOrder():
		return nil, "rounds in a fixed order have no means"
	case d.Privacy == learners.DataFree:
		return nil, "the learner does not use rewards"
	case len(s.Phases) > 1:
		return nil, "a floor for one phase is not one for changing means"
	case s.Matroid != nil:
		return exchanges(s)
	case s.Feedback == scenarios.Bandit:
		return slopes(s, d, setting.Channels, epsilon)
	case !(epsilon > 0):
		return nil, "with full information, only learners of central ε-privacy have a floor"
	}
	audited := ", audited ε = " + number.Loss(epsilon)
	if s.Kind == scenarios.Deterministic && isOneAgainstRest(s) {
		return []Curve{deterministicLower("WW Thm 3, App. E"+audited, s.Arms(), epsilon)}, ""
	}
	if gap, one := oneBetter(s); one && gap < .25 && s.Arms() >= 4 && !s.SharedDraws {
		return []Curve{stochasticLower("HHMH Thm 12, App. D.3"+audited, s.Arms(), gap, epsilon)}, ""
	}
	return nil, "with full information, there is a floor if one action loses 0 and all others 1, or if one arm has " +
		"mean ½ + Δ < ¾ among at least three of mean ½"
}

// Highest returns the floor with the largest value at a round, of curves of all kinds; ok is false
// if none is above 0.
func Highest(curves []Curve, round int) (highest Curve, ok bool) {
	for _, c := range curves {
		if c.Kind != Lower && c.Kind != Slope {
			continue
		}
		if value := c.At(round); value > 0 && (!ok || value > highest.At(round)) {
			highest, ok = c, true
		}
	}
	return highest, ok
}

// Height returns the size of a floor for Times: its value at a round, or for a Slope the coefficient of ln t.
func (c Curve) Height(round int) float64 {
	if c.Kind == Slope {
		return c.Coefficient
	}
	return c.At(round)
}

// Root returns ⌈√t⌉, the round from which to measure growth up to t. A learner that doubles its
// batches begins half of them in these rounds, so their phase hardly matters.
func Root(t int) int {
	return int(math.Ceil(math.Sqrt(float64(t))))
}

// Times returns regret at round t as a multiple of a floor of the given kind and height. For a
// Slope, it is the growth since Root(t), where regret was before.
func Times(kind Kind, height float64, t int, regret, before float64) float64 {
	return TimesSince(kind, height, Root(t), t, regret, before)
}

// TimesSince is Times for growth since round s; NaN for a Slope if s is t.
func TimesSince(kind Kind, height float64, s, t int, regret, before float64) float64 {
	switch {
	case kind != Slope:
		return regret / height
	case s == t:
		return math.NaN()
	}
	return (regret - before) / (height * math.Log(float64(t)/float64(s)))
}

// slopes returns the asymptotic lower bounds for bandits. They hold for consistent learners, whose
// regret on every instance of such arms grows more slowly than any power of t.
func slopes(s *scenarios.Scenario, d *learners.Declaration, channels []channel.Channel, epsilon float64) (
	floors []Curve, missing string,
) {
	p, best := &s.Phases[0], s.Phases[0].BestMean
	bernoulli := allBernoulli(s)
	bits, affine := len(channels) > 0, true
	for _, c := range channels {
		_, _, straight := c.Affine()
		bits, affine = bits && c.Bits(), affine && straight
		if d.TrustsReports && (c.String() != channels[0].String() || c.Probability(1) < c.Probability(0)) {
			return nil, "the learner ranks arms by their reports, and these channels can change the order"
		}
	}
	switch {
	case best >= 1:
		return nil, "the best mean is 1, so no other arm could be better"
	case !bernoulli && !(bits && affine):
		return nil, "the arms are not Bernoulli, nor is their channel a bit that is linear in the reward"
	}
	sum := func(source, label string, divergence func(j int) float64) {
		constant := 0.0
		for j, gap := range s.Gaps() {
			if gap > 0 {
				constant += gap / divergence(j)
			}
		}
		floors = append(floors, slope(source, label, constant))
	}
	if bernoulli {
		sum("Lai & Robbins 1985", "Σ Δ/kl(μ, μ*) · ln t", func(j int) float64 { return noise.Divergence(best, p.Means[j]-best) })
	}
	if bernoulli && epsilon > 0 {
		sum("Azize et al. 2025, audited ε = "+number.Loss(epsilon), "Σ Δ/d_ε(μ, μ*) · ln t", func(j int) float64 {
			return learners.PrivateDivergence(p.Means[j], best, epsilon)
		})
	}
	if bits { // g is a line in the mean: the channel is affine, or the arms are Bernoulli
		sum("Lai & Robbins for reports", "Σ Δ/kl(g(μ), g(μ*)) · ln t", func(j int) float64 {
			zero, rise, straight := channels[j].Affine()
			if !straight {
				zero = channels[j].Probability(0)
				rise = channels[j].Probability(1) - zero
			}
			return noise.Divergence(zero+rise*best, rise*(p.Means[j]-best))
		})
	}
	return floors, ""
}

func slope(source, label string, constant float64) Curve {
	return Curve{
		Label: label, Source: source, Kind: Slope, Coefficient: constant,
		At: func(round int) float64 { return constant * math.Log(float64(round)) },
	}
}

// exchanges returns the slope for matroid semi-bandits: each arm outside A* costs at least what its
// exchange for the cheapest arm of A* costs until it is known to be worse.
func exchanges(s *scenarios.Scenario) (floors []Curve, missing string) {
	if !allBernoulli(s) || s.SharedDraws {
		return nil, "the arms are not independent Bernoulli arms"
	}
	p, b, constant := &s.Phases[0], s.Matroid.NewBuilder(), 0.0
	for _, k := range p.Best {
		b.Add(k)
	}
	for e, mean := range p.Means {
		if held := b.Dependence(nil, e); len(held) > 0 { // not in A*, nor a loop
			cheapest := 1.0
			for _, k := range held {
				cheapest = min(cheapest, p.Means[k])
			}
			if gap := cheapest - mean; gap > 0 && cheapest < 1 {
				constant += gap / noise.Divergence(cheapest, -gap)
			}
		}
	}
	source := "Talebi & Proutiere 2016"
	if s.Matroid.Kind() == "uniform" {
		source = "Anantharam et al. 1987"
	}
	return []Curve{slope(source, "Σ Δ/kl(w, w_σ) · ln t", constant)}, ""
}

// deterministicLower returns the explicit form of WW Thm 3 (App. E). On the worst of the K
// instances in which one action loses 0 and the others 1, the regret at T of any ε-private
// learner is at least the integral from 1 to T+1 of (K−1)/(e^{tε} + K−1).
func deterministicLower(source string, arms int, epsilon float64) Curve {
	rivals := float64(arms - 1)
	return Curve{
		Label: "any ε-private learner, worst of K relabeled instances", Source: source, Kind: Lower,
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
		Label: "any ε-private learner, worst of K relabeled instances", Source: source, Kind: Lower,
		At: func(round int) float64 {
			if float64(round) < from {
				return math.NaN()
			}
			return bound
		},
	}
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
