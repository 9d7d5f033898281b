package run

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/run/panel"
)

// A BackRow is the view for the back row: a chart with thick lines, three numbers, and a sentence.
type BackRow struct {
	run   *Screen
	aside bool // panels are shown until esc returns to this view
}

// Switch switches the view on or off.
func (b *BackRow) Switch(on bool) {
	b.aside = false
	b.run.chart.SetBig(on)
	b.run.sync()
}

// On reports whether the run is shown for the back row.
func (b *BackRow) On() bool { return b.run.chart.Big() }

// leave shows panels in place of the view, until esc or the chart's command returns to it.
func (b *BackRow) leave() {
	if b.On() {
		b.Switch(false)
		b.aside = true
	}
}

// reopen returns to the view from panels that its commands opened.
func (b *BackRow) reopen() {
	if b.aside {
		b.Switch(true)
	}
}

// arrange gives the chart the room that the numbers and the sentence leave.
func (b *BackRow) arrange() {
	panels := &b.run.layout
	clear(panels.Panels)
	panels.Timeline = kit.Rect{}
	rooms := b.layout()
	b.run.chart.SetSize(rooms.Chart.Width, max(rooms.Chart.Height-1, 0)) // below its title
}

func (b *BackRow) layout() bigLayout {
	return arrangeBig(b.run.Width, b.run.Height, len(b.numbers()), len(b.duel()), len(b.sentence(b.headline())))
}

// why reports whether the reason for the play is shown, as bars.
func (b *BackRow) why() bool { return b.run.panels.show == chartAndWhy && b.run.shown.Shot != nil }

// duel draws the reason for the play; nil if it is not shown, or has no bars. The names of its terms
// are large where a large sentence has room, too.
func (b *BackRow) duel() []string {
	if !b.why() {
		return nil
	}
	d, _ := b.about().Reasons().Duel()
	if d == nil {
		return nil
	}
	const rest = 37 // rows of numbers, bars, and sentence
	return panel.LargeDuel(b.run.theme, d, b.run.Width, b.run.Height-rest)
}

// about returns the subject of facts: the run at the cursor's round, if it is known.
func (b *BackRow) about() *facts.Topic {
	about := b.run.Focus.about()
	if then := b.run.chart.Moment(); then != nil {
		about.Shot, about.Learner = then, &then.Learners[b.run.Focus.Learner]
	}
	return about
}

// Sentence returns the number of rows of the sentence; 0 if the screen is not for the back row.
func (b *BackRow) Sentence() int {
	if !b.On() {
		return 0
	}
	return b.layout().Sentence.Height
}

func (b *BackRow) draw() kit.Block {
	rooms := b.layout()
	lines := kit.Fit(b.numbers(), b.run.Width, rooms.Numbers.Height)
	if !rooms.Chart.Empty() {
		chart := b.run.chart.View() // first: drawing determines the remark
		title := b.run.theme.Title.Render(b.run.chart.Title()) + "  " + b.run.theme.Faint.Render(b.run.chart.Remark())
		subject := header{b.run.theme, &b.run.shown.State, b.run.Focus, b.run.Width}
		if room := b.run.Width - ansi.StringWidth(title) - 3; room >= 20 {
			title = kit.Spread(title, subject.subject(room), b.run.Width)
		}
		lines = append(lines, kit.Fit(append([]string{title}, chart...), b.run.Width, rooms.Chart.Height)...)
	}
	lines = append(lines, kit.Fit(b.duel(), b.run.Width, rooms.Why.Height)...)
	return append(lines, kit.Fit(b.sentence(b.headline()), b.run.Width, rooms.Sentence.Height)...)
}

// Lacks returns what the screen leaves out at its size, and what it shows the back row in small letters.
func (s *Screen) Lacks() (all []string) {
	lacks := func(does bool, what string) {
		if does {
			all = append(all, what)
		}
	}
	if !s.BackRow.On() {
		for i, p := range s.layout.Panels {
			lacks(p.Empty() && s.panels.show == allPanels, fmt.Sprintf("panel %d, %s, is left out", i+1, panelNames[i]))
		}
		return all
	}
	rooms, wordings := s.BackRow.layout(), s.BackRow.headline()
	lacks(rooms.Numbers.Height == 0, "the numbers are left out")
	lacks(rooms.Numbers.Height == 1, "the numbers are small")
	lacks(rooms.Sentence.Height == 0, "the sentence is left out")
	lacks(rooms.Sentence.Height > 0 && s.BackRow.sentence(wordings)[0] == "", "the sentence is small")
	return all
}

type figure struct {
	label, text, short string
	widest             string // the widest text to expect, so nothing moves
	style              lipgloss.Style
}

func (b *BackRow) figures() []figure {
	t := b.run.theme
	round, most := 0, b.run.shown.Config.Horizon
	spent := figure{label: "ε spent", text: "0", style: t.Good}
	lost := figure{label: "regret", text: "0", style: t.Strong}
	if about := b.about(); about.Shot != nil {
		view := about.Learner
		round, spent = cmp.Or(b.run.Cursor(), about.Shot.Round), b.spent(about)
		lost.label = "regret of " + view.Spec.Label()
		lost.text, lost.short = number.Value(view.Regret), number.Tick(view.Regret)
		lost.style = t.Series(b.run.Focus.Learner).Style.Bold(true)
		switch {
		case b.run.Focus.Hides():
			lost.text, lost.short = "?", "?"
		case round != about.Shot.Round: // not known yet
			lost.text, lost.short = "...", "..."
		}
	}
	lost.widest = "12,345"
	spent.widest, spent.short = "0.500", spent.text
	return []figure{
		{label: "round", text: number.Count(round), short: number.Tick(float64(round)), widest: number.Count(most), style: t.Strong},
		lost, spent,
	}
}

