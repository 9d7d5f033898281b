package panel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Why shows the focused learner's pseudocode with the executed lines, and their values.
type Why struct {
	scrolled
	at       int  // the line of pseudocode at the cursor, from 1; 0 without a cursor
	from, to int  // the first and last row that this line and its symbols take
	moved    bool // to at, since it was drawn
}

// NewWhy returns the panel that explains the learner's play.
func NewWhy(t *theme.Theme) *Why {
	w := &Why{}
	w.theme, w.lines = t, w.draw
	return w
}

func (w *Why) Title() string {
	if w.state.Shot == nil || w.state.Shot.Round == 0 {
		return "Why"
	}
	play := w.state.Learner.Play
	if len(play) == 1 {
		when := kit.TextUnless(!w.before(play[0]), ", before its reward")
		return "Why " + w.state.noun() + " " + w.label(play[0]) + when + "?"
	}
	title := "Why " + facts.Names(w.state.Shot.Config.Scenario, play, 8) + "?"
	if ansi.StringWidth(title) > w.width/2 { // the remark needs the rest of the edge
		title = fmt.Sprintf("Why these %d %ss?", len(play), w.state.noun())
	}
	return title
}

// before reports whether the play followed from another estimate than there is now, after the reward.
func (w *Why) before(arm int) bool {
	view := w.state.Learner
	e := &view.Explanation
	at := slices.IndexFunc(e.Columns, func(c learners.Column) bool { return c.Role == learners.Estimate })
	i := slices.IndexFunc(e.Arms, func(a learners.ArmTerms) bool { return a.Arm == arm })
	return view.Explained && w.state.noun() == "arm" && at >= 0 && i >= 0 && at < len(e.Arms[i].Values) && arm < len(view.Estimates) &&
		number.Value(e.Arms[i].Values[at]) != number.Value(view.Estimates[arm])
}

const spokenWidth = 1000 // of Sentences, at which no bars are drawn

// Sentences returns the panel's lines, each in one piece.
func (w *Why) Sentences() []string {
	w.SetSize(spokenWidth, w.height)
	return w.View()
}

func (w *Why) label(j int) string { return w.state.Shot.Config.Scenario.Label(j) }

// Remark names the visible lines, or says what the cursor is for.
func (w *Why) Remark() string {
	remark := w.scrolled.Remark()
	if w.state.Shot != nil && w.at == 0 && remark == "" {
		return "↑↓ symbols"
	}
	return remark
}

// Scroll moves the cursor through the lines of pseudocode. It scrolls where symbols of a line are out
// of sight, and down from the last line.
func (w *Why) Scroll(lines int) {
	if w.state.Shot == nil {
		return
	}
	last := len(w.state.Learner.Spec.Pseudocode)
	below := lines > 0 && (w.at == last || w.to >= w.Offset()+w.height)
	if w.at > 0 && (below || lines < 0 && w.from < w.Offset()) {
		w.scrolled.Scroll(lines)
		return
	}
	w.at, w.moved, w.drawn = min(max(w.at+lines, 0), last), true, nil
}

// draw shows the reason in words, then the pseudocode, or without a cursor only its executed lines
// if there is little room, and the numbers.
func (w *Why) draw() []string {
	words := kit.Leads(w.state.Reasons().Why(), w.width, 0, w.theme)
	numbers, arms := w.numbers()
	tree := append(w.tree(w.state.Learner.Explanation.Nodes), w.spanningTree(w.height-len(words))...)
	others := len(words) + len(tree) + len(numbers) + arms.count
	w.from, w.to = 0, 0
	code := w.code(false)
	if len(code)+others > w.height && w.at == 0 {
		code = w.code(true)
	}
	parts := [][]string{words, tree, code, numbers}
	var top []string
	free := w.height - len(code) - others // for blank lines between the parts
	for i, part := range parts {
		if i > 0 && len(part) > 0 && len(top) > 0 && free > 0 {
			top, free = append(top, ""), free-1
		}
		if i == 2 && w.at > 0 {
			w.from, w.to = w.from+len(top), w.to+len(top)
		}
		top = append(top, part...)
	}
	w.total = len(top) + arms.count
	if w.moved {
		w.moved = false
		w.Reveal(w.to, w.height)
		w.Reveal(w.from, w.height)
	}
	from, n := w.Visible(w.total, w.height)
	lines := make([]string, 0, n)
	for i := from; i < from+n; i++ {
		if i < len(top) {
			lines = append(lines, top[i])
		} else {
			lines = append(lines, arms.row(i-len(top)))
		}
	}
	return lines
}

// armRows holds one line per arm, of which only some may be visible.
type armRows struct {
	head  string
	count int
	row   func(i int) string
}

