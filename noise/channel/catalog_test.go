package channel

import (
	"math"
	"testing"

	"regretscope/noise/param"
)

func TestCatalogIsComplete(t *testing.T) {
	for _, d := range Catalog() {
		if d.ID == "" || d.Name == "" || d.Paper == "" || d.Meaning == "" || d.Formula == "" {
			t.Errorf("%s leaves something unsaid: %+v", d.ID, d)
		}
		for _, epsilon := range []float64{MinEpsilon, .1, 1, 30, MaxEpsilon} {
			c, err := Parse(d.Example, epsilon)
			if err != nil {
				t.Errorf("%s at ε = %g: %v", d.ID, epsilon, err)
				continue
			}
			if c.ID() != d.ID {
				t.Errorf("%s makes %s", d.ID, c.ID())
			}
			if want := epsilon; d.ID != "none" && d.ID != "curve" && c.Epsilon() != want {
				t.Errorf("%s at ε = %g costs %g", d.ID, epsilon, c.Epsilon())
			}
			if mean := c.Mean(coin(.5)); math.IsNaN(mean) || math.IsInf(mean, 0) {
				t.Errorf("%s at ε = %g: mean %g", d.ID, epsilon, mean)
			}
		}
		for _, p := range d.Parameters {
			if p.Name == "" || p.Meaning == "" || p.Range == "" || p.DefaultText == "" {
				t.Errorf("%s: a parameter leaves something unsaid: %+v", d.ID, p)
			}
			if p.Default == nil {
				continue
			}
			for _, epsilon := range []float64{.1, 1, 10, math.Inf(1)} {
				if value := p.Default(epsilon); !(p.Low <= value && value <= p.High(epsilon)) {
					t.Errorf("%s: default %s = %g lies outside its range", d.ID, p.Name, value)
				}
			}
		}
	}
}

func TestParseReads(t *testing.T) {
	cases := []struct{ text, want string }{
		{"linear", "linear(2)"},
		{"LINEAR ( 0.5 )", "linear(0.5)"},
		{"linear,epsilon=0.5", "linear(0.5)"},
		{"linear()", "linear(2)"},
		{"quadratic,b=1", "quadratic(2,1)"},
		{"quadratic(b=1)", "quadratic(2,1)"},
		{"quadratic(1, 0.5)", "quadratic(1,0.5)"},
		{"quadratic(b=0.5, epsilon=1)", "quadratic(1,0.5)"},
		{"exponential", "exponential(2)"},
		{"rr(0.73,0.73)", "rr(0.73,0.73)"},
		{"rr,p11=0.2,p00=0.3", "rr(0.3,0.2)"},
		{"rr", "rr(epsilon=2)"},
		{"rr(epsilon=inf)", "rr(epsilon=inf)"},
		{"rr,p00=0.9", "rr(0.9,0.8807970779778823)"},
		{"laplace", "laplace(2)"},
		{"none", "none"},
		{"curve,points=0:0.3/0.4:0.5/1:0.7", "curve(0:0.3/0.4:0.5/1:0.7)"},
		{"CURVE ( 0 : .3 / 1 : 7e-1 )", "curve(0:0.3/1:0.7)"},
		{"curve(points=-0:-0/1:1)", "curve(0:0/1:1)"},
	}
	for _, c := range cases {
		got, err := Parse(c.text, 2)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got.String() != c.want {
			t.Errorf("%q reads as %s, want %s", c.text, got, c.want)
		}
	}
}

// same reports whether two channels have equal texts and behave the same.
func same(a, b Channel) bool {
	for _, reward := range []float64{0, .3, 1} {
		if x, y := a.Probability(reward), b.Probability(reward); x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
			return false
		}
	}
	return a.String() == b.String() && a.Epsilon() == b.Epsilon() && a.Bits() == b.Bits()
}

