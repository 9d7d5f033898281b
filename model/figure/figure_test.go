package figure

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"regretscope/noise/param"
)

const specified = `hhmh-fig1 hhmh-fig2 hhmh-thm hhmh-always hhmh-experts ww-table1 ww-table2 chh-table1 chh-fig1 chh-fig2a chh-fig2b chh-fig3 chh-table3
	chh-fig4a chh-fig4b chh-fig5a chh-fig5b jzl-fig2a jzl-fig2b jzl-fig2c jzl-fig2d jzl-fig2e jzl-fig2f jzl-remark1 gaj-thm1 gaj-corollary1 gaj-corollary2
	gaj-linear gaj-optimal gaj-windows azize25`

func TestEveryFigureIsThere(t *testing.T) {
	for _, id := range strings.Fields(specified) {
		t.Run(id, func(t *testing.T) {
			if _, err := Find(id); err != nil {
				t.Error(err)
			}
			if _, err := FindLineup(id); err != nil {
				t.Errorf("as a comparison: %v", err)
			}
		})
	}
	paths, _ := fs.Glob(files, "data/*.toml")
	for _, path := range paths {
		if _, err := Find(strings.TrimSuffix(strings.TrimPrefix(path, "data/"), ".toml")); err != nil {
			t.Error(err)
		}
	}
	if _, err := Find("hhmh-fig3"); err == nil || !strings.Contains(err.Error(), "hhmh-fig") {
		t.Errorf("error %v does not name the nearest", err)
	}
}

const sound = `id = "hhmh-x"
paper = "HHMH"
title = "t"
summary = "s"
[[panel]]
scenarios = ["hhmh-1"]
learners = ["ucb1"]
`

// Papers that order does not name come last, and a file with a mistake does not affect other
// figures.
func TestReadFiles(t *testing.T) {
	folder := fstest.MapFS{}
	for id, text := range map[string]string{
		"smith-fig1": strings.Replace(sound, "hhmh-x", "smith-fig1", 1), "jones-table2": strings.Replace(sound, "hhmh-x", "jones-table2", 1),
		"jzl-x": strings.Replace(sound, "hhmh-x", "jzl-x", 1), "hhmh-x": sound,
		"ww-x": strings.Replace(sound, "ucb1", "ucb2", 1),
	} {
		folder["data/"+id+".toml"] = &fstest.MapFile{Data: []byte(text)}
	}
	ids := param.Map(read(folder), func(f *Figure) string { return f.ID })
	if got, want := strings.Join(ids, " "), "hhmh-x jzl-x jones-table2 smith-fig1"; got != want {
		t.Errorf("listed as %s, want %s", got, want)
	}
}

func TestParseNamesTheMistake(t *testing.T) {
	if _, err := Parse("hhmh-x.toml", []byte(sound)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ replace, by, want string }{
		{`"hhmh-x"`, `"hhmh-y"`, `hhmh-x.toml:1: id: must be hhmh-x, the name of the file, not "hhmh-y"`},
		{`"HHMH"`, `""`, "hhmh-x.toml:1: paper, title, and summary are required"},
		{`summary`, `sumary`, "hhmh-x.toml:4: sumary: no such key; did you mean summary?"},
		{`"ucb1"`, `"ucb"`, "hhmh-x.toml:7: panel 1: learners: ucb: no such learner; did you mean ucb1?"},
		{`"hhmh-1"`, `"hhmh-9"`, "hhmh-x.toml:6: panel 1: scenarios: hhmh-9: no such scenario; did you mean hhmh-1?"},
		{`"ucb1"`, `"dpucb-mat"`, "hhmh-x.toml:5: panel 1: dpucb-mat cannot play hhmh-1: it needs a matroid"},
		{`learners =`, "x = { shows = \"time\" }\nlearners =", `hhmh-x.toml:7: panel 1: x: must show one of t, ε, 1/ε, T, K, rank, L − K, L, Δ, b, 1/(p00 + p11 − 1)², w, not "time"`},
		{`learners =`, "epsilon = \"half\"\nlearners =", "hhmh-x.toml:7: epsilon: must be a list of numbers"},
		{`scenarios = ["hhmh-1"]`, ``, "hhmh-x.toml:5: panel 1: scenarios: needs either scenarios or arms"},
		{`[[panel]]`, "runs = 1\n[[panel]]", "hhmh-x.toml:1: runs: must be at least 2, not 1"},
	} {
		t.Run(c.want, func(t *testing.T) {
			_, err := Parse("hhmh-x.toml", []byte(strings.Replace(sound, c.replace, c.by, 1)))
			if err == nil || err.Error() != c.want {
				t.Errorf("%s: %v", c.by, err)
			}
		})
	}
}
