package run

import (
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/mode"
	"regretscope/ui/mode/host"
	"regretscope/ui/screen/run/layout"
	"regretscope/ui/screen/run/panel"
)

const page = 10 // lines

func (s *Screen) noOverlay() tea.Cmd {
	return s.refuse("nothing is known to lay over this view for %s; x plays replications",
		s.shown.shot.Views[s.learner].Choice.Label())
}

func (s *Screen) nextOverlay() tea.Cmd {
	if s.chart.CycleOverlay() {
		return nil
	}
	return s.noOverlay()
}

// toView goes to the view with a name; without one to the next.
func (s *Screen) toView(name string) (tea.Cmd, error) {
	if name != "" {
		return nil, s.chart.Show(name)
	}
	s.chart.Cycle(+1)
	return nil, nil
}

// turnPanel goes to another panel. The chart is seen in any case, unless one
// panel is zoomed: the others are walked through.
func (s *Screen) turnPanel(by int) {
	if s.zoom {
		s.focus = (s.focus + by + s.visible()) % s.visible()
		return
	}
	others := s.visible() - 1
	s.focus = (max(s.focus, 1)-1+by+others)%others + 1
}

// nextSet shows fewer panels, or all again.
func (s *Screen) nextSet() {
	s.zoom, s.show = false, s.show.Next()
	if s.show != layout.All {
		s.focus = 0
	}
}

func (s *Screen) turnLearner(by int) {
	n := len(s.Config().Learners)
	for range n {
		if s.learner = (s.learner + by + n) % n; s.maySee(s.learner) == nil {
			return
		}
	}
}

func (s *Screen) toLearner(text string) error {
	i, err := place("learner", text, len(s.Config().Learners))
	if err != nil {
		return err
	}
	return s.lookAt(i)
}

// lookAt has the panels follow a learner, unless its plays tell what is hidden.
func (s *Screen) lookAt(learner int) error {
	err := s.maySee(learner)
	if err == nil {
		s.learner = learner
	}
	return err
}

func (s *Screen) toArm(text string) error {
	j, err := place("arm", text, s.Config().Scenario.Arms())
	if err == nil {
		s.arm = j
	}
	return err
}

// place is the place of a thing, from 0, in a list of so many by its number.
func place(thing, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %s: must be a whole number from 1 to %d", thing, text, most)
	}
	return n - 1, nil
}

// leave takes back, one after the other: a search, the zoom, the chosen arm.
func (s *Screen) leave() tea.Cmd {
	if s.driver.Search() != "" {
		return s.driver.Interrupt()
	}
	for m := range mode.With[host.Leaver](s.modes) {
		if m.Leave() {
			return nil
		}
	}
	switch {
	case s.zoom:
		s.zoom = false
	default:
		s.arm = -1
	}
	return nil
}

// Pause pauses the run, before another screen is shown.
func (s *Screen) Pause() tea.Cmd {
	if s.driver.Running() {
		return s.driver.Toggle()
	}
	return nil
}

// Subject is what the focused panel is about, as a word that is explained: the
// view of the chart, the learner, what privacy costs, the channel of the arm.
func (s *Screen) Subject() string {
	if s.shown.shot == nil {
		return ""
	}
	view := s.focused()
	switch s.panels[s.focus].(type) {
	case *panel.Chart:
		return s.chart.Shown()
	case *panel.Privacy:
		return "costliest round"
	case *panel.Reports:
		return view.Channels[max(s.arm, 0)].ID()
	}
	return view.Choice.ID
}
