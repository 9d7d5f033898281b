package experiment

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A column of the table. Those of lower worth are left out where there is no
// room.
type column struct {
	title string
	worth int
	cell  func(learners.Choice, *model.Row) string
}

var columns = []column{
	{"ε", 3, epsilon},
	{"regret ± se", 9, func(_ learners.Choice, r *model.Row) string {
		return kit.WithError(float64(r.RegretMean), r.StandardError())
	}},
	{"sd", 2, func(_ learners.Choice, r *model.Row) string { return kit.Measured(float64(r.RegretSD)) }},
	{"worst event ε", 4, func(_ learners.Choice, r *model.Row) string { return short(float64(r.Worst)) }},
	{"exact", 6, exactly},
	{"distance", 5, distance},
}

// epsilon is what a learner runs at, where it has a use for it.
func epsilon(c learners.Choice, r *model.Row) string {
	if c.Privacy != learners.Central && c.Privacy != learners.Local {
		return nothing
	}
	return short(float64(r.Epsilon))
}

// short writes a number that somebody chose.
func short(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return kit.Fixed(x, 0)
	}
	return kit.Short(x)
}

func exactly(_ learners.Choice, r *model.Row) string {
	if r.RegretExact == nil {
		return nothing
	}
	return kit.Measured(float64(*r.RegretExact))
}

// distance is how far the mean is from the exact expectation, in standard
// errors: beyond ±3 something is wrong, or somebody very unlucky.
func distance(_ learners.Choice, r *model.Row) string {
	if r.RegretExact == nil {
		return nothing
	}
	away := (float64(r.RegretMean) - float64(*r.RegretExact)) / r.StandardError()
	switch {
	case r.RegretMean == *r.RegretExact:
		return "0 se"
	case math.IsNaN(away) || math.IsInf(away, 0):
		return nothing
	case away > 0:
		return "+" + kit.Fixed(away, 1) + " se"
	default:
		return kit.Fixed(away, 1) + " se"
	}
}

const (
	keyWidth  = 5  // glyph, blank, two cells of the line, blank
	nameWidth = 26 // that a column must not take away from longer names
	gap       = 2
	nothing   = "–" // where there is no number
)

// table is what the result says of each learner at the horizon, a row each.
func (s *Screen) table(width int) (head string, rows []string) {
	cells := make([][]string, len(s.config.Learners))
	for i := range cells {
		cells[i] = make([]string, len(columns))
		if all := s.result.Of(i); len(all) > 0 {
			for k := range columns {
				cells[i][k] = columns[k].cell(s.config.Learners[i], &all[len(all)-1])
			}
		}
	}
	longest := 0
	for _, choice := range s.config.Learners {
		longest = max(longest, ansi.StringWidth(choice.Label()))
	}
	shown, widths := fitting(cells, width-keyWidth-min(longest, nameWidth))
	names := width - keyWidth
	for _, k := range shown {
		names -= widths[k] + gap
	}
	var line strings.Builder
	line.WriteString(strings.Repeat(" ", keyWidth) + kit.FitLine("learner", names))
	for _, k := range shown {
		line.WriteString(strings.Repeat(" ", gap) + kit.Right(columns[k].title, widths[k]))
	}
	head = s.theme.Faint.Render(line.String())
	for i, choice := range s.config.Learners {
		look := s.theme.Series(i)
		glyph, style := " ", s.theme.Text
		if i == s.focus {
			glyph, style = s.theme.Selected.Render(theme.SelectedGlyph), s.theme.Strong
		}
		var line strings.Builder
		line.WriteString(kit.FitLine(choice.Label(), names))
		for _, k := range shown {
			line.WriteString(strings.Repeat(" ", gap) + kit.Right(cells[i][k], widths[k]))
		}
		rows = append(rows, glyph+" "+look.Style.Render(look.Key)+" "+style.Render(line.String()))
	}
	return head, rows
}

// fitting are the columns that say something and fit into a width, in their
// order, and how wide all of them are.
func fitting(cells [][]string, width int) (shown, widths []int) {
	widths = make([]int, len(columns))
	for k := range columns {
		widths[k] = ansi.StringWidth(columns[k].title)
		for i := range cells {
			widths[k] = max(widths[k], ansi.StringWidth(cells[i][k]))
		}
	}
	for least := 0; least <= 9; least++ {
		shown = nil
		room := width
		for k, c := range columns {
			empty := !slices.ContainsFunc(cells, func(row []string) bool { return row[k] != nothing })
			if c.worth >= least && !empty {
				shown, room = append(shown, k), room-widths[k]-gap
			}
		}
		if room >= 0 {
			return shown, widths
		}
	}
	return nil, widths
}
