package arm

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/noise/channel"
	"regretscope/noise/param"
)

func law(text string) Distribution {
	return param.Must(Parse(text))
}

func near(got, want, relative float64) bool {
	return math.Abs(got-want) <= relative*max(math.Abs(want), math.SmallestNonzeroFloat64)
}

func TestMomentsAgainstClosedForms(t *testing.T) {
	cases := []struct {
		text                      string
		mean, variance, low, high float64
	}{
		{"bernoulli(0)", 0, 0, 0, 0},
		{"bernoulli(0.75)", 3. / 4, 3. / 16, 0, 1},
		{"bernoulli(1)", 1, 0, 1, 1},
		{"beta(4,1)", 4. / 5, 2. / 75, 0, 1}, // E R² = 4/6
		{"beta(2,3)", 2. / 5, 1. / 25, 0, 1}, // E R² = 6/30
		{"beta(0.5,0.5)", 1. / 2, 1. / 8, 0, 1},
		{"uniform(0,1)", 1. / 2, 1. / 12, 0, 1},
		{"uniform(0.2,0.8)", 1. / 2, 3. / 100, .2, .8},
		{"uniform(0.3,0.3)", .3, 0, .3, .3},
		{"discrete(0.4:0.5, 1:0.5)", 7. / 10, 9. / 100, .4, 1},
		{"discrete(1:0.25, 0:0.5, 0.5:0.25)", 3. / 8, 11. / 64, 0, 1},
		{"discrete(0:0.3333333333, 1:0.6666666666)", 2. / 3, 2. / 9, 0, 1},
		{"discrete(0.25:1)", .25, 0, .25, .25},
		{"constant(0.6)", .6, 0, .6, .6},
	}
	for _, c := range cases {
		d := law(c.text)
		if got := d.Mean(); !near(got, c.mean, 2e-10) {
			t.Errorf("%s: %s: mean %.17g, want %.17g", c.text, d, got, c.mean)
		}
		if got := d.Variance(); !near(got, c.variance, 2e-10) {
			t.Errorf("%s: %s: variance %.17g, want %.17g", c.text, d, got, c.variance)
		}
		if low, high := d.Support(); low != c.low || high != c.high {
			t.Errorf("%s: %s: support [%g,%g], want [%g,%g]", c.text, d, low, high, c.low, c.high)
		}
	}
}

// slowBetaMGF is the Taylor series at 0, in 600 bits, which absorb any cancellation: E R^n is
// the product of (a+i)/(a+b+i).
func slowBetaMGF(a, b, s float64) float64 {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(x) }
	sum, term := exact(1), exact(1)
	n := new(big.Float).SetPrec(600).Add(exact(a), exact(b))
	for i := range 2000 {
		term.Mul(term, exact(s)).Quo(term, exact(float64(i+1)))
		term.Mul(term, new(big.Float).SetPrec(600).Add(exact(a), exact(float64(i))))
		term.Quo(term, new(big.Float).SetPrec(600).Add(n, exact(float64(i))))
		sum.Add(sum, term)
	}
	value, _ := sum.Float64()
	return value
}

func TestBetaMGFAgainstExactSeries(t *testing.T) {
	for _, p := range [][2]float64{{4, 1}, {1, 4}, {.5, .5}, {1, 1}, {2, 3}, {.01, 7}, {30, 50}, {1e-9, 1e-9}, {1e6, 3}, {1e9, 1e9}} {
		for _, s := range []float64{-100, -20, -7.5, -1, -1e-6, 0, 1e-6, .3, 1, 5, 20, 100} {
			d := param.Must(NewBeta(p[0], p[1]))
			if got, want := d.MGF(s), slowBetaMGF(p[0], p[1], s); !near(got, want, 1e-12) {
				t.Errorf("%v: %s: MGF(%g) = %.17g, want %.17g", p, d, s, got, want)
			}
		}
	}
}

