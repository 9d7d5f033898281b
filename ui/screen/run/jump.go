package run

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// A kind is a kind of event for the keys.
type kind int

// Kinds, in the order of the key.
const (
	release kind = iota
	armChange
	breakpoint
	kinds
)

// kindNames has the names of the kinds for commands and for people.
var kindNames = [kinds]struct{ id, text string }{
	{"release", "release or breakpoint"}, {"change", "change of arm"}, {"breakpoint", "breakpoint"},
}

// events is the mode that goes to the next or the previous event of a kind.
type events struct {
	run  *Screen
	kind kind // for the keys
}

// newEvents returns the mode that goes to the next or the previous event; its keys go to releases.
func newEvents(run *Screen) *mode.Mode {
	e := &events{run: run}
	return &mode.Mode{Commands: e.commands}
}

// commands go to events.
func (e *events) commands(below []kit.Command) []kit.Command {
	end, beginning := e.run.driver.NoNext(), e.run.driver.NoPrevious()
	to := func(k kind, forward bool) func(string) (tea.Cmd, error) {
		return func(string) (tea.Cmd, error) { return e.to(k, forward) }
	}
	chosen := kindNames[e.kind]
	list := append(
		below,
		kit.Command{
			Name: "next-event", Key: "]", Short: chosen.id, Help: "to the next " + chosen.text, Refusal: end,
			With: to(e.kind, true),
		},
		kit.Command{
			Name: "previous-event", Key: "[", Short: chosen.id, Help: "to the previous " + chosen.text, Refusal: beginning,
			With: to(e.kind, false),
		},
		kit.Command{
			Name: "events", Argument: "[release|change|breakpoint]", Key: "E",
			Help: "target of ] and [: releases, changes of arm, or breakpoints", Try: e.choose,
		},
	)
	for k, name := range kindNames {
		list = append(list, kit.Command{
			Name: "next-" + name.id, Help: "to the next " + name.text, Refusal: end, With: to(kind(k), true),
		}, kit.Command{
			Name: "previous-" + name.id, Help: "to the previous " + name.text, Refusal: beginning,
			With: to(kind(k), false),
		})
	}
	return kit.InGroup(timing, list)
}

// choose sets the target of ] and [; without a name, the next kind.
func (e *events) choose(name string) error {
	next := (e.kind + 1) % kinds
	if name != "" {
		at := slices.IndexFunc(kindNames[:], func(k struct {
			id,
			text string
		},
		) bool {
			return k.id == strings.TrimSuffix(name, "s")
		})
		if at < 0 {
			return fmt.Errorf("events %s: must be release, change or breakpoint", name)
		}
		next = kind(at)
	}
	e.kind = next
	e.run.Say("] and [ go to the next and the previous " + kindNames[next].text)
	return nil
}

// to goes to the next or previous event of a kind.
func (e *events) to(k kind, forward bool) (tea.Cmd, error) {
	switch k {
	case release:
		return e.toRelease(forward)
	case armChange:
		return e.search(model.ArmChange, kindNames[k].text, forward), nil
	}
	return e.toBreakpoint(forward)
}

// toRelease goes to a release of the learner in focus or to a breakpoint; if breakpoints are
// hidden, to a release or a restart.
func (e *events) toRelease(forward bool) (tea.Cmd, error) {
	learner, scenario := e.run.Snapshot().Learners[e.run.learner], e.run.Config().Scenario
	// a learner with a window may restart
	happens := learner.Spec.Privacy.Publishes() || learner.Window != nil
	switch {
	case !happens && e.run.Hides():
		return nil, fmt.Errorf("%s makes no releases: E chooses other events", learner.Spec.Name)
	case e.run.Hides():
		return e.search(model.ReleaseOrRestart, "release", forward), nil
	case !happens && len(scenario.Breakpoints()) == 0:
		return nil, fmt.Errorf("%s makes no releases and %s has no breakpoints: E chooses other events", learner.Spec.Name,
			scenario.Name)
	}
	return e.search(model.ReleaseOrBreak, kindNames[release].text, forward), nil
}

