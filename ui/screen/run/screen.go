// Package run implements the screen that shows a run round by round: it gives the panels their room
// and their state, and turns keys into actions of the driver.
package run

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// Options are the inputs of the screen; except for the cache, the zero value is ready to use.
type Options struct {
	Cache  *overlay.Cache // theory, to share with other screens
	Place  Place          // the first place to go to; its configuration is ignored
	Big    bool           // for the back row
	Guided bool           // a lesson has the keys that play rounds
	Clock  *kit.Clock     // nil: the machine's
	// Recount plays the scenario with another number of arms; nil: the screen cannot.
	Recount func(k string) (tea.Cmd, error)
}

// A Screen is the run screen.
type Screen struct {
	kit.Canvas
	theme  *theme.Theme
	driver *drive.Driver
	audits audits
	shown  driveState // of the panels
	synced time.Time  // when they received it

	recount func(k string) (tea.Cmd, error)

	Focus   *Focus
	BackRow *BackRow

	chart  *panel.Chart
	panels *panels
	places layout

	own      []kit.Command // the table of the screen without its modes
	modes    *mode.Stack
	events   *events
	whatIf   *whatIf
	whyNot   *whyNot
	warnings *warnings
	you      *you
}

// New returns the screen for a checked configuration, and the command that starts its run, paused before round 1.
func New(t *theme.Theme, config *model.Config, o Options) (*Screen, tea.Cmd) {
	// With full information, everything happens in the first rounds.
	log := config.Scenario.Feedback == scenarios.Full
	s := &Screen{
		theme: t, shown: driveState{config: config}, audits: audits{done: map[string]*facts.Audit{}}, recount: o.Recount,
	}
	f := &Focus{shown: &s.shown, notice: &s.Notice, Learner: o.Place.Learner, arm: -1, hidden: o.Place.hidden}
	s.Focus, s.BackRow = f, &BackRow{run: s}
	s.chart = panel.NewChart(t, f, o.Cache, log, o.Guided || config.Waits())
	s.panels = &panels{run: s, at: armsPanel, all: []panel.Panel{
		s.chart, panel.NewArms(t, f), panel.NewPrivacy(t), panel.NewWhy(t), panel.NewReports(t, f),
	}}
	s.chart.SetBig(o.Big)
	var cmd tea.Cmd
	s.driver, cmd = drive.New(config, o.Clock)
	s.own = s.table()
	s.addModes(o.Guided)
	s.chart.SetView(o.Place.View)
	if o.Place.Round > 0 {
		cmd = tea.Batch(cmd, s.driver.Seek(o.Place.Round))
	}
	return s, tea.Batch(cmd, s.audits.make(config))
}

// Title returns "", because the header is enough.
func (s *Screen) Title() string { return "" }

// Closes reports whether esc closes something open on the screen.
func (s *Screen) Closes() bool { return s.modes.Top() != nil }

// Zoomed reports whether esc shows hidden panels.
func (s *Screen) Zoomed() bool { return s.panels.show != allPanels || s.BackRow.aside }

// Snapshot returns the newest state of the run, as modes change it; nil before the first.
func (s *Screen) Snapshot() *model.Snapshot {
	shot, _ := s.whatIf.dial.see(s.driver.Snapshot())
	return shot
}

// Busy reports whether the run is on its way to a target, or not there yet.
func (s *Screen) Busy() bool { return s.driver.Snapshot() == nil || s.driver.Search() != "" }

// Begun returns the rounds of all learners together that were played or begun since the last call.
func (s *Screen) Begun() float64 { return s.driver.Begun() }

// Ready reports whether the run, and with it its commands, is there.
func (s *Screen) Ready() bool { return s.shown.shot != nil }

// Config returns the comparison, without learners that modes add.
func (s *Screen) Config() *model.Config {
	return s.whatIf.compared(s.driver.Config())
}

// SetSize sets the size of the screen.
func (s *Screen) SetSize(width, height int) {
	s.Canvas.SetSize(width, height)
	s.sync()
}

// Update takes a message.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		cmd = s.modes.Update(msg)
	case tea.MouseMsg:
		s.Notice = kit.Notice{}
		cmd = s.mouse(msg)
	case overlay.ComputedMsg:
		if !s.chart.Take(msg) {
			s.Notice.Refuse(s.noOverlay())
		}
	default:
		if s.Saved(msg) || s.audits.take(msg) {
			break
		}
		notice := s.Notice
		cmd = tea.Batch(s.driver.Update(msg), s.modes.Update(msg))
		if now := s.driven(); (now == s.shown || s.rests(now)) && s.Notice == notice {
			return cmd
		}
	}
	return s.refresh(cmd)
}

// refresh updates what is drawn after a change, and starts the work that it needs.
func (s *Screen) refresh(cmd tea.Cmd) tea.Cmd {
	cmd = tea.Batch(cmd, s.modes.Settle())
	s.sync()
	cmd = tea.Batch(cmd, s.chart.Request())
	cmd = tea.Batch(cmd, s.modes.Follow())
	s.Changed()
	return cmd
}

// sync passes the present state and size to the panels; they are drawn when they are visible.
func (s *Screen) sync() {
	s.whatIf.prepare()
	s.Changed()
	s.shown, s.synced = s.driven(), s.driver.Now()
	s.Focus.keep()
	state := s.Focus.state()
	if s.shown.shot != nil {
		state.Audit = s.audits.done[s.Focus.view().Spec.String()]
	}
	s.whyNot.mark(&state)
	s.whatIf.mark(&state)
	s.panels.arrange(state)
}

