package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/model/figure"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A FigureEntry is a figure's outcome as JSON.
type FigureEntry struct {
	Figure  string       `json:"figure"`
	Claims  []ClaimEntry `json:"claims"`
	Runs    int          `json:"runs"` // of the panel with the most
	Seconds number.Float `json:"seconds"`
	Skipped string       `json:"skipped,omitempty"` // why nothing was run
	By      *trials.Made `json:"made_by"`
}

// A ClaimEntry is a claim with its verdict.
type ClaimEntry struct {
	Claim string `json:"claim"`
	figure.Verdict
}

// JSON returns the report for JSON. A figure that was left out has no claims.
func (r *Report) JSON() []FigureEntry {
	entries := []FigureEntry{}
	for _, e := range r.Entries {
		entry := FigureEntry{
			Figure: e.ID, Claims: []ClaimEntry{}, Skipped: e.Skipped,
			By: trials.MadeBy(r.Command, e.designs()...),
		}
		if e.Outcome != nil {
			entry.Runs, entry.Seconds = e.Outcome.Runs, number.Float(e.Outcome.Seconds)
			for i, v := range e.Outcome.Verdicts {
				entry.Claims = append(entry.Claims, ClaimEntry{e.Claims[i].Says, v})
			}
		}
		entries = append(entries, entry)
	}
	return entries
}

// WriteText writes the report for a terminal: for each figure a row per claim and a table of the
// numbers behind the verdicts.
func (r *Report) WriteText(w io.Writer, t *theme.Theme, width int) error {
	var b strings.Builder
	for _, e := range r.Entries {
		head := " · " + e.Paper + " · " + e.Title
		if e.Outcome == nil {
			b.WriteString(t.Title.Render(e.ID) + broken(e.ID+head+"\n\nleft out: "+e.Skipped, width)[len(e.ID):] +
				"\n\n")
			continue
		}
		head += fmt.Sprintf(" · %s, %s", number.Plural(e.Outcome.Runs, "run"), number.Seconds(e.Outcome.Seconds))
		b.WriteString(t.Title.Render(e.ID) + broken(e.ID+head, width)[len(e.ID):] + "\n\n")
		b.WriteString(claimTable(t, e, width) + "\n" + numberTable(t, e, width) + "\n")
	}
	b.WriteString(broken(fmt.Sprintf("%s: %s; wrong with probability %v at most for each figure\n%s",
		number.Plural(len(r.Entries), "figure"), r.Counts(), figure.Level, figure.Legend), width) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// broken breaks the lines of a text at a width; 0 leaves them unchanged.
func broken(text string, width int) string {
	if width == 0 {
		return text
	}
	wrap := func(line string) []string { return kit.Wrap(line, width, 2) }
	return strings.Join(slices.Concat(param.Map(strings.Split(text, "\n"), wrap)...), "\n")
}

func claimTable(t *theme.Theme, e Entry, width int) string {
	table := kit.Table{Columns: []kit.Column{{Right: true}, {Title: "verdict"}, {Title: "from"}, {Title: "claim"}}}
	for i, row := range e.Rows() {
		table.Rows = append(table.Rows, []string{
			strconv.Itoa(i + 1),
			styleOf(t, row.Outcome).Render(string(row.Outcome)), row.Basis(), row.Says,
		})
	}
	return wrapped(&table, 3, width)
}

// numberTable returns the most important numbers of each claim. A number that several claims report
// is listed with the first of them.
func numberTable(t *theme.Theme, e Entry, width int) string {
	table := kit.Table{Columns: []kit.Column{
		{Right: true},
		{Title: "number"},
		{Title: "value", Right: true},
		{Title: "interval"},
		{Title: "claimed"},
		{Title: "verdict"},
	}}
	before := map[string]bool{}
	for i, row := range e.Rows() {
		shown := row.First(shownNumbers)
		if len(row.Numbers) == shownNumbers+1 {
			shown = row.Numbers // a line that counts the rest would be as long
		}
		for _, n := range shown {
			if n.Outcome == "" && before[n.String()] {
				continue
			}
			before[n.String()] = true
			verdict := string(n.Outcome)
			if n.Reason != "" {
				verdict += ", " + n.Reason
			}
			table.Rows = append(table.Rows, []string{
				strconv.Itoa(i + 1), n.What, n.Text(), n.Spread(), n.Claimed(), styleOf(t, n.Outcome).Render(verdict),
			})
		}
		if more := len(row.Numbers) - len(shown); more > 0 {
			table.Rows = append(table.Rows, []string{
				strconv.Itoa(i + 1),
				fmt.Sprintf("and %d more: --format json", more), "", "", "", "",
			})
		}
	}
	if len(table.Rows) == 0 {
		return ""
	}
	return wrapped(&table, 1, width)
}

// wrapped returns a table in which one column breaks cells that are too long for the width;
// with width 0 every row is one line.
func wrapped(table *kit.Table, column, width int) string {
	const least = 24
	whole := table.Fit(0)
	free := width - whole.Total() + whole.Width(column)
	var rows [][]string
	for _, row := range table.Rows {
		lines := []string{row[column]}
		if width > 0 {
			lines = kit.Wrap(row[column], max(free, least), 2)
		}
		for i, line := range lines {
			cells := make([]string, len(row))
			if i == 0 {
				copy(cells, row)
			}
			cells[column] = line
			rows = append(rows, cells)
		}
	}
	table.Rows = rows
	return table.String()
}

func styleOf(t *theme.Theme, o figure.Outcome) lipgloss.Style {
	switch o {
	case figure.Seen:
		return t.Good
	case figure.Contradicted, figure.Elsewhere:
		return t.Bad
	case figure.Undecided, figure.NotSeen, figure.Depends:
		return t.Warn
	}
	return t.Faint
}
