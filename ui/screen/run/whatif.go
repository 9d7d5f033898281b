package run

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart/curves"
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
		Commands: w.commands, Open: w.open, Close: w.close, Covered: w.close, Foot: w.foot, Follow: w.follow,
	}
}

const group = "What if"

// commands adds the commands for the learners and, while the dial is open, its keys.
func (w *whatIf) commands(below []kit.Command) []kit.Command {
	below = kit.InGroup(group, append(
		below,
		kit.Command{
			Name: "dial", Argument: "[VALUE]", Key: "d", Short: "what if",
			Help: "what if: change this learner’s ε, or its own privacy parameter, on the same rewards",
			With: w.openDial,
		},
		kit.Command{
			Name: "what-if", Argument: "KEY=VALUE,…",
			Help: "what if: a copy of this learner with another ε, seed or parameter", With: w.whatIf,
		},
		kit.Command{
			Name: "add", Argument: "LEARNER", Help: "add a learner at this round, on the same rewards", Choices: w.suitable,
			With: w.add,
		},
		kit.Command{
			Name: "drop", Argument: "[LEARNER]", Help: "remove the learner in focus, or another one by its name or number",
			Refusal: kit.OnlyLearner(len(w.run.Config().Learners)), With: w.drop,
		},
	))
	if !w.dial.open() {
		return below
	}
	return kit.Over(kit.InGroup(group, w.dialCommands()), below)
}

func (w *whatIf) dialCommands() []kit.Command {
	d := w.dial
	turn := func(by int) func() { return func() { d.turn(by) } }
	smaller, larger := "a smaller "+d.turns, "a larger "+d.turns
	if d.turns == "epsilon" {
		smaller, larger = "a smaller ε: more privacy", "a larger ε: less privacy"
	}
	return []kit.Command{
		{Name: "dial-down", Key: "←", Short: d.symbol(), Help: smaller, Do: turn(-1)},
		{Name: "dial-up", Key: "→", Short: d.symbol(), Help: larger, Do: turn(+1)},
		{Name: "dial-keep", Key: "enter", Short: "keep", Help: "keep this value as a what-if copy", With: w.keep},
		{Name: "dial-close", Key: "esc d", Short: "close", Help: "close the dial without a change", Run: w.close},
	}
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
	d, err := newDial(w.run.Config(), w.run.learner, text)
	if err != nil {
		return nil, err
	}
	w.dial = d
	return w.run.compare(d.wide), nil
}

// keep adds a what-if copy at the chosen value.
func (w *whatIf) keep(string) (tea.Cmd, error) {
	d := w.dial
	return w.join(d.rungs[d.at].spec, d.main.Learners[d.of].String())
}

func (w *whatIf) open() bool { return w.dial.open() }

// close closes the dial.
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
		w.run.learner = c.learner
		w.run.Say(c.said(shot, w.run.Hides()))
	case !driver.Changing() && driver.Config() != c.config:
		w.change = nil
	}
}

