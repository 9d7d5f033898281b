package run

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/mode"
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

// kindNames holds the names of the kinds for commands and for people.
var kindNames = [kinds]kindName{
	{"release", "release or breakpoint", "release or breakpoint"},
	{"change", "change of arm", "change of arm"},
	{"breakpoint", "breakpoint", "round at which the means change"},
}

type kindName struct{ id, text, help string }

// events is the mode that goes to the next or the previous event of a kind.
type events struct {
	run  *Screen
	kind kind // for the keys
}

func (e *events) mode() *mode.Mode { return &mode.Mode{Commands: e.table()} }

// table declares the commands that go to events; ] and [ belong to one kind.
func (e *events) table() []kit.Command {
	list := []kit.Command{{
		Name: "events", Argument: "[release|change|breakpoint]", Key: "E",
		Help: "target of ] and [: releases, changes of arm, or breakpoints", Act: kit.Try(e.choose),
	}}
	for k, name := range kindNames {
		class := kit.AfterGame
		if kind(k) == breakpoint {
			class = 0
		}
		list = append(list, kit.Command{
			Name: "next-" + name.id, Synonym: "next-event", Key: "]", Short: name.id, Help: "to the next " + name.help, Class: class,
			Bar: during(e.run, between, 4), When: e.run.noNext, Now: e.keyed(kind(k)),
			Act: kit.With(func(string) (tea.Cmd, error) { return e.to(kind(k), true) }),
		}, kit.Command{
			Name: "previous-" + name.id, Synonym: "previous-event", Key: "[", Short: name.id, Help: "to the previous " + name.help,
			Class: class, Bar: during(e.run, between|ended, 5), When: e.run.noPrevious, Now: e.keyed(kind(k)),
			Act: kit.With(func(string) (tea.Cmd, error) { return e.to(kind(k), false) }),
		})
	}
	return kit.InGroup(timing, list)
}

// keyed takes the key from the commands of the other kinds.
func (e *events) keyed(k kind) func(*kit.Command) {
	return func(c *kit.Command) {
		if k != e.kind {
			c.Key, c.Short, c.Synonym, c.Bar = "", "", "", nil
		}
	}
}

// choose sets the target of ] and [; without a name, the next kind.
func (e *events) choose(name string) error {
	next := (e.kind + 1) % kinds
	if name != "" {
		at := slices.IndexFunc(kindNames[:], func(k kindName) bool { return k.id == strings.TrimSuffix(name, "s") })
		if at < 0 {
			return fmt.Errorf("events %s: must be release, change or breakpoint", name)
		}
		next = kind(at)
	}
	e.kind = next
	e.run.Say("] and [ go to the next and the previous " + kindNames[next].text)
	return nil
}

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
	learner, scenario := e.run.State().Shot.Learners[e.run.Focus.Learner], e.run.State().Config.Scenario
	// A learner with a window may restart.
	happens := learner.Spec.Privacy.Publishes() || learner.Window != nil
	switch {
	case !happens && e.run.Focus.Hides():
		return nil, fmt.Errorf("%s makes no releases: E chooses other events", learner.Spec.Name)
	case e.run.Focus.Hides():
		return e.search(model.ReleaseOrRestart, "release", forward), nil
	case !happens && len(scenario.Breakpoints()) == 0:
		return nil, fmt.Errorf("%s makes no releases and %s has no breakpoints: E chooses other events", learner.Spec.Name,
			scenario.Name)
	}
	return e.search(model.ReleaseOrBreak, kindNames[release].text, forward), nil
}

func (e *events) search(event model.Event, name string, forward bool) tea.Cmd {
	return e.run.comparison.goTo(event, e.run.Focus.Learner, name, forward)
}

// toBreakpoint goes to the next or previous breakpoint; these are known without a search.
func (e *events) toBreakpoint(forward bool) (tea.Cmd, error) {
	if e.run.Focus.Hides() {
		return nil, fmt.Errorf("breakpoints are hidden: h shows them")
	}
	config, now := e.run.State().Config, e.run.State().Round
	points := slices.DeleteFunc(config.Scenario.Breakpoints(), func(t int) bool {
		return t > config.Horizon || t == now || (t > now) != forward
	})
	switch {
	case len(points) == 0 && forward:
		return nil, fmt.Errorf("there is no breakpoint after round %s", number.Count(now))
	case len(points) == 0:
		return nil, fmt.Errorf("there is no breakpoint before round %s", number.Count(now))
	case forward:
		return e.run.driver.Seek(points[0]), nil
	}
	return e.run.driver.Seek(points[len(points)-1]), nil
}