func (e *events) search(event model.Event, name string, forward bool) tea.Cmd {
	if forward {
		return e.run.driver.Next(event, e.run.whatIf.played(e.run.learner), name)
	}
	return e.run.driver.Previous(event, e.run.whatIf.played(e.run.learner), name)
}

// toBreakpoint goes to the next or previous breakpoint; these are known without a search.
func (e *events) toBreakpoint(forward bool) (tea.Cmd, error) {
	if e.run.Hides() {
		return nil, fmt.Errorf("breakpoints are hidden: h shows them")
	}
	config, now := e.run.Config(), e.run.driver.Round()
	points := slices.DeleteFunc(config.Scenario.Breakpoints(), func(t int) bool {
		return t > config.Horizon || t == now || (t > now) != forward
	})
	switch {
	case len(points) == 0 && forward:
		return nil, fmt.Errorf("there is no breakpoint after round %s", kit.Count(now))
	case len(points) == 0:
		return nil, fmt.Errorf("there is no breakpoint before round %s", kit.Count(now))
	case forward:
		return e.run.driver.Seek(points[0]), nil
	}
	return e.run.driver.Seek(points[len(points)-1]), nil
}

// A prompt asks for a round to go to, or to run to.
type prompt struct {
	mode.Openable
	run  *Screen
	runs bool // run to the round at the chosen speed; otherwise go there at once
	line form.Line
}

// newPrompt makes the mode that asks for a round.
func newPrompt(run *Screen) *mode.Mode {
	p := &prompt{run: run}
	return &mode.Mode{
		Commands: p.commands, Open: p.Open, Close: p.Close, Typing: p.Open, Foot: p.foot, Update: p.update,
	}
}

// commands adds go and run-to; while the prompt is open, its own keys replace all others.
func (p *prompt) commands(below []kit.Command) []kit.Command {
	if p.Opened {
		return kit.InGroup(timing, kit.WhileTyping([]kit.Command{
			{Name: "go-or-run", Key: "tab", Help: "go there at once, or run there and pause", Do: func() { p.runs = !p.runs }},
			{Name: "accept", Key: "enter", Short: "go there", Help: "go to the round you typed", With: p.accept},
			{Name: "cancel", Key: "esc", Short: "leave", Help: "stay at this round", Run: p.Close},
		}))
	}
	return kit.InGroup(timing, append(
		below,
		kit.Command{
			Name: "go", Argument: "[ROUND]", Key: "g", Short: "go to",
			Help: "go to a round: 1e5, +1e4, −1000, 50%, e next release, c next change", With: p.goTo,
		},
		kit.Command{
			Name: "run-to", Argument: "[ROUND]", Help: "run to a round, then pause", Refusal: p.run.driver.NoNext(),
			With: p.runTo,
		},
	))
}

// foot returns the prompt.
func (p *prompt) foot(width int) string {
	if !p.Opened {
		return ""
	}
	horizon, t := p.run.Config().Horizon, p.run.theme
	ask, keys := "go to round (0 to "+kit.Count(horizon)+", +N, −N, %, e, c): ", " enter goes · tab runs there"
	if p.runs {
		ask, keys = "run to round (up to "+kit.Count(horizon)+", +N, %): ", " enter runs · tab goes at once"
	}
	const typed = 12 // the least room for what is typed
	if ansi.StringWidth(ask+keys)+typed > width {
		keys = ""
	}
	text := ask + p.line.View(max(width-ansi.StringWidth(ask+keys), typed), true)
	return kit.Spread(t.Accent.Render(text), t.Faint.Render(keys), width)
}

func (p *prompt) update(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyMsg); ok && p.Opened {
		p.line.Press(key)
	}
	return nil
}

func (p *prompt) ask(runs bool) (tea.Cmd, error) {
	p.Opened, p.runs, p.line = true, runs, form.Line{}
	return nil, nil
}