// follow closes the dial when its learner loses the focus.
func (w *whatIf) follow() tea.Cmd {
	if w.dial.open() && w.run.learner != w.dial.of {
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

// see returns a snapshot with the chosen value in place of the learner's own.
func (w *whatIf) see(shot *model.Snapshot) *model.Snapshot {
	shot, _ = w.dial.see(shot)
	return shot
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

// mark adds the fan to the state of panels.
func (w *whatIf) mark(state *panel.State) {
	if !state.Hidden {
		state.Fan = w.fan()
	}
}

// foot returns the caption of the dial, as far as its keys leave room.
func (w *whatIf) foot(width int) string {
	fan := w.fan()
	if fan == nil || !w.dial.open() {
		return ""
	}
	t := w.run.theme
	text, right := w.dial.caption(w.run.Snapshot(), fan, w.run.Hides()), ""
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

// captionGap separates the caption of the dial from its keys.
const captionGap = 2

// headline returns the caption of the dial, or the value alone.
func (w *whatIf) headline() []string {
	fan, d := w.fan(), w.dial
	if fan == nil || !d.open() {
		return nil
	}
	now := d.turns + " = " + d.write(d.rungs[d.at].value)
	return []string{d.caption(w.run.Snapshot(), fan, w.run.Hides()), now}
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
	of := w.run.Config().Learners[w.run.learner]
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
	next, at := *w.run.Config(), w.run.learner
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
	c := change{config: &next, learner: w.run.learner, text: next.Learners[at].Label() + " is no longer compared"}
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
	return c.text + fmt.Sprintf(": regret %s, %s of %s", kit.Measured(view.Regret), times(view.Regret, original.Regret),
		original.Spec.Label())
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

// ladder has the dial's values of ε, besides the learner's own and ∞. For a parameter other
// than ε they are scaled by the power of ten nearest to the learner's own value.
var ladder = []float64{.1, .15, .2, .3, .5, .7, 1, 1.5, 2, 3, 5, 7, 10}

// A dial varies the ε of one learner, or its privacy parameter if it has no ε. All values are
// played in parallel on the same rewards, so turning the dial only selects what is shown.
type dial struct {
	of      int           // the learner's place in the comparison
	turns   string        // the parameter's name
	main    *model.Config // the comparison
	wide    *model.Config // the comparison, with the learners at the other values behind its own
	rungs   []rung        // by increasing value
	at      int           // the shown rung
	closing bool          // it is closed, but the other values are still being removed

	source *model.Snapshot // the cache of see: its arguments,
	seen   *panel.Fan      // its results
	shot   *model.Snapshot
	from   int // the rung among the arguments
}

// A rung is one value of the parameter.
type rung struct {
	value  float64
	spec   learners.Spec
	config *model.Config // the comparison with this value in place of the learner's own
	place  int           // the learner's index in wide
}

// newDial makes a dial for a learner, turned to a value as the user wrote it; "" is its own
// value.
func newDial(c *model.Config, learner int, at string) (*dial, error) {
	of := c.Learners[learner]
	if !turns(of) {
		return nil,
			fmt.Errorf("%s has no ε to change: select another learner, or copy it with another value, such as what-if seed=2",
				of.Label())
	}
	wide := *c
	d := &dial{of: learner, turns: of.PrivacyParameter(), main: c, wide: &wide}
	own := c.PrivacyValue(learner)
	value := own
	if at != "" {
		var err error
		if value, err = d.parse(at); err != nil {
			return nil, err
		}
	}
	for _, value := range d.values(own, value) {
		r := rung{value: value, spec: of, config: c, place: learner}
		if value != own {
			var err error
			if r.spec, err = of.With(d.turns, param.FormatNumber(value)); err != nil || c.Alone(r.spec).Check() != nil {
				continue // a channel or parameter may not allow this value
			}
			r.config, r.place = instead(c, learner, r.spec), len(wide.Learners)
			wide.Learners = append(slices.Clip(wide.Learners), r.spec)
		}
		d.rungs = append(d.rungs, r)
	}
	return d, d.turnTo(value)
}

// turns reports whether a learner has an ε, or another privacy parameter.
func turns(of learners.Spec) bool { return of.Privacy.TakesEpsilon() || of.Tunes != "" }

// values returns the ladder with two more values, in increasing order.
func (d *dial) values(own, other float64) []float64 {
	all := append(slices.Clone(ladder), math.Inf(1))
	if d.turns != "epsilon" {
		all = all[:len(ladder)]
		unit := math.Pow(10, math.Round(math.Log10(own)))
		for i := range all {
			all[i] = param.Round(all[i]*unit, 12)
		}
	}
	all = append(all, own, other)
	slices.Sort(all)
	return slices.Compact(all)
}

func (d *dial) symbol() string {
	if d.turns == "epsilon" {
		return "ε"
	}
	return d.turns
}

// write formats a value.
func (d *dial) write(value float64) string {
	if d.turns == "epsilon" {
		return kit.Epsilon(value)
	}
	return kit.Short(value)
}

// parse reads a value of the parameter, with or without its name.
func (d *dial) parse(text string) (value float64, err error) {
	for _, name := range []string{d.symbol(), d.turns} {
		text = strings.TrimPrefix(text, name+"=")
	}
	if d.turns == "epsilon" {
		value, err = learners.ParseEpsilon(text)
	} else if _, err = d.main.Learners[d.of].With(d.turns, text); err == nil {
		value, err = param.ParseNumber(text)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", strings.TrimSpace("dial "+text), err)
	}
	return value, nil
}

// instead returns a configuration with one learner replaced.
func instead(c *model.Config, learner int, spec learners.Spec) *model.Config {
	own := *c
	own.Learners = slices.Clone(c.Learners)
	own.Learners[learner] = spec
	return &own
}

func (d *dial) turnTo(value float64) error {
	var values []string
	for i, r := range d.rungs {
		if r.value == value {
			d.at = i
			return nil
		}
		values = append(values, param.FormatNumber(r.value))
	}
	return fmt.Errorf("dial %s: must be one of %s", param.FormatNumber(value), strings.Join(values, ", "))
}

// open reports whether the dial is open.
func (d *dial) open() bool { return d != nil && !d.closing }

// turn moves by some rungs; it stops at the ends.
func (d *dial) turn(by int) { d.at = min(max(d.at+by, 0), len(d.rungs)-1) }

// see splits a snapshot of all learners into the comparison at the chosen value and the fan of
// the other values. It returns the same pointers until something changes.
func (d *dial) see(source *model.Snapshot) (*model.Snapshot, *panel.Fan) {
	if d == nil || source == nil || source.Config != d.wide {
		return source, nil // the other values are still being added or removed
	}
	if source == d.source && d.at == d.from {
		return d.shot, d.seen
	}
	r := d.rungs[d.at]
	shot := *source
	shot.Config, shot.Learners = r.config, slices.Clone(source.Learners[:len(d.main.Learners)])
	shot.Learners[d.of] = source.Learners[r.place]
	fan := &panel.Fan{}
	for i, other := range d.rungs {
		if i != d.at {
			fan.Variants = append(fan.Variants, curves.Variant{
				Name:    d.symbol() + "=" + d.write(other.value),
				Learner: &source.Learners[other.place],
			})
		}
	}
	d.source, d.from, d.shot, d.seen = source, d.at, &shot, fan
	return &shot, fan
}

// caption says what the chosen value costs; shot and fan are from see.
func (d *dial) caption(shot *model.Snapshot, fan *panel.Fan, hidden bool) string {
	view := &shot.Learners[d.of]
	text := "At " + d.symbol() + " = " + d.write(d.rungs[d.at].value)
	switch {
	case hidden:
		return text + " (regret is hidden)"
	case shot.Round == 0:
		return text + " (no rounds played yet)"
	}
	text += ": regret " + kit.Measured(view.Regret)
	if free := without(shot, fan, d.of); free != nil {
		return text + ", " + times(view.Regret, free.Regret) + " without privacy"
	}
	return text
}

// without returns the learner without privacy: at ε = ∞, or else its nonprivate counterpart in
// the comparison; nil if there is none.
func without(shot *model.Snapshot, fan *panel.Fan, learner int) *model.LearnerState {
	for _, variant := range fan.Variants {
		if math.IsInf(variant.Learner.Epsilon, 1) {
			return variant.Learner
		}
	}
	if twin := curves.Twin(shot, learner); twin >= 0 {
		return &shot.Learners[twin]
	}
	return nil
}
