package drive

import (
	"math"
	"time"
)

// Fastest is the pace of as many rounds as the machine can do.
const Fastest = math.MaxInt

// ladder is the paces there are, in rounds per second.
var ladder = []int{1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, Fastest}

// MostSimulated is how many rounds a run plays in a second of simulated time at
// most, unless SetMost says otherwise.
const MostSimulated = 100_000

// SetMost chooses how many rounds are played in a second of simulated time at most.
func (d *Driver) SetMost(rounds int) { d.most = rounds }

// allowed returns the pace that the clock allows: simulated time waits for the machine,
// so that as fast as it can would be without end.
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

// paceFor returns the rung at which a run of that many rounds takes about half a
// minute: slow enough to be watched, fast enough for a talk.
func paceFor(horizon int) int {
	rung := 0
	for i, pace := range ladder[:len(ladder)-1] {
		if pace <= horizon/30 {
			rung = i
		}
	}
	return rung
}

// debt is what a pace owes by now, in billionths of a round: whole numbers, so
// that nothing is lost however short a frame is.
type debt struct {
	owed  int64
	clock time.Time // of the newest frame; zero before the first
}

// most is how far behind one may fall: after a stall the user does not want to see minutes
// caught up.
const most = 100 * time.Millisecond

// accrue lets time pass at a pace and returns how many whole rounds are due.
func (d *debt) accrue(now time.Time, pace int) int {
	if d.clock.IsZero() {
		// The first frame: something is to be seen at once, at any pace.
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

// cap forgets what is owed beyond the most, but never a round that is due.
func (d *debt) cap(pace int) {
	d.owed = min(d.owed, max(int64(pace)*int64(most), 2*int64(time.Second)))
}

// A meter measures the rounds per second that were achieved, again every half
// second so that the number can be read.
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
