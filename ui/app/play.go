package app

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/mode/playback"
	"regretscope/ui/script"
)

// Perform does what a step of a script says, with the rights of one; without any effect
// outside of the program where it was performed before.
func (r *root) Perform(step script.Step, again bool) (cmd tea.Cmd, refused, err error) {
	rights := r.rights("script")
	if again {
		rights = outfile.Played("script", r.allow, true)
	}
	return r.playStep(step, rights)
}

// playStep does what a step says, with some rights. Refused is what these do not allow.
func (r *root) playStep(step script.Step, by outfile.Rights) (cmd tea.Cmd, refused, err error) {
	r.refused = nil
	r.as(by, func() tea.Cmd {
		cmd, err = r.perform(step)
		return nil
	})
	return cmd, r.refused, err
}

// rights are those of a played lesson or script.
func (r *root) rights(player string) outfile.Rights {
	return outfile.Played(player, r.allow, r.rehearsed)
}

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
		r.playback.Caption = step.Text
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

// Performing reports whether a played file acts just now.
func (r *root) Performing() bool { return r.by.Played() }

// Clock is what the program goes by.
func (r *root) Clock() *kit.Clock { return r.clock }

// Preparing reports whether the program is not ready for the next step of a script.
func (r *root) Preparing() bool { return r.preparing() || r.tour != nil && r.tour.way != nil }

// preparing reports whether the run is on its way, or the screen that is shown is not
// ready for commands yet.
func (r *root) preparing() bool {
	s, ok := r.shown.(interface{ Busy() bool })
	return r.run != nil && r.run.Busy() || ok && s.Busy()
}

// Place is where the run is.
func (r *root) Place() playback.Place {
	if r.run == nil {
		return playback.Place{}
	}
	place := playback.Place{Round: r.run.Round(), Running: r.run.Running()}
	if round, _, ok := r.run.Driver().Until(); ok {
		place.Until = round
	}
	return place
}

// GoTo sends the run to the round of a place; there, it has it run or pause.
func (r *root) GoTo(place playback.Place) tea.Cmd {
	if r.run == nil {
		return nil
	}
	line := ""
	switch now := r.Place(); {
	case now.Round != place.Round:
		line = fmt.Sprintf("go %d", place.Round)
	case now.Running == place.Running:
	case place.Until > place.Round:
		line = fmt.Sprintf("run-to %d", place.Until)
	case place.Running:
		line = "run"
	default:
		return r.run.Pause()
	}
	if line == "" {
		return nil
	}
	return r.saying(kit.RunLine(r.run.Commands(), line))
}

// A way is the steps that lead to a stop of a lesson.
type way struct {
	steps []script.Step
	next  int
}

// A wayMsg asks for the next step.
type wayMsg struct{ of *way }

// nextOnWay does the next step once the run is where the one before sent it.
func (r *root) nextOnWay(msg wayMsg) tea.Cmd {
	next := func(wait time.Duration) tea.Cmd {
		return r.clock.After(wait, func(time.Time) tea.Msg { return msg })
	}
	w := msg.of
	switch {
	case r.tour == nil || r.tour.way != w:
		return nil
	case !r.tour.arrived && !r.run.Busy() && r.preparing():
		r.arrive() // the text can be read while another screen still searches
		return next(0)
	case r.preparing():
		return next(frameTime / 4)
	case w.next == len(w.steps):
		r.tour.way = nil
		r.arrive()
		return nil
	}
	w.next++
	cmd, refused, err := r.playStep(w.steps[w.next-1], r.rights("lesson"))
	if refused != nil {
		r.told = "" // the stop says it
		r.tour.wants.Add(refused)
	}
	if err != nil {
		r.note, r.tour.way = err.Error(), nil
		return nil
	}
	return tea.Batch(cmd, next(0))
}
