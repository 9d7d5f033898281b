// Package drive plays a run for the run screen: it plays at a pace, steps, rewinds, and
// searches for events, always in slices of about 25 ms outside of the event loop.
//
// While a slice is played, only its command may use the session; the command returns it with an
// immutable snapshot. At most one slice is played at a time, which limits pending work without
// a queue or a lock. Wall time decides how far a run is, and never what happens in it.
package drive

import (
	"cmp"
	"math"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
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
	from    int  // where the next jump forward begins to glide; −1: it does not
	glide   int  // rounds per second until then, in place of the pace; 0: it does not glide
	ticking bool // a frameMsg is pending
	speed   int  // an index into paces
	debt    debt
	meter   meter
	goal    *goal // where to go before running on; nil: nowhere
	change  change

	begun float64 // rounds of all learners together, played or to be played, since Begun
	clock *kit.Clock
	most  int // rounds per simulated second
}

// runs counts the runs of all drivers. A new screen may still receive slices of the one that it replaced.
var runs atomic.Int64

// New returns a driver and the command that starts the run of a checked configuration, paused
// before round 1. A nil clock is the machine's.
func New(config *model.Config, clock *kit.Clock) (*Driver, tea.Cmd) {
	d := &Driver{speed: speedFor(config.Horizon), clock: clock, most: MostSimulated}
	d.from = -1
	return d, d.Restart(config)
}

// Restart starts a new run of a checked configuration. It runs if the earlier run did.
func (d *Driver) Restart(config *model.Config) tea.Cmd {
	d.run = runs.Add(1)
	d.jumps++
	d.config, d.session, d.goal, d.note, d.until = config, nil, nil, "", 0
	d.change, d.glide = change{}, 0
	d.debt, d.meter = debt{}, meter{}
	run := d.run
	return func() tea.Msg { // outside of the event loop
		session := model.NewSession(config)
		return sliceMsg{run: run, session: session, shot: session.Snapshot()}
	}
}

// RestartAt starts a new run of a checked configuration and plays it to a round. It runs on if the earlier run did.
func (d *Driver) RestartAt(config *model.Config, round int) tea.Cmd {
	running := d.running
	cmd := d.Restart(config)
	if round > 0 {
		cmd = tea.Batch(cmd, d.seek(round))
		d.running = running
	}
	return cmd
}

// Begun returns how many rounds, of all learners together, were played or will be for a jump or a
// change under way, since the last call.
func (d *Driver) Begun() float64 {
	begun := d.begun
	d.begun = 0
	return begun
}

func (d *Driver) begin(rounds int) {
	d.begun += float64(max(rounds, 0)) * float64(len(cmp.Or(d.change.to, d.config).Learners))
}

// Now returns the time of the driver's clock.
func (d *Driver) Now() time.Time { return d.clock.Now() }

// pace returns the chosen number of rounds per second, or Fastest.
func (d *Driver) pace() int { return paces[d.speed] }

// GlideFrom lets the next jump to a later round play on the screen, from this round on, in about a second.
func (d *Driver) GlideFrom(round int) { d.from = round }

// search describes the present search; empty without one.
func (d *Driver) search() string {
	switch {
	case d.change.to != nil:
		return d.change.String()
	case d.goal != nil:
		return d.goal.text
	case d.glide > 0:
		return "going to round " + number.Count(d.until)
	}
	return ""
}

// Working reports whether rounds are being played, or a jump or a change is under way.
func (d *Driver) Working() bool { return d.session == nil || d.goal != nil || d.change.to != nil }

// round returns the present round, or the target of a jump in progress.
func (d *Driver) round() int {
	switch {
	case d.goal != nil && d.goal.to >= 0:
		return d.goal.to
	case d.shot == nil || d.shotOf != d.run:
		return 0
	}
	return d.shot.Round
}

// done reports whether the horizon is reached, or the last round that all learners can play.
func (d *Driver) done() bool {
	return d.round() >= d.config.Horizon || d.shot != nil && d.shot.Err != nil && d.goal == nil &&
		d.round() >= d.shot.Round
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
	d.meter.rounds += msg.rounds
	if msg.goal != nil && msg.goal == d.goal && msg.reached {
		d.goal, d.note = nil, msg.outcome
	}
	if msg.failed != nil {
		d.note = msg.failed.Error()
	}
	if d.running && d.goal == nil && d.until > 0 && d.session.Round() >= d.until {
		d.running, d.until, d.glide = false, 0, 0
	}
	if err := d.session.Err(); err != nil && d.session.Done() {
		d.running, d.note = false, err.Error()
	} else if d.running && d.goal == nil && d.session.Done() {
		d.running, d.note = false, atHorizon
	}
	return tea.Batch(d.pursue(), d.keepTicking())
}

// pursue works on a change of learners, or else on the goal, unless a command has the session.
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

// Change changes the learners at the present round. The configuration has been checked and
// differs in nothing else. A running run continues once the new learners have caught up.
func (d *Driver) Change(config *model.Config) tea.Cmd {
	d.change = change{to: config}
	d.begin(d.round())
	return d.pursue()
}

