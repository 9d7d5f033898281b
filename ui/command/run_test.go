package command

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/uitest"
)

func TestRunCSV(t *testing.T) {
	text := succeed(t, args("run --learner optimal --learner kl-ucb,epsilon=2 --horizon 50 --runs 4 --epsilon inf --format csv")...)
	lines := strings.Split(text, "\n")
	if lines[0] != "scenario,learner,epsilon,params,channel,t,runs,regret_mean,regret_sd,return_mean,epsilon_worst_event,horizon,seed,regret_interval_low,regret_interval_high,regret_median,regret_quartile_25,regret_quartile_75,fingerprint,arms,gap,floor,floor_kind,times_floor,times_floor_low,times_floor_high" {
		t.Errorf("header %s", lines[0])
	}
	// Optimal play of a best mean of .75, at powers of ten and the horizon.
	for i, want := range []string{"1,4,0,0,0.75,0,50,1,NaN,NaN,0,0,0", "10,4,0,0,0.75,0,50,1,NaN,NaN,0,0,0", "50,4,0,0,0.75,0,50,1,NaN,NaN,0,0,0"} {
		if want = "hhmh-1,optimal,inf,,none," + want + ","; !strings.HasPrefix(lines[1+i], want) {
			t.Errorf("%s, want %s", lines[1+i], want)
		}
	}
	if want := "hhmh-1,kl-ucb,2,c=0,none,1,4,"; !strings.HasPrefix(lines[4], want) || !strings.Contains(lines[4], ",inf,50,1,") {
		t.Errorf("%s, want %s…,inf,50,1,…", lines[4], want)
	}
	if len(lines) != 8 || lines[7] != "" {
		t.Errorf("%d lines", len(lines))
	}
}

func TestRunJSON(t *testing.T) {
	text := succeed(t, "run", "--arms", "0.25 beta(4,1)", "--learner", "random", "--learner", "ucb1,epsilon=2", "--horizon", "40", "--runs", "3", "--seed", "5", "--at", "40", "--format", "json")
	var got map[string]any
	decode(t, text, &got)
	config := `{"scenario":{"name":"arms","arms":"0.25 beta(4,1)","kind":"stochastic","feedback":"bandit","phases":[{"from":1,"arms":["bernoulli(0.25)","beta(4,1)"],"means":[0.25,0.8]}]},
		"learners":["random","ucb1,epsilon=2"],"channel":"","epsilon":0.5,"horizon":40,"seed":5,"runs":3,"at":[40]}`
	var want any
	decode(t, config, &want)
	if !reflect.DeepEqual(got["config"], want) {
		t.Errorf("config %v\nwant   %v", got["config"], want)
	}
	if got["version"] != trials.Version || got["seed"] != 5. || got["runs"] != 3. {
		t.Errorf("version %v, seed %v, runs %v", got["version"], got["seed"], got["runs"])
	}
	row := got["rows"].([]any)[1].(map[string]any)
	if row["learner"] != "ucb1" || row["epsilon"] != 2. || row["t"] != 40. || row["epsilon_worst_event"] != "inf" {
		t.Errorf("row %v", row)
	}
	pulls := row["pulls_mean"].([]any)
	if first, second := pulls[0].(float64), pulls[1].(float64); math.Abs(first+second-40) > 1e-9 || math.Abs(first*.55-row["regret_mean"].(float64)) > 1e-9 {
		t.Errorf("pulls %v do not make the regret %v", pulls, row["regret_mean"])
	}
}

