package app

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// A Fault is a panic, told in one sentence. It is a mistake of the program's.
type Fault struct {
	Reason any
	Stack  []byte
}

func (f *Fault) Error() string {
	reason, _, _ := strings.Cut(fmt.Sprint(f.Reason), "\n")
	return "the program made a mistake and had to stop: " + reason
}

// caught is to be deferred: it keeps a panic as the program's fault and ends it.
func (r *root) caught() {
	if reason := recover(); reason != nil {
		r.fail(&Fault{reason, debug.Stack()})
	}
}

// fail ends the program because of a fault; of several the first one counts.
func (r *root) fail(f *Fault) {
	if r.fault == nil {
		r.fault = f
		if r.quit != nil {
			go r.quit() // not from within the event loop, which would wait for itself
		}
	}
}
