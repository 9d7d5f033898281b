package app

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/app/console"
)

// A process is the program as the system sees it: its terminal, its signals, and how it ends.
type process struct {
	signals     *console.Signals  // nil in tests
	keys        *console.Keyboard // likewise, and on Windows
	quit        func()            // quits from outside of the event loop
	interrupted bool
	wrong       error // mistakes of the script, which end the program
	fault       *Fault
}

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
func (p *process) caught() {
	if reason := recover(); reason != nil {
		p.fail(&Fault{reason, debug.Stack()})
	}
}

// fail quits because of a fault; only the first one is kept.
func (p *process) fail(f *Fault) {
	if p.fault == nil {
		p.fault = f
		if p.quit != nil {
			go p.quit() // the event loop would wait for itself
		}
	}
}

type failedMsg struct{ fault *Fault }

// catchPanics turns panics in a command, or in a batch of commands, into messages, so the terminal
// is restored before the fault is printed.
func catchPanics(cmd tea.Cmd) tea.Cmd {
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
				batch[i] = catchPanics(batch[i])
			}
		}
		return msg
	}
}

// suspend restores the terminal and stops the program until it is continued.
func (p *process) suspend() (tea.Cmd, error) {
	if err := console.MaySuspend(); err != nil {
		return nil, err
	}
	return p.release(p.signals.Suspend), nil
}

// release restores the terminal, calls run, and sets the terminal up again.
func (p *process) release(run func()) tea.Cmd {
	p.keys.Pause()
	return tea.Exec(&released{run}, func(error) tea.Msg {
		p.keys.Resume()
		return nil
	})
}

// released is a program for tea.Exec, which restores the terminal, runs it, and sets the terminal up.
type released struct{ run func() }

func (r *released) Run() error {
	r.run()
	return nil
}

func (*released) SetStdin(io.Reader)  {}
func (*released) SetStdout(io.Writer) {}
func (*released) SetStderr(io.Writer) {}
