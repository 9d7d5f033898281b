package command

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"regretscope/model/figure"
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
)

func TestReproduceWritesJSON(t *testing.T) {
	var entries []answer.FigureEntry
	decode(t, succeed(t, args("reproduce gaj-corollary1 chh-fig3 --format json --quiet")...), &entries)
	if len(entries) != 2 || entries[0].Figure != "gaj-corollary1" || len(entries[0].Claims) != 1 || entries[0].Runs < 20 {
		t.Errorf("%+v", entries)
	}
	for _, c := range entries[0].Claims {
		if c.Claim == "" || c.Outcome != figure.NotSeen || len(c.Numbers) == 0 || c.Numbers[0].Reason == "" {
			t.Errorf("%+v", c)
		}
	}
	if !strings.Contains(entries[1].Skipped, "--data DIR") || len(entries[1].Claims) != 0 {
		t.Errorf("without its folder: %+v", entries[1])
	}
}

func TestReproduceWritesAReport(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "papers")
	text := succeed(t, "reproduce", "chh-fig4a", "--output", folder, "--quiet")
	says(t, text, "chh-fig4a · CHH", "seen", "1 figure: 4 seen, 1 contradicted, 0 undecided, 0 not seen")
	for name, wants := range map[string][]string{
		"chh-fig4a.jsonl": {`"regretscope":"records"`}, "chh-fig4a-paper.jsonl": {`"regretscope":"records"`},
		"chh-fig4a.svg": {"<svg"}, "chh-fig4a-paper.png": {"PNG"},
		"report.md":   {"## chh-fig4a", "![chh-fig4a](chh-fig4a-paper.svg)", "**seen**", "regretscope --lineup chh-fig4a-paper"},
		"report.html": {"<svg", `class="claim seen"`, "prefers-color-scheme: dark", "regretscope reproduce chh-fig4a"},
	} {
		content := read(t, filepath.Join(folder, name))
		says(t, content, wants...)
		if strings.HasSuffix(name, ".html") && strings.Contains(content, "src=") {
			t.Errorf("%s needs other files", name)
		}
	}
}

func TestReproduceRefusals(t *testing.T) {
	refuseAll(t, is, map[string]string{
		"reproduce hhmh-fig9":                           "reproduce hhmh-fig9: no such figure; did you mean hhmh-fig1?",
		"reproduce hhmh-thm hhmh-thm":                   "reproduce hhmh-thm: is given twice",
		"reproduce all hhmh-thm":                        "reproduce all: cannot be combined with other figures",
		"reproduce hhmh-thm --time-limit=-1s":           "--time-limit -1s: must be a time above 0, such as 90s or 2h",
		"reproduce hhmh-fig1 --at 7919 --output papers": "--at 7919: not a recorded round; the nearest recorded: 6,918, 12,023",
		"reproduce chh-fig5b --at 3 --output papers":    "--at: no panel of these figures is over rounds",
		"reproduce hhmh-thm --data .":                   "--data: none of these figures reads a folder",
		"reproduce hhmh-thm --output /dev/null/x":       "--output /dev/null/x: not a directory",
	})
}

// Without a time limit, figures have none. The last figure gets all the time that is left except
// the time to finish, and after the limit the minimum.
func TestSharesOfATimeLimit(t *testing.T) {
	all := figure.All()
	const limit = time.Hour
	for name, c := range map[string]struct {
		limit    time.Duration
		figures  []*figure.Figure
		passed   time.Duration
		min, max time.Duration
	}{
		"no limit":      {0, all, 0, 0, 0},
		"the last":      {limit, all[:1], 0, limit - finishing - time.Minute, limit - finishing},
		"the same late": {limit, all[:1], limit / 2, limit/2 - finishing - time.Minute, limit/2 - finishing},
		"two alike":     {limit, []*figure.Figure{all[0], all[0]}, 0, (limit-finishing)/2 - time.Minute, (limit - finishing) / 2},
		"it is over":    {limit, all, 2 * limit, time.Millisecond, time.Millisecond},
	} {
		r := reproduceCommand{TimeLimit: flags.TimeLimit(c.limit)}
		if got := r.share(c.figures, time.Now().Add(-c.passed)); got < c.min || got > c.max {
			t.Errorf("%s: %v, want %v to %v", name, got, c.min, c.max)
		}
	}
}

func TestReproduceEndsAtTheTimeLimit(t *testing.T) {
	p := newTestProgram()
	if status := p.Run(context.Background(), args("reproduce all --time-limit 10ms --quiet")); status != moreToDo {
		t.Errorf("status %d, %s", status, &p.err)
	}
	if got := p.err.String(); !strings.HasPrefix(got, "the time limit is reached: ") || !strings.HasSuffix(got, " claims undecided\n") {
		t.Errorf("says %q", got)
	}
}

// The results of a figure are written although another one fails.
func TestReproduceKeepsWhatItHas(t *testing.T) {
	folder := t.TempDir()
	broken := filepath.Join(folder, "chh-fig4a.jsonl")
	write(t, broken, "no records\n")
	p := newTestProgram()
	if status := p.Run(context.Background(), args("reproduce chh-fig4a gaj-corollary1 --quiet --output "+folder)); status != failed {
		t.Errorf("status %d", status)
	}
	says(t, p.err.String(), broken+": ")
	says(t, p.out.String(), "left out: chh-fig4a: ", "gaj-corollary1 · ", "1 not seen")
	says(t, read(t, filepath.Join(folder, "report.md")), "## gaj-corollary1", "**not seen**")
}
