package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"regretscope/model/solve"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/answer"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
)

func TestSolve(t *testing.T) {
	uitest.NotForRaces(t)
	text := succeed(t, args("solve --scenario ww-det,K=8 --learner rnm-ftnl --horizon 100 --for epsilon --regret-below 40 --quiet")...)
	says(t, text, "regret of rnm-ftnl at 100 is at most 40", "the target is met for epsilon from 0.", "to 100",
		"of at most 40.00 (exact expectation); the limit is 0.", "at epsilon = ∞ it holds")
	text = succeed(t, args("solve --channel linear --learner ts-ldp-b --horizon 4 --for epsilon --between 0.01:0.02 --regret-within 1 --of random --quiet")...)
	says(t, text, "no epsilon was shown to meet the target", "undecided after 5,120 runs: epsilon = 0.01; ", "at epsilon = ∞ it holds")
	var answer struct {
		Parameter string
		Limit     any `json:"at_inf"`
		Points    []struct{ Value float64 }
	}
	decode(t, succeed(t, args("solve --scenario ww-det,K=8 --learner rnm-ftnl --horizon 100 --for scale --epsilon 1 --regret-within 3 --of ftl --tolerance 0.5 --format json --quiet --whole --between 0.5:8")...), &answer)
	values := param.Map(answer.Points, func(p struct{ Value float64 }) float64 { return p.Value })
	if answer.Parameter != "scale" || answer.Limit != nil || !slices.Equal(values, []float64{1, 2, 3, 4, 5, 6, 8}) {
		t.Errorf("%+v", answer)
	}
}

// A search that ends before it knows anything says why, and with which status.
func TestSolveWithoutAnAnswer(t *testing.T) {
	for line, want := range map[string]struct {
		status int
		text   string
	}{
		"--learner ./no-such-program --for n --between 1:9 --whole --regret-below 5":         {failed, "no-such-program"},
		"--learner ucb1,epsilon=1 --learner ucb1 --for n --regret-below 5":                   {wrong, "name one learner"},
		"--learner lazy-dp-ts --horizon 1e9 --for epsilon --regret-below 5 --time-limit 1ms": {moreToDo, "the time limit is reached before the first value was tested\n"},
	} {
		t.Run(line, func(t *testing.T) {
			p := newTestProgram()
			status := p.Run(t.Context(), args("solve --quiet "+line))
			if text := p.err.String(); status != want.status || !strings.Contains(text, want.text) || strings.Contains(text, "tested") != (status == moreToDo) {
				t.Errorf("status %d, %q", status, text)
			}
		})
	}
}

// An edge where a few runs decide the mean comes with a warning.
func TestSolveWarnsOfHeavyTails(t *testing.T) {
	var text, json strings.Builder
	edge := solve.Edge{Value: .3, Low: .2, High: .4, Reached: true, Safe: solve.Point{Value: .3, Runs: 80, Regret: 299, Threshold: 300, Misleads: true}}
	found := &solve.Answer{Low: .01, High: 100, Spans: []solve.Span{{From: edge, To: solve.Edge{Value: 100, Low: 100, High: 100, End: true}}}}
	c := &solveCommand{For: "epsilon", RegretBelow: 300, Tolerance: .05, Choice: flags.Choice{Learner: []string{"dp-imed"}}}
	uitest.NoError(t, c.AfterApply())
	found.Problem = c.problem
	report := &answer.Solution{Answer: found}
	uitest.NoError(t, errors.Join(answer.Write(&text, report, answer.Options{Width: 200}, nil), report.WriteJSON(&json, &trials.Made{})))
	says(t, text.String(), "at epsilon = 0.3 regret is 299.0, of at most 300.0 (80 runs)", "warning: a few of these runs decide the mean")
	says(t, json.String(), `"heavy_tails": true`)
}

func TestSolveRefusals(t *testing.T) {
	refuseAll(t, strings.Contains, map[string]string{
		"solve --for epsilon --regret-below 20":                                             "--learner: name one learner, whose parameter to solve for",
		"solve --learner ucb1 --for epsilon":                                                "give one condition",
		"solve --learner ucb1 --for epsilon --regret-within 2":                              "--regret-within and --of must be used together",
		"solve --learner ucb1 --for epsilon --regret-below 2 --of ucb1":                     "--regret-within and --of must be used together",
		"solve --learner ucb1 --for epsilon --regret-within 2 --of unknown":                 "--of unknown: no such learner",
		"solve --learner ucb1 --for epsilon --regret-below 300":                             "--for epsilon: ucb1 has no ε, and no other number to solve for",
		"solve --learner adac-ucb --for epsilon --regret-below 300":                         "--for epsilon: must be one of rho, beta",
		"solve --learner lazy-dp-ts --for w --regret-below 2":                               "--for w: must be one of epsilon",
		"solve --learner ucb1 --for epsilon --regret-below 2 --tolerance 2":                 "--tolerance 2: must be a number from 0.001 to 1",
		"solve --learner ucb1 --for epsilon --regret-below 2 --between 3:2":                 "--between 3:2: must be LOW:HIGH",
		"solve --learner ./mine.py --for batch --regret-below 2":                            "--for batch: is a program's own: give the range, --between LOW:HIGH",
		"solve --learner ucb1 --regret-below 2":                                             "--for",
		"solve --scenario ww-det --learner rnm-ftnl --for noise --regret-below 2":           "--for noise: must be one of epsilon, scale",
		"solve --learner lazy-dp-ts --for epsilon --regret-below 2 --epsilon 1,2":           "--epsilon 1,…: must be one value here",
		"solve --learner kl-ucb,c=0|1 --for c --regret-below 2":                             "--learner kl-ucb,c=0|1: each parameter must be one value here",
		"solve --scenario chh-synthetic --learner ucb1 --for epsilon --regret-below 2":      "--learner ucb1 cannot play chh-synthetic",
		"solve --learner ucb1 --for epsilon --regret-within 2 --of ucb1 --workers 99999":    "--workers 99999: must be a whole number from 1 to 1,024",
		"solve --learner ucb1 --for epsilon --regret-within inf --of ucb1":                  "must be a positive number",
		"solve --learner lazy-dp-ts --for epsilon --regret-within -2 --of ucb1 --horizon 9": "must be a positive number",
	})
}
