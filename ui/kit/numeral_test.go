package kit

import (
	"math"
	"testing"
	"unicode/utf8"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 7: "7", 999: "999", 1000: "1 000", 48210: "48 210", 123456: "123 456",
		1_000_000: "1 000 000", -1234: "−1 234", -999: "−999",
	} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestFixed(t *testing.T) {
	tests := []struct {
		x        float64
		decimals int
		want     string
	}{
		{0.75, 3, "0.750"},
		{-3.24, 1, "−3.2"},
		{12345.678, 1, "12 345.7"},
		{-0.0001, 2, "0.00"}, // no minus on what reads as zero
		{math.NaN(), 3, "–"},
		{math.Inf(1), 3, "∞"},
		{math.Inf(-1), 3, "−∞"},
		{1e300, 0, "1e+300"},
		{-2e20, 3, "−2e+20"},
	}
	for _, test := range tests {
		if got := Fixed(test.x, test.decimals); got != test.want {
			t.Errorf("Fixed(%v, %d) = %q, want %q", test.x, test.decimals, got, test.want)
		}
	}
}

func TestMeasured(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.000", 1.5: "1.500", 12.345: "12.35", 123.45: "123.5", 1234.5: "1 234", math.Inf(1): "∞",
	} {
		if got := Measured(x); got != want {
			t.Errorf("Measured(%v) = %q, want %q", x, got, want)
		}
	}
}

func TestLoss(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1e-4: "0.0001", 0.0625: "0.0625", 0.5: "0.5", 1: "1", 1.05: "1.05", 27: "27", math.Ln2: "0.693", 179.176: "179.18",
		4443.5: "4 443.5", 88_870.5: "88 870", math.Inf(1): "∞", math.NaN(): "–",
	} {
		if got := Loss(x); got != want {
			t.Errorf("Loss(%v) = %q, want %q", x, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.5: "0.5", 0.25: "0.25", -0.5: "−0.5", 50: "50", 1200: "1 200", 10_000: "10k",
		50_000: "50k", 1_000_000: "1M", 2_500_000: "2.5M", 1e10: "10G", 1e-6: "1e−06",
	} {
		if got := Short(x); got != want {
			t.Errorf("Short(%v) = %q, want %q", x, got, want)
		}
	}
	for x := 1e-9; x < 1e20; x *= 3.7 {
		if got := Short(x); utf8.RuneCountInString(got) > 7 {
			t.Errorf("Short(%v) = %q is wide", x, got)
		}
	}
}

func TestRate(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", 3.04: "3", 29.7: "30", 431_234: "430 000", math.Inf(1): "0", math.NaN(): "0",
	} {
		if got := Rate(x); got != want {
			t.Errorf("Rate(%v) = %q, want %q", x, got, want)
		}
	}
}

func TestPadding(t *testing.T) {
	if got := Right("ε", 3) + "|" + Right("long", 2); got != "  ε|long" {
		t.Errorf("got %q", got)
	}
}
