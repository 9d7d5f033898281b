package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/charmbracelet/x/term"

	"regretscope/model"
)

// isTerminal tells whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// A meter shows on a terminal how far an experiment is. Anywhere else, and when
// it is nil, it shows nothing.
type meter struct {
	w            io.Writer
	start, shown time.Time
}

const (
	showAfter = 500 * time.Millisecond // short work needs no meter
	showEvery = 100 * time.Millisecond
)

func newMeter(w io.Writer, quiet bool) *meter {
	if quiet || !isTerminal(w) {
		return nil
	}
	return &meter{w: w, start: time.Now()}
}

func (m *meter) show(p model.Progress) {
	if m == nil {
		return
	}
	now := time.Now()
	if now.Sub(m.start) < showAfter || now.Sub(m.shown) < showEvery {
		return
	}
	m.shown = now
	left := time.Duration(float64(now.Sub(m.start)) * float64(p.Total-p.Done) / float64(p.Done))
	fmt.Fprintf(m.w, "\r\x1b[K%3d%%  %d of %d runs of one learner, %v left",
		100*p.Done/p.Total, p.Done, p.Total, left.Round(time.Second))
}

// clear removes what is shown.
func (m *meter) clear() {
	if m != nil && !m.shown.IsZero() {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