func (b *BackRow) spent(topic *facts.Topic) figure {
	title, loss := topic.Spending().PrivacyLoss()
	f := figure{label: title, text: loss.Lead, style: b.run.theme.Good}
	if loss.Tone == kit.Warning {
		f.text, f.style = "inf", b.run.theme.Warn // there are no large letters for ∞
	}
	if topic.Learner.Spec.Privacy == learners.NotPrivate {
		f.text = "none"
	}
	return f
}

// numbers returns the numbers below their labels, in the largest digits that fit, or as text.
func (b *BackRow) numbers() []string {
	figures := b.figures()
	for _, size := range kit.BigSizes {
		if 1+size.Digits() > b.run.Height*2/5 {
			continue
		}
		if lines := b.inDigits(figures, size); lines != nil {
			return lines
		}
	}
	var texts []string
	for _, f := range figures {
		texts = append(texts, b.run.theme.Faint.Render(f.label)+" "+f.style.Render(f.text))
	}
	return []string{strings.Join(texts, "   ")}
}

const gap = 3 // the least number of columns between two numbers

// inDigits draws the numbers in a size; nil if they do not fit.
func (b *BackRow) inDigits(figures []figure, size kit.BigSize) []string {
	texts, widths, sum := make([]string, len(figures)), make([]int, len(figures)), 0
	for _, short := range []bool{false, true} {
		sum = gap * (len(figures) - 1)
		for i, f := range figures {
			texts[i] = f.text
			widths[i] = max(size.Width(f.text), size.Width(f.widest), ansi.StringWidth(f.label))
			if short {
				texts[i] = f.short
				widths[i] = max(size.Width(f.short), size.Width("123.4k"))
			}
			sum += widths[i]
		}
		if sum <= b.run.Width {
			break
		}
	}
	if sum > b.run.Width {
		return nil
	}
	rest := (b.run.Width - sum) / (len(figures) - 1)
	lines := make([]string, 1+size.Digits())
	for i, f := range figures {
		room := widths[i]
		if i < len(figures)-1 {
			room += gap + rest
		}
		lines[0] += kit.FitLine(b.run.theme.Text.Render(ansi.Truncate(f.label, room, theme.Ellipsis)), room)
		for y, row := range kit.BigNumber(texts[i], size, b.run.theme.Charset) {
			lines[1+y] += kit.FitLine(f.style.Render(row), room)
		}
	}
	return lines
}

// sentence returns the longest wording that fits in large letters below the chart and its legend, or
// the first as text.
func (b *BackRow) sentence(wordings []string) []string {
	room := kit.BigRoom(b.run.Height)
	if b.why() {
		b.run.chart.Legend(b.run.Width, 0) // the room is for the bars
	} else {
		room = min(room, kit.BigRoom(b.run.Height-b.run.chart.Legend(b.run.Width, room)))
	}
	for _, text := range wordings {
		if lines := kit.BigSentence(text, b.run.Width, room, b.run.theme.Charset, b.run.theme.Text); lines != nil {
			return lines
		}
	}
	return append([]string{""}, kit.Styled(wordings[0], b.run.Width, 0, b.run.theme.Strong)...)
}

func (b *BackRow) headline() (wordings []string) {
	about := b.about()
	if about.Shot == nil || about.Shot.Round == 0 {
		return []string{"No rounds played yet.", "No rounds yet"}
	}
	view := about.Learner
	if wordings = b.run.whatIf.headline(); wordings != nil {
		return wordings
	}
	if b.why() {
		_, sentences := about.Reasons().Duel()
		return sentences
	}
	if b.run.Focus.Hides() {
		arm := "arm " + b.run.Focus.plays(view.Play)
		return []string{facts.Does(view, "plays") + " " + arm + ".", "Plays " + arm}
	}
	return about.Lead()
}

// A bigLayout is the arrangement for the back row: numbers above the chart, a sentence below it. Bars
// that say why stand between chart and sentence, or in place of the chart.
type bigLayout struct{ Numbers, Chart, Why, Sentence kit.Rect }

const minChart = 8 // the height below which a chart shows nothing

// arrangeBig returns the places in a screen without its foot: the numbers and the sentence have the rows that they
// need, the chart has the rest. If that is too little, first the sentence is left out, then the numbers.
func arrangeBig(width, height, numbers, why, sentence int) bigLayout {
	least := cmp.Or(why, minChart)
	if height-numbers-sentence < least {
		sentence = 0
	}
	if height-numbers < least {
		numbers = 0
	}
	var b bigLayout
	b.Numbers, b.Chart = kit.Rect{Width: width, Height: height}.Rows(numbers)
	b.Chart, b.Sentence = b.Chart.Rows(height - numbers - sentence)
	if why > 0 && b.Chart.Height-why < minChart {
		b.Chart, b.Why = kit.Rect{}, b.Chart
	} else {
		b.Chart, b.Why = b.Chart.Rows(b.Chart.Height - why)
	}
	return b
}
