package kit

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/kit/theme"
)

// A Command is something that a screen can do. Keys, the palette, the help, the key bar, scripts, lessons, and plain
// mode use the same list of commands, so each has one name everywhere.
//
// A screen or mode declares all its commands in one table, which does not depend on its state: a function of the state
// says when each is offered (In), why it cannot run (When), and what differs (Now). Offered evaluates the table.
type Command struct {
	Name    string   // lower-case words joined by hyphens, as on the command line
	Aliases []string // all names that it can have; the others are refused now
	Synonym string   // more names, separated by blanks, not listed
	Key     string   // its keys as the help writes them, separated by blanks: "n →"
	Also    string   // more keys, not in the help
	Short   string   // a word for the key bar; empty: not shown
	Help    string   // its effect now, in one line
	Group   string   // its heading in the help
	// Argument describes the argument: ROUND, or [ROUND] if it is optional; empty: no argument.
	Argument string
	// Choices lists the allowed arguments for people to choose from; nil: anything.
	Choices  func() []Choice
	Check    func(argument string) error // why an argument is wrong whatever the run; nil: that depends on the run
	Subjects bool                        // they are found beside the commands
	Refusal  string                      // why it cannot run now, as a sentence; empty: it can
	Act      Action                      // what it does; the zero value only if it is always refused

	Class Class            // where and for whom it works
	Leads string           // the screen that it opens, or Unknown; empty: it stays
	Bar   func() int       // its place in the key bar now, from 1; nil or 0: after those
	In    func() bool      // whether it is offered now; nil: always
	When  func() string    // sets Refusal; nil: it can always run
	Now   func(c *Command) // sets what differs now, such as its keys and words; nil: nothing

	// Text returns what plain mode prints after it; nil: the state of the screen.
	Text func() []string

	host Host // the screen that lists it; nil: the program itself
}

// A Class is a set of properties of a command.
type Class uint

// The properties of commands. Those whose action writes, copies, or starts something are only for persons.
const (
	Anytime   Class = 1 << iota // its key works whatever is open
	Cramped                     // it works in a terminal that is too small: what it changes is seen
	Asks                        // its key asks first if something would be lost
	Stays                       // it leaves the run as a lesson or script left it
	Texts                       // it opens a text, which leaves a paused run so
	InGame                      // it works during a person's game: it plays no round and shows nothing hidden
	AfterGame                   // it works after a game: it plays no round and does not change the learners
	Over                        // it is offered while something is open, comes first, and takes its keys from others
	OfRun                       // of the program's own commands: only the run screen has it
	InBackRow                   // it is in the key bar for the back row
	InLesson                    // it is in the key bar at the stop of a lesson or script

	Everything = ^Class(0)
	Nothing    = Class(0)
)

// Unknown is the screen to which a command leads that depends on where it runs.
const Unknown = "?"

// Offered returns the commands of a table that are offered now, as they are now.
func Offered(table []Command) []Command {
	list := make([]Command, 0, len(table))
	for _, c := range table {
		if c.In != nil && !c.In() {
			continue
		}
		if c.When != nil {
			c.Refusal = c.When()
		}
		if c.Now != nil {
			c.Now(&c)
		}
		list = append(list, c)
	}
	return list
}

// Keep returns the commands that have one of some properties.
func Keep(list []Command, class Class) []Command {
	if class == Everything {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(c Command) bool { return !c.Is(class) })
}

// Put puts the commands of a table that are offered now on those below: the ones that are Over before them, the others
// behind.
func Put(table, below []Command) []Command {
	var over []Command
	below = slices.Clip(below)
	for _, c := range Offered(table) {
		if c.Is(Over) {
			over = append(over, c)
		} else {
			below = append(below, c)
		}
	}
	return Lay(over, below)
}

// Lay puts commands first; those below lose the keys and the names that these have.
func Lay(over, below []Command) []Command {
	if len(over) == 0 {
		return below
	}
	below = slices.DeleteFunc(slices.Clone(below), func(c Command) bool {
		return slices.ContainsFunc(over, func(o Command) bool { return o.Name == c.Name })
	})
	return append(over, WithoutKeys(below, over)...)
}

// A Host is the screen of commands. It prepares for each command and cleans up after it.
type Host interface {
	Begin()
	End(cmd tea.Cmd, err error) (tea.Cmd, error)
}

