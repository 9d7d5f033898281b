package app

import (
	"cmp"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/mode"
)

// press handles several keys in one message, typed while the program was busy, one by one. Any
// other text goes into a field at once.
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

func (r *root) typing() bool {
	if r.modal() != nil {
		return r.modes.Typing()
	}
	return r.Typing()
}

// modal returns the mode that takes all keys, or nil.
func (r *root) modal() *mode.Mode {
	_ = r.modes.Settle()
	if top := r.modes.Top(); top != nil && top.Modal {
		return top
	}
	return nil
}

// pressOne runs a key's command or types the key into a field. A lesson or script cannot type
// into a field where enter has an effect outside of the program: a person may press enter
// without reading the text.
func (r *root) pressOne(msg tea.KeyMsg) tea.Cmd {
	asked := r.asked
	r.notice, r.asked = kit.Notice{}, false
	r.presses++
	c := kit.ForKey(r.Commands(), msg)
	always := c != nil && (c.Name == "interrupt" || c.Name == "suspend")
	switch {
	case r.modal() != nil && !always:
		return r.modes.Update(msg)
	case !always && !r.by.Played() && r.cramped() && (c == nil || c.Name != "help" && c.Name != "quit"):
		r.Warn("the terminal is too small; only ? and q work")
		return nil
	case r.stops.Refusal() != "" && !always && kit.ForKey(r.stops.Keys(), msg) == nil:
		r.Warn(r.stops.Refusal())
		return nil
	case !always && r.stops.Type(msg):
		return nil
	case c != nil && c.Name == "quit":
		return r.leave(asked)
	case !r.shown.Ready() && (c == nil || c.Shows()):
		if len(r.ahead) == maxAhead {
			r.Warn("this key is lost: the screen is not ready yet")
			return nil
		}
		r.ahead = append(r.ahead, early{msg, r.by})
		return nil
	case c != nil && c.Shows() && (c.Effect() == kit.Looks || !r.by.Played()):
		cmd, _ := r.invoke(c, "")
		return cmd
	case c != nil:
		return r.saying(r.invoke(c, ""))
	case r.Typing():
		enter := kit.ForKey(r.Commands(), tea.KeyMsg{Type: tea.KeyEnter})
		if r.by.Played() && enter != nil && enter.Effect() != kit.Looks {
			r.refuse(r.by.Refuse("type here", "only you may"))
			return nil
		}
		return r.shown.Update(msg)
	case !msg.Paste:
		key := cmp.Or(strings.TrimSpace(msg.String()), "space")
		r.Warn(key + " does nothing here; ? lists the keys")
	}
	return nil
}

// An early key was pressed before the screen was ready.
type early struct {
	key tea.KeyMsg
	by  outfile.Rights
}

const maxAhead = 100 // the most early keys that are kept

// pressAhead handles early keys once the screen is ready.
func (r *root) pressAhead() tea.Cmd {
	if len(r.ahead) == 0 || !r.shown.Ready() {
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

// RunAs runs a command line, a name and its argument, with the given rights.
func (r *root) RunAs(by outfile.Rights, line string) tea.Cmd {
	return r.as(by, func() tea.Cmd { return r.saying(r.RunLine(line)) })
}

func (r *root) saying(cmd tea.Cmd, err error) tea.Cmd {
	r.Say(err)
	return cmd
}

// click routes a click to an open mode, the key bar, or the screen.
func (r *root) click(msg tea.MouseMsg) tea.Cmd {
	above, _ := r.frame()
	foot := msg.Y == r.height-1
	msg.Y -= above
	switch {
	case r.stops.Refusal() != "" || r.cramped():
		return nil
	case r.modal() != nil:
		return r.modes.Update(msg)
	case !foot:
		cmd, _ := r.jumping(func() (tea.Cmd, error) { return r.shown.Update(msg), nil })
		return cmd
	case kit.Clicked(msg) && r.said(r.width) == "":
		if name := r.bar().At(msg.X); name != "" {
			return r.saying(r.RunLine(name))
		}
	}
	return nil
}

// A flood is input faster than typing: text that a terminal pastes as if it were typed. Excess
// keys are dropped so that a Ctrl+C behind them is not delayed. The zero value is ready for
// use.
type flood struct {
	taken float64 // characters so far, reduced by the usual typing rate
	at    time.Time
}

// The number of characters accepted at once, and per second: a held key repeats about 30 times
// a second.
const (
	maxKeys = 4096
	perKey  = time.Second / 100
)

// drops reports whether to drop a message that arrives now.
func (f *flood) drops(msg tea.Msg, now time.Time) bool {
	key, ok := msg.(tea.KeyMsg)
	if !ok || key.Type == tea.KeyCtrlC || key.Type == tea.KeyCtrlZ {
		return false
	}
	f.taken = max(0, f.taken-float64(now.Sub(f.at))/float64(perKey))
	f.at = now
	n := 1.
	if !key.Paste {
		n = max(n, float64(len(key.Runes)))
	}
	if f.taken+n > maxKeys {
		return true
	}
	f.taken += n
	return false
}

// dropFlood drops excess keys before they cause any work.
func (r *root) dropFlood(_ tea.Model, msg tea.Msg) tea.Msg {
	if r.flood.drops(msg, time.Now()) {
		r.presses++ // a q before it is part of the text
		return nil
	}
	return msg
}
