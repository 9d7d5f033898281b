package experiment

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// The screen and the command line must measure the same.
func TestItIsTheExperiment(t *testing.T) {
	config := uitest.Config(t, 2000, "lazy-dp-ts", "ucb1")
	d := open(t, config, Options{Runs: 7})
	d.tell("~ enter starts 7 runs of each learner on all cores | : run")
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

// The newest results are kept, but none of another number of runs, of another run, or of an experiment that was stopped.
func TestResultsAreKept(t *testing.T) {
	var results Kept
	play := func(ctx context.Context, e *trials.Experiment) *trials.Result {
		result, err := results.run(ctx, e, func(trials.Progress) {})
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
		return result
	}
	config := uitest.Config(t, 50, "ucb1")
	again := *config
	other := again
	other.Seed++
	stopped, stop := context.WithCancel(t.Context())
	stop()
	play(stopped, curves(3, config))
	first := play(t.Context(), curves(3, config))
	if first.Runs != 3 || play(t.Context(), curves(3, &again)) != first {
		t.Errorf("a result of %d runs is not kept", first.Runs)
	}
	for _, e := range []*trials.Experiment{curves(4, config), curves(3, &other), curves(3, config.Sweep([]float64{.5, 1})...)} {
		if play(t.Context(), e) == first {
			t.Errorf("another experiment: %+v", e)
		}
	}
	for runs := range mostKept {
		play(t.Context(), curves(5+runs, config))
	}
	if play(t.Context(), curves(3, config)) == first {
		t.Error("all results are kept")
	}
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
	d.Expect("15 of 60 runs, 20 of each learner · ", " left", "curves appear when the runs are finished")
	d.tell(`: run | ~ ✗ the experiment is running: space stops it and keeps the finished runs
		: stop | ~ stopping …`)
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
	d.tell("~ 60 runs, 20 of each learner | ~ mean of 20 runs | : stop")
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
		d.Do("run", ask)
		if !escapes() || !d.Typing() {
			t.Errorf("%s: esc leads back in the middle of it", ask)
		}
		if d.Do("cancel"); escapes() || d.Typing() {
			t.Errorf("%s: esc does not leave it", ask)
		}
	}
}

func TestRunsAreAskedFor(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("runs")
	if !d.Typing() {
		t.Fatal("nothing can be typed")
	}
	d.tell("~ runs: ▏20▏")
	for _, wrong := range []string{"0", "1.5", "many", "1e7", ""} {
		d.tell("> " + wrong + " | ~ ✗ runs " + wrong + ": must be a whole number from 1 to 1,000,000")
	}
	d.tell("> 1e3 | : run | ~ mean of 1,000 runs")
	uitest.Contains(t, d.Title(), "1,000 runs from seed 1")
	d.tell(": runs | > 1 | : run | ~ \"mean of 1 run \"")
	d.tell(": runs 7 | : runs many | ~ ✗ runs many: must be a whole number from 1 to 1,000,000") // without a question
	if d.runs != 7 || d.prompt != nil {
		t.Errorf("%d runs", d.runs)
	}
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
	d.tell(": save | ~ ✗ nothing to save yet: enter runs | : stop | ~ ✗ nothing is running: enter runs")
	for _, c := range d.Commands() {
		if (c.Name == "save" || c.Name == "stop") && c.Refusal == "" {
			t.Errorf("%s is offered", c.Name)
		}
	}
}

