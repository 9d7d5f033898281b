package experiment

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// A driver is a person at the screen, who gives commands by their names.
type driver struct {
	uitest.Driver
	*Screen
}

func open(t *testing.T, config *model.Config, o Options) *driver {
	t.Helper()
	return sized(t, termenv.Ascii, config, o, 100, 34)
}

// sized opens the screen in some room. It does not look at progress: no test
// waits for a clock.
func sized(t *testing.T, profile termenv.Profile, config *model.Config, o Options, width, height int) *driver {
	screen := New(uitest.Theme(profile), config, o)
	d := &driver{uitest.Drive(t, screen), screen}
	d.task.Every = 0
	d.SetSize(width, height)
	return d
}

// do runs commands by their names.
func (d *driver) do(names ...string) {
	d.Helper()
	for _, name := range names {
		cmd, _ := kit.RunLine(d.Commands(), name)
		d.Settle(cmd)
	}
}

// types replaces what a prompt holds.
func (d *driver) types(text string) {
	d.Helper()
	d.Update(tea.KeyMsg{Type: tea.KeyCtrlU})
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
}

func keyOf(name string) tea.KeyMsg {
	for _, special := range []tea.KeyType{tea.KeyTab, tea.KeyShiftTab, tea.KeyEsc, tea.KeyEnter, tea.KeyUp, tea.KeyDown} {
		if msg := (tea.KeyMsg{Type: special}); msg.String() == name {
			return msg
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

func (d *driver) sees(texts ...string) {
	d.Helper()
	view := d.View()
	for _, text := range texts {
		if !strings.Contains(view, text) {
			d.Errorf("%q is not on screen:\n%s", text, view)
		}
	}
}

// made is a result by formulas, so that screens do not change when learners do:
// learner i has mean regret 20 (i+1) ln(1+t) with sd 30 (i+1), half of it where
// there is an exact expectation.
func made(e *model.Experiment) *model.Result {
	r := &model.Result{Version: model.Version, Seed: e.Points[0].Seed, Runs: e.Runs, Config: model.Setup{At: e.Reported(0)}}
	r.Config.Scenario.Name = e.Points[0].Scenario.Name
	for i, choice := range e.Points[0].Learners {
		for _, t := range r.Config.At {
			mean := 20 * float64(i+1) * math.Log1p(float64(t))
			row := model.Row{
				Learner: choice.ID, Epsilon: model.Number(choice.Epsilon(e.Points[0].Epsilon)), Round: t, Runs: e.Runs, Series: i,
				RegretMean: model.Number(mean), RegretSD: model.Number(30 * float64(i+1)),
				ReturnMean: model.Number(.75 - mean/float64(t)/20), Worst: model.Number(e.Points[0].Epsilon),
			}
			if i == 0 {
				exact := model.Number(mean - 5)
				row.RegretExact = &exact
			}
			if i == 2 {
				row.Worst = model.Number(math.Inf(1))
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r
}

// clock is a watch that goes on by a second at every look.
func clock() func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// instant plays nothing and has the result at once.
func instant() Options {
	return Options{Now: clock(), Run: func(_ context.Context, e *model.Experiment, progress func(model.Progress)) (*model.Result, error) {
		total := e.Runs * len(e.Points[0].Learners)
		progress(model.Progress{Done: total, Total: total})
		return made(e), nil
	}}
}

func three(t testing.TB) *model.Config {
	return uitest.Config(t, 100_000, "lazy-dp-ts", "lazy-dp-ts,epsilon=1", "ucb1")
}

func size(width, height int) string { return fmt.Sprintf("%dx%d", width, height) }
