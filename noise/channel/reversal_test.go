package channel

import (
	"fmt"
	"math"
	"testing"

	"regretscope/noise/param"
)

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
			[]Law{points{.6: 1}, coin(.5)},
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
			[]Law{coin(1), points{.75: 1}},
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
