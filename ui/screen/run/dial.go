package run

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/chart/curves"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run/panel"
)

// ladder are the values of ε that the dial goes through; besides them it has the
// learner's own, and no privacy.
var ladder = []float64{.1, .15, .2, .3, .5, .7, 1, 1.5, 2, 3, 5, 7, 10}

// A dial turns the ε of one learner of the comparison. All its values are played
// beside the comparison, on the same rewards and always to the same round, so that
// turning it only chooses what is shown.
type dial struct {
	of      int           // the learner's place in the comparison
	main    *model.Config // the comparison
	wide    *model.Config // and behind its learners those of the other values
	rungs   []rung        // by increasing ε
	at      int           // the rung that is shown
	closing bool          // it is closed, and the other values are on their way out

	source *model.Snapshot // what was seen last, and
	seen   *panel.Fan      // what was made of it
	shot   *model.Snapshot
	from   int // at that rung
}

// A rung is one value of ε.
type rung struct {
	epsilon float64
	choice  learners.Choice
	config  *model.Config // the comparison with it in place of the learner's own
	place   int           // among the learners of both
}

// newDial makes a dial for a learner of a comparison that may be at some more values
// of ε than those of the ladder, at its own.
func newDial(c *model.Config, learner int, more ...float64) (*dial, error) {
	of := c.Learners[learner]
	if !of.Privacy.TakesEpsilon() {
		return nil, fmt.Errorf("%s has no ε to turn: look at another learner", of.Label())
	}
	own := of.Epsilon(c.Epsilon)
	values := append(append(slices.Clone(ladder), own, math.Inf(1)), more...)
	slices.Sort(values)
	wide := *c
	d := &dial{of: learner, main: c, wide: &wide}
	for _, epsilon := range slices.Compact(values) {
		r := rung{epsilon: epsilon, choice: of, config: c, place: learner}
		if epsilon != own {
			var err error
			if r.choice, err = of.With("epsilon", declare.FormatNumber(epsilon)); err != nil || alone(c, r.choice).Check() != nil {
				continue // a channel may have no report at this ε
			}
			r.config, r.place = instead(c, learner, r.choice), len(wide.Learners)
			wide.Learners = append(slices.Clip(wide.Learners), r.choice)
		} else {
			d.at = len(d.rungs)
		}
		d.rungs = append(d.rungs, r)
	}
	return d, nil
}

// instead is a configuration with another learner in place of one.
func instead(c *model.Config, learner int, choice learners.Choice) *model.Config {
	own := *c
	own.Learners = slices.Clone(c.Learners)
	own.Learners[learner] = choice
	return &own
}

// turnTo goes to a value of ε.
func (d *dial) turnTo(epsilon float64) error {
	var values []string
	for i, r := range d.rungs {
		if r.epsilon == epsilon {
			d.at = i
			return nil
		}
		values = append(values, declare.FormatNumber(r.epsilon))
	}
	return fmt.Errorf("dial %s: must be one of %s", declare.FormatNumber(epsilon), strings.Join(values, ", "))
}

// turn goes some rungs up; the ends hold.
func (d *dial) turn(by int) { d.at = min(max(d.at+by, 0), len(d.rungs)-1) }

// see makes of a snapshot of all learners that of the comparison with the chosen ε,
// and the fan of the other values. They are the same until something changes.
func (d *dial) see(source *model.Snapshot) (*model.Snapshot, *panel.Fan) {
	if source.Config != d.wide {
		return source, nil // the other values are on their way, in or out
	}
	if source == d.source && d.at == d.from {
		return d.shot, d.seen
	}
	r := d.rungs[d.at]
	shot := *source
	shot.Config, shot.Views = r.config, slices.Clone(source.Views[:len(d.main.Learners)])
	shot.Views[d.of] = source.Views[r.place]
	fan := &panel.Fan{}
	for i, other := range d.rungs {
		if i != d.at {
			fan.Views = append(fan.Views, source.Views[other.place])
		}
	}
	d.source, d.from, d.shot, d.seen = source, d.at, &shot, fan
	return &shot, fan
}

// caption says what the chosen ε comes to in a state that was made by see.
func (d *dial) caption(shot *model.Snapshot, fan *panel.Fan, hidden bool) string {
	view := &shot.Views[d.of]
	text := "At ε = " + kit.Epsilon(view.Epsilon)
	switch {
	case hidden:
		return text + " (regret is hidden)"
	case shot.Round == 0:
		return text + " (no round has been played yet)"
	}
	text += ": regret " + kit.Measured(view.Regret) + " at round " + kit.Count(shot.Round)
	if free := without(shot, fan, d.of); free != nil {
		return text + ", " + times(view.Regret, free.Regret) + " without privacy"
	}
	return text
}

