package files

import (
	"errors"
	"strings"
	"testing"

	"regretscope/noise/param"

	"github.com/pelletier/go-toml/v2"
)

// A mistake in a text gives one printable sentence, from the types or custom.
func TestDecodeTOML(t *testing.T) {
	type inner struct {
		Name  string
		Sizes []int `toml:"how-many"`
	}
	type document struct {
		Title  string
		Runs   int
		Share  float64
		On     bool
		Words  []string
		Inner  inner
		Parts  []*inner `toml:"part"`
		Hidden string   `toml:"-"`
	}
	for text, want := range map[string]struct {
		line    int
		message string
	}{
		"title = \"a\"":                    {0, ""},
		"\ntitle = 5":                      {2, "title: must be text in quotes"},
		"runs = \"a\"":                     {1, "runs: must be a whole number"},
		"share = \"a\"":                    {1, "share: must be a number"},
		"on = 1":                           {1, "on: must be true or false"},
		"words = 1":                        {1, "words: must be a list of words"}, // by its own words
		"inner = 1":                        {1, "inner: must be written as a table, [inner]"},
		"part = 1":                         {1, "part: must be written as [[part]]"},
		"[[part]]\nhow-many = [\"a\"]":     {2, "how-many: must be a list of whole numbers"},
		"[inner]\n\nname = [1]":            {3, "name: must be text in quotes"},
		"titel = \"a\"":                    {1, "titel: no such key; did you mean title?"},
		"hidden = \"a\"":                   {1, "hidden: no such key"},
		"[[part]]\n[[part]]\nhow-mayn = 1": {3, "how-mayn: no such key; did you mean how-many?"},
		"[inner]\ntitle = \"a\"":           {2, "title: no such key"}, // of another table
		"[other]\nname = \"a\"":            {1, "other: no such key"},
		"title = \"a\"\ntitle = \"b\"":     {2, "key title is already defined"},
		"\"a\\u001b[2J\" = 1":              {1, "a?[2J: no such key"},
		"title = \"a":                      {1, "unterminated basic string"},
		"title = \"a\"\ntitle = “b”":       {2, `“ (U+201C) is typographic, type "`},
		"runs = –5":                        {1, "– (U+2013) is typographic, type -"},
		"title\u00a0= \"a\"":               {1, "the blank U+00A0 is typographic, type a space"},
		"über = 1":                         {1, "invalid character at start of key: U+00FC 'ü'"},
		"runs = é":                         {1, "unexpected character U+00E9 'é' at start of value"},
	} {
		var d document
		decoder := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields()
		err := DecodeTOML([]byte(text), decoder, &d, map[string]string{"words": "must be a list of words"})
		var at *param.LineError
		if errors.As(err, &at); (err == nil) != (want.line == 0) || err != nil && (at == nil || at.Line != want.line || err.Error() != want.message) {
			t.Errorf("%q: %+v, %v, want %+v", text, at, err, want)
		}
	}
}
