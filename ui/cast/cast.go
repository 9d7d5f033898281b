// Package cast writes recordings of a terminal as asciicast version 2, which asciinema
// plays. It knows no clock: times are given.
package cast

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// A stream writes a recording line by line: a header, and a line for each event.
type stream struct {
	w   io.Writer
	err error // of the first line that failed: nothing is written after it
}

// A header is the first line of a recording.
type header struct {
	Version   int    `json:"version"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Timestamp int64  `json:"timestamp,omitempty"` // when it began; 0 in simulated time
	Title     string `json:"title,omitempty"`
}

// event writes output, "o", a chapter mark, "m", or a new size, "r", at a time since
// the beginning, to a millionth of a second.
func (s *stream) event(at time.Duration, kind, text string) {
	s.line([]any{math.Round(at.Seconds()*1e6) / 1e6, kind, text})
}

func (s *stream) line(value any) {
	if s.err != nil {
		return
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if s.err = encoder.Encode(value); s.err == nil {
		_, s.err = io.WriteString(s.w, b.String())
	}
}

// A Recording is made frame by frame.
type Recording struct {
	stream
	text  bytes.Buffer
	shown []string // the lines of the newest frame
}

// New makes an empty recording of a screen.
func New(width, height int, title string) *Recording {
	r := &Recording{}
	r.w = &r.text
	r.line(header{Version: 2, Width: width, Height: height, Title: title})
	return r
}

// Frame shows a view from a time on. Times do not go back. Lines that are as they
// were are not written again.
func (r *Recording) Frame(at time.Duration, view string) {
	var b strings.Builder
	if r.shown == nil {
		b.WriteString("\x1b[?25l\x1b[2J")
	}
	lines := strings.Split(view, "\n")
	for y, line := range lines {
		if y >= len(r.shown) || r.shown[y] != line {
			fmt.Fprintf(&b, "\x1b[%d;1H%s\x1b[0m\x1b[K", y+1, line)
		}
	}
	for y := len(lines); y < len(r.shown); y++ {
		fmt.Fprintf(&b, "\x1b[%d;1H\x1b[K", y+1)
	}
	r.shown = lines
	if b.Len() > 0 {
		r.event(at, "o", b.String())
	}
}

// Chapter marks a time with a title.
func (r *Recording) Chapter(at time.Duration, title string) { r.event(at, "m", title) }

// End lets the newest frame stand until a time.
func (r *Recording) End(at time.Duration) { r.event(at, "o", "\x1b[?25h") }

// Write writes the recording.
func (r *Recording) Write(w io.Writer) error {
	_, err := w.Write(r.text.Bytes())
	return cmp.Or(r.err, err)
}
