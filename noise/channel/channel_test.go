package channel

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
)

// Channels of every kind: increasing, decreasing, convex, concave, and without noise.
var all = []string{
	"linear", "linear(0.1)", "linear(10)", "linear(inf)",
	"quadratic", "quadratic(1,0)", "quadratic(2,3)", "quadratic(0.1,0.21)", "quadratic(inf,inf)", "quadratic(inf,1)",
	"exponential", "exponential(0.1)", "exponential(5)",
	"rr", "rr(0.73,0.73)", "rr(0.27,0.27)", "rr(0.9,0.3)", "rr(0.2,0.5)", "rr(1,1)", "rr(0,0)", "rr(epsilon=40)",
	"laplace", "laplace(inf)", "none",
	"curve,points=0:0.3/0.4:0.5/1:0.7", "curve(0:0.9/0.25:0.9/0.5:0.2/1:0.1)", "curve(0:0/0.5:0.25/1:1)",
	"curve(0:0.2/0.1:0.26/0.3:0.38/1:0.8)", "curve(0:1/1:0)",
}

func TestExactValues(t *testing.T) {
	e := math.E
	rr := parsed("rr")
	intercept, slope, ok := rr.Affine()
	cases := []struct {
		what      string
		got, want float64
	}{
		{"rr p at ε = 1", rr.Probability(1), .73105857863},
		{"rr slope at ε = 1", slope, .46211715726},
		{"rr intercept at ε = 1", intercept, 1 / (1 + e)},
		{"index of SW-KLUCB-CF, past 1", rr.Inverse(.944243187638), 1.46132156242},
		{"linear p(1/2)", parsed("linear").Probability(.5), .5},
		{"quadratic b=0, p(1/2)", parsed("quadratic,b=0").Probability(.5), ((e-1)/4 + 1) / (1 + e)},
		{"quadratic default, p(1/2)", parsed("quadratic").Probability(.5), ((e-1)*3/8 + 1) / (1 + e)},
		{"exponential of constant .6", parsed("exponential").Mean(points([2]float64{.6, 1})), .490043220082},
		{"exponential of Bernoulli(.5)", parsed("exponential").Mean(coin(.5)), .5},
		{"quadratic b=1 of Uniform[0,1]", parsed("quadratic,b=1").Mean(uniform), ((e-2)/3 + 1./2 + 1) / (1 + e)},
		{"laplace of Beta(4,1)", parsed("laplace").Mean(beta41), .8},
		{"decreasing rr of Beta(4,1)", parsed("rr(0.27,0.27)").Mean(beta41), .73 - .46*.8},
		{"its inverse", parsed("rr(0.27,0.27)").Inverse(.73 - .46*1.7), 1.7},
	}
	for _, c := range cases {
		if !near(c.got, c.want, 1e-9) {
			t.Errorf("%s: %.12g, want %.12g", c.what, c.got, c.want)
		}
	}
	if !ok {
		t.Error("rr is not affine")
	}
}

// The mean of the reports is the law's average of p(r), or of r itself.
func TestMeanIsTheAverageOfTheProbabilities(t *testing.T) {
	laws := []law{coin(0), coin(.3), coin(1), points([2]float64{.6, 1}), halves, points([2]float64{0, .2}, [2]float64{.5, .5}, [2]float64{.8, .3}), uniform, beta41}
	for _, text := range all {
		c := parsed(text)
		for i, law := range laws {
			want := law.Mean()
			if c.Bits() {
				want = law(c.Probability)
			}
			if got := c.Mean(law); !near(got, want, 1e-12) {
				t.Errorf("%s: %s, law %d: mean %.15g, want %.15g", text, c, i, got, want)
			}
		}
	}
}

func TestAffineAndInverse(t *testing.T) {
	affine := map[string]bool{"linear": true, "rr": true, "laplace": true, "none": true}
	affineCurves := []string{"curve(0:0.2/0.1:0.26/0.3:0.38/1:0.8)", "curve(0:1/1:0)"}
	for _, text := range append(all, "quadratic(1,1.718281828459045)") {
		c := parsed(text)
		intercept, slope, ok := c.Affine()
		if want := affine[c.ID()] || slices.Contains(affineCurves, text) || c.String() == "quadratic(1,1.718281828459045)"; ok != want {
			t.Errorf("%s: affine %v, want %v", c, ok, want)
		}
		if !ok {
			if !math.IsNaN(c.Inverse(.5)) {
				t.Errorf("%s has an inverse without being affine", c)
			}
			continue
		}
		for _, law := range []Law{coin(.3), halves, uniform, beta41} {
			if got, want := intercept+slope*law.Mean(), c.Mean(law); !near(got, want, 1e-12) {
				t.Errorf("%s: g(μ) = %.15g, mean %.15g", c, got, want)
			}
		}
		for _, x := range []float64{-3, 0, .25, 1, 7} {
			if got := c.Inverse(intercept + slope*x); !near(got, x, 1e-11) {
				t.Errorf("%s: g⁻¹(g(%g)) = %.15g", c, x, got)
			}
		}
	}
}

