package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/ui/answer"
	"regretscope/ui/kit/early"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
	"regretscope/ui/plot"
)

// forceFlag is the flag --force of commands that write results.
type forceFlag struct {
	Force bool `help:"Overwrite existing files."`
}

// open checks early that the file of a flag can be written, and that its ending is not that of another format.
// Without a path or for standard output, there is no file. Only with force may the file replace a regular one.
func open(flag, path string, force bool, format, ending string) (*outfile.File, error) {
	if path == "" || path == files.Standard {
		return nil, nil
	}
	if err := outfile.CheckEnding(path, format, ending); err != nil {
		return nil, fmt.Errorf("--%s %w", flag, err)
	}
	file, err := outfile.Open(path, !force)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("--%s %s: already exists; --force overwrites it", flag, path)
	}
	if err != nil {
		return nil, fmt.Errorf("--%s %w", flag, err)
	}
	return file, nil
}

// openPlot is open for a plot. Standard output takes SVG, unless a result is written there.
func (p *Program) openPlot(flag, path string, force, busy bool) (file *outfile.File, format string, err error) {
	switch {
	case path == "":
		return nil, "", nil
	case path == files.Standard && busy:
		return nil, "", fmt.Errorf("--%s -: the result is on standard output; write one of them to a file", flag)
	case path == files.Standard:
		return outfile.To(p.Out), "svg", plot.Unavailable
	}
	if format, err = plot.Format(path); err != nil {
		return nil, "", fmt.Errorf("--%s %s: %w", flag, path, err)
	}
	file, err = open(flag, path, force, format, "."+format)
	return file, format, err
}

// deliver writes a result to a file, or to standard output if there is no file or it cannot be written after all.
func (p *Program) deliver(file *outfile.File, write func(io.Writer) error) error {
	if file == nil {
		return outfile.Buffered(p.Out, write)
	}
	err := file.Commit(write)
	if err != nil && outfile.Buffered(p.Out, write) == nil {
		return fmt.Errorf("%w; the result is on standard output instead", err)
	}
	return err
}

// answer writes an answer to a file, with its provenance, or to standard output in lines that fit.
func (p *Program) answer(file *outfile.File, a answer.Answer, o answer.Options, by *trials.Made) error {
	var out io.Writer // a file has no width
	if file == nil {
		out = p.Out
	}
	o.Width, o.Signed = stream.TextWidth(out), file != nil
	return p.deliver(file, func(w io.Writer) error { return answer.Write(w, a, o, by) })
}

// A command that goes on after a signal is abandoned after heard, and ends within another half second.
const heard = 3 * time.Second / 2

// untilInterrupted returns a context that ends at the first signal that ends programs. A second one abandons a
// command at once, but not a screen, which must restore the terminal.
func (p *Program) untilInterrupted(all context.Context) kong.Option {
	ctx, stop := context.WithCancel(all)
	restore := stream.SaveModes(p.In)
	caught := make(chan os.Signal, 4)
	if len(stream.Endings) > 0 { // without a list, all signals would be caught
		signal.Notify(caught, stream.Endings...) // already here: flags look at files
	}
	signal.Stop(early.Quit) // not before, because a traceback ends a program that catches nothing
	go func() {
		defer signal.Stop(caught)
		for {
			select {
			case s := <-caught:
				if p.status.CompareAndSwap(done, int32(stream.Interrupted(s))) {
					stop()
					defer time.AfterFunc(heard-time.Second/2, p.unblock).Stop()
					defer time.AfterFunc(heard, func() { p.abandon(restore) }).Stop()
				} else if !p.onScreen.Load() {
					p.abandon(restore)
				}
			case <-all.Done():
				return
			}
		}
	}()
	return kong.BindToProvider(func() (context.Context, error) { return ctx, nil })
}

// unblock lets a screen end that writes to a terminal that has stalled.
func (p *Program) unblock() {
	if p.onScreen.Load() {
		stream.Discard(p.Out)
	}
}

// leaveScreen turns off the mouse and marks of pastes, shows the cursor, and shows the screen of before.
const leaveScreen = "\x1b[?1002l\x1b[?1006l\x1b[?2004l\x1b[?25h\x1b[?1049l"

// abandon ends the program in the middle of its work, and restores the terminal.
func (p *Program) abandon(restore func()) {
	outfile.Abandon()
	if p.programs != nil {
		p.programs.Close()
	}
	exit := func() { stream.Exit(int(p.status.Load())) }
	time.AfterFunc(time.Second/2, exit) // the writes below may block, too
	if p.onScreen.CompareAndSwap(true, false) {
		restore()
		left := make(chan struct{})
		go func() {
			fmt.Fprint(p.Out, leaveScreen)
			close(left)
		}()
		for waits := true; waits; { // behind frames that are longer than what the terminal's buffer holds
			select {
			case <-left:
				waits = false
			case <-time.After(10 * time.Millisecond):
				stream.Discard(p.Out)
			}
		}
	}
	p.say(errors.New("interrupted"))
	exit()
}

// An ending is an error that decides the program's status.
type ending struct {
	error
	status int
}

func (e *ending) Unwrap() error { return e.error }

// Interrupted returns the error of a terminal program that was stopped, with a note on what is kept.
func Interrupted(note string) error { return &ending{errors.New(note), interrupted} }

// BadInput returns an error of bad input that a command finds while it runs, before it has done anything; nil for nil.
func BadInput(err error) error {
	if err == nil {
		return nil
	}
	return &ending{err, wrong}
}

// made returns the provenance of this command's files: the designs, and the command line as
// typed without flags that only choose where to write or how to work.
func (p *Program) made(designs ...*trials.Design) *trials.Made {
	return trials.MadeBy(p.line(), designs...)
}

func (p *Program) line() string {
	without := []string{"quiet", "workers", "resume", "force", "shard", "memory", "color", "answer-within", "pictures"}
	if !slices.Contains(p.args, "reproduce") { // without a limit it goes on until every claim is decided
		without = append(without, "time-limit")
	}
	args := p.argsWithout(without...)
	return param.JoinWords(append([]string{Name}, args...))
}

// argsWithout returns the arguments without the flags of these names and flags that name outputs, with their values.
func (p *Program) argsWithout(names ...string) (rest []string) {
	for i := 0; i < len(p.args); i++ {
		name, isFlag := strings.CutPrefix(p.args[i], "--")
		name, _, joined := strings.Cut(name, "=")
		at := slices.IndexFunc(p.flags, func(f *kong.Flag) bool { return isFlag && f.Name == name })
		if at < 0 {
			rest = append(rest, p.args[i])
			continue
		}
		f, last := p.flags[at], i
		if !joined && !f.IsBool() {
			last = min(i+1, len(p.args)-1) // its value
		}
		if !f.Tag.Has("writes") && !f.Tag.Has("folder") && !slices.Contains(names, name) {
			rest = append(rest, p.args[i:last+1]...)
		}
		i = last
	}
	return rest
}
