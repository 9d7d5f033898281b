package kit

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
)

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 runs", 1: "1 run", 2: "2 runs", 48210: "48 210 runs", -1: "−1 runs"} {
		if got := Plural(n, "run"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestEpsilon(t *testing.T) {
	for x, want := range map[float64]string{.5: "0.5", 1: "1", math.Inf(1): "∞", .1234567: "0.1234567"} {
		if got := Epsilon(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}

func TestWithError(t *testing.T) {
	for _, c := range []struct {
		mean, e float64
		want    string
	}{
		{12345.678, 123.4, "12 346 ± 123"}, // whole numbers are not rounded
		{12345.678, 12.34, "12 346 ± 12"},
		{123.4567, 1.234, "123.5 ± 1.2"},
		{123.4567, .0999, "123.46 ± 0.10"}, // the carry does not add a digit
		{123.4567, .0994, "123.457 ± 0.099"},
		{123.4567, 9.99, "123 ± 10"},
		{-1.5, .01, "−1.500 ± 0.010"},
		{1, 1e-12, "1.000000 ± 0.000000"},
		{42, 0, "42.00, all equal"},
		{42, math.NaN(), "42.00"},
		{math.Inf(1), math.Inf(1), "∞"},
	} {
		if got := WithError(c.mean, c.e); got != c.want {
			t.Errorf("%v ± %v: %q, want %q", c.mean, c.e, got, c.want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.0 s", 4200 * time.Millisecond: "4.2 s", 48 * time.Second: "48 s",
		187 * time.Second: "3 min 07 s", 4000 * time.Second: "1 h 06 min",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "the rest": "The rest", "ε ≥ 1": "ε ≥ 1", "État": "État", "élan": "Élan"} {
		if got := Capital(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestStyledAndMessage(t *testing.T) {
	if got := Styled("", 10, 0, lipgloss.Style{}); got != nil {
		t.Errorf("of nothing: %q", got)
	}
	got := Message("a b c", 3, 3, lipgloss.Style{})
	if want := (Block{"a b", "c  ", "   "}); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