func (p *prompt) accept(string) (tea.Cmd, error) {
	p.Opened = false
	switch text := p.line.Text(); {
	case text == "":
		return nil, nil
	case p.runs:
		return p.runTo(text)
	default:
		return p.goTo(text)
	}
}

// goTo goes to a round: a number; +N or −N from here; N% of the horizon; e, the next release or
// breakpoint; c, the next change of arm. Without one it opens the prompt.
func (p *prompt) goTo(text string) (tea.Cmd, error) {
	switch text {
	case "":
		return p.ask(false)
	case "e":
		return p.run.runLine("next-release")
	case "c":
		return p.run.runLine("next-change")
	}
	round, err := p.parse(text)
	if err != nil {
		return nil, err
	}
	return p.run.driver.Seek(round), nil
}

// runTo runs to a round and pauses there. Without one it opens the prompt.
func (p *prompt) runTo(text string) (tea.Cmd, error) {
	if text == "" {
		return p.ask(true)
	}
	round, err := p.parse(text)
	switch now := p.run.driver.Round(); {
	case err != nil:
		return nil, err
	case round <= now:
		return nil, fmt.Errorf("round %s is not after round %s: g goes back", kit.Count(round), kit.Count(now))
	}
	return p.run.driver.RunTo(round), nil
}

// parse reads a round: a number, or relative to the present round, or in percent of the
// horizon.
func (p *prompt) parse(text string) (int, error) {
	horizon := p.run.Config().Horizon
	text = strings.ReplaceAll(text, "−", "-")
	number, percent := strings.CutSuffix(text, "%")
	x, err := param.ParseNumber(number)
	if percent {
		x = math.Round(x / 100 * float64(horizon))
	}
	if strings.HasPrefix(number, "+") || strings.HasPrefix(number, "-") {
		x += float64(p.run.driver.Round())
	}
	if err != nil || x != math.Trunc(x) || x < 0 || x > float64(horizon) {
		return 0, fmt.Errorf("%s is not a round of this run: must be a whole number from 0 to %s", text, kit.Count(horizon))
	}
	return int(x), nil
}

// A cursor is at a round of the chart, which shows it with the values and the events there.
type cursor struct {
	run   *Screen
	probe drive.Probe // plays the round at the cursor
	// The round of the newest question to the probe.
	config *model.Config
	round  int
}

// newCursor returns the mode that looks at a round of the chart, closed.
func newCursor(run *Screen) *mode.Mode {
	c := &cursor{run: run}
	return &mode.Mode{ // what is opened over it may want the same keys
		Commands: c.commands, Open: c.isOpen, Close: c.close, Covered: c.close, Update: c.update, Follow: c.follow,
	}
}

const far = 20 // dots of a large step

// commands open the cursor, or move it. While it is open, it removes some keys from the others.
func (c *cursor) commands(below []kit.Command) []kit.Command {
	if !c.isOpen() {
		return append(below, kit.Command{
			Name: "cursor", Key: "c", Short: "cursor", Help: "a cursor in the chart: values and events of a round",
			Group: "Chart", Try: c.open,
		})
	}
	move := func(dots int) func() { return func() { c.run.chart.MoveCursor(dots) } }
	zoom := func(steps int) func() { return func() { c.run.chart.Zoom(steps) } }
	own := []kit.Command{
		{Name: "cursor-left", Key: "←", Short: "move", Help: "a dot to the left", Do: move(-1)},
		{Name: "cursor-right", Key: "→", Short: "move", Help: "a dot to the right", Do: move(+1)},
		{
			Name: "cursor-go", Key: "enter", Short: "go there", Help: "go to the cursor's round",
			Run: func() tea.Cmd {
				round := c.run.chart.Cursor()
				c.run.chart.CloseCursor()
				return c.run.driver.Seek(round)
			},
		},
		{Name: "cursor-close", Key: "esc c", Short: "leave", Help: "close the cursor", Run: c.close},
		{Name: "cursor-in", Key: "+", Also: "=", Short: "zoom", Help: "half as many rounds around the cursor", Do: zoom(+1)},
		{
			Name: "cursor-out", Key: "-", Also: "_", Short: "zoom", Help: "twice as many rounds around the cursor",
			Do: zoom(-1),
		},
		{Name: "cursor-far-left", Key: "pgup", Also: "shift+left", Short: "far", Help: "far to the left", Do: move(-far)},
		{Name: "cursor-far-right", Key: "pgdn", Also: "shift+right", Short: "far", Help: "far to the right", Do: move(+far)},
	}
	return kit.Over(kit.InGroup("Cursor in the chart", own), below)
}

