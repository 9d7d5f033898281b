package command

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/ui/manual"
)

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		words string // separated by blanks; the last one may be empty
		want  []string
		not   []string
	}{
		{"", []string{"run", "list"}, []string{"completion", "terminal", "--seed"}},
		{"tr", []string{"trace"}, []string{"run"}},
		{"--sc", []string{"--scenario"}, []string{"--seed", "run"}},
		{"run --", []string{"--runs", "--scenario", "--help"}, []string{"--mouse", "--version"}},
		{"--m", []string{"--mouse"}, nil},
		{"run --learner kl", []string{"kl-ucb", "kl-ucb-cf"}, []string{"ucb1"}},
		{"run --learner = lazy", []string{"lazy-dp-ts"}, nil},
		{"run --learner ", []string{learners.All()[0].ID}, nil},
		{"run --scenario hh", []string{"hhmh-1", "hhmh-2"}, nil},
		{"worst --against lazy", []string{"lazy-dp-ts"}, nil},
		{"worst --family ", []string{"gap", "switch"}, nil},
		{"--channel li", []string{"linear"}, nil},
		{"run --lineup ww", []string{"ww-lower"}, nil},
		{"run --format ", []string{"csv", "json"}, nil},
		{"audit --format ", []string{"table", "json"}, []string{"csv"}},
		{"lesson ", []string{"regret", "twins"}, []string{"learners"}},
		{"lesson reg", []string{"regret"}, []string{"twins"}},
		{"lesson my", nil, nil},
		{"explain us", []string{"user-level"}, []string{"regret"}},
		{"explain lazy", []string{"lazy-dp-ts"}, nil},
		{"explain worst e", nil, nil},
		{"list ", []string{"learners", "scenarios"}, []string{"run"}},
		{"run --quiet --s", []string{"--seed", "--scenario"}, nil},
		{"run --output ", nil, []string{"run"}},
	} {
		got := strings.Fields(succeed(t, append([]string{"complete"}, strings.Split(c.words, " ")...)...))
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%q: %q lacks %s", c.words, got, want)
			}
		}
		for _, not := range c.not {
			if slices.Contains(got, not) {
				t.Errorf("%q: %q has %s", c.words, got, not)
			}
		}
		if c.want == nil && len(got) > 0 {
			t.Errorf("%q: %q instead of files", c.words, got)
		}
	}
}

func TestCompletionScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := succeed(t, "completion", shell)
		path, err := exec.LookPath(shell)
		if err != nil {
			continue // only shells that are here can read it
		}
		check := exec.Command(path, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %s", shell, err, out)
		}
	}
}

// Each completed word has a page.
func TestCompletedWordsAreExplained(t *testing.T) {
	for _, word := range strings.Fields(succeed(t, "complete", "explain", "")) {
		if _, err := manual.Find(word); err != nil {
			t.Error(err)
		}
	}
}
