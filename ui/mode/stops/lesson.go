package stops

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/progress"
)

// A lessonMsg brings a lesson that was rehearsed, or its error.
type lessonMsg struct {
	lesson *lesson.Lesson
	err    error
}

// read opens a lesson by name, and rehearses it first unless it is built in. Lessons and
// scripts cannot open one.
func (p *Player) read(name string) (tea.Cmd, error) {
	switch {
	case p.program.By().Played() && p.lesson != nil:
		return nil, errors.New("lesson: a lesson cannot open another one")
	case p.program.By().Played():
		return nil, errors.New("lesson: a script cannot open one")
	case p.script != nil && p.held != over:
		return nil, errors.New("lesson: go to the end of the script first, and close it with esc")
	}
	l, err := p.open(name)
	if err != nil {
		return nil, fmt.Errorf("lesson %w", err)
	}
	return func() tea.Msg {
		if l.BuiltIn {
			return lessonMsg{lesson: l}
		}
		return lessonMsg{l, p.program.Rehearse(l)}
	}, nil
}

// arrive fills the run's numbers into the texts of a lesson's stop, once the run is in place.
func (p *Player) arrive() {
	stop, shot := p.lesson.Stops[p.at], p.program.Snapshot()
	var wrong error
	fill := func(text string) string {
		filled, err := lesson.Fill(text, shot)
		wrong = cmp.Or(wrong, err)
		return filled
	}
	p.say, p.asks = fill(stop.Say), stop.Question
	p.asks.Ask, p.asks.Answer, p.asks.Choices = fill(stop.Ask), fill(stop.Answer), slices.Clone(stop.Choices)
	for i, c := range p.asks.Choices {
		p.asks.Choices[i] = lesson.Choice{Text: fill(c.Text), Why: fill(c.Why)}
	}
	p.report(p.at, "say", cmp.Or(wrong, stop.Holds(shot)))
	p.report(p.at, "ask", p.asks.Test(shot))
	p.arrived = true
	p.program.Resize()
	p.note(func(m *progress.Mark) { m.Stop = p.at })
}

// minBeside is the least number of rows for the screen beside all texts of a stop. In lower
// terminals, the texts are shown one at a time.
const minBeside = 15

// NeedsRoom reports whether a lesson needs the row of the screen's title.
func (p *Player) NeedsRoom(height int) bool { return p.lesson != nil && p.On() && height < minBeside }

// Below returns the lines about the lesson or script below the screen, without a script's
// caption.
func (p *Player) Below() []string {
	var text string
	switch {
	case !p.Open():
		return nil
	case p.held == over && len(p.stops) == 0:
		text = fmt.Sprintf("The %s is over: q quits.", p.kind())
	case p.held == over:
		text = fmt.Sprintf("The %s is over: b goes back to its last stop, q quits.", p.kind()) + p.result()
	case p.held == away && p.at < 0:
		text = fmt.Sprintf("%s: free exploration. f2 returns to the script.", p.name())
	case p.held == away:
		text = fmt.Sprintf("%s, stop %d: free exploration. f2 returns to the stop.", p.name(), p.at+1)
	case p.arrived:
		return p.words()
	default:
		return nil
	}
	width, _ := p.program.Size()
	return kit.Styled(text, width, 0, p.program.Theme().Faint)
}

// name returns the kind and the name of what is open.
func (p *Player) name() string {
	if p.lesson != nil {
		return "Lesson " + p.lesson.Name
	}
	return "Script " + p.script.Name
}

// A paragraph is a text of a stop in its style.
type paragraph struct {
	text  string
	style lipgloss.Style
}

// fits reports whether the screen keeps enough rows beside paragraphs.
func (p *Player) fits(all []paragraph) bool {
	width, height := p.program.Size()
	rows := 2 // title and foot
	for _, one := range all {
		if one.text != "" {
			rows += len(kit.Wrap(one.text, width, 0))
		}
	}
	return height-rows >= minBeside
}

// apart reports whether the question does not fit below the text, so it replaces the text.
func (p *Player) apart() bool {
	return p.asks.Ask != "" && !p.fits(append(p.asking(p.longest()), paragraph{text: p.say}))
}

// asking returns the question, with a sentence about the newest answer.
func (p *Player) asking(why string) []paragraph {
	style := p.program.Theme()
	said := paragraph{why, style.Warn}
	all := []paragraph{{p.asks.Ask, style.Accent}}
	for _, line := range p.offered() {
		all = append(all, paragraph{line, style.Text})
	}
	if why != "" && !p.fits(append(all, paragraph{text: p.longest()})) {
		all[0] = said
		return all
	}
	return append(all, said)
}

// told returns the text and, if there is room, the question.
func (p *Player) told(why string) []paragraph {
	say := []paragraph{{p.say, p.program.Theme().Text}}
	if p.asks.Ask == "" || p.apart() {
		return say
	}
	return append(say, p.asking(why)...)
}

// answering returns the answer, below as much of the question as there is room for.
func (p *Player) answering() []paragraph {
	style := p.program.Theme()
	all := []paragraph{{p.asks.Ask, style.Accent}, {"", style.Text}, {p.asks.Answer, style.Text}}
	for i, c := range p.asks.Choices {
		if c.Why == "" {
			all[1].text = p.offered()[i]
		}
	}
	for len(all) > 1 && !p.fits(all) {
		all = append(all[:len(all)-2], all[len(all)-1])
	}
	return all
}

// words returns the texts of a lesson's stop. They take as many rows before the question as after
// it.
func (p *Player) words() []string {
	style := p.program.Theme()
	width, height := p.program.Size()
	title := fmt.Sprintf("%s · %d of %d", p.lesson.Title, p.at+1, len(p.stops))
	why := p.why
	if p.asks.Reach != "" {
		why = "" // it is a part of the question
	}
	now := p.told(why)
	switch {
	case p.answered:
		now = p.answering()
		if p.verdict != "" {
			title = fmt.Sprintf("%d of %d · %s", p.at+1, len(p.stops), p.verdict)
		}
	case p.asked && p.apart():
		now = p.asking(why)
	}
	if p.asks.Checked() && p.program.Pulls() {
		title += " · answer after the game, or h"
	}
	draw := func(all []paragraph) (lines []string) {
		rows := kit.BigRoom(height) // rows left for large letters
		for _, one := range all {
			said := p.program.Spoken(one.text, rows, one.style)
			lines, rows = append(lines, said...), rows-len(said)
		}
		return lines
	}
	lines := draw(now)
	if p.asks.Ask != "" {
		for _, other := range [][]paragraph{p.told(p.longest()), p.asking(""), p.asking(p.longest()), p.answering()} {
			lines = append(lines, make([]string, max(len(draw(other))-len(lines), 0))...)
		}
	}
	lines = append([]string{kit.FitLine(style.Title.Render(title), width)}, lines...)
	for _, refused := range p.Refused {
		lines = append(lines, kit.Styled(refused, width, 0, style.Warn)...)
	}
	return lines
}

// report shows an error of a line, or of a key of a lesson's stop.
func (p *Player) report(line int, key string, err error) {
	switch {
	case err == nil:
		return
	case p.lesson != nil:
		err = p.lesson.Error(line, key, err)
	default:
		err = p.script.Error(line, err)
	}
	if p.Unattended {
		p.Wrong = append(p.Wrong, err)
	} else {
		p.program.Say(err)
	}
}

// fail stops at an error of a line.
func (p *Player) fail(line int, err error) {
	if err != nil && !p.Unattended {
		p.stand(failed)
	}
	p.report(line, "do", err)
}
