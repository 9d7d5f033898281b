package app

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
)

// A foot is the last line of the window: a notice, the text of the screen, or the key bar.
type foot struct {
	root   *root
	notice kit.Notice // shown until the next key
}

// roomToCopy is the least width at which the key bar has the key that copies.
const roomToCopy = 100

// whileCramped are the commands that work in a terminal that is too small: what they change is
// seen. q is quit, or run-screen on another screen.
var whileCramped = []string{"run-screen", "help", "quit"}

func (f *foot) bar() kit.CommandBar {
	r := f.root
	open := r.stops.Keys()
	switch {
	case r.cramped():
		return kit.NewCommandBar(r.theme, nil, f.named(whileCramped...), r.width)
	case r.Typing(): // the screen's own keys, whatever else is open
	case r.onRun() && r.run.BackRow.On(): // only what the back row needs
		return kit.NewCommandBar(r.theme, nil, append(open, f.named("big", "help")...), r.width)
	case r.stops.On(): // keys may belong to the lesson or to the run: the help lists both
		return kit.NewCommandBar(r.theme, append(open, f.over(open)...), f.named("help", "quit"), r.width)
	}
	below := slices.DeleteFunc(kit.WithoutKeys(append(r.shown.Commands(), r.openers()...), open), func(c kit.Command) bool {
		return c.Short != "" && slices.ContainsFunc(open, func(over kit.Command) bool { return over.Short == c.Short })
	})
	first := append(open, below...)
	last := r.over(nil, r.own())[len(open):]
	if r.width < roomToCopy { // leave the room to the screen's keys
		last = slices.DeleteFunc(last, func(c kit.Command) bool { return c.Name == "copy-command" })
	}
	return kit.NewCommandBar(r.theme, first, kit.SortFirst(last, "run-screen", "copy-command", "help", "quit",
		"interrupt"), r.width)
}

// over returns what esc closes over the stop of a lesson or script, and the keys of another screen.
func (f *foot) over(open []kit.Command) []kit.Command {
	esc := func(c kit.Command) bool { return c.On("esc") }
	all := kit.WithoutKeys(f.root.Commands(), open)
	at := slices.IndexFunc(all, esc)
	switch {
	case at < 0 || slices.ContainsFunc(open, esc):
		return nil
	case f.root.onRun():
		return all[at : at+1]
	}
	return append(all[at:at+1:at+1], f.root.shown.Commands()...)
}

func (f *foot) named(names ...string) []kit.Command {
	return slices.DeleteFunc(f.root.over(nil, f.root.openers(), f.root.own()), func(c kit.Command) bool {
		return !slices.Contains(names, c.Name)
	})
}

// said returns the text that replaces the key bar, or "".
func (f *foot) said(width int) string {
	forward := f.forward()
	text := f.told(width - ansi.StringWidth(forward))
	switch {
	case text == "":
		return ""
	case strings.HasSuffix(ansi.Strip(text), " "): // the text is short
		forward = strings.Replace(forward, "·", " ", 1)
	}
	return text + forward
}

// told returns the newest notice, or the text of the screen's foot.
func (f *foot) told(width int) string {
	if f.notice.Text != "" {
		return f.notice.Line(f.root.theme, width)
	}
	if s, ok := f.root.shown.(interface{ Foot(width int) string }); ok {
		return s.Foot(width)
	}
	return ""
}

// forward returns the key that goes on to the next stop of a lesson, for the end of the foot.
func (f *foot) forward() string {
	r := f.root
	open := kit.SortFirst(r.stops.Keys(), "question", "next-stop")
	if len(open) == 0 || r.Typing() || r.stops.Refusal() != "" || f.notice.Text != "" && !f.notice.Warn {
		return ""
	}
	key := strings.TrimRight(kit.NewCommandBar(r.theme, open[:1], nil, r.width/3).Line, " ")
	if key == "" {
		return ""
	}
	return r.theme.Faint.Render(" · ") + key
}

// unsaid returns the lines of a notice that is too long for the foot, to stand over the screen; nil
// if it fits.
func (f *foot) unsaid() kit.Block {
	r := f.root
	whole := strings.TrimRight(ansi.Strip(f.told(anyWidth)), " ")
	if ansi.StringWidth(whole+f.forward()) <= r.width || strings.Contains(whole, "   ") { // keys on the right
		return nil
	}
	style := r.theme.Text
	if f.notice.Text == "" || f.notice.Warn {
		style = r.theme.Warn
	}
	lines := kit.Styled(whole, r.width, 0, style)
	return kit.Fit(lines, r.width, len(lines))
}