// A Place is what a person looks at: a run, a round, the learner in focus, and the view of
// the chart. It is small, because a run is a pure function of its configuration.
type Place struct {
	Config  *model.Config
	Round   int
	Learner int    // from 0
	View    string // by its name; empty: the first

	hidden hiding
}

// Place returns where the screen is, or where a jump under way leads.
func (s *Screen) Place() Place {
	now := s.State()
	return Place{now.Target, now.Round, s.Focus.Learner, s.chart.Chosen(), s.Focus.hidden}
}

// CommandLine returns the command line that opens a run of c where the screen is.
func (s *Screen) CommandLine(c *model.Config) string {
	line := strings.Join(choice.CommandLine(c), " ")
	if round := s.State().Round; round > 0 && !c.Waits() { // a game begins again
		line += fmt.Sprintf(" --at-round %d", round)
	}
	if view := s.chart.Chosen(); view != "" {
		line += " --view " + view
	}
	if s.Focus.Learner > 0 {
		line += fmt.Sprintf(" --focus %d", s.Focus.Learner+1)
	}
	return line
}

// Return goes to a place of the present run, if its learner may be seen.
func (s *Screen) Return(p Place) tea.Cmd {
	s.chart.SetView(p.View)
	if s.Focus.maySee(p.Learner) == nil {
		s.Focus.Learner = p.Learner
	}
	return s.refresh(s.driver.Seek(p.Round))
}

// A prompt asks for a round to go to, or to run to.
type prompt struct {
	mode.Openable
	run  *Screen
	runs bool // run to the round at the chosen speed; otherwise go there at once
	line form.Line
}

func newPrompt(run *Screen) *mode.Mode {
	p := &prompt{run: run}
	return &mode.Mode{
		Commands: p.table(), Keeps: p.Alone, Open: p.Open, Close: p.Close, Typing: p.Open, Foot: p.foot, Update: p.update,
	}
}

// table declares go and run-to, and the keys of the open prompt.
func (p *prompt) table() []kit.Command {
	closed := func() bool { return !p.Opened }
	return kit.InGroup(timing, []kit.Command{
		{
			Name: "go-or-run", Key: "tab", Help: "go there at once, or run there and pause", Class: kit.Over, In: p.Open,
			Act: kit.Do(func() { p.runs = !p.runs }),
		},
		{
			Name: "accept", Key: "enter", Short: "go there", Help: "go to the round you typed", Class: kit.Over, In: p.Open,
			Act: kit.With(p.accept),
		},
		{Name: "cancel", Key: "esc", Short: "leave", Help: "stay at this round", Class: kit.Over, In: p.Open, Act: kit.Run(p.Close)},
		{
			Name: "go", Argument: "[ROUND]", Key: "g", Short: "go to", Class: kit.InGame, In: closed,
			Help: "go to a round: 1e5, +1e4, −1000, 50%, e next release, c next change",
			Bar:  during(p.run, beginning|ended, 6), Act: kit.With(p.goTo),
		},
		{
			Name: "run-to", Argument: "[ROUND]", Help: "run to a round, then pause", In: closed, When: p.run.noNext,
			Act: kit.With(p.runTo),
		},
	})
}

func (p *prompt) foot(width int) string {
	if !p.Opened {
		return ""
	}
	horizon, t := p.run.State().Config.Horizon, p.run.theme
	ask, keys := "go to round (0 to "+number.Count(horizon)+", +N, −N, %, e, c): ", " enter goes · tab runs there"
	if p.runs {
		ask, keys = "run to round (up to "+number.Count(horizon)+", +N, %): ", " enter runs · tab goes at once"
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
		return kit.RunLine(p.run.Commands(), "next-release")
	case "c":
		return kit.RunLine(p.run.Commands(), "next-change")
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
	switch now := p.run.State().Round; {
	case err != nil:
		return nil, err
	case round <= now:
		return nil, fmt.Errorf("round %s is not after round %s: g goes back", number.Count(round), number.Count(now))
	}
	return p.run.driver.RunTo(round), nil
}

// parse reads a round: a number, or relative to the present round, or in percent of the horizon.
func (p *prompt) parse(text string) (int, error) {
	horizon := p.run.State().Config.Horizon
	text = strings.ReplaceAll(text, "−", "-")
	plain, percent := strings.CutSuffix(text, "%")
	x, err := number.Parse(plain)
	if percent {
		x = math.Round(x / 100 * float64(horizon))
	}
	if strings.HasPrefix(plain, "+") || strings.HasPrefix(plain, "-") {
		x += float64(p.run.State().Round)
	}
	if err != nil || x != math.Trunc(x) || x < 0 || x > float64(horizon) {
		return 0, fmt.Errorf("%s is not a round of this run: must be a whole number from 0 to %s", text, number.Count(horizon))
	}
	return int(x), nil
}
