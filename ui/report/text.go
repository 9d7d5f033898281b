package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A FigureEntry is a figure's outcome as JSON.
type FigureEntry struct {
	Figure  string       `json:"figure"`
	Claims  []ClaimEntry `json:"claims"`
	Runs    int          `json:"runs"` // of the panel that has most
	Seconds model.Number `json:"seconds"`
	Skipped string       `json:"skipped,omitempty"` // why nothing was run
}

// A ClaimEntry is a claim with its verdict.
type ClaimEntry struct {
	Claim string `json:"claim"`
	figure.Verdict
}

// JSON is the report as it is marshalled. A figure that was left out has no
// claims.
func (r *Report) JSON() []FigureEntry {
	entries := []FigureEntry{}
	for _, e := range r.Entries {
		entry := FigureEntry{Figure: e.ID, Claims: []ClaimEntry{}, Skipped: e.Skipped}
		if e.Outcome != nil {
			entry.Runs, entry.Seconds = e.Outcome.Runs, model.Number(e.Outcome.Seconds)
			for i, v := range e.Outcome.Verdicts {
				entry.Claims = append(entry.Claims, ClaimEntry{e.Claims[i].Says, v})
			}
		}
		entries = append(entries, entry)
	}
	return entries
}

// pictureHeight is how many lines a picture takes on a terminal.
const pictureHeight = 16

// WriteText writes the report for a terminal: pictures, claims, verdicts, numbers.
func (r *Report) WriteText(w io.Writer, t *theme.Theme, width int) error {
	var b strings.Builder
	for _, e := range r.Entries {
		b.WriteString(t.Title.Render(e.ID) + " · " + e.Paper + " · " + e.Title + "\n\n")
		if e.Outcome == nil {
			b.WriteString("left out: " + e.Skipped + "\n\n")
			continue
		}
		for _, s := range e.Outcome.Samples {
			if s.Panel.Title != "" {
				b.WriteString(t.Strong.Render(s.Panel.Title) + "\n")
			}
			b.WriteString(Terminal(t, s, width, pictureHeight))
		}
		for _, row := range e.Rows() {
			writeClaim(&b, t, row, width)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s: %d seen, %d not seen, %d undecided; wrong with probability %v at most for each figure\n",
		kit.Plural(len(r.Entries), "figure"), r.Count(figure.Seen), r.Count(figure.NotSeen), r.Count(figure.Undecided), figure.Level)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeClaim(b *strings.Builder, t *theme.Theme, r row, width int) {
	style := map[figure.Outcome]lipgloss.Style{figure.Seen: t.Good, figure.NotSeen: t.Bad, figure.Undecided: t.Warn}[r.Outcome]
	const indent = 11
	for i, line := range kit.Wrap(r.Says+" ("+r.Basis()+")", width-indent, 0) {
		label := ""
		if i == 0 {
			label = string(r.Outcome)
		}
		b.WriteString(style.Render(label) + strings.Repeat(" ", indent-len(label)) + line + "\n")
	}
	if r.Text == "" {
		return
	}
	for _, line := range kit.Wrap(r.Text, width-indent, 2) {
		b.WriteString(strings.Repeat(" ", indent) + t.Faint.Render(line) + "\n")
	}
}
