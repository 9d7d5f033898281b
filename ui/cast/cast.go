// Package cast writes recordings of a terminal as asciicast version 2, which
// asciinema plays. It knows no clock: times are given. What does not belong here:
// what is shown.
package cast

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// A Recording is made frame by frame.
type Recording struct {
	width, height int
	title         string
	events        []event
	shown         []string // the lines of the newest frame
}

// An event is output, "o", or a chapter mark, "m".
type event struct {
	at   time.Duration
	kind string
	text string
}

// New makes an empty recording of a screen.
func New(width, height int, title string) *Recording {
	return &Recording{width: width, height: height, title: title}
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
		r.events = append(r.events, event{at, "o", b.String()})
	}
}

// Chapter marks a time with a title.
func (r *Recording) Chapter(at time.Duration, title string) {
	r.events = append(r.events, event{at, "m", title})
}

// End lets the newest frame stand until a time.
func (r *Recording) End(at time.Duration) {
	r.events = append(r.events, event{at, "o", "\x1b[?25h"})
}

// A header is the first line of a recording.
type header struct {
	Version   int    `json:"version"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Timestamp int64  `json:"timestamp,omitempty"` // when it began; 0 in simulated time
	Title     string `json:"title,omitempty"`
}

// seconds are those since the beginning, to a millionth.
func seconds(at time.Duration) float64 { return math.Round(at.Seconds()*1e6) / 1e6 }

// Write writes the recording: a header, and a line for each event.
func (r *Recording) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(header{Version: 2, Width: r.width, Height: r.height, Title: r.title}); err != nil {
		return err
	}
	for _, e := range r.events {
		if err := encoder.Encode([]any{seconds(e.at), e.kind, e.text}); err != nil {
			return err
		}
	}
	return b.Flush()
}
