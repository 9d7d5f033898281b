package stream

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"regretscope/model/trials"
	"regretscope/ui/kit/uitest"
)

func pipe(t *testing.T) (*os.File, *Writer) {
	t.Helper()
	r, w, err := os.Pipe()
	uitest.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, &Writer{File: w, Canceler: NewCanceler()}
}

// Output with a reader is written, before the end and after it. In the synctest bubble, no time
// passes while the machine is busy.
func TestWhatIsReadIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := pipe(t)
		for range 2 {
			if n, err := w.Write([]byte("text")); n != 4 || err != nil {
				t.Errorf("%d bytes, %v", n, err)
			}
			var got [4]byte
			if _, err := r.Read(got[:]); err != nil || string(got[:]) != "text" {
				t.Errorf("%q, %v", got, err)
			}
			w.Canceler.Cancel()
			w.Canceler.Cancel()
		}
		if w.Canceler.Stalled() {
			t.Error("it is called deaf")
		}
	})
	var none *Canceler
	none.Cancel()
}

// Output without a reader is abandoned at the end, for all outputs at once.
func TestWhatNobodyReadsIsGivenUp(t *testing.T) {
	_, w := pipe(t)
	_, other := pipe(t)
	other.Canceler = w.Canceler
	blocked := make(chan bool)
	w.Blocked = func(through <-chan struct{}) {
		w.Canceler.Cancel()
		close(blocked)
	}
	if n, err := w.Write(make([]byte, 1<<20)); n != 0 || !errors.Is(err, ErrStalled) {
		t.Errorf("%d bytes, %v", n, err)
	}
	<-blocked
	if n, err := other.Write([]byte("text")); n != 0 || !errors.Is(err, ErrStalled) || !w.Canceler.Stalled() {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// Without a terminal, progress is a line every ten seconds; work kept from before does not raise
// the speed.
func TestMeterTellsLines(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	m := &Meter{w: &out, start: now, now: func() time.Time { return now }}
	for _, step := range []struct {
		after time.Duration
		done  int
	}{{5 * time.Second, 45}, {10 * time.Second, 50}, {12 * time.Second, 55}, {20 * time.Second, 60}} {
		now = time.Unix(0, 0).Add(step.after)
		m.Show(trials.Progress{Done: step.done, Kept: 40, Total: 100})
	}
	want := " 50%  50 of 100 units, 50s left\n 60%  60 of 100 units, 40s left\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	m.Clear()
	if out.String() != want {
		t.Error("clear writes where there is no bar")
	}
	var quiet *Meter
	quiet.Show(trials.Progress{Done: 1, Total: 1})
	quiet.Clear()
}

func TestMotionReduced(t *testing.T) {
	t.Setenv("NO_MOTION", "")
	t.Setenv("REDUCED_MOTION", "")
	for name, values := range map[string]map[string]bool{
		"NO_MOTION":      {"": false, "0": false, "1": true},
		"REDUCED_MOTION": {"": false, "0": false, "true": true},
	} {
		t.Run(name, func(t *testing.T) {
			for value, want := range values {
				t.Setenv(name, value)
				if MotionReduced() != want {
					t.Errorf("%s=%s: %v", name, value, !want)
				}
			}
			t.Setenv(name, "")
		})
	}
}