func TestParseRefuses(t *testing.T) {
	const known = " (known: linear, quadratic, exponential, curve, rr, laplace, none)"
	cases := []struct {
		text    string
		epsilon float64
		want    string
	}{
		{"gauss", 1, "gauss: no such channel" + known},
		{"", 1, "the channel is missing" + known},
		{"\x1b[2J", 1, `?[2j: must not have the control character U+001B` + known},
		{"linear", -1, "linear: epsilon must lie in [1e-09, 700] or be inf, not -1"},
		{"linear", 0, "linear: epsilon must lie in [1e-09, 700] or be inf, not 0"},
		{"linear", math.NaN(), "linear: epsilon must lie in [1e-09, 700] or be inf, not NaN"},
		{"linear(1000)", 1, "linear: epsilon must lie in [1e-09, 700] or be inf, not 1000"},
		{"linear(nan)", 1, `linear: epsilon must be a number, not "nan"`},
		{"linear(1", 1, "linear(1: the closing parenthesis is missing"},
		{"linear(1,2)", 1, "linear: write linear(epsilon), or any of them by name"},
		{"linear,b=1", 1, "linear: b: no such parameter (known: epsilon)"},
		{"exponential", math.Inf(1), "exponential: epsilon must be finite, at most 700: without noise the bit would only show whether the reward is exactly 1"},
		{"quadratic,b=9", 1, "quadratic: b must lie in [0, 3.436563] (0 to 2(e^ε − 1) at ε = 1), not 9"},
		{"quadratic,b=-1", 1, "quadratic: b must lie in [0, 3.436563] (0 to 2(e^ε − 1) at ε = 1), not -1"},
		{"quadratic,b=inf", 1, "quadratic: b must lie in [0, 3.436563] (0 to 2(e^ε − 1) at ε = 1), not inf"},
		{"quadratic,c=1", 1, "quadratic: c: no such parameter (known: epsilon, b)"},
		{"quadratic(1)", 1, "quadratic: write quadratic(epsilon,b), or any of them by name"},
		{"rr(0.7,0.3)", 1, "rr: p00 + p11 must not be 1: the bit would not depend on the reward"},
		{"rr(0.7)", 1, "rr: write rr(p00,p11), or any of them by name"},
		{"rr(0.7,p11=0.7)", 1, "rr: write rr(p00,p11), or any of them by name"},
		{"rr(1.2,0.7)", 1, "rr: p00 must lie in [0, 1], not 1.2"},
		{"rr(0.7,-0.1)", 1, "rr: p11 must lie in [0, 1], not -0.1"},
		{"rr(0.7,x)", 1, `rr: p11 must be a number, not "x"`},
		{"rr,p00=0.7,p00=0.8", 1, "rr: p00 is given twice"},
		{"rr,p00=0.7,p11=0.8,epsilon=1", 1, "rr: epsilon follows from p00 and p11: give one or the other"},
		{"rr", -1, "rr: epsilon must lie in [1e-09, 700] or be inf, not -1"},
		{"curve", 1, "curve: it needs points, such as curve,points=0:0.3/0.4:0.5/1:0.7"},
		{"curve()", 1, "curve: it needs points, such as curve,points=0:0.3/0.4:0.5/1:0.7"},
		{"curve,epsilon=1", 1, "curve: it needs points, such as curve,points=0:0.3/0.4:0.5/1:0.7"},
		{"curve,points=0:0.3/1:0.7,epsilon=1", 1, "curve: epsilon follows from points, so it cannot be set"},
		{"curve,point=0:0.3/1:0.7", 1, "curve: point: no such parameter; did you mean points? (known: points)"},
		{"curve(0:0.3,1:0.7)", 1, "curve: write curve(points), or any of them by name"},
		{"curve,points=", 1, `curve: points must be pairs reward:probability separated by /, such as 0:0.3/0.4:0.5/1:0.7, not ""`},
		{"curve,points=0:0.3/0.4/1:0.7", 1, `curve: points must be pairs reward:probability separated by /, such as 0:0.3/0.4:0.5/1:0.7, not "0.4"`},
		{"curve,points=0:nan/1:0.7", 1, `curve: points must be pairs reward:probability separated by /, such as 0:0.3/0.4:0.5/1:0.7, not "0:nan"`},
		{"curve,points=0:0.3/0.4:0.5", 1, "curve: the first point must be at reward 0 and the last at reward 1, not at 0 and 0.4"},
		{"curve,points=0.1:0.3/1:0.5", 1, "curve: the first point must be at reward 0 and the last at reward 1, not at 0.1 and 1"},
		{"curve,points=0:0.3/inf:0.5", 1, "curve: rewards must lie in [0, 1], not inf"},
		{"curve,points=-0.1:0.3/1:0.5", 1, "curve: rewards must lie in [0, 1], not -0.1"},
		{"curve,points=0:0.3/1:1.5", 1, "curve: probabilities must lie in [0, 1], not 1.5 at reward 1"},
		{"curve,points=0:-0.1/1:0.5", 1, "curve: probabilities must lie in [0, 1], not -0.1 at reward 0"},
		{"curve,points=0:0.3/0.6:0.4/0.4:0.5/1:0.7", 1, "curve: rewards must increase from point to point, but 0.4 follows 0.6"},
		{"curve,points=0:0.3/0.4:0.4/0.4:0.5/1:0.7", 1, "curve: rewards must increase from point to point, but 0.4 follows 0.4"},
		{"curve,points=0:0.3/0.4:0.8/1:0.7", 1, "curve: p(r) must be monotone, but it goes from 0.3 at reward 0 to 0.7 at reward 1, and from 0.8 at reward 0.4 to 0.7 at reward 1"},
		{"curve,points=0:0.7/0.4:0.8/1:0.3", 1, "curve: p(r) must be monotone, but it goes from 0.7 at reward 0 to 0.3 at reward 1, and from 0.7 at reward 0 to 0.8 at reward 0.4"},
		{"curve,points=0:0.5/0.4:0.4/1:0.5", 1, "curve: p(r) must be monotone, but it goes from 0.5 at reward 0 to 0.5 at reward 1, and from 0.4 at reward 0.4 to 0.5 at reward 1"},
		{"curve,points=0:0.5/1:0.5", 1, "curve: p(0) and p(1) must differ by an ε of at least 1e-09: otherwise the bit does not depend on the reward"},
		{"none(1)", 1, "none: it takes no parameters"},
		{"none,epsilon=1", 1, "none: it takes no parameters, so epsilon cannot be set"},
	}
	for _, c := range cases {
		got, err := Parse(c.text, c.epsilon)
		switch {
		case err == nil:
			t.Errorf("%q reads as %s, want the error %q", c.text, got, c.want)
		case err.Error() != c.want:
			t.Errorf("%q:\n got %q\nwant %q", c.text, err, c.want)
		case got != nil:
			t.Errorf("%q: a channel came with the error", c.text)
		}
	}
}

// Channels that do not use ε ignore it.
func TestUnusedEpsilonIsNotChecked(t *testing.T) {
	for _, text := range []string{"none", "rr(0.73,0.73)"} {
		if _, err := Parse(text, -1); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range all {
		f.Add(text)
	}
	for _, text := range []string{"quadratic,b=1", "rr(,)", "rr(0.5,0.5)", "none(", "rr,p00=1,p11=0x1p-9", "curve(0:0/1e-9:1e-9/1:1)", "curve(0:0.5/1:0.5000001)", "curve,points=0:1/1:0/", "linear(1e-9)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text, 1)
		if err != nil {
			if message := err.Error(); message == "" || !param.IsPrintable(message) {
				t.Fatalf("%q: unusable message %q", text, message)
			}
			return
		}
		again, err := Parse(c.String(), 2)
		if err != nil || !same(again, c) {
			t.Fatalf("%q reads as %s, which reads as %v (%v)", text, c, again, err)
		}
		if epsilon := c.Epsilon(); !(epsilon > 0) {
			t.Fatalf("%s: ε = %g", c, epsilon)
		}
		if _, slope, ok := c.Affine(); ok && !(math.Abs(slope) > 0) {
			t.Fatalf("%s: slope %g", c, slope)
		}
	})
}
