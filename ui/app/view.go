package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
)

// A window lays out what is shown, and draws it.
type window struct {
	screens       *screens
	stops         *playback.Player
	foot          *foot
	width, height int
	room          int              // the rows of the screen, between the title and the texts below
	throttle      *repaintThrottle // nil: no limit
	frozen        string           // of the frame on the way to a stop, without the foot
}

func (w *window) frame() (above, below int) {
	below = 1 + len(w.below())
	if w.screens.shown.Title() == "" || w.stops.NeedsRoom(w.height-below) {
		return 0, below
	}
	return 1, below
}

// below returns the lines between the screen and the foot.
func (w *window) below() []string {
	if lines := w.stops.Below(w.Spoken); lines != nil {
		return lines
	}
	said := w.stops.Fill(w.stops.Caption)
	headline := w.screens.shown.Headline(func(text string) bool {
		return said == "" && w.forBackRow() && kit.BigSentence(text, w.width, kit.BigRoom(w.height), w.screens.theme.Charset, w.screens.theme.Text) != nil
	})
	return w.Spoken(said+headline, kit.BigRoom(w.height), w.screens.theme.Accent)
}

// Spoken wraps a text below the screen. For the back row it uses large letters if they fit in the given rows.
func (w *window) Spoken(text string, rows int, style lipgloss.Style) []string {
	if w.forBackRow() {
		if lines := kit.BigSentence(text, w.width, rows, w.screens.theme.Charset, style); lines != nil {
			return lines
		}
	}
	return kit.Styled(text, w.width, 0, style)
}

// forBackRow reports whether texts use large letters.
func (w *window) forBackRow() bool {
	if w.screens.onRun() {
		return w.screens.run.BackRow.On()
	}
	return w.screens.big && !w.screens.choosing() && !w.screens.reading()
}

// Resize lays out the screen again.
func (w *window) Resize() {
	above, below := w.frame()
	w.room = max(w.height-above-below, 0)
	w.screens.shown.SetSize(w.width, w.room)
}

// settle lays out the screen again where a headline may have appeared, and schedules a repaint.
func (w *window) settle(msg tea.Msg, clock *kit.Clock) tea.Cmd {
	if w.screens.big && !w.screens.onRun() {
		w.Resize()
	}
	return w.throttle.after(msg, clock)
}

// view returns what the terminal shows: busy reports whether the newest key has not taken full effect yet.
func (w *window) view(modal *mode.Mode, busy bool, now time.Time) string {
	if w.width <= 0 || w.height <= 0 {
		return "" // the size is not known yet
	}
	if w.stops.Travelling() {
		return w.onTheWay()
	}
	if w.stops.Black {
		black := w.screens.theme.Renderer.NewStyle().Background(lipgloss.Color("#000000"))
		return black.Width(w.width).Height(w.height).Render("")
	}
	draw := func() string { return w.draw(modal) }
	if w.throttle != nil {
		return w.throttle.view(draw, busy, now)
	}
	return draw()
}

// onTheWay returns the frame from before, or at the start the name of the script, and how far the way to a stop is.
func (w *window) onTheWay() string {
	text := "on the way to the beginning"
	if now := w.stops.State(); now.To > 0 {
		text = fmt.Sprintf("on the way to stop %d · %s", now.To, w.progress())
	}
	if w.frozen == "" {
		w.frozen = kit.Fit([]string{titleLine(w.screens.theme, w.stops.Name(), w.width)}, w.width, w.height-1).String() + "\n"
	}
	return w.frozen + kit.FitLine(w.screens.theme.Faint.Render(text), w.width)
}

// progress says where the program is: at a stop, or on another screen, and at a round.
func (w *window) progress() string {
	now, where := w.stops.State(), ""
	switch {
	case now.Stops > 0 && now.Stop < 0:
		where = "before stop 1"
	case now.Stops > 0:
		where = fmt.Sprintf("stop %d of %d", now.Stop+1, now.Stops)
	}
	if w.screens.run == nil || !w.screens.onRun() || w.screens.run.State().Shot == nil {
		return cmp.Or(where, w.screens.shown.Title())
	}
	round := "at round " + number.Count(w.screens.run.State().Shot.Round) + " of " + number.Count(w.screens.run.State().Config.Horizon)
	return strings.TrimPrefix(where+", "+round, ", ")
}

// cramped reports whether the terminal is too small for the screen, which shows only that.
func (w *window) cramped() bool {
	s, ok := w.screens.shown.(interface{ Small() bool })
	if !ok || w.width == 0 {
		return false
	}
	_ = w.screens.shown.View() // after a resize
	return s.Small()
}

