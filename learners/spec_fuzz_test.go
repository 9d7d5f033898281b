package learners

import (
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
)

// Any text gives a learner that reads back as itself, or a one-line error.
func FuzzParseSpec(f *testing.F) {
	for _, d := range All() {
		f.Add(d.ID)
		for i := range d.Parameters {
			f.Add(d.ID + "," + d.Parameters[i].Name + "=" + d.Parameters[i].Default + ",seed=7,epsilon=0.5")
		}
	}
	for _, text := range []string{"", ",", "ucb1,", "ucb1,c", "ucb1,=", "ucb1,c=1,c=1", "kl-ucb,c=1e400", "kl-ucb,c=-0", "lazy-dp-ts,epsilon=inf", "sw-ucb,w=1e7", "ucb1,seed=18446744073709551616", "\xff,\x1b=1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ParseSpec(text)
		if err != nil {
			if message := err.Error(); message == "" || !param.IsPrintable(message) {
				t.Fatalf("%q: unusable message %q", text, err)
			}
			return
		}
		again, err := ParseSpec(spec.String())
		if err != nil || again.String() != spec.String() || again.Epsilon(3) != spec.Epsilon(3) || again.Seed(5) != spec.Seed(5) {
			t.Fatalf("%q reads as %s, which reads as %s (%v)", text, spec, again, err)
		}
		if spec.Label() == "" {
			t.Errorf("%q has no label", text)
		}
	})
}

func TestPython(t *testing.T) {
	for _, c := range []struct{ system, installed, want string }{
		{"linux", "py python python3", "python3"},
		{"linux", "", "python3"},
		{"windows", "py python python3", "py -3"},
		{"windows", "python python3", "python"},
		{"windows", "python3", "python3"},
		{"windows", "", "python3"},
	} {
		installed := func(name string) bool { return slices.Contains(strings.Fields(c.installed), name) }
		if got := strings.Join(python(c.system, installed), " "); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.system, c.installed, got, c.want)
		}
	}
}
