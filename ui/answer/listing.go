package answer

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// A Listing lists everything of one kind that can be chosen.
type Listing struct {
	Entries func() []ListEntry
	Titles  []string // of a table, if each entry is one line: its id, its summary, and its other cells
	Note    string   // below them; may be empty
}

// A ListEntry is one choice, for programs and for people.
type ListEntry struct {
	JSON any
	Item
}

// List returns the listing of all declarations of a kind.
func List[D any](declared func() []D, of func(D) ListEntry) func() []ListEntry {
	return func() []ListEntry { return param.Map(declared(), of) }
}

// An Item is one choice, in words.
type Item struct {
	Group      string // a heading, or empty
	ID         string // how it is written to choose it
	Summary    string
	Facts      []string
	Parameters []Parameter
	Cells      []string // in a table, behind the summary, which is then cut to one line
}

// indent is the width of the first column; a longer id has a line of its own.
const indent = 18

// WriteJSON writes the entries for programs.
func (l *Listing) WriteJSON(w io.Writer, _ *trials.Made) error {
	return trials.WriteJSON(w, param.Map(l.Entries(), func(e ListEntry) any { return e.JSON }))
}

// Document has the id of each entry, its description, and the parameters below; or a table.
func (l *Listing) Document(o Options) *Document {
	d, group := new(Document), ""
	if l.Titles != nil && (o.Brief || l.Entries()[0].Facts == nil) {
		d.add(l.table(o.Width))
	} else {
		for _, e := range l.Entries() {
			if e.Group != group {
				group = e.Group
				d.add(Sentences{group})
			}
			d.add(&e.Item)
		}
	}
	if l.Note != "" {
		d.add(Sentences{l.Note})
	}
	return d
}

// table returns a row per entry, below the heading of its group. Entries that differ only in ε,
// whose names go on with it, share a row.
func (l *Listing) table(width int) Table {
	var shown []Item
	base, first, others := ListEntry{}, 0, 0
	for _, e := range l.Entries() {
		suffix, same := strings.CutPrefix(e.ID, base.ID)
		if last := len(shown) - 1; same && strings.HasPrefix(e.Summary, base.Summary+", at ε") {
			shown[last].ID += ", " + suffix
		} else {
			base, shown = e, append(shown, e.Item)
		}
		first = max(first, utf8.RuneCountInString(shown[len(shown)-1].ID))
		for _, cell := range e.Cells {
			others = max(others, utf8.RuneCountInString(cell)+2)
		}
	}
	order := map[string]int{}
	for i, it := range shown {
		if _, seen := order[it.Group]; !seen {
			order[it.Group] = i
		}
	}
	slices.SortStableFunc(shown, func(a, b Item) int { return order[a.Group] - order[b.Group] })
	t := kit.TableOf(len(l.Titles), l.Titles...)
	group, room := "", max(width-first-2-others, 1)
	for _, it := range shown {
		if it.Group != group {
			group = it.Group
			t.Rows = append(t.Rows, nil, []string{group})
		}
		if it.Cells != nil {
			if it.Summary = clauses(it.Summary, room); utf8.RuneCountInString(it.Summary) > room {
				it.Summary = kit.Wrap(it.Summary, room-2, 0)[0] + " " + theme.Ellipsis
			}
			t.Rows = append(t.Rows, append([]string{it.ID, it.Summary}, it.Cells...))
			continue
		}
		for _, line := range kit.Wrap(clauses(it.Summary, room), room, 0) {
			t.Rows = append(t.Rows, []string{it.ID, line})
			it.ID = ""
		}
	}
	return Table{Table: t}
}

// clauses returns the first clauses of a summary that fit a width; all if not even one does.
func clauses(summary string, width int) string {
	for text := summary; ; {
		if utf8.RuneCountInString(text) <= width {
			return text
		}
		at := max(strings.LastIndex(text, ", "), strings.LastIndex(text, "; "), strings.LastIndex(text, ": "))
		if at < 0 {
			return summary
		}
		text = text[:at]
	}
}

func (it *Item) text(width, _ int) string {
	var lines []string
	name := it.ID
	if utf8.RuneCountInString(name) > indent-2 {
		lines, name = append(lines, name), ""
	}
	add := func(text string, deeper int) {
		for _, line := range kit.Wrap(text, width-indent, deeper) {
			lines = append(lines, fmt.Sprintf("%-*s%s", indent, name, line))
			name = ""
		}
	}
	add(it.Summary, 0)
	for _, line := range packed(it.Facts, width-indent) {
		add(line, 4)
	}
	for _, p := range it.Parameters {
		add(fmt.Sprintf("%s=%s: %s; %s", p.Name, p.Default, p.Meaning, p.Allowed), 4)
	}
	return strings.Join(lines, "\n") + "\n"
}

// packed joins parts into as few lines of a width as their order allows; a longer part has a line of its own.
func packed(parts []string, width int) []string {
	var lines []string
	for _, part := range parts {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last]+" · "+part) <= width {
			lines[last] += " · " + part
			continue
		}
		lines = append(lines, part)
	}
	return lines
}

// A Parameter is a declared parameter in a listing.
type Parameter struct {
	Name    string   `json:"name"`
	Allowed string   `json:"allowed"` // in words
	Choices []string `json:"choices,omitempty"`
	Default string   `json:"default"` // a value, or a formula if it depends on the run
	Meaning string   `json:"meaning"`
}

func parameters(declared param.List) []Parameter {
	return param.Map(declared, func(p param.Parameter) Parameter {
		return Parameter{p.Name, p.Range(), p.Choices, cmp.Or(p.Derived, p.Default), p.Meaning}
	})
}