func TestProbabilitiesStayInRange(t *testing.T) {
	for _, text := range all {
		c := parsed(text)
		if !c.Bits() {
			if !math.IsNaN(c.Probability(.5)) {
				t.Errorf("%s: %s: a probability without bits", text, c)
			}
			continue
		}
		for i := range 1001 {
			if p := c.Probability(float64(i) / 1000); !(0 <= p && p <= 1) {
				t.Errorf("%s: %s: p(%g) = %g", text, c, float64(i)/1000, p)
			}
		}
	}
}

// Without noise, each mechanism equals its limit.
func TestLimitsWithoutNoise(t *testing.T) {
	for _, c := range []struct{ limit, nearly string }{
		{"linear(inf)", "linear(45)"},
		{"rr(epsilon=inf)", "rr(epsilon=45)"},
		{"quadratic(inf,inf)", "quadratic,epsilon=45"},
		{"quadratic(inf,1)", "quadratic(45,1)"},
		{"laplace(inf)", "laplace(700)"},
		{"none", "laplace(700)"},
	} {
		limit, nearly := parsed(c.limit), parsed(c.nearly)
		for _, law := range []Law{coin(.3), halves, uniform} {
			if got, want := limit.Mean(law), nearly.Mean(law); !near(got, want, 1e-12) {
				t.Errorf("%s: %s: mean %g, %s: %g", c.limit, limit, got, nearly, want)
			}
		}
		if !math.IsInf(limit.Epsilon(), 1) {
			t.Errorf("%s: %s: ε = %g", c.limit, limit, limit.Epsilon())
		}
		cell := noise.At(1, 1)
		if !limit.Bits() && limit.Report(.3, &cell) != .3 {
			t.Errorf("%s: %s adds noise", c.limit, limit)
		}
	}
}

// A report depends on seed, arm, round and channel, and on nothing else.
func TestKey(t *testing.T) {
	report := func(seed uint64, arm, round int, c Channel) float64 {
		cell := noise.At(Key(seed, arm, c), round)
		return c.Report(.5, &cell)
	}
	transcript := func(seed uint64, arm int, c Channel, rounds []int) string {
		bits := make([]byte, len(rounds))
		for _, round := range rounds {
			bits[round] = '0' + byte(report(seed, arm, round, c))
		}
		return string(bits)
	}
	forwards, backwards := make([]int, 200), make([]int, 200)
	for i := range forwards {
		forwards[i], backwards[i] = i, len(backwards)-1-i
	}
	linear, again, rr := parsed("linear"), parsed("linear(1)"), parsed("rr")
	reference := transcript(1, 0, linear, forwards)
	if transcript(1, 0, again, backwards) != reference {
		t.Error("the same channel reports differently in another order")
	}
	for name, other := range map[string]string{
		"seed":    transcript(2, 0, linear, forwards),
		"arm":     transcript(1, 1, linear, forwards),
		"channel": transcript(1, 0, rr, forwards),
	} {
		if other == reference {
			t.Errorf("another %s has the same coins", name)
		}
	}
}

// For Bernoulli rewards the three channels of JZL give the same law of reports (Eq. 21).
// A matrix of the same ε that is not symmetric gives another.
func TestChannelsCoincideForBernoulliRewards(t *testing.T) {
	for _, epsilon := range []float64{.1, .5, 1, 2, 5} {
		mean := func(text string, p float64) float64 {
			c := param.Must(Parse(text, epsilon))
			return c.Mean(coin(p))
		}
		for p := 0.; p <= 1; p += .125 {
			want := (1 + p*(math.Exp(epsilon)-1)) / (math.Exp(epsilon) + 1)
			for _, text := range []string{"linear", "quadratic", "exponential"} {
				if got := mean(text, p); math.Abs(got-want) > 1e-12 {
					t.Errorf("%v: %s: P[1] = %v at mean %v, want %v", epsilon, text, got, p, want)
				}
			}
			if math.Abs(mean("rr(0.6,0.9)", p)-want) < 1e-3 {
				t.Errorf("%v: rr(0.6,0.9): P[1] = %v at mean %v, too", epsilon, want, p)
			}
		}
	}
}

