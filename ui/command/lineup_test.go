package command

import (
	"slices"
	"strings"
	"testing"

	"regretscope/model/figure"
	"regretscope/noise/param"
)

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
