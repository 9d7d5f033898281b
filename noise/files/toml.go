package files

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"regretscope/noise/param"
)

// firstByte matches a character in a message of the reader.
var firstByte = regexp.MustCompile(`U\+00.. '.*'`)

// DecodeTOML decodes a text of TOML into the value that a pointer points to. A mistake is a *param.LineError. For
// an unknown key it names the nearest key. For a value of the wrong kind it describes an allowed
// value, from shapes by key ("must be …") or from the type.
func DecodeTOML(text []byte, decoder *toml.Decoder, into any, shapes map[string]string) error {
	err := decoder.Decode(into)
	if err == nil {
		return nil
	}
	kind := reflect.TypeOf(into)
	at, message := &toml.DecodeError{}, strings.TrimPrefix(err.Error(), "toml: ")
	var strict *toml.StrictMissingError
	switch {
	case errors.As(err, &strict):
		at = &strict.Errors[0]
		key := at.Key()
		last := key[len(key)-1]
		message = last + ": no such key" + param.DidYouMean(last, param.Map(fields(typeUnder(kind, key[:len(key)-1])), keyOf))
	case errors.As(err, &at):
		if key := at.Key(); len(key) > 0 && strings.HasPrefix(message, "cannot ") {
			last := key[len(key)-1]
			message = last + ": " + cmp.Or(shapes[last], mustBe(typeUnder(kind, key), last))
		} else if line, column := at.Position(); line > 0 { // the reader takes the first byte for a character
			there := slices.Collect(bytes.Lines(text))[line-1]
			character, _ := utf8.DecodeRune(there[min(column-1, len(there)):])
			if character > unicode.MaxASCII {
				message = cmp.Or(param.Odd(string(character)), firstByte.ReplaceAllString(message, fmt.Sprintf("%U '%[1]c'", character)))
			}
		}
	}
	line, _ := at.Position()
	return &param.LineError{Line: max(line, 1), Err: errors.New(param.Printable(message))}
}

// typeUnder returns the type of the value under a key in a type, through tables; nil for an unknown key.
func typeUnder(t reflect.Type, key []string) reflect.Type {
	for _, name := range key {
		all := fields(t)
		i := slices.IndexFunc(all, func(f reflect.StructField) bool { return strings.EqualFold(keyOf(f), name) })
		if i < 0 {
			return nil
		}
		t = all[i].Type
	}
	return t
}

// fields returns the fields of a struct, or of the structs in a list; other types have none.
func fields(t reflect.Type) []reflect.StructField {
	for t != nil && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	return slices.DeleteFunc(reflect.VisibleFields(t),
		func(f reflect.StructField) bool { return !f.IsExported() || keyOf(f) == "-" })
}

// keyOf returns the key of a field: from its tag, else its name in lower case.
func keyOf(f reflect.StructField) string {
	tag, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
	return cmp.Or(tag, strings.ToLower(f.Name))
}

// mustBe describes the allowed values of a type.
func mustBe(t reflect.Type, key string) string {
	if t == nil {
		return "cannot have this value"
	}
	table, list := len(fields(t)) > 0, t.Kind() == reflect.Slice
	if list {
		t = t.Elem()
	}
	switch words := map[reflect.Kind][2]string{
		reflect.String:  {"text in quotes", "texts in quotes"},
		reflect.Int:     {"a whole number", "whole numbers"},
		reflect.Float64: {"a number", "numbers"},
		reflect.Bool:    {"true or false", "true or false"},
	}[t.Kind()]; {
	case table && list:
		return "must be written as [[" + key + "]]"
	case table:
		return "must be written as a table, [" + key + "]"
	case list:
		return "must be a list of " + words[1]
	default:
		return "must be " + words[0]
	}
}
