package panel

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	shortestTermBar = 10
	longestTermBar  = 32
	curveWidth      = 21 // least width of a posterior
)

// termBars draws scores as bars: the terms that are added, one after the other, each in its own shade.
type termBars struct {
	width   int
	roles   []learners.Role       // by column
	longest float64               // sum of terms that fills the width
	drawn   *learners.Explanation // if samples are drawn from known distributions: their curves take the place of bars
	// of the curves
	from, to float64
}

// termShades maps the roles of terms that add up to their shades and names.
var termShades = map[learners.Role]struct {
	glyph, name string
	style       func(*theme.Theme) lipgloss.Style
}{
	learners.Estimate:     {"█", "estimate", func(t *theme.Theme) lipgloss.Style { return t.Text }},
	learners.Confidence:   {"▓", "tried little", func(t *theme.Theme) lipgloss.Style { return t.Accent }},
	learners.PrivacyBonus: {"▒", "privacy", func(t *theme.Theme) lipgloss.Style { return t.Warn }},
	learners.Noise:        {"░", "noise", func(t *theme.Theme) lipgloss.Style { return t.Faint }},
	learners.Sample:       {"█", "draw", func(t *theme.Theme) lipgloss.Style { return t.Text }},
}

// newTermBars returns the bars of an explanation: of the terms that add up to the score or, if no
// terms do, of the samples, at least from 0 to 1. It returns nil if there are neither.
func newTermBars(e *learners.Explanation, width int) *termBars {
	b := &termBars{width: width}
	if b.from, b.to = posteriors(e); b.from < b.to {
		b.drawn = e
		return b
	}
	added, sample := 0, -1
	for i, c := range e.Columns {
		b.roles = append(b.roles, c.Role)
		if _, ok := termShades[c.Role]; c.Role == learners.Sample {
			sample = i
		} else if ok {
			added++
		}
	}
	if sample >= 0 && added == 0 {
		added, b.longest = 2, 1
	} else if sample >= 0 {
		b.roles[sample] = learners.Detail
	}
	for i := range e.Arms {
		if sum := b.sum(&e.Arms[i]); !math.IsInf(sum, 0) {
			b.longest = max(b.longest, sum)
		}
	}
	if added < 2 || b.longest <= 0 {
		return nil
	}
	return b
}

// sum returns the length of an arm's bar: added terms, without subtracted ones.
func (b *termBars) sum(arm *learners.ArmTerms) float64 {
	sum := 0.0
	for c, v := range arm.Values {
		if _, ok := termShades[b.roles[c]]; ok && v > 0 {
			sum += v
		}
	}
	return sum
}

// head names the shades, as many as fit.
func (b *termBars) head() string {
	if b.drawn != nil {
		to := number.Tick(b.to)
		return kit.FitLine(number.Tick(b.from)+" curve "+drawnGlyph+" draw", b.width-len(to)) + to
	}
	var names []string
	for _, role := range b.roles {
		if shade, ok := termShades[role]; ok {
			names = append(names, shade.glyph+" "+shade.name)
		}
	}
	return ansi.Truncate(strings.Join(names, " "), b.width, theme.Ellipsis)
}

// draw returns the bar of one arm, without subtracted terms, such as negative noise.
func (b *termBars) draw(t *theme.Theme, arm *learners.ArmTerms) string {
	if b.drawn != nil {
		if density, _, _ := posterior(b.drawn, arm); density != nil && len(arm.Values) > 0 {
			return b.curve(t, density, arm.Score())
		}
		return ""
	}
	var line strings.Builder
	drawn, at := 0, 0.0
	for c, v := range arm.Values {
		shade, ok := termShades[b.roles[c]]
		if !ok || !(v > 0) {
			continue
		}
		at += v
		to := int(math.Round(min(at/b.longest, 1) * float64(b.width)))
		line.WriteString(shade.style(t).Render(strings.Repeat(shade.glyph, max(to-drawn, 0))))
		drawn = max(to, drawn)
	}
	return line.String()
}

const drawnGlyph = "│" // the draw in a curve

// posterior returns the logarithm of the density, up to a constant, from which an arm's mean was drawn, with the
// four standard deviations around its mean in which there is any; nil if the explanation does not have it.
func posterior(e *learners.Explanation, arm *learners.ArmTerms) (density func(x float64) float64, from, to float64) {
	ones, beta := e.Term(arm, learners.Ones)
	zeros, _ := e.Term(arm, learners.Zeros)
	center, _ := e.Term(arm, learners.Center)
	spread, normal := e.Term(arm, learners.Spread)
	switch {
	case beta:
		mean := ones / (ones + zeros)
		far := 4 * math.Sqrt(mean*(1-mean)/(ones+zeros+1))
		return func(x float64) float64 { return (ones-1)*math.Log(x) + (zeros-1)*math.Log1p(-x) }, max(mean-far, 0), min(mean+far, 1)
	case normal:
		return func(x float64) float64 { return -(x - center) * (x - center) / (2 * spread * spread) }, center - 4*spread, center + 4*spread
	}
	return nil, 0, 0
}

