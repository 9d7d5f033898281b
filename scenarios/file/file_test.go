package file

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

func TestReadFileOfEveryKind(t *testing.T) {
	five := mustRead(t, "five-laws.toml")
	if five.Name != "five laws" || five.Kind != scenarios.Stochastic || five.Feedback != scenarios.Bandit ||
		five.Horizon != 100_000 || five.Epsilon != .5 {
		t.Errorf("five laws: %+v", five)
	}
	// ½·0.4 + ½·1 = 0.7, and 4/(4+1) = 0.8 is the best.
	if want := []float64{.75, .8, .5, .7, .6}; !near(five.Phases[0].Means, want) || five.Phases[0].Best[0] != 1 ||
		five.Label(3) != "two-valued" {
		t.Errorf("five laws: means %v, best %v, labels %v", five.Phases[0].Means, five.Phases[0].Best, five.Labels)
	}
	swap := mustRead(t, "swap.toml")
	if swap.Kind != scenarios.Changing || !reflect.DeepEqual(swap.Breakpoints(), []int{10001, 20001}) || swap.Phases[1].Best[0] != 2 {
		t.Errorf("swap: %v, %v", swap.Kind, swap.Breakpoints())
	}
	even := mustRead(t, "evenly.toml")
	if even.Feedback != scenarios.Full || !math.IsInf(even.Epsilon, 1) || even.Phases[0].Arms[1].Variance() != 0 ||
		!near(even.Phases[0].Means, []float64{1, .75, .5, .25, 0}) {
		t.Errorf("evenly spaced: %v, ε %v, means %v", even.Feedback, even.Epsilon, even.Phases[0].Means)
	}
}

func mustRead(t *testing.T, name string) *scenarios.Scenario {
	t.Helper()
	return param.Must(Read(filepath.Join("..", "..", "testdata", "scenarios", name)))
}

func near(got, want []float64) bool {
	for j := range want {
		if math.Abs(got[j]-want[j]) > 1e-12 {
			return false
		}
	}
	return len(got) == len(want)
}

// Defaults of missing keys.
func TestFileDefaults(t *testing.T) {
	s := param.Must(Parse("folder/two.toml", []byte(`arms = [0.2, "0.9"]`)))
	if s.Name != "two" || s.Kind != scenarios.Stochastic || s.Feedback != scenarios.Bandit || s.Horizon != 100_000 ||
		s.Epsilon != .5 || len(s.Labels) != 0 {
		t.Errorf("%+v", s)
	}
	if got := fmt.Sprint(s.Phases[0].Arms); got != "[bernoulli(0.2) bernoulli(0.9)]" {
		t.Error(got)
	}
}

