package stops

import (
	"cmp"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
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
	stop := p.lesson.Stops[p.at]
	var wrong error
	fill := func(text string) string {
		filled, err := lesson.Fill(text, p.program.Snapshot())
		wrong = cmp.Or(wrong, err)
		return filled
	}
	p.say, p.ask, p.answer = fill(stop.Say), fill(stop.Ask), fill(stop.Answer)
	p.report(p.at, "say", cmp.Or(wrong, stop.Holds(p.program.Snapshot())))
	p.arrived = true
	p.program.Resize()
}

// minBeside is the least number of rows for the screen beside all texts of a stop. In lower
// terminals, the texts are shown one at a time.
const minBeside = 15

// NeedsRoom reports whether a lesson needs the row of the screen's title.
func (p *Player) NeedsRoom(height int) bool { return p.lesson != nil && p.On() && height < minBeside }

// fits reports whether the screen keeps enough rows beside two texts of a stop.
func (p *Player) fits(above, below string) bool {
	width, height := p.program.Size()
	rows := len(kit.Wrap(above, width, 0)) + len(kit.Wrap(below, width, 0))
	return height-2-rows >= minBeside // title and foot
}

// apart reports whether the question does not fit below the text, so it replaces the text.
func (p *Player) apart() bool {
	return p.ask != "" && !p.fits(p.say, p.ask)
}

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
		text = fmt.Sprintf("The %s is over: b goes back to its last stop, q quits.", p.kind())
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

// words returns the texts of a lesson's stop.
func (p *Player) words() []string {
	style := p.program.Theme()
	width, height := p.program.Size()
	lines := kit.Styled(fmt.Sprintf("%s · %d of %d", p.lesson.Title, p.at+1, len(p.stops)), width, 0, style.Title)
	rows := kit.BigRoom(height) // rows left for large letters
	say := func(text string, style lipgloss.Style) {
		said := p.program.Spoken(text, rows, style)
		lines, rows = append(lines, said...), rows-len(said)
	}
	switch {
	case p.answered:
		if p.fits(p.ask, p.answer) {
			say(p.ask, style.Accent)
		}
		say(p.answer, style.Text)
	case p.apart() && p.asked:
		say(p.ask, style.Accent)
	case p.apart():
		say(p.say, style.Text)
	default:
		say(p.say, style.Text)
		say(p.ask, style.Accent)
	}
	for _, refused := range p.Refused {
		say(refused, style.Warn)
	}
	return lines
}
