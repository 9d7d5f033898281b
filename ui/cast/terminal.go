package cast

import "github.com/charmbracelet/x/term"

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
