package lesson

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"regretscope/noise/declare"
)

// keys are those of a stop and of a lesson, to be suggested.
var keys = []string{"name", "title", "about", "stop", "start", "do", "say", "ask", "answer", "bet", "claims"}

// Parse reads the text of a lesson. Errors name the file and the line.
func Parse(file, text string) (*Lesson, error) {
	l := &Lesson{file: file, text: text}
	if err := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields().Decode(l); err != nil {
		return nil, l.undecoded(err)
	}
	return l, l.check()
}

// undecoded makes an error of TOML one with file, line and what is allowed.
func (l *Lesson) undecoded(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		line, _ := first.Position()
		key := first.Key()[len(first.Key())-1]
		return fmt.Errorf("%s:%d: %s: no such key%s", l.file, line, declare.Printable(key), declare.DidYouMean(key, keys))
	}
	var decode *toml.DecodeError
	if !errors.As(err, &decode) {
		return fmt.Errorf("%s: %w", l.file, err)
	}
	line, _ := decode.Position()
	reason := strings.TrimPrefix(decode.Error(), "toml: ")
	if key := decode.Key(); len(key) > 0 && strings.HasPrefix(reason, "cannot decode") {
		reason = key[len(key)-1] + ": must be " + allowedOf(key[len(key)-1])
	}
	return fmt.Errorf("%s:%d: %s", l.file, line, declare.Printable(reason))
}

// allowedOf says what stands under a key.
func allowedOf(key string) string {
	switch key {
	case "do", "claims":
		return "a list of texts in quotes"
	case "stop":
		return "written as [[stop]]"
	}
	return "text in quotes"
}

// Error is something wrong in a stop, counted from 0, under one of its keys, or in
// the whole stop where the key is empty or not there.
func (l *Lesson) Error(stop int, key string, err error) error {
	said := declare.Printable(err.Error())
	at, seen := 1, -1
	for i, line := range strings.Split(l.text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[[stop]]") {
			if seen++; seen == stop {
				at = i + 1
			}
			continue
		}
		if name, _, found := strings.Cut(line, "="); found && seen == stop && key != "" && strings.TrimSpace(name) == key {
			return fmt.Errorf("%s:%d: %s", l.file, i+1, said)
		}
	}
	return fmt.Errorf("%s:%d: %s", l.file, at, said)
}
