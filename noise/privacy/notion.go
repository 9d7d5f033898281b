package privacy

import (
	"math"
	"strconv"

	"regretscope/noise/number"
)

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
