//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/solve"
	"regretscope/noise/declare"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
)

type solveCommand struct {
	choice
	For          string   `required:"" placeholder:"PARAMETER" help:"What is solved for: epsilon, or a parameter of the learner that is a number."`
	RegretWithin positive `xor:"condition" and:"of" placeholder:"FACTOR" help:"The condition: regret at the horizon is at most so many times that of the learner that --of names."`
	Of           string   `and:"of" placeholder:"ID[,key=value…]" help:"With --regret-within: the learner to compare with, on the same rewards."`
	RegretBelow  positive `xor:"condition" placeholder:"X" help:"The condition: regret at the horizon is at most so much."`
	Between      between  `placeholder:"LOW:HIGH" help:"The values to search (default: for epsilon 0.01:100, for a parameter all that it may have, up to the horizon)."`
	Tolerance    positive `placeholder:"X" default:"0.05" help:"How far, relatively, the interval of an answer may reach to either side (default: 0.05)."`
	Workers      workers  `placeholder:"N" help:"Goroutines at work, at most ${most_workers} (default: the cores)."`
	Format       string   `placeholder:"table|json" enum:"table,json" default:"table" help:"What to write (default: table)."`
	Quiet        bool     `help:"No progress on standard error."`

	problem *solve.Problem
}

// Help shows examples.
func (*solveCommand) Help() string {
	return `Replications are paired, and grow until the condition is decided.

Examples:

	regretscope solve --learner lazy-dp-ts --horizon 1e5 --for epsilon --regret-within 4 --of thompson
	regretscope solve --learner adap-klucb --horizon 1e5 --for alpha --regret-within 1 --of lazy-dp-ts
	regretscope solve --scenario gaj-tide --learner sw-klucb-cf --for w --regret-below 8000`
}

// AfterApply makes the problem that the flags pose.
func (c *solveCommand) AfterApply() error {
	if len(c.Learner) != 1 {
		return errors.New("--learner: name the one learner whose parameter is solved for")
	}
	switch {
	case c.Mu != 0 || c.Rho != 0:
		return errors.New("--mu, --rho: set the privacy of all learners, and cannot go with solve")
	case c.RegretWithin == 0 && c.RegretBelow == 0:
		return errors.New("--regret-within FACTOR --of ID, or --regret-below X: give one condition")
	case c.Tolerance < .001 || c.Tolerance > 1:
		return fmt.Errorf("--tolerance %v: must be a number from 0.001 to 1", c.Tolerance)
	}
	if c.Of != "" {
		if _, err := learners.ParseChoice(c.Of); err != nil {
			return fmt.Errorf("--of %w", err)
		}
		c.Learner = append(c.Learner, c.Of)
	}
	config, err := c.config()
	if err != nil {
		return err
	}
	if _, _, _, err := solve.Range(config, c.For); err != nil {
		return fmt.Errorf("--for %s: %w", c.For, err)
	}
	c.problem = &solve.Problem{
		Config: config, Parameter: c.For, Factor: float64(c.RegretWithin), Below: float64(c.RegretBelow),
		Low: c.Between.low, High: c.Between.high, Tolerance: float64(c.Tolerance), Workers: int(c.Workers),
	}
	return nil
}

// Run solves the problem and writes the answer.
func (c *solveCommand) Run(ctx context.Context, p *Program) error {
	var tell func(string)
	if !c.Quiet && isTerminal(p.Err) {
		tell = func(text string) { fmt.Fprintf(p.Err, "\r\x1b[K%s", text) }
		defer fmt.Fprint(p.Err, "\r\x1b[K")
	}
	answer, err := c.problem.Solve(ctx, tell)
	if errors.Is(err, context.Canceled) {
		return Interrupted("interrupted, nothing is solved")
	}
	if err != nil {
		return err
	}
	return outfile.Buffered(p.Out, func(w io.Writer) error {
		if c.Format == "json" {
			return c.writeJSON(w, answer)
		}
		return c.writeText(w, answer)
	})
}

func (c *solveCommand) condition() string {
	if c.RegretWithin != 0 {
		return fmt.Sprintf("regret of %s at %d is at most %v times that of %s", c.Learner[0], c.problem.Config.Horizon, c.RegretWithin, c.Of)
	}
	return fmt.Sprintf("regret of %s at %d is at most %v", c.Learner[0], c.problem.Config.Horizon, c.RegretBelow)
}

