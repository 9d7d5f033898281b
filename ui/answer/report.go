//go:build !js

package answer

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	text "text/template"

	"github.com/charmbracelet/lipgloss"

	"regretscope/model/figure"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/plot"
)

// A Report holds the outcomes of several figures.
type Report struct {
	Command string // that made it
	Entries []Entry
	Theme   *theme.Theme // of the text for a terminal
}

// An Entry is one figure, with its outcome or the reason why it was left out.
type Entry struct {
	*figure.Figure
	Command string               // of the report
	Outcome *figure.Reproduction // nil: left out
	Skipped string               // why it was left out, as a sentence
	Folder  bool                 // whether the panels' files are beside the report
	Plot    plot.Options         // drawing options
	Size    plot.Size            // of pictures; zero: chosen by the number of charts in one
}

func (e Entry) designs() []*trials.Design {
	if e.Outcome == nil {
		return nil
	}
	return param.Map(e.Outcome.Samples, func(s *figure.Sample) *trials.Design { return s.Design })
}

// Made returns the provenance of a panel's picture.
func (e Entry) Made(panel int) *trials.Made { return trials.MadeBy(e.Command, e.designs()[panel]) }

// Fingerprint returns the fingerprint of all panels.
func (e Entry) Fingerprint() string { return trials.MadeBy(e.Command, e.designs()...).Fingerprint }

// Made returns the provenance of the report.
func (r *Report) Made() *trials.Made {
	return trials.MadeBy(r.Command, slices.Concat(param.Map(r.Entries, Entry.designs)...)...)
}

// Comment returns Made as a comment.
func (r *Report) Comment() template.HTML { return template.HTML("<!-- " + r.Made().Text() + " -->") }

// shownNumbers is how many numbers of a verdict a line, or the table of a terminal, shows.
const shownNumbers = 6

type claimRow struct {
	*figure.Verdict
	Says string
	Text string
}

// More reports whether Text leaves out numbers.
func (r claimRow) More() bool { return len(r.Numbers) > shownNumbers }

// Rows returns the figure's claims with their verdicts.
func (e Entry) Rows() []claimRow {
	var rows []claimRow
	for i, claim := range e.Claims {
		v := &e.Outcome.Verdicts[i]
		rows = append(rows, claimRow{v, claim.Says, v.Text(shownNumbers)})
	}
	return rows
}

// Commands returns the command lines that repeat or show the figure's parts.
func (e Entry) Commands() []string {
	commands := []string{"regretscope reproduce " + e.ID + " --output DIR"}
	if e.NeedsData() {
		commands[0] += " --data ML"
	}
	for i := range e.Panels {
		name := e.File(&e.Panels[i])
		commands = append(commands, "regretscope --lineup "+name)
		if e.Folder && !e.Panels[i].Computed() {
			commands = append(commands, "regretscope plot "+name+".jsonl --output "+name+".pdf")
		}
	}
	return commands
}

// Count returns the number of claims with this outcome.
func (r *Report) Count(o figure.Outcome) (n int) {
	for _, e := range r.Entries {
		n += e.Count(o)
	}
	return n
}

// Count returns the number of the figure's claims with this outcome.
func (e Entry) Count(o figure.Outcome) int {
	if e.Outcome == nil {
		return 0
	}
	return e.Outcome.Count(o)
}

// A Drawing is a panel as SVG for HTML, with the meaning of its lines.
type Drawing struct {
	SVG    template.HTML
	Legend string
}

// Drawn returns the figure's panels that show something.
func (e Entry) Drawn() ([]Drawing, error) {
	var all []Drawing
	for i, sheet := range e.Sheets() {
		if sheet == nil {
			continue
		}
		var b bytes.Buffer
		if err := sheet.Write(&b, "svg", e.SizeOf(sheet), e.Made(i)); err != nil {
			return nil, err
		}
		text := b.String()
		if start := strings.Index(text, "<svg"); start > 0 {
			text = text[start:]
		}
		all = append(all, Drawing{template.HTML(text), e.Legend(i)}) // our own drawing, in which names are escaped
	}
	return all, nil
}

