package answer

import (
	"strings"
	"testing"

	"regretscope/model/solve"
	"regretscope/ui/kit/uitest"
)

// The text of an answer, span by span.
func TestWordsOfAnswers(t *testing.T) {
	low, high := solve.Edge{Value: .01, Low: .01, High: .01, End: true}, solve.Edge{Value: 100, Low: 100, High: 100, End: true}
	edge := solve.Edge{Value: .3, Low: .2, High: .4, Reached: true, Safe: solve.Point{Value: .4, Runs: 1280, Regret: 289, Threshold: 300}}
	coarse := solve.Edge{Value: 2, Low: 1, High: 4, Safe: solve.Point{Value: 1, Runs: 80, Regret: 291, Threshold: 300, Misleads: true}}
	between := solve.Edge{Value: .3, Low: .1, High: .3, Unmeasured: true, Safe: solve.Point{Value: .3, Runs: 20, Regret: 200, Threshold: 300}}
	for name, c := range map[string]struct {
		spans []solve.Span
		limit *solve.Point
		want  []string
	}{
		"up to a whole number": {[]solve.Span{{From: low, To: coarse}}, nil, []string{"near 2 (95% interval 1 to 4, which "}},
		"everywhere":           {[]solve.Span{{From: low, To: high}}, nil, []string{"the target is met for epsilon from 0.01 to 100, as far as the scan shows\n"}},
		"from an edge": {[]solve.Span{{From: edge, To: high}}, nil, []string{
			"the target is met for epsilon from 0.4 (with 95% confidence) to 100, as far as the scan shows\n",
			"at epsilon = 0.4 regret is 289.0, of at most 300.0 (1,280 runs); the limit is near 0.3 (95% interval 0.200 to 0.400)\n",
		}},
		"up to an edge that is coarse": {[]solve.Span{{From: low, To: coarse}}, nil, []string{
			"the target is met for epsilon from 0.01 to 1 (with 95% confidence), as far as the scan shows\n", "near 2 (95% interval 1.00 to 4.00, which ", "warning: a few of these runs decide the mean, so the interval",
		}},
		"between edges": {[]solve.Span{{From: edge, To: coarse}}, nil, []string{"the target is met for epsilon from 0.4 (with 95% confidence) to 1 (with 95% confidence), as far as the scan shows\n"}},
		"ended early, with a limit": {[]solve.Span{{From: between, To: high}}, nil, []string{
			"the target is met for epsilon from 0.3 to 100, as far as the scan shows\n",
			"at epsilon = 0.3 regret is 200.0, of at most 300.0 (20 runs); the limit is between 0.1 and 0.3\n", "interrupted: what is known so far, ",
		}},
		"ended early": {nil, nil, []string{"no epsilon is known yet to meet the target\n", "of a scan of 9 values from 0.01 to 100; a longer --time-limit"}},
		"nowhere":     {nil, &solve.Point{Runs: 80, Regret: 400, Threshold: 300}, []string{"no scanned epsilon from 0.01 to 100 meets the target\n", "at epsilon = ∞ it is undecided: regret 400.0, 1.33 times the target (80 runs)\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := Solution{Answer: &solve.Answer{
				Problem: &solve.Problem{Config: uitest.On(t, "hhmh-1", "", 1000, "lazy-dp-ts"), Parameter: "epsilon", Below: 300},
				Low:     .01, High: 100, Scan: 9, Spans: c.spans, Limit: c.limit, Whole: strings.Contains(name, "whole"),
			}}
			if strings.Contains(name, "early") {
				r.Ended = "interrupted"
			}
			var b strings.Builder
			uitest.NoError(t, Write(&b, &r, Options{Width: 200}, nil))
			for _, want := range append(c.want, "hhmh-1 · regret of lazy-dp-ts at 1,000 is at most 300\n") {
				if !strings.Contains(b.String(), want) {
					t.Errorf("no %q in\n%s", want, b.String())
				}
			}
		})
	}
}
