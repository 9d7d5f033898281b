package kit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/kit/outfile"
)

// A Command is one thing that a screen can do. Keys, the palette, the
// help, the key bar, scripts, lessons and plain mode all work from the same list
// of commands, so that each has one name everywhere.
type Command struct {
	Name    string   // lower-case words joined by hyphens, as on the command line
	Aliases []string // all names that it has at one time or another; under the others it is refused
	Key     string   // its keys as the help writes them, with blanks between: "n →"
	Also    string   // more keys, which the help leaves out
	Short   string   // what it does in a word, for the key bar; empty: not there
	Help    string   // what it does now, in one line
	Group   string   // its heading in the help
	// Argument is what may follow the name: ROUND, or [ROUND] where it may be left out; empty: nothing.
	Argument string
	// Choices lists what the argument may be, for people to choose from; nil: anything.
	Choices func() []Choice
	Refusal string // why it cannot be run now, as a sentence; empty: it can

	// Exactly one of the following runs the command. Which one says what the command may do
	// outside of the program; the first four only change what is shown. The argument is empty
	// where none is given.
	Do    func()
	Run   func() tea.Cmd
	Try   func(argument string) error
	With  func(argument string) (tea.Cmd, error)
	Write func(by outfile.Rights, argument string) (tea.Cmd, error) // writes files by these rights alone
	Copy  func(by outfile.Rights) tea.Cmd                           // writes into the clipboard for a person
	Start func(argument string) (tea.Cmd, error)                    // starts other programs; for persons only

	host Host // the screen that lists it; nil: the program itself
}

// A Host is a screen whose commands are run: it does what has to be done before and after
// each of them.
type Host interface {
	Begin()
	End(cmd tea.Cmd, err error) (tea.Cmd, error)
}

// An Effect is what a command does outside of the program.
type Effect int

// The effects.
const (
	Looks  Effect = iota // changes only what is shown
	Writes               // writes files
	Copies               // writes into the terminal's clipboard
	Starts               // starts other programs, or lets them have the terminal
)

// Effect returns what the command does outside of the program.
func (c *Command) Effect() Effect {
	switch {
	case c.Write != nil:
		return Writes
	case c.Copy != nil:
		return Copies
	case c.Start != nil:
		return Starts
	}
	return Looks
}

// A Choice is a value of an argument, with what it means.
type Choice struct{ Value, About string }

// Hosted gives commands to the screen that lists them.
func Hosted(host Host, list []Command) []Command {
	for i := range list {
		list[i].host = host
	}
	return slices.Clip(list)
}

// InGroup puts those commands under a heading of the help that have none yet.
func InGroup(heading string, list []Command) []Command {
	for i := range list {
		list[i].Group = cmp.Or(list[i].Group, heading)
	}
	return list
}

// Shows reports whether the command belongs to a screen, which shows why it was refused.
func (c *Command) Shows() bool { return c.host != nil }

// RunBy runs the command with the given rights to write files. argument is empty if the user
// gives no argument, for instance when a key runs the command. An error is one sentence that
// says why nothing was done.
func (c *Command) RunBy(by outfile.Rights, argument string) (tea.Cmd, error) {
	if c.host == nil {
		return c.run(by, argument)
	}
	c.host.Begin()
	return c.host.End(c.run(by, argument))
}

func (c *Command) run(by outfile.Rights, argument string) (cmd tea.Cmd, err error) {
	if err := c.check(by, argument); err != nil {
		return nil, err
	}
	switch {
	case c.Do != nil:
		c.Do()
	case c.Run != nil:
		cmd = c.Run()
	case c.Try != nil:
		err = c.Try(argument)
	case c.With != nil:
		cmd, err = c.With(argument)
	case c.Write != nil:
		cmd, err = c.Write(by, argument)
	case c.Copy != nil:
		cmd = c.Copy(by)
	case c.Start != nil:
		cmd, err = c.Start(argument)
	}
	if err != nil {
		return nil, err
	}
	return cmd, nil
}

// check returns why the command may not be run with an argument.
func (c *Command) check(by outfile.Rights, argument string) error {
	switch {
	case c.Start != nil && by.Played():
		return by.Refuse(c.Name, "only you may")
	case c.Refusal != "":
		return errors.New(c.Refusal)
	case !param.IsPrintable(argument):
		return fmt.Errorf("%s %s: has a character that cannot be shown", c.Name, param.Printable(argument))
	case argument != "" && c.Argument == "":
		return fmt.Errorf("%s: takes no argument", c.Name)
	case argument == "" && c.Required():
		return fmt.Errorf("%s: write %s", c.Name, c.Usage())
	}
	return nil
}

