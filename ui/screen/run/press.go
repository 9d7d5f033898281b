package run

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/ui/kit"
)

// press does what a key says, or says why it cannot.
func (s *Screen) press(msg tea.KeyMsg) tea.Cmd {
	s.refusal = ""
	switch {
	case s.prompt != nil:
		return s.pressPrompt(msg)
	case s.help || s.warned:
		return s.pressHelp(msg)
	case key.Matches(msg, s.keys.Quit):
		return say(QuitMsg{})
	case key.Matches(msg, s.keys.Help):
		s.help, s.helpOffset = true, 0
		return nil
	case s.shown.shot == nil:
		return nil // the run is not there yet
	}
	if cmd, ok := s.pressCursor(msg); ok {
		return cmd
	}
	if cmd, ok := s.pressTime(msg); ok {
		return cmd
	}
	return s.pressView(msg)
}

func say(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

func (s *Screen) refuse(format string, args ...any) tea.Cmd {
	s.refusal = fmt.Sprintf(format, args...)
	return nil
}

const (
	release = "release or breakpoint"
	change  = "change of arm"
)

// pressTime takes the keys that move the run.
func (s *Screen) pressTime(msg tea.KeyMsg) (cmd tea.Cmd, ok bool) {
	k, d := &s.keys, s.driver
	switch {
	case key.Matches(msg, k.Run):
		if d.Done() && d.Errand() == "" {
			return s.atHorizon(), true
		}
		return d.Toggle(), true
	case key.Matches(msg, k.Step):
		if d.Done() {
			return s.atHorizon(), true
		}
		return d.Step(+1), true
	case key.Matches(msg, k.Back):
		if d.Round() == 0 {
			return s.atBeginning(), true
		}
		return d.Step(-1), true
	case key.Matches(msg, k.NextEvent):
		return s.toEvent(model.PhaseOrPlay, release, true), true
	case key.Matches(msg, k.PreviousEvent):
		return s.toEvent(model.PhaseOrPlay, release, false), true
	case key.Matches(msg, k.NextChange):
		return s.toEvent(model.ArmChange, change, true), true
	case key.Matches(msg, k.PreviousChange):
		return s.toEvent(model.ArmChange, change, false), true
	case key.Matches(msg, k.NextBreak):
		return s.toBreak(true), true
	case key.Matches(msg, k.PreviousBreak):
		return s.toBreak(false), true
	case key.Matches(msg, k.Go):
		s.prompt = &prompt{}
		return nil, true
	case key.Matches(msg, k.Faster):
		if !d.Faster(+1) {
			return s.refuse("this is as fast as this machine can"), true
		}
		return nil, true
	case key.Matches(msg, k.Slower):
		if !d.Faster(-1) {
			return s.refuse("one round a second is the slowest; n goes step by step"), true
		}
		return nil, true
	case key.Matches(msg, k.Restart):
		return d.Restart(d.Config()), true
	case key.Matches(msg, k.NextSeed):
		next := *d.Config()
		next.Seed++
		return d.Restart(&next), true
	}
	return nil, false
}

func (s *Screen) atHorizon() tea.Cmd {
	return s.refuse("the horizon is reached: b and g go back, r restarts, s takes the next seed")
}

func (s *Screen) atBeginning() tea.Cmd {
	return s.refuse("this is before round 1: there is nothing earlier")
}

// toEvent looks for an event of the focused learner's, unless it can have none.
func (s *Screen) toEvent(e model.Event, name string, forward bool) tea.Cmd {
	view, scenario := &s.shown.shot.Views[s.learner], s.driver.Config().Scenario
	choice := view.Choice
	// Learners with a window may restart, which is an event, too.
	happens := choice.Privacy == learners.Central || view.Window != nil
	switch {
	case e == model.PhaseOrPlay && !happens && len(scenario.Breakpoints()) == 0:
		return s.refuse("%s makes no releases and %s has no breakpoints; } and { go to changes of arm", choice.Name, scenario.Name)
	case forward && s.driver.Done():
		return s.atHorizon()
	case forward:
		return s.driver.Next(e, s.learner, name)
	case s.driver.Round() == 0:
		return s.atBeginning()
	}
	return s.driver.Previous(e, s.learner, name)
}

// toBreak goes to the next round in which the environment changes, or to the
// newest one before. They are known, so nothing has to be searched for.
func (s *Screen) toBreak(forward bool) tea.Cmd {
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

func (s *Screen) pressHelp(msg tea.KeyMsg) tea.Cmd {
	k := &s.keys
	switch {
	case key.Matches(msg, k.Down):
		s.helpOffset++
	case key.Matches(msg, k.Up):
		s.helpOffset = max(s.helpOffset-1, 0)
	case key.Matches(msg, k.Quit):
		return say(QuitMsg{})
	default:
		s.help, s.warned = false, false
	}
	return nil
}
