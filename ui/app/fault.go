package app

import (
	"fmt"
	"runtime/debug"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// A Fault is a panic, told in one sentence. It is a mistake of the program's.
type Fault struct {
	Reason any
	Stack  []byte
}

func (f *Fault) Error() string {
	reason, _, _ := strings.Cut(fmt.Sprint(f.Reason), "\n")
	return "the program stopped on an internal error: " + reason
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

type failedMsg struct{ fault *Fault }

// guarded turns a panic in a command, or in one of a batch, into a message, so
// that the terminal is restored before the fault is printed.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if reason := recover(); reason != nil {
				msg = failedMsg{&Fault{reason, debug.Stack()}}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = guarded(batch[i])
			}
		}
		return msg
	}
}
