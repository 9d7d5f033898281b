package lesson

import (
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"regretscope/noise/param"
)

var said = regexp.MustCompile(`^a\.toml:\d+: .`)

// Any file gives stops that read back as themselves, or one sentence with file and line.
func FuzzParse(f *testing.F) {
	for _, l := range All() {
		f.Add(l.text)
	}
	for _, text := range []string{"", head, head + "say='{regret 1}'", head + "say='{pulls 1 99999999999999999999}'", head + "say='a'\nclaims=['regret 1 < ']", head + "say='a'\nnote=['{regret 1}', 'b']", "name=1", "[[stop]]\n[stop]", "a\x1b=1", "name='a'\nname='b'", "stop=[{say='}{'}]", head + "say='a'\nask='b'\nanswer='c'\nchoices=[{text='d'}, {text='e', why='f'}]", head + "say='a'\nask='b'\nanswer='c'\narm='most pulls 1'\nwithin=0.5\nthen=['go 5']"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse("a.toml", text)
		if err != nil {
			if message := err.Error(); !said.MatchString(message) || !param.IsPrintable(message) {
				t.Fatalf("%q: unusable message %q", text, message)
			}
			return
		}
		written := param.Must(toml.Marshal(l))
		again, err := Parse("a.toml", string(written))
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, written, err)
		}
		for i, s := range l.Stops {
			a, b := *s, *again.Stops[i]
			for _, s := range []*Stop{&a, &b} { // written as empty lists
				s.Do, s.Claims, s.Then = slices.Concat(s.Do), slices.Concat(s.Claims), slices.Concat(s.Then)
				s.Choices, s.Notes = slices.Concat(s.Choices), slices.Concat(s.Notes)
			}
			if !reflect.DeepEqual(a, b) {
				t.Errorf("stop %d of %q comes back as %+v", i, text, b)
			}
		}
	})
}
