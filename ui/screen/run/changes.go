package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// replace continues with other learners, without the dial.
func (w *whatIf) replace(c *change) tea.Cmd {
	w.change = c
	if w.dial != nil {
		w.dial.closing = true
	}
	return w.run.compare(c.config)
}

// whatIf adds a copy of the focused learner with other values.
func (w *whatIf) whatIf(values string) (tea.Cmd, error) {
	of := w.run.Config().Learners[w.run.Focus.Learner]
	spec, err := with(of, values)
	if err != nil {
		return nil, err
	}
	return w.join(spec, of.String())
}

// add adds another learner.
func (w *whatIf) add(text string) (tea.Cmd, error) {
	spec, err := learners.ParseSpec(strings.ReplaceAll(text, "ε=", "epsilon="))
	if err != nil {
		return nil, fmt.Errorf("add %w", err)
	}
	return w.join(spec, "")
}

func (w *whatIf) suitable() []kit.Choice {
	var choices []kit.Choice
	for _, d := range learners.All() {
		if model.Suits(d, w.run.Config().Scenario) == nil {
			choices = append(choices, kit.Choice{Value: d.ID, About: d.Name})
		}
	}
	return choices
}

// with returns a spec with other values, written key=value and separated by commas or blanks; ε
// stands for epsilon.
func with(of learners.Spec, values string) (spec learners.Spec, err error) {
	values = strings.ReplaceAll(strings.Join(strings.FieldsFunc(values,
		func(r rune) bool { return r == ' ' || r == ',' }), ","), "ε=", "epsilon=")
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

// join adds a learner to the comparison and focuses on it once it has caught up. of is the spec
// that it copies, or "".
func (w *whatIf) join(spec learners.Spec, of string) (tea.Cmd, error) {
	now := w.run.Config()
	if n := len(now.Learners); n >= model.MaxLearners {
		return nil, fmt.Errorf("%d learners are compared already, and a comparison has at most %d: drop removes one", n,
			model.MaxLearners)
	}
	for _, other := range now.Learners {
		switch {
		case !samePlays(now, other, spec):
		case other.String() == of:
			return nil, fmt.Errorf("nothing differs from %s: change a value first", other.Label())
		default:
			return nil, fmt.Errorf("%s is in the comparison already", other.Label())
		}
	}
	next := *now
	next.Learners = append(slices.Clip(now.Learners), spec)
	if err := next.Check(); err != nil {
		return nil, err
	}
	return w.replace(&change{config: &next, learner: len(now.Learners), of: of, text: spec.Label() + " has joined"}), nil
}

// drop removes a learner, by its number or a unique name; by default the one in focus.
func (w *whatIf) drop(text string) (tea.Cmd, error) {
	next, at := *w.run.Config(), w.run.Focus.Learner
	if text != "" {
		var found []int
		for i, spec := range next.Learners {
			names := []string{strconv.Itoa(i + 1), spec.ID, spec.Label(), spec.String()}
			if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(text, name) }) {
				found = append(found, i)
			}
		}
		switch {
		case len(found) == 0:
			return nil, fmt.Errorf("drop %s: must be a learner of this comparison, by its name or number, 1 to %d",
				param.Printable(text), len(next.Learners))
		case len(found) > 1:
			return nil, fmt.Errorf("drop %s: %d learners have this name: write drop %d for the first of them", text,
				len(found), found[0]+1)
		}
		at = found[0]
	}
	c := change{config: &next, learner: w.run.Focus.Learner, text: next.Learners[at].Label() + " is no longer compared"}
	if at < c.learner {
		c.learner--
	}
	next.Learners = slices.Delete(slices.Clone(next.Learners), at, at+1)
	c.learner = min(c.learner, len(next.Learners)-1)
	return w.replace(&c), nil
}

// samePlays reports whether two specs play the same.
func samePlays(c *model.Config, a, b learners.Spec) bool {
	return a.ID == b.ID && a.Epsilon(c.Epsilon) == b.Epsilon(c.Epsilon) &&
		c.Alone(a).Parameters(0) == c.Alone(b).Parameters(0)
}

// A change of learners that is under way.
type change struct {
	config  *model.Config // with the new learners
	learner int           // the learner to focus on then
	text    string
	of      string // the spec that the new learner copies, or ""
}

// said returns the text, with the regret of a copy beside that of its original.
func (c *change) said(shot *model.Snapshot, hidden bool) string {
	of := slices.IndexFunc(shot.Learners, func(v model.LearnerState) bool { return v.Spec.String() == c.of })
	if hidden || shot.Round == 0 || of < 0 {
		return c.text
	}
	view, original := &shot.Learners[c.learner], &shot.Learners[of]
	return c.text + fmt.Sprintf(": regret %s, %s of %s", number.Value(view.Regret), times(view.Regret, original.Regret),
		original.Spec.Label())
}

func times(regret, other float64) string {
	their := "the " + number.Value(other)
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
