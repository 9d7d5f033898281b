package app

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/app/console"
	"regretscope/ui/script"
)

// goesBack reports whether q goes back like esc rather than quits.
func (r *root) goesBack() bool {
	return !r.Typing() && (r.shown.Closes() || !r.onRun() && !r.Choosing())
}

// farewell prints the command line that opens the same place again, or says that a game is
// lost.
func (r *root) farewell() {
	defer func() { _ = recover() }() // a fault is reported separately
	if ended := r.options.Advance && !r.stops.Open(); ended || r.options.Leaving == nil {
		return
	}
	line, what := r.openLine(), "This command opens the same place again:"
	if at := r.stops.State().Stop; r.options.Script != nil && at >= 0 {
		line, what = r.options.talkLine(at), "This command returns to this stop of the talk:"
	} else if r.run != nil && r.run.Config().Waits() {
		kept := "Your pulls are not kept."
		if r.stops.State().Lesson != nil && r.options.Progress != nil {
			kept = "The program remembers this stop of the lesson, but not your pulls."
		}
		what = kept + " This command begins the same game again:"
	}
	if line != "" {
		fmt.Fprintf(r.options.Leaving, "%s\n\n    %s\n\n", what, script.Typed(line))
	}
}

// talkLine returns the command line that opens a stop, from 0, of the script.
func (o *Options) talkLine(at int) string {
	line := fmt.Sprintf("regretscope --script %s --at-stop %d", script.Quote(o.Script.Name), at+1)
	if o.Script.Start == "" && o.Config != nil && !o.Setup {
		line += " " + strings.Join(script.CommandLine(o.Config)[1:], " ")
	}
	if o.Big && !strings.Contains(o.Script.Start, "--big") {
		line += " --big"
	}
	return line
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
func (r *root) suspend() (tea.Cmd, error) {
	if err := console.MaySuspend(); err != nil {
		return nil, err
	}
	return tea.Exec(&released{run: r.signals.Suspend}, r.heed), nil
}

// released is a program for tea.Exec, which restores the terminal, runs it, and sets the terminal up.
type released struct{ run func() }

func (r *released) Run() error {
	if r.run != nil {
		r.run()
	}
	return nil
}

func (*released) SetStdin(io.Reader) {}

func (*released) SetStdout(io.Writer) {}

func (*released) SetStderr(io.Writer) {}
