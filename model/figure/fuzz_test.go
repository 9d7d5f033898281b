package figure

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"regretscope/noise/param"
)

var said = regexp.MustCompile(`^hhmh-a\.toml:\d+: .`)

// Every file gives panels whose comparisons can be written and opened, or one sentence with
// file and line.
func FuzzParse(f *testing.F) {
	entries := param.Must(files.ReadDir("data"))
	for _, e := range entries {
		text := param.Must(files.ReadFile(path.Join("data", e.Name())))
		f.Add(strings.Replace(string(text), strings.TrimSuffix(e.Name(), ".toml"), "hhmh-a", 1))
	}
	const panel = "id='hhmh-a'\npaper='P'\ntitle='T'\nsummary='S'\n[[panel]]\nlearners=['ucb1']\nscenarios=['hhmh-1']\n"
	for _, field := range []string{"", "points=-1", "points=1e12", "points=1000000000000", "horizon=[-1]", "at=[0]", "epsilon=[nan]", "epsilon-spaced={from=1, to=2, count=1}", "epsilon-spaced={from=1, to=2, count=1000000000000}", "epsilon-spaced={from=nan, to=-inf, count=3}", "channels=['none|linear']", "x={shows='K'}"} {
		f.Add(panel + field)
	}
	for _, text := range []string{"", "id='hhmh-a'", "[[panel]]\n[panel.epsilon-spaced]\ncount=1", "[[panel]]\n[panel.epsilon-spaced]\ncount=1e12", "panel=[{points=-1}]", "[[claim]]", "a\x1b=1", "\"a\\n\"=1", "title=\"\\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse("hhmh-a.toml", []byte(text))
		if err != nil {
			if message := err.Error(); !said.MatchString(message) || !param.IsPrintable(message) {
				t.Fatalf("%q: unusable message %q", text, message)
			}
			return
		}
		for i := range a.Panels {
			for _, l := range a.lineups(&a.Panels[i]) {
				if l.Place() == "" {
					t.Errorf("%q: %+v", text, l)
				}
				if _, err := l.Config(""); err != nil && !l.Data {
					t.Errorf("%q: %s: %v", text, l.Name, err)
				}
			}
		}
	})
}
