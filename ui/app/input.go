package app

import (
	"cmp"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// An input handles keys and clicks.
type input struct {
	root       *root
	presses    int // the number of keys
	flood      flood
	ahead      []early       // keys from before the screen was ready
	pressed    time.Time     // the time of the newest key
	sincePress time.Duration // the time between the newest two keys
	asked      bool          // q has asked once
	theirs     bool          // a lesson or script has typed into what is open
}

// press handles several keys in one message, typed while the program was busy, one by one. Any
// other text goes into a field at once.
func (in *input) press(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || msg.Paste {
		return in.pressOne(msg)
	}
	var cmds []tea.Cmd
	for i := range msg.Runes {
		if rest := msg.Runes[i:]; in.typing() && len(rest) > 1 {
			cmds = append(cmds, in.pressOne(tea.KeyMsg{Type: tea.KeyRunes, Runes: rest, Alt: msg.Alt, Paste: true}))
			break
		}
		cmds = append(cmds, in.pressOne(tea.KeyMsg{Type: tea.KeyRunes, Runes: msg.Runes[i : i+1], Alt: msg.Alt}))
	}
	return tea.Batch(cmds...)
}

func (in *input) typing() bool {
	if in.root.modal() != nil {
		return in.root.modes.Typing()
	}
	return in.root.Typing()
}

// pressOne runs a key's command or types the key into a field. A person's enter does nothing to what
// a lesson or script has typed: the person may not have read it.
func (in *input) pressOne(msg tea.KeyMsg) tea.Cmd {
	r, asked := in.root, in.asked
	r.foot.notice, in.asked = kit.Notice{}, false
	in.presses++
	in.theirs = (in.theirs || r.played) && (r.modal() != nil || r.Typing())
	meant := msg
	if msg.String() == "q" && r.goesBack() {
		meant = tea.KeyMsg{Type: tea.KeyEsc}
	}
	c := kit.ForKey(r.Commands(), meant)
	always := c != nil && c.Is(kit.Anytime)
	switch {
	case r.stops.Black && !always && !r.played:
		r.stops.Black = false
		return nil
	case in.theirs && !r.played && msg.Type == tea.KeyEnter:
		return in.disown()
	case r.modal() != nil && !always:
		return r.modes.Update(msg)
	case !always && !r.played && r.cramped() && (c == nil || !c.Is(kit.Cramped)):
		r.Warn("the terminal is too small; only ? and q work")
		return nil
	case !always && !r.played && r.run != nil && r.run.Driver().Gliding():
		return r.run.Driver().Toggle()
	case r.stops.Refusal() != "" && !always && kit.ForKey(r.stops.Keys(), msg) == nil:
		r.Warn(r.stops.Refusal())
		return nil
	case !always && !r.played && r.stops.Exercise.Early(msg), !always && r.stops.Exercise.Type(msg):
		return nil
	case c != nil && c.Is(kit.Asks):
		return in.leave(asked)
	case asked && msg.Type == tea.KeyEsc:
		return nil // which only answers the question
	case !r.shown.Ready() && (c == nil || c.Shows()):
		if len(in.ahead) == maxAhead {
			r.Warn("this key is lost: the screen is not ready yet")
			return nil
		}
		in.ahead = append(in.ahead, early{msg, r.played, r.shown})
		return nil
	case c != nil && c.Shows() && !(c.Act.Outside && r.played):
		cmd, _ := r.invoke(c, "")
		return cmd
	case c != nil:
		return r.saying(r.invoke(c, ""))
	case r.Typing():
		r.stops.Touch()
		return r.shown.Update(msg)
	case !msg.Paste:
		key := cmp.Or(strings.TrimSpace(msg.String()), "space")
		r.Warn(key + " does nothing here; ? lists the keys")
	}
	return nil
}

const notYours = "a lesson or script typed this: type it yourself"

// disown closes what a lesson or script typed into, in place of a person's enter or click.
func (in *input) disown() (cmd tea.Cmd) {
	if top := in.root.modal(); top != nil {
		cmd = top.Close()
	}
	in.root.Warn(notYours)
	return cmd
}

// An early key was pressed before its screen was ready, by a person or a lesson or script.
type early struct {
	key    tea.KeyMsg
	played bool
	screen Screen
}

const maxAhead = 100 // the most early keys that are kept

// pressAhead handles early keys once their screen is shown and ready.
func (in *input) pressAhead() tea.Cmd {
	if len(in.ahead) == 0 || !in.root.shown.Ready() {
		return nil
	}
	keys, shown := in.ahead, in.root.shown
	in.ahead = nil
	var cmds []tea.Cmd
	for _, pressed := range keys {
		if pressed.screen != shown {
			in.ahead = append(in.ahead, pressed)
			continue
		}
		cmds = append(cmds, in.root.as(pressed.played, func() tea.Cmd { return in.pressOne(pressed.key) }))
	}
	return tea.Batch(cmds...)
}

// click routes a click to an open mode, the key bar, or the screen.
func (in *input) click(msg tea.MouseMsg) tea.Cmd {
	r := in.root
	above, _ := r.frame()
	foot := msg.Y == r.height-1
	msg.Y -= above
	switch {
	case r.stops.Refusal() != "" || r.cramped():
		return nil
	case r.modal() != nil && in.theirs:
		return in.disown()
	case r.modal() != nil:
		return r.modes.Update(msg)
	case !foot:
		r.stops.Touch()
		cmd, _ := r.history.jumping(r, func() (tea.Cmd, error) { return r.shown.Update(msg), nil })
		return cmd
	case kit.Clicked(msg) && r.foot.said(r.width) == "":
		if name := r.foot.bar().At(msg.X); name != "" {
			return r.saying(r.RunLine(name))
		}
	}
	return nil
}

// dropFlood drops excess keys before they cause any work.
func (in *input) dropFlood(_ tea.Model, msg tea.Msg) tea.Msg {
	if in.flood.drops(msg, time.Now()) {
		in.presses++ // a q before it is part of the text
		return nil
	}
	return msg
}

// alone is the time without another key that makes q a command. Some terminals send pastes as
// typed keys, in which q is text.
const alone = 50 * time.Millisecond

// leave quits; it asks once if something would be lost.
func (in *input) leave(asked bool) tea.Cmd {
	r, lost := in.root, ""
	for _, f := range r.subscreens {
		if f.screen != nil {
			lost = cmp.Or(lost, f.screen.Unsaved())
		}
	}
	if lost == "" && !r.played && (r.big || r.stops.Open() && !r.Guided() && !r.stops.State().Over) {
		lost = "people may be watching"
	}
	if lost != "" && !asked {
		in.asked = true
		r.Warn(lost + ": q again quits, esc stays")
		return nil
	}
	if in.sincePress < alone {
		return nil // it was part of a paste
	}
	presses := in.presses
	return r.pacer.wall().After(alone, func(time.Time) tea.Msg { return quitMsg{presses} })
}

type quitMsg struct{ presses int }

// pressAs presses a key long after the previous one.
func (in *input) pressAs(msg tea.KeyMsg) (tea.Cmd, error) {
	in.pressed = time.Time{}
	in.sincePress = time.Hour
	cmd := in.press(msg)
	if err := in.root.foot.notice.Err(); err != nil {
		return nil, err
	}
	return cmd, nil
}

// A flood is input faster than typing: text that a terminal pastes as if it were typed. Excess keys are dropped so
// that a Ctrl+C behind them is not delayed. The zero value is ready for use.
type flood struct {
	taken float64 // characters so far, reduced by the usual typing rate
	at    time.Time
}

// The number of characters accepted at once, and per second: a held key repeats about 30 times a second.
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
