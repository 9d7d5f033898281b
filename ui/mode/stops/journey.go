package stops

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A journey performs all steps before one at once, behind the frame that was shown.
type journey struct {
	to    int    // step
	place *Place // of the run there; nil: where the steps lead
	frame string
	goes  int // how often the run was sent to its place: to the round, then on from there

	// What the player does there.
	held    hold
	wait    time.Duration
	resumes *Place
}

// ToStop goes to a stop, from 0, or to the beginning.
func (p *Player) ToStop(at int) tea.Cmd {
	if p.lesson != nil { // whose stops do not depend on those before
		p.next, p.held, p.back = p.stops[at].from, none, nil
		return p.step()
	}
	var j journey
	if at >= 0 {
		j.to = p.stops[at].shows + 1
	}
	if place, passed := p.places[at]; passed {
		j.place = &place
	}
	return p.travel(j)
}

func (p *Player) travel(j journey) tea.Cmd {
	j.frame = p.program.View()
	p.back, p.held = &j, none
	if p.lesson != nil {
		p.next = p.stops[p.at].from
		return p.step()
	}
	p.next, p.at, p.Caption = 0, -1, ""
	return tea.Batch(p.program.Restart(), p.after(0))
}

// endJourney brings the run to its place, and goes on as the player did there.
func (p *Player) endJourney() tea.Cmd {
	j := p.back
	if j.place != nil && j.goes < 2 {
		j.goes++
		return tea.Batch(p.program.GoTo(*j.place), p.after(patience))
	}
	p.stand(j.held)
	p.wait, p.resumes = j.wait, j.resumes
	if p.held == none {
		return p.after(p.wait)
	}
	return nil
}

// leave begins free exploration, or closes a file that is over.
func (p *Player) leave() tea.Cmd {
	if p.held == over {
		return p.Close()
	}
	if p.back != nil {
		p.left = *p.back
	} else {
		place := p.program.Place()
		p.left = journey{to: p.next, place: &place, held: p.held, wait: p.wait, resumes: p.resumes}
		if p.held == none {
			p.left.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
		}
	}
	p.left.goes = 0
	p.stand(away)
	return nil
}

// Frame is what is shown while the player is on a journey; empty otherwise.
func (p *Player) Frame() string {
	if p.back == nil {
		return ""
	}
	return p.back.frame
}

func (p *Player) pause() tea.Cmd {
	p.stand(paused)
	p.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
	place := p.program.Place()
	if !place.Running {
		return nil
	}
	p.resumes = &place
	return p.program.GoTo(Place{Round: place.Round})
}

// goOn performs the next step, after what is left of a wait. What was opened meanwhile is
// closed first.
func (p *Player) goOn() tea.Cmd {
	switch p.held {
	case none, away, over:
		return nil
	case failed: // it is tried again
		return p.ToStop(p.at)
	}
	cmds := []tea.Cmd{p.program.CloseTo(p.opened)}
	if p.resumes != nil {
		cmds = append(cmds, p.program.GoTo(*p.resumes))
	}
	wait := p.wait
	p.held, p.wait, p.resumes = none, 0, nil
	if p.lesson != nil {
		return tea.Batch(append(cmds, p.step())...)
	}
	return tea.Batch(append(cmds, p.after(wait))...)
}