// On reports whether the command is on a key, by its name in Bubble Tea.
func (c *Command) On(key string) bool { return slices.Contains(c.Keys(), key) }

// Keys returns the names of its keys, as Bubble Tea has them.
func (c *Command) Keys() []string {
	keys := strings.Fields(c.Key + " " + c.Also)
	for i, key := range keys {
		keys[i] = cmp.Or(unwritten[key], key)
	}
	return keys
}

// Required reports whether the command needs an argument.
func (c *Command) Required() bool { return c.Argument != "" && !strings.HasPrefix(c.Argument, "[") }

// Usage returns the name with what may follow it.
func (c *Command) Usage() string { return strings.TrimSpace(c.Name + " " + c.Argument) }

// Find returns the command with a name. The error of an unknown name says the
// nearest one.
func Find(list []Command, name string) (*Command, error) {
	names := make([]string, len(list))
	for i := range list {
		c := &list[i]
		names[i] = c.Name
		if c.Name == name {
			return c, nil
		}
		if slices.Contains(c.Aliases, name) {
			other := *c
			other.Refusal = cmp.Or(c.Refusal, fmt.Sprintf("%s is not possible now: %s is", name, c.Name))
			return &other, nil
		}
	}
	return nil, fmt.Errorf("%s: no such command on this screen%s", param.Printable(name), param.DidYouMean(name, names))
}

// RunLine runs a command by its name, with what follows the name as its argument, as a
// person does: go 1e5.
func RunLine(list []Command, line string) (tea.Cmd, error) {
	c, argument, err := FindLine(list, line)
	if err != nil {
		return nil, err
	}
	return c.RunBy(outfile.Rights{}, argument)
}

// FindLine returns the command that a line begins with, and its argument.
func FindLine(list []Command, line string) (c *Command, argument string, err error) {
	name, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
	c, err = Find(list, name)
	return c, strings.TrimSpace(argument), err
}

// ForKey returns the command of a key, or nil. Of several with the same key, one that is
// not refused comes first.
func ForKey(list []Command, msg tea.KeyMsg) *Command {
	var found *Command
	for i := range list {
		if !list[i].On(msg.String()) {
			continue
		}
		if list[i].Refusal == "" {
			return &list[i]
		}
		if found == nil {
			found = &list[i]
		}
	}
	return found
}

// WhileTyping takes the keys that are characters away from commands, because
// characters go into a field.
func WhileTyping(list []Command) []Command {
	return dropKeys(list, func(name string) bool { return utf8.RuneCountInString(name) == 1 })
}

// unwritten are the names in Bubble Tea of keys that the help writes in another way.
var unwritten = map[string]string{"↑": "up", "↓": "down", "←": "left", "→": "right", "space": " ", "pgdn": "pgdown"}

// WithoutKeys takes keys away from commands that others have.
func WithoutKeys(list, others []Command) []Command {
	taken := map[string]bool{}
	for _, c := range others {
		for _, k := range c.Keys() {
			taken[k] = true
		}
	}
	return dropKeys(list, func(name string) bool { return taken[name] })
}

// Over puts commands first, and takes their keys away from those below.
func Over(own, below []Command) []Command { return append(own, WithoutKeys(below, own)...) }

// dropKeys takes some keys away from commands. The list stays as it is.
func dropKeys(list []Command, drop func(name string) bool) []Command {
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		if !slices.ContainsFunc(c.Keys(), drop) {
			continue
		}
		left := strings.Fields(c.Key + " " + c.Also)
		left = slices.DeleteFunc(left, func(key string) bool { return drop(cmp.Or(unwritten[key], key)) })
		c.Key, c.Also = strings.Join(left, " "), ""
	}
	return list
}

// Foremost puts some commands first, by their names, as the key bar wants them, and those
// without keys last.
func Foremost(list []Command, names ...string) []Command {
	rank := func(c Command) int {
		switch i := slices.Index(names, c.Name); {
		case i >= 0:
			return i
		case c.Key == "":
			return len(names) + 1
		}
		return len(names)
	}
	slices.SortStableFunc(list, func(a, b Command) int { return rank(a) - rank(b) })
	return list
}

// Unless returns a refusal or another text, or empty if something holds.
func Unless(holds bool, refusal string) string {
	if holds {
		return ""
	}
	return refusal
}

// OnlyLearner returns the reason why no other of the learners can be looked at; empty if one
// can.
func OnlyLearner(learners int) string {
	return Unless(learners > 1, "there is only one learner; the setup screen adds others")
}
