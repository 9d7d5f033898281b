package kit

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// ProgressEvery is the usual time between two redraws of a task's progress. The screen polls,
// so that a million short runs do not flood it with messages.
var ProgressEvery = 150 * time.Millisecond

// A Task runs one piece of work at a time in the background and brings its result of type T to the event loop. The
// zero value is idle and ready to use. Its methods are for the event loop only.
//
// Start returns the command that does the work. The screen passes every message to Update, which returns the result
// when it arrives. Results of earlier work are ignored after another Start, or after Drop.
type Task[T any] struct {
	// Every is the interval at which Update is called during work to draw its progress; 0:
	// progress is not shown.
	Every time.Duration

	work *work // nil while idle
}

// work is shared with the background goroutine; its address distinguishes messages of different starts.
type work struct {
	cancel      context.CancelFunc
	ended       chan struct{} // closed when the work has returned
	stopping    bool
	done, total atomic.Int64
}

// A Result is the outcome of work.
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

// Start drops the present work and returns the command that does new work. The work may call progress, from any
// goroutine, with the amount done and the total; it must return soon after its context is canceled.
func (t *Task[T]) Start(do func(ctx context.Context, progress func(done, total int)) (T, error)) tea.Cmd {
	t.Drop()
	ctx, cancel := context.WithCancel(context.Background())
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
	}, t.look()) // the work first: a caller that runs a batch one by one does not wait for a redraw
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

// Update handles the task's own messages. It returns the result once, when the newest work has
// ended and the task is idle. A command means that the progress is to be drawn again.
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

// Stop cancels the work; its result, perhaps partial, still arrives.
func (t *Task[T]) Stop() {
	if t.work != nil {
		t.work.stopping = true
		t.work.cancel()
	}
}

// Stopping reports whether the present work was stopped.
func (t *Task[T]) Stopping() bool { return t.work != nil && t.work.stopping }

// Drop cancels the work and discards its result.
func (t *Task[T]) Drop() {
	if t.work != nil {
		t.work.cancel()
		t.work = nil
	}
}

// Progress returns the newest progress of the work; total is 0 before the first report.
func (t *Task[T]) Progress() (done, total int) {
	if t.work == nil {
		return 0, 0
	}
	return int(t.work.done.Load()), int(t.work.total.Load())
}

// A Clock is the time of screens. The zero value and nil are the machine's clock. A simulated
// clock stands still until Advance, so that a script shows the same on every machine.
type Clock struct {
	simulated bool
	now       time.Time
	due       []appointment
}

type appointment struct {
	at   time.Time
	send func(time.Time) tea.Msg
}

// NewClock returns a simulated clock.
func NewClock() *Clock { return &Clock{simulated: true, now: time.Unix(0, 0).UTC()} }

// Simulated reports whether no time passes while work runs.
func (c *Clock) Simulated() bool { return c != nil && c.simulated }

// Now returns the present time.
func (c *Clock) Now() time.Time {
	if c.Simulated() {
		return c.now
	}
	return time.Now()
}

// After sends a message after a duration. Call it in the event loop. In simulated time, After schedules the message
// at once and returns nil, because a command may run in any goroutine at any time.
func (c *Clock) After(wait time.Duration, send func(time.Time) tea.Msg) tea.Cmd {
	if !c.Simulated() {
		return tea.Tick(wait, send)
	}
	c.due = append(c.due, appointment{c.now.Add(wait), send})
	return nil
}

// Advance moves the time to the first message due within a duration and returns the message, and the rest of the
// duration. Without one, it moves to the end of the duration and returns nil.
func (c *Clock) Advance(while time.Duration) (msg tea.Msg, rest time.Duration) {
	slices.SortStableFunc(c.due, func(a, b appointment) int { return a.at.Compare(b.at) })
	if len(c.due) == 0 || c.due[0].at.After(c.now.Add(while)) {
		c.now = c.now.Add(while)
		return nil, 0
	}
	first := c.due[0]
	c.due = c.due[1:]
	rest = while - max(first.at.Sub(c.now), 0)
	c.now = first.at
	return first.send(c.now), rest
}
