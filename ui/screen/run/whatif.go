package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
)

// A whatIf changes the learners of a run. It is open while its dial is.
type whatIf struct {
	run        *Screen
	comparison *comparison
}

// mode returns the mode of the dial, which closes when another mode opens over it.
func (w *whatIf) mode() *mode.Mode {
	return &mode.Mode{
		Commands: w.table(), Open: w.open, Close: w.close, Covered: w.close, Foot: w.foot, Follow: w.follow,
	}
}

const group = "What if"

// table declares the commands for the learners, and the keys of the open dial.
func (w *whatIf) table() []kit.Command {
	turn := func(by int) func() { return func() { w.comparison.dial.turn(by) } }
	direction := func(value, privacy string) func(*kit.Command) {
		return func(c *kit.Command) {
			c.Short, c.Help = w.comparison.dial.symbol(), w.comparison.dial.direction(value, privacy)
		}
	}
	return kit.InGroup(group, []kit.Command{
		{
			Name: "dial-down", Key: "←", Class: kit.Over, In: w.open, Act: kit.Do(turn(-1)),
			Now: direction("smaller", "more"),
		},
		{
			Name: "dial-up", Key: "→", Class: kit.Over, In: w.open, Act: kit.Do(turn(+1)),
			Now: direction("larger", "less"),
		},
		{
			Name: "dial-keep", Key: "enter", Short: "keep", Help: "keep this value as a what-if copy", Class: kit.Over, In: w.open,
			Act: kit.With(w.keep),
		},
		{
			Name: "dial-close", Key: "esc d", Short: "close", Help: "close the dial without a change", Class: kit.Over, In: w.open,
			Act: kit.Run(w.close),
		},
		{
			Name: "dial", Argument: "[VALUE]", Key: "d", Short: "what if",
			Help: "what if: change this learner’s ε, or its own privacy parameter, on the same rewards",
			Act:  kit.With(w.openDial),
		},
		{
			Name: "what-if", Argument: "KEY=VALUE,…",
			Help: "what if: a copy of this learner with another ε, seed or parameter", Act: kit.With(w.whatIf),
		},
		{
			Name: "add", Argument: "LEARNER", Help: "add a learner at this round, on the same rewards", Choices: w.suitable,
			Act:   kit.With(w.add),
			Check: kit.Finds(added),
		},
		{
			Name: "drop", Argument: "[LEARNER]", Help: "remove the learner in focus, or another one by its name or number",
			When: func() string { return kit.OnlyLearner(len(w.run.State().Config.Learners)) }, Act: kit.With(w.drop),
		},
	})
}

// openDial opens the dial at a value, or turns the open dial.
func (w *whatIf) openDial(text string) (tea.Cmd, error) {
	if d := w.comparison.dial; d.open() {
		value, err := d.parse(text)
		if err == nil {
			err = d.turnTo(value)
		}
		return nil, err
	}
	return w.comparison.openDial(w.run.Focus.Learner, text)
}

func (w *whatIf) keep(string) (tea.Cmd, error) {
	d := w.comparison.dial
	return w.join(d.settings[d.at].spec, d.main.Learners[d.learner].String())
}

func (w *whatIf) open() bool { return w.comparison.dial.open() }

func (w *whatIf) close() tea.Cmd { return w.comparison.closeDial() }

// follow closes the dial when its learner loses the focus.
func (w *whatIf) follow() tea.Cmd {
	if w.open() && w.run.Focus.Learner != w.comparison.dial.learner {
		return w.close()
	}
	return nil
}

// foot returns the caption of the dial, cut to the room that the keys leave.
func (w *whatIf) foot(width int) string {
	d, fan := w.comparison.dial, w.comparison.fan()
	if fan == nil || !d.open() {
		return ""
	}
	t := w.run.theme
	text, right := d.caption(w.run.State().Shot, fan, w.run.Focus.Hides()), ""
	if w.run.BackRow.On() {
		text = "" // the large screen says it
	}
	for _, keys := range []string{"esc", "esc closes", "enter keeps · esc closes"} {
		keys = "← → " + d.symbol() + " · " + keys
		if right == "" || ansi.StringWidth(text+keys)+captionGap <= width {
			right = keys
		}
	}
	room := width - ansi.StringWidth(right) - captionGap
	for at := strings.LastIndex(text, ", "); at > 0 && ansi.StringWidth(text) > room; at = strings.LastIndex(text, ", ") {
		text = text[:at]
	}
	return kit.Spread(t.Accent.Render(text), t.Faint.Render(right), width)
}