// The templates of the report: one self-contained page, and Markdown that links to the files of pictures.
var (
	//go:embed report.html
	page string
	//go:embed report.md.tmpl
	markdownPage string

	functions = template.FuncMap{
		"outcomes": func() []figure.Outcome { return figure.Outcomes },
		"class":    func(o figure.Outcome) string { return strings.ReplaceAll(string(o), " ", "-") },
		"plain":    func(text string) string { return strings.ReplaceAll(text, "`", "") },
		"cell":     func(text string) string { return strings.ReplaceAll(text, "|", "\\|") },
		"capital":  kit.Capital, "seconds": number.Seconds,
	}
	pageTemplate     = template.Must(template.New("report").Funcs(functions).Parse(page))
	markdownTemplate = text.Must(text.New("report").Funcs(functions).Parse(markdownPage))
)

// WriteHTML writes the report as a page.
func (r *Report) WriteHTML(w io.Writer) error { return pageTemplate.Execute(w, r) }

// WriteMarkdown writes the report as Markdown.
func (r *Report) WriteMarkdown(w io.Writer) error { return markdownTemplate.Execute(w, r) }

// Counts returns the number of claims of each outcome, in words. Rare outcomes without a claim are left out.
func (r *Report) Counts() string {
	var counts []string
	for _, o := range figure.Outcomes {
		switch n := r.Count(o); {
		case o != figure.Depends && o != figure.Elsewhere:
			counts = append(counts, fmt.Sprintf("%d %s", n, o))
		case n > 0:
			counts = append(counts, fmt.Sprintf("%d of verdict %q", n, o))
		}
	}
	return strings.Join(counts, ", ")
}

// Intro returns the first paragraph.
func (r *Report) Intro() string {
	by := r.Made()
	commit := ""
	if by.Commit != "" {
		commit = ", commit " + by.Commit
	}
	return fmt.Sprintf("Made by `%s` (Regretscope %s%s). Claims: %s. %s. "+
		"Intervals hold together with 99%% for all claims of a figure at every planned look at its runs.",
		by.Command, by.Version, commit, r.Counts(), kit.Capital(figure.Legend))
}

// Sentence returns the figure's summary with a capital letter.
func (e Entry) Sentence() string { return kit.Capital(e.Summary) }

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

// WriteJSON writes an entry for each figure. One that was left out has no claims.
func (r *Report) WriteJSON(w io.Writer, _ *trials.Made) error {
	return trials.WriteJSON(w, r.entries())
}

func (r *Report) entries() []FigureEntry {
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

// Document has for each figure a row per claim, and a table of the numbers behind the verdicts.
func (r *Report) Document(Options) *Document {
	d, t := &Document{Hang: 2}, r.Theme
	for _, e := range r.Entries {
		head := Heading{e.ID, " · " + e.Paper + " · " + e.Title, t.Title.Render}
		if e.Outcome == nil {
			d.add(head, Sentences{"left out: " + e.Skipped})
			continue
		}
		head.Rest += fmt.Sprintf(" · %s, %s", number.Plural(e.Outcome.Runs, "run"), number.Seconds(e.Outcome.Seconds))
		d.add(head, claimTable(t, e), numberTable(t, e))
	}
	d.add(Sentences{
		fmt.Sprintf("%s: %s; wrong with probability %v at most for each figure", number.Plural(len(r.Entries), "figure"), r.Counts(), figure.Level),
		figure.Legend,
	})
	return d
}

func claimTable(t *theme.Theme, e Entry) Block {
	table := kit.Table{Columns: []kit.Column{{Right: true}, {Title: "verdict"}, {Title: "from"}, {Title: "claim"}}}
	for i, row := range e.Rows() {
		table.Rows = append(table.Rows, []string{
			strconv.Itoa(i + 1),
			styleOf(t, row.Outcome).Render(string(row.Outcome)), row.Basis(), row.Says,
		})
	}
	return Table{Table: table, Long: 3}
}

// numberTable returns the most important numbers of each claim. A number that several claims report
// is listed with the first of them.
func numberTable(t *theme.Theme, e Entry) Block {
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
		return Sentences{}
	}
	return Table{Table: table, Long: 1}
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