// posteriors returns the range that shows all posteriors, in steps of 0.05; empty if the explanation has none.
func posteriors(e *learners.Explanation) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for i := range e.Arms {
		if density, low, high := posterior(e, &e.Arms[i]); density != nil {
			from, to = min(from, math.Floor(20*low)/20), max(to, math.Ceil(20*high)/20)
		}
	}
	return from, to
}

// curve draws a density in the range of the bars, as high as the line where it is largest, and marks the draw.
func (b *termBars) curve(t *theme.Theme, density func(x float64) float64, drawn float64) string {
	width := b.width
	values, most := make([]float64, width), math.Inf(-1)
	for i := range values {
		values[i] = density(b.from + (b.to-b.from)*(float64(i)+.5)/float64(width))
		most = max(most, values[i])
	}
	var line strings.Builder
	at := min(max(int((drawn-b.from)/(b.to-b.from)*float64(width)), 0), width-1)
	for i, v := range values {
		if i == at {
			line.WriteString(t.Accent.Render(drawnGlyph))
			continue
		}
		line.WriteString(kit.Height(math.Exp(v - most)))
	}
	return line.String()
}

const (
	treeWidth = 64 // the most columns of the nodes of a level
	allLevels = 64 // the most observations of a tree all of whose levels are drawn
)

// tree draws the binary tree whose nodes make up the sum of the arm that was played: a line for each level, over the
// arm's rewards from left to right. In larger trees, only levels with a node in the sum have a line.
func (w *Why) tree(nodes []noise.TreeNode) (lines []string) {
	width := min(treeWidth, w.width-30)
	if len(nodes) == 0 || width < 8 {
		return nil
	}
	count := nodes[len(nodes)-1].Last
	levels := bits.Len(uint(count - 1))
	if width > 1<<levels {
		width -= width % (1 << levels)
	}
	for level := levels; level >= 0; level-- {
		i := slices.IndexFunc(nodes, func(n noise.TreeNode) bool { return n.Level == level })
		if i < 0 && count > allLevels {
			continue
		}
		var row strings.Builder
		for column := range width {
			next := (column + 1) << levels / width >> level // the node of the next column
			node := column << levels / width >> level
			switch end := (node + 1) << level; {
			case next > node && width>>(levels-level) > 1 && column+1 < width:
				row.WriteByte(' ')
			case end > count:
				row.WriteString("·")
			case i >= 0 && (end == nodes[i].Last || column == (nodes[i].Last-1)*width>>levels):
				row.WriteString("█")
			default:
				row.WriteString("▒")
			}
		}
		line := kit.Right(number.Count(1<<level), 8) + " " + row.String()
		if i >= 0 {
			line += "  " + w.added(nodes[i])
		}
		lines = append(lines, line)
	}
	return append(lines, w.theme.Faint.Render(" rewards in a node; █ in the sum S̃: rewards + noise"))
}

// added says what a node adds to the sum: its rewards and its noise, or both together while values are hidden.
func (w *Why) added(n noise.TreeNode) string {
	if w.state.Hidden {
		return number.Value(n.Sum + n.Noise)
	}
	return strings.Replace(fmt.Sprintf("%s + %s", number.Tick(n.Sum), number.Value(n.Noise)), "+ −", "− ", 1)
}

// line draws a line between two points of a picture in cells with braille dots, around cells that are taken.
func line(picture [][]rune, from, to [2]float64, dotted bool) {
	n := int(max(2*math.Abs(to[0]-from[0]), 4*math.Abs(to[1]-from[1])))
	for i := 1; i < n; i++ {
		share := float64(i) / float64(n)
		x, y := int(2*(from[0]+share*(to[0]-from[0]))), int(4*(from[1]+share*(to[1]-from[1])))
		if cell := &picture[y/4][x/2]; unicode.In(*cell, unicode.Space, unicode.Braille) && (!dotted || i%4 == 0) {
			*cell = theme.Braille.Dot(*cell, x%2, y%4)
		}
	}
}