func (c *solveCommand) writeText(w io.Writer, a *solve.Answer) error {
	fmt.Fprintf(w, "%s · %s\n\n", declare.Printable(c.problem.Config.Scenario.Name), c.condition())
	for _, s := range a.Spans {
		fmt.Fprintf(w, "holds for %s\n", c.span(s))
		for _, e := range []solve.Edge{s.From, s.To} {
			if p := e.At; !e.End {
				fmt.Fprintf(w, "at %s = %s regret is %s, of at most %s (%s runs)\n", c.For, number.Loss(p.Value), kit.Measured(p.Regret), kit.Measured(p.Threshold), kit.Count(p.Runs))
				if p.Misleads {
					fmt.Fprintln(w, "warning: a few of these runs decide the mean, so that the interval contains the edge less often than 95 %")
				}
			}
		}
	}
	if len(a.Spans) == 0 {
		fmt.Fprintf(w, "no %s from %s to %s was seen to hold\n", c.For, number.Loss(a.Low), number.Loss(a.High))
	}
	if l := a.Limit; l != nil {
		verdict := l.Verdict.String()
		if l.Verdict == solve.Undecided {
			verdict = "is undecided"
		}
		fmt.Fprintf(w, "at epsilon = inf it %s: regret %s, %s times what it may be at most (%d runs)\n", verdict, kit.Measured(l.Regret), number.Ratio(l.Ratio()), l.Runs)
	}
	if a.Falls && a.Rises {
		fmt.Fprintf(w, "regret is not monotone in %s: it falls in one part of the range and rises in another\n", c.For)
	}
	t := tableOf(0, c.For, "runs", "regret", "of at most", "condition")
	for i := range a.Points {
		p := &a.Points[i]
		t.Rows = append(t.Rows, []string{number.Loss(p.Value), kit.Count(p.Runs), kit.Measured(p.Regret), kit.Measured(p.Threshold), p.Verdict.String()})
	}
	_, err := fmt.Fprintf(w, "\n%s\nThe table is a first look, each verdict a paired comparison at 99.9 %% confidence.\n", t.String())
	return err
}

// span says for which values the condition holds.
func (c *solveCommand) span(s solve.Span) string {
	switch {
	case s.From.End && s.To.End:
		return fmt.Sprintf("every %s from %s to %s", c.For, number.Loss(s.From.Low), number.Loss(s.To.High))
	case s.To.End:
		return fmt.Sprintf("%s from %s up to %s at least", c.For, edgeText(s.From), number.Loss(s.To.High))
	case s.From.End:
		return fmt.Sprintf("%s from %s at most up to %s", c.For, number.Loss(s.From.Low), edgeText(s.To))
	}
	return fmt.Sprintf("%s from %s to %s", c.For, edgeText(s.From), edgeText(s.To))
}

func edgeText(e solve.Edge) string {
	text := fmt.Sprintf("%s (95 %% interval %s", number.Loss(e.Value), number.Interval(e.Low, e.High))
	if !e.Reached {
		text += fmt.Sprintf(", which %s runs cannot narrow further", kit.Count(solve.MaxRuns))
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
	Limit     *pointJSON   `json:"at_inf,omitempty"`
	Points    []*pointJSON `json:"points"`
}

type spanJSON struct {
	From edgeJSON `json:"from"`
	To   edgeJSON `json:"to"`
}

type edgeJSON struct {
	Value   model.Number `json:"value"`
	Low     model.Number `json:"low"`
	High    model.Number `json:"high"`
	End     bool         `json:"end_of_range"`
	Reached bool         `json:"tolerance_reached"`
	At      *pointJSON   `json:"at_value,omitempty"` // what runs say there; not for the end of a range
}

type pointJSON struct {
	Value   model.Number `json:"value"`
	Verdict string       `json:"verdict"`
	Runs    int          `json:"runs"`
	Regret  model.Number `json:"regret_mean"`
	AtMost  model.Number `json:"at_most"`
	// Misleads is there where a few runs decide a mean.
	Misleads bool `json:"heavy_tails,omitempty"`
}

func newPointJSON(p *solve.Point) *pointJSON {
	return &pointJSON{model.Number(p.Value), p.Verdict.String(), p.Runs, model.Number(p.Regret), model.Number(p.Threshold), p.Misleads}
}

func newEdgeJSON(e solve.Edge) edgeJSON {
	edge := edgeJSON{Value: model.Number(e.Value), Low: model.Number(e.Low), High: model.Number(e.High), End: e.End, Reached: e.Reached}
	if !e.End {
		edge.At = newPointJSON(&e.At)
	}
	return edge
}

func (c *solveCommand) writeJSON(w io.Writer, a *solve.Answer) error {
	config := c.problem.Config
	s := solution{
		Scenario: config.Scenario.Name, Learner: c.Learner[0], Parameter: c.For, Condition: c.condition(),
		Horizon: config.Horizon, Seed: config.Seed, Spans: []spanJSON{}, Monotone: !(a.Falls && a.Rises),
	}
	for _, span := range a.Spans {
		s.Spans = append(s.Spans, spanJSON{newEdgeJSON(span.From), newEdgeJSON(span.To)})
	}
	for i := range a.Points {
		s.Points = append(s.Points, newPointJSON(&a.Points[i]))
	}
	if a.Limit != nil {
		s.Limit = newPointJSON(a.Limit)
	}
	return model.WriteJSON(w, s)
}
