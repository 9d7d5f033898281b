package kit

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/noise/param"
	"regretscope/ui/kit/theme"
)

// A Base holds what all screens have: size, drawn view, commands, and the notice about the newest command. A screen
// that embeds one is drawn, and its commands listed, again only after its size changes or after Changed.
type Base struct {
	Width, Height int
	Notice        Notice
	Rounds        float64   // of all learners together, which commands began to simulate since Begun
	drawn         string    // empty: to be drawn again
	small         bool      // there was too little room for it
	commands      []Command // nil: to be listed again
}

// SetSize sets the size of the screen.
func (d *Base) SetSize(width, height int) {
	d.Width, d.Height = max(width, 0), max(height, 0)
	d.Changed()
}

// Changed invalidates the view and the commands.
func (d *Base) Changed() { d.drawn, d.commands = "", nil }

// List returns the commands that list returns, or the earlier ones if nothing has changed since.
func (d *Base) List(host Host, list func() []Command) []Command {
	if d.commands == nil {
		d.commands = Hosted(host, list())
	}
	return d.commands
}

// Say shows a result until the next command.
func (d *Base) Say(text string) { d.Notice = Notice{Text: text} }

// Warn shows a warning until the next command.
func (d *Base) Warn(text string) { d.Notice = Notice{text, true} }

// Begin removes the notice about the previous command.
func (d *Base) Begin() {
	d.Notice = Notice{}
	d.Changed()
}

// End shows why a command was refused. Its error, or the warning that it left, goes to the
// caller that ran the command by name.
func (d *Base) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	d.Changed()
	d.Notice.Refuse(err)
	return cmd, cmp.Or(err, d.Notice.Err())
}

type savedMsg struct {
	screen *Base
	paths  []string
	err    error
}

// Save writes files outside of the event loop; Saved shows the result.
func (d *Base) Save(write func() (paths []string, err error)) tea.Cmd {
	return func() tea.Msg {
		paths, err := write()
		return savedMsg{d, paths, err}
	}
}

// Saved shows which files Save wrote, or why not. It reports whether the message is about that.
func (d *Base) Saved(msg tea.Msg) bool {
	saved, ok := msg.(savedMsg)
	if !ok || saved.screen != d {
		return false
	}
	d.Changed()
	if d.Notice.Refuse(saved.err); saved.err == nil {
		d.Say("wrote " + param.Printable(strings.Join(saved.paths, " and ")))
	}
	return true
}

// Typing returns false, the default for a screen without a field to type in.
func (d *Base) Typing() bool { return false }

// Closes returns false, the default for a screen over which nothing opens.
func (d *Base) Closes() bool { return false }

// Begun returns how many rounds, of all learners together, commands began to simulate since the last call.
func (d *Base) Begun() float64 {
	begun := d.Rounds
	d.Rounds = 0
	return begun
}

// Busy returns false, the default for a screen that scripts need not wait for.
func (d *Base) Busy() bool { return false }

// Ready returns true, the default for a screen that handles keys at once.
func (d *Base) Ready() bool { return true }

// Subject returns "", the default for a screen without a word to explain.
func (d *Base) Subject() string { return "" }

// Sentences returns nil, the default for a screen whose view plain mode prints.
func (d *Base) Sentences() []string { return nil }

// Headline returns "", the default for a screen that adds nothing to --big.
func (d *Base) Headline(func(text string) bool) string { return "" }

// Unsaved returns "", the default for a screen with nothing to lose.
func (d *Base) Unsaved() string { return "" }

// Close does nothing, the default for a screen that holds nothing open.
func (d *Base) Close() {}

// Draw returns the result of draw, or its earlier result if nothing has changed since. If the
// screen is too small or err is not nil, it shows that instead.
func (d *Base) Draw(t *theme.Theme, screen string, needWidth, needHeight int, err error, draw func() Block) string {
	if d.drawn == "" {
		d.small = false
	}
	switch {
	case d.drawn != "":
	case d.Width < needWidth || d.Height < needHeight:
		d.drawn = d.TooSmall(t, screen, needWidth, needHeight, d.Height).String()
	case err != nil:
		d.drawn = d.Instead("✗ "+param.Printable(err.Error()), t.Bad).String()
	default:
		d.drawn = draw().String()
	}
	return d.drawn
}

// TooSmall returns the message of a screen with too little room, of which it has some lines.
func (d *Base) TooSmall(t *theme.Theme, screen string, needWidth, needHeight, lines int) Block {
	d.small = true
	return d.Instead(fmt.Sprintf("%s needs %d columns and %d lines; this terminal leaves it %d columns and %d lines.",
		Capital(screen), needWidth, needHeight, d.Width, lines), t.Text)
}

// Small reports whether the drawn screen shows only that it has too little room.
func (d *Base) Small() bool { return d.small }

// Instead returns a text to show in place of the screen.
func (d *Base) Instead(text string, style lipgloss.Style) Block {
	return Fit(Styled(text, d.Width, 0, style), d.Width, d.Height)
}

// A Notice is a text about the newest command, shown until the next one. The zero value is empty.
type Notice struct {
	Text string
	Warn bool // why the command was refused, or another warning; otherwise its result
}

// Refuse shows an error, if there is one.
func (n *Notice) Refuse(err error) {
	if err != nil {
		*n = Notice{param.Printable(err.Error()), true}
	}
}

// Err returns the warning as an error; nil if there is none.
func (n *Notice) Err() error {
	if n.Text == "" || !n.Warn {
		return nil
	}
	return errors.New(n.Text)
}

// Line returns the notice in one line of the foot.
func (n *Notice) Line(t *theme.Theme, width int) string {
	style := t.Text
	if n.Warn {
		style = t.Warn
	}
	return FitLine(style.Render(param.Printable(n.Text)), width)
}
