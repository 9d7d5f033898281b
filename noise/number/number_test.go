package number

import (
	"math"
	"testing"
	"unicode/utf8"
)

var inf, unknown = math.Inf(1), math.NaN()

func TestNumbers(t *testing.T) {
	count := func(x float64) string { return Count(int(x)) }
	fixed := func(decimals int) func(float64) string {
		return func(x float64) string { return Fixed(x, decimals) }
	}
	withError := func(e float64) func(float64) string {
		return func(x float64) string { return WithError(x, e) }
	}
	for _, kind := range []struct {
		name  string
		write func(float64) string
		cases map[float64]string
	}{
		{"count", count, map[float64]string{
			0: "0", 7: "7", 999: "999", 1000: "1,000", 48210: "48,210", 123456: "123,456", 1_000_000: "1,000,000", -1234: "−1,234", -999: "−999",
		}},
		{"setting", Setting, map[float64]string{
			0: "0", 0.5: "0.5", 0.125: "0.125", 1: "1", 1000: "1,000", 1e6: "1,000,000", 1e-5: "10⁻⁵", 2.5e-7: "2.5·10⁻⁷", 1e300: "10³⁰⁰",
			inf: "∞", unknown: "–", -0.25: "−0.25", 1.0 / 3: "0.3333333333333333",
		}},
		{"value", Value, map[float64]string{
			0: "0", 0.75: "0.7500", 0.03125: "0.0312", 0.012345: "0.0123", 0.0012345: "0.00123", 0.00012345: "0.000123", -0.00999996: "−0.0100",
			0.99994: "0.9999", 0.99996: "1.0000", 1.5: "1.5000", 9.9994: "9.9994", 9.99996: "10.00", 99.997: "100.0",
			12.345: "12.35", 123.45: "123.5", 999.96: "1,000", 1234.5: "1,234", 16389.3: "16,389", -1901.2: "−1,901", 2.5e-5: "2.5·10⁻⁵",
			-1e-9: "−10⁻⁹", 1.54e15: "1.54·10¹⁵", -2e20: "−2·10²⁰", inf: "∞", -inf: "−∞", unknown: "–",
		}},
		{"term", Term, map[float64]string{0: "0", 5: "5", -1000: "−1,000", 0.75: "0.7500", 12.3456: "12.346", 1024.25: "1,024.2", 9999.96: "10,000", 16389.3: "16,389", 1e-5: "10⁻⁵", 1e18: "10¹⁸", inf: "∞", unknown: "–"}},
		{"fixed", fixed(2), map[float64]string{0.75: "0.75", 12345.678: "12,345.68", -0.0001: "0.00", unknown: "–"}},
		{"with an error of 62.2", withError(62.2), map[float64]string{1035.4: "1,035 ± 62", -3.24: "−3 ± 62", 12: "12 ± 62"}},
		{"with an error of .0999", withError(.0999), map[float64]string{1035.4: "1,035.40 ± 0.10"}},
		{"with an error of 6.22", withError(6.22), map[float64]string{1035.41: "1,035.4 ± 6.2"}},
		{"with an error of 1234", withError(1234), map[float64]string{15432: "15,400 ± 1,200"}},
		{"with an error of 622", withError(622), map[float64]string{1035: "1,040 ± 620", -4: "0 ± 620"}},
		{"with an error of 9.99", withError(9.99), map[float64]string{123.4567: "123 ± 10"}},
		{"interval", func(low float64) string { return Interval(low, low+4*62) }, map[float64]string{912.3: "912 to 1,160"}},
		{"interval of a point", func(x float64) string { return Interval(x, x) }, map[float64]string{912.3: "912.3 to 912.3"}},
		{"interval without an end", func(low float64) string { return Interval(low, inf) }, map[float64]string{912.3: "912.3 to ∞"}},
		{"with an error of 1e-9", withError(1e-9), map[float64]string{
			.5: "0.500000 ± 10⁻⁹", 2.512e-8: "(2.51 ± 0.10)·10⁻⁸", 0: "(0 ± 1.0)·10⁻⁹",
			9.996e-5: "(9.99600 ± 0.00010)·10⁻⁵", -5e-7: "(−5.000 ± 0.010)·10⁻⁷",
		}},
		{"with an error of 1e-15", withError(1e-15), map[float64]string{2.5e-8: "2.5·10⁻⁸ ± 10⁻¹⁵"}},
		{"with an error of .000123", withError(.000123), map[float64]string{2e-5: "0.00002 ± 0.00012"}},
		{"mean", Mean, map[float64]string{.75: "0.7500", 12.34567: "12.3457", 1.234e-7: "1.23·10⁻⁷", .00123: "0.00123", 0: "0"}},
		{"small interval", func(low float64) string { return Interval(low, low+4e-9) }, map[float64]string{
			2.5e-8: "2.5·10⁻⁸ to 2.9·10⁻⁸", 0: "0 to 4·10⁻⁹", 1e-5: "10⁻⁵ to 1.0004·10⁻⁵",
		}},
		{"of one run", withError(unknown), map[float64]string{1035.4: "1,035"}},
		{"of equal runs", withError(0), map[float64]string{1035.4: "1,035, all equal"}},
		{"loss", Loss, map[float64]string{
			0: "0", 1e-4: "0.0001", 1e-5: "10⁻⁵", 0.0625: "0.0625", 0.09999999999999999: "0.1", 0.5: "0.5", 1: "1", 1.05: "1.05", 27: "27",
			math.Ln2: "0.693", 179.176: "179.18", 4443.5: "4,443.5", 88_870.5: "88,870", inf: "∞", unknown: "–", 5e-324: "below 10⁻³⁰⁸", 1e-307: "10⁻³⁰⁷",
		}},
		{"loss beside .26", func(x float64) string { return LossIs("ε", x, .26) }, map[float64]string{
			.26: "ε = 0.26", .2603: "ε = 0.2603", .2599999: "ε = 0.2599999", .3: "ε = 0.3", 5e-324: "ε below 10⁻³⁰⁸", math.Nextafter(.26, 1): "ε = 0.26",
		}},
		{"loss beside 10⁻⁶", func(x float64) string { return Beside(Loss, x, 1e-6) }, map[float64]string{9.9995e-7: "9.9995·10⁻⁷", 9.88e-7: "9.88·10⁻⁷"}},
		{"ratio beside 1", func(x float64) string { return Beside(Ratio, x, 1) }, map[float64]string{.9995: "0.9995", 1.0004: "1.0004", 2: "2", 1: "1"}},
		{"ratio", Ratio, map[float64]string{1.536: "1.54", 0.5: "0.5", 12.34: "12.3", 999.9: "1,000", 12345: "12,345", 0: "0", inf: "∞", unknown: "–"}},
		{"share", Share, map[float64]string{0.25: "25%", 0.3847: "38.5%", 0: "0%", 1: "100%", 0.00412: "0.412%", 0.9932: "99.32%", 0.9996: "99.96%", 0.999999: "99.9999%", unknown: "–"}},
		{"tick", Tick, map[float64]string{
			0: "0", 0.5: "0.5", 0.25: "0.25", -0.5: "−0.5", 50: "50", 1200: "1,200", 10_000: "10k", 50_000: "50k", 1_000_000: "1M",
			2_500_000: "2.5M", 1e10: "10G", 1e-6: "10⁻⁶", 1e15: "10¹⁵",
		}},
		{"time span in seconds", Seconds, map[float64]string{
			0: "0 s", 0.042: "0.042 s", 4.23: "4.2 s", 10: "10 s", 187: "3 min 07 s", 7500: "2 h 05 min", 1e6: "11.6 days",
		}},
		{"rate", Rate, map[float64]string{0: "0", 1: "1", 3.04: "3", 29.7: "30", 431_234: "430,000", inf: "0", unknown: "0"}},
	} {
		for x, want := range kind.cases {
			if got := kind.write(x); got != want {
				t.Errorf("%s: %v is written %q, want %q", kind.name, x, got, want)
			}
		}
	}
}

