package run

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

const page = 10 // lines

// pressView takes the keys that change what is seen of the run.
func (s *Screen) pressView(msg tea.KeyMsg) tea.Cmd {
	k := &s.keys
	switch {
	case key.Matches(msg, k.View):
		s.chart.Cycle(+1)
	case key.Matches(msg, k.ViewBack):
		s.chart.Cycle(-1)
	case key.Matches(msg, k.Log):
		s.chart.ToggleLog()
	case key.Matches(msg, k.LogValues):
		s.chart.ToggleLogValues()
	case key.Matches(msg, k.Charset):
		return s.refuse("lines are drawn with: %s", s.chart.NextCharset())
	case key.Matches(msg, k.Overlay):
		if !s.chart.CycleOverlay() {
			return s.noOverlay()
		}
	case key.Matches(msg, k.Cursor):
		return s.openCursor()
	case key.Matches(msg, k.Hold):
		s.chart.ToggleHold()
	case key.Matches(msg, k.Tab):
		return s.tab(+1)
	case key.Matches(msg, k.TabBack):
		return s.tab(-1)
	case key.Matches(msg, k.Learner):
		return s.nextLearner(+1)
	case key.Matches(msg, k.LearnerBack):
		return s.nextLearner(-1)
	case key.Matches(msg, k.Panel):
		to := int(msg.Runes[0] - '1')
		if n := s.visible(); to >= n {
			return s.refuse("there are %d panels here", n)
		}
		s.focus = to
	case key.Matches(msg, k.Warnings):
		if len(s.warnings) == 0 {
			return s.refuse("there is nothing to warn of")
		}
		s.warned, s.helpOffset = true, 0
	case key.Matches(msg, k.Order):
		s.arms.ToggleOrder()
	case key.Matches(msg, k.Hide):
		if !s.isLocal() {
			return s.refuse("nothing is hidden from %s: it has no local channel", s.shown.shot.Views[s.learner].Choice.Label())
		}
		s.hidden = !s.hidden
	case key.Matches(msg, k.Zoom):
		s.zoom = !s.zoom
	case key.Matches(msg, k.Up):
		return s.panels[s.focus].Scroll(-1)
	case key.Matches(msg, k.Down):
		return s.panels[s.focus].Scroll(+1)
	case key.Matches(msg, k.PageUp):
		return s.panels[s.focus].Scroll(-page)
	case key.Matches(msg, k.PageDown):
		return s.panels[s.focus].Scroll(+page)
	case key.Matches(msg, k.Leave):
		return s.leave()
	case key.Matches(msg, k.Setup):
		return s.away(SetupMsg{s.driver.Config()})
	}
	for i, b := range k.Further {
		if key.Matches(msg, b) {
			return s.away(OpenMsg{i, s.driver.Config(), s.learner})
		}
	}
	return nil
}

func (s *Screen) noOverlay() tea.Cmd {
	return s.refuse("nothing is known to lay over this view for %s; x plays replications",
		s.shown.shot.Views[s.learner].Choice.Label())
}

// tab goes to the next learner, or to the next panel where only one is seen
// beside the chart.
func (s *Screen) tab(by int) tea.Cmd {
	if s.places.Grid {
		return s.nextLearner(by)
	}
	if s.zoom {
		s.focus = (s.focus + by + s.visible()) % s.visible()
		return nil
	}
	// The chart is seen in any case: walk through the others.
	others := s.visible() - 1
	s.focus = (max(s.focus, 1)-1+by+others)%others + 1
	return nil
}

func (s *Screen) nextLearner(by int) tea.Cmd {
	n := len(s.driver.Config().Learners)
	if n == 1 {
		return s.refuse("there is only one learner; e adds more")
	}
	s.learner = (s.learner + by + n) % n
	return nil
}

// leave takes back, one after the other: a search, the zoom, the chosen arm.
func (s *Screen) leave() tea.Cmd {
	switch {
	case s.driver.Errand() != "":
		return s.driver.Interrupt()
	case s.zoom:
		s.zoom = false
	default:
		s.arm = -1
	}
	return nil
}

// away pauses and asks for another screen.
func (s *Screen) away(msg tea.Msg) tea.Cmd {
	var pause tea.Cmd
	if s.driver.Running() {
		pause = s.driver.Toggle()
	}
	return tea.Batch(pause, say(msg))
}
