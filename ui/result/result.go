// Package result writes results as text and as JSON: the measurements of an experiment, with
// learners ranked at the horizon and compared run by run; findings of audits; and lists of
// scenarios, learners, channels, comparisons, figures, and lessons.
package result

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// Options configure the text of a result.
type Options struct {
	Rounds bool // all reported rounds, not only the last
	Width  int  // in columns, at which grid points and notes are broken; 0: no limit
}

// A Section is one table of a result.
type Section struct {
	Title string // may be empty
	Table kit.Table
	Foot  string // the meaning of its columns; may be empty
}

// Write writes a result as text.
func Write(w io.Writer, r *trials.Result, o Options) error {
	var sections []Section
	var notes []string // below the tables
	if len(r.Config.Points) == 0 {
		sections = append(sections, single(r, o.Rounds))
		if r.Runs > 1 && len(r.Pairs) > 0 && len(r.Pairs) <= shownPairs {
			sections = append(sections, pairs(r, o.Rounds))
		}
	} else {
		sections = grid(r, o)
	}
	if r.Runs > 1 {
		if len(r.Pairs) > shownPairs {
			notes = append(notes, "For pairwise comparisons with intervals, use --format json: "+number.Plural(len(r.Pairs), "pair")+".")
		}
		notes = slices.Concat(notes, indexes(r), uniform(r), floors(r), precision(r), misleading(r), rare(r), ofPrograms(r))
	}
	var b strings.Builder
	b.WriteString(wrapped(heading(r), o.Width) + "\n")
	for i := range sections {
		part := &sections[i]
		b.WriteString("\n")
		if part.Title != "" {
			b.WriteString(part.Title + "\n")
		}
		b.WriteString(pieces(part.Table, o.Width))
		if part.Foot != "" {
			b.WriteString("\n" + wrapped(part.Foot, o.Width) + "\n")
		}
	}
	for _, note := range notes {
		b.WriteString("\n" + wrapped(note, o.Width) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// wrapped breaks a text at a width; 0 leaves it unchanged.
func wrapped(note string, width int) string {
	if width == 0 {
		return note
	}
	return strings.Join(kit.Wrap(note, width, 0), "\n")
}

// heading returns what all rows have in common.
func heading(r *trials.Result) string {
	c, vary := &r.Config, varying(&r.Config)
	var parts []string
	if vary.scenario {
		parts = append(parts, number.Plural(len(c.Points), "grid point"))
	} else {
		parts = append(parts, param.Printable(c.Scenario.Name), string(c.Scenario.Kind),
			string(c.Scenario.Feedback)+" feedback", number.Plural(len(c.Scenario.Phases[0].Arms), "arm"))
	}
	if !vary.horizon {
		parts = append(parts, "horizon "+number.Count(c.Horizon))
	}
	if !vary.epsilon && c.UsesEpsilon() {
		parts = append(parts, "ε = "+number.Setting(float64(c.Epsilon)))
	}
	most := r.Runs // of any series
	for i := range r.Rows {
		most = max(most, r.Rows[i].Runs)
	}
	return strings.Join(parts, " · ") + fmt.Sprintf(" · %s from seed %d", kit.Runs(r.Runs, most), r.Seed)
}

// A variation tells what differs between the points of a grid.
type variation struct{ scenario, horizon, epsilon bool }

func varying(c *trials.Setup) (v variation) {
	for _, p := range c.Points {
		v.scenario = v.scenario || p.Scenario.Title() != c.Scenario.Title()
		v.horizon = v.horizon || p.Horizon != c.Horizon
		v.epsilon = v.epsilon || p.Epsilon != c.Epsilon
	}
	return v
}

// names returns the name of a grid point.
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

// ranked reports whether any learner has a rank.
func ranked(r *trials.Result) bool {
	return slices.ContainsFunc(r.Rows, func(o trials.Row) bool { return o.Rank != nil })
}

// order lists the learners by rank within each group that is ranked together, the groups by
// loss, and those without a rank last.
func order(r *trials.Result) []int {
	n := len(r.Config.Learners)
	places := make([]int, n)
	group := make([]*trials.Row, n) // of rows that are ranked together
	for _, o := range ends(r) {
		if o.Rank != nil {
			places[o.Series%n] += o.Rank[0] + o.Rank[1]
			group[o.Series%n] = o
		}
	}
	return param.Order(n, func(a, b int) int {
		if places[a] == 0 || places[b] == 0 {
			return places[b] - places[a]
		}
		first, second := group[a], group[b]
		if first.Local != second.Local {
			return map[bool]int{true: 1, false: -1}[first.Local]
		}
		return cmp.Or(cmp.Compare(first.RankedAt, second.RankedAt), places[a]-places[b])
	})
}

// place returns a rank in words: 1, or 1–3 if pairs cannot be separated.
func place(rank []int) string {
	switch {
	case rank == nil:
		return kit.None
	case rank[0] == rank[1]:
		return fmt.Sprint(rank[0])
	}
	return fmt.Sprintf("%d–%d", rank[0], rank[1])
}
