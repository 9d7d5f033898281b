package run

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/mode/host"
)

func (s *Screen) refuse(format string, args ...any) tea.Cmd {
	s.refusal = fmt.Sprintf(format, args...)
	return nil
}

const (
	release = "release or breakpoint"
	change  = "change of arm"
)

// toEvent looks for an event of the focused learner's, unless it can have none.
func (s *Screen) toEvent(e model.Event, name string, forward bool) tea.Cmd {
	view, scenario := &s.shown.shot.Views[s.learner], s.Config().Scenario
	choice := view.Choice
	// Learners with a window may restart, which is an event, too.
	happens := choice.Privacy.Publishes() || view.Window != nil
	if e == model.ReleaseOrBreak && s.Hides() { // breakpoints are hidden
		if e, name = model.ReleaseOrRestart, "release"; !happens {
			return s.refuse("%s makes no releases; } and { go to changes of arm", choice.Name)
		}
	}
	switch {
	case e == model.ReleaseOrBreak && !happens && len(scenario.Breakpoints()) == 0:
		return s.refuse("%s makes no releases and %s has no breakpoints; } and { go to changes of arm", choice.Name, scenario.Name)
	case forward && s.driver.Done():
		return s.refuse(atHorizon)
	case forward:
		return s.driver.Next(e, s.played(), name)
	}
	return s.driver.Previous(e, s.played(), name)
}

// toBreak goes to the next round in which the environment changes, or to the
// newest one before. They are known, so nothing has to be searched for.
func (s *Screen) toBreak(forward bool) tea.Cmd {
	if s.Hides() {
		return s.refuse("where the environment changes is hidden: h shows it")
	}
	points, now := s.Config().Scenario.Breakpoints(), s.driver.Round()
	points = slices.DeleteFunc(points, func(t int) bool {
		return t > s.Config().Horizon || t == now || (t > now) != forward
	})
	switch {
	case len(points) == 0 && forward:
		return s.refuse("no breakpoint is ahead of round %s", kit.Count(now))
	case len(points) == 0:
		return s.refuse("there is no breakpoint before round %s", kit.Count(now))
	case forward:
		return s.driver.Seek(points[0])
	}
	return s.driver.Seek(points[len(points)-1])
}

// played is the place of the learner in focus among all that are played.
func (s *Screen) played() int {
	place := s.learner
	for m := range mode.With[host.Player](s.modes) {
		place = m.Played(place)
	}
	return place
}
