package app

import (
	"cmp"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/script"
)

// rehearsing is how long people wait for a rehearsal, which may simulate for hours. What
// is wrong with the rest is said when it is played.
const rehearsing = 5 * time.Second

// Rehearse goes through the script, or the stops of the lesson, in simulated time and
// without any effect outside of the program. It returns what the script will be refused;
// an error says what is wrong with the script or lesson, with file and line.
func Rehearse(o Options) (wants []string, err error) {
	o.rehearsal = cmp.Or(o.rehearsal, rehearsing)
	if o.Script == nil {
		return nil, rehearseLesson(o)
	}
	played, err := Play(o, o.Script)
	if err != nil {
		return nil, err
	}
	return played.Wants, nil
}

func (p *player) overdue() bool { return !p.end.IsZero() && time.Now().After(p.end) }

func rehearseLesson(o Options) error {
	l := o.Lesson
	p := newPlayer(o)
	p.send(tea.WindowSizeMsg{Width: script.Width, Height: script.Height})
	for i := range l.Stops {
		p.settle(p.root.lesson.ToStop(i))
		p.arrive()
		switch {
		case p.root.fault != nil:
			return p.root.fault
		case p.overdue():
			return nil
		case p.left:
			return l.Error(i, "do", errors.New("quit leaves the program; the lesson ends by itself"))
		case p.root.notice.Err() != nil && !p.root.lesson.State().Arrived:
			return l.Error(i, "do", p.root.notice.Err())
		case p.root.notice.Err() != nil:
			return l.Error(i, "say", p.root.notice.Err())
		}
	}
	return nil
}
