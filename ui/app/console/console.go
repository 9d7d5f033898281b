// Package console is what the program knows of its terminal and of the system: the shade of
// the background, the keyboard, and signals.
package console

// What the system, or the page, says.
type (
	EndMsg       struct{} // the program is asked to end
	StopMsg      struct{} // it is asked to stop, until it is continued
	ContinuedMsg struct{} // it was continued
	// An AskedMsg takes the command line of the run, empty before the first.
	AskedMsg func(line string)
)
