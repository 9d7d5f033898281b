package kit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	. "regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// answer starts and runs work that returns a number.
func answer(task *Task[int], n int) []tea.Msg {
	return uitest.Messages(task.Start(func(context.Context, func(int, int)) (int, error) { return n, nil }))
}

func TestTaskBringsItsResultOnce(t *testing.T) {
	var task Task[int]
	msgs := answer(&task, 42)
	if len(msgs) != 1 || !task.Running() {
		t.Fatalf("%d messages", len(msgs))
	}
	result, _ := task.Update(msgs[0])
	if result == nil || result.Value != 42 || result.Err != nil || task.Running() {
		t.Fatalf("got %+v", result)
	}
	if result, _ = task.Update(msgs[0]); result != nil {
		t.Errorf("again: %+v", result)
	}
}

func TestTaskDropsStaleResults(t *testing.T) {
	var task, other Task[int]
	stale := answer(&task, 1)[0]
	fresh := answer(&task, 2)[0]
	foreign := answer(&other, 3)[0]
	for _, msg := range []tea.Msg{stale, foreign} {
		if result, _ := task.Update(msg); result != nil {
			t.Errorf("got %+v", result)
		}
	}
	task.Drop()
	if result, _ := task.Update(fresh); result != nil || task.Running() {
		t.Errorf("dropped, but got %+v", result)
	}
}

func TestTaskStopsAndDropsByItsContext(t *testing.T) {
	for name, end := range map[string]func(*Task[int]){
		"stop": (*Task[int]).Stop, "drop": (*Task[int]).Drop,
		"start": func(task *Task[int]) { answer(task, 0) },
	} {
		var task Task[int]
		cmd := task.Start(func(ctx context.Context, _ func(int, int)) (int, error) {
			<-ctx.Done()
			return 7, ctx.Err()
		})
		end(&task)
		if stopping := task.Stopping(); stopping != (name == "stop") {
			t.Errorf("%s: stopping is %v", name, stopping)
		}
		result, _ := task.Update(uitest.Messages(cmd)[0])
		if kept := result != nil && result.Value == 7 && errors.Is(result.Err, context.Canceled); kept != (name == "stop") {
			t.Errorf("%s: got %+v", name, result)
		}
	}
}

// Progress is polled while the work lasts, and no longer.
func TestTaskProgress(t *testing.T) {
	task := Task[int]{Every: time.Nanosecond}
	cmd := task.Start(func(_ context.Context, progress func(int, int)) (int, error) {
		progress(3, 8)
		return 0, nil
	})
	if done, total := task.Progress(); done != 0 || total != 0 {
		t.Errorf("before: %d of %d", done, total)
	}
	batch := cmd().(tea.BatchMsg) // the work, and the look at it
	look := batch[1]()
	if _, next := task.Update(look); next == nil {
		t.Error("progress is not looked at again")
	}
	end := batch[0]()
	if done, total := task.Progress(); done != 3 || total != 8 {
		t.Errorf("%d of %d", done, total)
	}
	if result, _ := task.Update(end); result == nil {
		t.Error("no result")
	}
	if _, next := task.Update(look); next != nil {
		t.Error("progress is looked at after the end")
	}
}

// A simulated clock sends messages in the order of their times, at those times.
func TestSimulatedClock(t *testing.T) {
	c := NewClock()
	start := c.Now()
	send := func(name string) func(time.Time) tea.Msg {
		return func(at time.Time) tea.Msg { return name + " " + at.Sub(start).String() }
	}
	for _, a := range []struct {
		name string
		wait time.Duration
	}{{"second", 2 * time.Second}, {"first", time.Second}, {"also second", 2 * time.Second}} {
		if c.After(a.wait, send(a.name)) != nil {
			t.Errorf("%s: a goroutine would write what Advance reads", a.name)
		}
	}
	rest := 3 * time.Second
	for _, want := range []string{"first 1s", "second 2s", "also second 2s"} {
		var msg tea.Msg
		if msg, rest = c.Advance(rest); msg != want {
			t.Errorf("got %v, want %s", msg, want)
		}
	}
	if msg, left := c.Advance(rest); msg != nil || left != 0 || c.Now().Sub(start) != 3*time.Second {
		t.Errorf("%v, %v left, at %v", msg, left, c.Now().Sub(start))
	}
}

// The default is the machine's clock.
func TestMachineClock(t *testing.T) {
	for _, c := range []*Clock{nil, {}} {
		if c.Simulated() || time.Since(c.Now()) > time.Minute {
			t.Errorf("%v is not the machine's clock", c)
		}
		if msg := c.After(time.Microsecond, func(time.Time) tea.Msg { return "sent" })(); msg != "sent" {
			t.Errorf("got %v", msg)
		}
	}
}
