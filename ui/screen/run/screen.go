// Package run implements the screen that shows a run round by round: it gives the panels their room
// and their state, and turns keys into actions of the driver.
package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
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
	kit.Base
	theme  *theme.Theme
	driver *drive.Driver
	shown  shown // of the run, in the panels

	comparison *comparison

	recount func(k string) (tea.Cmd, error)

	Focus   *Focus
	BackRow *BackRow

	chart  *panel.Chart
	panels *panels
	layout layout

	commands []kit.Command // the table of the screen without its modes
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
	s := &Screen{theme: t, recount: o.Recount}
	s.shown.Config = config
	f := &Focus{shown: &s.shown.State, notice: &s.Notice, Learner: o.Place.Learner, arm: -1, hidden: o.Place.hidden}
	s.Focus, s.BackRow = f, &BackRow{run: s}
	s.chart = panel.NewChart(t, f, o.Cache, log, o.Guided || config.Waits())
	s.panels = &panels{run: s, at: armsPanel, all: []panel.Panel{
		s.chart, panel.NewArms(t, f), panel.NewPrivacy(t), panel.NewWhy(t), panel.NewReports(t, f),
	}}
	s.chart.SetBig(o.Big)
	var cmd tea.Cmd
	s.driver, cmd = drive.New(config, o.Clock)
	s.comparison = &comparison{driver: s.driver, audits: audits{done: map[string]*facts.ExactAudit{}}}
	s.commands = table(s)
	s.events = &events{run: s}
	s.whatIf = &whatIf{run: s, comparison: s.comparison}
	s.whyNot = &whyNot{run: s}
	s.warnings = newWarnings(s, o.Guided)
	s.you = &you{run: s}
	s.modes = mode.NewStack(
		s.events.mode(), newPrompt(s), newCursor(s),
		s.whyNot.mode(), s.whatIf.mode(), s.warnings.mode(), s.you.mode(),
	)
	s.chart.SetView(o.Place.View)
	if o.Place.Round > 0 {
		cmd = tea.Batch(cmd, s.driver.Seek(o.Place.Round))
	}
	return s, tea.Batch(cmd, s.comparison.audits.make(config))
}

// Title returns "", because the header is enough.
func (s *Screen) Title() string { return "" }

// Closes reports whether esc closes something open on the screen.
func (s *Screen) Closes() bool { return s.modes.Top() != nil }

// Zoomed reports whether esc shows hidden panels.
func (s *Screen) Zoomed() bool { return s.panels.show != allPanels || s.BackRow.aside }

// State returns the newest state of the run, without learners that modes add.
func (s *Screen) State() drive.State { return s.comparison.State() }

// Busy reports whether the run is on its way to a target, or not there yet.
func (s *Screen) Busy() bool {
	now := s.State()
	return now.Shot == nil || now.Search != ""
}

// Begun returns the rounds of all learners together that were played or begun since the last call.
func (s *Screen) Begun() float64 { return s.driver.Begun() }

// Ready reports whether the run, and with it its commands, is there.
func (s *Screen) Ready() bool { return s.shown.Shot != nil }

// SetSize sets the size of the screen.
func (s *Screen) SetSize(width, height int) {
	s.Base.SetSize(width, height)
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
		s.Notice.Refuse(s.chart.Take(msg))
	default:
		if s.Saved(msg) || s.comparison.audits.take(msg) {
			break
		}
		notice := s.Notice
		cmd = tea.Batch(s.driver.Update(msg), s.modes.Update(msg))
		if s.shown.suffices(s.State(), s.driver.Now(), s.Width*s.Height) && s.Notice == notice {
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
	if done := s.comparison.settle(); done != nil {
		s.Focus.Learner = done.learner
		s.Say(done.outcome(s.State().Shot, s.Focus.Hides()))
	}
	s.Changed()
	s.shown = shown{s.State(), s.driver.Now()}
	s.Focus.keep()
	state := s.Focus.state()
	if s.shown.Shot != nil {
		state.Audit = s.comparison.audits.done[s.Focus.view().Spec.String()]
	}
	s.whyNot.mark(&state)
	if !state.Hidden {
		state.Fan = s.comparison.fan()
	}
	s.panels.arrange(state)
}

// Driver plays the run.
func (s *Screen) Driver() *drive.Driver { return s.driver }

// CloseAll closes all modes, and shows all panels.
func (s *Screen) CloseAll() tea.Cmd {
	s.panels.show = allPanels
	return s.refresh(s.modes.Close())
}

// Pause pauses the run, before another screen is shown.
func (s *Screen) Pause() tea.Cmd {
	if s.State().Running {
		return s.driver.Toggle()
	}
	return nil
}

// Subject returns the word that explains the focused panel: the view of the chart, the chosen fact
// about privacy, the channel of the arm, estimates and pulls, or, for its choice, the learner.
func (s *Screen) Subject() string {
	if s.shown.Shot == nil {
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
