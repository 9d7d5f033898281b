// Package drive plays a run for the run screen: it plays at a pace, steps,
// rewinds and searches for events, always in slices of about 25 ms off the event
// loop. What does not belong here: keys, drawing, and any quantity of
// the simulation.
//
// While a slice is played, only its command may use the session; the command
// returns it with an immutable snapshot. At most one slice is played at a time,
// which limits the work waiting without a queue or a lock. Wall time decides how
// far a run is, and never what happens in it.
package drive

import (
	"time"
)

const (
	frame  = 33 * time.Millisecond // between two looks at the clock while running
	budget = 25 * time.Millisecond // of one slice
)
