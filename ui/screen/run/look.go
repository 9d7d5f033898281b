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

func (s *Screen) noOverlay() error {
	return fmt.Errorf("nothing is known to lay over this view for %s; x plays replications", s.focused().Choice.Label())
}

func (s *Screen) nextOverlay() error {
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

// turnPanel goes to another panel. Where the chart is seen in any case, the others are
// walked through.
func (s *Screen) turnPanel(by int) {
	n := s.visible()
	if s.places.Grid || s.show == layout.One {
		s.focus = (s.focus + by + n) % n
		return
	}
	s.focus = (max(s.focus, 1)-1+by+n-1)%(n-1) + 1
}

// nextSet shows fewer panels, or all again.
func (s *Screen) nextSet() {
	if s.show = s.show.Next(); s.show != layout.All {
		s.focus = 0
	}
}

// zoom shows one panel, the chart and why, or all; without a word one panel or all again.
func (s *Screen) zoom(which string) error {
	sets := map[string]layout.Set{"": layout.One, "one": layout.One, "why": layout.ChartAndWhy, "all": layout.All}
	set, ok := sets[which]
	switch {
	case !ok:
		return fmt.Errorf("zoom %s: must be one, why or all", which)
	case set == layout.ChartAndWhy:
		s.focus = 0
	case which == "" && s.show != layout.All:
		set = layout.All
	}
	s.show = set
	return nil
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

// leave takes back, one after the other: a search, what a mode has, the zoom, the chosen arm.
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
	case s.show != layout.All:
		s.show = layout.All
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
