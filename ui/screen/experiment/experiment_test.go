package experiment

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// The screen and the command line must measure the same.
func TestItIsTheExperiment(t *testing.T) {
	config := uitest.Config(t, 2000, "lazy-dp-ts", "ucb1")
	d := open(t, config, Options{Runs: 7})
	d.Expect("enter starts 7 runs of each learner on all cores")
	d.Do("run")
	want := param.Must(curves(7, config).Run(context.Background(), nil))
	if d.task.Running() || !reflect.DeepEqual(d.Result(), want) {
		t.Fatalf("running %v, result %+v, want %+v", d.task.Running(), d.Result(), want)
	}
	d.Expect("mean of 7 runs ± standard error", "7 runs in ", number.WithError(float64(want.Rows[len(want.Rows)-1].RegretMean),
		want.Rows[len(want.Rows)-1].StandardError()))
}

func curves(runs int, points ...*model.Config) *trials.Experiment {
	e := &trials.Experiment{Points: points, Runs: runs}
	e.ReportCurves()
	return e
}

// endless plays its first runs and then waits until it is stopped.
type endless struct {
	finished         int
	started, stopped chan struct{}
}

func newEndless(finished int) *endless {
	return &endless{finished: finished, started: make(chan struct{}), stopped: make(chan struct{})}
}

func (e *endless) run(ctx context.Context, x *trials.Experiment, progress func(trials.Progress)) (*trials.Result, error) {
	progress(trials.Progress{Done: e.finished * len(x.Points[0].Learners), Total: x.Runs * len(x.Points[0].Learners)})
	close(e.started)
	<-ctx.Done()
	close(e.stopped)
	kept := *x
	kept.Runs = e.finished
	return made(&kept), ctx.Err()
}

// begin presses start and runs the work in the background.
func (d *driver) begin() (finished chan tea.Msg) {
	d.Helper()
	cmd := uitest.Press(d, "enter")
	if cmd == nil || !d.task.Running() {
		d.Fatalf("no job was started:\n%s", d.View())
	}
	finished = make(chan tea.Msg, 1)
	go func() { finished <- cmd() }()
	return finished
}

func TestStoppingKeepsTheFinishedRuns(t *testing.T) {
	work := newEndless(5)
	d := open(t, three(t), Options{Now: clock(), Run: work.run})
	finished := d.begin()
	<-work.started
	d.SetSize(100, 34) // draws again
	d.Expect("15 of 60 runs of one learner · ", " left", "curves appear when the runs are finished")
	d.Answers("run", "✗ the experiment is running: space stops it and keeps the finished runs", "stop", "stopping …")
	d.Update(<-finished)
	if d.task.Running() || d.Result() == nil || d.Result().Runs != 5 {
		t.Fatalf("running %v, result %+v", d.task.Running(), d.Result())
	}
	d.Expect("stopped: 5 of 20 runs finished and kept", "mean of 5 runs")
}

func TestStoppingBeforeTheFirstRunKeepsTheOldResult(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("run")
	old := d.Result()
	work := newEndless(0)
	d.play = work.run
	finished := d.begin()
	<-work.started
	d.Expect("60 runs of one learner", "mean of 20 runs")
	d.Do("stop")
	d.Update(<-finished)
	if d.Result() != old {
		t.Error("the old result is gone")
	}
	d.Expect("stopped before all learners had finished a run")
}

// A real experiment must stop soon, even during a run.
func TestStoppingIsQuick(t *testing.T) {
	d := open(t, uitest.Config(t, scenarios.MaxHorizon, "ucb1"), Options{}) // minutes, on any machine
	finished := d.begin()
	time.Sleep(10 * time.Millisecond)
	d.Do("stop")
	d.Update(<-finished)
	d.Expect("stopped before all learners had finished a run")
}

func TestCloseEndsTheWork(t *testing.T) {
	work := newEndless(1)
	d := open(t, three(t), Options{Run: work.run})
	d.begin()
	<-work.started
	d.Close()
	<-work.stopped
}

// Esc goes back to the run, so the screen uses it only while it asks something.
func TestEscape(t *testing.T) {
	d := open(t, three(t), instant())
	escapes := func() bool {
		return kit.ForKey(d.Commands(), uitest.Key("esc")) != nil
	}
	if escapes() {
		t.Error("esc does not lead back")
	}
	for _, ask := range []string{"runs", "save"} {
		t.Run(ask, func(t *testing.T) {
			d.Do("run", ask)
			if !escapes() || !d.Typing() {
				t.Errorf("%s: esc leads back in the middle of it", ask)
			}
			if d.Do("cancel"); escapes() || d.Typing() {
				t.Errorf("%s: esc does not leave it", ask)
			}
		})
	}
}

func TestRunsAreAskedFor(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("runs")
	if !d.Typing() {
		t.Fatal("nothing can be typed")
	}
	d.Expect("runs: ▏20▏")
	for _, wrong := range []string{"0", "1.5", "many", "1e7", ""} {
		d.types(wrong)
		d.Do("accept")
		d.Expect("✗ runs " + wrong + ": must be a whole number from 1 to 1,000,000")
	}
	d.types("1e3")
	d.Do("accept", "run")
	d.Expect("mean of 1,000 runs")
	uitest.Contains(t, d.Title(), "1,000 runs from seed 1")
	d.Do("runs")
	d.types("1")
	d.Do("accept", "run")
	d.Expect("mean of 1 run ")
}

func TestTooMuchIsRefused(t *testing.T) {
	ids := slices.Repeat([]string{"ucb1"}, model.MaxLearners)
	d := open(t, uitest.Config(t, 1_000_000, ids...), Options{Runs: trials.MaxRuns})
	if d.Do("run"); d.task.Running() {
		t.Fatal("it runs")
	}
	d.Expect("✗ runs 1000000: with these learners and reported rounds at most ")
}