// spanningTree draws the nodes of a graphic matroid in a circle and the links of the basis, each with its step in the
// walk, and dotted a rejected link: the selected one, or the first.
func (w *Why) spanningTree(room int) []string {
	const most, least, low = 16, 54, 10 // places, columns, and lines of the panel
	m, graphic := w.state.Shot.Config.Scenario.Matroid.(*matroid.Graphic)
	walk, play := w.state.Learner.Explanation.Arms, w.state.Learner.Play
	if !graphic || len(walk) == 0 || w.width == spokenWidth {
		return nil
	}
	nodes := m.Nodes()
	if len(nodes) > most || w.width < least || w.height < low {
		return kit.Styled(fmt.Sprintf("z draws the tree, in at least %d columns and %d lines, of at most %d places", least, low, most),
			w.width, 1, w.theme.Faint)
	}
	width, height := min(w.width, 64), min(max(room-2, 5), 9)
	picture := make([][]rune, height)
	for y := range picture {
		picture[y] = []rune(strings.Repeat(" ", width))
	}
	longest := slices.Max(param.Map(nodes, ansi.StringWidth))
	at := make([][2]float64, len(nodes)) // in cells
	for i := range at {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + .5) / float64(len(at)))
		at[i] = [2]float64{float64(width)/2 + sin*float64(max(width/2-longest-3, 1)), (1 - .99*cos) * float64(height) / 2}
	}
	rejected, kept := -1, 0
	for i := range walk {
		arm := walk[i].Arm
		if len(walk[i].LostTo) > 0 && (rejected < 0 || arm == w.state.Arm) {
			rejected = arm
		}
		if slices.Contains(play, arm) {
			kept++
			from, to := m.Ends(arm)
			copy(picture[int(.4*at[from][1]+.6*at[to][1])][int(.4*at[from][0]+.6*at[to][0]):], []rune(strconv.Itoa(kept)))
			line(picture, at[from], at[to], false)
		}
	}
	caption := fmt.Sprintf("1–%d: kept in this order", len(play))
	if rejected >= 0 {
		from, to := m.Ends(rejected)
		line(picture, at[from], at[to], true)
		caption += "; dots: " + w.label(rejected) + " closes a cycle"
	}
	for i, name := range nodes {
		x, text := int(at[i][0]), "● "+name
		if at[i][0] < float64(width)/2 {
			x, text = max(x-ansi.StringWidth(name)-1, 0), name+" ●"
		}
		copy(picture[int(at[i][1])][x:], []rune(text))
	}
	lines := param.Map(picture, func(row []rune) string { return strings.TrimRight(string(row), " ") })
	return append(lines, kit.Styled(caption, w.width, 1, w.theme.Faint)...)
}

// LargeDuel draws for the back row why an arm is played: the terms of its score and of the best
// rival's as thick bars, between names and scores in large letters, below the names of the terms,
// which are large if they need at most room rows.
func LargeDuel(t *theme.Theme, d *facts.Duel, width, room int) []string {
	const gap = 2
	size := kit.BigSizes[len(kit.BigSizes)-1]
	names, scores, most := 0, 0, width/3
	for i := range d.Sides {
		names = max(names, min(size.Width(d.Names[i]), most))
		scores = max(scores, size.Width(d.Scores[i]))
	}
	b := termBars{width: max(width-names-scores-2*gap, 0), roles: d.Roles}
	for i := range d.Sides {
		b.longest = max(b.longest, b.sum(&d.Sides[i]))
	}
	terms := strings.Join(param.Map(d.Roles, func(r learners.Role) string { return termShades[r].name }), " + ")
	lines := kit.BigSentence(terms, width, room, t.Charset, t.Text)
	if lines == nil {
		title := t.Title.Render("Why "+d.Names[0]+"?") + "  "
		legend := termBars{width: width - ansi.StringWidth(title), roles: d.Roles}
		lines = []string{title + t.Faint.Render(legend.head())}
	}
	for i := range d.Sides {
		style := t.Strong
		if i > 0 {
			style, lines = t.Text, append(lines, "")
		}
		name := kit.BigNumber(d.Names[i], size, t.Charset)
		if size.Width(d.Names[i]) > most {
			name = kit.Fit(kit.Wrap(d.Names[i], most, 0), most, size.Digits())
		}
		score := kit.BigNumber(d.Scores[i], size, t.Charset)
		for row := range name {
			lines = append(lines, kit.FitLine(style.Render(name[row]), names+gap)+kit.FitLine(b.draw(t, &d.Sides[i]), b.width+gap)+
				strings.Repeat(" ", max(scores-ansi.StringWidth(score[row]), 0))+style.Render(score[row]))
		}
	}
	return lines
}
