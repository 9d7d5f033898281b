package experiment

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

func TestASweepOnScreen(t *testing.T) {
	config := uitest.Config(t, 500, "lazy-dp-ts", "ucb1")
	d := open(t, config, Options{Runs: 3})
	d.SetSize(120, 40)
	d.Do("sweep 0.5:50:3")
	d.Expect("at ε = 0.5, 25.25, 50 on all cores")
	if got, want := d.CommandLine(), " --epsilon 0.5,25.25,50 "; !strings.Contains(got, want) || !strings.HasSuffix(got, " --runs 3") {
		t.Errorf("%q, want %q", got, want)
	}
	d.Do("run")
	want := param.Must(curves(3, config.Sweep([]float64{.5, 25.25, 50})...).Run(context.Background(), nil))
	if !reflect.DeepEqual(d.Result(), want) {
		t.Fatal("the screen's sweep is another one")
	}
	at := func(epsilon string, point int) {
		t.Helper()
		rows := want.Of(2 * point)
		row := &rows[len(rows)-1]
		d.Expect("At ε = "+epsilon+", round 500", number.WithError(float64(row.RegretMean), row.StandardError()))
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
		if d.shown.rows(i)[0].Series != 4+i {
			t.Errorf("rows of series %d", d.shown.rows(i)[0].Series)
		}
	}
	d.Do("sweep off")
	if d.Do("run"); d.shown.swept() || len(d.Result().Config.Points) > 0 {
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
