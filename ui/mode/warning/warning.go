// Package warning shows what to know before trusting what is seen of a run.
package warning

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/mode/host"
)

// Warnings are shown in place of the panels.
type Warnings struct {
	mode.Unseen
	run    host.Run
	open   bool
	scroll kit.Scroller
	config *model.Config // that the texts are about
	texts  []string
}

// New makes the mode, closed. The first warning is in the foot until a key is pressed.
func New(run host.Run) mode.Mode {
	w := &Warnings{run: run}
	w.Settle()
	if len(w.texts) > 0 {
		run.Warn(w.texts[0])
	}
	return w
}

// Commands open the warnings, or scroll them and lead back to the panels.
func (w *Warnings) Commands(below []kit.Command) []kit.Command {
	if !w.open {
		c := kit.Keyed("Program", "warnings", "", "w", "warnings: what to know before trusting what is seen", kit.Try(w.show), "w")
		if len(w.texts) == 0 {
			c.Key, c.Once = kit.Bind("", c.Does()), "w"
		}
		return append(below, c)
	}
	const group = "Learners, panels, arms"
	by := func(lines int) kit.Action { return kit.Do(func() { w.scroll.By(lines) }) }
	return []kit.Command{
		kit.Keyed(group, "leave", "back", "esc w", "back to the panels", kit.Ask(w.Close), "esc", "w"),
		kit.Keyed(group, "up", "scroll", "↑ k", "scroll up", by(-1), "up", "k"),
		kit.Keyed(group, "down", "scroll", "↓ j", "scroll down", by(+1), "down", "j"),
	}
}

func (w *Warnings) show() error {
	switch {
	case w.run.Hides():
		return errors.New("a warning may tell what is hidden: h shows it")
	case len(w.texts) == 0:
		w.run.Say("there is nothing to warn of")
		return nil
	}
	w.open = true
	w.scroll.Top()
	return nil
}

// Open reports whether the warnings are shown.
func (w *Warnings) Open() bool { return w.open }

// Close shows the panels again.
func (w *Warnings) Close() tea.Cmd {
	w.open = false
	return nil
}

// Settle keeps the warnings those of the comparison.
func (w *Warnings) Settle() tea.Cmd {
	if config := w.run.Config(); config != w.config {
		w.config, w.texts = config, config.Warnings()
	}
	return nil
}

// Notice says how many warnings there are.
func (w *Warnings) Notice() string {
	if len(w.texts) == 0 || w.run.Hides() {
		return ""
	}
	return "! " + kit.Plural(len(w.texts), "warning") + ", w"
}

// View has the warnings in a frame.
func (w *Warnings) View(over kit.Rect) kit.Block {
	if !w.open {
		return nil
	}
	var lines []string
	t := w.run.Theme()
	for _, text := range w.texts {
		lines = append(lines, kit.Styled("! "+text, over.Width-kit.FrameWidth, 2, t.Warn)...)
		lines = append(lines, "")
	}
	from, n := w.scroll.Window(len(lines), over.Height-kit.FrameHeight)
	return kit.Frame{Title: "Warnings", Focused: true}.Draw(t, lines[from:from+n], over.Width, over.Height)
}
