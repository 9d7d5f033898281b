package app

import (
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/outfile"
	"regretscope/ui/script"
)

// playStep does what a step of a script says, or of a lesson where there is no script,
// with the rights that such a file has.
func (r *root) playStep(step script.Step, of *script.Script) (cmd tea.Cmd, err error) {
	player, wants := "script", &r.wants
	if of == nil {
		player, wants = "lesson", &r.tour.wants
	}
	r.refused = nil
	r.as(r.rights(player), func() tea.Cmd {
		cmd, err = r.perform(step)
		return nil
	})
	if want := r.refused; want != nil {
		if of != nil {
			want = of.Error(step.Line, want)
		} else {
			r.told = "" // the stop says it
		}
		if !slices.Contains(*wants, want.Error()) && len(*wants) < mostWants {
			*wants = append(*wants, want.Error())
		}
	}
	return cmd, err
}

// rights are those of a played lesson or script.
func (r *root) rights(player string) outfile.Rights {
	return outfile.Played(player, r.allow, r.rehearsed)
}

// mostWants is how many different things are said that a file was refused.
const mostWants = 3

// perform does what a step says. An error says why it could not be done.
func (r *root) perform(step script.Step) (tea.Cmd, error) {
	switch step.Kind {
	case script.Key:
		msg, err := script.ParseKey(step.Text)
		if err != nil {
			return nil, err
		}
		return r.pressAs(msg)
	case script.Type:
		return r.pressAs(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(step.Text)})
	case script.Caption:
		r.caption = step.Text
		r.resize()
	case script.Pace:
		r.most = step.Rounds
		if r.run != nil {
			r.run.SetMost(r.most)
		}
	case script.Command:
		r.note, r.told = "", ""
		return r.runLine(step.Text)
	}
	return nil, nil
}

// pressAs presses a key as a person does who is in no hurry.
func (r *root) pressAs(msg tea.KeyMsg) (tea.Cmd, error) {
	r.pressed = time.Time{}
	r.sincePress = time.Hour
	cmd := r.press(msg)
	if r.note != "" {
		return nil, fmt.Errorf("%s", r.note)
	}
	return cmd, nil
}

// A playing is a script that is played to people, with how many of its steps were.
type playing struct {
	script *script.Script
	steps  int
}

// A stepMsg asks for the next step.
type stepMsg struct{ of *playing }

// preparing reports whether the run is on its way, or the screen that is shown is not
// ready for commands yet.
func (r *root) preparing() bool {
	s, ok := r.shown.(interface{ Busy() bool })
	return r.run != nil && r.run.Busy() || ok && s.Busy()
}

// nextStep plays the next step, in real time, once the run is where the one before
// sent it. A key of a person's ends the script.
func (r *root) nextStep(msg stepMsg) tea.Cmd {
	next := func(wait time.Duration) tea.Cmd {
		return r.clock.After(wait, func(time.Time) tea.Msg { return msg })
	}
	p := msg.of
	touring := r.tour != nil && r.tour.way == p
	switch {
	case !touring && r.playing != p:
		return nil
	case touring && !r.tour.arrived && !r.run.Busy() && r.preparing():
		r.arrive() // the text can be read while another screen still searches
		return next(0)
	case r.preparing(), !touring && r.tour != nil && r.tour.way != nil:
		return next(frameTime / 4)
	case p.steps == len(p.script.Steps) && touring:
		r.tour.way = nil
		r.arrive()
		return nil
	case p.steps == len(p.script.Steps):
		r.playing = nil
		return nil
	}
	step := p.script.Steps[p.steps]
	p.steps++
	if step.Kind == script.Wait || step.Kind == script.Chapter {
		return next(step.Duration)
	}
	of := p.script
	if touring {
		of = nil
	}
	cmd, err := r.playStep(step, of)
	if err != nil {
		if touring {
			r.note, r.tour.way = err.Error(), nil
		} else {
			r.note, r.playing = p.script.Error(step.Line, err).Error(), nil
		}
		return nil
	}
	return tea.Batch(cmd, next(0))
}
