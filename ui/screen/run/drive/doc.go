// Package drive moves a run through time for somebody who watches: it runs at a
// pace, steps, rewinds and looks for events, always in slices of about 25 ms off
// the event loop. What does not belong here: keys, drawing, and any quantity of
// the simulation.
//
// Ownership of the session travels: while a slice is under way the command has
// it, and comes back with it and with a snapshot that never changes. At most one
// slice is under way, which is the whole back-pressure: no queue and no lock.
// Wall time decides how far a run is, and never what happened in it.
package drive

import (
	"time"
)

const (
	frame  = 33 * time.Millisecond // between two looks at the clock while running
	budget = 25 * time.Millisecond // of one slice
)
