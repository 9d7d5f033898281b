package param

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/number"
)

// Any text gives a number that reads back as itself, or an error. A count is that number.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"0", "-0", "1e6", "1_000_000", "_1", "1__0", "0x1p-3", "inf", "-inf", "nan", "1e400", "1e-400", ".5", "5.", "+1", " 1", "", "9007199254740993", "1,2", "1 2", ",", " 6,666", "6, 666"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := number.Parse(text)
		if err == nil {
			again, err := number.Parse(number.Format(x))
			if err != nil && !math.IsInf(x, -1) || again != x && !math.IsInf(x, -1) {
				t.Errorf("%q reads as %v, which reads as %v (%v)", text, x, again, err)
			}
		}
		if n, wrong := number.ParseCount(text); wrong == nil && (err != nil || float64(n) != x || n < 1) {
			t.Errorf("%q reads as the count %d and the number %v (%v)", text, n, x, err)
		}
		all, err := ParseList(text, number.Parse)
		if err != nil {
			if !IsPrintable(err.Error()) {
				t.Errorf("%q: unusable message %q", text, err)
			}
			return
		}
		parts := Map(all, number.Format)
		if again, err := ParseList(strings.Join(parts, ", "), number.Parse); !slices.Equal(again, all) && !slices.Contains(all, math.Inf(-1)) {
			t.Errorf("%q reads as %v, which reads as %v (%v)", text, all, again, err)
		}
	})
}

// Any text gives an id with assignments that read back as themselves, and alternatives without
// alternatives.
func FuzzAssignments(f *testing.F) {
	for _, text := range []string{"a", "a,b=1", "a,b=1|2,c=3", "rr(0.7,0.7)", "a,b=f(1,2)|g(3)", ",", "a,=", "a,b=", "a,b=1,b=2", "|", "a|b", "("} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, assignments, err := SplitAssignments(text)
		if err != nil && !IsPrintable(err.Error()) {
			t.Errorf("%q: unusable message %q", text, err)
		}
		if err == nil {
			written := id
			for _, a := range assignments {
				written += "," + a[0] + "=" + a[1]
			}
			again, all, err := SplitAssignments(written)
			if err != nil || again != id || !slices.Equal(all, assignments) {
				t.Errorf("%q reads as %q %q, which reads as %q %q (%v)", text, id, assignments, again, all, err)
			}
		}
		if !strings.Contains(text, "|") {
			if all := Alternatives(text); !slices.Equal(all, []string{text}) {
				t.Errorf("%q has the alternatives %q", text, all)
			}
		}
		if shown := Printable(text); !IsPrintable(shown) || Printable(shown) != shown {
			t.Errorf("%q is shown as %q", text, shown)
		}
	})
}