// An Action is what a command does. A missing argument is empty.
type Action struct {
	run     func(argument string) (tea.Cmd, error)
	Outside bool // it changes something outside of the program, as those of Write, Copy, and Start do
}

// Finds returns the check of an argument that a function finds.
func Finds[T any](find func(argument string) (T, error)) func(string) error {
	return func(argument string) error {
		_, err := find(argument)
		return err
	}
}

// Do returns the action of a function.
func Do(do func()) Action {
	return With(func(string) (tea.Cmd, error) { do(); return nil, nil })
}

// Run returns the action of a function whose command works on.
func Run(run func() tea.Cmd) Action {
	return With(func(string) (tea.Cmd, error) { return run(), nil })
}

// Try returns the action of a function with an argument, which may refuse it.
func Try(try func(argument string) error) Action {
	return With(func(argument string) (tea.Cmd, error) { return nil, try(argument) })
}

// With returns the action of a function with an argument, whose command works on.
func With(with func(argument string) (tea.Cmd, error)) Action { return Action{run: with} }

// Write returns an action that writes files. What its command does is done even if the program ends first.
func Write(write func(argument string) (tea.Cmd, error)) Action {
	return Action{func(argument string) (tea.Cmd, error) {
		cmd, err := write(argument)
		if cmd == nil {
			return nil, err
		}
		once := sync.OnceValue(cmd)
		writes.Store(&once, once)
		return func() tea.Msg {
			defer writes.Delete(&once)
			return once()
		}, err
	}, true}
}

var writes sync.Map // what the commands of Write do, until it is done

// FinishWrites does what commands of Write have not done yet, or waits for it, but not longer than a time.
func FinishWrites(most time.Duration) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		writes.Range(func(_, once any) bool {
			once.(func() tea.Msg)()
			return true
		})
	}()
	select {
	case <-done:
	case <-time.After(most):
	}
}

// A ToldMsg shows a result or an error in the foot.
type ToldMsg struct {
	Text string
	Err  error
}

// Copy returns an action that writes to the terminal's clipboard.
func Copy(cp func() tea.Cmd) Action { return Action{Run(cp).run, true} }

// Start returns an action that starts other programs, or gives them the terminal.
func Start(start func(argument string) (tea.Cmd, error)) Action { return Action{start, true} }

// Set reports whether the action does anything.
func (a Action) Set() bool { return a.run != nil }

// A Choice is a value of an argument, with its meaning.
type Choice struct {
	Value, About string
	Heading      string // the group in the list; may be empty
	Now          bool   // it is selected first
}

// Hosted makes a screen the host of commands.
func Hosted(host Host, list []Command) []Command {
	for i := range list {
		list[i].host = host
	}
	return slices.Clip(list)
}

// InGroup puts commands without a heading under one.
func InGroup(heading string, list []Command) []Command {
	for i := range list {
		list[i].Group = cmp.Or(list[i].Group, heading)
	}
	return list
}

// OnlyIn makes commands offered only while something holds, and what they ask for themselves.
func OnlyIn(holds func() bool, list []Command) []Command {
	for i := range list {
		if in := list[i].In; in == nil {
			list[i].In = holds
		} else {
			list[i].In = func() bool { return holds() && in() }
		}
	}
	return list
}

// InClass adds properties to commands.
func InClass(class Class, list []Command) []Command {
	for i := range list {
		list[i].Class |= class
	}
	return list
}

// Is reports whether the command has one of some properties.
func (c *Command) Is(class Class) bool { return c.Class&class != 0 }

// Shows reports whether the command belongs to a screen, which shows why it was refused.
func (c *Command) Shows() bool { return c.host != nil }

// Run runs the command. argument is empty if the user gives none, for instance with a key. An error
// is one sentence that says why nothing was done.
func (c *Command) Run(argument string) (tea.Cmd, error) {
	if c.host == nil {
		return c.run(argument)
	}
	c.host.Begin()
	return c.host.End(c.run(argument))
}

func (c *Command) run(argument string) (tea.Cmd, error) {
	if err := c.check(argument); err != nil || !c.Act.Set() {
		return nil, err
	}
	cmd, err := c.Act.run(argument)
	if err != nil {
		return nil, err
	}
	return cmd, nil
}