// placeToCopy is the place in the key bar of the key that copies: none, 0, in a narrow window.
func (w *window) placeToCopy() int {
	if w.width < 100 {
		return 0
	}
	return 2
}

// draw draws the window, with the mode that takes all keys or nil.
func (w *window) draw(modal *mode.Mode) string {
	var parts []string
	above, below := w.frame()
	if above > 0 {
		parts = append(parts, titleLine(w.screens.theme, w.screens.shown.Title(), w.width))
	}
	room := w.height - above - below
	if max(room, 0) != w.room {
		w.Resize() // a text below the screen has changed with the run
	}
	switch {
	case room <= 0:
		return kit.Fit(parts, w.width, w.height).String()
	case modal != nil:
		over := kit.Rect{Width: w.width, Height: room + below - 1}
		parts = append(parts, modal.View(over).String(), modal.Foot(w.width))
	default:
		view, foot := strings.Split(w.screens.shown.View(), "\n"), w.foot.text(w.width)
		if long := w.foot.overflow(); len(long) > 0 && len(long) < len(view) {
			at := len(view) - len(long)
			if w.screens.onRun() {
				at = max(at-w.screens.run.BackRow.Sentence(), 0) // which stays whole
			}
			copy(view[at:], long)
			foot = ""
		}
		parts = slices.Concat(parts, view, kit.Fit(w.below(), w.width, below-1), []string{cmp.Or(foot, w.foot.bar().Line)})
	}
	return strings.Join(parts, "\n")
}

// painted draws the window for a background that a picture paints: dark, if that of the terminal is unknown.
func (w *window) painted() string {
	if w.screens.theme.Shade == theme.Unknown {
		before := *w.screens.theme
		redraw := func() { w.screens.shown.SetSize(w.width-4, w.room-4); w.Resize() } // panels of the same size are not drawn again
		*w.screens.theme = *theme.New(before.Renderer, theme.Dark)
		w.screens.theme.Charset = before.Charset
		defer func() { *w.screens.theme = before; redraw() }()
		redraw()
	}
	return w.draw(nil)
}

// titleLine returns the title of a screen: as many of its parts as fit, the first before the last.
func titleLine(t *theme.Theme, of string, width int) string {
	parts := strings.Split(of, " · ")
	title := "regretscope   " + of
	for n := len(parts); n > 0 && ansi.StringWidth(title) > width; n-- {
		title = strings.Join(parts[:n], " · ")
	}
	name, rest := "", title
	if after, ok := strings.CutPrefix(title, "regretscope"); ok {
		name, rest = "regretscope", after
	}
	return kit.FitLine(t.Title.Render(name)+t.Faint.Render(rest), width)
}

// A repaintThrottle reduces motion: the screen is repainted when a key is pressed, once more
// when the key has taken effect, and otherwise at most once per repaintInterval.
type repaintThrottle struct {
	shown   string    // the view on screen
	painted time.Time // when shown was painted
	pressed bool      // a key or button was pressed since
	owed    bool      // its effect is not on screen yet
	waiting bool      // a repaintMsg is pending
}

const repaintInterval = time.Second // the shortest between two repaints without a key press

// A repaintMsg asks for a repaint.
type repaintMsg struct{}

// after notes a message and schedules a repaint unless one is pending. A nil throttle does nothing.
func (c *repaintThrottle) after(msg tea.Msg, clock *kit.Clock) tea.Cmd {
	if c == nil {
		return nil
	}
	switch msg := msg.(type) {
	case tea.KeyMsg, tea.WindowSizeMsg:
		c.pressed, c.owed = true, true
	case tea.MouseMsg:
		c.pressed = c.pressed || msg.Action == tea.MouseActionPress
		c.owed = c.owed || c.pressed
	case repaintMsg:
		c.waiting = false
		if clock.Now().Sub(c.painted) >= repaintInterval {
			c.pressed = true
			return nil
		}
	}
	if c.waiting {
		return nil
	}
	c.waiting = true
	wait := max(repaintInterval-clock.Now().Sub(c.painted), 0)
	return clock.After(wait, func(time.Time) tea.Msg { return repaintMsg{} })
}

// view returns the view on screen, or a new one if a repaint is due; busy reports whether the
// newest key has not taken full effect yet.
func (c *repaintThrottle) view(draw func() string, busy bool, now time.Time) string {
	switch {
	case c.pressed:
	case c.owed && !busy && now.Sub(c.painted) < repaintInterval:
		if draw() == c.shown {
			return c.shown
		}
		c.owed = false
	default:
		return c.shown
	}
	c.pressed = false
	c.shown, c.painted = draw(), now
	return c.shown
}

