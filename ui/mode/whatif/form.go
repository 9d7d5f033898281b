package whatif

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// fields are the form that asks in what a copy of a learner is to differ.
type fields struct {
	of      learners.Spec
	learner *form.Learner
	form    *form.Form
}

// ask asks what is to differ; values that are given make the copy at once.
func (w *WhatIf) ask(values string) (tea.Cmd, error) {
	of := w.run.Config().Learners[w.run.Learner()]
	if values != "" {
		choice, err := with(of, values)
		if err != nil {
			return nil, err
		}
		return w.addCopy(of, choice)
	}
	w.form = &fields{of: of, learner: form.NewLearner(of, true), form: form.New(w.run.Theme())}
	w.form.form.SetActive(true)
	w.derive()
	return nil, nil
}

func (w *WhatIf) formCommands() []kit.Command {
	list := []kit.Command{
		kit.Keyed(group, "accept", "add", "enter", "add the copy to the comparison", kit.Look(w.accept), "enter"),
		kit.Keyed(group, "cancel", "leave", "esc", "make no copy", kit.Call(func() { w.form = nil }), "esc"),
	}
	list = append(list, w.form.form.Commands(group)...)
	if w.form.form.Typing() {
		list = kit.WhileTyping(list)
	}
	return list
}

// derive prepares the form for what has been typed so far.
func (w *WhatIf) derive() {
	f, config := w.form, w.run.Config()
	f.learner.Derive(declare.FormatNumber(config.Epsilon), func(choice learners.Spec) (declare.Values, bool) {
		return config.Alone(choice).Values(0), true
	})
	f.form.SetSections([]form.Section{{
		Title: f.of.Label() + ", on the same rewards", Fields: f.learner.Fields,
		Note: "Change what is to differ; the copy then joins here.",
	}})
}

func (w *WhatIf) accept(string) (tea.Cmd, error) {
	f := w.form
	choice, err := f.learner.Choice()
	if err != nil {
		f.form.FocusOn(f.form.Wrong())
		return nil, err
	}
	cmd, err := w.addCopy(f.of, choice)
	if err == nil {
		w.form = nil
	}
	return cmd, err
}

// Update types a key into the form, or goes to the field that was clicked.
func (w *WhatIf) Update(msg tea.Msg) tea.Cmd {
	if w.form == nil {
		return nil
	}
	switch msg := msg.(type) {
	case tea.KeyMsg:
		w.form.form.Update(msg)
		w.derive()
	case tea.MouseMsg:
		pressed := msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress
		if f := w.form.form.FieldAt(msg.Y - kit.FrameHeight/2); f != nil && pressed {
			w.form.form.FocusOn(f)
		}
	}
	return nil
}

// Beside reports that the form stands beside the chart.
func (w *WhatIf) Beside() bool { return w.form != nil }

// View is the form in a frame.
func (w *WhatIf) View(over kit.Rect) kit.Block {
	if w.form == nil {
		return nil
	}
	w.form.form.SetSize(over.Inside())
	frame := kit.Frame{Title: group, Focused: true}
	if above, below := w.form.form.Hidden(); above+below > 0 {
		frame.Remark = kit.Plural(above+below, "more line")
	}
	return frame.Draw(w.run.Theme(), strings.Split(w.form.form.View(), "\n"), over.Width, over.Height)
}
