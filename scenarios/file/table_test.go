package file

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/table"
)

// folder creates a scenario file, and a table in a subfolder.
func folder(t *testing.T, scenario, csv string) (path string) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, "my.toml")
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{path: scenario, filepath.Join(dir, "data", "t.csv"): csv} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

const csv = "a,b,c\n1,2,3\n2,-1,0\n3,0,2\n"

func TestTables(t *testing.T) {
	path := folder(t, `kind = "table"
file = "data/t.csv"
holds = "losses"
range = [-1, 3]
columns = ["c", "b"]
horizon = 2
epsilon = 2
channels = ["linear", "none"]
`, csv)
	s := param.Must(Read(path))
	p := &s.Phases[0]
	if s.Name != "my" || s.Feedback != scenarios.Full || s.Horizon != 2 || s.Epsilon != 2 || !s.InOrder() ||
		!near(p.Means, []float64{.375, .625}) || p.Best[0] != 1 {
		t.Errorf("%+v\n%+v", s, p)
	}
	if !reflect.DeepEqual(s.Labels, []string{"c", "b"}) || s.Rewards(1).At(0, 2) != .75 {
		t.Errorf("arms %q, the second row of the first has reward %v", s.Labels, s.Rewards(1).At(0, 2))
	}
	text := param.Must(Format(s))
	if back, err := Parse(path, []byte(text)); err != nil || back.Rows.Sum != s.Rows.Sum ||
		back.Rows.Order() != "as it is" || back.Horizon != 2 {
		t.Errorf("%v in\n%s", err, text)
	}
}

// The path of a table opens as a scenario.
func TestTablesByThemselves(t *testing.T) {
	path := filepath.Join("..", "..", "testdata", "scenarios", "losses.csv")
	s := param.Must(Open(path, ""))
	if s.Name != "losses.csv" || s.Reference != path || s.Horizon != 365 || s.Epsilon != .5 ||
		s.Feedback != scenarios.Full || s.Kind != scenarios.TableKind || !s.InOrder() {
		t.Errorf("%+v", s)
	}
	if losses := mustRead(t, "forecasters.toml"); losses.Rewards(1).At(2, 9) != 1-s.Rewards(1).At(2, 9) ||
		losses.Phases[0].Best[0] == s.Phases[0].Best[0] {
		t.Error("losses are not 1 − rewards")
	}
}

