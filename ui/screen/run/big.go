package run

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
)

// SetBig switches the view for the back row on or off: a chart with thick lines, three numbers,
// and a sentence.
func (s *Screen) SetBig(big bool) {
	s.aside = false
	s.chart.SetBig(big)
	s.sync()
}

// Big reports whether the run is shown for the back row.
func (s *Screen) Big() bool { return s.chart.Big() }

// arrangeBig gives the chart the room that the numbers and the sentence leave.
func (s *Screen) arrangeBig() {
	for i := range s.places.Panels {
		s.places.Panels[i] = kit.Rect{}
	}
	s.places.Timeline = kit.Rect{}
	places := s.bigPlaces()
	s.chart.SetSize(places.Chart.Width, places.Chart.Height-1) // below its title
}

func (s *Screen) bigPlaces() bigLayout {
	return arrangeBig(s.Width, s.Height, len(s.bigNumbers()), len(s.bigSentence(s.headline())))
}

func (s *Screen) drawBig() kit.Block {
	places := s.bigPlaces()
	lines := kit.Fit(s.bigNumbers(), s.Width, places.Numbers.Height)
	chart := s.chart.View() // first: drawing determines the remark
	title := s.theme.Title.Render(s.chart.Title()) + "  " + s.theme.Faint.Render(s.chart.Remark())
	lines = append(lines, kit.Fit(append([]string{title}, chart...), s.Width, places.Chart.Height)...)
	return append(lines, kit.Fit(s.bigSentence(s.headline()), s.Width, places.Sentence.Height)...)
}

type figure struct {
	label, text, short string
	widest             string // the widest text to expect, so nothing moves
	style              lipgloss.Style
}

func (s *Screen) figures() []figure {
	shot, t := s.shown.shot, s.theme
	round, most := 0, s.shown.config.Horizon
	spent := figure{label: "ε spent", text: "0", style: t.Good}
	lost := figure{label: "regret", text: "0", style: t.Strong}
	if shot != nil {
		round = shot.Round
		view := &shot.Learners[s.learner]
		spent = s.spent()
		lost.label = "regret of " + view.Spec.Label()
		lost.text, lost.short = kit.Measured(view.Regret), kit.Short(view.Regret)
		lost.style = t.Series(s.learner).Style.Bold(true)
		if s.Hides() {
			lost.text, lost.short = "?", "?"
		}
	}
	lost.widest = "12,345"
	spent.widest, spent.short = "0.500", spent.text
	return []figure{
		{label: "round", text: kit.Count(round), short: kit.Short(float64(round)), widest: kit.Count(most), style: t.Strong},
		lost, spent,
	}
}

// spent returns the privacy loss of the learner in focus.
func (s *Screen) spent() figure {
	title, loss := s.about().PrivacyLoss()
	f := figure{label: title, text: loss.Lead, style: s.theme.Good}
	if loss.Tone == kit.Warning {
		f.text, f.style = "inf", s.theme.Warn // there are no large letters for ∞
	}
	if s.focused().Spec.Privacy == learners.NotPrivate { // no privacy in any notion
		f.text = "none"
	}
	return f
}

func (s *Screen) about() *facts.Focus {
	shot := s.shown.shot
	return &facts.Focus{Shot: shot, Learner: &shot.Learners[s.learner], Measure: s.measure}
}

// leavesBig makes the commands that show panels leave the view for the back row, until esc or the
// command of the chart returns to it.
func (s *Screen) leavesBig(list []kit.Command) []kit.Command {
	for i, c := range list {
		switch c.Name {
		case "zoom", "panels", "arms", "privacy", "why", "reports":
			list[i].Do, list[i].Try = nil, nil
			list[i].With = func(argument string) (tea.Cmd, error) {
				s.SetBig(false)
				s.aside = true
				return c.RunBy(outfile.Rights{}, argument)
			}
		}
	}
	return list
}

// bigNumbers returns the three numbers below their labels, in the largest digits that fit, or
// as text.
func (s *Screen) bigNumbers() []string {
	figures := s.figures()
	for _, size := range kit.BigSizes {
		if 1+size.Digits() > s.Height*2/5 {
			continue
		}
		if lines := s.inDigits(figures, size); lines != nil {
			return lines
		}
	}
	var texts []string
	for _, f := range figures {
		texts = append(texts, s.theme.Faint.Render(f.label)+" "+f.style.Render(f.text))
	}
	return []string{strings.Join(texts, "   ")}
}

// gap is the least number of columns between two numbers.
const gap = 3

// inDigits draws the numbers in a size; nil if they do not fit.
func (s *Screen) inDigits(figures []figure, size kit.BigSize) []string {
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
		if sum <= s.Width {
			break
		}
	}
	if sum > s.Width {
		return nil
	}
	rest := (s.Width - sum) / (len(figures) - 1)
	lines := make([]string, 1+size.Digits())
	for i, f := range figures {
		room := widths[i]
		if i < len(figures)-1 {
			room += gap + rest
		}
		lines[0] += kit.FitLine(s.theme.Text.Render(ansi.Truncate(f.label, room, theme.Ellipsis)), room)
		for y, row := range kit.BigNumber(texts[i], size, s.theme.Charset) {
			lines[1+y] += kit.FitLine(f.style.Render(row), room)
		}
	}
	return lines
}

// bigSentence returns the longest wording that fits in large letters, or the first as text.
func (s *Screen) bigSentence(wordings []string) []string {
	for _, text := range wordings {
		if lines := kit.BigSentence(text, s.Width, kit.BigRoom(s.Height), s.theme.Charset, s.theme.Text); lines != nil {
			return lines
		}
	}
	return append([]string{""}, kit.Styled(wordings[0], s.Width, 0, s.theme.Strong)...)
}

func (s *Screen) headline() (wordings []string) {
	shot := s.shown.shot
	if shot == nil || shot.Round == 0 {
		return []string{"No rounds played yet.", "No rounds yet"}
	}
	focus := &shot.Learners[s.learner]
	if wordings = s.whatIf.headline(); wordings != nil {
		return wordings
	}
	if s.Hides() {
		arm := "arm " + s.plays(focus.Play)
		return []string{focus.Spec.Label() + " plays " + arm + ".", "Plays " + arm}
	}
	return s.about().Lead()
}