// update takes the result of the probe.
func (c *cursor) update(msg tea.Msg) tea.Cmd {
	if found, ok := msg.(drive.ProbedMsg); ok && found.Of(&c.probe) {
		c.run.chart.SetMoment(found.Shot, found.Changed)
	}
	return c.probe.Update(msg)
}

// isOpen reports whether there is a cursor in the chart.
func (c *cursor) isOpen() bool { return c.run.chart.Cursor() > 0 }

// close shows all rounds again.
func (c *cursor) close() tea.Cmd {
	c.run.chart.CloseCursor()
	return nil
}

// follow asks for the events of the round at the cursor.
func (c *cursor) follow() tea.Cmd {
	config, round := c.run.Config(), c.run.chart.Cursor()
	if config == c.config && round == c.round {
		return nil
	}
	c.config, c.round = config, round
	return c.probe.Look(config, round, nil)
}

func (c *cursor) open(string) error {
	if c.run.places.Panels[0].Empty() {
		c.run.show, c.run.focus = allPanels, 0
	}
	if !c.run.chart.OpenCursor() {
		return errors.New("no rounds to look at yet: space runs, n plays one")
	}
	return nil
}

// A whyNot finds the smallest changes that would have played the selected arm, by replaying the
// round in the background once the run pauses.
type whyNot struct {
	run    *Screen
	probe  drive.Probe
	asked  question
	answer *model.WhyNot // nil while it is sought, or if the arm was played
}

type question struct {
	config *model.Config
	round  int
	drive.Question
}

// mode returns the mode, which has no commands.
func (w *whyNot) mode() *mode.Mode { return &mode.Mode{Update: w.update, Follow: w.follow} }

// update stores the answer.
func (w *whyNot) update(msg tea.Msg) tea.Cmd {
	if found, ok := msg.(drive.ProbedMsg); ok && found.Of(&w.probe) {
		w.answer = found.WhyNot
	}
	return w.probe.Update(msg)
}

// follow asks about the selected arm, unless it has been asked already.
func (w *whyNot) follow() tea.Cmd {
	d := w.run.driver
	shot := d.Snapshot()
	if !w.askable(shot) || shot.Round == 0 || d.Running() || d.Search() != "" || w.run.learner >= len(shot.Learners) {
		return nil
	}
	now := w.question(shot)
	if now == w.asked {
		return nil
	}
	w.asked, w.answer = now, nil
	if view := &shot.Learners[now.Learner]; slices.Contains(view.Play, now.Arm) || view.Spec.NeedsBest {
		return w.probe.Look(shot.Config, 0, nil)
	}
	return w.probe.Look(shot.Config, shot.Round, &now.Question)
}

// askable reports whether an arm is selected and the dial is closed.
func (w *whyNot) askable(shot *model.Snapshot) bool {
	return shot != nil && w.run.arm >= 0 && w.run.driver.Config() == w.run.Config()
}

func (w *whyNot) question(shot *model.Snapshot) question {
	return question{shot.Config, shot.Round, drive.Question{Learner: w.run.learner, Arm: w.run.arm}}
}

// mark adds the answer to a panel state that it is about.
func (w *whyNot) mark(state *panel.State) {
	if shot := state.Shot; w.askable(shot) && w.question(shot) == w.asked {
		state.WhyNot = w.answer
	}
}