// A foot is the last line of the window: a notice, the text of the screen, or the key bar.
type foot struct {
	root   *root
	notice kit.Notice // shown until the next key
}

// say shows an error until the next key.
func (f *foot) say(err error) { f.notice.Refuse(err) }

// tell shows a result until the next key.
func (f *foot) tell(text string) { f.notice = kit.Notice{Text: text} }

// warn shows a warning until the next key.
func (f *foot) warn(text string) { f.notice = kit.Notice{Text: text, Warn: true} }

func (f *foot) bar() kit.CommandBar {
	r := f.root
	open := r.stops.Keys()
	switch {
	case r.window.cramped():
		return kit.NewCommandBar(r.theme, nil, f.last(kit.Cramped), r.window.width)
	case r.screens.shown.Typing(): // the screen's own keys, whatever else is open
	case r.screens.onRun() && r.screens.run.BackRow.On(): // only what the back row needs
		return kit.NewCommandBar(r.theme, nil, append(open, f.last(kit.InBackRow)...), r.window.width)
	case r.stops.On(): // keys may belong to the lesson or to the run: the help lists both
		return kit.NewCommandBar(r.theme, append(open, f.over(open)...), f.last(kit.InLesson), r.window.width)
	}
	own := r.menu.commands()
	first := slices.DeleteFunc(slices.Clone(own), func(c kit.Command) bool { return c.Bar != nil })
	own = slices.DeleteFunc(own, func(c kit.Command) bool { return c.Bar == nil || c.Bar() == 0 })
	below := slices.DeleteFunc(kit.WithoutKeys(append(r.screens.shown.Commands(), first...), open), func(c kit.Command) bool {
		return c.Short != "" && slices.ContainsFunc(open, func(over kit.Command) bool { return over.Short == c.Short })
	})
	last := r.over(own)[len(open):]
	return kit.NewCommandBar(r.theme, append(open, below...), kit.ForBar(last), r.window.width)
}

// over returns what esc closes over the stop of a lesson or script, and the keys of another screen.
func (f *foot) over(open []kit.Command) []kit.Command {
	esc := func(c kit.Command) bool { return c.On("esc") }
	all := kit.WithoutKeys(f.root.Commands(), open)
	at := slices.IndexFunc(all, esc)
	switch {
	case at < 0 || slices.ContainsFunc(open, esc):
		return nil
	case f.root.screens.onRun():
		return all[at : at+1]
	}
	return append(all[at:at+1:at+1], kit.WithoutKeys(f.root.screens.shown.Commands(), append(open, all[at]))...)
}

// last returns the program's commands that the key bar has in some state.
func (f *foot) last(class kit.Class) []kit.Command {
	return kit.Keep(f.root.over(f.root.menu.commands()), class)
}

// text returns the text that replaces the key bar, or "".
func (f *foot) text(width int) string {
	forward := f.forward()
	text := f.newest(width - ansi.StringWidth(forward))
	switch {
	case text == "":
		return ""
	case strings.HasSuffix(ansi.Strip(text), " "): // the text is short
		forward = strings.Replace(forward, "·", " ", 1)
	}
	return text + forward
}

// newest returns the newest notice, or the text of the screen's foot.
func (f *foot) newest(width int) string {
	if f.notice.Text != "" {
		return f.notice.Line(f.root.theme, width)
	}
	if s, ok := f.root.screens.shown.(interface{ Foot(width int) string }); ok {
		return s.Foot(width)
	}
	return ""
}

// forward returns the key that goes on to the next stop of a lesson, for the end of the foot.
func (f *foot) forward() string {
	r := f.root
	open := kit.ForBar(r.stops.Keys())
	if len(open) == 0 || r.screens.shown.Typing() || r.stops.Refusal() != "" || f.notice.Text != "" && !f.notice.Warn {
		return ""
	}
	key := strings.TrimRight(kit.NewCommandBar(r.theme, open[:1], nil, r.window.width/3).Line, " ")
	if key == "" {
		return ""
	}
	return r.theme.Faint.Render(" · ") + key
}

// overflow returns the lines of a notice that is too long for the foot; nil if it fits.
func (f *foot) overflow() kit.Block {
	r := f.root
	whole := strings.TrimRight(ansi.Strip(f.newest(anyWidth)), " ")
	if ansi.StringWidth(whole+f.forward()) <= r.window.width || strings.Contains(whole, "   ") { // keys on the right
		return nil
	}
	style := r.theme.Text
	if f.notice.Text == "" || f.notice.Warn {
		style = r.theme.Warn
	}
	lines := kit.Styled(whole, r.window.width, 0, style)
	return kit.Fit(lines, r.window.width, len(lines))
}
