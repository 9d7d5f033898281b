package app

import (
	"cmp"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// goesBack reports whether q goes back from what is shown, as esc does, instead of
// leaving the program.
func (r *root) goesBack() bool {
	return !r.Typing() && (r.shown.Closes() || !r.onRun() && !r.Choosing())
}

// leave ends the program, unless something would be lost and that has not been said just
// before.
func (r *root) leave(asked bool) tea.Cmd {
	lost := ""
	for _, f := range r.subscreens {
		if f.screen != nil {
			lost = cmp.Or(lost, f.screen.Unsaved())
		}
	}
	if lost == "" && (r.big || r.stops.Open() && !r.Guided() && !r.stops.State().Over) {
		lost = "people may be watching"
	}
	if lost != "" && !asked {
		r.asked = true
		r.Warn(lost + ": q again quits")
		return nil
	}
	if r.sincePress < alone {
		return nil // the key was part of a paste
	}
	presses := r.presses
	return r.Clock().After(alone, func(time.Time) tea.Msg { return quitMsg{presses} })
}

// farewell writes the command line that opens the place again where the program was left,
// and what that cannot bring back.
func (r *root) farewell() {
	defer func() { _ = recover() }() // a fault is told by itself
	if r.options.Leaving == nil {
		return
	}
	line, what := r.openLine(), "This command opens the same place again:"
	if r.run != nil && r.run.Config().Waits() {
		what = "Your game is lost. This command begins a new one:"
	}
	if line != "" {
		fmt.Fprintf(r.options.Leaving, "%s\n\n    %s\n\n", what, line)
	}
}

// alone is how long no other key may be pressed before and after the key that
// quits: within a paste, which some terminals send as if it were typed, it is text.
const alone = 50 * time.Millisecond

// isAnswer reports whether a key belongs to what a terminal answers late, when it was
// asked for its colors: ESC ] 11 ; rgb: and so on.
func (r *root) isAnswer(msg tea.KeyMsg, now time.Time) bool {
	r.sincePress = now.Sub(r.pressed)
	r.pressed = now
	if msg.Alt && string(msg.Runes) == "]" {
		r.answer = now
	}
	return now.Sub(r.answer) < 4*alone
}