// OfScenario returns the entry of a preset.
func OfScenario(p *scenarios.Preset) ListEntry {
	e := struct {
		Name       string             `json:"name"`
		Kind       scenarios.Kind     `json:"kind"`
		Feedback   scenarios.Feedback `json:"feedback"`
		Summary    string             `json:"summary"`
		Paper      string             `json:"paper"`
		NeedsData  bool               `json:"needs_data"`
		Parameters []Parameter        `json:"parameters"`
		Title      string             `json:"title"` // the display name
	}{p.Name, p.Kind, p.Feedback, p.Summary, p.Paper, p.NeedsData, parameters(p.Parameters), p.Title}
	facts := []string{string(e.Kind), string(e.Feedback) + " feedback", param.SpellOut(e.Paper)}
	if e.NeedsData {
		facts = append(facts, "needs --data PATH")
	}
	return ListEntry{e, Item{ID: e.Name, Summary: e.Title + ": " + param.SpellOut(e.Summary), Facts: facts, Parameters: e.Parameters}}
}

// OfLearner returns the entry of a learner.
func OfLearner(d *learners.Declaration) ListEntry {
	e := struct {
		ID         string      `json:"id"`
		Name       string      `json:"name"`
		Family     string      `json:"family"`
		Summary    string      `json:"summary"`
		Paper      string      `json:"paper"`
		Privacy    string      `json:"privacy"`
		Claim      string      `json:"claim"`   // one of privacyNames; empty if the paper makes no claim
		Verdict    string      `json:"verdict"` // of the exact audit, with default parameters
		Needs      string      `json:"needs"`
		Channel    string      `json:"channel,omitempty"` // the default
		Parameters []Parameter `json:"parameters"`
	}{
		d.ID, d.Name, d.Family.String(), d.Summary, d.Paper,
		privacyNames[d.Privacy], d.Claim, "", manual.Needs(d), d.Channel, parameters(d.Parameters),
	}
	verdict, err := model.DefaultVerdict(d)
	if err != nil {
		e.Verdict = err.Error()
	} else {
		e.Verdict = verdict.Line()
	}
	facts := []string{e.Name, "privacy: " + cmp.Or(e.Claim, e.Privacy), "audited: " + e.Verdict, "needs " + e.Needs}
	if e.Channel != "" {
		facts = append(facts, "channel "+e.Channel+" unless another is chosen")
	}
	return ListEntry{e, Item{
		Group: e.Family, ID: e.ID, Summary: e.Summary,
		Facts: append(facts, param.SpellOut(e.Paper)), Parameters: e.Parameters, Cells: []string{e.Privacy},
	}}
}

var privacyNames = map[learners.Privacy]string{
	learners.NotPrivate: "none", learners.DataFree: "uses no reward",
	learners.Central: "central", learners.Concentrated: "central, no ε", learners.Local: "local",
	learners.Approximate: "central, (ε, δ)",
}

// OfChannel returns the entry of a channel.
func OfChannel(d channel.Declaration) ListEntry {
	parameters := param.Map(d.Parameters, func(p channel.Parameter) Parameter {
		return Parameter{Name: p.Name, Allowed: p.Range, Default: p.DefaultText, Meaning: p.Meaning}
	})
	e := struct {
		ID           string      `json:"id"`
		Name         string      `json:"name"`
		Summary      string      `json:"summary"`
		Formula      string      `json:"formula"`
		Paper        string      `json:"paper"`
		TakesEpsilon bool        `json:"takes_epsilon"` // false: its ε is fixed or absent
		Parameters   []Parameter `json:"parameters"`
	}{d.ID, d.Name, d.Meaning, d.Formula, d.Paper, d.TakesEpsilon, parameters}
	return ListEntry{e, Item{
		ID: e.ID, Summary: e.Summary, Facts: []string{e.Name, e.Formula, param.SpellOut(e.Paper)},
		Parameters: e.Parameters,
	}}
}

// OfLineup returns the entry of a named comparison. Its JSON is the comparison itself.
func OfLineup(l *figure.Lineup) ListEntry {
	paper, _, _ := strings.Cut(l.Paper, ",")
	if word, _, _ := strings.Cut(paper, " "); strings.ToUpper(word) == word { // HHMH §6
		paper = word
	}
	return ListEntry{l, Item{Group: paper, ID: l.Name, Summary: l.Summary}}
}

// OfFigure returns the entry of a figure.
func OfFigure(f *figure.Figure) ListEntry {
	claims := param.Map(f.Claims, func(c figure.Claim) string { return c.Says })
	e := struct {
		ID        string   `json:"id"`
		Title     string   `json:"title"`
		Summary   string   `json:"summary"`
		Paper     string   `json:"paper"`
		Runs      int      `json:"runs"` // of the paper, or the number to start with
		Claims    []string `json:"claims"`
		NeedsData bool     `json:"needs_data"`
	}{f.ID, f.Title, f.Summary, f.Paper, f.Runs, claims, f.NeedsData()}
	facts := []string{e.Paper, number.Plural(len(e.Claims), "claim"), fmt.Sprintf("from %s runs on", number.Count(e.Runs))}
	if e.NeedsData {
		facts = append(facts, "needs --data DIR")
	}
	return ListEntry{e, Item{ID: e.ID, Summary: e.Title + ": " + param.SpellOut(e.Summary), Facts: facts}}
}

// OfLesson returns the entry of a lesson.
func OfLesson(l *lesson.Lesson) ListEntry {
	e := struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		About string `json:"about"`
		Stops int    `json:"stops"`
	}{l.Name, l.Title, l.About, len(l.Stops)}
	return ListEntry{e, Item{ID: e.Name, Summary: e.Title, Facts: []string{e.About, number.Plural(e.Stops, "stop")}}}
}
