package uitest

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
)

// A Person runs commands of a screen and presses its keys.
type Person struct {
	testing.TB
	screen Program
}

// A Program is a screen as a Person sees it. It may have a foot.
type Program interface {
	Update(msg tea.Msg) tea.Cmd
	View() string
	SetSize(width, height int)
	Commands() []kit.Command
}

// Use shows a screen to a person in a terminal of a size; begin starts its work.
func Use(t testing.TB, screen Program, begin tea.Cmd, width, height int) *Person {
	t.Helper()
	p := &Person{t, screen}
	if _, foot := screen.(interface{ Foot(int) string }); foot {
		height-- // for the last line
	}
	screen.SetSize(width, height)
	p.Settle(begin)
	return p
}

// Settle runs a command and everything that follows from it, except the frames of a run.
func (p *Person) Settle(cmd tea.Cmd) {
	p.Helper()
	Settle(p.TB, cmd, func(msg tea.Msg) bool { return fmt.Sprintf("%T", msg) != "drive.frameMsg" }, p.screen.Update)
}

// Do runs commands by their names.
func (p *Person) Do(lines ...string) {
	p.Helper()
	for _, line := range lines {
		cmd, err := kit.RunLine(p.screen.Commands(), line)
		if err != nil && strings.Contains(err.Error(), "no such command") {
			p.Errorf("%v", err)
		}
		p.Settle(cmd)
	}
}

// Types presses keys, by name or as characters.
func (p *Person) Types(keys ...string) {
	p.Helper()
	for _, k := range keys {
		p.Settle(Press(p.screen, k))
	}
}

// Press presses a key as the program does: it runs the key's command, or else passes the key to the screen.
func Press(screen Program, name string) tea.Cmd {
	msg := Key(name)
	if c := kit.ForKey(screen.Commands(), msg); c != nil {
		cmd, _ := c.Run("")
		return cmd
	}
	return screen.Update(msg)
}

// Whole returns the view with the foot, if there is one, as the program shows it.
func (p *Person) Whole() string {
	view := p.screen.View()
	first, _, _ := strings.Cut(view, "\n")
	if s, ok := p.screen.(interface{ Foot(int) string }); ok {
		return view + "\n" + s.Foot(ansi.StringWidth(first))
	}
	return view
}

// Text returns the screen in one line, as Words makes it.
func (p *Person) Text() string { return Words(p.Whole()) }

// Expect fails the test for each text that is not on the screen, regardless of line breaks.
func (p *Person) Expect(wants ...string) {
	p.Helper()
	for _, want := range wants {
		if !strings.Contains(p.Whole(), want) && !strings.Contains(p.Text(), want) {
			p.Errorf("no %q in\n%s", want, p.Whole())
		}
	}
}

// ExpectNot fails the test if a text is on the screen.
func (p *Person) ExpectNot(text string) {
	p.Helper()
	if strings.Contains(p.Whole(), text) {
		p.Errorf("%q in\n%s", text, p.Whole())
	}
}

// Has reports whether the screen has a command now.
func (p *Person) Has(name string) bool {
	_, err := kit.Find(p.screen.Commands(), name)
	return err == nil
}

// Tell acts out a story: steps on lines or between bars. A step that begins with a sign of does is what it does with the
// rest, as # in "#ucb1"; ": line" runs a command, "~ text" expects a text on the screen, and "! text" that it is not
// there; any other step is keys, or a quoted text to type. The rest may be quoted, too.
func (p *Person) Tell(story string, does map[string]func(text string)) {
	p.Helper()
	for _, step := range strings.FieldsFunc(story, func(r rune) bool { return r == '|' || r == '\n' }) {
		step = strings.TrimSpace(step)
		_, size := utf8.DecodeRuneInString(step)
		sign, rest := step[:size], strings.Trim(strings.TrimSpace(step[size:]), `"`)
		switch do := does[sign]; {
		case do != nil:
			do(rest)
		case sign == ":":
			p.Do(rest)
		case sign == "~":
			p.Expect(rest)
		case sign == "!":
			p.ExpectNot(rest)
		case sign == `"`:
			p.Types(rest)
		default:
			p.Types(strings.Fields(step)...)
		}
	}
}

// Click clicks the first cell of a text on the screen.
func (p *Person) Click(text string) {
	p.Helper()
	for y, line := range strings.Split(p.screen.View(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			p.Mouse(tea.MouseButtonLeft, ansi.StringWidth(before), y)
			return
		}
	}
	p.Fatalf("%q is not on screen:\n%s", text, p.screen.View())
}

// Mouse presses a button of the mouse, or turns its wheel, on a cell.
func (p *Person) Mouse(button tea.MouseButton, x, y int) {
	p.Helper()
	p.Settle(p.screen.Update(tea.MouseMsg{X: x, Y: y, Button: button, Action: tea.MouseActionPress}))
}

// CheckCommands returns what is wrong with commands that can run at one time: an invalid or duplicate name, a key
// with two commands that can both run, or a command without a description.
func CheckCommands(list []kit.Command) error {
	names, keys := map[string]bool{}, map[string]string{}
	for _, c := range list {
		switch {
		case c.Name == "" || strings.Trim(c.Name, "abcdefghijklmnopqrstuvwxyz-0123456789") != "":
			return fmt.Errorf("%q is not a command name", c.Name)
		case names[c.Name]:
			return fmt.Errorf("there are two commands %s", c.Name)
		case c.Help == "" || c.Group == "":
			return fmt.Errorf("%s: says nothing or has no group", c.Name)
		case !c.Act.Set() && c.Refusal == "":
			return fmt.Errorf("%s: does nothing", c.Name)
		case c.Also != "" && c.Key == "":
			return fmt.Errorf("%s: its keys are not written anywhere", c.Name)
		}
		names[c.Name] = true
		if c.Refusal != "" {
			continue
		}
		for _, k := range c.Keys() {
			if other := keys[k]; other != "" {
				return fmt.Errorf("the key %q has two commands, %s and %s", k, other, c.Name)
			}
			keys[k] = c.Name
		}
	}
	return nil
}
