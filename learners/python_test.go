package learners

import (
	"slices"
	"strings"
	"testing"
)

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
