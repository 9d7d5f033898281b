package param

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseNumber(t *testing.T) {
	cases := map[string]float64{
		"1000000": 1e6, "1e6": 1e6, "1_000_000": 1e6, ".5": .5, "-2": -2, "5.": 5, "+1_0e-1": 1, "1_000.5": 1000.5, "inf": math.Inf(1), "-Inf": math.Inf(-1),
		"1,000": 1000, "-12,345,678.5": -12345678.5, "∞": math.Inf(1), "−2": -2,
	}
	for text, want := range cases {
		if got, err := ParseNumber(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "nan", "1e", "one", "1,5", "1,5000", "0,500", "1,00", ",500", "1_0,000", ".", "_1", "1_", "1__0", "1_.5", "1._5", "1e1_0", "0x1p-3", "0x10", "infinity", "1e400", " 1"} {
		if got, err := ParseNumber(text); err == nil {
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
		"0": "must be a whole number of at least 1", "1.5": "must be a whole number of at least 1", "1.000": "must be a whole number of at least 1", "x": "must be a whole number of at least 1",
		"1e16": "must be a whole number of at most 2^53", "inf": "must be a whole number of at most 2^53",
	} {
		if got, err := ParseCount(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestFormatNumberReadsBack(t *testing.T) {
	for _, x := range []float64{.1, 1. / 3, 1e-300, 12345678, math.Inf(1)} {
		if got, err := ParseNumber(FormatNumber(x)); err != nil || got != x {
			t.Errorf("%v came back as %v, %v", x, got, err)
		}
	}
	if got := FormatNumber(math.Inf(-1)); got == "inf" {
		t.Errorf("−∞ is written %s", got)
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"lazy-dp-ts", "ucb1", "kl-ucb", "omm"}
	cases := map[string]string{
		"lazy-ts": "; did you mean lazy-dp-ts?",
		"UCB":     "; did you mean ucb1?",
		"zzzzzz":  "",
		"nope":    "", // three changes of four letters
		"":        "",
	}
	for typed, want := range cases {
		if got := DidYouMean(typed, known); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestSpellOut(t *testing.T) {
	for citation, want := range map[string]string{
		"HHMH §6, WW App. E":           "Hu, Huang, Mehta & Hegde (HHMH) §6, Wu & Wang (WW) App. E",
		"Auer, Cesa-Bianchi & Fischer": "Auer, Cesa-Bianchi & Fischer",
		"ε-DP (HHMH Thm 4), 1/(1+e)":   "ε-DP [Hu, Huang, Mehta & Hegde (HHMH) Thm 4], 1/(1+e)",
	} {
		if got := SpellOut(citation); got != want {
			t.Errorf("%s: %s, want %s", citation, got, want)
		}
	}
}

func TestReason(t *testing.T) {
	folder := t.TempDir()
	_, open := os.Open(filepath.Join(folder, "absent"))
	rename := os.Rename(filepath.Join(folder, "absent"), filepath.Join(folder, "b"))
	for _, err := range []error{open, rename, fmt.Errorf("in a sentence: %w", open), fs.ErrNotExist} {
		if got := Reason(err); got == nil || strings.Contains(got.Error(), "absent") || !errors.Is(got, fs.ErrNotExist) {
			t.Errorf("%v: %v", err, got)
		}
	}
}
