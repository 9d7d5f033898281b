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
	"regretscope/ui/screen/run/panel"
)

// A whatIf changes the learners of a run. It is open while its dial is.
type whatIf struct {
	run    *Screen
	dial   *dial   // nil: closed, and the other values are removed
	change *change // nil: none is under way
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
	turn := func(by int) func() { return func() { w.dial.turn(by) } }
	return kit.InGroup(group, []kit.Command{
		{
			Name: "dial-down", Key: "←", Class: kit.Over, In: w.open, Act: kit.Do(turn(-1)),
			Now: func(c *kit.Command) { c.Short, c.Help = w.dial.symbol(), w.dial.direction("smaller", "more") },
		},
		{
			Name: "dial-up", Key: "→", Class: kit.Over, In: w.open, Act: kit.Do(turn(+1)),
			Now: func(c *kit.Command) { c.Short, c.Help = w.dial.symbol(), w.dial.direction("larger", "less") },
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
			Act: kit.With(w.add),
		},
		{
			Name: "drop", Argument: "[LEARNER]", Help: "remove the learner in focus, or another one by its name or number",
			When: func() string { return kit.OnlyLearner(len(w.run.Config().Learners)) }, Act: kit.With(w.drop),
		},
	})
}

// openDial opens the dial at a value, or turns the open dial.
func (w *whatIf) openDial(text string) (tea.Cmd, error) {
	if d := w.dial; d.open() {
		value, err := d.parse(text)
		if err == nil {
			err = d.turnTo(value)
		}
		return nil, err
	}
	d, err := newDial(w.run.Config(), w.run.Focus.Learner, text)
	if err != nil {
		return nil, err
	}
	w.dial = d
	return w.run.compare(d.wide), nil
}

func (w *whatIf) keep(string) (tea.Cmd, error) {
	d := w.dial
	return w.join(d.rungs[d.at].spec, d.main.Learners[d.of].String())
}

func (w *whatIf) open() bool { return w.dial.open() }

func (w *whatIf) close() tea.Cmd {
	if !w.dial.open() {
		return nil
	}
	w.dial.closing = true
	return w.run.driver.Change(w.dial.main)
}

// prepare ends a change that is complete, and drops a dial whose other values are removed.
func (w *whatIf) prepare() {
	driver, shot := w.run.driver, w.run.driver.Snapshot()
	if d := w.dial; d != nil && !driver.Changing() {
		d.closing = d.closing || driver.Config() != d.wide
		if d.closing && (shot == nil || shot.Config != d.wide) {
			w.dial = nil
		}
	}
	switch c := w.change; {
	case c == nil:
	case shot != nil && shot.Config == c.config:
		w.change = nil
		w.run.Focus.Learner = c.learner
		w.run.Say(c.said(shot, w.run.Focus.Hides()))
	case !driver.Changing() && driver.Config() != c.config:
		w.change = nil
	}
}

// follow closes the dial when its learner loses the focus.
func (w *whatIf) follow() tea.Cmd {
	if w.dial.open() && w.run.Focus.Learner != w.dial.of {
		return w.close()
	}
	return nil
}

// compared returns a configuration without the other values of the dial.
func (w *whatIf) compared(c *model.Config) *model.Config {
	if w.dial != nil && c == w.dial.wide {
		return w.dial.main
	}
	return c
}

// played returns the place of a learner among all played learners.
func (w *whatIf) played(learner int) int {
	if d := w.dial; d != nil && learner == d.of && w.run.driver.Config() == d.wide {
		return d.rungs[d.at].place
	}
	return learner
}

// fan returns the learner at the other values; nil without them.
func (w *whatIf) fan() *panel.Fan {
	_, fan := w.dial.see(w.run.driver.Snapshot())
	return fan
}

func (w *whatIf) mark(state *panel.State) {
	if !state.Hidden {
		state.Fan = w.fan()
	}
}

// foot returns the caption of the dial, cut to the room that the keys leave.
func (w *whatIf) foot(width int) string {
	fan := w.fan()
	if fan == nil || !w.dial.open() {
		return ""
	}
	t := w.run.theme
	text, right := w.dial.caption(w.run.Snapshot(), fan, w.run.Focus.Hides()), ""
	if w.run.BackRow.On() {
		text = "" // the large screen says it
	}
	for _, keys := range []string{"esc", "esc closes", "enter keeps · esc closes"} {
		keys = "← → " + w.dial.symbol() + " · " + keys
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
	d, fan := w.dial, w.fan()
	if fan == nil || !d.open() {
		return nil
	}
	value, shot := d.turns+" = "+d.write(d.rungs[d.at].value), w.run.Snapshot()
	free := without(shot, fan, d.of)
	if shot.Round == 0 || w.run.Focus.Hides() || free == nil {
		return []string{value}
	}
	costs := times(shot.Learners[d.of].Regret, free.Regret)
	ratio, _, _ := strings.Cut(costs, " the ")
	return []string{"At " + value + ", regret is " + costs + " without privacy.", value + ": regret " + costs, ratio + " the regret"}
}

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

// with changes values, written key=value and separated by commas or blanks; ε stands for epsilon.
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
