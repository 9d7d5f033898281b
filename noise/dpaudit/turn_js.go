package dpaudit

import (
	"syscall/js"
	"time"
)

// Every 64th call looks at the clock; after 10 ms of work others have their turn.
const (
	turnCalls = 64
	turnWork  = 10 * time.Millisecond
)

var (
	turnCount int
	turnGiven time.Time
)

// GiveTurn lets JavaScript have its turn now and then: keys reach the one thread there is only
// while all of the program waits. It costs next to nothing and may be called in every round.
func GiveTurn() {
	if turnCount++; turnCount%turnCalls != 0 || time.Since(turnGiven) < turnWork {
		return
	}
	turnGiven = time.Now()
	page := js.Global().Get("regretscope")
	if !page.Truthy() {
		return
	}
	turn := make(chan struct{})
	resume := js.FuncOf(func(js.Value, []js.Value) any {
		close(turn)
		return nil
	})
	defer resume.Release()
	page.Call("yield", resume) // by a message: a timer would take 4 ms
	<-turn
	turnGiven = time.Now()
}