// without is the learner itself without privacy, or else its twin in the comparison;
// nil where there is none.
func without(shot *model.Snapshot, fan *panel.Fan, learner int) *model.View {
	for i := range fan.Views {
		if math.IsInf(fan.Views[i].Epsilon, 1) {
			return &fan.Views[i]
		}
	}
	if twin := curves.Twin(shot, learner); twin >= 0 {
		return &shot.Views[twin]
	}
	return nil
}

// openDial opens the dial for the learner in focus, or turns an open one.
func (s *Screen) openDial(text string) (tea.Cmd, error) {
	if s.bets.asked != nil {
		return nil, fmt.Errorf("a bet is being chosen: esc leaves it")
	}
	epsilon := math.NaN()
	if text != "" {
		var err error
		if epsilon, err = learners.ParseEpsilon(strings.TrimPrefix(strings.TrimPrefix(text, "ε="), "epsilon=")); err != nil {
			return nil, fmt.Errorf("dial %s: %w", text, err)
		}
	}
	if d := s.dial; d.open() {
		return nil, d.turnTo(epsilon)
	}
	var more []float64
	if !math.IsNaN(epsilon) {
		more = append(more, epsilon)
	}
	d, err := newDial(s.Config(), s.learner, more...)
	if err != nil {
		return nil, err
	}
	if more != nil {
		_ = d.turnTo(epsilon) // it has this value, unless no channel has
	}
	s.chart.CloseCursor()
	s.dial = d
	return s.compare(d.wide), nil
}

func (d *dial) open() bool { return d != nil && !d.closing }

// closeDial shows the learner at its own ε again.
func (s *Screen) closeDial() tea.Cmd {
	s.dial.closing = true
	return s.driver.Change(s.dial.main)
}

// keepDialled makes a what-if copy of the chosen ε.
func (s *Screen) keepDialled() (tea.Cmd, error) {
	d := s.dial
	cmd, err := s.addCopy(d.main.Learners[d.of], d.rungs[d.at].choice)
	d.closing = err == nil
	return cmd, err
}

// settleDial forgets a closed dial once its values are gone. It closes one whose
// learner is not looked at any longer, and where bets are placed or settled, which are
// on the comparison as it is.
func (s *Screen) settleDial() tea.Cmd {
	d := s.dial
	switch shot := s.driver.Snapshot(); {
	case d == nil:
	case d.closing && !s.driver.Changing() && (shot == nil || shot.Config != d.wide):
		s.dial = nil
	case !d.closing && (s.learner != d.of || s.bets.asked != nil || s.bets.reveal > 0):
		return s.closeDial()
	}
	return nil
}

// played is the place of the learner that the panels follow among all that are played.
func (s *Screen) played() int {
	if d := s.dial; d != nil && s.driver.Config() == d.wide {
		return d.rungs[d.at].place
	}
	return s.learner
}

// dialCommand opens the dial.
func (s *Screen) dialCommand() kit.Command {
	return kit.Command{
		Name: "dial", Key: kit.Bind("d", "dial: turn this learner’s ε, on the same rewards", "d"), Short: "dial", Group: copying, Argument: "[ε]", Run: s.openDial,
	}
}

// dialCommands take the keys that the open dial needs from the other commands.
func (s *Screen) dialCommands(others []kit.Command) []kit.Command {
	turn := func(name, keys, does string, by int, on ...string) kit.Command {
		return kit.Command{Name: name, Key: kit.Bind(keys, does, on...), Short: "ε", Group: copying, Run: kit.Do(func() { s.dial.turn(by) })}
	}
	list := []kit.Command{
		turn("dial-down", "←", "a smaller ε: more privacy", -1, "left"),
		turn("dial-up", "→", "a larger ε: less privacy", +1, "right"),
		{Name: "dial-keep", Key: kit.Bind("enter", "keep this ε as a what-if copy", "enter"), Short: "keep", Group: copying, Run: func(string) (tea.Cmd, error) { return s.keepDialled() }},
		{Name: "dial-close", Key: kit.Bind("esc d", "close the dial: all is as before", "esc", "d"), Short: "close", Group: copying, Run: kit.Ask(s.closeDial)},
	}
	for i, c := range others {
		if c.Name == "cursor" || c.Name == "what-if" || c.Name == "remove-copy" {
			others[i].Refusal = "the dial is open: esc closes it, enter keeps its ε as a copy"
		}
	}
	return append(list, kit.WithoutKeys(others, list)...)
}

// dialFoot is the caption of the dial, with its keys where there is room.
func (s *Screen) dialFoot(width int) string {
	if s.fan == nil {
		return ""
	}
	text := s.dial.caption(s.shown.shot, s.fan, s.Hides())
	keys := "← → ε · enter keeps · esc closes"
	if ansi.StringWidth(text)+3+ansi.StringWidth(keys) > width {
		return kit.FitLine(s.theme.Accent.Render(text), width)
	}
	return kit.Spread(s.theme.Accent.Render(text), s.theme.Faint.Render(keys), width)
}
