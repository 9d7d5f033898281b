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

// Without a terminal, progress is a line every ten seconds; work kept from before does not raise the speed.
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
