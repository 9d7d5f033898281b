package whatif

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/noise/number"
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
		spec, err := with(of, values)
		if err != nil {
			return nil, err
		}
		return w.addCopy(of, spec)
	}
	w.form = &fields{of: of, learner: form.NewLearner(of, true), form: form.New(w.run.Theme())}
	w.form.form.SetActive(true)
	w.derive()
	return nil, nil
}

func (w *WhatIf) formCommands() []kit.Command {
	list := []kit.Command{
		{
			Name: "accept", Key: "enter", Short: "add", Help: "add the copy to the comparison", Group: group,
			With: w.accept,
		},
		{
			Name: "cancel", Key: "esc", Short: "leave", Help: "make no copy", Group: group,
			Do: func() { w.form = nil },
		},
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
	f.learner.Derive(declare.FormatNumber(config.Epsilon), func(spec learners.Spec) (declare.Values, bool) {
		return config.Alone(spec).Values(0), true
	})
	f.form.SetSections([]form.Section{{
		Title: f.of.Label() + ", on the same rewards", Fields: f.learner.Fields,
		Note: "Change what is to differ; the copy then joins here.",
	}})
}

func (w *WhatIf) accept(string) (tea.Cmd, error) {
	f := w.form
	spec, err := f.learner.Spec()
	if err != nil {
		f.form.FocusOn(f.form.Wrong())
		return nil, err
	}
	cmd, err := w.addCopy(f.of, spec)
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
		if f := w.form.form.FieldAt(msg.Y - kit.FrameHeight/2); f != nil && kit.Clicked(msg) {
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
	lines, above, below := w.form.form.View()
	if above+below > 0 {
		frame.Remark = kit.Plural(above+below, "more line")
	}
	return frame.Draw(w.run.Theme(), lines, over.Width, over.Height)
}

// with is a spec with other values, written key=value and separated by commas or
// blanks; ε stands for epsilon.
func with(of learners.Spec, values string) (spec learners.Spec, err error) {
	values = strings.ReplaceAll(strings.Join(strings.FieldsFunc(values, func(r rune) bool { return r == ' ' || r == ',' }), ","), "ε=", "epsilon=")
	_, assignments, err := declare.SplitAssignments(of.ID + "," + values)
	for _, a := range assignments {
		if err == nil {
			of, err = of.With(a[0], a[1])
		}
	}
	if err != nil {
		return of, fmt.Errorf("what-if %s: %w", values, err)
	}
	return of, nil
}

// addCopy has a copy of a learner join the comparison, and looks at it once it is
// there.
func (w *WhatIf) addCopy(of, spec learners.Spec) (tea.Cmd, error) {
	now := w.run.Config()
	if n := len(now.Learners); n >= model.MaxLearners {
		return nil, fmt.Errorf("%d learners are compared already, and a comparison has up to %d: remove-copy takes one away", n, model.MaxLearners)
	}
	for _, other := range now.Learners {
		switch {
		case !samePlays(now, other, spec):
		case other.String() == of.String():
			return nil, fmt.Errorf("nothing differs from %s: change a value first", of.Label())
		default:
			return nil, fmt.Errorf("%s is in the comparison already", other.Label())
		}
	}
	next := *now
	next.Learners = append(slices.Clip(now.Learners), spec)
	if err := next.Check(); err != nil {
		return nil, err
	}
	w.coming = &coming{of: of, place: len(now.Learners), config: &next}
	return w.replace(&next), nil
}

// samePlays reports whether two specs are one and the same run.
func samePlays(c *model.Config, a, b learners.Spec) bool {
	return a.ID == b.ID && a.Epsilon(c.Epsilon) == b.Epsilon(c.Epsilon) && c.Alone(a).Parameters(0) == c.Alone(b).Parameters(0)
}

// A coming learner has been sent to join the comparison.
type coming struct {
	of     learners.Spec
	place  int
	config *model.Config // of the comparison with it
}

// compared says what the copy has come to, beside the learner that it is a copy of.
func (c *coming) compared(shot *model.Snapshot, hidden bool) string {
	view := &shot.Learners[c.place]
	text := view.Spec.Label() + " has joined"
	of := slices.IndexFunc(shot.Learners, func(v model.LearnerState) bool { return v.Spec.String() == c.of.String() })
	if hidden || shot.Round == 0 || of < 0 {
		return text
	}
	return text + fmt.Sprintf(": regret %s, %s of %s", kit.Measured(view.Regret), times(view.Regret, shot.Learners[of].Regret), c.of.Label())
}

func times(regret, other float64) string {
	their := "the " + kit.Measured(other)
	switch {
	case regret == other:
		return "exactly " + their
	case other <= 0:
		return "more than " + their
	case regret <= 0:
		return "less than " + their
	}
	return fmt.Sprintf("%s times %s", number.Ratio(regret/other), their)
}
