package experiment

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func recordedIn(t *testing.T, path string) *model.Result {
	t.Helper()
	set, err := record.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := set.Result()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// measure runs an experiment without a screen.
func measure(t *testing.T, e *model.Experiment) *model.Result {
	t.Helper()
	r, err := e.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// stopAfter runs experiments and stops them after so many units.
func stopAfter(units int) Options {
	return Options{Now: clock(), Run: func(ctx context.Context, e *model.Experiment, progress func(model.Progress)) (*model.Result, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		return e.Run(ctx, func(p model.Progress) {
			if progress(p); p.Done == units {
				cancel()
			}
		})
	}}
}

func TestAStoppedRecordingGoesOn(t *testing.T) {
	config := uitest.Config(t, 500, "lazy-dp-ts", "ucb1")
	path := filepath.Join(t.TempDir(), "a.jsonl")
	d := open(t, config, stopAfter(5))
	d.SetSize(200, 40)
	d.Do("runs 6", "record "+path)
	d.Expect("stopped: "+path+" has ", " of 12 units · u goes on with it")
	another := open(t, config, Options{Now: clock()}) // a new session with 20 runs of its own
	another.SetSize(200, 40)
	another.Do("runs 4", "resume "+path)
	another.Expect("6 runs in ", "recorded in "+path)
	want := measure(t, curves(6, config))
	if !reflect.DeepEqual(another.Result(), want) || !reflect.DeepEqual(recordedIn(t, path), want) {
		t.Error("going on gives another result than one go")
	}
	if another.Do("runs 8", "resume "+path); another.Result().Runs != 8 {
		t.Errorf("%d runs, want more of them in the same file", another.Result().Runs)
	}
}

func TestRecordingOverwritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, uitest.Config(t, 100, "ucb1"), Options{Runs: 2})
	d.SetSize(250, 40)
	for _, line := range []string{"record " + path, "run", "save " + path} {
		d.Do(line)
		if line != "run" {
			d.Expect(path + ": already exists and is not overwritten")
		}
		d.prompt = nil
	}
	d.Do("resume " + path)
	d.Expect(path + ": is not a file of records")
	if text, _ := os.ReadFile(path); string(text) != "precious" {
		t.Errorf("the file holds %q", text)
	}
}

// A file that another process is writing is not changed, and can be read.
func TestAFileThatIsBeingWritten(t *testing.T) {
	config := uitest.Config(t, 100, "ucb1")
	path := filepath.Join(t.TempDir(), "a.jsonl")
	open(t, config, Options{Runs: 2}).Do("record " + path)
	lock, err := record.LockFile(path)
	if err != nil || !lock.Locked() {
		t.Skip("no locks here")
	}
	before, _ := os.ReadFile(path)
	d := open(t, config, Options{Runs: 3})
	d.SetSize(250, 40)
	d.Do("resume " + path)
	d.Expect(path + ": another process is writing it; wait for it to finish, or name another file")
	if after, _ := os.ReadFile(path); string(after) != string(before) || recordedIn(t, path).Runs != 2 {
		t.Error("the file was changed")
	}
	lock.Release()
	if d.Do("resume " + path); d.Result().Runs != 3 {
		t.Errorf("%d runs", d.Result().Runs)
	}
}

func TestResumingAnotherExperimentSaysWhatDiffers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	open(t, uitest.Config(t, 100, "ucb1"), Options{Runs: 2}).Do("record " + path)
	before, _ := os.ReadFile(path)
	d := open(t, uitest.Config(t, 100, "thompson"), Options{Runs: 2})
	d.SetSize(250, 40)
	d.Do("resume " + path)
	d.Expect(path + `: holds another experiment: learners is ["ucb1"] there and ["thompson"] here`)
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the file was changed")
	}
}

