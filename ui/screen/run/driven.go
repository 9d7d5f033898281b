package run

import (
	"time"

	"regretscope/model"
)

// driveState is all that a view depends on of what the driver does by itself.
type driveState struct {
	shot         *model.Snapshot
	running      bool
	pace         int
	rate         float64
	note, search string
	until        int
}

func (s *Screen) driven() driveState {
	until, _, _ := s.driver.Until()
	return driveState{
		until: until,
		shot:  s.Snapshot(), running: s.driver.Running(), pace: s.driver.Pace(),
		rate: s.driver.Rate(), note: s.driver.Note(), search: s.driver.Search(),
	}
}

// A fast run is drawn less often than its slices come back: no one reads faster,
// and a terminal at the end of a slow line has less to take.
const (
	fast       = 1000 // rounds a second
	pause      = 60 * time.Millisecond
	largePause = 90 * time.Millisecond
	large      = 8000 // cells of a terminal
)

// rests reports whether all that is new is how far a fast run is, and the newest view too
// young to be drawn anew.
func (s *Screen) rests(now driveState) bool {
	rest := pause
	if s.width*s.height >= large {
		rest = largePause
	}
	now.shot, now.rate = s.shown.shot, s.shown.rate
	return now == s.shown && now.running && now.pace >= fast && s.clock.Now().Sub(s.synced) < rest
}
