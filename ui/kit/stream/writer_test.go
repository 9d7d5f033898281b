package stream

import (
	"errors"
	"os"
	"testing"
	"testing/synctest"
)

func pipe(t *testing.T) (*os.File, *Writer) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, &Writer{File: w, Canceler: NewCanceler()}
}

// What is read is written, before the end and after it. In the bubble no time passes while
// the machine is busy.
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

// What nobody reads is given up at the end, for all outputs at once.
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
