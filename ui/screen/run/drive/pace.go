package drive

import (
	"math"
	"time"
)

// Fastest is the pace without a limit.
const Fastest = math.MaxInt

// ladder lists the paces, in rounds per second.
var ladder = []int{1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, Fastest}

// MostSimulated is the default limit on rounds per simulated second.
const MostSimulated = 100_000

// SetMost limits the rounds per simulated second.
func (d *Driver) SetMost(rounds int) { d.most = rounds }

// allowed returns the pace within the clock's limit: simulated time waits for the machine, so
// Fastest would never end.
func (d *Driver) allowed() int {
	if d.clock.Simulated() {
		return min(d.Pace(), d.most)
	}
	return d.Pace()
}

func (d *Driver) budget() time.Duration {
	if d.clock.Simulated() {
		return time.Hour
	}
	return budget
}

// paceFor returns the rung at which a run takes about half a minute.
func paceFor(horizon int) int {
	rung := 0
	for i, pace := range ladder[:len(ladder)-1] {
		if pace <= horizon/30 {
			rung = i
		}
	}
	return rung
}

// debt is the rounds owed by the pace, in billionths: integers lose nothing in short frames.
type debt struct {
	owed  int64
	clock time.Time // of the newest frame; zero before the first
}

// most limits the debt: after a stall, the run does not catch up on minutes.
const most = 100 * time.Millisecond

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

func (m *meter) add(rounds int) { m.rounds += rounds }

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