// check returns why the command may not run with an argument.
func (c *Command) check(argument string) error {
	switch {
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

// On reports whether the command has a key, by its name in Bubble Tea.
func (c *Command) On(key string) bool { return slices.Contains(c.Keys(), key) }

// Keys returns the names of its keys in Bubble Tea.
func (c *Command) Keys() []string {
	keys := strings.Fields(c.Key + " " + c.Also)
	for i, key := range keys {
		keys[i] = cmp.Or(teaNames[key], key)
	}
	return keys
}

// Required reports whether the command needs an argument.
func (c *Command) Required() bool { return c.Argument != "" && !strings.HasPrefix(c.Argument, "[") }

// Named reports whether a name is the command's.
func (c *Command) Named(name string) bool {
	return c.Name == name || slices.Contains(strings.Fields(c.Synonym), name)
}

// CanBe reports whether a name may be the command's, now or in another state.
func (c *Command) CanBe(name string) bool { return c.Named(name) || slices.Contains(c.Aliases, name) }

// Usage returns the name with its argument.
func (c *Command) Usage() string { return strings.TrimSpace(c.Name + " " + c.Argument) }

// Find returns the command with a name. The error for an unknown name suggests the nearest one.
func Find(list []Command, name string) (*Command, error) {
	names := make([]string, len(list))
	for i := range list {
		c := &list[i]
		names[i] = c.Name
		if c.Named(name) {
			return c, nil
		}
		if slices.Contains(c.Aliases, name) {
			other := *c
			other.Refusal = cmp.Or(c.Refusal, fmt.Sprintf("%s is not possible now: %s is", name, c.Name))
			return &other, nil
		}
	}
	if odd := param.Odd(name); odd != "" {
		return nil, fmt.Errorf("%s: %s", param.Printable(name), odd)
	}
	return nil, fmt.Errorf("%s: no such command on this screen%s", param.Printable(name), param.DidYouMean(name, names))
}

// RunLine runs a command by name with its argument, as a person does: go 1e5.
func RunLine(list []Command, line string) (tea.Cmd, error) {
	c, argument, err := FindLine(list, line)
	if err != nil {
		return nil, err
	}
	return c.Run(argument)
}

// FindLine returns the command at the beginning of a line, and its argument.
func FindLine(list []Command, line string) (c *Command, argument string, err error) {
	name, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
	c, err = Find(list, name)
	return c, strings.TrimSpace(argument), err
}

// ForKey returns the command of a key, or nil. Of several commands it returns the first that is not
// refused, or else the first.
func ForKey(list []Command, msg tea.KeyMsg) *Command {
	var found *Command
	for i := range list {
		if !list[i].On(msg.String()) {
			continue
		}
		if list[i].Refusal == "" {
			return &list[i]
		}
		found = cmp.Or(found, &list[i])
	}
	return found
}

// WhileTyping removes the keys that are characters from commands, because characters go into a field.
func WhileTyping(list []Command) []Command {
	return dropKeys(list, func(name string) bool { return utf8.RuneCountInString(name) == 1 })
}

// teaNames maps the keys whose names in Bubble Tea differ from those in the help.
var teaNames = map[string]string{"↑": "up", "↓": "down", "←": "left", "→": "right", "space": " ", "pgdn": "pgdown"}

// WithoutKeys removes keys from commands that others have.
func WithoutKeys(list, others []Command) []Command {
	taken := map[string]bool{}
	for _, c := range others {
		for _, k := range c.Keys() {
			taken[k] = true
		}
	}
	return dropKeys(list, func(name string) bool { return taken[name] })
}

// dropKeys removes some keys from commands, without changing the list.
func dropKeys(list []Command, drop func(name string) bool) []Command {
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		if !slices.ContainsFunc(c.Keys(), drop) {
			continue
		}
		left := strings.Fields(c.Key + " " + c.Also)
		left = slices.DeleteFunc(left, func(key string) bool { return drop(cmp.Or(teaNames[key], key)) })
		c.Key, c.Also = strings.Join(left, " "), ""
	}
	return list
}

// ForBar sorts commands by their places in the key bar, and commands without keys to the end.
func ForBar(list []Command) []Command {
	const keyed, keyless = 1 << 10, 1<<10 + 1 // after all places
	rank := func(c Command) int {
		if c.Bar != nil && c.Bar() > 0 {
			return c.Bar()
		}
		if c.Key == "" {
			return keyless
		}
		return keyed
	}
	slices.SortStableFunc(list, func(a, b Command) int { return rank(a) - rank(b) })
	return list
}

// At returns a place in the key bar that does not change.
func At(position int) func() int { return func() int { return position } }

// TextUnless returns an empty text if something holds, else a refusal.
func TextUnless(holds bool, refusal string) string {
	if holds {
		return ""
	}
	return refusal
}

// OnlyLearner returns the reason why no other learner can be selected; empty if one can.
func OnlyLearner(learners int) string {
	return TextUnless(learners > 1, "there is only one learner; the setup screen adds others")
}

const between = " · "

// A CommandBar is the line of keys at the foot of a screen.
type CommandBar struct {
	Line  string
	names []string // of the command at each cell; empty between two
}

const most = 6 // commands, or pairs of them, in the bar before the last ones

// NewCommandBar returns a bar of the commands that have a short name and can be run: as many of the
// first as there is room for, and all of the last, which show how to find out more.
func NewCommandBar(t *theme.Theme, first, last []Command, width int) CommandBar {
	head, tail := barEntries(first), barEntries(last)
	used := 0
	for _, e := range tail {
		used += e.width() + ansi.StringWidth(between)
	}
	for i, e := range head {
		if i > 0 {
			used += ansi.StringWidth(between)
		}
		if used += e.width(); used > width || i == most {
			head = head[:i]
			break
		}
	}
	return drawBar(t, append(head, tail...), width)
}

func drawBar(t *theme.Theme, entries []barEntry, width int) CommandBar {
	var bar CommandBar
	var b strings.Builder
	span := func(name string, cells int) { bar.names = append(bar.names, slices.Repeat([]string{name}, cells)...) }
	for i, e := range entries {
		if i > 0 {
			b.WriteString(t.Faint.Render(between))
			span("", ansi.StringWidth(between))
		}
		b.WriteString(t.Accent.Render(e.keys) + " " + t.Faint.Render(e.does))
		// A click on one of a pair's two keys presses that key; a click on the words presses the first.
		for j, part := range e.parts {
			span(part.name, ansi.StringWidth(part.keys)+min(len(e.parts)-1-j, 1))
		}
		span(e.parts[0].name, 1+ansi.StringWidth(e.does))
	}
	bar.Line = FitLine(b.String(), width)
	return bar
}

// At returns the name of the command at a cell of the bar, or empty.
func (b CommandBar) At(x int) string {
	if x < 0 || x >= min(len(b.names), ansi.StringWidth(b.Line)) {
		return ""
	}
	return b.names[x]
}

// A barEntry stands for one command, or for neighbors with the same short name: ]/[ release.
type barEntry struct {
	keys, does string
	parts      []barPart
}

type barPart struct{ keys, name string }

func (e barEntry) width() int { return ansi.StringWidth(e.keys) + 1 + ansi.StringWidth(e.does) }

func barEntries(commands []Command) []barEntry {
	var all []barEntry
	for _, c := range commands {
		keys, _, _ := strings.Cut(c.Key, " ") // the first is enough
		if c.Short == "" || c.Refusal != "" || keys == "" {
			continue
		}
		part := barPart{keys, c.Name}
		if n := len(all) - 1; n >= 0 && all[n].does == c.Short {
			all[n].keys += "/" + keys
			all[n].parts = append(all[n].parts, part)
			continue
		}
		all = append(all, barEntry{keys, c.Short, []barPart{part}})
	}
	return all
}

// Typed returns a command line as a person types it: for go run, if that has started the program, which
// is then in no folder of commands.
func Typed(line string) string {
	// go run starts what it has just built in a folder exe, and later the same from its cache, in HASH-d.
	folder := filepath.Base(filepath.Dir(os.Args[0]))
	byGo := folder == "exe" || len(folder) == 66 && strings.HasSuffix(folder, "-d")
	if rest, ours := strings.CutPrefix(line, "regretscope"); ours && byGo && strings.Contains(os.Args[0], "go-build") {
		return "go run ." + rest
	}
	return line
}
