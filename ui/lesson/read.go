package lesson

import (
	"errors"
	"fmt"

	"regretscope/noise/declare"
	"regretscope/scenarios/file"
)

// Parse reads the text of a lesson. Errors name the file and the line.
func Parse(name, text string) (*Lesson, error) {
	l := &Lesson{file: name, text: text}
	if err := file.Decode(name, []byte(text), l); err != nil {
		return nil, err
	}
	return l, l.check()
}

// Error is something wrong in a stop, counted from 0, under one of its keys, or in
// the whole stop where the key is empty or not there.
func (l *Lesson) Error(stop int, key string, err error) error {
	field := fmt.Sprintf("stop[%d].%s", stop, key)
	return file.Locate(l.file, []byte(l.text), &declare.FieldError{Field: field, Err: errors.New(declare.Printable(err.Error()))})
}
