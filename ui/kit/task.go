package kit

import (
	"context"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/memlimit"
)

// ProgressEvery is the usual time between two redraws of a task's progress. The
// screen pulls, so that a million short runs do not flood it with messages.
const ProgressEvery = 150 * time.Millisecond

// A Task runs one piece of work at a time in the background and brings its result
// of type T to the event loop. The zero value is idle and ready for use. Its
// methods are for the event loop only.
//
// Start returns the command that does the work. Every message that a screen gets
// it gives to Update, which answers with the result once it is there. What an
// earlier piece of work sends after a new Start, or after Drop, is ignored.
type Task[T any] struct {
	// Every is the time after which Update is called again and again while work is
	// under way, so that its progress is drawn; 0: progress is not shown.
	Every time.Duration

	work *work // nil while idle
}

// work is what the event loop and the background goroutine share; its address
// distinguishes messages of different starts.
type work struct {
	cancel      context.CancelFunc
	ended       chan struct{} // closed once the work has returned
	stopping    bool
	done, total atomic.Int64
}

// A Result is how a piece of work ended.
type Result[T any] struct {
	Value T
	Err   error
}

type (
	// A resultMsg brings a result to the task that started its work.
	resultMsg[T any] struct {
		work *work
		Result[T]
	}
	// A progressMsg makes a screen draw itself again.
	progressMsg struct{ work *work }
)

// Start drops what is under way and returns the command that does new work. The
// work calls progress, if it likes, with how much is done and how much there is
// in all, from any goroutine; it returns soon after its context is canceled, which it is
// also when memory has no room for more.
func (t *Task[T]) Start(do func(ctx context.Context, progress func(done, total int)) (T, error)) tea.Cmd {
	t.Drop()
	ctx, cancel := memlimit.Watch(context.Background())
	w := &work{cancel: cancel, ended: make(chan struct{})}
	t.work = w
	return tea.Batch(func() tea.Msg {
		defer cancel()
		defer close(w.ended)
		value, err := do(ctx, func(done, total int) {
			w.total.Store(int64(total))
			w.done.Store(int64(done))
		})
		return resultMsg[T]{w, Result[T]{value, err}}
	}, t.look()) // the work first: who runs a batch one after the other waits for no redraw
}

func (t *Task[T]) look() tea.Cmd {
	if t.Every == 0 {
		return nil
	}
	w, every := t.work, time.After(t.Every)
	return func() tea.Msg {
		select {
		case <-every:
			return progressMsg{w}
		case <-w.ended:
			return nil
		}
	}
}

// Update handles the task's own messages. The result is there once, when the work
// that was started last has ended; the task is idle then. A command means that the
// progress is to be drawn again.
func (t *Task[T]) Update(msg tea.Msg) (result *Result[T], cmd tea.Cmd) {
	switch msg := msg.(type) {
	case resultMsg[T]:
		if t.work != nil && msg.work == t.work {
			t.work = nil
			return &msg.Result, nil
		}
	case progressMsg:
		if t.work != nil && msg.work == t.work {
			return nil, t.look()
		}
	}
	return nil, nil
}

// Running reports whether work is under way.
func (t *Task[T]) Running() bool { return t.work != nil }

// Stop cancels the work; its result, perhaps of a part of it, still arrives.
func (t *Task[T]) Stop() {
	if t.work != nil {
		t.work.stopping = true
		t.work.cancel()
	}
}

// Stopping reports whether the work under way was told to stop.
func (t *Task[T]) Stopping() bool { return t.work != nil && t.work.stopping }

// Drop cancels the work and forgets it: its result never arrives.
func (t *Task[T]) Drop() {
	if t.work != nil {
		t.work.cancel()
		t.work = nil
	}
}

// Progress is what the work reported last; total is 0 before the first report.
func (t *Task[T]) Progress() (done, total int) {
	if t.work == nil {
		return 0, 0
	}
	return int(t.work.done.Load()), int(t.work.total.Load())
}
