package channel

import (
	"errors"
	"math"

	"regretscope/noise"
	"regretscope/noise/param"
)

// minSlope is the smallest |p00 + p11 − 1|: below it a bit says nothing that
// float64 could tell from rounding.
const minSlope = 1e-9

var responseDeclaration = Declaration{
	ID:      "rr",
	Name:    "Randomised response",
	Paper:   "GAJ eq. 1, 2",
	Meaning: "a coin that repeats a 0 with probability p00 and a 1 with p11; its ε follows from both",
	Formula: "p(r) = 1 − p00 + (p00 + p11 − 1)r",
	Parameters: []Parameter{
		responseParameter("p00", "probability that 0 is reported as 0"),
		responseParameter("p11", "probability that 1 is reported as 1"),
	},
	build: func(s settings) (Channel, error) {
		p00, p11 := s.values[0], s.values[1]
		if s.defaults {
			// Kept as ε: at a large ε, p00 alone would have lost its digits.
			return response{p00: p00, p11: p11, epsilon: s.epsilon, line: optimal(s.epsilon), optimal: true}, nil
		}
		if math.Abs(p00+p11-1) < minSlope {
			return nil, errors.New("rr: p00 + p11 must not be 1: the bit would say nothing about the reward")
		}
		return response{p00: p00, p11: p11, epsilon: responseEpsilon(p00, p11), line: line{1 - p00, p00 + p11 - 1}}, nil
	},
}

func responseParameter(name, meaning string) Parameter {
	return Parameter{
		Name:        name,
		Meaning:     meaning,
		Low:         0,
		High:        func(float64) float64 { return 1 },
		Range:       "0 to 1",
		Default:     noise.Logistic,
		DefaultText: "e^ε/(1 + e^ε)",
	}
}

// response is randomised response with the matrix (p00, p11) of GAJ eq. 1. A
// reward between 0 and 1 counts as a coin with that mean, so p is a line; it
// decreases when p00 + p11 < 1.
type response struct {
	bits
	line
	p00, p11 float64
	epsilon  float64
	optimal  bool // p00 = p11 = e^ε/(1 + e^ε), GAJ eq. 2, and named by its ε
}

// responseEpsilon is the larger |ln| of the ratios P(0|0)/P(0|1) and
// P(1|1)/P(1|0). A forbidden flip, p = 0 or 1, gives a reward away.
func responseEpsilon(p00, p11 float64) float64 {
	zeros := math.Abs(math.Log(p00 / (1 - p11)))
	ones := math.Abs(math.Log(p11 / (1 - p00)))
	return max(zeros, ones)
}

func (response) ID() string         { return "rr" }
func (r response) Epsilon() float64 { return r.epsilon }

func (r response) String() string {
	if r.optimal {
		return "rr(epsilon=" + param.FormatNumber(r.epsilon) + ")"
	}
	return "rr(" + param.FormatNumber(r.p00) + "," + param.FormatNumber(r.p11) + ")"
}

func (r response) Probability(reward float64) float64 { return r.at(reward) }

func (r response) Report(reward float64, c *noise.Cell) float64 { return c.Bernoulli(r.at(reward)) }
