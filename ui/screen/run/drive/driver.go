// Package drive plays a run for the run screen: it plays at a pace, steps, rewinds, and
// searches for events, always in slices of about 25 ms outside of the event loop.
//
// While a slice is played, only its command may use the session; the command returns it with an
// immutable snapshot. At most one slice is played at a time, which limits pending work without
// a queue or a lock. Wall time decides how far a run is, and never what happens in it.
package drive

import (
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
)

const (
	frame  = 33 * time.Millisecond // between two looks at the clock while running
	budget = 25 * time.Millisecond // of one slice
)

// A Driver owns one comparison and moves it. Its methods are for the event loop: none of them
// simulates, but the commands that they return do.
type Driver struct {
	config  *model.Config
	run     int64           // distinguishes slices of this run from those of earlier runs and of other drivers
	session *model.Session  // nil while a command has it
	shot    *model.Snapshot // the newest
	shotOf  int64           // the run of the newest snapshot
	jumps   int
	note    string

	running bool
	until   int  // the round at which the run pauses; 0: the horizon
	ticking bool // a frameMsg is pending
	rung    int  // of the pace ladder
	debt    debt
	meter   meter
	goal    *goal // where to go before running on; nil: nowhere
	change  change

	begun float64 // rounds of all learners together, played or to be played, since Begun
	clock *kit.Clock
	most  int // rounds per simulated second
}

// runs counts the runs of all drivers. A new screen may still receive slices of the one that it
// replaced.
var runs atomic.Int64

// New returns a driver and the command that starts the run of a checked configuration, paused
// before round 1. A nil clock is the machine's.
func New(config *model.Config, clock *kit.Clock) (*Driver, tea.Cmd) {
	d := &Driver{rung: paceFor(config.Horizon), clock: clock, most: MostSimulated}
	return d, d.Restart(config)
}

// Restart starts a new run of a checked configuration. It runs if the earlier run did.
func (d *Driver) Restart(config *model.Config) tea.Cmd {
	d.run = runs.Add(1)
	d.jumps++
	d.config, d.session, d.goal, d.note, d.until = config, nil, nil, "", 0
	d.change = change{}
	d.debt, d.meter = debt{}, meter{}
	run := d.run
	return func() tea.Msg { // outside of the event loop
		session := model.NewSession(config)
		return sliceMsg{run: run, session: session, shot: session.Snapshot()}
	}
}

// Begun returns how many rounds, of all learners together, were played or will be for a jump or a
// change under way, since the last call.
func (d *Driver) Begun() float64 {
	begun := d.begun
	d.begun = 0
	return begun
}

func (d *Driver) begin(rounds int) {
	d.begun += float64(max(rounds, 0)) * float64(len(d.Target().Learners))
}

// Now returns the time of the driver's clock.
func (d *Driver) Now() time.Time { return d.clock.Now() }

// Config returns the configuration of the run.
func (d *Driver) Config() *model.Config { return d.config }

// Target returns the configuration after a pending change of learners.
func (d *Driver) Target() *model.Config {
	if d.change.to != nil {
		return d.change.to
	}
	return d.config
}

// Jumps returns the number of new runs and of jumps to a round or an event so far.
func (d *Driver) Jumps() int { return d.jumps }

// Snapshot returns the newest state; nil before the first.
func (d *Driver) Snapshot() *model.Snapshot { return d.shot }

// Running reports whether rounds are being played at the pace.
func (d *Driver) Running() bool { return d.running }

// Pace returns the chosen number of rounds per second, or Fastest.
func (d *Driver) Pace() int { return ladder[d.rung] }

// Until returns the round at which the run will pause, and the time until then at the present
// rate, 0 if unknown; ok is false if it runs to the horizon, or does not run.
func (d *Driver) Until() (round int, left time.Duration, ok bool) {
	if !d.running || d.until == 0 {
		return 0, 0, false
	}
	rate := d.Rate()
	if rate <= 0 && d.Pace() != Fastest {
		rate = float64(d.Pace())
	}
	if rate > 0 {
		left = time.Duration(float64(d.until-d.Round()) / rate * float64(time.Second))
	}
	return d.until, left, true
}