// code returns the pseudocode, optionally without lines that were not executed. ▶ marks the
// lines that chose the play, ◆ those executed because of a release in this round. Below the line at
// the cursor are its symbols, the learner's own first, without operators.
func (w *Why) code(currentOnly bool) []string {
	view := w.state.Learner
	var lines []string
	var releasing []int
	if view.Released {
		releasing = view.Spec.Releasing(view.Explanation.Lines)
	}
	for i, line := range view.Spec.Pseudocode {
		mark, style := " ", w.theme.Faint
		switch {
		case slices.Contains(releasing, line.Number):
			mark, style = "◆", w.theme.Warn
		case view.Explained && slices.Contains(view.Explanation.Lines, line.Number):
			mark, style = theme.PlayGlyph, w.theme.Accent
		case currentOnly && w.state.Shot.Round > 0:
			continue
		}
		text := fmt.Sprintf("%s %2d: %s", mark, line.Number, line.Text)
		indent := 8 + len(line.Text) - len(strings.TrimLeft(line.Text, " "))
		if i+1 != w.at {
			lines = append(lines, kit.Styled(text, w.width, indent, style)...)
			continue
		}
		w.from = len(lines)
		text = strings.Replace(text, mark+" ", mark+theme.SelectedGlyph, 1)
		lines = append(lines, kit.Styled(text, w.width, indent, w.theme.Selected)...)
		for _, text := range w.symbols(line.Text, w.height-(len(lines)-w.from)) {
			lines = append(lines, kit.Styled(strings.Repeat(" ", 6)+text, w.width, 8, w.theme.Text)...)
		}
		w.to = len(lines) - 1
	}
	return lines
}

// symbols returns the symbols in a line of pseudocode, each in a line if there is room: without those that mean the
// same in all pseudocode and have no value, or else without as many of the others that mean the same.
func (w *Why) symbols(line string, room int) (sentences []string) {
	all := slices.DeleteFunc(w.state.Learner.Spec.SymbolsIn(line), func(s learners.Symbol) bool {
		return !unicode.IsLetter([]rune(s.Name)[0]) // an operator
	})
	common := func(s learners.Symbol) bool { return s.Common }
	drop := func(which func(learners.Symbol) bool) {
		for i := len(all) - 1; i >= 0 && len(all) > room; i-- {
			if which(all[i]) {
				all = slices.Delete(all, i, i+1)
			}
		}
	}
	drop(func(s learners.Symbol) bool { return s.Common && !strings.Contains(w.state.Reasons().Symbol(s), " = ") })
	if len(slices.DeleteFunc(slices.Clone(all), common)) <= room {
		drop(common)
	}
	sentences = param.Map(all, w.state.Reasons().Symbol)
	if len(sentences) > max(room, 1) {
		return []string{strings.Join(sentences, " · ")}
	}
	return sentences
}

// numbers returns the formulas of the relevant arms, and the terms of all arms, below the
// headings, which are the last line of the former.
func (w *Why) numbers() (lines []string, arms armRows) {
	view := w.state.Learner
	e := &view.Explanation
	if w.state.Shot.Round == 0 || !view.Explained || len(e.Arms) == 0 {
		return nil, arms
	}
	lines = kit.Leads(w.state.Reasons().Formulas(), w.width, 2, w.theme)
	if w.state.Shot.Config.Scenario.Matroid != nil {
		arms = w.walk(e)
	} else {
		arms = w.table(e)
	}
	return append(lines, w.theme.Faint.Render(arms.head)), arms
}

const (
	stepWidth    = 3  // for an arm's place in the walk
	outcomeWidth = 16 // least width for its result
)

// walk lists the greedy oracle's walk arm by arm, in its order: by descending score, each arm kept, or rejected
// because of the earlier ones that it depends on (by their places in the walk), until the basis is complete.
func (w *Why) walk(e *learners.Explanation) armRows {
	play := w.state.Learner.Play
	steps := make(map[int]int, len(e.Arms)) // of each arm in the walk, from 1
	kept, sofar := make([]int, len(e.Arms)), 0
	for i := range e.Arms {
		steps[e.Arms[i].Arm] = i + 1
		if slices.Contains(play, e.Arms[i].Arm) {
			sofar++
		}
		kept[i] = sofar
	}
	name, score := w.state.nameColumn(shortestName), "score"
	if n := len(e.Columns); n > 0 {
		score = e.Columns[n-1].Name
	}
	table := kit.Table{Columns: []kit.Column{
		{Title: "  walk", Width: markWidth + stepWidth, Priority: kit.Always},
		name,
		{Title: score, Width: termWidth, Right: true, Priority: kit.Always},
		{Title: "greedy oracle", Width: outcomeWidth, Priority: kit.Always, Fill: true},
	}}
	vectors, linear := w.state.Shot.Config.Scenario.Matroid.(*matroid.Linear)
	if linear {
		widths := param.Map(e.Arms, func(a learners.ArmTerms) int { return ansi.StringWidth(vectors.Describe(a.Arm)) })
		table.Columns = slices.Insert(table.Columns, 2, kit.Column{Title: "vector", Width: slices.Max(widths)})
	}
	fitted := table.Fit(w.width)
	return armRows{fitted.Header(), len(e.Arms), func(i int) string {
		arm := &e.Arms[i]
		mark, style := w.mark(arm.Arm)
		outcome, faint := "", false
		switch {
		case slices.Contains(play, arm.Arm):
			outcome = fmt.Sprintf("kept %d/%d", kept[i], len(play))
		case w.state.loop(arm.Arm):
			outcome, faint = "a loop", true
		case kept[i] == len(play):
			outcome, faint = "not reached", true
		default:
			outcome = "lost to " + inOrder(arm.LostTo, steps)
		}
		if faint && arm.Arm != w.state.Arm {
			style = w.theme.Faint
		}
		value := ""
		if len(arm.Values) > 0 {
			value = number.Term(arm.Score())
		}
		step := mark + kit.Right(strconv.Itoa(i+1), stepWidth)
		cells := []string{step, w.label(arm.Arm), value, outcome}
		if linear {
			cells = slices.Insert(cells, 2, vectors.Describe(arm.Arm))
		}
		return style.Render(fitted.Line(cells))
	}}
}

