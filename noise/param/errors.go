package param

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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

// Reason returns why a file operation failed, without the names of the system call and of the
// file, which the caller's message already has.
func Reason(err error) error {
	var onPath *fs.PathError
	var onLink *os.LinkError
	switch {
	case errors.As(err, &onPath):
		return onPath.Err
	case errors.As(err, &onLink):
		return onLink.Err
	}
	return err
}

// Must returns a value that cannot be refused: what makes it is checked elsewhere, or written in
// the code. It panics on an error.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
