package whatif

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// whatIf has a copy of the learner in focus join with other values.
func (w *WhatIf) whatIf(values string) (tea.Cmd, error) {
	of := w.run.Config().Learners[w.run.Learner()]
	spec, err := with(of, values)
	if err != nil {
		return nil, err
	}
	return w.addCopy(of, spec)
}

// with is a spec with other values, written key=value and separated by commas or
// blanks; ε stands for epsilon.
func with(of learners.Spec, values string) (spec learners.Spec, err error) {
	values = strings.ReplaceAll(strings.Join(strings.FieldsFunc(values, func(r rune) bool { return r == ' ' || r == ',' }), ","), "ε=", "epsilon=")
	_, assignments, err := param.SplitAssignments(of.ID + "," + values)
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
