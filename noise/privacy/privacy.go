// Package privacy computes the loss of mechanisms in every notion of differential privacy besides
// ε: Rényi divergences, ρ of zero-concentrated privacy (zCDP), δ(ε), the trade-off curve of
// hypothesis tests, and μ of Gaussian differential privacy (GDP). Each value has a status and the
// neighboring inputs that attain it. The package also composes mechanisms.
//
// Neighbors differ in one round's reward vector in [0,1]^K. A conversion between notions is never
// called exact, because they have different worst inputs.
package privacy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/selection"
)

// A Status tells how a value is known.
type Status string

// The ways in which a value can be known.
const (
	Exact    Status = "exact"    // a closed form, or a maximum over all pairs
	Searched Status = "searched" // the worst found by a search; Value.Upper is the proven bound
	Upper    Status = "upper"    // a proven upper bound, usually of a composition
)

// Worse returns the status of the maximum of two values, which is the less certain status, or "" if
// a or b is no status.
func Worse(a, b Status) Status {
	order := []Status{Exact, Searched, Upper}
	i, j := slices.Index(order, a), slices.Index(order, b)
	if min(i, j) < 0 {
		return ""
	}
	return order[max(i, j)]
}

// A Value is a mechanism's loss in one notion. For trade-off curves, where less is worse, Upper is a lower bound.
type Value struct {
	Value  float64
	Status Status
	Upper  float64 // proven: Value itself unless Status is Searched
	Worst  Inputs  // the zero Inputs if unknown
}

// Inputs are neighboring inputs of a release, in units of rewards. For a sum or a report,
// Before and After are the replaced reward. For report-noisy-max they are the lead of the first
// of two groups of equal candidates, and Groups are the groups' sizes. Limits have no inputs.
type Inputs struct {
	Before, After float64
	Groups        [2]int
}

// A Mechanism is one or several releases, given by their loss.
type Mechanism interface {
	// Epsilon of pure differential privacy; +Inf if no finite ε holds.
	Epsilon() Value
	// Renyi is the Rényi divergence D_α for α ≥ 1; α = 1 is the Kullback–Leibler divergence.
	Renyi(alpha float64) Value
	// Rho is the supremum of D_α/α over α > 1 (zCDP).
	Rho() Value
	// Delta is the least δ for which the mechanism is (ε, δ)-private, ε ≥ 0.
	Delta(epsilon float64) Value
	// TradeOff is the least error of type II of a test at level x, 0 ≤ x ≤ 1.
	TradeOff(x float64) Value
	// Mu is the least μ for which the trade-off curve lies above that of a shift
	// of a standard normal variable by μ (GDP).
	Mu() Value
}

func exact(x float64, worst Inputs) Value {
	return Value{Value: x, Status: Exact, Upper: x, Worst: worst}
}

func upper(x float64) Value { return Value{Value: x, Status: Upper, Upper: x} }

// shifted holds the worst inputs of a sum: a reward that changes from 0 to 1.
var shifted = Inputs{Before: 0, After: 1}

// GaussianTradeOff is G_μ(x), the trade-off curve of a shift by μ.
func GaussianTradeOff(mu, x float64) float64 {
	switch {
	case x >= 1 || math.IsInf(mu, 1):
		return 0
	case x <= 0:
		return 1
	}
	return noise.NormalCDF(-quantile(x) - mu)
}

// Of returns the mechanism of a release: a pick by report-noisy-max, over epochs of any length,
// or a noisy sum. The error names an unknown noise.
func Of(m noise.Perturbation) (Mechanism, error) {
	if m.Candidates > 0 {
		kind, err := selection.ParseNoise(strings.ToLower(m.Noise))
		return NoisyMax{Noise: kind, Scale: m.Scale, Arms: m.Candidates}, err
	}
	switch m.Noise {
	case noise.LaplaceNoise:
		return LaplaceSum{Scale: m.Scale / m.Sensitivity}, nil
	case noise.GaussianNoise:
		return GaussianSum{Deviation: m.Scale / m.Sensitivity}, nil
	case noise.DiscreteLaplaceNoise:
		return DiscreteLaplaceSum(m.Scale / m.Sensitivity), nil
	case noise.BinomialNoise:
		return BinomialSum{Bits: m.Scale}, nil
	}
	return nil, fmt.Errorf("no privacy curves are known for sums with %s noise", m.Noise)
}

// OfEvent returns the composition of everything that used one round's rewards.
func OfEvent(e noise.Event) (Mechanism, error) {
	var all Composition
	for _, part := range e.Terms {
		m, err := Of(part.Perturbation)
		if err != nil {
			return nil, err
		}
		all = append(all, Term{m, part.Times})
	}
	m, one := all.alone()
	if !one {
		m = all
	}
	if e.Bound {
		m = AtMost{m}
	}
	return m, nil
}

// A Notion is a way to measure privacy loss, given by its symbol.
type Notion string

// The notions.
const (
	Epsilon Notion = "ε" // pure differential privacy
	Rho     Notion = "ρ" // zero-concentrated differential privacy (zCDP)
	Mu      Notion = "μ" // Gaussian differential privacy (GDP)
	Delta   Notion = "δ" // approximate differential privacy, at one ε
)

// A Measure is a notion with the ε of a Delta. The zero Measure is Epsilon.
type Measure struct {
	Notion Notion
	At     float64 // ≥ 0
}

// Pure reports whether the measure is ε.
func (m Measure) Pure() bool { return m.Notion == Epsilon || m.Notion == "" }

// Of returns a mechanism's loss by the measure.
func (m Measure) Of(x Mechanism) Value {
	switch m.Notion {
	case Rho:
		return x.Rho()
	case Mu:
		return x.Mu()
	case Delta:
		return x.Delta(m.At)
	}
	return x.Epsilon()
}

// Rounds bounds the loss of a person who supplied n rounds by the loss of one (group privacy):
// n times ε or μ, n² times ρ. For δ at one ε nothing follows, and known is false.
func (m Measure) Rounds(n, loss float64) (most float64, known bool) {
	if m.Notion == Rho {
		n *= n
	}
	return n * loss, m.Notion != Delta
}

// String returns the measure's symbol: ε, ρ, μ, δ(0.25).
func (m Measure) String() string {
	switch {
	case m.Pure():
		return string(Epsilon)
	case m.Notion == Delta:
		return string(Delta) + "(" + strconv.FormatFloat(number.Round(m.At, 4), 'g', -1, 64) + ")"
	}
	return string(m.Notion)
}

// Belief returns the largest probability that an observer can assign to a person's reward being 1,
// rather than one given other value, after seeing everything published with a privacy loss of ε.
// Before, the observer assigned it prior, in [0,1], and knew all other rewards. By Bayes' rule it
// is p·e^ε/(1 + p(e^ε − 1)), which randomized response attains.
func Belief(prior, epsilon float64) float64 {
	if prior == 0 {
		return 0 // even if ε is infinite
	}
	return 1 / (1 + (1/prior-1)*math.Exp(-epsilon))
}
