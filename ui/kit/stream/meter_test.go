package stream

import (
	"bytes"
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

// Without a terminal, progress is a line every ten seconds, also of work whose names change faster; work kept from
// before does not raise the speed, and units that end together do not lower it.
func TestMeterTellsLines(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	m := &Meter{w: &out, begun: now, start: now, now: func() time.Time { return now }}
	for _, step := range []struct {
		after time.Duration
		of    string
		done  trials.Progress
	}{
		{5, "a", trials.Progress{Done: 45, Kept: 40, Total: 100}},
		{10, "a", trials.Progress{Done: 50, Kept: 40, Total: 100}},
		{12, "a", trials.Progress{Done: 55, Kept: 40, Total: 100}},
		{20, "b", trials.Progress{Done: 1, Total: 100, Workers: 2}},
		{25, "c", trials.Progress{Done: 64, Total: 128, Workers: 2, Elapsed: 20}},
		{30, "d", trials.Progress{Done: 1, Total: 128, Workers: 2, Elapsed: 20}},
	} {
		now = time.Unix(0, 0).Add(step.after * time.Second)
		m.Of(step.of + ": ")
		m.Show(step.done)
	}
	want := "a:  50%  50 of 100 units, 25s left\nb:   1%  1 of 100 units\nd:   0%  1 of 128 units, 10s left\n"
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