// Toggle runs or pauses; it also ends a search.
func (d *Driver) Toggle() tea.Cmd {
	switch {
	case d.glide > 0:
		return d.seek(d.until)
	case d.goal != nil:
		return d.Interrupt()
	}
	d.note, d.until = "", 0
	d.running = !d.running && !d.done()
	d.debt, d.meter = debt{}, meter{}
	return d.keepTicking()
}

// RunTo runs to a later round and pauses there.
func (d *Driver) RunTo(round int) tea.Cmd {
	d.goal, d.note, d.glide = nil, "", 0
	d.until = min(round, d.config.Horizon)
	if d.running {
		return nil
	}
	d.running = d.until > d.round()
	d.debt, d.meter = debt{}, meter{}
	return d.keepTicking()
}

// Interrupt ends a search or a change of learners. A backward search returns to the round where it started.
func (d *Driver) Interrupt() tea.Cmd {
	d.note = ""
	if d.change.to != nil {
		d.change = change{}
		return d.pursue()
	}
	if d.goal != nil && d.goal.back >= 0 {
		return d.head(seek(d.goal.back, false))
	}
	d.goal = nil
	return nil
}

// Seek pauses and goes to a round, or as near as possible.
func (d *Driver) Seek(round int) tea.Cmd {
	d.jumps++
	return d.seek(round)
}

func (d *Driver) seek(round int) tea.Cmd {
	round = min(max(round, 0), d.config.Horizon)
	d.begin(round - d.round())
	from := d.from
	if d.from = -1; from < 0 || round <= from || round <= d.round() {
		return d.head(seek(round, round > d.round()))
	}
	cmd := d.head(seek(from, false))
	d.running, d.until, d.glide = true, round, round-from
	d.debt, d.meter = debt{}, meter{}
	return tea.Batch(cmd, d.keepTicking())
}

// Step pauses and moves by a number of rounds.
func (d *Driver) Step(rounds int) tea.Cmd { return d.seek(d.round() + rounds) }

func (d *Driver) head(g *goal) tea.Cmd {
	d.running, d.note, d.goal, d.until, d.glide = false, "", g, 0, 0
	return d.pursue()
}

// Faster chooses a pace that is some steps faster, or slower, and reports whether there is one.
func (d *Driver) Faster(steps int) bool {
	speed := d.speed + steps
	if speed < 0 || speed >= len(paces) {
		return false
	}
	d.speed = speed
	d.debt.cap(min(d.pace(), paces[len(paces)-2]))
	d.meter = meter{}
	return true
}

// Fastest is the pace without a limit.
const Fastest = math.MaxInt

// paces are those that a person can choose, in rounds per second.
var paces = []int{1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, Fastest}

// MostSimulated is the default limit on rounds per simulated second.
const MostSimulated = 100_000

// SetMost limits the rounds per simulated second.
func (d *Driver) SetMost(rounds int) { d.most = rounds }

// allowed returns the pace within the clock's limit: simulated time waits for the machine, so
// Fastest would never end.
func (d *Driver) allowed() int {
	if d.glide > 0 {
		return d.glide
	}
	if d.clock.Simulated() {
		return min(d.pace(), d.most)
	}
	return d.pace()
}

func (d *Driver) budget() time.Duration {
	if d.clock.Simulated() {
		return time.Hour
	}
	return budget
}

// speedFor returns the index of the pace at which a run takes about half a minute.
func speedFor(horizon int) int {
	speed := 0
	for i, pace := range paces[:len(paces)-1] {
		if pace <= horizon/30 {
			speed = i
		}
	}
	return speed
}

// debt is the rounds owed by the pace, in billionths: integers lose nothing in short frames.
type debt struct {
	owed  int64
	clock time.Time // of the newest frame; zero before the first
}

const most = 100 * time.Millisecond // of debt: after a stall, the run does not catch up on minutes

// accrue adds the time since the last frame and returns the rounds due.
func (d *debt) accrue(now time.Time, pace int) int {
	if d.clock.IsZero() {
		// The first frame shows a round at once.
		d.clock, d.owed = now, int64(time.Second)
	}
	passed := min(max(now.Sub(d.clock), 0), most)
	d.clock = now
	if pace == Fastest {
		return Fastest
	}
	d.owed += int64(pace) * int64(passed)
	d.cap(pace)
	return int(d.owed / int64(time.Second))
}

func (d *debt) pay(rounds int) {
	d.owed = max(d.owed-int64(rounds)*int64(time.Second), 0)
}

// cap limits the debt, but keeps a round that is due.
func (d *debt) cap(pace int) {
	d.owed = min(d.owed, max(int64(pace)*int64(most), 2*int64(time.Second)))
}

// A meter measures the actual rounds per second, twice a second.
type meter struct {
	since  time.Time
	rounds int
	rate   float64
}

const metered = 500 * time.Millisecond

func (m *meter) tick(now time.Time) {
	passed := now.Sub(m.since)
	switch {
	case m.since.IsZero() || passed > 4*metered:
		m.since, m.rounds = now, 0
	case passed >= metered:
		m.rate = float64(m.rounds) / passed.Seconds()
		m.since, m.rounds = now, 0
	}
}
