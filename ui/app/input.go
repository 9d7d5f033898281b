package app

import (
	"cmp"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
)

// press runs the commands of keys that came in one message, because they were typed
// while the program was busy. What goes into a line goes there at once.
func (r *root) press(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || msg.Paste {
		return r.pressOne(msg)
	}
	var cmds []tea.Cmd
	for i := range msg.Runes {
		if rest := msg.Runes[i:]; r.typing() && len(rest) > 1 {
			cmds = append(cmds, r.pressOne(tea.KeyMsg{Type: tea.KeyRunes, Runes: rest, Alt: msg.Alt, Paste: true}))
			break
		}
		cmds = append(cmds, r.pressOne(tea.KeyMsg{Type: tea.KeyRunes, Runes: msg.Runes[i : i+1], Alt: msg.Alt}))
	}
	return tea.Batch(cmds...)
}

// typing reports whether characters go into a line, of the palette or of the screen.
func (r *root) typing() bool {
	if r.menu != nil {
		return r.menu.typing
	}
	return r.page == nil && r.shown.Typing()
}

// pressOne runs the command of a key, the root's own first, or gives the key to
// the screen, to be typed into a field.
func (r *root) pressOne(msg tea.KeyMsg) tea.Cmd {
	asked := r.asked
	r.note, r.told, r.asked = "", "", false
	r.presses++
	modes := r.modeCommands()
	own := kit.ForKey(append(modes, kit.WithoutKeys(append(r.own(), r.openers()...), modes)...), msg)
	always := own != nil && (own.Name == "interrupt" || own.Name == "suspend")
	switch {
	case r.page != nil && !always:
		r.page = nil
		return nil
	case r.menu != nil && !always:
		r.menu.by = cmp.Or(r.by, r.menu.by)
		return r.picked(r.menu.press(msg))
	case r.playback.Occupied() != "" && !always && (own == nil || own.Name != "quit" && kit.ForKey(modes, msg) == nil):
		r.note = r.playback.Occupied()
		return nil
	case own != nil && own.Name == "quit":
		if r.asks(asked) {
			return nil
		}
		return r.quitSoon()
	case own != nil:
		return r.saying(r.invoke(own, ""))
	case r.shown == r.run && !r.run.Ready():
		if len(r.ahead) < mostAhead {
			r.ahead = append(r.ahead, early{msg, r.by})
		}
		return nil
	}
	c := kit.ForKey(r.shown.Commands(), msg)
	if once := kit.ForOldKey(r.shown.Commands(), msg); c == nil && once != nil && r.by.Played() && !r.shown.Typing() {
		return r.saying(r.invoke(once, ""))
	}
	switch {
	case c == nil && !r.shown.Typing():
		if !msg.Paste {
			r.note = fmt.Sprintf("%s does nothing here; ? lists the keys", msg)
		}
		return nil
	case c != nil && c.Run.Effect != kit.Looks && r.by.Played():
		return r.saying(r.invoke(c, ""))
	}
	return r.shown.Update(msg)
}

// An early key was pressed before the run was ready.
type early struct {
	key tea.KeyMsg
	by  outfile.Rights
}

// mostAhead is how many keys are kept until a run is ready.
const mostAhead = 16

// pressAhead presses the keys that came before the run was ready.
func (r *root) pressAhead() tea.Cmd {
	if len(r.ahead) == 0 || !r.run.Ready() {
		return nil
	}
	keys := r.ahead
	r.ahead = nil
	var cmds []tea.Cmd
	for _, pressed := range keys {
		cmds = append(cmds, r.as(pressed.by, func() tea.Cmd { return r.pressOne(pressed.key) }))
	}
	return tea.Batch(cmds...)
}

// picked runs what was chosen in the menu, with the rights of a file that typed there:
// a person may press enter without having read it.
func (r *root) picked(p pick) tea.Cmd {
	by := r.menu.by
	if p.close {
		r.menu = nil
	}
	if p.run == nil {
		return nil
	}
	return r.as(by, func() tea.Cmd { return r.saying(r.runLine(p.run.Name + " " + p.argument)) })
}

// as does something with somebody's rights.
func (r *root) as(by outfile.Rights, do func() tea.Cmd) tea.Cmd {
	before := r.by
	r.by = by
	defer func() { r.by = before }()
	return do()
}

// saying shows an error of a command, if there is one.
func (r *root) saying(cmd tea.Cmd, err error) tea.Cmd {
	r.Say(err)
	return cmd
}

// Say shows an error in the foot until the next key.
func (r *root) Say(err error) {
	if err != nil {
		r.note = err.Error()
	}
}

// click gives a click to the menu, the foot or the screen.
func (r *root) click(msg tea.MouseMsg) tea.Cmd {
	above, _ := r.frame()
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	switch foot := msg.Y == r.height-1; {
	case r.playback.Occupied() != "":
		return nil
	case foot && pressed && r.menu == nil && r.said() == "":
		if name := r.bar().At(msg.X); name != "" {
			return r.saying(r.runLine(name))
		}
		return nil
	case r.menu != nil && msg.Button == tea.MouseButtonWheelUp:
		r.menu.move(-1)
	case r.menu != nil && msg.Button == tea.MouseButtonWheelDown:
		r.menu.move(1)
	case r.menu != nil && pressed:
		return r.picked(r.menu.click(msg.Y-above, r.width, r.height-above-1))
	case r.menu == nil && !foot:
		msg.Y -= above
		return r.shown.Update(msg)
	}
	return nil
}