// A file's name becomes its scenario's name. Whatever it contains, the output has nothing that a
// terminal or a spreadsheet would execute.
func TestNamesFromOutside(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"x\x1b]0;owned\x07", "a\u202eb\u200b\u009b31m\U000e0041", "=HYPERLINK(1)", "@sum", "+1+1", "-1-1"} {
		path := filepath.Join(folder, name+".toml")
		text := "kind = \"stochastic\"\nhorizon = 10\nepsilon = 1\narms = [0.5, 0.4]\n"
		write(t, path, text)
		for _, format := range []string{"table", "csv", "json"} {
			out := succeed(t, "run", "--runs", "1", "--learner", "random", "--scenario", path, "--format", format)
			for line := range strings.Lines(out) {
				if line = strings.TrimSuffix(line, "\n"); !param.IsPrintable(line) {
					t.Errorf("%q as %s: %q", name, format, line)
				}
				if format == "csv" && strings.ContainsAny(line[:1], "=+-@") {
					t.Errorf("%s: %q: a cell begins as a formula: %s", format, name, line)
				}
			}
			var result struct {
				Rows []struct{ Scenario string }
			}
			if format == "json" && (json.Unmarshal([]byte(out), &result) != nil || result.Rows[0].Scenario != param.Printable(name)) {
				t.Errorf("%s: %q came back as %q", format, name, result.Rows[0].Scenario)
			}
		}
	}
}

