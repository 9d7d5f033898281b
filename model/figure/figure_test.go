package figure

import (
	"strings"
	"testing"
)

// specified are the ids that have to be there.
const specified = `hhmh-fig1 hhmh-fig2 hhmh-thm hhmh-experts ww-table1 ww-table2 chh-fig1 chh-fig2a chh-fig2b chh-fig3 chh-table3
	chh-fig4a chh-fig4b chh-fig5a chh-fig5b jzl-fig2a jzl-fig2b jzl-fig2c jzl-fig2d jzl-fig2e jzl-fig2f gaj-corollary2 azize25`

func TestEveryFigureIsThere(t *testing.T) {
	for _, id := range strings.Fields(specified) {
		if _, err := Find(id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if _, err := FindLineup(id); err != nil {
			t.Errorf("%s as a comparison: %v", id, err)
		}
	}
	if _, err := Find("hhmh-fig3"); err == nil || !strings.Contains(err.Error(), "hhmh-fig") {
		t.Errorf("error %v does not name the nearest", err)
	}
}

func TestParseNamesTheMistake(t *testing.T) {
	const sound = `id = "hhmh-x"
paper = "HHMH"
title = "t"
summary = "s"
[[panel]]
scenarios = ["hhmh-1"]
learners = ["ucb1"]
`
	if _, err := Parse("hhmh-x.toml", []byte(sound)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ replace, by, want string }{
		{`"hhmh-x"`, `"hhmh-y"`, `hhmh-x.toml:1: id: must be hhmh-x, as the file is called, not "hhmh-y"`},
		{`"HHMH"`, `""`, "hhmh-x.toml:1: paper, title and summary must all be there"},
		{`summary`, `sumary`, "hhmh-x.toml:4: sumary: no such key; did you mean summary?"},
		{`"ucb1"`, `"ucb"`, "hhmh-x.toml:7: panel 1: learners: ucb: no such learner; did you mean ucb1?"},
		{`"hhmh-1"`, `"hhmh-9"`, "hhmh-x.toml:6: panel 1: scenarios: hhmh-9: no such scenario; did you mean hhmh-1?"},
		{`"ucb1"`, `"dpucb-mat"`, "hhmh-x.toml:5: panel 1: dpucb-mat cannot play hhmh-1: it needs a matroid"},
		{`learners =`, "x = { shows = \"time\" }\nlearners =", `hhmh-x.toml:7: panel 1: x: must show one of t, ε, 1/ε, T, K, rank, L, Δ, b, w, not "time"`},
		{`learners =`, "epsilon = \"half\"\nlearners =", "hhmh-x.toml:7: epsilon: must be a list of numbers"},
		{`scenarios = ["hhmh-1"]`, ``, "hhmh-x.toml:5: panel 1: scenarios: there must be either scenarios or arms"},
		{`[[panel]]`, "runs = 1\n[[panel]]", "hhmh-x.toml:1: runs: must be at least 2, not 1"},
	} {
		_, err := Parse("hhmh-x.toml", []byte(strings.Replace(sound, c.replace, c.by, 1)))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.by, err, c.want)
		}
	}
}