func common(c Channel) func(int) Channel { return func(int) Channel { return c } }

// JZL's own arms: the quadratic mechanism ranks the best arm first up to b = 1.75(e^ε − 1), and
// below all five Beta(4,1) arms beyond.
func TestJZLArmsFlipBeyondTheirThreshold(t *testing.T) {
	for _, epsilon := range []float64{.5, 1, 2} {
		for _, c := range []struct {
			factor float64
			flips  int
		}{{0, 0}, {.5, 0}, {1, 0}, {1.7499, 0}, {1.7501, 5}, {2, 5}} {
			q := param.Must(Parse(fmt.Sprintf("quadratic,b=%v", c.factor*math.Expm1(epsilon)), epsilon))
			reversals, ok := KeepsBest(common(q), jzlArms())
			if ok != (c.flips == 0) || len(reversals) != c.flips {
				t.Errorf("ε = %g, b = %g(e^ε−1): %d flips, want %d", epsilon, c.factor, len(reversals), c.flips)
			}
			for i, r := range reversals {
				if r.Best != 0 || r.Arm != i+1 {
					t.Errorf("ε = %g, b = %g(e^ε−1): arm %d passes %d", epsilon, c.factor, r.Arm, r.Best)
				}
			}
		}
	}
	for _, text := range []string{"linear", "quadratic", "exponential", "rr", "rr(0.9,0.3)", "laplace", "none"} {
		if reversals, ok := KeepsBest(common(parsed(text)), jzlArms()); !ok {
			t.Errorf("%s flips JZL's arms: %v", text, reversals)
		}
	}
}

func TestKeepsBest(t *testing.T) {
	perArm := func(texts ...string) func(int) Channel {
		return func(arm int) Channel { return parsed(texts[arm]) }
	}
	cases := []struct {
		name     string
		channels func(int) Channel
		laws     []Law
		want     []string
	}{
		{
			"a constant against a coin, by privacy.md", common(parsed("exponential")),
			[]Law{points([2]float64{.6, 1}), coin(.5)},
			[]string{"arm 2 (mean 0.5) reports more ones (0.5) than arm 1 (mean 0.6: 0.49)"},
		},
		{
			"decreasing for all", common(parsed("rr(0.2,0.3)")),
			[]Law{coin(.5), coin(.9), coin(.1)},
			[]string{
				"arm 3 (mean 0.1) reports more ones (0.75) than arm 2 (mean 0.9: 0.35)",
				"arm 1 (mean 0.5) reports more ones (0.55) than arm 2 (mean 0.9: 0.35)",
			},
		},
		{
			"decreasing for the best", perArm("rr(0.3,0.3)", "rr(0.7,0.7)"),
			[]Law{coin(.9), coin(.5)},
			[]string{"arm 2 (mean 0.5) reports more ones (0.5) than arm 1 (mean 0.9: 0.34)"},
		},
		{
			"drawing level", perArm("rr(0.75,0.75)", "none"),
			[]Law{coin(1), points([2]float64{.75, 1})},
			[]string{"arm 2 (mean 0.75) reports as much (0.75) as arm 1 (mean 1: 0.75)"},
		},
		{
			"one of two best arms on top is enough", perArm("rr(0.3,0.3)", "rr(0.7,0.7)", "rr(0.7,0.7)"),
			[]Law{coin(.9), coin(.9), coin(.8)},
			nil,
		},
		{"equal arms", common(parsed("linear")), []Law{coin(.4), coin(.4)}, nil},
		{"one arm", common(parsed("exponential")), []Law{uniform}, nil},
		{"no arms", common(parsed("linear")), nil, nil},
	}
	for _, c := range cases {
		reversals, ok := KeepsBest(c.channels, c.laws)
		if ok != (len(c.want) == 0) || len(reversals) != len(c.want) {
			t.Errorf("%s: kept %v, %v", c.name, ok, reversals)
			continue
		}
		for i, r := range reversals {
			if r.String() != c.want[i] {
				t.Errorf("%s:\n got %q\nwant %q", c.name, r, c.want[i])
			}
		}
	}
}
