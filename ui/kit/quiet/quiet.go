// Package quiet keeps Bubble Tea from asking the terminal for its background
// while the program starts. Version 1 asks in an init function, and where a
// terminal does not answer, every command, --version included, would wait for
// five seconds. Termenv, which asks, takes a set CI variable for a sign that there
// is no terminal.
//
// Go initializes a package once everything that it imports is initialized, the
// first by import path first. This package needs syscall alone, Bubble Tea needs
// time, which sorts behind it: so this one is always earlier. Anything that needs
// more than syscall does not belong here.
package quiet

import "syscall"

var value, wasSet = syscall.Getenv("CI")

func init() { syscall.Setenv("CI", "true") }

// End gives CI its value back. The terminal program calls it, which asks the
// terminal itself; nothing else in the program looks at CI.
func End() {
	if wasSet {
		syscall.Setenv("CI", value)
	} else {
		syscall.Unsetenv("CI")
	}
}
