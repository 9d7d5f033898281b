package command

import (
	"context"
	"encoding/csv"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
)

// Groups and named comparisons stand for those of their learners that fit.
func TestGroupsOfLearners(t *testing.T) {
	of := func(separator string, is func(d *learners.Declaration) bool) string {
		all := slices.DeleteFunc(learners.All(), func(d *learners.Declaration) bool { return !is(d) })
		ids := param.Map(all, func(d *learners.Declaration) string { return d.ID })
		slices.Sort(ids)
		return strings.Join(ids, separator)
	}
	in := func(f learners.Family) func(*learners.Declaration) bool {
		return func(d *learners.Declaration) bool { return d.Family == f }
	}
	published := func(f learners.Family) func(*learners.Declaration) bool {
		return func(d *learners.Declaration) bool { return d.Family == f && d.Privacy.Publishes() }
	}
	for line, want := range map[string]string{
		"--learner private --learner ucb1": of(" ", published(learners.PrivateBandit)) + " ucb1 | --learner private leaves out " + of(", ",
			published(learners.Experts)) +
			" (it needs full information); " + of(", ", published(learners.Matroids)) + " (it needs a matroid)",
		"--scenario jzl-20 --learner private":         of(" ", func(d *learners.Declaration) bool { return d.Privacy == learners.Local }),
		"--scenario ww-det --learner experts":         of(" ", in(learners.Experts)),
		"--scenario chh-synthetic --learner matroids": of(" ", in(learners.Matroids)),
		"--scenario ww-det --learner after-hhmh":      "adap-klucb dp-imed dp-klucb lazy-dp-ts",
		"--scenario ww-det --learner after-hhmh,x=1":  "! --learner after-hhmh,x=1: names many learners, and takes no parameters",
		"--learner matroids": "! --learner matroids: none of them can play hhmh-1: " + of(", ",
			in(learners.Matroids)) + " (it needs a matroid)",
		"--learner privat": "! --learner privat: no such learner; did you mean private?",
		"--learner hhmh-epsilon --epsilon 0.3 --learner lazy-dp-ts": "lazy-dp-ts",
	} {
		p := newTestProgram()
		status := p.Run(context.Background(), args("run --quiet --horizon 20 --runs 1 --format csv "+line))
		refused, isRefused := strings.CutPrefix(want, "! ")
		if isRefused {
			if got := strings.TrimSpace(p.err.String()); status != wrong || !strings.HasPrefix(got, refused) {
				t.Errorf("%s: status %d, %s", line, status, got)
			}
			continue
		}
		rows, err := csv.NewReader(&p.out).ReadAll()
		if err != nil || status != done {
			t.Fatal(line, status, err, &p.err)
		}
		ids := param.Map(rows[1:], func(row []string) string { return row[1] })
		slices.Sort(ids)
		got := strings.Join(slices.Compact(ids), " ")
		if left := strings.TrimSpace(p.err.String()); strings.Contains(left, "leaves out") {
			got += " | " + left
		}
		if got != want {
			t.Errorf("%s: %s\nwant %s", line, got, want)
		}
	}
}

// A run to a precision resumes from its records and has the same result.
func TestPrecisionWithRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	const line = "run --quiet --learner lazy-dp-ts --learner ucb1 --epsilon 0.5,2 --horizon 200 --runs 5 --format csv"
	want := succeed(t, args(line+" --precision 5%")...)
	succeed(t, args(line+" --records "+path)...) // which has too few runs
	if got := succeed(t, args(line+" --precision 5% --resume --records "+path)...); got != want {
		t.Errorf("after a resume\n%s\nwant\n%s", got, want)
	}
	if got := succeed(t, args("summary --format csv "+path)...); got != want {
		t.Errorf("from records\n%s\nwant\n%s", got, want)
	}
	if text := succeed(t, "summary", path); !strings.Contains(text, "within ± 5%") {
		t.Errorf("the table says nothing of the precision:\n%s", text)
	}
}

func TestPrecisionRefuses(t *testing.T) {
	refuseAll(t, is, map[string]string{
		"run --precision 2":                                     "--precision 2: must be a percentage above 0% and below 100%, such as 2% or 0.02",
		"run --precision 100%":                                  "--precision 100%: must be a percentage above 0% and below 100%, such as 2% or 0.02",
		"run --precision 2% --runs 10001":                       "--runs 10001: with a precision, must be at most 10,000",
		"run --precision 2% --shard 1/2 --records /tmp/x.jsonl": "--shard 1/2: cannot be combined with --precision, which needs all runs",
	})
}

func TestLineupIsItsScenarioAndLearners(t *testing.T) {
	l := param.Must(figure.FindLineup("ww-variants"))
	s := startOf(t, "--lineup", "ww-variants", "--epsilon", "1", "--horizon", "1e4")
	if s.Setup || s.Config.Scenario.Reference != l.Scenario || !slices.Equal(ids(s), l.Learners) {
		t.Errorf("%+v with learners %q", s, ids(s))
	}
	if s.Config.Epsilon != 1 || s.Config.Horizon != 1e4 {
		t.Errorf("ε %v and T %d are not those that were asked for", s.Config.Epsilon, s.Config.Horizon)
	}
	text := succeed(t, args("run --lineup hhmh-fig1 --horizon 1000 --runs 2 --at 1000 --format csv")...)
	if lines := strings.Count(text, "\n"); lines != 8 {
		t.Errorf("%d lines, want one for each of seven learners and a heading:\n%s", lines, text)
	}
}

func TestLineupRefusals(t *testing.T) {
	refuseAll(t, is, map[string]string{
		"run --lineup ww-variant":                  "--lineup ww-variant: no such comparison; did you mean ww-variants?",
		"run --lineup hhmh-fig1 --scenario hhmh-1": "--scenario and --lineup can't be used together",
		"run --lineup hhmh-fig1 --learner ucb1":    "--lineup and --learner can't be used together",
		"run --lineup hhmh-fig1 --arms 0.5":        "--lineup and --arms can't be used together",
	})
}

// Flags in a lesson, a script, or a link start no program, nor do a figure's learners.
func TestFilesStartNoPrograms(t *testing.T) {
	cases := map[string]func(learner string) error{
		"lesson or script": func(learner string) error {
			own, err := flags.Parse("--learner " + learner)
			if err != nil {
				return err
			}
			_, err = own.Config()
			return err
		},
		"link": func(learner string) error {
			var said strings.Builder
			p := &Program{Streams: Streams{Out: &said, Err: &said}}
			if status := p.RunLink(context.Background(), "--learner "+learner); status != wrong || !strings.Contains(said.String(), learners.ErrProgram.Error()) {
				return errors.New(said.String())
			}
			return learners.ErrProgram
		},
		"comparison of a figure": func(learner string) error {
			_, err := (&figure.Lineup{Scenario: "hhmh-1", Learners: []string{learner}}).Config("")
			return err
		},
	}
	for name, try := range cases {
		if err := try("./mine.py"); !errors.Is(err, learners.ErrProgram) {
			t.Errorf("%s: not refused: %v", name, err)
		}
	}
}