func TestKeysThatCanDoNothingSayWhy(t *testing.T) {
	d := open(t, three(t), instant())
	d.Answers("save", "✗ nothing to save yet: enter runs", "stop", "✗ nothing is running: enter runs")
	for _, c := range d.Commands() {
		if (c.Name == "save" || c.Name == "stop") && c.Refusal == "" {
			t.Errorf("%s is offered", c.Name)
		}
	}
}

func TestCommandsWithArguments(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("runs 7")
	if d.runs != 7 || d.prompt != nil {
		t.Errorf("%d runs", d.runs)
	}
	if _, err := kit.RunLine(d.Commands(), "runs many"); err == nil || d.prompt != nil || d.runs != 7 {
		t.Errorf("error %v, %d runs", err, d.runs)
	}
	d.Expect("✗ runs many: must be a whole number from 1 to 1,000,000")
}

func TestOverlayIsComputedOnceItIsWanted(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("run")
	cmd := uitest.Press(d, "o")
	d.Expect("overlay: computing …")
	d.Settle(cmd)
	d.Expect("overlay exact: this learner's exact expectation cannot be computed here")
	d.Do("overlay", "view")
	d.Expect("≥ 10.40 as t → ∞: Σ Δ/d_ε(μ, μ*) (Azize et al. 2025, audited ε = 0.5)")
	d.Do("next-learner")
	d.Expect("≥ 7.7085 as t → ∞: Σ Δ/d_ε(μ, μ*) (Azize et al. 2025, audited ε = 1)")
}

func TestSaving(t *testing.T) {
	folder := t.TempDir()
	d := open(t, three(t), instant())
	d.Do("run")
	at := strings.Join(param.Map(d.Result().Config.At, strconv.Itoa), ",")
	by := trials.MadeBy("regretscope run --scenario hhmh-1 --learner lazy-dp-ts --learner lazy-dp-ts,epsilon=1 --learner ucb1 "+
		"--epsilon 0.5 --horizon 100000 --seed 1 --runs 20 --at "+at, d.Result().Design)
	for ending, write := range map[string]func(*trials.Result, *strings.Builder) error{
		".csv":        func(r *trials.Result, b *strings.Builder) error { return r.WriteTable(b, by) },
		".rounds.csv": func(r *trials.Result, b *strings.Builder) error { return r.WriteCSV(b, by) },
		".json":       func(r *trials.Result, b *strings.Builder) error { return r.WriteJSON(b, by) },
	} {
		t.Run(ending, func(t *testing.T) {
			path := filepath.Join(folder, "result"+ending)
			d.Do("save")
			d.Expect("hhmh-1-20-runs.csv▏")
			d.types(path)
			d.Do("accept")
			var want strings.Builder
			uitest.NoError(t, write(d.Result(), &want))
			if got, err := os.ReadFile(path); err != nil || string(got) != want.String() {
				t.Errorf("%s holds %q, %v", path, got, err)
			}
			d.Expect("saved 20 runs in ")
		})
	}
}

func TestPlotsNameTheirBandAndAxis(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.svg")
	d := open(t, three(t), instant())
	d.Do("run", "band sd", "log-rounds", "save "+path)
	picture := param.Must(os.ReadFile(path))
	if made := uitest.ReadMade(string(picture)); made == nil || !strings.HasSuffix(made.Command, " --runs 20 --band sd --log-x") {
		t.Errorf("%+v", made)
	}
}

func TestSavingAsksBeforeItOverwrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	uitest.NoError(t, os.WriteFile(path, []byte("precious"), 0o600))
	holds := func() string { return string(param.Must(os.ReadFile(path))) }
	d := open(t, three(t), instant())
	d.SetSize(200, 40) // room for the path
	d.Do("run")
	ask := func() {
		d.Do("save")
		d.types(path)
		d.Do("accept")
		d.Expect("already exists: y overwrites it, n keeps it")
		if holds() != "precious" {
			t.Fatal("it was overwritten unasked")
		}
	}
	for _, no := range []string{"n", "esc"} {
		ask()
		d.Settle(uitest.Press(d, no))
		if holds() != "precious" || d.Typing() {
			t.Fatalf("%s: the file holds %q, typing %v", no, holds(), d.Typing())
		}
	}
	ask()
	d.Do("overwrite")
	if !strings.HasPrefix(holds(), "learner,") {
		t.Errorf("the file holds %q", holds())
	}
}

func TestSavingRefusesInPlace(t *testing.T) {
	d := open(t, three(t), instant())
	d.SetSize(200, 40)
	d.Do("run", "save")
	d.types("a.txt")
	d.Do("accept")
	d.Expect("a.txt▏", "✗ save to a.txt: the name must end in .csv, .json, .svg, .png or .pdf")
	nowhere := filepath.Join(t.TempDir(), "none", "a.csv")
	d.types(nowhere)
	d.Do("accept")
	d.Expect("✗ "+nowhere+": cannot be written: there is no such folder", "a.csv▏")
}

// The screen starts replications when it opens, if they are short. A person need not save these.
func TestShortReplicationsStartByThemselves(t *testing.T) {
	for rounds, starts := range map[int]bool{1000: true, 100_000_000: false} {
		d := open(t, uitest.Config(t, rounds, "ucb1"), Options{})
		if cmd := d.Open(); (cmd != nil) != starts || d.Busy() != starts || d.Unsaved() != "" {
			t.Errorf("%d rounds: started: %v, %q", rounds, d.Busy(), d.Unsaved())
		}
		d.Close()
	}
}