// Different TOML spellings give the same scenario.
func TestFileSpellings(t *testing.T) {
	want := param.Must(Parse("a.toml", []byte("kind=\"changing\"\nhorizon=50\n[[phase]]\nfrom=1\narms=[0.5,1]\n[[phase]]\nfrom=7\narms=[1,0.5]\n")))
	for _, text := range []string{
		"phase = [{from=1, arms=[0.5,1]}, {from=7, arms=[1,0.5]}]\nkind = 'changing'\nhorizon = 5e1",
		"\"kind\" = \"\"\"changing\"\"\"\r\n'horizon'=0x32 # fifty\r\n[[phase]]\r\narms=[\r\n'0.5',\r\n'1',\r\n]\r\nfrom=1\r\n[[phase]]\r\nfrom=7\r\narms=['1','0.5']",
	} {
		got, err := Parse("a.toml", []byte(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n%v\n%+v", text, err, got)
		}
	}
}

func TestFileErrors(t *testing.T) {
	many := strings.Repeat("0.5,", scenarios.MaxArms+1)
	cases := []struct{ text, want string }{
		{"name = \"x\"\nkind = \"stochastic\"\nhorizon = 10\n\n# comment\narms = [\"0.5\", \"beta(4,-1)\"]", "my.toml:6: arm 2: beta(4,-1): both parameters must be above 0"},
		{"arms = [\n \"0.5\",\n # one more\n \"beta(4,-1)\",\n]", "my.toml:4: arm 2: beta(4,-1): both parameters must be above 0"},
		{"arms = [0.5,\n 1.5]", "my.toml:2: arm 2: bernoulli(1.5): the mean must lie in [0,1]"},
		{"arms = [0.5, true]", `my.toml:1: arm 2: must be a number such as 0.7 or a distribution in quotes such as "beta(4,1)"`},
		{"arms = [0.5, [0.5]]", `my.toml:1: arm 2: must be a number such as 0.7 or a distribution in quotes such as "beta(4,1)"`},
		{"arms = [0.5, nan]", "my.toml:1: arm 2: \"nan\" is not a finite number"},
		{"arms = [0.5,\n1e400]", `my.toml:2: arm 2: "1e400" is not a finite number`},
		{"arms = [0.5,\n{a = 1}]", `my.toml:2: arm 2: must be a number such as 0.7 or a distribution in quotes such as "beta(4,1)"`},
		{"arms = [0.5,\n'0x1p-3']", `my.toml:2: arm 2: "0x1p-3" is not a finite number`},
		{"arms = [0.5]\nArms = [0.6]", "my.toml:2: Arms: no such key of a stochastic scenario; did you mean arms? (known: name, kind, feedback, horizon, epsilon, labels, channels, arms)"},
		{"arms = [0.5]\nname.first = 'a'", "my.toml:2: name: must be a value, not a table"},
		{"arms = [0.5]\nname = '\u202e'", "my.toml:2: name: must be a text of 1 to 100 bytes, in quotes and on one line"},
		{"arms = 0.5", "my.toml:1: arms: must be a list in square brackets"},
		{"arms = []", "my.toml:1: arms: there must be at least one"},
		{"name = \"x\"", "my.toml:1: arms: there must be at least one"},
		{"", "my.toml:1: arms: there must be at least one"},
		{"\narms = [" + many + "]", "my.toml:2: arms: 1,001 are too many, at most 1,000 are allowed"},
		{"arms = [0.5]\nhorzon = 10", "my.toml:2: horzon: no such key of a stochastic scenario; did you mean horizon? (known: name, kind, feedback, horizon, epsilon, labels, channels, arms)"},
		{"arms = [0.5]\n[horizon]\nx = 1", "my.toml:2: horizon: must be a value, not a table"},
		{"arms = [0.5]\nhorizon = 0", "my.toml:2: horizon: must be a whole number from 1 to 10,000,000,000"},
		{"arms = [0.5]\nhorizon = 1.5", "my.toml:2: horizon: must be a whole number from 1 to 10,000,000,000"},
		{"arms = [0.5]\nhorizon = \"10\"", "my.toml:2: horizon: must be a whole number from 1 to 10,000,000,000"},
		{"arms = [0.5]\nepsilon = -1", "my.toml:2: epsilon: must be a positive number or inf"},
		{"arms = [0.5]\nepsilon = nan", "my.toml:2: epsilon: must be a positive number or inf"},
		{"arms = [0.5]\nepsilon = \"big\"", "my.toml:2: epsilon: must be a positive number or inf"},
		{"arms = [0.5]\nfeedback = \"some\"", `my.toml:2: feedback "some": must be one of bandit, full`},
		{"arms = [0.5]\nkind = \"chaotic\"", `my.toml:2: kind "chaotic": must be one of stochastic, deterministic, matroid, changing, table`},
		{"arms = [0.5]\nname = '" + strings.Repeat("n", 101) + "'", "my.toml:2: name: must be a text of 1 to 100 bytes, in quotes and on one line"},
		{"arms = [0.5]\nname = '" + strings.Repeat("n", 100) + "'\nepsilon = 0", "my.toml:3: epsilon: must be a positive number or inf"},
		{"arms = [0.5]\nkind = 3", "my.toml:2: kind: must be a text of 1 to 100 bytes, in quotes and on one line"},
		{"arms = [0.5]\nname = \"\\u001b[31m\"", "my.toml:2: name: must be a text of 1 to 100 bytes, in quotes and on one line"},
		{"arms = [0.5]\nlabels = [\"a\",\n\"b\"]", "my.toml:2: labels: 2 given for 1 arms: give one for each arm, or omit them"},
		{"arms = [0.5, 0.5]\nlabels = [\"a\",\n1]", "my.toml:3: labels: entry 2 must be a text of 1 to 100 bytes, in quotes and on one line"},
		{"kind = \"deterministic\"\narms = [0.5,\n\n\"0.5\", \"beta(1,1)\"]", "my.toml:4: arm 3: beta(1,1): must be constant in a deterministic scenario"},
		{"arms = [0.5]\n[[phase]]\nfrom = 1", "my.toml:2: phase: not a key of a stochastic scenario (known: name, kind, feedback, horizon, epsilon, labels, channels, arms)"},
		{"kind = \"changing\"", "my.toml:1: phase: a changing scenario must have at least one, written [[phase]]"},
		{"kind = \"changing\"\narms = [0.5]", "my.toml:2: arms: not a key of a changing scenario (known: name, kind, feedback, horizon, epsilon, labels, channels, phase)"},
		{"kind = \"changing\"\n[phase]\nfrom = 1", "my.toml:2: phase: must be written as tables, [[phase]]"},
		{"kind = \"changing\"\nphase = [1]", "my.toml:2: phase: must be written as tables, [[phase]]"},
		{"kind = \"changing\"\n[[phase]]\nfrom = 2\narms = [1]", "my.toml:3: phase 1: from must be 1, not 2"},
		{"kind = \"changing\"\n[[phase]]\narms = [1]", "my.toml:2: phase 1: from is missing, the first round of the phase"},
		{"kind = \"changing\"\n[[phase]]\nfrom = 1\narms = [1]\n[[phase]]\nfrom = 1\narms = [1]", "my.toml:6: phase 2: from must be above 1, where phase 1 starts"},
		{"kind = \"changing\"\n[[phase]]\nfrom = 1\narms = [1]\n[[phase]]\nfrom = 9\narms = [1, 0]", "my.toml:7: phase 2: 2 arms, but phase 1 has 1"},
		{"kind = \"changing\"\n[[phase]]\nfrom = 1\narms = [1]\n[[phase]]\nfrom = 9\narms = [\n\"beta(2)\"]", "my.toml:8: arm 1: beta(2): write beta(a,b)"},
		{
			"kind = \"changing\"\n[[phase]]\nfrom = 1\nform = 2\narms = [1]",
			"my.toml:4: form: no such key of a phase; did you mean from? (known: from, arms)",
		},
		{"arms = [0.5]\narms = [0.6]", "my.toml:2: key arms is already defined"},
		{"arms = [0.5]\n\narms [", "my.toml:3: …"},
		{"arms = [0.5]\nepsilon = 1e999", "my.toml:2: epsilon: must be a positive number or inf"},
		{"arms = [0.5]\n[epsilon]", "my.toml:2: epsilon: must be a value, not a table"},
		{"arms = [0.5]\n[[horizon]]", "my.toml:2: horizon: must be a value, not a table"},
		{"kind = \"matroid\"\narms = [0.5]\n[matroid]\nkind = \"uniform\"\n[matroid.rank]", "my.toml:5: rank: must be a value, not a table"},
		{"\"\" = 1\narms = [0.5]", `my.toml:1: "": no such key`},
		{"arms = [0.5]\n'a.b' = 1", `my.toml:2: "a.b": no such key`},
		{"arms = [0.5]\n'a.b'.c = 1", `my.toml:2: "a.b": no such key`},
		{"arms = [0.5]\n'arms[0]' = 1", `my.toml:2: "arms[0]": no such key`},
		{"kind = \"matroid\"\narms = [0.5]\n[matroid]\n'' = 1\nkind = \"uniform\"\nrank = 1", `my.toml:4: "": no such key`},
		{"arms = [0.5]\n" + strings.Repeat("x.", 150) + "y = 1", "my.toml:2: a key is too long, at most 200 bytes are allowed with its tables"},
	}
	checkFileErrors(t, cases)
}

// checkFileErrors parses texts as my.toml and expects *Error.
func checkFileErrors(t *testing.T, cases []struct{ text, want string }) {
	t.Helper()
	for _, c := range cases {
		_, err := Parse("my.toml", []byte(c.text))
		if err == nil {
			t.Errorf("read:\n%.200s", c.text)
			continue
		}
		// After …, the message is the TOML reader's.
		place, open := strings.CutSuffix(c.want, "…")
		if got := err.Error(); got != c.want && !(open && strings.HasPrefix(got, place)) {
			t.Errorf("%.200s\n got: %s\nwant: %s", c.text, got, c.want)
		}
		var inFile *Error
		if !errors.As(err, &inFile) {
			t.Errorf("%.200s: %T is no *Error", c.text, err)
		}
	}
}

// Small files must not be expensive; go test's timeout would stop them.
func TestHostileFiles(t *testing.T) {
	for name, text := range map[string]string{
		"nested lists":  "a = " + strings.Repeat("[", files.MaxText-10),
		"dotted key":    strings.Repeat("a.", files.MaxText/2-10) + "a = 1",
		"many keys":     "[" + strings.Repeat("a", 190) + "]\n" + many(90_000, "k%d=1\n"),
		"many arms":     "arms = [" + strings.Repeat("\n1,", files.MaxText/3-10) + "]",
		"long keys":     many(9_000, "'%d"+strings.Repeat("a", 100)+"'=1\n"),
		"many phases":   "kind='changing'\n" + strings.Repeat("[[phase]]\n", 100_000),
		"wide phases":   "kind='changing'\n" + strings.Repeat("[[phase]]\narms=["+strings.Repeat("1,", 450)+"]\n", 1000),
		"wide vectors":  "kind='matroid'\narms=[" + strings.Repeat("1,", scenarios.MaxArms) + "]\n[matroid]\nkind='linear'\nvectors=[" + strings.Repeat("["+strings.Repeat("99,", 200)+"],\n", scenarios.MaxArms) + "[1]]",
		"long numbers":  "kind='matroid'\narms=[1]\n[matroid]\nkind='linear'\nvectors=[[1." + strings.Repeat("3", files.MaxText-100) + "]]",
		"nested tables": "a = " + strings.Repeat("{a=", 9000) + "1" + strings.Repeat("}", 9000),
	} {
		if _, err := Parse("my.toml", []byte(text)); err == nil {
			t.Errorf("%s: was read", name)
		} else if len(err.Error()) > 1000 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
}

func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestLargeFilesAreRefused(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large.toml")
	if err := os.WriteFile(large, make([]byte, files.MaxText+1), 0o600); err != nil {
		t.Fatal(err)
	}
	want := large + ": the file is too large, at most 1,048,576 bytes are allowed"
	if _, err := Read(large); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Opening a pipe would block, so pipes are refused first.
func TestPipesAreRefusedAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.toml")
	if err := exec.Command("mkfifo", path).Run(); err != nil {
		t.Skip("no mkfifo here:", err)
	}
	_, err := Open(path, "") // blocks if it opens the pipe
	if want := path + ": cannot be read: must be a regular file, not a pipe or a device"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// What a person names on a command line may be a pipe, which is read to its end.
func TestGivenPipesAreRead(t *testing.T) {
	for name, text := range map[string]string{
		"pipe": "arms = [0.25, 0.5]\n", "table": "a,b\n0,1\n.5,.5\n", "pipe.csv": "\"a b\",c=1\n0,1\n",
		"pipe.toml": "\xff\xfea\x00r\x00m\x00s\x00=\x00[\x000\x00,\x001\x00]\x00",
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := exec.Command("mkfifo", path).Run(); err != nil {
			t.Skip("no mkfifo here:", err)
		}
		ended := make(chan error)
		go func() { ended <- os.WriteFile(path, []byte(text), 0) }()
		s, err := OpenGiven(path, "")
		if err := errors.Join(err, <-ended); err != nil || s.Arms() != 2 || s.Reference != path {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// Control characters in a file's name appear neither in the scenario's name nor in errors.
func TestNamesOfFilesAreShownHarmlessly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x\x1b]0;PWNED\x07\u202e\u200b.toml")
	if err := os.WriteFile(path, []byte("\ufeffarms = [0.5]"), 0o600); err != nil {
		t.Skip("no such names here:", err)
	}
	s, err := Read(path)
	if err != nil || s.Name != "x?]0;PWNED???" || s.Reference != path {
		t.Errorf("%+v, %v", s, err)
	}
	_, inFile := Parse(path, []byte("\narms = []"))
	_, asAWhole := Read(path + "\x1b.toml")
	for _, err := range []error{inFile, asAWhole} {
		if err == nil || !param.IsPrintable(err.Error()) {
			t.Errorf("%q", err)
		}
	}
	if !strings.HasSuffix(inFile.Error(), "???.toml:2: arms: there must be at least one") {
		t.Errorf("%q", inFile)
	}
}

func TestOpen(t *testing.T) {
	for reference, name := range map[string]string{
		"hhmh-2": "hhmh-2", "ww-det,gap=.25,K=5": "ww-det,K=5,gap=.25", "../../testdata/scenarios/swap.toml": "swap",
	} {
		s, err := Open(reference, "")
		if err != nil || s.Name != name {
			t.Errorf("%s: %v, %v", reference, s, err)
			continue
		}
		again, err := Open(s.Reference, s.Data)
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: its reference %s gives %+v, %v", reference, s.Reference, again, err)
		}
	}
	cases := map[string]string{
		"hhmh-11":         "hhmh-11: no such scenario; did you mean hhmh-1?",
		"hhmh-1,K=3":      "hhmh-1: K: no such parameter (known: none)",
		"hhmh-1,K":        `hhmh-1,K: "K": parameters are written key=value`,
		"absent.toml":     "absent.toml: cannot be read: no such file or directory",
		"absent/file":     "absent/file: cannot be read: no such file or directory",
		"ww-det,K=3,K=4":  "ww-det,K=3,K=4: K: given twice",
		"":                ": no such scenario",
		"../../testdata/": "../../testdata/: cannot be read: is a directory",

		"-":           "-: no such scenario",
		"a.tsv":       "a.tsv: must be a table of rewards as CSV (.csv, .csv.gz) or a scenario file (.toml), not cells separated by tabs",
		"b/A.PARQUET": "b/A.PARQUET: must be a table of rewards as CSV (.csv, .csv.gz) or a scenario file (.toml), not Parquet",
		"a.gz":        "a.gz: must be a table of rewards as CSV (.csv, .csv.gz) or a scenario file (.toml), not something else compressed",
		"a.csv.xz":    "a.csv.xz: cannot be read: no such file or directory",

		"file_test.go": "file_test.go: the name of this file must end in .toml, .csv, or .csv.gz, or begin with ./",
	}
	for reference, want := range cases {
		if _, err := Open(reference, ""); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", reference, err, want)
		}
	}
}

// Any file gives a scenario that can be drawn from, or a one-line error.
func FuzzParseFile(f *testing.F) {
	samples, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scenarios", "*.toml"))
	if err != nil || len(samples) == 0 {
		f.Fatal("no sample files", err)
	}
	for _, sample := range samples {
		text, err := os.ReadFile(sample)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("arms = [{a = [1]}]\n[phase.x]\ny.z = 1")
	f.Add("\"\\u001b\" = 1\narms=[1]")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("f.toml", []byte(text))
		if err != nil {
			if !param.IsPrintable(err.Error()) {
				t.Errorf("%q", err)
			}
			return
		}
		strict := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields().EnableUnmarshalerInterface()
		if err := strict.Decode(&document{}); err != nil {
			t.Errorf("%q was accepted: %v", text, err)
		}
		rewards := s.Rewards(1)
		for j := range s.Arms() {
			if x := rewards.At(j, 1); !(x >= 0 && x <= 1) {
				t.Errorf("arm %d gave %v", j, x)
			}
		}
		checkRoundTrip(t, s)
	})
}
