package run

import (
	"context"
	"errors"
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
)

// warnings is the list of warnings about a run, shown in place of the panels.
type warnings struct {
	mode.Openable
	run    *Screen
	guided bool // by a lesson
	scroll kit.Scroller
	config *model.Config // the subject of the texts
	texts  []string
	trial  kit.Task[map[string]bool]
	kept   map[string]bool // whether each program gives the same plays for the same seed, as far as tested
}

// newWarnings collects the warnings of a run and shows the first in the foot.
func newWarnings(run *Screen, guided bool) *warnings {
	w := &warnings{run: run, guided: guided, kept: map[string]bool{}}
	w.collect(run.State().Config)
	if len(w.texts) > 0 {
		run.Warn(w.texts[0])
	}
	return w
}

func (w *warnings) mode() *mode.Mode {
	return &mode.Mode{
		Commands: w.table(), Keeps: w.Alone, Open: w.Open, Close: w.Close, Update: w.update, Follow: w.follow, View: w.view,
	}
}

// table declares the command that opens the list, and the keys of the open list.
func (w *warnings) table() []kit.Command {
	by := func(lines int) func() { return func() { w.scroll.By(lines) } }
	const arms = "Learners, panels, arms"
	return []kit.Command{
		{
			Name: "warnings", Help: "warnings about the results on screen", Group: "Program",
			In: func() bool { return !w.Opened }, Act: kit.Try(w.show),
			Now: func(c *kit.Command) { c.Key = kit.TextUnless(len(w.texts) == 0, "w") },
		},
		{Name: "leave", Key: "esc w", Short: "back", Help: "back to the panels", Group: arms, Class: kit.Over, In: w.Open, Act: kit.Run(w.Close)},
		{Name: "up", Key: "↑ k", Short: "scroll", Help: "scroll up", Group: arms, Class: kit.Over, In: w.Open, Act: kit.Do(by(-1))},
		{Name: "down", Key: "↓ j", Short: "scroll", Help: "scroll down", Group: arms, Class: kit.Over, In: w.Open, Act: kit.Do(by(+1))},
	}
}

func (w *warnings) show(string) error {
	switch {
	case w.run.Focus.Hides():
		return errors.New("warnings may reveal hidden values: h shows them")
	case len(w.texts) == 0:
		w.run.Say("no warnings")
		return nil
	}
	w.Opened = true
	w.scroll.Top()
	return nil
}

// follow collects the warnings again when the comparison changes.
func (w *warnings) follow() tea.Cmd {
	config := w.run.State().Config
	if config == w.config {
		return nil
	}
	w.config = config
	w.collect(config)
	return w.try()
}

func (w *warnings) collect(config *model.Config) {
	w.texts = config.Cautions()
	for _, spec := range config.Learners {
		if kept, tried := w.kept[spec.String()]; tried && !kept {
			w.texts = append(w.texts, model.NotRepeatable(spec.ID))
		}
	}
}

// try tests whether programs are repeatable, unless they have been tested.
func (w *warnings) try() tea.Cmd {
	config := w.config
	var left []int
	for i, spec := range config.Learners {
		if _, tried := w.kept[spec.String()]; spec.Plays().Process() != nil && !tried {
			left = append(left, i)
		}
	}
	if left == nil {
		return nil
	}
	return w.trial.Start(func(ctx context.Context, _ func(int, int)) (map[string]bool, error) {
		kept := map[string]bool{}
		for _, i := range left {
			if same, err := config.Repeatable(ctx, i); err == nil { // the run reports the error
				kept[config.Learners[i].String()] = same
			}
		}
		return kept, nil
	})
}

// update stores a test's results and shows new warnings.
func (w *warnings) update(msg tea.Msg) tea.Cmd {
	result, _ := w.trial.Update(msg)
	if result == nil {
		return nil
	}
	maps.Copy(w.kept, result.Value)
	known := len(w.texts)
	w.collect(w.config)
	if len(w.texts) > known {
		w.run.Warn(w.texts[known])
	}
	return nil
}

// notice returns the number of warnings as text; "" if there are none or they are hidden.
func (w *warnings) notice() string {
	n := len(w.texts)
	if _, unlike := w.run.State().Config.Unlike(); unlike && w.guided {
		n-- // the chart says it, and the lesson is about it
	}
	return kit.TextUnless(n <= 0 || w.run.Focus.Hides(), "! "+number.Plural(n, "warning")+": w")
}

func (w *warnings) sentences() []string {
	if !w.Opened {
		return nil
	}
	return w.texts
}

func (w *warnings) view(over kit.Rect) kit.Block {
	if !w.Opened {
		return nil
	}
	var lines []string
	t := w.run.theme
	for _, text := range w.texts {
		lines = append(lines, kit.Styled("! "+text, over.Width-kit.FrameWidth, 2, t.Warn)...)
		lines = append(lines, "")
	}
	from, n := w.scroll.Visible(len(lines), over.Height-kit.FrameHeight)
	return kit.Frame{Title: "Warnings", Focused: true}.Draw(t, lines[from:from+n], over.Width, over.Height)
}
