package stops

import (
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

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
	case p.program.Played() && p.lesson != nil:
		return nil, errors.New("lesson: a lesson cannot open another one")
	case p.program.Played():
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
	case p.Exercise.arrived:
		return p.Exercise.words()
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
