package stops

import (
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
)

// A lessonMsg brings a lesson that was tried, or what is wrong in it.
type lessonMsg struct {
	lesson *lesson.Lesson
	err    error
}

// read reads a lesson, and tries one that does not belong to the program before it
// begins. One that is played opens none.
func (p *Player) read(name string) (tea.Cmd, error) {
	switch {
	case p.program.Acting() && p.lesson != nil:
		return nil, errors.New("lesson: a lesson cannot open another one")
	case p.program.Acting():
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

// arrive fills in what a lesson says at its stop, now that the run is where it should be.
func (p *Player) arrive() {
	stop := p.lesson.Stops[p.at]
	fill := func(text string) string {
		filled, err := lesson.Fill(text, p.program.Snapshot())
		p.program.Say(err)
		return filled
	}
	p.say, p.ask, p.answer = fill(stop.Say), fill(stop.Ask), fill(stop.Answer)
	p.program.Say(stop.Holds(p.program.Snapshot()))
	p.arrived = true
	p.program.Resize()
}

// leastBeside is how many lines a screen has at least where all that a stop says is shown
// below it; in lower terminals it is shown piece by piece.
const leastBeside = 15

// NeedsRoom reports whether a screen of height lines should do without its title.
func (p *Player) NeedsRoom(height int) bool { return p.lesson != nil && p.On() && height < leastBeside }

// fits reports whether the screen keeps enough lines beside these of a stop.
func (p *Player) fits(lines ...[]string) bool {
	_, height := p.program.Size()
	return height-2-len(slices.Concat(lines...)) >= leastBeside // title and foot
}

// apart reports whether the question of the stop has no room below the text, and takes
// its place.
func (p *Player) apart() bool {
	width, _ := p.program.Size()
	return p.ask != "" && !p.fits(kit.Wrap(p.say, width, 0), kit.Wrap(p.ask, width, 0))
}

// Below returns the lines of the file below the screen. The caption of a script is not among
// them.
func (p *Player) Below() []string {
	style := p.program.Theme()
	width, _ := p.program.Size()
	name := func(where string) string {
		if p.lesson != nil {
			return fmt.Sprintf("Lesson %s%s", p.lesson.Name, where)
		}
		return fmt.Sprintf("Script %s%s", p.script.Name, where)
	}
	switch {
	case !p.Open():
		return nil
	case p.held == over && len(p.stops) == 0:
		return kit.Styled(fmt.Sprintf("The %s is over: q quits.", p.kind()), width, 0, style.Faint)
	case p.held == over:
		return kit.Styled(fmt.Sprintf("The %s is over: b goes back to its last stop, q quits.", p.kind()), width, 0, style.Faint)
	case p.held == away && p.at < 0:
		return kit.Styled(name(": free exploration. f2 returns to the script."), width, 0, style.Faint)
	case p.held == away:
		return kit.Styled(name(fmt.Sprintf(", stop %d: free exploration. f2 returns to the stop.", p.at+1)), width, 0, style.Faint)
	case p.arrived:
		return p.words()
	}
	return nil
}

// words are what a lesson says at its stop.
func (p *Player) words() []string {
	style := p.program.Theme()
	width, height := p.program.Size()
	lines := kit.Styled(fmt.Sprintf("%s · %d of %d", p.lesson.Title, p.at+1, len(p.stops)), width, 0, style.Title)
	rows := kit.BigRoom(height) // that large letters may have, all in all
	say := func(text string, style lipgloss.Style) {
		said := p.program.Spoken(text, rows, style)
		lines, rows = append(lines, said...), rows-len(said)
	}
	switch {
	case p.answered:
		if p.fits(kit.Wrap(p.ask, width, 0), kit.Wrap(p.answer, width, 0)) {
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