func TestMGFAgainstClosedForms(t *testing.T) {
	cases := []struct {
		text string
		mgf  func(s float64) float64
	}{
		{"bernoulli(0.75)", func(s float64) float64 { return .25 + .75*math.Exp(s) }},
		{"bernoulli(1e-3)", func(s float64) float64 { return .999 + .001*math.Exp(s) }},
		{"uniform(0,1)", func(s float64) float64 { return math.Expm1(s) / s }},
		{"beta(1,1)", func(s float64) float64 { return math.Expm1(s) / s }},
		{"uniform(0.2,0.9)", func(s float64) float64 { return (math.Exp(.9*s) - math.Exp(.2*s)) / (.7 * s) }},
		{"uniform(0.3,0.3)", func(s float64) float64 { return math.Exp(.3 * s) }},
		{"beta(2,1)", func(s float64) float64 { return 2 * (math.Exp(s)*(s-1) + 1) / (s * s) }},
		{"discrete(0.4:0.5, 1:0.5)", func(s float64) float64 { return (math.Exp(.4*s) + math.Exp(s)) / 2 }},
		{"constant(0.6)", func(s float64) float64 { return math.Exp(.6 * s) }},
	}
	for _, c := range cases {
		d := law(c.text)
		if got := d.MGF(0); got != 1 {
			t.Errorf("%s: %s: MGF(0) = %g", c.text, d, got)
		}
		for _, s := range []float64{-20, -3, -.7, .7, 3, 20} {
			if got, want := d.MGF(s), c.mgf(s); !near(got, want, 1e-12) {
				t.Errorf("%s: %s: MGF(%g) = %.17g, want %.17g", c.text, d, s, got, want)
			}
		}
	}
}

func TestMGFEndsWherever(t *testing.T) {
	d := law("beta(4,1)")
	for _, s := range []float64{700, -700, 1e4, 1e18, math.Inf(1), math.NaN()} {
		got := d.MGF(s)
		if finite := math.Abs(s) <= 700; finite && (math.IsInf(got, 0) || math.IsNaN(got) || got <= 0) {
			t.Errorf("MGF(%g) = %g", s, got)
		}
	}
}

