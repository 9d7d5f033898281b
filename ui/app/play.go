package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/script"
)

// as runs do with the given rights, and restores those of before.
func (r *root) as(by outfile.Rights, do func() tea.Cmd) tea.Cmd {
	before := r.by
	r.by = by
	defer func() { r.by = before }()
	return do()
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
		r.script.Caption = step.Text
		r.Resize()
	case script.Pace:
		r.maxPace = step.Rounds
		if r.run != nil {
			r.run.Driver().SetMost(r.maxPace)
		}
	case script.Command:
		r.notice = kit.Notice{}
		return r.RunLine(step.Text)
	}
	return nil, nil
}

// pressAs presses a key as a person does who is in no hurry.
func (r *root) pressAs(msg tea.KeyMsg) (tea.Cmd, error) {
	r.pressed = time.Time{}
	r.sincePress = time.Hour
	cmd := r.press(msg)
	if err := r.notice.Err(); err != nil {
		return nil, err
	}
	return cmd, nil
}
