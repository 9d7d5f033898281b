//go:build !js

package answer

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

// A Solution is the answer of solve.
type Solution struct {
	*solve.Answer
	Ended string // why the search ended early; empty: it did not
}

func (r *Solution) condition() string {
	config := r.Problem.Config
	text := fmt.Sprintf("regret of %s at %s is at most ", config.Learners[0], number.Count(config.Horizon))
	if r.Problem.Factor != 0 {
		return text + fmt.Sprintf("%v times that of %s", r.Problem.Factor, config.Learners[1])
	}
	return text + fmt.Sprint(r.Problem.Below)
}

// Document has the spans in sentences, and a table of the values tried.
func (r *Solution) Document(Options) *Document {
	name := r.Problem.Parameter
	d := &Document{Hang: 2, Blocks: []Block{Heading{First: param.Printable(r.Problem.Config.Scenario.Name) + " · " + r.condition()}}}
	var text Sentences
	for _, s := range r.Spans {
		text.say("the target is met for %s", r.span(s))
		for _, e := range []solve.Edge{s.From, s.To} {
			if p := e.Safe; !e.End && !e.Open {
				text.say("at %s = %s regret is %s, of at most %s (%s); %s",
					name, number.Loss(p.Value), number.Value(p.Regret), number.Value(p.Threshold), runsOf(&p), r.edge(e))
				if p.Misleads {
					text.say("warning: a few of these runs decide the mean, so the interval contains the edge less often than 95%%")
				}
			}
		}
	}
	open := strings.Join(param.Map(r.Undecided(), number.Loss), "; ")
	switch {
	case len(r.Spans) > 0:
	case r.Ended != "":
		text.say("no %s is known yet to meet the target", name)
	case open == "":
		text.say("no scanned %s from %s to %s meets the target", name, number.Loss(r.Low), number.Loss(r.High))
	default:
		text.say("no %s was shown to meet the target", name)
	}
	if open != "" && r.Ended == "" {
		text.say("undecided after %s runs: %s = %s", number.Count(solve.DecideRuns), name, open)
	}
	if r.Ended != "" {
		text.say("%s: what is known so far, of a scan of %s from %s to %s; a longer --time-limit narrows it", r.Ended,
			number.Plural(r.Scan, "value"), number.Loss(r.Low), number.Loss(r.High))
	}
	if l := r.Limit; l != nil {
		verdict := l.Verdict.String()
		if l.Verdict == solve.Undecided {
			verdict = "is undecided"
		}
		text.say("at epsilon = ∞ it %s: regret %s, %s times the target (%s)", verdict,
			number.Value(l.Regret), number.Ratio(l.Ratio()), runsOf(l))
	}
	if r.Falls && r.Rises {
		text.say("regret is not monotone in %s: it falls in one part of the range and rises in another", name)
	}
	t := kit.TableOf(0, name, "from", "regret", "of at most", "condition")
	for i := range r.Points {
		p := &r.Points[i]
		t.Rows = append(t.Rows, []string{
			number.Loss(p.Value), runsOf(p), number.Value(p.Regret),
			number.Value(p.Threshold), p.Verdict.String(),
		})
	}
	d.add(text, Table{Table: t}, Sentences{"The table is a first scan. Each verdict is exact, or a paired comparison at 99.9% confidence " +
		"that takes at most " + number.Count(solve.DecideRuns) + " runs. Values between those of the table are not tested."})
	if r.Problem.Factor != 0 && !r.Points[0].Exact {
		d.add(Sentences{fmt.Sprintf("Of at most: %v times the mean of %s over the runs of the row.", r.Problem.Factor, r.Problem.Config.Learners[1])})
	}
	return d
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
		case e.At.Exact, e.Unmeasured:
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
	if e.Unmeasured {
		return fmt.Sprintf("the limit is between %s and %s", number.Loss(e.Low), number.Loss(e.High))
	}
	interval := number.Interval(e.Low, e.High)
	if r.Whole {
		interval = number.Loss(e.Low) + " to " + number.Loss(e.High)
	}
	text := fmt.Sprintf("the limit is near %s (95%% interval %s", number.Loss(e.Value), interval)
	if !e.Reached {
		text += fmt.Sprintf(", which %s runs cannot narrow further", number.Count(solve.MaxRuns))
	}
	return text + ")"
}

// WriteJSON writes the answer in full precision.
func (r *Solution) WriteJSON(w io.Writer, by *trials.Made) error {
	config := r.Problem.Config
	return trials.WriteJSON(w, struct {
		Scenario  string        `json:"scenario"`
		Learner   string        `json:"learner"`
		Parameter string        `json:"parameter"`
		Condition string        `json:"condition"`
		Horizon   int           `json:"horizon"`
		Seed      uint64        `json:"seed"`
		Spans     []solve.Span  `json:"holds"`
		Monotone  bool          `json:"monotone"`
		Undecided []float64     `json:"undecided"`
		Limit     *solve.Point  `json:"at_inf,omitempty"`
		Points    []solve.Point `json:"points"`
		Ended     string        `json:"ended,omitempty"`
		By        *trials.Made  `json:"made_by"`
	}{
		config.Scenario.Name, config.Learners[0].String(), r.Problem.Parameter, r.condition(), config.Horizon, config.Seed,
		append([]solve.Span{}, r.Spans...), !(r.Falls && r.Rises), append([]float64{}, r.Undecided()...), r.Limit, r.Points, r.Ended, by,
	})
}
