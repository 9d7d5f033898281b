package experiment

import (
	"context"
	"math"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/uitest"
)

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
	screen := New(uitest.Theme(profile), config, &overlay.Cache{}, o.Now)
	screen.task.Every = 0
	if o.Runs > 0 {
		screen.runs = o.Runs
	}
	if o.Run != nil {
		screen.play = o.Run
	}
	return &driver{uitest.Use(t, screen, nil, width, height), screen}
}

// types replaces the text of a prompt.
func (d *driver) types(text string) {
	d.Helper()
	d.Update(tea.KeyMsg{Type: tea.KeyCtrlU})
	d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
}

// made computes a result by formulas, so screens do not change when learners do: learner i has
// mean regret 20 (i+1) ln(1+t) with sd 30 (i+1), both divided by twice a swept ε, and less by 5
// if there is an exact expectation. A few runs decide the third learner's mean.
func made(e *trials.Experiment) *trials.Result {
	r := &trials.Result{
		Version: trials.Version, Seed: e.Points[0].Seed, Runs: e.Runs, Config: trials.Setup{At: e.Reported(0)},
		Design: trials.DesignOf(e.Points[0]),
	}
	r.Config.Scenario.Name = e.Points[0].Scenario.Name
	for _, spec := range e.Points[0].Learners {
		r.Config.Learners = append(r.Config.Learners, spec.String())
	}
	for p, point := range e.Points {
		scale := 1.0
		if len(e.Points) > 1 {
			scale = .5 / point.Epsilon
			r.Config.Points = append(r.Config.Points, trials.Point{Epsilon: number.Float(point.Epsilon), Horizon: point.Horizon})
		}
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
