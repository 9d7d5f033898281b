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
	presses    int           // the number of keys
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
	return in.root.screens.shown.Typing()
}

// A keyPress is a key on its way through the layers.
type keyPress struct {
	key     tea.KeyMsg   // as it was pressed
	meant   tea.KeyMsg   // esc, for a q that goes back
	command *kit.Command // which it runs now; nil: none
	asked   bool         // the key before was q, which asked
	person  bool         // a person pressed it, not a lesson or script
}

// A layer handles a key, or passes it on.
type layer func(in *input, p keyPress) (cmd tea.Cmd, taken bool)

// layers returns the layers from the top to the bottom.
func layers() []layer {
	return []layer{
		(*input).anytime, (*input).black, (*input).unread, (*input).modal, (*input).cramped, (*input).gliding,
		(*input).playing, (*input).exercise, (*input).quitting, (*input).answered, (*input).early,
		(*input).command, (*input).field, (*input).unknown,
	}
}

func (in *input) pressOne(msg tea.KeyMsg) tea.Cmd { return in.pass(msg, layers()) }

// pass gives a key to the first layer that takes it.
func (in *input) pass(msg tea.KeyMsg, layers []layer) tea.Cmd {
	p := in.begin(msg)
	for _, layer := range layers {
		if cmd, taken := layer(in, p); taken {
			return cmd
		}
	}
	return nil
}

// begin forgets what the key before left, and finds the command of this one.
func (in *input) begin(msg tea.KeyMsg) keyPress {
	r, meant, asked := in.root, msg, in.asked
	r.foot.notice, in.asked = kit.Notice{}, false
	in.presses++
	in.theirs = (in.theirs || r.played) && (r.modal() != nil || r.screens.shown.Typing())
	if back := r.modal() != nil || r.screens.goesBack(); back && msg.String() == "q" && !in.typing() {
		meant = tea.KeyMsg{Type: tea.KeyEsc}
	}
	return keyPress{msg, meant, kit.ForKey(r.Commands(), meant), asked, !r.played}
}

// anytime runs the commands that end or suspend the program.
func (in *input) anytime(p keyPress) (tea.Cmd, bool) {
	if p.command == nil || !p.command.Is(kit.Anytime) {
		return nil, false
	}
	return in.root.saying(in.root.invoke(p.command, "")), true
}

// black shows a black screen again.
func (in *input) black(p keyPress) (tea.Cmd, bool) {
	if !p.person || !in.root.stops.Black {
		return nil, false
	}
	in.root.stops.Black = false
	return nil, true
}

// unread closes what a lesson or script has typed into: a person who presses enter may not have read it.
func (in *input) unread(p keyPress) (tea.Cmd, bool) {
	if !p.person || !in.theirs || p.key.Type != tea.KeyEnter {
		return nil, false
	}
	return in.disown(), true
}

// modal gives all keys to an open text, help, or palette.
func (in *input) modal(p keyPress) (tea.Cmd, bool) {
	if in.root.modal() == nil {
		return nil, false
	}
	return in.root.modes.Update(p.meant), true
}

// cramped leaves few keys in a terminal that is too small.
func (in *input) cramped(p keyPress) (tea.Cmd, bool) {
	if !p.person || !in.root.window.cramped() || p.command != nil && p.command.Is(kit.Cramped) {
		return nil, false
	}
	in.root.foot.warn("the terminal is too small; only ? and q work")
	return nil, true
}

// gliding ends a jump that plays visibly.
func (in *input) gliding(p keyPress) (tea.Cmd, bool) {
	if r := in.root; p.person && r.screens.run != nil && r.screens.run.State().Gliding {
		return r.screens.run.Driver().Toggle(), true
	}
	return nil, false
}

// playing leaves only the keys of a script while it plays.
func (in *input) playing(p keyPress) (tea.Cmd, bool) {
	refusal := in.root.stops.Refusal()
	if refusal == "" || kit.ForKey(in.root.stops.Keys(), p.key) != nil {
		return nil, false
	}
	in.root.foot.warn(refusal)
	return nil, true
}

