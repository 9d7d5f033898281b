// Package console gives the program access to its terminal and to the system: the shade of the
// background, the keyboard, and signals.
package console

import (
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Messages of the system or the page.
type (
	EndMsg       struct{} // asks the program to end
	StopMsg      struct{} // asks it to stop, until it is continued
	ContinuedMsg struct{} // it was continued
	// An AskedMsg receives the command line of the run, empty before the first.
	AskedMsg func(line string)
)

// Retype sends the messages of the keys in what was read from the terminal before Bubble Tea read.
func (k *Keyboard) Retype(read []byte, send func(tea.Msg)) {
	if typed := k.sieve.Sift(read, time.Now()); len(typed) > 0 {
		go retype(typed, send)
	}
}

func retype(typed []byte, send func(tea.Msg)) {
	keys := &retyped{text: typed}
	keys.program = tea.NewProgram(
		keys, tea.WithInput(keys), tea.WithOutput(io.Discard), tea.WithoutRenderer(), tea.WithoutSignalHandler(),
		tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			if key, ok := msg.(tea.KeyMsg); ok {
				send(key)
			}
			return msg
		}),
	)
	_, _ = keys.program.Run() // it fails if a key is not one
}

// A retyped text is the only input of an inner program that does nothing; the end of the text ends
// that program.
type retyped struct {
	text    []byte
	program *tea.Program
}

func (r *retyped) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		r.program.Quit()
		return 0, io.EOF
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

func (r *retyped) Init() tea.Cmd                       { return nil }
func (r *retyped) Update(tea.Msg) (tea.Model, tea.Cmd) { return r, nil }
func (r *retyped) View() string                        { return "" }
