package run

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/screen/run/layout"
)

// A whatIf asks in what a copy of the focused learner is to differ.
type whatIf struct {
	of     learners.Choice
	fields *form.Learner
	form   *form.Form
}

const copying = "What if"

// openWhatIf asks what is to differ; values that are given make the copy at once.
func (s *Screen) openWhatIf(values string) (tea.Cmd, error) {
	of := s.focused().Choice
	if values != "" {
		choice, err := with(of, values)
		if err != nil {
			return nil, err
		}
		return s.addCopy(of, choice)
	}
	w := &whatIf{of: of, fields: form.NewLearner(of, true), form: form.New(s.theme)}
	w.form.SetActive(true)
	s.whatIf = w
	s.deriveWhatIf()
	return nil, nil
}

// with is a choice with other values, written key=value and separated by commas or
// blanks; ε stands for epsilon.
func with(of learners.Choice, values string) (choice learners.Choice, err error) {
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

// deriveWhatIf prepares the form for what has been typed so far.
func (s *Screen) deriveWhatIf() {
	w := s.whatIf
	w.fields.Derive(declare.FormatNumber(s.Config().Epsilon), func(choice learners.Choice) (declare.Values, bool) {
		return s.Config().Alone(choice).Values(0), true
	})
	w.form.SetSections([]form.Section{{
		Title: w.of.Label() + ", on the same rewards", Fields: w.fields.Fields,
		Note: "Change what is to differ; the copy then joins here.",
	}})
}

func (s *Screen) acceptWhatIf() (tea.Cmd, error) {
	w := s.whatIf
	choice, err := w.fields.Choice()
	if err != nil {
		w.form.FocusOn(w.form.Wrong())
		return nil, err
	}
	cmd, err := s.addCopy(w.of, choice)
	if err == nil {
		s.whatIf = nil
	}
	return cmd, err
}

// addCopy has a copy of a learner join the comparison, and looks at it once it is
// there.
func (s *Screen) addCopy(of, choice learners.Choice) (tea.Cmd, error) {
	now := s.Config()
	if n := len(now.Learners); n >= model.MaxLearners {
		return nil, fmt.Errorf("%d learners are compared already, and a comparison has up to %d: X takes a copy away", n, model.MaxLearners)
	}
	for _, other := range now.Learners {
		switch {
		case !samePlays(now, other, choice):
		case other.String() == of.String():
			return nil, fmt.Errorf("nothing differs from %s: change a value first", of.Label())
		default:
			return nil, fmt.Errorf("%s is in the comparison already", other.Label())
		}
	}
	next := *now
	next.Learners = append(slices.Clip(now.Learners), choice)
	if err := next.Check(); err != nil {
		return nil, err
	}
	s.coming = &copied{of: of, place: len(now.Learners), config: &next}
	return s.compare(&next), nil
}

// samePlays reports whether two choices are one and the same run.
func samePlays(c *model.Config, a, b learners.Choice) bool {
	return a.ID == b.ID && a.Epsilon(c.Epsilon) == b.Epsilon(c.Epsilon) && c.Alone(a).Parameters(0) == c.Alone(b).Parameters(0)
}

// A copied learner has been sent to join the comparison.
type copied struct {
	of     learners.Choice
	place  int
	config *model.Config // of the comparison with it
}

// compared says what the copy has come to, beside the learner that it is a copy of.
func (c *copied) compared(shot *model.Snapshot, hidden bool) string {
	view := &shot.Views[c.place]
	text := view.Choice.Label() + " has joined"
	of := slices.IndexFunc(shot.Views, func(v model.View) bool { return v.Choice.String() == c.of.String() })
	if hidden || shot.Round == 0 || of < 0 {
		return text
	}
	return text + fmt.Sprintf(": regret %s, %s of %s", kit.Measured(view.Regret), times(view.Regret, shot.Views[of].Regret), c.of.Label())
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
	return fmt.Sprintf("%.3g times %s", regret/other, their)
}

func (s *Screen) viewWhatIf(place kit.Rect) kit.Block {
	inside := inner(place)
	s.whatIf.form.SetSize(inside.Width, inside.Height)
	frame := kit.Frame{Title: copying, Focused: true}
	if above, below := s.whatIf.form.Hidden(); above+below > 0 {
		frame.Remark = kit.Plural(above+below, "more line")
	}
	return frame.Draw(s.theme, strings.Split(s.whatIf.form.View(), "\n"), place.Width, place.Height)
}

// click goes to the field that was clicked.
func (w *whatIf) click(panel int, msg tea.MouseMsg, inside kit.Rect) {
	if panel != layout.Why || msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress {
		return
	}
	if f := w.form.FieldAt(msg.Y - inside.Y); f != nil {
		w.form.FocusOn(f)
	}
}

func (s *Screen) removeCopy() tea.Cmd {
	next := *s.Config()
	next.Learners = slices.Delete(slices.Clone(next.Learners), s.learner, s.learner+1)
	s.said = s.focused().Choice.Label() + " is no longer compared"
	return s.compare(&next)
}

// compare goes on with other learners, and audits those that are new.
func (s *Screen) compare(config *model.Config) tea.Cmd {
	return tea.Batch(s.driver.Change(config), s.audit(config.Learners))
}

func (s *Screen) copyCommands() []kit.Command {
	none := ""
	switch {
	case len(s.Config().Learners) <= s.given:
		none = "there is no what-if copy: W makes one"
	case s.learner < s.given:
		none = fmt.Sprintf("%s is no what-if copy: look at one first", s.focused().Choice.Label())
	}
	return []kit.Command{
		kit.Taking("[KEY=VALUE,…]", kit.Keyed(copying, "what-if", "what if", "W", "what if: a copy of this learner with another ε, seed or parameter", kit.Look(s.openWhatIf), "W")),
		kit.Refusing(none, kit.Keyed(copying, "remove-copy", "", "X", "take the what-if copy in focus away", kit.Ask(s.removeCopy), "X")),
		kit.Taking("[VALUE]", kit.Keyed(copying, "dial", "dial", "d", "dial: turn this learner’s ε, or what it has in its place, on the same rewards", kit.Look(s.openDial), "d")),
	}
}

func (s *Screen) whatIfCommands() []kit.Command {
	list := []kit.Command{
		kit.Keyed(copying, "accept", "add", "enter", "add the copy to the comparison", kit.Look(func(string) (tea.Cmd, error) { return s.acceptWhatIf() }), "enter"),
		kit.Keyed(copying, "cancel", "leave", "esc", "make no copy", kit.Do(func() { s.whatIf = nil }), "esc"),
	}
	list = append(list, s.whatIf.form.Commands(copying)...)
	if s.whatIf.form.Typing() {
		list = kit.WhileTyping(list)
	}
	return list
}
