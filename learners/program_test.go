package learners_test

import (
	"errors"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
)

func TestParseTyped(t *testing.T) {
	cases := []struct {
		text, again, name, described string
		words                        []string
	}{
		{"./mine", "./mine", "mine", "", []string{"./mine"}},
		{"mine.py", "mine.py", "mine.py", "", []string{"python3", "mine.py"}},
		{"python3 my/dp.py --fast,alpha=2", "python3 my/dp.py --fast,alpha=2", "dp.py", "alpha=2", []string{"python3", "my/dp.py", "--fast"}},
		{"'my dir/a,b' x,seed=3,k=v", "'my dir/a,b' x,seed=3,k=v", "a,b", "k=v;seed=3", []string{"my dir/a,b", "x"}},
		{"./mine,epsilon=2", "./mine,epsilon=2", "mine", "", []string{"./mine"}},
	}
	for _, c := range cases {
		spec := param.Must(learners.ParseTyped(c.text))
		if spec.String() != c.again || spec.Name != c.name || !slices.Equal(spec.Plays().Process(), c.words) {
			t.Errorf("%s: %s, %s, %q", c.text, spec, spec.Name, spec.Plays().Process())
		}
		if got := spec.Described(learners.Setting{}); got != c.described {
			t.Errorf("%s: described %q, want %q", c.text, got, c.described)
		}
		if _, err := learners.ParseSpec(c.text); !errors.Is(err, learners.ErrProgram) {
			t.Errorf("%s: a file may start it: %v", c.text, err)
		}
	}
	for text, want := range map[string]string{
		"./a 'b":     "./a 'b: a quotation mark is not closed",
		"mine.exe":   "mine.exe: no such learner; a program in this folder is written ./mine.exe",
		"'' x":       "'' x: the name of the program is missing",
		"hedge 2":    "hedge 2: no such learner; did you mean hedge?",
		"hegde 2":    "hegde 2: no such learner",
		"“x” 2":      `“x” 2: “ (U+201C) is typographic, type "`,
		"./a,b":      `./a,b: "b": parameters are written key=value`,
		"./a,seed=x": "./a: seed=x: must be a whole number from 0 to 2^64 − 1",
	} {
		if _, err := learners.ParseTyped(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if spec, err := learners.ParseTyped(" ucb1\u00a0"); err != nil || spec.Plays().Process() != nil {
		t.Error(spec, err)
	}
}
