// Package theory computes what is known about regret without simulation: exact expectations if
// feasible, lower bounds, and the rates of the theorems that learners declare.
package theory

import (
	"context"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/selection"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// A Kind is the kind of statement that a curve makes.
type Kind string

// The kinds of curve.
const (
	Exact Kind = "exact" // the expected regret itself
	Lower Kind = "lower" // no learner of the stated kind does better, constant included
	Slope Kind = "slope" // a lower bound on lim regret/ln t
	Rate  Kind = "rate"  // an upper bound up to an unknown constant: only its shape counts
	Words Kind = "words" // a statement without a curve
)

// A Curve is a function of the round for a chart of regret, or a statement in words.
type Curve struct {
	Label       string // short, with the formula
	Source      string // paper and theorem
	Kind        Kind
	At          func(round int) float64 // regret, in units of reward; NaN if unknown; nil for Words
	Coefficient float64                 // of ln t, for a Slope
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

// Explicit returns the theorem on the learner's regret that has explicit constants; ok is false without one.
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
		PhaseMeans: param.Map(s.Phases[:setting.Phases], func(p scenarios.Phase) []float64 { return p.Means }),
	}
	if setting.Phases == 1 {
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

// matroidGaps returns CHH's gaps: for each base arm outside A* the smallest positive gap to an arm of A* (Thm 2), and
// for each arm of A* the smallest to an arm outside (Thm 4). Loops do not count.
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

// Remarks returns what is known about the least possible regret without a height: orders with
// unknown constants, and a conjecture. private is set for learners with an audited ε.
func Remarks(s *scenarios.Scenario, d *learners.Declaration, private bool) []Curve {
	words := func(label, source string) []Curve { return []Curve{{Label: label, Source: source, Kind: Words}} }
	switch {
	case s.InOrder() || d.Privacy == learners.DataFree:
		return nil
	case len(s.Phases) > 1:
		return words("the worst regret at changing means is Ω(√T); the best known upper rate is √(L_T T)",
			"GAJ, after Thm 1; Garivier & Moulines 2011")
	case s.Matroid != nil && private:
		return words("conjectured optimal for ε-private learners: L ln n/Δ + L K ln n/ε", "CHH §6")
	case s.Matroid != nil:
		return words("optimal on some matroids: L ln n/Δ", "CHH §3")
	case private && s.Feedback == scenarios.Bandit:
		return words("the worst regret of ε-private learners over all arms is of order max(√(K T), K/ε)",
			"Azize & Basu 2022 in HHMH, after Thm 3")
	case private && s.Arms() >= 4:
		return words("the worst regret of ε-private learners over all experts is of order √(T ln K) + ln K/ε, "+
			"for T ≥ ln K/(100 ε²)", "HHMH, after Thm 12")
	}
	return nil
}

// An Expectation is the exact expected regret of a learner that plays doubling epochs by report-noisy-max.
type Expectation struct {
	perRound []float64 // expected loss per round of epoch r, rounds 2^(r−1) to 2^r − 1, at index r−1
}

// At returns the expected regret after the given number of rounds, up to the horizon of the
// computation (algorithms of WW §2.2).
func (e *Expectation) At(round int) float64 {
	total := 0.0
	for r, loss := range e.perRound {
		length, before := 1<<r, 1<<r-1
		if round <= before {
			break
		}
		total += float64(min(length, round-before)) * loss
	}
	return total
}

// ExpectedRegret computes the exact expectation of the learner's regret over its noise, its resampling and the
// rewards; ok is false if that is infeasible. It covers NoisyLeaders: with deterministic rewards the epoch sums are
// known, and with rewards that are 0 or 1, or resampled to be, they are binomial. The error is far below 10⁻⁹ times
// the number of rounds. It takes microseconds, or many seconds among hundreds of arms, and stops early with ok false
// if ctx is canceled.
func ExpectedRegret(
	ctx context.Context, s *scenarios.Scenario, l learners.Learner, horizon int,
) (e *Expectation, ok bool) {
	leader, ok := l.(learners.NoisyLeader)
	if !ok || len(s.Phases) > 1 || s.Matroid != nil || s.SharedDraws {
		return nil, false
	}
	kind := epochSums(s, leader.Resamples())
	if kind == unknownSums {
		return nil, false
	}
	gaps := s.Gaps()
	means := s.Phases[0].Means
	mechanism := leader.Mechanism()
	picks := leader.First()
	e = &Expectation{}
	var err error
	for length := 1; err == nil; length *= 2 {
		loss := 0.0
		for j, p := range picks {
			loss += p * gaps[j]
		}
		e.perRound = append(e.perRound, loss)
		if 2*length-1 >= horizon {
			return e, true
		}
		if kind == certainSums {
			sums := param.Map(means, func(mean float64) float64 { return float64(length) * mean })
			picks, err = mechanism.Probabilities(sums)
			continue
		}
		laws := make([]selection.Law, len(means))
		for j, mean := range means {
			law, err := selection.Binomial(length, mean)
			if err != nil {
				return nil, false // beyond 2^40 rounds
			}
			laws[j] = law
		}
		picks, err = mechanism.MixtureProbabilities(ctx, laws)
	}
	return nil, false
}

type sums int

const (
	unknownSums  sums = iota
	certainSums       // not random
	binomialSums      // independent binomials
)

func epochSums(s *scenarios.Scenario, resampled bool) sums {
	certain, bits := true, true
	for _, law := range s.Phases[0].Arms {
		low, high := law.Support()
		certain, bits = certain && low == high, bits && arm.Bits(law)
	}
	switch {
	case certain && (!resampled || bits):
		return certainSums
	case bits || resampled:
		return binomialSums
	default:
		return unknownSums
	}
}