func TestRunOutput(t *testing.T) {
	folder := t.TempDir()
	line := "run --learner ucb1 --horizon 100 --runs 3 --long" // as in files
	result := func(path string) string {
		text, _, _ := strings.Cut(read(t, path), "{\"made_by\"") // the last line of a table
		return strings.TrimRight(text, "\n%<!- ")
	}
	for format, ending := range map[string]string{"csv": ".csv", "json": ".json", "table": ".txt", "latex": ".TEX", "markdown": ".md"} {
		want := succeed(t, args(line+" --format "+format)...)
		for _, path := range []string{filepath.Join(folder, "result"+ending), filepath.Join(folder, "other-"+format)} {
			if got := succeed(t, args(line+" --format "+format+" --output "+path)...); got != "" {
				t.Errorf("%s: %s: printed %s", format, path, got)
			}
			if got := result(path); got != strings.TrimRight(want, "\n") {
				t.Errorf("%s: %s: %s", format, path, got)
			}
		}
		// The extension sets the format; --force overwrites.
		path := filepath.Join(folder, "result"+ending)
		succeed(t, args(line+" --force --output "+path)...)
		if got := result(path); got != strings.TrimRight(strings.Replace(want, " --format "+format, "", 1), "\n") {
			t.Errorf("%s: %s by its ending: %s", format, path, got)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 10 {
		t.Errorf("%d files are left: %v %v", len(left), left, err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	return string(param.Must(os.ReadFile(path)))
}

func decode(t *testing.T, text string, value any) {
	t.Helper()
	uitest.NoError(t, json.Unmarshal([]byte(text), value))
}

func says(t *testing.T, text string, wants ...string) {
	t.Helper()
	unbroken := strings.Join(strings.Fields(text), " ")
	for _, want := range wants {
		if !strings.Contains(text, want) && !strings.Contains(unbroken, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	uitest.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// Files that cannot be written are refused before any run.
func TestRunRefusesWhatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	write(t, file, "")
	locked := filepath.Join(folder, "locked")
	uitest.NoError(t, os.Mkdir(locked, 0o500))
	for path, why := range map[string]string{
		folder:                            "it is a folder, name a file in it",
		filepath.Join(folder, "a/b"):      "there is no such folder",
		filepath.Join(file, "b"):          "there is no such folder",
		filepath.Join(locked, "b"):        "permission denied",
		folder + strings.Repeat("a", 256): "file name too long",
	} {
		t.Run(path, func(t *testing.T) {
			if why == "permission denied" && os.Geteuid() <= 0 {
				t.Skip("root may write in any folder, and Windows folders have no such permission")
			}
			p := newTestProgram()
			status := p.Run(context.Background(), args("run --horizon 1e10 --runs 1e5 --at 1e10 --output "+path))
			if want := "--output " + path + ": cannot be written: " + why + "\n"; status != wrong || p.err.String() != want || p.out.Len() > 0 {
				t.Errorf("status %d, %s, want %s", status, &p.err, want)
			}
		})
	}
}

// A result that cannot be written is printed instead.
func TestRunShowsWhatCouldNotBeSaved(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("this system has no device that is always full")
	}
	line := "run --learner ucb1 --horizon 100 --runs 3 --format csv"
	p := newTestProgram()
	status := p.Run(context.Background(), args(line+" --output "+full))
	want := full + ": cannot be written: no space left on device; the result is on standard output instead\n"
	if status != failed || p.err.String() != want {
		t.Errorf("status %d, %s", status, &p.err)
	}
	if got := p.out.String(); got != succeed(t, args(line)...) {
		t.Errorf("standard output: %s", got)
	}
}

// Finished runs are saved as the result of that many runs.
func TestRunInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part.csv")
	line := "run --quiet --learner ucb1 --learner random --horizon 2000 --at 2000 --format csv --runs "
	p := newTestProgram()
	for wait := 100 * time.Millisecond; wait < uitest.Patience && !strings.HasPrefix(p.err.String(), "interrupted: "); wait *= 2 { // until a run is finished by then
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		p = newTestProgram()
		if status := p.Run(ctx, args(line+"1e6 --output "+path)); status != interrupted || p.out.Len() > 0 {
			t.Fatalf("status %d, %s%s", status, &p.err, &p.out)
		}
		cancel()
	}
	if !strings.HasSuffix(p.err.String(), " of 1,000,000 runs saved in "+path+"\n") {
		t.Fatal(&p.err)
	}
	runs := args(p.err.String())[1]
	if got, want := read(t, path), succeed(t, args(line+runs)...); got != want {
		t.Errorf("saved:\n%s%s runs:\n%s", got, runs, want)
	}
}

// Whatever ends the program, finished runs are saved.
func TestRunSavesAtEverySignal(t *testing.T) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	caught := make(chan os.Signal, len(signals))
	signal.Notify(caught, signals...) // so that none ends the test
	defer signal.Stop(caught)
	for _, s := range signals {
		if !slices.Contains(stream.Endings, s) { // it is ignored, as by nohup
			continue
		}
		path := filepath.Join(t.TempDir(), "part.csv")
		saved := false
		for wait := 50 * time.Millisecond; !saved && wait < uitest.Patience; wait *= 2 { // until a run is finished by then
			saved = endBy(t, s, wait, "run --quiet --learner random --horizon 10 --runs 1e6 --output "+path) == "runs saved in "+path
		}
		if !saved || read(t, path) == "" {
			t.Errorf("%v: nothing was saved", s)
		}
	}
}

// endBy sends a signal to a running program and returns its last message.
func endBy(t *testing.T, s os.Signal, wait time.Duration, line string) string {
	t.Helper()
	self := param.Must(os.FindProcess(os.Getpid()))
	ctx, cancel := context.WithTimeout(t.Context(), 4*uitest.Patience)
	p := newTestProgram()
	var sender sync.WaitGroup
	sender.Go(func() {
		again := time.NewTicker(wait)
		defer again.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-again.C:
				if p.status.Load() != done { // it has heard
					return
				}
				if err := self.Signal(s); err != nil {
					t.Error(err)
				}
			}
		}
	})
	status := p.Run(ctx, args(line))
	late := ctx.Err() != nil
	cancel()
	sender.Wait()
	if status != stream.Interrupted(s) || late {
		t.Fatalf("%v: status %d, %s", s, status, &p.err)
	}
	words := args(p.err.String())
	return strings.Join(words[max(len(words)-4, 0):], " ")
}

func TestRunInterruptedWithNothingToSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part.csv")
	write(t, path, "before")
	for _, output := range []string{"", " --force --output " + path} {
		t.Run(output, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			p := newTestProgram()
			status := p.Run(ctx, args("run --learner ucb1 --horizon 1e10"+output))
			cancel()
			if status != interrupted || p.err.String() != "interrupted after 0 of 20 runs, nothing saved\n" || p.out.Len() > 0 || read(t, path) != "before" {
				t.Errorf("status %d, %s%s", status, &p.err, &p.out)
			}
		})
	}
}

