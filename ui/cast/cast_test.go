package cast

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// A recording is a header and events in the order of their times, each a line of
// JSON; a line of the screen that is as it was is not written again.
func TestRecording(t *testing.T) {
	r := New(10, 2, "talk")
	r.Chapter(0, "One & two")
	r.Frame(0, "a\nb")
	r.Frame(100*time.Millisecond, "a\nb")
	r.Frame(time.Second/3, "a\n\x1b[1mc\x1b[0m")
	r.Frame(time.Second, "a")
	r.End(3 * time.Second)
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if lines[0] != `{"version":2,"width":10,"height":2,"title":"talk"}` {
		t.Errorf("header %s", lines[0])
	}
	const clear = "\x1b[0m\x1b[K"
	want := []struct {
		at         float64
		kind, text string
	}{
		{0, "m", "One & two"},
		{0, "o", "\x1b[?25l\x1b[2J\x1b[1;1Ha" + clear + "\x1b[2;1Hb" + clear},
		{.333333, "o", "\x1b[2;1H\x1b[1mc\x1b[0m" + clear},
		{1, "o", "\x1b[2;1H\x1b[K"},
		{3, "o", "\x1b[?25h"},
	}
	if len(lines) != len(want)+1 {
		t.Fatalf("%d lines:\n%s", len(lines), b.String())
	}
	for i, w := range want {
		var event [3]any
		if err := json.Unmarshal([]byte(lines[i+1]), &event); err != nil || event != [3]any{w.at, w.kind, w.text} {
			t.Errorf("event %d: %q, want %v", i, lines[i+1], w)
		}
	}
}