// A symbolic link beside a scenario file cannot lead out of its folder.
func TestTablesAreBelowTheFolder(t *testing.T) {
	path := folder(t, "", csv)
	elsewhere := filepath.Join(filepath.Dir(folder(t, "", csv)), "data")
	dir := filepath.Dir(path)
	for name, target := range map[string]string{
		"out.csv": filepath.Join(elsewhere, "t.csv"), "out": elsewhere, "inside.csv": "data/t.csv",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err) // Windows may not allow links
		}
	}
	for name, want := range map[string]string{
		"out.csv":    "cannot be read: path escapes from parent",
		"out/t.csv":  "cannot be read: path escapes from parent",
		"inside.csv": "",
	} {
		_, err := Parse(path, []byte("kind = 'table'\nfile = '"+name+"'\nrange = [-1, 3]"))
		if want != "" {
			want = path + ":2: file: " + filepath.Join(dir, name) + ": " + want
		}
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestTableErrors(t *testing.T) {
	long := strings.Repeat("c,", table.MaxArms)
	for text, want := range map[string]string{
		"kind = 'table'":                                                                                   "my.toml:1: file: missing; must be the name of a CSV file in the same folder",
		"kind = 'table'\nfile = '../t.csv'":                                                                "my.toml:2: file: ../t.csv: must end in .csv or .csv.gz, and be in this file's folder or below",
		"kind = 'table'\nfile = '/etc/passwd'":                                                             "my.toml:2: file: /etc/passwd: must end in .csv or .csv.gz, and be in this file's folder or below",
		"kind = 'table'\nfile = 'data/none.csv'":                                                           "my.toml:2: file: DIR/data/none.csv: cannot be read: no such file or directory",
		"kind = 'table'\nfile = 'data/t.csv'":                                                              "data/t.csv:2: column 2 (b): 2 is outside the range: must be a number from 0 to 1",
		"kind = 'table'\nfile = 'data/t.csv'\ncolumns = ['a', 'd']":                                        `data/t.csv:1: there is no column "d"`,
		"kind = 'table'\nfile = 'data/t.csv'\ncolumns = ['a',\n'a']":                                       `my.toml:4: columns: "a" is named twice`,
		"kind = 'table'\nfile = 'data/t.csv'\nrange = [0]":                                                 "my.toml:3: range: must be two numbers, the smallest and the largest",
		"kind = 'table'\nfile = 'data/t.csv'\nrange = [0, 'x']":                                            "my.toml:3: range: must be two numbers, the smallest and the largest",
		"kind = 'table'\nfile = 'data/t.csv'\nrange = [0, inf]":                                            "my.toml:3: range: must be two finite numbers, the smaller one first, not 0 to inf",
		"kind = 'table'\nfile = 'data/t.csv'\nholds = 'gains'":                                             `my.toml:3: holds "gains": must be one of rewards, losses`,
		"kind = 'table'\nfile = 'data/t.csv'\norder = 'random'":                                            `my.toml:3: order "random": must be one of as it is, drawn`,
		"kind = 'table'\nfile = 'data/t.csv'\narms = [1]":                                                  "my.toml:3: arms: not a key of a table scenario (known: name, kind, feedback, horizon, epsilon, labels, channels, file, holds, range, order, columns)",
		"kind = 'table'\nfile = 'data/t.csv'\nfeedback = 'semi-bandit'":                                    `my.toml:3: feedback "semi-bandit": must be one of full, bandit`,
		"kind = 'table'\nfile = 'data/t.csv'\nrange = [-1, 3]\nhorizon = 4":                                `my.toml:4: horizon 4: must be at most 3, the rows of the table; order = "drawn" has no limit`,
		"kind = 'table'\nfile = 'data/t.csv'\nrange = [-1, 3]\nlabels = ['one']":                           "my.toml:4: labels: 1 given for 3 arms: give one for each arm, or omit them",
		"arms = [1]\nfile = 'data/t.csv'":                                                                  "my.toml:2: file: not a key of a stochastic scenario (known: name, kind, feedback, horizon, epsilon, labels, channels, arms)",
		"kind = 'table'\nfile = 'data/t.csv'\ncolumns = [" + strings.ReplaceAll(long, "c", "'c'") + "'d']": `my.toml:3: columns: "c" is named twice`,
	} {
		path := folder(t, text, csv)
		dir := filepath.Dir(path)
		_, err := Read(path)
		if err == nil {
			t.Fatalf("%s: %s is read", want, text)
		}
		if got := strings.ReplaceAll(strings.ReplaceAll(err.Error(), dir+"/data/t", "data/t"), dir,
			"DIR"); strings.TrimPrefix(got, "DIR/") != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("a\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, ""); err == nil ||
		err.Error() != path+`:2: column 1 (a): "b" is not a number: must be a number from 0 to 1` {
		t.Error(err)
	}
	if _, err := Open("none.csv", ""); err == nil || err.Error() != "none.csv: cannot be read: no such file or directory" {
		t.Error(err)
	}
}

// A file with too many keys is not decoded, because that would take the square of their number.
func TestTablesOfAFileOfManyKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.toml")
	for keys, want := range map[int]int{10: 1, maxKeys: 0} {
		text := "file = 'a.csv'\n" + many(keys, "k%d = 1\n")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := TablesOf(path); len(got) != want {
			t.Errorf("%d keys: the tables %q, want %d", keys, got, want)
		}
	}
}
