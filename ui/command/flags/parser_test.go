package flags

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
)

// A flag without its text in help.txt is an error of kong.
func TestEveryHelpTextIsUsed(t *testing.T) {
	code := ""
	for _, file := range slices.Concat(param.Must(filepath.Glob("*.go")), param.Must(filepath.Glob("../*.go"))) {
		code += string(param.Must(os.ReadFile(file)))
	}
	for name := range helpTexts() {
		if name != "most_" && !strings.Contains(code+helpText, "${"+name+"}") { // most_: limits of no flag
			t.Errorf("no flag uses the text of %s", name)
		}
	}
}

// The parser's memory grows with the square of the number of flags. Every shard of an experiment may
// have its file of records.
func TestFlagsAreLimited(t *testing.T) {
	for _, c := range []struct {
		word  string
		times int
		want  string
	}{
		{"--seed=1", 2000, ""},
		{"--seed", 2001, "2,001 flags are too many, at most 2,000 are allowed"},
		{"-V", 2001, "2,001 flags are too many, at most 2,000 are allowed"},
		{"file", 100_000, ""},
		{"--records", 10_001, ""},
		{"--records=a", 10_002, "--records: 10,002 are too many, at most 10,001 are allowed"},
	} {
		said := ""
		if err := CheckArguments(slices.Repeat([]string{c.word}, c.times)); err != nil {
			said = err.Error()
		}
		if said != c.want {
			t.Errorf("%d times %s: %q, want %q", c.times, c.word, said, c.want)
		}
	}
}