// With --mu, every private learner has this μ at the end, for any kind of privacy. Learners
// without privacy are unchanged, and the table shows μ where there is no ε.
func TestRunAtEqualMu(t *testing.T) {
	const line = "run --mu 0.8 --scenario hhmh-1 --learner lazy-dp-ts --learner adac-ucb --learner ts-ldp-b --learner ucb1 --horizon 1e2,200 --at 100 --runs 2 --quiet"
	var got trials.Result
	decode(t, succeed(t, args(line+" --format json")...), &got)
	if len(got.Rows) != 8 {
		t.Fatalf("%d rows", len(got.Rows))
	}
	for _, row := range got.Rows {
		if mu := float64(row.Mu); math.Abs(mu-.8) > 1e-9 && !(row.Learner == "ucb1" && math.IsInf(mu, 1)) {
			t.Errorf("%s: μ = %v", row.Learner, mu)
		}
	}
	table := succeed(t, args(strings.Replace(line, "1e2,200", "100", 1))...)
	if !strings.Contains(table, "privacy loss μ") || strings.Contains(succeed(t, args("run --learner ucb1 --learner lazy-dp-ts --horizon 10 --runs 1 --quiet")...), "privacy loss μ") {
		t.Errorf("μ is for where there is no ε:\n%s", table)
	}
}

// A plot shows more rounds than the table, which is the same with and without it. Records that
// began with a plot can be resumed without one, and vice versa.
func TestPlotsHaveCurves(t *testing.T) {
	folder := t.TempDir()
	line := "run --learner ucb1 --learner random --horizon 3000 --runs 2 --format csv --quiet"
	want := succeed(t, args(line)...)
	svg := func(name, flags string) string {
		path := filepath.Join(folder, name+".svg")
		if got := succeed(t, args(line+" --plot "+path+" "+flags)...); got != want {
			t.Errorf("with a plot, %s: %s, want %s", flags, got, want)
		}
		return read(t, path)
	}
	if n := strings.Count(svg("curves", ""), "L"); n < 300 {
		t.Errorf("the lines of a plot have %d pieces", n)
	}
	with, without := filepath.Join(folder, "with.jsonl"), filepath.Join(folder, "without.jsonl")
	svg("recorded", "--records "+with)
	if got := succeed(t, args(line+" --resume --records "+with)...); got != want {
		t.Errorf("going on without a plot: %s, want %s", got, want)
	}
	succeed(t, args(line+" --records "+without)...)
	svg("resumed", "--resume --records "+without)
}

