package number

import (
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	cases := map[string]float64{
		"1000000": 1e6, "1e6": 1e6, "1_000_000": 1e6, ".5": .5, "-2": -2,
		"5.": 5, "+1_0e-1": 1, "1_000.5": 1000.5, "inf": math.Inf(1), "-Inf": math.Inf(-1),
		"1,000": 1000, "-12,345,678.5": -12345678.5, "∞": math.Inf(1), "−2": -2,
	}
	for text, want := range cases {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "nan", "1e", "one", "1,5",
		"1,5000", "0,500", "1,00", ",500", "1_0,000", ".", "_1", "1_", "1__0", "1_.5", "1._5", "1e1_0", "0x1p-3", "0x10", "infinity", "1e400", " 1",
	} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func TestParseShare(t *testing.T) {
	for text, want := range map[string]float64{"2%": .02, "2 %": .02, "0.02": .02, "150%": 1.5} {
		if got, err := ParseShare(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	if _, err := ParseShare("%"); err == nil {
		t.Error("% was read")
	}
}

func TestParseCount(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "1e6": 1e6, "9007199254740992": 1 << 53} {
		if got, err := ParseCount(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"0": "must be a whole number of at least 1", "1.5": "must be a whole number of at least 1",
		"1.000": "must be a whole number of at least 1", "x": "must be a whole number of at least 1",
		"1e16": "must be a whole number of at most 2^53", "inf": "must be a whole number of at most 2^53",
	} {
		if got, err := ParseCount(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestFormatReadsBack(t *testing.T) {
	for _, x := range []float64{.1, 1. / 3, 1e-300, 12345678, math.Inf(1)} {
		if got, err := Parse(Format(x)); err != nil || got != x {
			t.Errorf("%v came back as %v, %v", x, got, err)
		}
	}
	if got := Format(math.Inf(-1)); got == "inf" {
		t.Errorf("−∞ is written %s", got)
	}
}