// inOrder returns arms by their steps in the walk.
func inOrder(arms []int, steps map[int]int) string {
	order := param.Map(arms, func(j int) int { return steps[j] })
	slices.Sort(order)
	return strings.Trim(fmt.Sprint(order), "[]")
}

const (
	termWidth     = 9  // of a column where there is room
	maxInOrder    = 12 // the number of arms that are sorted by number; more are sorted by score
	shortestLabel = 8
	termGap       = 2
	markWidth     = 2
)

// table returns the terms of every arm, the score last, and bars beside them if there is room.
func (w *Why) table(e *learners.Explanation) armRows {
	arms := termOrder(e)
	t := &kit.Table{Columns: []kit.Column{{Title: w.state.noun(), Priority: kit.Always, Least: shortestLabel}}}
	for _, c := range e.Columns {
		t.Columns = append(t.Columns, termColumn(c))
	}
	whole := wholeColumns(e)
	for i := range arms {
		cells := []string{w.label(arms[i].Arm)}
		for k := range e.Columns {
			cell := ""
			if values := arms[i].Values; k < len(values) && !whole[k] && values[k] == math.Trunc(values[k]) {
				cell = number.Value(values[k]) // 1.0000 among other numbers, 1 for a count
			} else if k < len(values) {
				cell = number.Term(values[k])
			}
			cells = append(cells, cell)
			t.Columns[k+1].Least = max(t.Columns[k+1].Least, ansi.StringWidth(cell))
		}
		t.Rows = append(t.Rows, cells)
	}
	var bars *termBars
	room := w.width - markWidth
	rest := room - t.Fit(0).Total() - termGap
	if from, to := posteriors(e); from < to {
		rest = max(rest, curveWidth) // at the expense of columns
	}
	if rest >= shortestTermBar && w.width != spokenWidth {
		if bars = newTermBars(e, min(rest, longestTermBar)); bars != nil {
			room -= rest + termGap
		}
	}
	fitted := t.Fit(room)
	head := strings.Repeat(" ", markWidth) + fitted.Header()
	if bars != nil {
		head += strings.Repeat(" ", termGap) + bars.head()
	}
	return armRows{head, len(arms), func(i int) string {
		mark, style := w.mark(arms[i].Arm)
		line := style.Render(mark + fitted.Line(t.Rows[i]))
		if bars != nil {
			line += strings.Repeat(" ", termGap) + bars.draw(w.theme, &arms[i])
		}
		return line
	}}
}

// mark shows whether an arm was played or is selected; style is that of its row.
func (w *Why) mark(j int) (mark string, style lipgloss.Style) {
	switch {
	case slices.Contains(w.state.Learner.Play, j):
		return theme.PlayGlyph + " ", w.theme.Strong
	case j == w.state.Arm:
		return theme.SelectedGlyph + " ", w.theme.Selected
	}
	return "  ", w.theme.Text
}

// termOrder returns the arms by number, or, if there are many, by score.
func termOrder(e *learners.Explanation) []learners.ArmTerms {
	if len(e.Arms) <= maxInOrder {
		return e.Arms
	}
	arms := slices.Clone(e.Arms)
	slices.SortStableFunc(arms, func(a, b learners.ArmTerms) int {
		if len(a.Values) == 0 || len(b.Values) == 0 {
			return cmp.Compare(len(b.Values), len(a.Values))
		}
		return cmp.Compare(b.Score(), a.Score())
	})
	return arms
}

// termColumn leaves out details first if there is no room; the score always stays.
func termColumn(c learners.Column) kit.Column {
	rank := slices.Index([]learners.Role{
		learners.Detail, learners.Spread, learners.Zeros, learners.Ones, learners.Center,
		learners.Noise, learners.Confidence, learners.PrivacyBonus, learners.Estimate,
	}, c.Role)
	if rank < 0 {
		rank = kit.Always
	}
	return kit.Column{Title: c.Name, Right: true, Priority: rank, Width: termWidth, Least: ansi.StringWidth(c.Name)}
}

// wholeColumns reports which terms are whole numbers for every arm: counts.
func wholeColumns(e *learners.Explanation) []bool {
	whole := make([]bool, len(e.Columns))
	for c := range whole {
		whole[c] = !slices.ContainsFunc(e.Arms, func(a learners.ArmTerms) bool {
			return c < len(a.Values) && a.Values[c] != math.Trunc(a.Values[c])
		})
	}
	return whole
}
