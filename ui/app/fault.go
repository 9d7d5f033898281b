package app

import (
	"fmt"
	"runtime/debug"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// A Fault is a panic: a bug in the program.
type Fault struct {
	Reason any
	Stack  []byte
}

func (f *Fault) Error() string {
	reason, _, _ := strings.Cut(fmt.Sprint(f.Reason), "\n")
	return "the program stopped on an internal error: " + reason
}

// caught is deferred: it turns a panic into the program's fault and quits.
func (r *root) caught() {
	if reason := recover(); reason != nil {
		r.fail(&Fault{reason, debug.Stack()})
	}
}

// fail quits because of a fault; only the first one is kept.
func (r *root) fail(f *Fault) {
	if r.fault == nil {
		r.fault = f
		if r.quit != nil {
			go r.quit() // the event loop would wait for itself
		}
	}
}

type failedMsg struct{ fault *Fault }

// guarded turns panics in a command, or in a batch of commands, into messages, so the terminal
// is restored before the fault is printed.
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
