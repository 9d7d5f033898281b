// Package arm holds the reward distributions of arms on [0,1], with exact moments and
// reproducible draws, and the notation for them in flags and scenario files.
package arm

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Distribution is the distribution of one arm's reward R in [0,1]. The sensitivity of every
// private learner depends on that bound.
//
// Distributions are immutable and safe for concurrent use. Create them with this package's
// constructors or Parse, which check the parameters.
type Distribution interface {
	// Mean is E R, the arm's mean reward μ.
	Mean() float64
	// Variance is E R² − μ².
	Variance() float64
	// Support returns the smallest and the largest possible reward.
	Support() (low, high float64)
	// MGF is the moment-generating function E exp(sR), for |s| ≤ 700. For larger |s| it may overflow.
	MGF(s float64) float64
	// Excess is E max(R − x, 0), for x in [0,1].
	Excess(x float64) float64
	// Sample draws a reward in [0,1]. It is a pure function of the cell and advances it. The
	// cell escapes to the heap, so a fast caller reuses one: cell = noise.At(key, t).
	Sample(c *noise.Cell) float64
	// String returns the notation that Parse reads: "beta(4,1)".
	String() string
}

// Bernoulli is 1 with probability μ and 0 otherwise.
type Bernoulli struct {
	mean  float64
	below uint64 // ⌈2^53 μ⌉
}

// NewBernoulli returns the Bernoulli distribution with the given mean in [0,1].
func NewBernoulli(mean float64) (Bernoulli, error) {
	if !inUnit(mean) {
		return Bernoulli{}, fmt.Errorf("bernoulli(%s): the mean must lie in [0,1]", number.Format(mean))
	}
	return Bernoulli{mean, uint64(math.Ceil(mean * 0x1p53))}, nil
}

func (d Bernoulli) Mean() float64     { return d.mean }
func (d Bernoulli) Variance() float64 { return d.mean * (1 - d.mean) }

// Support is {0,1}, or one of the two when μ is 0 or 1.
func (d Bernoulli) Support() (low, high float64) { return math.Floor(d.mean), math.Ceil(d.mean) }

// MGF is 1 + μ(e^s − 1).
func (d Bernoulli) MGF(s float64) float64 {
	// Use the form whose terms have the same sign.
	if s < 0 {
		return (1 - d.mean) + d.mean*math.Exp(s)
	}
	return 1 + d.mean*math.Expm1(s)
}

func (d Bernoulli) Excess(x float64) float64 { return d.mean * (1 - x) }

// Sample draws the same value as c.Bernoulli(μ).
func (d Bernoulli) Sample(c *noise.Cell) float64 { return float64(int64(d.Bit(c))) }

// Bit is Sample as an integer: 1 if the 53 bits of u are below 2^53 μ. It uses the sign of a
// difference because a branch on a random bit would be mispredicted half the time.
func (d Bernoulli) Bit(c *noise.Cell) uint64 { return (c.Uint64()>>11 - d.below) >> 63 }
func (d Bernoulli) String() string           { return "bernoulli(" + number.Format(d.mean) + ")" }

// Uniform is the uniform distribution on an interval.
type Uniform struct{ low, high float64 }

// NewUniform returns the uniform distribution on [low, high], 0 ≤ low ≤ high ≤ 1.
func NewUniform(low, high float64) (Uniform, error) {
	if !(0 <= low && low <= high && high <= 1) {
		return Uniform{}, fmt.Errorf("uniform(%s,%s): the bounds must satisfy 0 <= a <= b <= 1", number.Format(low), number.Format(high))
	}
	return Uniform{low, high}, nil
}

func (d Uniform) Mean() float64                { return (d.low + d.high) / 2 }
func (d Uniform) Variance() float64            { return (d.high - d.low) * (d.high - d.low) / 12 }
func (d Uniform) Support() (low, high float64) { return d.low, d.high }

// MGF is (e^(s·high) − e^(s·low)) / (s·(high − low)).
func (d Uniform) MGF(s float64) float64 {
	x := s * (d.high - d.low)
	if x == 0 {
		return math.Exp(s * d.low)
	}
	return math.Exp(s*d.low) * math.Expm1(x) / x
}

// Excess is the integral of r − x over the part of the interval above x, divided by its length.
func (d Uniform) Excess(x float64) float64 {
	above := d.high - max(d.low, x)
	switch {
	case above <= 0:
		return max(d.low-x, 0)
	case x <= d.low:
		return d.Mean() - x
	}
	return above * above / (2 * (d.high - d.low))
}

