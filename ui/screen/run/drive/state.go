package drive

import (
	"cmp"
	"time"

	"regretscope/model"
	"regretscope/ui/kit"
)

// A State is what a run looks like: two equal states look the same. It leaves out what changes with each slice.
type State struct {
	Config *model.Config   // of the run
	Target *model.Config   // of the run after a pending change of learners
	Shot   *model.Snapshot // the newest; nil before the first

	Round int // the present one, or the target of a jump under way
	Until int // the round at which the run will pause; 0: it runs to the horizon, or does not run
	Jumps int // the number of new runs, and of jumps to a round or an event, so far

	Pace int     // rounds per second, or Fastest
	Rate float64 // the recent number of rounds per second

	Running  bool // rounds are being played at the pace
	Gliding  bool // a jump is played on the screen; Toggle ends it
	Changing bool // a change of learners is pending or under way
	Done     bool // the horizon is reached, or the last round that all learners can play

	Search string // the search, jump, or change under way; empty without one
	Note   string // the outcome of the newest command; may be empty
}

// State returns the present state.
func (d *Driver) State() State {
	s := State{
		Config: d.config, Target: cmp.Or(d.change.to, d.config), Shot: d.shot, Round: d.round(), Jumps: d.jumps,
		Pace: d.pace(), Rate: d.meter.rate, Running: d.running, Gliding: d.glide > 0, Changing: d.change.to != nil,
		Done: d.done(), Search: d.search(), Note: d.note,
	}
	if d.running && d.glide == 0 {
		s.Until = d.until
	}
	return s
}

// Left returns the time until the run pauses, at the present rate; 0 if it is unknown.
func (s State) Left() time.Duration {
	rate := s.Rate
	if rate <= 0 && s.Pace != Fastest {
		rate = float64(s.Pace)
	}
	if rate <= 0 || s.Until == 0 {
		return 0
	}
	return time.Duration(float64(s.Until-s.Round) / rate * float64(time.Second))
}

const atHorizon = "the horizon is reached: b and g go back, s takes the next seed"

// NoNext returns why there is no later round; empty if there is one.
func (s State) NoNext() string { return kit.TextUnless(!s.Done, atHorizon) }

// NoPrevious returns why there is no earlier round; empty if there is one.
func (s State) NoPrevious() string {
	return kit.TextUnless(s.Round > 0, "no rounds played yet: nothing to go back to")
}
