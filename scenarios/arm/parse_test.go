package arm

import (
	"strings"
	"testing"

	"regretscope/noise/param"
)

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

// Any text gives a distribution with valid moments that reads back as itself, or a one-line
// error.
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
