//go:build !js

package program

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"regretscope/noise/files"
	"regretscope/noise/param"
)

// maxAnswer is the maximum length of an answer in bytes.
const maxAnswer = 1 << 20

// A process is a running program in its own process group. One goroutine reads its answers; end
// and kill are safe for concurrent use.
type process struct {
	task     *Task
	host     *Host
	cmd      *exec.Cmd
	in       io.WriteCloser
	pipe     *os.File
	out      *bufio.Reader
	words    tail // the end of its standard error
	watch    *time.Timer
	timedOut atomic.Bool   // watch killed it
	gone     chan struct{} // closed when its whole group has ended
}

func (h *Host) start(t *Task) (*process, error) {
	p := &process{task: t, host: h, cmd: exec.Command(t.Words[0], t.Words[1:]...), gone: make(chan struct{})}
	if script := t.script(); script != "" {
		if _, err := os.Stat(script); errors.Is(err, os.ErrNotExist) {
			return nil, p.failure(0, "cannot be started: there is no file "+param.Printable(script))
		}
	}
	p.cmd.SysProcAttr = groupOfItsOwn()
	if err := p.open(); err != nil {
		return nil, p.failure(0, "cannot be started: "+reason(err))
	}
	if !h.enter(p) {
		p.kill()
	}
	return p, nil
}

// reason explains why a program could not be started.
func reason(err error) string {
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		return "no such program, or the interpreter in its first line is missing"
	case errors.Is(err, os.ErrPermission):
		return "it is not executable (chmod +x fixes that)"
	}
	return files.Reason(err).Error()
}

func (p *process) open() (err error) {
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	var out, words, errs *os.File
	if p.pipe, out, err = os.Pipe(); err != nil {
		return err
	}
	defer out.Close()
	if words, errs, err = os.Pipe(); err != nil {
		p.pipe.Close()
		return err
	}
	defer errs.Close()
	p.cmd.Stdout, p.cmd.Stderr = out, errs
	if err = p.cmd.Start(); err != nil {
		p.pipe.Close()
		words.Close()
		return err
	}
	p.out = bufio.NewReaderSize(p.pipe, 1<<16)
	p.watch = time.AfterFunc(time.Hour, func() { p.timedOut.Store(true); p.kill() })
	p.watch.Stop()
	said := make(chan struct{})
	go func() {
		io.Copy(&p.words, words)
		close(said)
	}()
	go func() {
		p.cmd.Wait()
		killGroup(p.cmd.Process.Pid) // processes that it left behind
		select {
		case <-said:
		case <-time.After(exitTimeout): // a process outside the group may keep standard error open
		}
		words.Close()
		p.host.leave(p)
		close(p.gone)
	}()
	return nil
}

// ask writes a line and starts the time limit of its answer, which hear reads.
func (p *process) ask(line []byte, within time.Duration) error {
	p.watch.Reset(within)
	_, err := p.in.Write(line)
	return err
}

// hear reads an answer without its line break.
func (p *process) hear() ([]byte, error) {
	line, err := p.out.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = p.hearLong(line)
	}
	if err == nil {
		p.watch.Stop()
	}
	return line, err
}

var (
	errLong = errors.New("its answer is longer than 1 MB")
	errMore = errors.New("it answered one line with more than one")
)

// hearLong reads the rest of an answer longer than the buffer.
func (p *process) hearLong(begun []byte) ([]byte, error) {
	line := append([]byte(nil), begun...)
	for {
		more, err := p.out.ReadSlice('\n')
		line = append(line, more...)
		switch {
		case len(line) > maxAnswer:
			return line, errLong
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

func (p *process) hasMoreOutput() bool { return p.out.Buffered() > 0 }

// broken ends the process and returns why it did not answer in a round. The time limit of the
// answer also limits the wait for the process's exit status.
func (p *process) broken(round int, err error, within time.Duration) *Failure {
	defer p.watch.Stop()
	what, late := "", p.timedOut.Load()
	switch {
	case errors.Is(err, errLong), errors.Is(err, errMore):
		what = err.Error()
		p.kill()
	case late:
		what = "no answer within " + within.String() + "; does it flush its output?"
	default:
		select {
		case <-p.gone:
			late = p.timedOut.Load()
		case <-time.After(usualAnswer):
			late = true
		}
		p.kill()
	}
	<-p.gone
	state := p.cmd.ProcessState
	switch {
	case what != "":
	case late:
		what = "it closed its output"
	case state.ExitCode() >= 0:
		what = fmt.Sprintf("the program exited with status %d", state.ExitCode())
	default:
		what = "the program ended (" + state.String() + ")"
	}
	return p.failure(round, what)
}

func (p *process) failure(round int, what string) *Failure {
	return &Failure{Command: p.task.Command, Round: round, Lane: -1, What: what, Last: p.words.String()}
}

// end closes the process's input, so that it ends by itself, and kills it if it does not.
func (p *process) end() {
	p.in.Close()
	select {
	case <-p.gone:
	case <-time.After(exitTimeout):
	}
	p.kill()
	<-p.gone
}

// kill kills the process group.
func (p *process) kill() {
	select {
	case <-p.gone:
	default:
		killGroup(p.cmd.Process.Pid)
	}
	p.pipe.Close()
}

type tail struct {
	lock sync.Mutex
	kept []byte
}

const tailBytes = 4096

func (t *tail) Write(text []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.kept = append(t.kept, text[max(0, len(text)-tailBytes):]...)
	if more := len(t.kept) - tailBytes; more > 0 {
		t.kept = append(t.kept[:0], t.kept[more:]...)
	}
	return len(text), nil
}

func (t *tail) String() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return string(t.kept)
}