// Rate returns the recent number of rounds per second.
func (d *Driver) Rate() float64 { return d.meter.rate }

// Search describes the present search; empty without one.
func (d *Driver) Search() string {
	switch {
	case d.change.to != nil:
		return d.change.String()
	case d.goal != nil:
		return d.goal.text
	}
	return ""
}

// Working reports whether rounds are being played, or a jump or a change is under way.
func (d *Driver) Working() bool { return d.session == nil || d.goal != nil || d.change.to != nil }

// Changing reports whether a change of learners is pending or in progress.
func (d *Driver) Changing() bool { return d.change.to != nil }

// Note returns the outcome of the newest command, for the user; it may be empty.
func (d *Driver) Note() string { return d.note }

// Round returns the present round, or the target of a jump in progress.
func (d *Driver) Round() int {
	switch {
	case d.goal != nil && d.goal.to >= 0:
		return d.goal.to
	case d.shot == nil || d.shotOf != d.run:
		return 0
	}
	return d.shot.Round
}

// Done reports whether the horizon is reached, or the last round that all learners can play.
func (d *Driver) Done() bool {
	return d.Round() >= d.config.Horizon || d.shot != nil && d.shot.Err != nil && d.goal == nil &&
		d.Round() >= d.shot.Round
}

const atHorizon = "the horizon is reached: b and g go back, s takes the next seed"

// NoNext returns why there is no later round; empty if there is one.
func (d *Driver) NoNext() string { return kit.Unless(!d.Done(), atHorizon) }

// NoPrevious returns why there is no earlier round; empty if there is one.
func (d *Driver) NoPrevious() string {
	return kit.Unless(d.Round() > 0, "no rounds played yet: nothing to go back to")
}

// Update handles the driver's own messages and ignores all others.
func (d *Driver) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case frameMsg:
		return d.frame(time.Time(msg))
	case sliceMsg:
		if msg.run == d.run {
			return d.onSlice(msg)
		}
	}
	return nil
}

// frame plays the rounds due since the frame before.
func (d *Driver) frame(now time.Time) tea.Cmd {
	if !d.running {
		d.ticking = false
		return nil
	}
	d.meter.tick(now)
	due := d.debt.accrue(now, d.allowed())
	if d.session == nil || d.goal != nil || d.change.to != nil || due == 0 {
		return d.nextFrame()
	}
	if d.until > 0 {
		due = min(due, d.until-d.session.Round())
	}
	return tea.Batch(d.nextFrame(), d.play(due))
}

// onSlice stores the session and the snapshot that a command returned.
func (d *Driver) onSlice(msg sliceMsg) tea.Cmd {
	d.session, d.config = msg.session, msg.session.Config()
	d.begin(msg.rounds)
	if msg.goal != nil && msg.goal.to < 0 && msg.shot != nil {
		d.begin(msg.shot.Round - d.shot.Round)
	}
	d.change.onSlice(msg)
	if msg.shot != nil {
		d.shot, d.shotOf = msg.shot, msg.run
	}
	d.debt.pay(msg.rounds)
	d.meter.add(msg.rounds)
	if msg.goal != nil && msg.goal == d.goal && msg.reached {
		d.goal, d.note = nil, msg.outcome
	}
	if msg.failed != nil {
		d.note = msg.failed.Error()
	}
	if d.running && d.goal == nil && d.until > 0 && d.session.Round() >= d.until {
		d.running, d.until = false, 0
	}
	if err := d.session.Err(); err != nil && d.session.Done() {
		d.running, d.note = false, err.Error()
	} else if d.running && d.goal == nil && d.session.Done() {
		d.running, d.note = false, atHorizon
	}
	return tea.Batch(d.pursue(), d.keepTicking())
}

// pursue works on a change of learners, or else on the goal, if there is one and no command has
// the session.
func (d *Driver) pursue() tea.Cmd {
	switch {
	case d.session == nil:
		return nil
	case d.change.to != nil:
		return d.work(d.change.slice)
	case d.goal != nil:
		return d.work(d.goal.slice)
	}
	return nil
}

func (d *Driver) keepTicking() tea.Cmd {
	if !d.running || d.ticking {
		return nil
	}
	d.ticking = true
	return d.nextFrame()
}
