package stops

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A journey performs all steps up to one at once, while the frame from before stays on screen.
type journey struct {
	to    int   // index of the step
	place Place // of the run at the end; zero: wherever the steps lead
	frame string
	goes  int // how often GoTo was called: first for the round, then to run on

	// The player's state at the end.
	held    hold
	wait    time.Duration
	resumes Place
}

// ToStop goes to a stop, from 0; −1 is the beginning.
func (p *Player) ToStop(at int) tea.Cmd {
	if p.lesson != nil { // a lesson's stop does not depend on the ones before
		p.next, p.held, p.back = p.stops[at].from, none, nil
		return p.step()
	}
	j := journey{place: p.places[at]}
	if j.place.Running && p.program.Clock().Simulated() {
		j.place = Place{} // only playing again meets the same rounds after it
	}
	if at >= 0 {
		j.to = p.stops[at].shows + 1
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

// endJourney sends the run to its place and restores the player's state there.
func (p *Player) endJourney() tea.Cmd {
	j := p.back
	if j.goes < 2 && j.place.Config != nil {
		j.goes++
		return tea.Batch(p.program.GoTo(j.place), p.after(patience))
	}
	p.stand(j.held)
	p.wait, p.resumes = j.wait, j.resumes
	if p.held == none {
		return p.after(p.wait)
	}
	return nil
}

// leave starts free exploration, or closes a lesson or script that is over.
func (p *Player) leave() tea.Cmd {
	if p.held == over {
		return p.Close()
	}
	if p.back != nil {
		p.left = *p.back
	} else {
		p.left = journey{to: p.next, place: p.program.Place(), held: p.held, wait: p.wait, resumes: p.resumes}
		if p.held == none {
			p.left.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
		}
	}
	p.left.goes = 0
	p.stand(away)
	return nil
}

// Frame returns the frame to show during a journey, or "".
func (p *Player) Frame() string {
	if p.back == nil {
		return ""
	}
	return p.back.frame
}

func (p *Player) pause() tea.Cmd {
	p.stand(paused)
	p.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
	p.resumes = p.program.Place()
	still := p.resumes
	still.Running = false
	return p.program.GoTo(still)
}

// goOn performs the next step, after the rest of a wait. It first closes what was opened
// meanwhile.
func (p *Player) goOn() tea.Cmd {
	switch p.held {
	case none, away, over:
		return nil
	case failed: // try again
		return p.ToStop(p.at)
	}
	cmds := []tea.Cmd{p.program.CloseTo(p.opened)}
	if p.resumes.Running {
		cmds = append(cmds, p.program.GoTo(p.resumes))
	}
	wait := p.wait
	p.held, p.wait, p.resumes = none, 0, Place{}
	if p.lesson != nil {
		return tea.Batch(append(cmds, p.step())...)
	}
	return tea.Batch(append(cmds, p.after(wait))...)
}