func (d Uniform) Sample(c *noise.Cell) float64 {
	// Rounding must not exceed the upper end.
	return min(d.low+(d.high-d.low)*c.Float64(), d.high)
}

func (d Uniform) String() string {
	return "uniform(" + number.Format(d.low) + "," + number.Format(d.high) + ")"
}

// Constant is the same reward in every round.
type Constant struct{ Uniform }

// NewConstant returns the distribution of a constant reward in [0,1].
func NewConstant(value float64) (Constant, error) {
	if !inUnit(value) {
		return Constant{}, fmt.Errorf("constant(%s): the reward must lie in [0,1]", number.Format(value))
	}
	return Constant{Uniform{value, value}}, nil
}

// Sample returns the constant and does not advance the cell.
func (d Constant) Sample(*noise.Cell) float64 { return d.low }
func (d Constant) String() string             { return "constant(" + number.Format(d.low) + ")" }

// Bits reports whether a law is known to draw 0 or 1: it is Bernoulli, or always 0 or always 1.
func Bits(law Distribution) bool {
	_, bernoulli := law.(Bernoulli)
	low, high := law.Support()
	return bernoulli || low == high && low == math.Trunc(low)
}

// Parse parses a distribution: a plain number for a Bernoulli mean, or bernoulli(μ), beta(a,b),
// uniform(a,b), discrete(x:p, …), constant(x). It ignores case and blanks. An error is one
// sentence that begins with the distribution.
func Parse(text string) (Distribution, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, errors.New("an empty arm: give a mean such as 0.7, or a distribution such as beta(4,1)")
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil || strings.ContainsAny(text[:1], "+-.0123456789") { // also a refused inf
		mean, err := parseNumber(text)
		if err != nil {
			return nil, err
		}
		return checked(NewBernoulli(mean))
	}
	name, rest, called := strings.Cut(text, "(")
	name = strings.ToLower(strings.TrimSpace(name))
	n, err := param.Find(notations, "distribution", name, func(n notation) string { return n.name })
	if err != nil {
		return nil, fmt.Errorf("%s: %w (known: bernoulli, beta, constant, discrete, uniform)", shown(text), err)
	}
	arguments, closed := strings.CutSuffix(rest, ")")
	numbers, fit := n.split(arguments)
	if !called || !closed || !fit || strings.ContainsAny(arguments, "()") {
		return nil, fmt.Errorf("%s: write %s", shown(text), n.usage)
	}
	x := make([]float64, len(numbers))
	for i, one := range numbers {
		if x[i], err = parseNumber(one); err != nil {
			return nil, fmt.Errorf("%s: %w", shown(text), err)
		}
	}
	return checked(n.build(x))
}

// ParseList parses distributions separated by commas or blanks outside parentheses. A blank may
// precede an opening parenthesis. An error names the arm, numbered from 1.
func ParseList(text string) ([]Distribution, error) {
	entries := listEntry.FindAllString(text, -1)
	if len(entries) == 0 {
		return nil, errors.New("no arms: give at least one, such as 0.7 or beta(4,1)")
	}
	laws := make([]Distribution, len(entries))
	for i, entry := range entries {
		law, err := Parse(entry)
		if err != nil {
			return nil, fmt.Errorf("arm %d: %w", i+1, err)
		}
		laws[i] = law
	}
	return laws, nil
}

// listEntry matches one distribution of a list: a name with parentheses, or a word.
var listEntry = regexp.MustCompile(`[^\s\pZ,(]*[\s\pZ]*\([^)]*\)*[^\s\pZ,]*|[^\s\pZ,]+`)

type notation struct {
	name, usage string
	numbers     int // number of arguments, or pairs
	build       func(x []float64) (Distribution, error)
}

const pairs = -1 // any number of pairs x:y

// notations are sorted by name, as messages list them.
var notations = []notation{
	{"bernoulli", "bernoulli(mean)", 1, func(x []float64) (Distribution, error) { return NewBernoulli(x[0]) }},
	{"beta", "beta(a,b)", 2, func(x []float64) (Distribution, error) { return NewBeta(x[0], x[1]) }},
	{"constant", "constant(reward)", 1, func(x []float64) (Distribution, error) { return NewConstant(x[0]) }},
	{"discrete", "discrete(reward:probability, …)", pairs, func(x []float64) (Distribution, error) {
		outcomes := make([]Outcome, len(x)/2)
		for i := range outcomes {
			outcomes[i] = Outcome{Value: x[2*i], Probability: x[2*i+1]}
		}
		return NewDiscrete(outcomes...)
	}},
	{"uniform", "uniform(a,b)", 2, func(x []float64) (Distribution, error) { return NewUniform(x[0], x[1]) }},
}

