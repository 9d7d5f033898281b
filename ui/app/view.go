package app

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
)

func (r *root) frame() (above, below int) {
	below = 1 + len(r.below())
	if r.shown.Title() == "" || r.stops.NeedsRoom(r.height-below) {
		return 0, below
	}
	return 1, below
}

// below returns the lines between the screen and the foot.
func (r *root) below() []string {
	if lines := r.stops.Below(r.Spoken); lines != nil {
		return lines
	}
	said := r.stops.Fill(r.stops.Caption)
	headline := r.shown.Headline(func(text string) bool {
		return said == "" && r.forBackRow() && kit.BigSentence(text, r.width, kit.BigRoom(r.height), r.theme.Charset, r.theme.Text) != nil
	})
	return r.Spoken(said+headline, kit.BigRoom(r.height), r.theme.Accent)
}

// Spoken wraps a text below the screen. For the back row it uses large letters if they fit in the given rows.
func (r *root) Spoken(text string, rows int, style lipgloss.Style) []string {
	if r.forBackRow() {
		if lines := kit.BigSentence(text, r.width, rows, r.theme.Charset, style); lines != nil {
			return lines
		}
	}
	return kit.Styled(text, r.width, 0, style)
}

// forBackRow reports whether texts use large letters.
func (r *root) forBackRow() bool {
	if r.onRun() {
		return r.run.BackRow.On()
	}
	return r.big && !r.Choosing() && !r.Reading()
}

// Resize lays out the screen again.
func (r *root) Resize() {
	above, below := r.frame()
	r.room = max(r.height-above-below, 0)
	r.shown.SetSize(r.width, r.room)
}

func (r *root) View() (view string) {
	defer r.process.caught()
	if r.theme.Charset == theme.ASCII {
		defer func() { view = theme.ToASCII(view) }()
	}
	if r.width <= 0 || r.height <= 0 {
		return "" // the size is not known yet
	}
	if r.stops.Travelling() {
		return r.frozen
	}
	if r.stops.Black {
		black := r.theme.Renderer.NewStyle().Background(lipgloss.Color("#000000"))
		return black.Width(r.width).Height(r.height).Render("")
	}
	if r.throttle != nil {
		return r.throttle.view(r.draw, r.host.Preparing(), r.pacer.wall().Now())
	}
	return r.draw()
}

// cramped reports whether the terminal is too small for the screen, which shows only that.
func (r *root) cramped() bool {
	s, ok := r.shown.(interface{ Small() bool })
	if !ok || r.width == 0 {
		return false
	}
	_ = r.shown.View() // after a resize
	return s.Small()
}

func (r *root) draw() string { return r.drawWith(r.modal()) }

func (r *root) drawWith(modal *mode.Mode) string {
	var parts []string
	above, below := r.frame()
	if above > 0 {
		parts = append(parts, titleLine(r.theme, r.shown.Title(), r.width))
	}
	room := r.height - above - below
	if max(room, 0) != r.room {
		r.Resize() // a text below the screen has changed with the run
	}
	switch {
	case room <= 0:
		return kit.Fit(parts, r.width, r.height).String()
	case modal != nil:
		over := kit.Rect{Width: r.width, Height: room + below - 1}
		parts = append(parts, modal.View(over).String(), modal.Foot(r.width))
	default:
		view, foot := strings.Split(r.shown.View(), "\n"), r.foot.said(r.width)
		if long := r.foot.unsaid(); len(long) > 0 && len(long) < len(view) {
			at := len(view) - len(long)
			if r.onRun() {
				at = max(at-r.run.BackRow.Sentence(), 0) // which stays whole
			}
			copy(view[at:], long)
			foot = ""
		}
		parts = slices.Concat(parts, view, kit.Fit(r.below(), r.width, below-1), []string{cmp.Or(foot, r.foot.bar().Line)})
	}
	return strings.Join(parts, "\n")
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

// after notes a message and schedules a repaint unless one is pending.
func (c *repaintThrottle) after(msg tea.Msg, clock *kit.Clock) tea.Cmd {
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

const roomToCopy = 100 // the least width at which the key bar has the key that copies

func (f *foot) bar() kit.CommandBar {
	r := f.root
	open := r.stops.Keys()
	switch {
	case r.cramped():
		return kit.NewCommandBar(r.theme, nil, f.last(kit.Cramped), r.width)
	case r.Typing(): // the screen's own keys, whatever else is open
	case r.onRun() && r.run.BackRow.On(): // only what the back row needs
		return kit.NewCommandBar(r.theme, nil, append(open, f.last(kit.InBackRow)...), r.width)
	case r.stops.On(): // keys may belong to the lesson or to the run: the help lists both
		return kit.NewCommandBar(r.theme, append(open, f.over(open)...), f.last(kit.InLesson), r.width)
	}
	below := slices.DeleteFunc(kit.WithoutKeys(append(r.shown.Commands(), r.menu.openers()...), open), func(c kit.Command) bool {
		return c.Short != "" && slices.ContainsFunc(open, func(over kit.Command) bool { return over.Short == c.Short })
	})
	first := append(open, below...)
	last := r.over(nil, r.menu.own())[len(open):]
	if r.width < roomToCopy { // leave the room to the screen's keys
		last = slices.DeleteFunc(last, func(c kit.Command) bool { return c.Is(kit.Wide) })
	}
	return kit.NewCommandBar(r.theme, first, kit.ForBar(last), r.width)
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
	return append(all[at:at+1:at+1], kit.WithoutKeys(f.root.shown.Commands(), append(open, all[at]))...)
}

// last returns the program's commands that the key bar has in some state.
func (f *foot) last(class kit.Class) []kit.Command {
	return kit.Keep(f.root.over(nil, f.root.menu.openers(), f.root.menu.own()), class)
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
	open := kit.ForBar(r.stops.Keys())
	if len(open) == 0 || r.Typing() || r.stops.Refusal() != "" || f.notice.Text != "" && !f.notice.Warn {
		return ""
	}
	key := strings.TrimRight(kit.NewCommandBar(r.theme, open[:1], nil, r.width/3).Line, " ")
	if key == "" {
		return ""
	}
	return r.theme.Faint.Render(" · ") + key
}

// unsaid returns the lines of a notice that is too long for the foot; nil if it fits.
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
