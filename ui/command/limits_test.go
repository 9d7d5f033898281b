package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"regretscope/model/program"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// The manual's table of limits is generated from the checked constants.
func TestManualLimits(t *testing.T) {
	rows := param.Map(flags.Limits, func(l flags.Limit) []string { return []string{l.Of, l.Text()} })
	uitest.Section(t, "ui/manual/limits.md", "limits", uitest.Markdown([]string{"what", "at most"}, rows))
}

// asked checks a command line without running it.
func asked(t *testing.T, line ...string) error {
	t.Helper()
	p := newTestProgram()
	p.programs = program.NewHost()
	parser := param.Must(p.parser(&grammar{}))
	request, err := parser.Parse(line)
	if err == nil {
		err = flags.Check(request)
	}
	if errors.Is(err, errNoTerminal) {
		return nil // but for that, the screen would open
	}
	return err
}

func fileOf(t *testing.T, name string, parts ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	write(t, path, strings.Join(parts, ""))
	return path
}

// counted is 1,2,…,n.
func counted(n int) string {
	return strings.Join(param.Map(param.Indices(n), func(i int) string { return strconv.Itoa(i + 1) }), ",")
}

// atLimit requests n of each limited quantity, if a command line can.
var atLimit = map[string]func(t *testing.T, n int) error{
	"arms": func(t *testing.T, n int) error {
		return asked(t, "run", "--at", "1", "--arms", strings.Repeat("0.5 ", n))
	},
	"outcomes of a discrete arm": func(t *testing.T, n int) error {
		outcomes := param.Map(param.Indices(n), func(i int) string { return fmt.Sprintf("%v:%v", float64(i)/float64(n), 1/float64(n)) })
		return asked(t, "run", "--arms", "0.5 discrete("+strings.Join(outcomes, ",")+")")
	},
	"phases of a changing environment": func(t *testing.T, n int) error {
		text := "kind = 'changing'\n"
		for i := range n {
			text += fmt.Sprintf("[[phase]]\nfrom = %d\narms = [0.%d]\n", 9*i+1, i%7+1)
		}
		return asked(t, "run", "--horizon", "1e6", "--scenario", fileOf(t, "a.toml", text))
	},
	"movies taken from a data set": func(t *testing.T, n int) error {
		movies, ratings := "movieId,title,genres\n", "userId,movieId,rating,timestamp\n"
		for i := range n {
			movies += fmt.Sprintf("%d,T,Drama\n", i+1)
			ratings += fmt.Sprintf("1,%d,5,0\n", i+1)
		}
		path := fileOf(t, "movies.csv", movies)
		write(t, filepath.Join(filepath.Dir(path), "ratings.csv"), ratings)
		return asked(t, "run", "--scenario", fmt.Sprintf("chh-movielens,movies=%d", n), "--data", filepath.Dir(path))
	},
	"bytes of a scenario, script or lesson": func(t *testing.T, n int) error {
		const arms = "arms = [0.5, 0.4]\n"
		return asked(t, "run", "--scenario", fileOf(t, "a.toml", arms, strings.Repeat("#", n-len(arms))))
	},
	"flags of a command, without --records": func(_ *testing.T, n int) error {
		return flags.CheckArguments(slices.Repeat([]string{"--learner=ucb1"}, n))
	},
	"characters of a title or label in a picture": func(t *testing.T, n int) error {
		return asked(t, "run", "--learner", "ucb1", "--plot", "a.svg", "--title", strings.Repeat("ε", n))
	},
	"values of a list": func(t *testing.T, n int) error {
		err := asked(t, "audit", "--learner", "lazy-dp-ts", "--no-statistics", "--delta-at", counted(n))
		if err != nil {
			err = errors.New(param.Brief(err.Error())) // as the program prints it
		}
		return err
	},
	"bytes of a line of a script, a lesson, or plain mode": func(_ *testing.T, n int) error {
		_, err := script.Parse("a.script", "go"+strings.Repeat(" ", n-3)+"1")
		return err
	},
	"steps of a script, including typed characters": func(_ *testing.T, n int) error {
		_, err := script.Parse("a.script", strings.Repeat("n\n", n-9)+"type 123456789")
		return err
	},
	"rounds a simulated second, by pace": func(_ *testing.T, n int) error {
		_, err := script.Parse("a.script", fmt.Sprintf("pace %d\n", n))
		return err
	},
	"words in the start line of a script or lesson": func(_ *testing.T, n int) error {
		_, err := flags.Parse("--seed 1" + strings.Repeat(" --learner ucb1", n/2-1) + strings.Repeat(" x", n%2))
		return err
	},
	"seconds of waiting in a script, in total": func(_ *testing.T, n int) error {
		_, err := script.Parse("a.script", fmt.Sprintf("wait 1s\nwait %ds", n-1))
		return err
	},
	"characters of a script's caption": func(_ *testing.T, n int) error {
		_, err := script.Parse("a.script", "caption "+strings.Repeat("ε", n))
		return err
	},
	"commands, or claims, of a stop in a lesson": func(_ *testing.T, n int) error {
		_, err := lesson.Parse("a.toml", "name='a'\ntitle='A'\nabout='B'\n[[stop]]\nstart='--horizon 9'\nsay='S'\ndo=["+strings.Repeat("'n',", n)+"]")
		return err
	},
	"stops of a lesson": func(_ *testing.T, n int) error {
		_, err := lesson.Parse("a.toml", "name='a'\ntitle='A'\nabout='B'\n"+"[[stop]]\nstart='--horizon 9'\nsay='S'\n"+strings.Repeat("[[stop]]\nsay='S'\n", n-1))
		return err
	},
	"rounds": func(t *testing.T, n int) error {
		return asked(t, "run", "--horizon", strconv.Itoa(n))
	},
	"learners side by side on a screen": func(t *testing.T, n int) error {
		return asked(t, strings.Fields(strings.Repeat("--learner ucb1 ", n))...)
	},
	"learners × grid points": func(t *testing.T, n int) error {
		return asked(t, "run", "--learner", "ucb1", "--at", "1", "--epsilon", counted(n))
	},
	"replications": func(t *testing.T, n int) error {
		return asked(t, "run", "--learner", "ucb1", "--at", "1", "--runs", strconv.Itoa(n))
	},
	"replications of a learner, with --precision": func(t *testing.T, n int) error {
		return asked(t, "run", "--learner", "ucb1", "--precision", "2%", "--runs", strconv.Itoa(n))
	},
	"rounds to report": func(t *testing.T, n int) error {
		return asked(t, "run", "--learner", "ucb1", "--at", counted(n))
	},
	"replications × learners × grid points × rounds to report": func(t *testing.T, n int) error {
		return asked(t, "run", "--learner", "ucb1", "--at", counted(100), "--runs", strconv.Itoa((n+99)/100))
	},
	"learners × grid points × rounds to report × arms": func(t *testing.T, n int) error {
		return asked(t, "run", "--learner", "ucb1", "--runs", "1", "--workers", "1", "--arms", strings.Repeat("0.5 ", 1000),
			"--at", counted(1000), "--epsilon", counted((n+999_999)/1_000_000))
	},
	"workers": func(t *testing.T, n int) error {
		return asked(t, "run", "--workers", strconv.Itoa(n))
	},
	"shards": func(t *testing.T, n int) error {
		return asked(t, "run", "--records", filepath.Join(t.TempDir(), "a.jsonl"), "--shard", fmt.Sprintf("1/%d", n))
	},
	"runs of a statistical audit, on each sequence": func(t *testing.T, n int) error {
		return asked(t, "audit", "--learner", "ucb1", "--runs", strconv.Itoa(n))
	},
	"scenarios that worst tries": func(t *testing.T, n int) error {
		return asked(t, "worst", "--learner", "ucb1", "--family", "gap", "--tries", strconv.Itoa(n))
	},
	"arms in a search by worst": func(t *testing.T, n int) error {
		return asked(t, "worst", "--learner", "ucb1", "--family", "means", "--arms", strconv.Itoa(n))
	},
}