// An experiment may have more learners than fit on a screen, and all are in its output. A screen refuses so many.
func TestRunTakesMoreLearnersThanAScreen(t *testing.T) {
	folder, line := t.TempDir(), "run --horizon 20 --runs 3 --quiet --at 20"
	for seed := range model.MaxLearners + 4 {
		line += fmt.Sprintf(" --learner ucb1,seed=%d", 100+seed)
	}
	svg, records := filepath.Join(folder, "x.svg"), filepath.Join(folder, "x.jsonl")
	written := map[string]string{
		"table":   succeed(t, args(line+" --plot "+svg+" --records "+records)...),
		"csv":     succeed(t, args(line+" --format csv")...),
		"json":    succeed(t, args(line+" --format json")...),
		"summary": succeed(t, "summary", records),
		"svg":     read(t, svg),
	}
	for name, text := range written {
		for seed := range model.MaxLearners + 4 {
			if want := fmt.Sprintf("seed=%d", 100+seed); !strings.Contains(text, want) {
				t.Errorf("%s: no learner with %s in\n%s", name, want, text)
			}
		}
	}
	const many = " are too many for a screen, at most 16 are allowed; regretscope run takes more"
	for _, line := range []string{"--learner all", strings.Replace(line, "run --horizon 20 --runs 3 --quiet --at 20", "--plain", 1)} {
		if err := asked(t, args(line)...); err == nil || !strings.HasSuffix(err.Error(), many) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// Two learners on the same rewards: the differences, without a warning because neither has heavy tails.
func TestRunComparesLearners(t *testing.T) {
	text := succeed(t, args("run --learner ucb1 --learner thompson --horizon 1000 --runs 20 --at 1000 --quiet --long")...)
	says(t, text, "first  second", "ucb1   thompson", "95% interval", " 0%", "pairing is worth:")
	if strings.Contains(text, "warning") {
		t.Errorf("a warning without a reason:\n%s", text)
	}
	brief := succeed(t, args("run --learner ucb1 --learner thompson --horizon 1000 --runs 20 --quiet")...)
	if says(t, brief, "thompson", "× floor", "\n--long adds ranks, spread, returns, pairs, floors, and what columns mean.\n"); strings.Count(brief, "\n\n") != 2 {
		t.Errorf("more than a heading, a table, and a line:\n%s", brief)
	}
	for _, line := range []string{"run --learner ucb1 --horizon 100 --runs 20", "run --learner ucb1 --learner thompson --horizon 100 --runs 1"} {
		if text := succeed(t, args(line+" --quiet --long")...); strings.Contains(text, "difference") {
			t.Errorf("%s: compares\n%s", line, text)
		}
	}
	sweep := succeed(t, args("run --learner ucb1 --learner thompson --horizon 100 --runs 4 --epsilon 1,2 --at 100 --quiet")...)
	if n := strings.Count(sweep, "\nthompson"); n != 1 { // it has no ε
		t.Errorf("%d rows of thompson, want 1:\n%s", n, sweep)
	}
}

// DP-IMED's first batches are single rewards, whose noise may keep it on a wrong arm for long: at
// ε = .5 a few of 300 runs contribute much of the mean.
func TestRunWarnsOfAMeanThatMisleads(t *testing.T) {
	text := succeed(t, args("run --learner dp-imed --learner dp-klucb --epsilon 0.5 --horizon 1e5 --at 1e5 --runs 300 --quiet")...)
	says(t, strings.ReplaceAll(text, "\n", " "), "warning: the mean of dp-imed misleads: 3 of 300 runs make up ",
		"% of the sum", "contains it less often than 95%",
		"warning: rare runs decide the mean of dp-imed and of dp-klucb, and")
	if strings.Contains(text, "the mean of dp-klucb misleads") {
		t.Errorf("a warning without a reason:\n%s", text)
	}
}

// Regrets on few plateaus with a rare upper one are not misleading.
func TestRunDoesNotWarnOfPlateaus(t *testing.T) {
	text := succeed(t, args("run --learner adap-klucb --learner anytime-lazy-ucb --learner adap-ucb --horizon 1e4 --at 1e4 --runs 20 --quiet")...)
	if strings.Contains(text, "warning") {
		t.Errorf("a warning without a reason:\n%s", text)
	}
}

// Runs that are all equal have no interval, and the table says so.
func TestRunOfEqualRuns(t *testing.T) {
	const line = "run --learner dp-se --learner optimal --epsilon 0.1 --horizon 1000 --at 1000 --runs 20 --quiet"
	text := succeed(t, args(line)...)
	says(t, text, " 250.0, all equal ", "equal: all runs are equal", "  –  ")
	json := succeed(t, args(line+" --format json")...)
	if n := strings.Count(json, `"regret_interval": null`) + strings.Count(json, `"difference_interval": null`); n != 3 {
		t.Errorf("%d intervals are null, want 3:\n%s", n, json)
	}
}
