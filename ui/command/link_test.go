package command

import (
	"slices"
	"strings"
	"testing"
)

// A valid link becomes arguments. Any other gets one sentence that names the mistake, without control characters.
func TestLinked(t *testing.T) {
	for name, test := range map[string]struct {
		link string
		want []string
		err  string
	}{
		"nothing":          {"", nil, ""},
		"flags":            {"--scenario hhmh-1 --learner lazy-dp-ts,epsilon=2 --at-round 48210", []string{"--scenario", "hhmh-1", "--learner", "lazy-dp-ts,epsilon=2", "--at-round", "48210"}, ""},
		"what y copies":    {"regretscope --arms '0.9 beta(4,1)' --feedback bandit", []string{"--arms", "0.9 beta(4,1)", "--feedback", "bandit"}, ""},
		"a lesson":         {"lesson regret", []string{"lesson", "regret"}, ""},
		"a lesson's stop":  {"lesson regret --at-stop 4", []string{"lesson", "regret", "--at-stop", "4"}, ""},
		"a lesson, plain":  {"lesson --plain regret", []string{"lesson", "--plain", "regret"}, ""},
		"a script":         {"--script talk.script", nil, "--script: names a file"},
		"a picture":        {"--svg x.svg", nil, "--svg: names a file"},
		"writing":          {"--pictures /tmp", nil, "--pictures: names a file"},
		"data":             {"--scenario ml-1m --data /data", nil, "--data: names a file"},
		"a table":          {"--scenario my.csv.gz", nil, "--scenario my.csv.gz: names a file"},
		"a scenario file":  {"--scenario ./my.toml", nil, "--scenario ./my.toml: names a file"},
		"in capitals":      {"--scenario=MY.TOML", nil, "--scenario MY.TOML: names a file"},
		"a lesson file":    {"lesson first.toml", nil, "names a file"},
		"memory":           {"--memory 100GiB", nil, "--memory: is not for a link"},
		"version":          {"--version", nil, "--version: is not for a link"},
		"help":             {"--help", nil, "--help: is not for a link"},
		"another command":  {"run --runs 4", nil, "run: must be flags"},
		"behind dashes":    {"-- run", nil, "run: must be flags"},
		"behind flags":     {"--color=never run", nil, "run: must be flags"},
		"behind both":      {"--color never -- summary recs.jsonl", nil, "summary: must be flags"},
		"plots":            {"plot x.jsonl --output y.svg", nil, "plot: must be flags"},
		"an unknown flag":  {"--nonsense 3", nil, "unknown flag --nonsense"},
		"HTML":             {"<img onerror=alert(1)>", nil, "<img: must be flags"},
		"an escape":        {"--scenario \x1b]52;c;aGk=\a", nil, "a character that is not text"},
		"100 kB":           {strings.Repeat("--learner ucb1 ", 7000), nil, "at most 4,096 are allowed"},
		"quotes left open": {"--scenario 'hhmh-1", nil, "--scenario"},
	} {
		args, err := linkArguments(test.link)
		if err == nil {
			var p Program
			parser, broken := p.parser(&grammar{})
			if broken != nil {
				t.Fatal(name, broken)
			}
			err = checkLink(parser, args)
		}
		if err == nil && !slices.Equal(args, test.want) {
			t.Errorf("%s: arguments %q, want %q", name, args, test.want)
		}
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%s: error %v, want %q", name, err, test.err)
		}
	}
}

// A link opens the same as its command line; an invalid link has the exit status of a wrong request.
func TestRunLink(t *testing.T) {
	for name, test := range map[string]struct {
		link   string
		status int
		said   string
	}{
		"a run":   {"--plain --scenario ww-det --at-round 70", done, ""},
		"a wrong": {"--scenario nowhere", wrong, "nowhere"},
		"a file":  {"--script x", wrong, "the link: --script"},
		"another": {"--background dark --color=never run", wrong, "the link: run: must be flags"}, // with a page's flag
	} {
		p := newTestProgram()
		if got := p.RunLink(t.Context(), test.link); got != test.status || !strings.Contains(p.err.String(), test.said) {
			t.Errorf("%s: status %d, said %q", name, got, &p.err)
		}
		if opened := strings.Contains(p.out.String(), "ound 70"); opened != (test.status == done) {
			t.Errorf("%s: it shows %s", name, &p.out)
		}
	}
}