func TestTicksAreShort(t *testing.T) {
	for x := 1e-9; x < 1e20; x *= 3.7 {
		if got := Tick(x); utf8.RuneCountInString(got) > 9 {
			t.Errorf("Tick(%v) = %q is wide", x, got)
		}
	}
}

// Terms that are compared differ as shown, and a rounded limit is reached.
func TestComparedTerms(t *testing.T) {
	for _, c := range []struct {
		x, y         float64
		apart, other string
		beyond       string
	}{
		{.85632, .85628, "0.85632", "0.85628", "0.8564"},
		{.70631, .6, "0.7063", "0.6000", "0.7064"},
		{.7063, .6, "0.7063", "0.6000", "0.7063"},
		{.53219, .6, "0.5322", "0.6000", "0.5321"},
		{-.25001, -.1, "−0.2500", "−0.1000", "−0.2501"},
		{-.25001, -.5, "−0.2500", "−0.5000", "−0.2500"},
		{.60009, .60006, "0.60009", "0.60006", "0.60009"},
		{.003758, .0161, "0.00376", "0.0161", "0.00375"},
		{53.5796, 0, "53.580", "0", "53.580"},
		{5.00001, 5, "5.00001", "5.00000", "5.0001"},
		{5, 5, "5", "5", "5"},
		{inf, 5, "∞", "5", "∞"},
	} {
		x, y := Apart(c.x, c.y)
		if z, _ := Beyond(c.x, c.y); x != c.apart || y != c.other || z != c.beyond {
			t.Errorf("%v and %v: %s and %s, beyond %s", c.x, c.y, x, y, z)
		}
	}
}

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