// Records saved afterward equal those written during the experiment.
func TestRecordsCanBeSavedAfterwards(t *testing.T) {
	folder := t.TempDir()
	d := open(t, uitest.Config(t, 300, "lazy-dp-ts", "ucb1"), Options{Runs: 3})
	first, copied := filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "b.jsonl")
	d.Do("run", "save "+first, "resume "+first, "save "+copied)
	for _, path := range []string{first, copied} {
		if !reflect.DeepEqual(recordedIn(t, path), d.Result()) {
			t.Errorf("%s holds another result", path)
		}
	}
	d.result.path, d.result.units = "", nil
	d.SetSize(200, 40)
	d.Do("save " + filepath.Join(folder, "c.jsonl"))
	d.Expect("did not fit in memory; w replays and records them")
}

func TestASweepOnScreen(t *testing.T) {
	config := uitest.Config(t, 500, "lazy-dp-ts", "ucb1")
	path := filepath.Join(t.TempDir(), "a.jsonl")
	d := open(t, config, Options{Runs: 3})
	d.SetSize(120, 40)
	d.Do("sweep 0.5:50:3")
	d.Expect("at ε = 0.5, 25.25, 50 on all cores")
	d.Do("record " + path)
	want := measure(t, curves(3, config.Sweep([]float64{.5, 25.25, 50})...))
	if !reflect.DeepEqual(d.Result(), want) || !reflect.DeepEqual(recordedIn(t, path), want) {
		t.Fatal("the screen's sweep is another one")
	}
	at := func(epsilon string, point int) {
		t.Helper()
		rows := want.Of(2 * point)
		row := &rows[len(rows)-1]
		d.Expect("At ε = "+epsilon+", round 500", kit.WithError(float64(row.RegretMean), row.StandardError()))
	}
	d.Expect("Regret over ε · mean of 3 runs ± standard error", " ε 0 ")
	at("0.5", 0)
	d.Do("next-epsilon")
	at("25.25", 1)
	d.Do("previous-epsilon", "previous-epsilon")
	at("50", 2)
	d.Do("over-rounds", "log-rounds")
	d.Expect("Regret at ε = 50 · mean", " rounds 1 ")
	for i := range 2 {
		if d.rows(i)[0].Series != 4+i {
			t.Errorf("rows of series %d", d.rows(i)[0].Series)
		}
	}
	another := open(t, config, Options{}) // takes the values of ε from the file
	another.Do("runs 1", "resume "+path)
	if !reflect.DeepEqual(another.Result(), want) || another.epsilonText() != "0.5, 25.25, 50" || another.runs != 3 {
		t.Errorf("ε = %s, %d runs, %+v", another.epsilonText(), another.runs, another.outcome)
	}
	d.Do("sweep off")
	if d.Do("run"); d.swept() || len(d.Result().Config.Points) > 0 {
		t.Error("the sweep goes on")
	}
}

func TestSweepsThatAreWrong(t *testing.T) {
	d := open(t, three(t), instant())
	for text, want := range map[string]string{
		"0.1,x": "✗ sweep 0.1,x: x must be a positive number or inf",
		"2:1:3": "✗ sweep 2:1:3: must be FROM:TO:COUNT, finite and rising",
	} {
		t.Run(text, func(t *testing.T) {
			if d.Do("sweep " + text); d.epsilons != nil {
				t.Errorf("%s: sweeps %v", text, d.epsilons)
			}
			d.Expect(want)
		})
	}
	d.Do("next-epsilon")
	d.Expect("✗ no sweep yet")
}

func TestPlotsAreSaved(t *testing.T) {
	folder := t.TempDir()
	d := open(t, uitest.Config(t, 300, "lazy-dp-ts", "ucb1"), Options{Runs: 3})
	d.Do("run")
	for ending, begins := range map[string]string{".svg": "<?xml", ".png": "\x89PNG", ".pdf": "%PDF"} {
		t.Run(ending, func(t *testing.T) {
			path := filepath.Join(folder, "a"+ending)
			d.Do("save " + path)
			if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), begins) {
				t.Errorf("%s: %v, %.10q", ending, err, text)
			}
		})
	}
}