func (s *Screen) addModes(guided bool) {
	s.events = &events{run: s}
	s.whatIf = &whatIf{run: s}
	s.whyNot = &whyNot{run: s}
	s.warnings = newWarnings(s, guided)
	s.you = &you{run: s}
	s.modes = mode.NewStack(
		s.events.mode(), newPrompt(s), newCursor(s),
		s.whyNot.mode(), s.whatIf.mode(), s.warnings.mode(), s.you.mode(),
	)
}

// Driver plays the run.
func (s *Screen) Driver() *drive.Driver { return s.driver }

func (s *Screen) runLine(line string) (tea.Cmd, error) { return kit.RunLine(s.Commands(), line) }

// compare continues with other learners, and audits new ones.
func (s *Screen) compare(config *model.Config) tea.Cmd {
	return tea.Batch(s.driver.Change(config), s.audits.make(config))
}

// CloseAll closes all modes, and shows all panels.
func (s *Screen) CloseAll() tea.Cmd {
	s.panels.show = allPanels
	return s.refresh(s.modes.Close())
}

// Pause pauses the run, before another screen is shown.
func (s *Screen) Pause() tea.Cmd {
	if s.driver.Running() {
		return s.driver.Toggle()
	}
	return nil
}

// audits are the learners' exact audits, made in the background.
type audits struct {
	task kit.Task[map[string]*facts.Audit]
	done map[string]*facts.Audit // by spec
}

func (a *audits) make(c *model.Config) tea.Cmd {
	config := *c
	config.Learners = nil
	for _, spec := range c.Learners {
		if a.done[spec.String()] == nil {
			config.Learners = append(config.Learners, spec)
		}
	}
	if len(config.Learners) == 0 {
		return nil
	}
	return a.task.Start(func(context.Context, func(int, int)) (map[string]*facts.Audit, error) {
		made := map[string]*facts.Audit{}
		for i, audit := range facts.Audits(&config) {
			made[config.Learners[i].String()] = &audit
		}
		return made, nil
	})
}

// take stores finished audits and reports whether the message brought any.
func (a *audits) take(msg tea.Msg) bool {
	made, _ := a.task.Update(msg)
	if made == nil {
		return false
	}
	maps.Copy(a.done, made.Value)
	return true
}

// Sentences describes the run for people who do not see the screen: the round, each
// learner's regret, and the play of the focused learner.
func (s *Screen) Sentences() []string {
	shot := s.Snapshot()
	if shot == nil {
		return []string{"The run is being prepared."}
	}
	c := shot.Config
	state := "paused"
	if s.driver.Running() {
		state = "running"
	}
	all := []string{fmt.Sprintf("Round %s of %s in %s, seed %d, %s.", number.Count(shot.Round), number.Count(c.Horizon),
		s.Focus.scenario(), c.Seed, state)}
	if shot.Round == 0 {
		all[0] += " No rounds played yet"
		if c.Waits() {
			all[0] += "."
		} else {
			all[0] += ": step plays one, go 5000 goes to a round."
		}
	}
	if s.Focus.Hides() {
		all = append(all, s.Focus.believed(shot))
	} else {
		var regrets []string
		for i := range shot.Learners {
			v := &shot.Learners[i]
			regrets = append(regrets, facts.Does(v, "has")+" regret "+number.Value(v.Regret))
		}
		all = append(all, strings.Join(regrets, ", ")+".")
	}
	view := &shot.Learners[s.Focus.Learner]
	focus := "In focus: " + view.Spec.Label() + "."
	if shot.Round > 0 {
		focus = fmt.Sprintf("In focus: %s, which plays arm %s.", view.Spec.Label(), s.Focus.plays(view.Play))
	}
	if view.Spec.Plays().Waits() && shot.Round > 0 {
		focus = fmt.Sprintf("You pulled arm %s.", s.Focus.plays(view.Play))
	}
	if n := view.Account.Releases; n > 0 {
		focus += fmt.Sprintf(" Its last release was at the end of round %s. After %s, the costliest round has lost %s.",
			number.Count(view.Account.Last.Round), number.Plural(n, "release"), s.Focus.about().Spending().Cost())
	}
	return slices.Concat(all, []string{focus}, s.warnings.sentences(), s.you.sentences())
}

// Comparison returns sentences on which learner has less regret, and why.
func (s *Screen) Comparison() []string {
	switch shot := s.Snapshot(); {
	case shot != nil && s.Focus.Hides() && s.shown.config.Waits():
		return []string{"Regret is hidden: reveal shows it."}
	case shot == nil || shot.Round == 0 || !s.Focus.Hides():
		return facts.Comparison(shot)
	}
	return []string{"Regret is hidden: hide nothing shows it."}
}

// Subject returns the word that explains the focused panel: the view of the chart, the chosen fact
// Subject returns the word that explains the focused panel: the view of the chart, the chosen fact
// about privacy, the channel of the arm, estimates and pulls, or, for its choice, the learner.
func (s *Screen) Subject() string {
	if s.shown.shot == nil {
		return ""
	}
	view := s.Focus.view()
	switch p := s.panels.all[s.panels.at].(type) {
	case *panel.Chart:
		return s.chart.Shown()
	case *panel.Privacy:
		return p.Subject()
	case *panel.Reports:
		return "channel " + view.Channels[max(s.Focus.arm, 0)].ID()
	case *panel.Arms:
		return "estimate"
	}
	return view.Spec.ID
}
