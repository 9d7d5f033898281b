package turn

import (
	"syscall/js"
	"time"
)

// Every 64th call looks at the clock; after 10 ms of work others have their turn.
const (
	calls = 64
	work  = 10 * time.Millisecond
)

var (
	count int
	given time.Time
)

// Give lets JavaScript have its turn now and then: keys reach the one thread there is only
// while all of the program waits. It costs next to nothing and may be called in every round.
func Give() {
	if count++; count%calls != 0 || time.Since(given) < work {
		return
	}
	given = time.Now()
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
	given = time.Now()
}