// elsewhere lists limits that no command line reaches exactly, with their tests.
var elsewhere = map[string]string{
	"genres of a data set":                                      "scenarios/movielens TestLimits",
	"users of a data set":                                       "scenarios/movielens TestLimits",
	"bytes of a data set's ratings, unpacked":                   "scenarios/movielens TestUnpacking",
	"expansion factor of a compressed data set":                 "scenarios/movielens TestUnpacking",
	"bytes of a data set's list of movies":                      "scenarios/movielens TestLimits",
	"rows of a table of rewards":                                "scenarios/table TestLargeTablesAreRefused",
	"cells of a table of rewards":                               "scenarios/table TestLargeTablesAreRefused",
	"bytes of a row of a table of rewards":                      "scenarios/table TestBadTables",
	"rounds in a script or lesson stop, without --allow-rounds": "ui TestHostileFiles",
	"columns × lines of a screen":                               "ui/app TestAHugeTerminal, ui/script TestParseRefuses",

	"expansion factor of a compressed table of rewards or records": "scenarios/table TestCompressedTables",

	"memory, estimated (set it with --memory)": "model TestExperimentsFitInMemory, TestSessionsFitInMemory",
	"ε":                    "TestLimitsOfEpsilon",
	"ε of a local channel": "TestLimitsOfEpsilon",
}

// Values at a limit are accepted; values one past it are refused with one sentence, before anything is simulated.
func TestLimits(t *testing.T) {
	for i := range flags.Limits {
		l := &flags.Limits[i]
		ask := atLimit[l.Of]
		if ask == nil {
			if elsewhere[l.Of] == "" {
				t.Errorf("%s: no test goes past it", l.Of)
			}
			continue
		}
		if err := ask(t, l.Most); err != nil {
			t.Errorf("%s: %d: %v", l.Of, l.Most, err)
		}
		if err := ask(t, l.Most+1); err == nil || strings.Contains(err.Error(), "\n") || len(err.Error()) > 2000 {
			t.Errorf("%s: %d: %v", l.Of, l.Most+1, err)
		}
	}
}

func TestLimitsOfEpsilon(t *testing.T) {
	for line, accepted := range map[string]bool{
		"--epsilon 1e-9": true, "--epsilon 0.99e-9": false, "--epsilon inf": true, "--epsilon 1e308": true, "--epsilon 1e309": false,
		"--scenario jzl-20 --channel linear --epsilon 1e-9": true, "--scenario jzl-20 --channel linear --epsilon 0.99e-9": false,
		"--scenario jzl-20 --channel linear --epsilon 700": true, "--scenario jzl-20 --channel linear --epsilon 701": false,
	} {
		if err := asked(t, append([]string{"run"}, strings.Fields(line)...)...); (err == nil) != accepted {
			t.Errorf("%s: %v", line, errors.Unwrap(err))
		}
	}
}

// Requests that may need too much memory are refused at once, in one sentence.
func TestTooLargeRequestsAreRefused(t *testing.T) {
	defer memlimit.Set(memlimit.Set(memlimit.Default))
	refuseAll(t, strings.HasPrefix, map[string]string{
		"run --workers 64 --runs 64 --memory 500MB --learner sw-ucb,w=1e6 --scenario gaj-tide --horizon 1e7": "--workers 64: may take ",
	})
}
