// Package stream handles the program's input and output: whether they are terminals, their size and
// colors, and a progress meter.
package stream

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// MotionReduced reports whether the environment asks for no animation: NO_MOTION or REDUCED_MOTION is set, and not 0.
func MotionReduced() bool {
	return cmp.Or(os.Getenv("NO_MOTION"), "0") != "0" || cmp.Or(os.Getenv("REDUCED_MOTION"), "0") != "0"
}

// A Meter shows the progress of an experiment: a bar on a terminal; elsewhere, and with reduced
// motion, a line now and then. A nil Meter shows nothing.
type Meter struct {
	w            io.Writer
	title        string // before everything it shows
	bar          bool
	begun        time.Time
	start, shown time.Time // of the work with this title; of the newest line or bar
	now          func() time.Time
}

const (
	showAfter = 500 * time.Millisecond // short work needs no bar
	showEvery = 100 * time.Millisecond
	tellEvery = 10 * time.Second // a line, if there is no terminal
	barWidth  = 20
)

// NewMeter returns a meter that starts now; nil if quiet.
func NewMeter(w io.Writer, quiet bool) *Meter {
	if quiet {
		return nil
	}
	return &Meter{w: w, bar: IsTerminal(w) && !MotionReduced(), begun: time.Now(), start: time.Now(), now: time.Now}
}

// due reports whether it is time to show something, which then happens.
func (m *Meter) due() bool {
	if m == nil {
		return false
	}
	now, after, every := m.now(), tellEvery, tellEvery
	if m.bar {
		after, every = showAfter, showEvery
	}
	if now.Sub(m.begun) < after || now.Sub(m.shown) < every {
		return false
	}
	m.shown = now
	return true
}

// Tell writes a line if it is time to.
func (m *Meter) Tell(what string) {
	if m.due() {
		fmt.Fprintln(m.w, what)
	}
}

// Show draws the progress if it is time to.
func (m *Meter) Show(p trials.Progress) {
	if !m.due() {
		return
	}
	share := float64(p.Done) / float64(p.Total)
	percent := kit.Right(number.Share(math.Floor(100*share)/100), 4)
	text := percent + "  " + cmp.Or(p.Note, number.Count(p.Done)+" of "+number.Plural(p.Total, "unit"))
	if left := m.left(p); left >= 0 {
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	if m.bar {
		fmt.Fprintf(m.w, "\r\x1b[K%s%s %s", m.title, kit.Bar(share, barWidth), text)
	} else {
		fmt.Fprintln(m.w, m.title+text)
	}
}

// left estimates the time left: by what the workers' units took, where that is known, because several units of
// different lengths end at once; −1 if nothing is known.
func (m *Meter) left(p trials.Progress) time.Duration {
	todo, fresh := float64(p.Total-p.Done), p.Done-p.Kept
	switch {
	case p.Elapsed > 0:
		return time.Duration(p.Elapsed * todo / float64(p.Total*p.Workers) * float64(time.Second))
	case p.Workers == 0 && fresh > 0:
		return time.Duration(float64(m.shown.Sub(m.start)) * todo / float64(fresh))
	}
	return -1
}

// Of names the work, shown before its progress. The same name again does not restart it.
func (m *Meter) Of(title string) {
	if m != nil && m.title != title {
		m.title, m.start = title, m.now()
	}
}

// Clear removes the bar.
func (m *Meter) Clear() {
	if m != nil && m.bar && !m.shown.IsZero() {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
