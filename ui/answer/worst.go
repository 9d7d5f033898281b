//go:build !js

package answer

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/model/trials"
	"regretscope/model/worst"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// A Worst is the answer of a search for a scenario on which a learner does badly.
type Worst struct {
	*worst.Answer
	Command string // opens the first find; empty: only a file could hold it
	Ended   string // why the search ended early; empty: it did not
}

// sought says what is to be large.
func (r *Worst) sought() string {
	l := r.Problem.Config.Learners
	return map[worst.Objective]string{
		worst.Regret: "regret of " + l[0].String(), worst.Floor: "regret of " + l[0].String() + " × the floor",
		worst.Difference: fmt.Sprintf("regret of %s − that of %s", l[0], l[len(l)-1]),
	}[r.Problem.Objective]
}

// numbers lists the numbers of a scenario, of many the first ones: mean 0.5, gap 0.01.
func (r *Worst) numbers(i worst.Instance) string {
	axes := r.Problem.Family.Axes
	if n := len(axes); n > 1 && slices.Min(i.Values) == slices.Max(i.Values) {
		return fmt.Sprintf("%s %s, %d times", axes[0].Name, number.Setting(i.Values[0]), n)
	}
	var parts []string
	for k, v := range i.Values {
		if k == 6 {
			return strings.Join(parts, ", ") + ", …"
		}
		text := number.Setting(v)
		if k == 0 || axes[k].Name != axes[k-1].Name {
			text = axes[k].Name + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// verdict says what was found, in a sentence.
func (r *Worst) verdict() string {
	a, m := r.Answer, r.Answer.Measured
	found, in := number.Value(a.Finds[0].Value), number.Plural(a.Tried, "scenario")
	nothing := fmt.Sprintf("nothing found in %s: the largest was %s", in, found)
	switch {
	case a.Exact && a.Found:
		return fmt.Sprintf("the largest found in %s: %s (exact)", in, found)
	case a.Exact:
		return nothing + " (exact)"
	case m == nil:
		return fmt.Sprintf("so far %s in %s, not measured again, so probably less", found, in)
	}
	again := fmt.Sprintf(", measured again: %s (95%% interval %s, %s)", number.Value(m.Mean),
		number.Interval(m.Interval.Low, m.Interval.High), number.Plural(m.N, "run"))
	if m.Equal {
		again = fmt.Sprintf(", measured again: %s (%s, all equal)", number.Value(m.Mean), number.Plural(m.N, "run"))
	}
	if a.Found {
		return fmt.Sprintf("found at %s in %s", found, in) + again
	}
	return nothing + again
}

// Document has the answer in sentences, and a table of the finds.
func (r *Worst) Document(Options) *Document {
	p, a := r.Problem, r.Answer
	var about, text, after Sentences
	about.say("%s · family %s · %d arms · horizon %s · ε = %s", r.sought(), p.Family.Name,
		p.Config.Scenario.Arms(), number.Count(p.Config.Horizon), number.Setting(p.Config.Epsilon))
	for k, axis := range p.Family.Axes {
		if k == 0 || axis.Name != p.Family.Axes[k-1].Name {
			about.say("%s from %s to %s", axis.Name, number.Setting(axis.Low), number.Setting(axis.High))
		}
	}
	text.say("%s", r.verdict())
	text.say("at %s", r.numbers(a.Finds[0].Instance))
	if p.Family.AtBounds(a.Finds[0].Instance) {
		text.say("this is at the boundary of the family: beyond it, the value may be larger")
	}
	if n := r.normalized(); n != nil {
		text.say("ε R/ln K = %s", number.Fixed(float64(*n), 5))
	}
	if m := a.Measured; m != nil && m.HeavyTails {
		text.say("warning: a few of these runs decide the mean, so the interval misses the true value more often than 5%%")
	}
	t := kit.TableOf(0, "found", "from", "scenario")
	t.Columns[2].Right = false
	for _, f := range a.Finds {
		from := "exact"
		if !a.Exact {
			from = number.Plural(f.Runs, "run")
		}
		t.Rows = append(t.Rows, []string{number.Value(f.Value), from, r.numbers(f.Instance)})
	}
	if !a.Exact {
		after.say("Values of the table are selected by the search, and so too large.")
	}
	d := &Document{Hang: 2, Blocks: []Block{about, text, Table{Table: t, Long: 2}, after}}
	if r.Command == "" {
		d.add(Sentences{"--save FILE.toml keeps the scenario for --scenario"})
	} else {
		d.add(Sentences{"Open it:"}, Command(r.Command))
	}
	return d
}

// normalized returns ε R/ln K of an exact regret.
func (r *Worst) normalized() *number.Float {
	c := r.Problem.Config
	if !r.Answer.Exact || r.Problem.Objective != worst.Regret || math.IsInf(c.Epsilon, 1) {
		return nil
	}
	n := number.Float(r.Answer.Finds[0].Value * c.Learners[0].Epsilon(c.Epsilon) / math.Log(float64(c.Scenario.Arms())))
	return &n
}

// WriteJSON writes the answer in full precision.
func (r *Worst) WriteJSON(w io.Writer, by *trials.Made) error {
	a, verdict := r.Answer, "nothing"
	if a.Found {
		verdict = "found"
	}
	var measured any
	if m := a.Measured; m != nil {
		measured = struct {
			Mean number.Float `json:"mean"`
			Low  number.Float `json:"low"`
			High number.Float `json:"high"`
			Runs int          `json:"runs"`
			Seed uint64       `json:"seed"`
		}{number.Float(m.Mean), number.Float(m.Interval.Low), number.Float(m.Interval.High), m.N, a.Seed}
	}
	return trials.WriteJSON(w, struct {
		Sought     string        `json:"objective"`
		Family     string        `json:"family"`
		Axes       []worst.Axis  `json:"axes"`
		Found      number.Float  `json:"found"`
		Verdict    string        `json:"verdict"`
		Exact      bool          `json:"exact"`
		Measured   any           `json:"measured"` // null if it is exact, or if there was no time
		Normalized *number.Float `json:"normalized,omitempty"`
		Instance   worst.Find    `json:"instance"`
		Command    string        `json:"command"`
		Tried      int           `json:"tried"`
		Ended      string        `json:"ended,omitempty"`
		Finds      []worst.Find  `json:"finds"`
		By         *trials.Made  `json:"made_by"`
	}{
		r.sought(), r.Problem.Family.Name, r.Problem.Family.Axes, number.Float(a.Finds[0].Value), verdict, a.Exact, measured,
		r.normalized(), a.Finds[0], r.Command, a.Tried, r.Ended, a.Finds, by,
	})
}

// WriteCSV writes the finds as the search saw them.
func (r *Worst) WriteCSV(w io.Writer, _ *trials.Made) error {
	rows := [][]string{{"found", "runs"}}
	for k, axis := range r.Problem.Family.Axes {
		rows[0] = append(rows[0], axis.Name+strconv.Itoa(k+1))
	}
	for _, f := range r.Answer.Finds {
		row := []string{number.Float(f.Value).String(), strconv.Itoa(f.Runs)}
		rows = append(rows, append(row, param.Map(f.Values, number.Format)...))
	}
	return files.WriteCSV(w, slices.Values(rows))
}
