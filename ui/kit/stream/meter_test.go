package stream

import (
	"strings"
	"testing"
	"time"

	"regretscope/model/trials"
)

// Without a terminal, work has a line every ten seconds, whatever it says.
func TestALineNowAndThen(t *testing.T) {
	var out strings.Builder
	m := NewMeter(&out, false)
	seconds := 0
	m.now = func() time.Time { return m.start.Add(time.Duration(seconds) * time.Second) }
	for ; seconds < 30; seconds++ {
		m.Tell("at work")
	}
	m.Show(trials.Progress{Done: 1, Total: 4})
	if want := "at work\nat work\n 25%  1 of 4 units, 1m30s left\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
	(*Meter)(nil).Tell("at work")
}