const captionGap = 2 // between the caption of the dial and its keys

// headline returns for the back row what the dial's value costs, in versions of decreasing length.
func (w *whatIf) headline() []string {
	d, fan := w.comparison.dial, w.comparison.fan()
	if fan == nil || !d.open() {
		return nil
	}
	value, shot := d.turns+" = "+d.write(d.settings[d.at].value), w.run.State().Shot
	free := without(shot, fan, d.learner)
	if shot.Round == 0 || w.run.Focus.Hides() || free == nil {
		return []string{value}
	}
	costs := times(shot.Learners[d.learner].Regret, free.Regret)
	ratio, _, _ := strings.Cut(costs, " the ")
	return []string{"At " + value + ", regret is " + costs + " without privacy.", value + ": regret " + costs, ratio + " the regret"}
}

// whatIf adds a copy of the focused learner with other values.
func (w *whatIf) whatIf(values string) (tea.Cmd, error) {
	original := w.run.State().Config.Learners[w.run.Focus.Learner]
	spec, err := with(original, values)
	if err != nil {
		return nil, err
	}
	return w.join(spec, original.String())
}

func (w *whatIf) add(text string) (tea.Cmd, error) {
	spec, err := added(text)
	if err != nil {
		return nil, err
	}
	return w.join(spec, "")
}

func added(text string) (learners.Spec, error) {
	spec, err := learners.ParseSpec(strings.ReplaceAll(text, "ε=", "epsilon="))
	if err != nil {
		err = fmt.Errorf("add %w", err)
	}
	return spec, err
}

func (w *whatIf) suitable() []kit.Choice {
	var choices []kit.Choice
	for _, d := range learners.All() {
		if model.Suits(d, w.run.State().Config.Scenario) == nil {
			choices = append(choices, kit.Choice{Value: d.ID, About: d.Name})
		}
	}
	return choices
}

// with changes values, written key=value and separated by commas or blanks; ε stands for epsilon.
func with(spec learners.Spec, values string) (learners.Spec, error) {
	values = strings.ReplaceAll(strings.Join(strings.FieldsFunc(values,
		func(r rune) bool { return r == ' ' || r == ',' }), ","), "ε=", "epsilon=")
	_, assignments, err := param.SplitAssignments(spec.ID + "," + values)
	for _, a := range assignments {
		if err == nil {
			spec, err = spec.With(a[0], a[1])
		}
	}
	if err != nil {
		return spec, fmt.Errorf("what-if %s: %w", values, err)
	}
	return spec, nil
}

// join adds a learner to the comparison and focuses on it once it has caught up. copied is the
// spec that it copies, or "".
func (w *whatIf) join(spec learners.Spec, copied string) (tea.Cmd, error) {
	now := w.run.State().Config
	if n := len(now.Learners); n >= model.MaxLearners {
		return nil, fmt.Errorf("%d learners are compared already, and a comparison has at most %d: drop removes one", n,
			model.MaxLearners)
	}
	for _, other := range now.Learners {
		switch {
		case !samePlays(now, other, spec):
		case other.String() == copied:
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
	return w.comparison.replace(&change{config: &next, learner: len(now.Learners), copied: copied, text: spec.Label() + " has joined"}), nil
}

// drop removes a learner, by its number or a unique name; by default the one in focus.
func (w *whatIf) drop(text string) (tea.Cmd, error) {
	next, at := *w.run.State().Config, w.run.Focus.Learner
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
	return w.comparison.replace(&c), nil
}

func samePlays(c *model.Config, a, b learners.Spec) bool {
	return a.ID == b.ID && a.Epsilon(c.Epsilon) == b.Epsilon(c.Epsilon) &&
		c.Alone(a).Parameters(0) == c.Alone(b).Parameters(0)
}

// outcome returns the text, with the regret of a copy beside that of its original.
func (c *change) outcome(shot *model.Snapshot, hidden bool) string {
	at := slices.IndexFunc(shot.Learners, func(v model.LearnerState) bool { return v.Spec.String() == c.copied })
	if hidden || shot.Round == 0 || at < 0 {
		return c.text
	}
	view, original := &shot.Learners[c.learner], &shot.Learners[at]
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
