package playback

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

const group = "Script"

// Commands adds those of a script that is playing.
func (p *Playback) Commands(below []kit.Command) []kit.Command {
	own := p.Keys()
	return append(own, kit.WithoutKeys(below, own)...)
}

// Keys are the commands of a script that is playing. It has no use for them itself.
func (p *Playback) Keys() []kit.Command {
	if !p.Open() || p.program.Performing() {
		return nil
	}
	back := kit.Keyed(group, "previous-caption", "back", "b pgup", "back to the caption before", kit.CallCmd(p.toCaptionBefore), "b", "pgup")
	if len(p.captions) == 0 {
		back = kit.Refusing("there has been no caption yet", back)
	}
	list := []kit.Command{
		p.goesOn(),
		back,
		kit.Keyed(group, "hand-over", "hand over", "esc", "end the script and leave the program to you", kit.CallCmd(p.Close), "esc"),
	}
	if p.program.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(nil, list)
}

// goesOn is the command that pauses the script, or lets it go on.
func (p *Playback) goesOn() kit.Command {
	if p.held == none {
		return kit.Keyed(group, "pause-script", "pause", "p", "pause the script, and the run with it", kit.CallCmd(p.pause), "p")
	}
	keys, also := "space pgdn", []string{" ", "pgdown"}
	if p.held == paused {
		keys, also = "p", []string{"p"}
	}
	return kit.Keyed(group, "go-on", "go on", keys, "go on with the script", kit.CallCmd(p.goOn), also...)
}

func (p *Playback) pause() tea.Cmd {
	p.held = paused
	p.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
	p.turn++ // the message under way is stale
	place := p.program.Place()
	if !place.Running {
		return nil
	}
	p.resumes = &place
	return p.program.GoTo(Place{Round: place.Round})
}

func (p *Playback) goOn() tea.Cmd {
	wait, place := p.wait, p.resumes
	p.held, p.wait, p.resumes = none, 0, nil
	if place == nil {
		return p.after(wait)
	}
	return tea.Batch(p.program.GoTo(*place), p.after(wait))
}

// A journey goes back to a caption: the program begins anew, and all steps up to the
// caption are performed at once, behind the frame that was shown.
type journey struct {
	to    moment
	frame string
	goes  int // how often the run was sent to its place: to the round, then on from there
}

func (p *Playback) toCaptionBefore() tea.Cmd {
	at := max(len(p.captions)-2, 0)
	p.captions = p.captions[:at+1]
	p.back = &journey{to: p.captions[at], frame: p.program.View()}
	p.next, p.held, p.wait, p.resumes = 0, none, 0, nil
	return tea.Batch(p.program.Restart(), p.after(0))
}

// arrive brings the run to where it was at the caption.
func (p *Playback) arrive() tea.Cmd {
	if p.back.goes < 2 {
		p.back.goes++
		return tea.Batch(p.program.GoTo(p.back.to.place), p.after(patience))
	}
	p.back = nil
	return p.after(0)
}

// Frame is what is shown while the script goes back; empty otherwise.
func (p *Playback) Frame() string {
	if p.back == nil {
		return ""
	}
	return p.back.frame
}