func TestConstructorsRefuseNaN(t *testing.T) {
	nan := math.NaN()
	refused := map[string]error{}
	_, refused["bernoulli"] = NewBernoulli(nan)
	_, refused["beta"] = NewBeta(1, nan)
	_, refused["constant"] = NewConstant(nan)
	_, refused["uniform"] = NewUniform(nan, 1)
	_, refused["discrete value"] = NewDiscrete(Outcome{nan, 1})
	_, refused["discrete probability"] = NewDiscrete(Outcome{1, nan})
	_, refused["discrete without outcomes"] = NewDiscrete()
	for name, err := range refused {
		if err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestDiscreteKeepsItsOwnOutcomes(t *testing.T) {
	outcomes := []Outcome{{.4, .5}, {1, .5}}
	d := param.Must(NewDiscrete(outcomes...))
	outcomes[0].Value = .9
	if d.String() != "discrete(0.4:0.5, 1:0.5)" {
		t.Errorf("a caller's slice changed the law to %s", d)
	}
}

// Excess is ∫_x^1 P[R > r] dr. By hand for laws with closed forms, at the ends for all.
func TestExcess(t *testing.T) {
	for _, c := range []struct {
		text string
		want func(x float64) float64
	}{
		{"bernoulli(0.75)", func(x float64) float64 { return .75 * (1 - x) }},
		{"constant(0.6)", func(x float64) float64 { return max(.6-x, 0) }},
		{"discrete(0.4:0.5, 1:0.5)", func(x float64) float64 { return max(.4-x, 0)/2 + (1-x)/2 }},
		{"uniform(0,1)", func(x float64) float64 { return (1 - x) * (1 - x) / 2 }},
		{"uniform(0.2,0.7)", func(x float64) float64 {
			return quad.Fixed(func(r float64) float64 { return max(0, min(1, (.7-r)/.5)) }, max(x, .2), max(x, .7), 20, nil, 0) + max(.2-x, 0)
		}},
		{"uniform(0.3,0.3)", func(x float64) float64 { return max(.3-x, 0) }},
		{"beta(4,1)", func(x float64) float64 { return 4./5 - x + math.Pow(x, 5)/5 }},
		{"beta(1,3)", func(x float64) float64 { return math.Pow(1-x, 4) / 4 }},
		{"beta(2,2)", func(x float64) float64 { return .5 - x + math.Pow(x, 3) - math.Pow(x, 4)/2 }},
		{"beta(0.5,0.5)", func(x float64) float64 { // P[R ≤ r] = (2/π) arcsin √r
			turn := math.Asin(math.Sqrt(x))
			return .5 - x + (2/math.Pi)*(x*turn-(turn/2-math.Sin(2*turn)/4))
		}},
		{"beta(30,50)", func(x float64) float64 {
			constant := math.Exp(lgamma(80) - lgamma(30) - lgamma(50))
			return quad.Fixed(func(r float64) float64 {
				return (r - x) * constant * math.Pow(r, 29) * math.Pow(1-r, 49)
			}, x, 1, 100, nil, 0)
		}},
		{"beta(1e-9,1e-9)", func(x float64) float64 { // ∫_x^1 of P[R > r] ≈ ½ − a/2·ln(r/(1−r))
			return (1-x)/2 + 1e-9/2*(x*math.Log(x)+(1-x)*math.Log1p(-x))
		}},
		{"beta(1e9,1e9)", func(x float64) float64 { // normal
			deviation := 1 / math.Sqrt(4*(2e9+1))
			z := (.5 - x) / deviation
			return deviation * (z*(1+math.Erf(z/math.Sqrt2))/2 + math.Exp(-z*z/2)/math.Sqrt(2*math.Pi))
		}},
	} {
		d := law(c.text)
		if d.Excess(0) != d.Mean() || d.Excess(1) != 0 {
			t.Errorf("%s: excess over 0 is %v and over 1 %v; mean %v", d, d.Excess(0), d.Excess(1), d.Mean())
		}
		for _, x := range []float64{1e-6, .1, .25, .3, .4, .49999, .5, .50001, .7, .9, .999} {
			if got, want := d.Excess(x), c.want(x); math.Abs(got-want) > 1e-9*max(.1, want) {
				t.Errorf("%s: excess over %v is %.15g, want %.15g", d, x, got, want)
			}
		}
	}
}

func lgamma(x float64) float64 { value, _ := math.Lgamma(x); return value }

// Every distribution implements channel.Law.
var _ channel.Law = Distribution(nil)

// JZL's arms through the three Bernoulli mechanisms at ε = 1. By hand, E r² is .9, 2/3, .58,
// .6, 1/3, and E e^r is .1 + .9e, 4(6 − 2e), (e^.4 + e)/2, .4 + .6e, e − 1.
func TestPrivatizedMeansOfJZL(t *testing.T) {
	laws := param.Must(ParseList("0.9 beta(4,1) discrete(0.4:0.5, 1:0.5) 0.6 uniform(0,1)"))
	const e = math.E
	mean := []float64{.9, .8, .7, .6, .5}
	square := []float64{.9, 2. / 3, .58, .6, 1. / 3}
	exponential := []float64{.1 + .9*e, 4 * (6 - 2*e), (math.Exp(.4) + e) / 2, .4 + .6*e, e - 1}
	want := map[string]func(i int) float64{
		"linear":        func(i int) float64 { return ((e-1)*mean[i] + 1) / (1 + e) },
		"quadratic,b=3": func(i int) float64 { return ((e-4)*square[i] + 3*mean[i] + 1) / (1 + e) },
		"exponential":   func(i int) float64 { return exponential[i] / (1 + e) },
	}
	for text, exact := range want {
		c := param.Must(channel.Parse(text, 1))
		for i, law := range laws {
			if got := c.Mean(law); !near(got, exact(i), 1e-12) {
				t.Errorf("%s: %s of %s: %.15g, want %.15g", text, c, law, got, exact(i))
			}
		}
	}
}

func TestParseReads(t *testing.T) {
	cases := []struct{ text, want string }{
		{"0.75", "bernoulli(0.75)"},
		{" 1 ", "bernoulli(1)"},
		{"-0", "bernoulli(0)"},
		{"7.5e-1", "bernoulli(0.75)"},
		{"bernoulli(0.75)", "bernoulli(0.75)"},
		{"BETA ( 4 ,\t1 )", "beta(4,1)"},
		{"Uniform(0,1)", "uniform(0,1)"},
		{"uniform(.5,.5)", "uniform(0.5,0.5)"},
		{"discrete(0.4:0.5, 1:0.5)", "discrete(0.4:0.5, 1:0.5)"},
		{"discrete(1 : .25,0:.75)", "discrete(1:0.25, 0:0.75)"},
		{"constant(0.6)", "constant(0.6)"},
	}
	for _, c := range cases {
		law, err := Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if law.String() != c.want {
			t.Errorf("%q reads as %s, want %s", c.text, law, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	const known = " (known: bernoulli, beta, constant, discrete, uniform)"
	cases := []struct{ text, want string }{
		{"", "an empty arm: give a mean such as 0.7, or a distribution such as beta(4,1)"},
		{"1.2", "bernoulli(1.2): the mean must lie in [0,1]"},
		{"-0.1", "bernoulli(-0.1): the mean must lie in [0,1]"},
		{"inf", `"inf" is not a finite number`},
		{"NaN", `"NaN" is not a finite number`},
		{"0,5", `"0,5" is not a finite number`},
		{"0x1p-3", `"0x1p-3" is not a finite number`},
		{"0.5_", `"0.5_" is not a finite number`},
		{"1e999", `"1e999" is not a finite number`},
		{"bernoulli(nan)", `bernoulli(nan): "nan" is not a finite number`},
		{"bernoulli()", `bernoulli(): "" is not a finite number`},
		{"bernoulli", "bernoulli: write bernoulli(mean)"},
		{"bernoulli(0.5", "bernoulli(0.5: write bernoulli(mean)"},
		{"bernoulli(0.5) 1", "bernoulli(0.5) 1: write bernoulli(mean)"},
		{"bernoulli((0.5))", "bernoulli((0.5)): write bernoulli(mean)"},
		{"bernoulli(0.5,1)", "bernoulli(0.5,1): write bernoulli(mean)"},
		{"beta(4)", "beta(4): write beta(a,b)"},
		{"beta(4,-1)", "beta(4,-1): both parameters must be above 0"},
		{"beta(0,1)", "beta(0,1): both parameters must be above 0"},
		{"beta(4,1e12)", "beta(4,1e+12): both parameters must lie between 1e-9 and 1e9"},
		{"beta(4,x)", `beta(4,x): "x" is not a finite number`},
		{"uniform(0.9,0.2)", "uniform(0.9,0.2): the bounds must satisfy 0 <= a <= b <= 1"},
		{"uniform(0,2)", "uniform(0,2): the bounds must satisfy 0 <= a <= b <= 1"},
		{"constant(1.5)", "constant(1.5): the reward must lie in [0,1]"},
		{"discrete(0.4:0.5,1:0.4)", "discrete: probabilities must add up to 1, not 0.9"},
		{"discrete(0.4:0.5,1.5:0.5)", "discrete: the reward 1.5 must lie in [0,1]"},
		{"discrete(0.4:0.5,0.4:0.5)", "discrete: the reward 0.4 is given twice"},
		{"discrete(0:0,1:1)", "discrete: the probability of 0 must be above 0 and at most 1, not 0"},
		{"discrete(:0.5, 1:0.5)", `discrete(:0.5, 1:0.5): "" is not a finite number`},
		{"discrete(0.4)", "discrete(0.4): write discrete(reward:probability, …)"},
		{"discrete(" + strings.Repeat("0:1,", MaxOutcomes) + "0:1)", "discrete: it must have 1 to 1,000 outcomes, not 1,001"},
		{"gaussian(0,1)", "gaussian(0,1): no such distribution" + known},
		{"bernouli(0.5)", "bernouli(0.5): no such distribution; did you mean bernoulli?" + known},
		{"betta(1,1)", "betta(1,1): no such distribution; did you mean beta?" + known},
		{"\x1b[2J(1)", "?[2J(1): must not have the control character U+001B" + known},
	}
	for _, c := range cases {
		law, err := Parse(c.text)
		switch {
		case err == nil:
			t.Errorf("%q reads as %s, want the error %q", c.text, law, c.want)
		case err.Error() != c.want:
			t.Errorf("%q:\n got %q\nwant %q", c.text, err, c.want)
		case law != nil:
			t.Errorf("%q: a law came with the error", c.text)
		}
	}
}

func TestParseList(t *testing.T) {
	cases := []struct{ text, want, err string }{
		{text: "0.9 0.1", want: "bernoulli(0.9); bernoulli(0.1)"},
		{text: "  beta(4, 1)\t0.5\n", want: "beta(4,1); bernoulli(0.5)"},
		{text: "beta (4, 1) uniform ( 0 , 1 ) .2", want: "beta(4,1); uniform(0,1); bernoulli(0.2)"},
		{text: "discrete(0.4:0.5, 1:0.5) constant(0.6)", want: "discrete(0.4:0.5, 1:0.5); constant(0.6)"},
		{text: "", err: "no arms: give at least one, such as 0.7 or beta(4,1)"},
		{text: " \t", err: "no arms: give at least one, such as 0.7 or beta(4,1)"},
		{text: "0.5 beta(4,-1)", err: "arm 2: beta(4,-1): both parameters must be above 0"},
		{text: "0.5 beta(4,1 0.2", err: `arm 2: beta(4,1 0.2: write beta(a,b)`},
		{text: "0.5 ) 0.2", err: "arm 2: ): no such distribution (known: bernoulli, beta, constant, discrete, uniform)"},
		{text: "\xff", err: "arm 1: ?: must be UTF-8 (known: bernoulli, beta, constant, discrete, uniform)"},
		{text: "0.9, 0.8", want: "bernoulli(0.9); bernoulli(0.8)"},
		{text: "0.9,beta(4,1),\u00a0.8", want: "bernoulli(0.9); beta(4,1); bernoulli(0.8)"},
		{text: "0.9 beta(4,1).8", err: "arm 2: beta(4,1).8: write beta(a,b)"},
		{text: "0.9 (4,(1)) .8", err: `arm 1: "0.9 (4,(1))" is not a finite number`},
		{text: "0.5 (0.2)", err: `arm 1: "0.5 (0.2)" is not a finite number`},
	}
	for _, c := range cases {
		laws, err := ParseList(c.text)
		if err != nil || c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%q: error %v, want %q", c.text, err, c.err)
			}
			continue
		}
		names := param.Map(laws, Distribution.String)
		if got := strings.Join(names, "; "); got != c.want {
			t.Errorf("%q reads as %q, want %q", c.text, got, c.want)
		}
	}
}

// Any text gives a distribution with valid moments that reads back as itself, or a one-line error.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"0.5", "beta(4,1)", "uniform(0,1)", "discrete(0.4:0.5, 1:0.5)", "constant(0.6)", "bernoulli(1)",
		"beta(1e-9,1e9)", "discrete(0:1e-9,1:0.999999999)", "gaussian(0,1)", "inf", "-0", "0x1p-2", "beta(,)", "\x00(", "é(1)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		law, err := Parse(text)
		if err != nil {
			if message := err.Error(); message == "" || !param.IsPrintable(message) {
				t.Fatalf("%q: unusable message %q", text, message)
			}
			return
		}
		again, err := Parse(law.String())
		if err != nil || again.String() != law.String() {
			t.Fatalf("%q reads as %s, which reads as %v (%v)", text, law, again, err)
		}
		low, high := law.Support()
		if mean := law.Mean(); !(0 <= low && low <= mean+1e-12 && mean <= high+1e-12 && high <= 1) {
			t.Fatalf("%s: mean %g, support [%g,%g]", law, mean, low, high)
		}
		// A variable in [0,1] has at most the variance of a Bernoulli variable with its mean.
		if v, bound := law.Variance(), law.Mean()*(1-law.Mean()); !(v >= 0 && v <= bound+1e-12) {
			t.Fatalf("%s: variance %g, at most %g is possible", law, v, bound)
		}
		if again.Mean() != law.Mean() || again.Variance() != law.Variance() || again.MGF(1) != law.MGF(1) {
			t.Fatalf("%s does not come back the same", law)
		}
	})
}

// Any text gives distributions that read back, or a one-line error.
func FuzzParseList(f *testing.F) {
	for _, seed := range []string{"0.5 beta(4,1)", "0.9, 0.8", "beta (4, 1) uniform ( 0 , 1 ) .2", "\xff", "0.5 (", "(\xff)0", "é\u00a0)(", ",,"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		laws, err := ParseList(text)
		if err != nil {
			if message := err.Error(); message == "" || !param.IsPrintable(message) {
				t.Fatalf("%q: unusable message %q", text, message)
			}
			return
		}
		parts := param.Map(laws, Distribution.String)
		again, err := ParseList(strings.Join(parts, " "))
		if err != nil || len(again) != len(laws) {
			t.Fatalf("%q reads as %v, which reads as %v (%v)", text, laws, again, err)
		}
		for i := range laws {
			if again[i].String() != laws[i].String() {
				t.Fatalf("%q: arm %d reads as %v, then as %v", text, i+1, laws[i], again[i])
			}
		}
	})
}
