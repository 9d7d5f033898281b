package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// An Experiment is the answer of run and of summary.
type Experiment struct{ *trials.Result }

// Document has the table of the learners, that of their pairs, and notes.
func (a Experiment) Document(o Options) *Document {
	r, more := shown(a.Result, o)
	d := &Document{Blocks: []Block{Heading{First: heading(r)}}}
	own, sweep := ownEpsilons(r), r.Config.Sweep()
	r = named(r, o)
	if o.brief() {
		return brief(d, r, o, own)
	}
	first := table(r, o, own)
	if sweep && o.limited() {
		var out []string
		if first.Table, out = narrowed(first.Table, o.Width); out != nil {
			more = append(more, "--format csv also has: "+strings.Join(out, ", "))
		}
	}
	d.add(first)
	var notes Sentences
	if r.Runs > 1 {
		switch {
		case len(r.Pairs) > shownPairs || (sweep || len(o.Columns) > 0) && len(r.Pairs) > 0:
			more = append(more, "--pairs FILE.csv writes "+number.Plural(len(r.Pairs), "pair"))
		case len(r.Pairs) > 0:
			d.add(pairs(r))
		}
		notes = slices.Concat(indexes(r), uniform(r), floors(r), precision(r), misleading(r), rare(r), ofPrograms(r))
	}
	if more != nil {
		notes = slices.Concat([]string{strings.Join(more, "; ") + "."}, notes)
	}
	if notes != nil {
		d.add(notes)
	}
	return d
}

// brief adds one table, all warnings, and what the long form adds.
func brief(d *Document, r *trials.Result, o Options, own bool) *Document {
	var more []string
	if len(o.Columns) == 0 {
		vary := varying(&r.Config)
		for _, c := range []struct {
			word  string
			shown bool
		}{
			{"horizon", vary.horizon},
			{"epsilon", own || r.Config.UsesEpsilon()},
			{"round", o.Rounds},
			{"regret", true},
			{"floor", hasFloors(r)},
			{"loss", true},
			{"mu", comparedByMu(r)},
		} {
			if c.shown {
				o.Columns = append(o.Columns, c.word)
			}
		}
		more = []string{"ranks", "spread", "returns"}
	}
	first := table(r, o, own)
	first.Foot = strings.TrimPrefix(equalNote(&first.Table), "; ")
	d.add(first)
	notes := slices.Concat(indexes(r), uniform(r), misleading(r), rare(r), ofPrograms(r))
	if r.Config.Precision > 0 {
		notes = slices.Concat(precision(r), notes)
	}
	if notes != nil {
		d.add(Sentences(notes))
	}
	if len(r.Pairs) > 0 {
		more = append(more, "pairs")
	}
	d.add(Sentences{"--long adds " + strings.Join(append(more, "floors", "and what columns mean"), ", ") + "."})
	return d
}

// screenful is the number of rows that fit on a usual screen, with a heading.
const screenful = 20

// shown returns a result with the rounds to show, and a note on others.
func shown(r *trials.Result, o Options) (*trials.Result, []string) {
	most := max(2, screenful/max(len(ends(r)), 1))
	less, left := *r, map[int]bool{}
	less.Rows = nil
	for series := range len(ends(r)) {
		rows := r.Of(ends(r)[series].Series)
		last := len(rows) - 1
		own := slices.Clone(rows[last:])
		if o.Rounds {
			own = slices.DeleteFunc(slices.Clone(rows), func(row trials.Row) bool {
				return o.Some && row.Round != rows[last].Round && math.Pow(10, math.Round(math.Log10(float64(row.Round)))) != float64(row.Round)
			})
			if o.Some {
				own = own[max(len(own)-most, 0):]
			}
			left[len(rows)-len(own)] = true
		}
		less.Rows = append(less.Rows, own...)
	}
	delete(left, 0)
	if len(left) == 0 {
		return &less, nil
	}
	return &less, []string{"--at also shows other rounds"}
}

// heading returns what all rows have in common.
func heading(r *trials.Result) string {
	c, vary := &r.Config, varying(&r.Config)
	first := &c.Points[0]
	var parts []string
	if vary.scenario {
		parts = append(parts, number.Plural(len(c.Points), "grid point"))
	} else {
		parts = append(parts, param.Printable(first.Scenario.Name), string(first.Scenario.Kind),
			string(first.Scenario.Feedback)+" feedback", number.Plural(len(first.Scenario.Phases[0].Arms), "arm"))
	}
	if !vary.horizon {
		parts = append(parts, "horizon "+number.Count(first.Horizon))
	}
	if loss := commonLoss(r); ownEpsilons(r) && loss != "" {
		parts = append(parts, loss)
	} else if !vary.epsilon && c.UsesEpsilon() {
		parts = append(parts, "ε = "+number.Setting(float64(first.Epsilon)))
	}
	most := r.Runs // of any series
	for i := range r.Rows {
		most = max(most, r.Rows[i].Runs)
	}
	return strings.Join(parts, " · ") + fmt.Sprintf(" · %s from seed %d", kit.Runs(r.Runs, most), r.Seed)
}

// commonLoss returns the μ or ρ that all private learners have, as --mu and --rho give it, to a few digits; "" if there
// is none.
func commonLoss(r *trials.Result) string {
	for _, by := range []struct {
		symbol string
		of     func(*trials.Row) number.Float
	}{
		{"μ", func(o *trials.Row) number.Float { return o.Mu }},
		{"ρ", func(o *trials.Row) number.Float { return o.Rho }},
	} {
		var all []float64 // of private learners
		for i := range r.Rows {
			if loss := float64(by.of(&r.Rows[i])); loss != 0 && !math.IsInf(loss, 1) {
				all = append(all, loss)
			}
		}
		if len(all) > 0 && slices.Max(all)-slices.Min(all) < 1e-9 && math.Abs(all[0]-number.Round(all[0], 6)) < 1e-9*all[0] {
			return by.symbol + " = " + number.Setting(number.Round(all[0], 6))
		}
	}
	return ""
}

// A variation tells what differs between the points of a grid.
type variation struct{ scenario, horizon, epsilon bool }

func varying(c *trials.Setup) (v variation) {
	first := &c.Points[0]
	for _, p := range c.Points {
		v.scenario = v.scenario || p.Scenario.Title() != first.Scenario.Title()
		v.horizon = v.horizon || p.Horizon != first.Horizon
		v.epsilon = v.epsilon || p.Epsilon != first.Epsilon
	}
	return v
}

func (v variation) names(p trials.Point) string {
	var parts []string
	if v.scenario {
		parts = append(parts, param.Printable(p.Scenario.Title()))
	}
	if v.horizon {
		parts = append(parts, "T = "+number.Count(p.Horizon))
	}
	if v.epsilon {
		parts = append(parts, "ε = "+number.Setting(float64(p.Epsilon)))
	}
	return strings.Join(parts, ", ")
}

func ranked(r *trials.Result) bool {
	return slices.ContainsFunc(r.Rows, func(o trials.Row) bool { return o.Rank != nil })
}

// place returns a rank in words: 1, or 1–3 if pairs cannot be separated; claimed follows that of a program's claim.
func place(o *trials.Row) string {
	if o.Rank == nil {
		return kit.None
	}
	text := fmt.Sprint(o.Rank[0])
	if o.Rank[0] != o.Rank[1] {
		text += fmt.Sprint("–", o.Rank[1])
	}
	if o.Claimed {
		text += ", claimed"
	}
	return text
}