func TestOverlayIsComputedOnceItIsWanted(t *testing.T) {
	d := open(t, three(t), instant())
	d.Do("run")
	cmd := uitest.Press(d, "o")
	d.Expect("overlay: computing …")
	d.Settle(cmd)
	d.tell(`~ overlay exact: this learner's exact expectation cannot be computed here
		: overlay | : view | ~ ≥ 10.40 as t → ∞: Σ Δ/d_ε(μ, μ*) (Azize et al. 2025, audited ε = 0.5)
		: next-learner | ~ ≥ 7.7085 as t → ∞: Σ Δ/d_ε(μ, μ*) (Azize et al. 2025, audited ε = 1)`)
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
		path := filepath.Join(folder, "result"+ending)
		d.tell(": save | ~ hhmh-1-20-runs.csv▏ | > " + path)
		var want strings.Builder
		uitest.NoError(t, write(d.Result(), &want))
		if got, err := os.ReadFile(path); err != nil || string(got) != want.String() {
			t.Errorf("%s: %s holds %q, %v", ending, path, got, err)
		}
		d.Expect("saved 20 runs in ")
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
		d.tell(": save | > " + path + " | ~ already exists: y overwrites it, n keeps it")
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
	d.tell(": run | : save | > a.txt | ~ a.txt▏ | ~ ✗ save to a.txt: the name must end in .csv, .json, .svg, .png or .pdf")
	nowhere := filepath.Join(t.TempDir(), "none", "a.csv")
	d.tell("> " + nowhere + " | ~ ✗ " + nowhere + ": cannot be written: there is no such folder | ~ a.csv▏")
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

// A driver is a person at the screen, who gives commands by their names.
type driver struct {
	*uitest.Person
	*Screen
}

// Result returns the result of the newest experiment, nil before there is one.
func (d *driver) Result() *trials.Result {
	if d.shown.result == nil {
		return nil
	}
	return d.shown.result.Result
}

// Options has replacements for tests; the zero value replaces nothing.
type Options struct {
	Runs int
	Now  func() time.Time
	Run  func(context.Context, *trials.Experiment, func(trials.Progress)) (*trials.Result, error)
}

func open(t *testing.T, config *model.Config, o Options) *driver {
	t.Helper()
	return sized(t, termenv.Ascii, config, o, 100, 34)
}

// sized opens the screen at some size. It ignores progress: no test waits for a clock.
func sized(t testing.TB, profile termenv.Profile, config *model.Config, o Options, width, height int) *driver {
	if o.Now == nil {
		o.Now = time.Now
	}
	screen := New(uitest.Theme(profile), config, &overlay.Cache{}, &Kept{}, o.Now)
	screen.task.Every = 0
	if o.Runs > 0 {
		screen.runs = o.Runs
	}
	if o.Run != nil {
		screen.play = o.Run
	}
	return &driver{uitest.Use(t, screen, nil, width, height), screen}
}

// tell acts out a story, in which "> text" replaces the text of a prompt and accepts it.
func (d *driver) tell(story string) {
	d.Helper()
	d.Tell(story, map[string]func(string){">": func(text string) {
		d.Update(tea.KeyMsg{Type: tea.KeyCtrlU})
		d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
		d.Do("accept")
	}})
}

// made computes a result by formulas, so screens do not change when learners do: learner i has
// mean regret 20 (i+1) ln(1+t) with sd 30 (i+1), both divided by twice a swept ε, and less by 5
// if there is an exact expectation. A few runs decide the third learner's mean.
func made(e *trials.Experiment) *trials.Result {
	r := &trials.Result{
		Version: trials.Version, Seed: e.Points[0].Seed, Runs: e.Runs, Config: trials.Setup{At: e.Reported(0)},
		Design: trials.DesignOf(e.Points[0]),
	}
	for _, spec := range e.Points[0].Learners {
		r.Config.Learners = append(r.Config.Learners, spec.String())
	}
	for p, point := range e.Points {
		scale := 1.0
		if len(e.Points) > 1 {
			scale = .5 / point.Epsilon
		}
		r.Config.Points = append(r.Config.Points, trials.Point{
			Scenario: trials.Environment{Name: point.Scenario.Name}, Epsilon: number.Float(point.Epsilon), Horizon: point.Horizon,
		})
		for i := range point.Learners {
			for _, t := range r.Config.At {
				r.Rows = append(r.Rows, madeRow(e, p, i, t, scale))
			}
			for j := i + 1; j < len(point.Learners); j++ {
				r.Pairs = append(r.Pairs, trials.Pair{
					Difference: number.Float(-230 * scale * float64(j-i)), Error: number.Float(7 * scale), FirstBetter: .9, Effect: -1.5, PairingGain: 3.2,
					Interval: []number.Float{number.Float(-245 * scale * float64(j-i)), number.Float(-215 * scale * float64(j-i))},
				})
			}
		}
	}
	return r
}

func madeRow(e *trials.Experiment, p, i, t int, scale float64) trials.Row {
	point := e.Points[p]
	mean, sd := 20*float64(i+1)*math.Log1p(float64(t))*scale, 30*float64(i+1)*scale
	row := trials.Row{
		Learner: point.Learners[i].ID, Epsilon: number.Float(point.Learners[i].Epsilon(point.Epsilon)), Round: t, Runs: e.Runs,
		Series: p*len(point.Learners) + i, RegretMean: number.Float(mean), RegretSD: number.Float(sd),
		ReturnMean: number.Float(.75 - mean/float64(t)/20), CostliestRound: number.Float(point.Epsilon), Median: number.Float(mean - sd/4),
		Quartiles: []number.Float{number.Float(mean - sd/2), number.Float(mean + sd/2)},
	}
	switch i {
	case 0:
		exact := number.Float(mean - 5)
		row.RegretExact = &exact
	case 2:
		row.CostliestRound = number.Float(math.Inf(1))
		if len(e.Points) > 1 {
			row.Misleading, row.Largest = .43, 1
		}
	}
	return row
}

// clock returns a clock that advances by a second at every call.
func clock() func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// instant returns the result at once, without playing.
func instant() Options {
	return Options{Now: clock(), Run: func(_ context.Context, e *trials.Experiment, progress func(trials.Progress)) (*trials.Result, error) {
		total := e.Runs * len(e.Points) * len(e.Points[0].Learners)
		progress(trials.Progress{Done: total, Total: total})
		return made(e), nil
	}}
}

func three(t testing.TB) *model.Config {
	return uitest.Config(t, 100_000, "lazy-dp-ts", "lazy-dp-ts,epsilon=1", "ucb1")
}
