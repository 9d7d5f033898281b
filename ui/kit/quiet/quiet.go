// Package quiet keeps Bubble Tea from asking the terminal for its background at program start. Version 1 asks in an
// init function; if the terminal did not answer, every command, even --version, would wait five seconds. Termenv,
// which asks, takes a CI variable as a sign that there is no terminal.
//
// Go initializes a package when everything that it imports is initialized, in the order of
// import paths. This package imports only syscall; Bubble Tea imports time, which sorts later,
// so this package is always earlier. A package that imports lipgloss, to tell it the background,
// comes later than Bubble Tea; so does any package that imports more than syscall.
package quiet

import "syscall"

var value, wasSet = syscall.Getenv("CI")

func init() { syscall.Setenv("CI", "true") }

// End restores the value of CI. The terminal program calls it and asks the terminal itself;
// nothing else in the program reads CI.
func End() {
	if wasSet {
		syscall.Setenv("CI", value)
	} else {
		syscall.Unsetenv("CI")
	}
}
