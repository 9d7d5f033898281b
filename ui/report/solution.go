package report

import (
	"fmt"
	"io"
	"strings"

	"regretscope/model/solve"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// A Solution is the answer to a problem.
type Solution struct {
	Problem *solve.Problem
	Answer  *solve.Answer
}

// condition describes the condition on regret.
func (r *Solution) condition() string {
	config := r.Problem.Config
	text := fmt.Sprintf("regret of %s at %s is at most ", config.Learners[0], number.Count(config.Horizon))
	if r.Problem.Factor != 0 {
		return text + fmt.Sprintf("%v times that of %s", r.Problem.Factor, config.Learners[1])
	}
	return text + fmt.Sprint(r.Problem.Below)
}

// WriteText writes the answer in sentences, with a table of the values tried.
func (r *Solution) WriteText(out io.Writer, width int) error {
	w := new(strings.Builder)
	fmt.Fprintf(w, "%s · %s\n\n", param.Printable(r.Problem.Config.Scenario.Name), r.condition())
	for _, s := range r.Answer.Spans {
		fmt.Fprintf(w, "the target is met for %s\n", r.span(s))
		for _, e := range []solve.Edge{s.From, s.To} {
			if p := e.Safe; !e.End && !e.Open {
				fmt.Fprintf(w, "at %s = %s regret is %s, of at most %s (%s); %s\n",
					r.Problem.Parameter, number.Loss(p.Value), number.Value(p.Regret), number.Value(p.Threshold), runsOf(&p), r.edge(e))
				if p.Misleads {
					fmt.Fprintln(w, "warning: a few of these runs decide the mean, so the interval contains the edge less often than 95%")
				}
			}
		}
	}
	open := strings.Join(param.Map(r.Answer.Undecided(), number.Loss), "; ")
	switch {
	case len(r.Answer.Spans) > 0:
	case open == "":
		fmt.Fprintf(w, "no scanned %s from %s to %s meets the target\n", r.Problem.Parameter,
			number.Loss(r.Answer.Low), number.Loss(r.Answer.High))
	default:
		fmt.Fprintf(w, "no %s was shown to meet the target\n", r.Problem.Parameter)
	}
	if open != "" {
		fmt.Fprintf(w, "undecided after %s runs: %s = %s\n", number.Count(solve.DecideRuns), r.Problem.Parameter, open)
	}
	if l := r.Answer.Limit; l != nil {
		verdict := l.Verdict.String()
		if l.Verdict == solve.Undecided {
			verdict = "is undecided"
		}
		fmt.Fprintf(w, "at epsilon = ∞ it %s: regret %s, %s times the target (%s)\n", verdict,
			number.Value(l.Regret), number.Ratio(l.Ratio()), runsOf(l))
	}
	if r.Answer.Falls && r.Answer.Rises {
		fmt.Fprintf(w, "regret is not monotone in %s: it falls in one part of the range and rises in another\n",
			r.Problem.Parameter)
	}
	t := kit.TableOf(0, r.Problem.Parameter, "from", "regret", "of at most", "condition")
	for i := range r.Answer.Points {
		p := &r.Answer.Points[i]
		t.Rows = append(t.Rows, []string{
			number.Loss(p.Value), runsOf(p), number.Value(p.Regret),
			number.Value(p.Threshold), p.Verdict.String(),
		})
	}
	fmt.Fprintf(w, "\n%s\nThe table is a first scan. Each verdict is exact, or a paired comparison at 99.9%% confidence "+
		"that takes at most %s runs. Values between those of the table are not tested.\n",
		t.String(), number.Count(solve.DecideRuns))
	if r.Problem.Factor != 0 && !r.Answer.Points[0].Exact {
		fmt.Fprintf(w, "\nOf at most: %v times the mean of %s over the runs of the row.\n", r.Problem.Factor, r.Problem.Config.Learners[1])
	}
	_, err := io.WriteString(out, broken(w.String(), width))
	return err
}

// span describes values that meet the condition.
func (r *Solution) span(s solve.Span) string {
	name := r.Problem.Parameter
	text := name + " from "
	for i, e := range []solve.Edge{s.From, s.To} {
		if i > 0 {
			text += " to "
		}
		switch {
		case e.End || e.Open:
			text += number.Loss(e.Value)
		case e.At.Exact:
			text += number.Loss(e.Safe.Value)
		default:
			text += number.Loss(e.Safe.Value) + " (with 95% confidence)"
		}
	}
	return text + ", as far as the scan shows"
}

// runsOf returns what a point rests on.
func runsOf(p *solve.Point) string {
	if p.Exact {
		return "exact expectation"
	}
	return number.Plural(p.Runs, "run")
}

func (r *Solution) edge(e solve.Edge) string {
	if e.At.Exact {
		return "the limit is " + number.Loss(e.Value)
	}
	interval := number.Interval(e.Low, e.High)
	if r.Answer.Whole {
		interval = number.Loss(e.Low) + " to " + number.Loss(e.High)
	}
	text := fmt.Sprintf("the limit is near %s (95%% interval %s", number.Loss(e.Value), interval)
	if !e.Reached {
		text += fmt.Sprintf(", which %s runs cannot narrow further", number.Count(solve.MaxRuns))
	}
	return text + ")"
}

// solution is the JSON of an answer.
type solution struct {
	Scenario  string       `json:"scenario"`
	Learner   string       `json:"learner"`
	Parameter string       `json:"parameter"`
	Condition string       `json:"condition"`
	Horizon   int          `json:"horizon"`
	Seed      uint64       `json:"seed"`
	Spans     []spanJSON   `json:"holds"`
	Monotone  bool         `json:"monotone"`
	Undecided []float64    `json:"undecided"`
	Limit     *pointJSON   `json:"at_inf,omitempty"`
	Points    []*pointJSON `json:"points"`
	By        *trials.Made `json:"made_by"`
}

type spanJSON struct {
	From edgeJSON `json:"from"`
	To   edgeJSON `json:"to"`
}

type edgeJSON struct {
	Value   number.Float `json:"value"`
	Low     number.Float `json:"low"`
	High    number.Float `json:"high"`
	End     bool         `json:"end_of_range"`
	Open    bool         `json:"undecided_beyond,omitempty"`
	Reached bool         `json:"tolerance_reached"`
	At      *pointJSON   `json:"at_value,omitempty"` // measured there; absent at the end of a range
	Safe    *pointJSON   `json:"safe,omitempty"`     // like Value, for the safe end, with 95% confidence
}

type pointJSON struct {
	Value   number.Float `json:"value"`
	Verdict string       `json:"verdict"`
	Runs    int          `json:"runs"` // 0 if the regret is exact
	Regret  number.Float `json:"regret_mean"`
	AtMost  number.Float `json:"at_most"`
	// Misleads is present if a few runs decide a mean.
	Misleads bool `json:"heavy_tails,omitempty"`
}

func newPointJSON(p *solve.Point) *pointJSON {
	return &pointJSON{
		number.Float(p.Value), p.Verdict.String(), p.Runs, number.Float(p.Regret),
		number.Float(p.Threshold), p.Misleads,
	}
}

func newEdgeJSON(e solve.Edge) edgeJSON {
	edge := edgeJSON{
		Value: number.Float(e.Value), Low: number.Float(e.Low), High: number.Float(e.High), End: e.End,
		Open: e.Open, Reached: e.Reached,
	}
	if !e.End && !e.Open {
		edge.At, edge.Safe = newPointJSON(&e.At), newPointJSON(&e.Safe)
	}
	return edge
}

// WriteJSON writes the answer in full precision.
func (r *Solution) WriteJSON(w io.Writer, by *trials.Made) error {
	config := r.Problem.Config
	s := solution{
		Scenario: config.Scenario.Name, Learner: config.Learners[0].String(),
		Parameter: r.Problem.Parameter, Condition: r.condition(),
		Horizon: config.Horizon, Seed: config.Seed, By: by,
		Spans: param.Map(r.Answer.Spans, func(span solve.Span) spanJSON {
			return spanJSON{newEdgeJSON(span.From), newEdgeJSON(span.To)}
		}),
		Undecided: append([]float64{}, r.Answer.Undecided()...),
		Monotone:  !(r.Answer.Falls && r.Answer.Rises),
	}
	for i := range r.Answer.Points {
		s.Points = append(s.Points, newPointJSON(&r.Answer.Points[i]))
	}
	if r.Answer.Limit != nil {
		s.Limit = newPointJSON(r.Answer.Limit)
	}
	return trials.WriteJSON(w, s)
}
