package model

import (
	"syscall/js"
	"time"
)

// Every 64th call checks the clock and yields after 10 ms of work.
const (
	turnCalls = 64
	turnWork  = 10 * time.Millisecond
)

var (
	turnCount int
	turnGiven time.Time
)

// yield gives the page a turn: it yields to JavaScript now and then, because its only thread receives keys while the whole
// program waits. It costs almost nothing, so every round may call it.
func yield() {
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
	page.Call("yield", resume) // the page resumes by a message, because a timer would take 4 ms
	<-turn
	turnGiven = time.Now()
}
