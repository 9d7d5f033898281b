package cast

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// A Live recording is written event by event, in whole lines, so that a file whose
// program is killed plays up to there. Its methods may be called at the same time.
type Live struct {
	mutex         sync.Mutex
	w             io.Writer
	now           func() time.Time
	start         time.Time
	width, height int
	rest          []byte // the beginning of a character that is not written yet
	err           error  // of the first write that failed: nothing is written after it
}

// NewLive begins a recording of a screen, at the present time.
func NewLive(w io.Writer, width, height int, title string, now func() time.Time) (*Live, error) {
	l := &Live{w: w, now: now, start: now(), width: width, height: height}
	l.line(header{Version: 2, Width: width, Height: height, Timestamp: l.start.Unix(), Title: title})
	return l, l.err
}

// Output records what the terminal is sent.
func (l *Live) Output(text []byte) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	text = append(l.rest, text...)
	whole := wholeCharacters(text)
	l.rest = append([]byte(nil), text[whole:]...)
	if whole > 0 {
		l.event("o", strings.ToValidUTF8(string(text[:whole]), "�"))
	}
}

// Resize records a new size of the terminal.
func (l *Live) Resize(width, height int) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if width != l.width || height != l.height {
		l.width, l.height = width, height
		l.event("r", fmt.Sprintf("%dx%d", width, height))
	}
}

// Chapter marks the present time with a title.
func (l *Live) Chapter(title string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.event("m", title)
}

// Err is why nothing is recorded any longer; nil where all is.
func (l *Live) Err() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.err
}

func (l *Live) event(kind, text string) {
	l.line([]any{seconds(l.now().Sub(l.start)), kind, text})
}

// line writes a line in one piece.
func (l *Live) line(value any) {
	if l.err != nil {
		return
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if l.err = encoder.Encode(value); l.err == nil {
		_, l.err = io.WriteString(l.w, b.String())
	}
}

// wholeCharacters is how many bytes of a text do not belong to a character at its
// end that is not complete.
func wholeCharacters(text []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		at := len(text) - back
		if utf8.RuneStart(text[at]) {
			if utf8.FullRune(text[at:]) {
				break
			}
			return at
		}
	}
	return len(text)
}