// checked returns nil instead of the result if there is an error.
func checked(d Distribution, err error) (Distribution, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// split returns the numbers between the parentheses, and reports whether their number is right.
func (n notation) split(arguments string) (numbers []string, fit bool) {
	numbers = strings.Split(arguments, ",")
	if n.numbers != pairs {
		return numbers, len(numbers) == n.numbers
	}
	fit = !slices.ContainsFunc(numbers, func(pair string) bool { return strings.Count(pair, ":") != 1 })
	return strings.Split(strings.ReplaceAll(arguments, ":", ","), ","), fit
}

// parseNumber parses a finite number and turns −0 into 0.
func parseNumber(text string) (float64, error) {
	text = strings.TrimSpace(text)
	value, err := number.Parse(text)
	if err != nil || math.IsInf(value, 0) {
		return 0, fmt.Errorf("%q is not a finite number", shown(text))
	}
	return value + 0, nil
}

// inUnit reports whether x is in [0,1]; NaN is not.
func inUnit(x float64) bool { return 0 <= x && x <= 1 }

// shown returns a printable text for messages, shortened if it is long.
func shown(text string) string {
	const longest = 60
	runes := []rune(param.Printable(text))
	if len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return string(runes)
}

// Limits of the parameters. Outside them, float64 samples lose precision.
const minBetaParameter, maxBetaParameter = 1e-9, 1e9

// Beta is the Beta(a, b) distribution, with density proportional to x^(a−1)·(1−x)^(b−1).
type Beta struct{ a, b float64 }

// NewBeta returns the Beta(a, b) distribution. Both parameters must be between 1e-9 and 1e9.
func NewBeta(a, b float64) (Beta, error) {
	refuse := func(allowed string) (Beta, error) {
		return Beta{}, fmt.Errorf("beta(%s,%s): both parameters must %s", number.Format(a), number.Format(b), allowed)
	}
	switch {
	case !(a > 0 && b > 0):
		return refuse("be above 0")
	case min(a, b) < minBetaParameter || max(a, b) > maxBetaParameter:
		return refuse("lie between 1e-9 and 1e9")
	}
	return Beta{a, b}, nil
}

func (d Beta) Mean() float64 { return d.a / (d.a + d.b) }

// Variance is ab/((a+b)²(a+b+1)).
func (d Beta) Variance() float64 {
	n := d.a + d.b
	return d.a / n * (d.b / n) / (n + 1)
}

func (d Beta) Support() (low, high float64) { return 0, 1 }

// MGF is Kummer's function ₁F₁(a; a+b; s).
func (d Beta) MGF(s float64) float64 {
	if s < 0 {
		// E exp(sR) = e^s·E exp(−s(1−R)), and 1−R is Beta(b, a). Its series has only positive
		// terms, so no digits cancel.
		return math.Exp(s) * kummer(d.b, d.a+d.b, -s)
	}
	return kummer(d.a, d.a+d.b, s)
}

// Excess is (μ − x)·P[R > x] + x^a·(1−x)^b/((a+b)·B(a,b)), by parts.
func (d Beta) Excess(x float64) float64 {
	edge := math.Exp(d.a*math.Log(x) + d.b*math.Log1p(-x) - mathext.Lbeta(d.a, d.b))
	return max(0, (d.Mean()-x)*mathext.RegIncBeta(d.b, d.a, 1-x)+edge/(d.a+d.b))
}

// kummer sums ₁F₁(a; c; x) = Σ (a)_n xⁿ / ((c)_n n!) for 0 < a < c and x ≥ 0. A term is at most
// xⁿ/n!, so about x + 50 terms suffice.
func kummer(a, c, x float64) float64 {
	sum, term := 1.0, 1.0
	for n := 0.0; (n < x || term > sum*0x1p-56) && !math.IsInf(sum, 1); n++ {
		term *= (a + n) / (c + n) * (x / (n + 1))
		sum += term
	}
	return sum
}

// Sample inverts the cdf if it is a power, uses Jöhnk's method if both parameters are below 1,
// and a ratio of Gamma draws otherwise.
func (d Beta) Sample(c *noise.Cell) float64 {
	switch {
	case d.b == 1:
		return math.Exp(math.Log(c.Float64()) / d.a)
	case d.a == 1:
		return 1 - math.Exp(math.Log(c.Float64())/d.b)
	case d.a < 1 && d.b < 1:
		return d.sampleSmall(c)
	}
	return distuv.Beta{Alpha: d.a, Beta: d.b, Src: c}.Rand()
}

// sampleSmall draws X = U^(1/a), Y = V^(1/b) until X + Y ≤ 1 and returns X/(X+Y) (Jöhnk 1964).
// It uses logarithms, because X, Y and Gamma draws underflow to 0 for tiny parameters.
func (d Beta) sampleSmall(c *noise.Cell) float64 {
	for {
		// 1−u is in (0,1], so the logarithms are finite.
		logX := math.Log(1-c.Float64()) / d.a
		logY := math.Log(1-c.Float64()) / d.b
		if math.Exp(logX)+math.Exp(logY) <= 1 {
			return 1 / (1 + math.Exp(logY-logX))
		}
	}
}

func (d Beta) String() string { return "beta(" + number.Format(d.a) + "," + number.Format(d.b) + ")" }

// MaxOutcomes is the largest number of outcomes of a Discrete distribution.
const MaxOutcomes = 1000

// sumTolerance is the allowed error of a sum of decimal probabilities, such as three times 0.3333333333.
const sumTolerance = 1e-9

// An Outcome is one reward of a Discrete distribution, in [0,1], and its probability.
type Outcome struct{ Value, Probability float64 }

// Discrete is a distribution over finitely many rewards.
type Discrete struct {
	outcomes       []Outcome // as given
	cumulative     []float64 // of the normalized probabilities; ends in 1
	mean, variance float64
}

// NewDiscrete returns the distribution with the given outcomes. Rewards must be distinct and in
// [0,1], probabilities above 0 with sum 1. It normalizes sums that are off by at most 1e-9.
func NewDiscrete(outcomes ...Outcome) (Discrete, error) {
	if len(outcomes) == 0 || len(outcomes) > MaxOutcomes {
		return Discrete{}, fmt.Errorf("discrete: it must have 1 to %s outcomes, not %s",
			number.Count(MaxOutcomes), number.Count(len(outcomes)))
	}
	total, seen := 0.0, make(map[float64]bool, len(outcomes))
	for _, o := range outcomes {
		switch {
		case !inUnit(o.Value):
			return Discrete{}, fmt.Errorf("discrete: the reward %s must lie in [0,1]", number.Format(o.Value))
		case seen[o.Value]:
			return Discrete{}, fmt.Errorf("discrete: the reward %s is given twice", number.Format(o.Value))
		case !(o.Probability > 0 && o.Probability <= 1):
			return Discrete{}, fmt.Errorf("discrete: the probability of %s must be above 0 and at most 1, not %s",
				number.Format(o.Value), number.Format(o.Probability))
		}
		seen[o.Value] = true
		total += o.Probability
	}
	if math.Abs(total-1) > sumTolerance {
		return Discrete{}, fmt.Errorf("discrete: probabilities must add up to 1, not %.12g", total)
	}
	d := Discrete{outcomes: slices.Clone(outcomes), cumulative: make([]float64, len(outcomes))}
	sum := 0.0
	for i, o := range outcomes {
		sum += o.Probability
		d.cumulative[i] = sum / total
		d.mean += o.Value * o.Probability / total
	}
	for _, o := range outcomes {
		d.variance += (o.Value - d.mean) * (o.Value - d.mean) * o.Probability / total
	}
	return d, nil
}

func (d Discrete) Mean() float64     { return d.mean }
func (d Discrete) Variance() float64 { return d.variance }

func (d Discrete) Support() (low, high float64) {
	low, high = 1, 0
	for _, o := range d.outcomes {
		low, high = min(low, o.Value), max(high, o.Value)
	}
	return low, high
}

func (d Discrete) MGF(s float64) float64 {
	return d.expect(func(value float64) float64 { return math.Exp(s * value) })
}

func (d Discrete) Excess(x float64) float64 {
	return d.expect(func(value float64) float64 { return max(value-x, 0) })
}

// expect returns the expectation of a function of the reward.
func (d Discrete) expect(f func(value float64) float64) float64 {
	total, sum := 0.0, 0.0
	for _, o := range d.outcomes {
		total += o.Probability
		sum += o.Probability * f(o.Value)
	}
	return sum / total
}

// Sample draws an outcome by inverting the cumulative distribution.
func (d Discrete) Sample(c *noise.Cell) float64 {
	u, last := c.Float64(), len(d.outcomes)-1
	for i, p := range d.cumulative[:last] {
		if u < p {
			return d.outcomes[i].Value
		}
	}
	return d.outcomes[last].Value
}

func (d Discrete) String() string {
	parts := param.Map(d.outcomes, func(o Outcome) string { return number.Format(o.Value) + ":" + number.Format(o.Probability) })
	return "discrete(" + strings.Join(parts, ", ") + ")"
}
