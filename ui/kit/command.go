package kit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/declare"
	"regretscope/ui/kit/outfile"
)

// A Command is one thing that a screen can do. Keys, the palette, the
// help, the key bar, scripts, lessons and plain mode all work from the same list
// of commands, so that each has one name everywhere.
type Command struct {
	Name string // lower-case words joined by hyphens, as on the command line
	// Key holds its keys, and in its help how they are written and what the
	// command does now, in one line. Without keys it is run by its name.
	Key      key.Binding
	Short    string // what it does in a word, for the key bar; empty: not there
	Group    string // its heading in the help
	Argument string // what may follow the name: ROUND, or [ROUND] where it may be left out; empty: nothing
	// Choices lists what the argument may be, for people to choose from; nil: anything.
	Choices func() []Choice
	Refusal string // why it cannot be run now, as a sentence; empty: it can
	Once    string // a key that it had in earlier versions, which scripts and lessons still press
	Run     Action
}

// A Choice is a value of an argument, with what it means.
type Choice struct{ Value, About string }

// Bind makes a binding: how its key is written in help, what it does, and the
// names of the keys it is on, as bubbletea has them.
func Bind(help, does string, on ...string) key.Binding {
	return key.NewBinding(key.WithKeys(on...), key.WithHelp(help, does))
}

// Keyed makes a command of a group with a word for the key bar and its keys, as they are
// written and by their names.
func Keyed(group, name, short, keys, does string, run Action, on ...string) Command {
	return Command{Name: name, Key: Bind(keys, does, on...), Short: short, Group: group, Run: run}
}

// Taking gives a command an argument.
func Taking(argument string, c Command) Command {
	c.Argument = argument
	return c
}

// Once gives a command a key that it had in earlier versions.
func Once(key string, c Command) Command {
	c.Once = key
	return c
}

// Refusing refuses a command with a sentence; an empty one does not.
func Refusing(why string, c Command) Command {
	c.Refusal = why
	return c
}

// Commands completes a screen's list. Run then refuses what the command says that
// it refuses, and arguments that it does not take. Around, if not nil, does the
// work, with what the screen has to do before and after every command.
func Commands(around func(do func() (tea.Cmd, error)) (tea.Cmd, error), list []Command) []Command {
	for i := range list {
		c := list[i]
		list[i].Run.run = func(by outfile.Rights, argument string) (tea.Cmd, error) {
			do := func() (tea.Cmd, error) { return c.checked(by, argument) }
			if around == nil {
				return do()
			}
			return around(do)
		}
	}
	return list
}

func (c *Command) checked(by outfile.Rights, argument string) (tea.Cmd, error) {
	switch {
	case c.Run.Effect == Starts && by.Played():
		return nil, by.Refuse(c.Name, "only you may")
	case c.Refusal != "":
		return nil, errors.New(c.Refusal)
	case !declare.IsPrintable(argument):
		return nil, fmt.Errorf("%s %s: has a character that cannot be shown", c.Name, declare.Printable(argument))
	case argument != "" && c.Argument == "":
		return nil, fmt.Errorf("%s: takes no argument", c.Name)
	case argument == "" && c.Required():
		return nil, fmt.Errorf("%s: write %s", c.Name, c.Usage())
	}
	cmd, err := c.Run.run(by, argument)
	if err != nil {
		return nil, err
	}
	return cmd, nil
}

// RunBy runs the command with the given rights to write files. argument is empty if the user
// gives no argument, for instance when a key runs the command. An error is one sentence that
// says why nothing was done.
func (c *Command) RunBy(by outfile.Rights, argument string) (tea.Cmd, error) {
	return c.Run.run(by, argument)
}

// Does says what the command does now.
func (c *Command) Does() string { return c.Key.Help().Desc }

// Keys is how its keys are written; empty if it has no keys.
func (c *Command) Keys() string {
	if len(c.Key.Keys()) == 0 {
		return ""
	}
	return c.Key.Help().Key
}

// Required reports whether the command needs an argument.
func (c *Command) Required() bool { return c.Argument != "" && !strings.HasPrefix(c.Argument, "[") }

// Usage is the name with what may follow it.
func (c *Command) Usage() string { return strings.TrimSpace(c.Name + " " + c.Argument) }

// Find returns the command with a name. The error of an unknown name says the
// nearest one.
func Find(list []Command, name string) (*Command, error) {
	names := make([]string, len(list))
	for i := range list {
		if names[i] = list[i].Name; names[i] == name {
			return &list[i], nil
		}
	}
	return nil, fmt.Errorf("%s: no such command on this screen%s", declare.Printable(name), declare.DidYouMean(name, names))
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
		if !key.Matches(msg, list[i].Key) {
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

// ForOldKey returns the command that had a key in earlier versions, or nil.
func ForOldKey(list []Command, msg tea.KeyMsg) *Command {
	i := slices.IndexFunc(list, func(c Command) bool { return c.Once != "" && c.Once == msg.String() })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// RunKey runs the command of a key that a person pressed, if there is one; the screen
// shows errors.
func RunKey(list []Command, msg tea.KeyMsg) tea.Cmd {
	c := ForKey(list, msg)
	if c == nil {
		return nil
	}
	cmd, _ := c.RunBy(outfile.Rights{}, "")
	return cmd
}

// WhileTyping takes the keys that are characters away from commands, because
// characters go into a field.
func WhileTyping(list []Command) []Command {
	return dropKeys(list, func(name string) bool { return utf8.RuneCountInString(name) == 1 })
}

// written is how keys are written in help that are not written by their names.
var written = map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", " ": "space", "pgdown": "pgdn"}

// Refused makes an error of what a screen shows as its refusal, or shows an error
// there: commands by name need the error, people the sentence. What is refused to a
// played file is not the screen's to show.
func Refused(shown *string, err error) error {
	switch {
	case errors.As(err, new(*outfile.Refusal)):
	case err != nil:
		*shown = declare.Printable(err.Error())
	case *shown != "":
		err = errors.New(*shown)
	}
	return err
}

// WithoutKeys takes keys away from commands that others have.
func WithoutKeys(list, others []Command) []Command {
	taken := map[string]bool{}
	for _, c := range others {
		for _, k := range c.Key.Keys() {
			taken[k] = true
		}
	}
	return dropKeys(list, func(name string) bool { return taken[name] })
}

// Over puts commands first, and takes their keys away from those below.
func Over(own, below []Command) []Command { return append(own, WithoutKeys(below, own)...) }

// dropKeys takes some keys away from commands.
func dropKeys(list []Command, drop func(name string) bool) []Command {
	for i, c := range list {
		left := slices.DeleteFunc(slices.Clone(c.Key.Keys()), drop)
		if len(left) == len(c.Key.Keys()) {
			continue
		}
		var help []string
		for _, name := range left {
			help = append(help, cmp.Or(written[name], name))
		}
		list[i].Key = Bind(strings.Join(help, " "), c.Does(), left...)
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
		case c.Keys() == "":
			return len(names) + 1
		}
		return len(names)
	}
	slices.SortStableFunc(list, func(a, b Command) int { return rank(a) - rank(b) })
	return list
}

// Unless is a refusal or another text, or empty if something holds.
func Unless(holds bool, refusal string) string {
	if holds {
		return ""
	}
	return refusal
}

// OnlyLearner is the reason why no other of the learners can be looked at; empty if one
// can.
func OnlyLearner(learners int) string {
	return Unless(learners > 1, "there is only one learner; the setup screen adds others")
}
