package cast

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"
)

// A Live recording is written event by event, in whole lines, so that a file whose
// program is killed plays up to there. Its methods may be called at the same time.
type Live struct {
	mutex sync.Mutex
	stream
	now           func() time.Time
	start         time.Time
	width, height int
	rest          []byte // the beginning of a character that is not written yet
}

// NewLive begins a recording of a screen, at the present time.
func NewLive(w io.Writer, width, height int, title string, now func() time.Time) (*Live, error) {
	l := &Live{stream: stream{w: w}, now: now, start: now(), width: width, height: height}
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
		l.mark("o", strings.ToValidUTF8(string(text[:whole]), "�"))
	}
}

// Resize records a new size of the terminal.
func (l *Live) Resize(width, height int) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if width != l.width || height != l.height {
		l.width, l.height = width, height
		l.mark("r", fmt.Sprintf("%dx%d", width, height))
	}
}

// Chapter marks the present time with a title.
func (l *Live) Chapter(title string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.mark("m", title)
}

// Err is why nothing is recorded any longer; nil where all is.
func (l *Live) Err() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.err
}

// mark writes an event of the present time.
func (l *Live) mark(kind, text string) { l.event(l.now().Sub(l.start), kind, text) }

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

// A terminal that is recorded besides stays one for Bubble Tea, which asks it for its size
// and its modes, and has no method but Write that writes.
type terminal struct {
	term.File
	live *Live
}

// Over returns a terminal whose output is recorded, too.
func Over(file term.File, live *Live) term.File { return &terminal{file, live} }

func (t *terminal) Write(text []byte) (int, error) {
	n, err := t.File.Write(text)
	t.live.Output(text[:n])
	return n, err
}