// exercise types the answer to a lesson's question.
func (in *input) exercise(p keyPress) (tea.Cmd, bool) {
	x := &in.root.stops.Exercise
	if early := x.Early(p.key); p.person && early != "" {
		in.root.foot.tell(early)
		return nil, true
	}
	return nil, x.Type(p.key)
}

// quitting asks before it quits.
func (in *input) quitting(p keyPress) (tea.Cmd, bool) {
	if p.command == nil || !p.command.Is(kit.Asks) {
		return nil, false
	}
	return in.leave(p.asked), true
}

// answered takes the esc that only answers the question whether to quit.
func (in *input) answered(p keyPress) (tea.Cmd, bool) {
	return nil, p.asked && p.key.Type == tea.KeyEsc
}

// early keeps keys for a screen that is not ready.
func (in *input) early(p keyPress) (tea.Cmd, bool) {
	r := in.root
	switch {
	case r.screens.shown.Ready() || p.command != nil && !p.command.Shows():
		return nil, false
	case len(in.ahead) == maxAhead:
		r.foot.warn("this key is lost: the screen is not ready yet")
	default:
		in.ahead = append(in.ahead, early{p.key, !p.person, r.screens.shown})
	}
	return nil, true
}

// command runs the key's command. A screen shows itself why it refuses one.
func (in *input) command(p keyPress) (tea.Cmd, bool) {
	if p.command == nil {
		return nil, false
	}
	cmd, err := in.root.invoke(p.command, "")
	if forbidden := p.command.Act.Outside && !p.person; forbidden || !p.command.Shows() {
		in.root.foot.say(err)
	}
	return cmd, true
}

// field types a key into the screen.
func (in *input) field(p keyPress) (tea.Cmd, bool) {
	if !in.root.screens.shown.Typing() {
		return nil, false
	}
	in.root.stops.Touch()
	return in.root.screens.shown.Update(p.key), true
}

// unknown says that a key does nothing. At the stop of a lesson or script, enter goes on.
func (in *input) unknown(p keyPress) (tea.Cmd, bool) {
	if onward := in.root.stops.Exercise.Onward(); onward != nil && p.key.Type == tea.KeyEnter {
		p.command = onward
		return in.command(p)
	}
	if !p.key.Paste {
		key := cmp.Or(strings.TrimSpace(p.key.String()), "space")
		in.root.foot.warn(key + " does nothing here; ? lists the keys")
	}
	return nil, true
}

const notYours = "a lesson or script typed this: type it yourself"

// disown closes what a lesson or script typed into, in place of a person's enter or click.
func (in *input) disown() (cmd tea.Cmd) {
	if top := in.root.modal(); top != nil {
		cmd = top.Close()
	}
	in.root.foot.warn(notYours)
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
	if len(in.ahead) == 0 || !in.root.screens.shown.Ready() {
		return nil
	}
	keys, shown := in.ahead, in.root.screens.shown
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
	above, _ := r.window.frame()
	foot := msg.Y == r.window.height-1
	msg.Y -= above
	switch {
	case r.stops.Refusal() != "" || r.window.cramped():
		return nil
	case r.modal() != nil && in.theirs:
		return in.disown()
	case r.modal() != nil:
		return r.modes.Update(msg)
	case !foot:
		r.stops.Touch()
		cmd, _ := r.history.jumping(func() (tea.Cmd, error) { return r.screens.shown.Update(msg), nil })
		return cmd
	case kit.Clicked(msg) && r.foot.text(r.window.width) == "":
		if name := r.foot.bar().At(msg.X); name != "" {
			return r.saying(r.RunLine(name))
		}
	}
	return nil
}

// alone is the time without another key that makes q a command. Some terminals send pastes as
// typed keys, in which q is text.
const alone = 50 * time.Millisecond

// leave quits; it asks once if something would be lost.
func (in *input) leave(asked bool) tea.Cmd {
	r := in.root
	lost := r.screens.unsaved()
	if lost == "" && !r.played && (r.screens.big || r.stops.Open() && !r.guided() && !r.stops.State().Over) {
		lost = "people may be watching"
	}
	if lost != "" && !asked {
		in.asked = true
		r.foot.warn(lost + ": q again quits, esc stays")
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
