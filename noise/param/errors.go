package param

import (
	"fmt"
)

// A FieldError is a mistake in one field of a description.
type FieldError struct {
	// the field as scenario files name it, entries from 0: "labels", "phase[1].arms[2]"; a flag without --: "runs"
	Field string
	Err   error // one sentence: the mistake, and what is allowed
}

// Refuse returns a *FieldError about the field, with a formatted sentence.
func Refuse(field, format string, arguments ...any) error {
	return &FieldError{Field: field, Err: fmt.Errorf(format, arguments...)}
}

// Error returns the sentence.
func (e *FieldError) Error() string { return e.Err.Error() }

// Unwrap returns the error without its field.
func (e *FieldError) Unwrap() error { return e.Err }

// A LineError is a mistake in a line of a text that a person wrote.
type LineError struct {
	Line int   // from 1
	Err  error // one sentence: the mistake, and what is allowed
}

// Error returns the sentence.
func (e *LineError) Error() string { return e.Err.Error() }

// Unwrap returns the error without its line.
func (e *LineError) Unwrap() error { return e.Err }

// Must returns a value that cannot be refused: what makes it is checked elsewhere, or written in
// the code. It panics on an error.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
