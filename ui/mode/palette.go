package mode

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/theme"
)

// A Program is the program as the palette sees it.
type Program interface {
	Theme() *theme.Theme
	Commands() []kit.Command                    // all that are available now
	Typing() bool                               // keys go into a field of the screen
	Elsewhere(line string, unknown error) error // names the screen that has an unknown command
	Order(line string) tea.Cmd                  // runs a command line, a name and its argument, and shows an error
}

// A Palette lists commands to be found, read, and run. With a line to type into it is the
// palette, without one the help.
type Palette struct {
	Openable
	program Program
	theme   *theme.Theme
	all     []kit.Command
	found   []kit.Command // those that match the line
	argued  string        // what the command does for whose argument found are choices, or ""
	line    form.Line
	typing  bool       // keys go into the line
	at      int        // index in found
	notice  kit.Notice // why the line could not be run
	owners  []int      // index in found of each line in the view; −1: a heading
}

// NewPalette returns a closed palette.
func NewPalette(p Program) *Palette { return &Palette{program: p, theme: p.Theme()} }

// Mode returns the palette's mode, which takes all keys.
func (m *Palette) Mode() *Mode {
	return &Mode{
		Commands: m.Commands(), Open: m.Open, Close: m.Close, Typing: m.Typing, Modal: true,
		Foot: m.Foot, Update: m.Update, View: m.View,
	}
}

// Typing reports whether characters go into the line.
func (m *Palette) Typing() bool { return m.typing }

// List opens the palette as the help.
func (m *Palette) List() { m.show(false, "") }

// Type opens the palette with a text in the line.
func (m *Palette) Type(text string) { m.show(true, text) }

func (m *Palette) show(typing bool, text string) {
	*m = Palette{
		Openable: Openable{Opened: true},
		program:  m.program, theme: m.theme, all: refusedLast(m.program.Commands()), typing: typing,
	}
	if !typing {
		keysFirst(m.all)
	}
	m.write(text)
}

const (
	mostKeys = 12 // that the help begins with
	here     = "Keys for now"
)

// matter names the commands whose keys a new user needs most, in this order.
var matter = strings.Fields("question next-stop start choose pull again run pause step go view dial next-panel next-learner " +
	"next-section find runs sweep save many-noises experiment hide reveal setup explain lessons quit")

// keysFirst gives the commands whose keys matter most now a group of their own, at the beginning.
func keysFirst(all []kit.Command) {
	rank := func(c *kit.Command) int {
		switch at := slices.Index(matter, c.Name); {
		case c.Key == "" || c.Refusal != "":
			return 3 * len(matter)
		case at >= 0:
			return at
		case c.Short != "":
			return len(matter)
		}
		return 2 * len(matter)
	}
	ordered := slices.Clone(all)
	slices.SortStableFunc(ordered, func(a, b kit.Command) int { return rank(&a) - rank(&b) })
	n := 0
	for n < min(mostKeys, len(ordered)) && rank(&ordered[n]) < 3*len(matter) {
		ordered[n].Group = here
		n++
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(c kit.Command) bool {
		return slices.ContainsFunc(ordered[:n], func(o kit.Command) bool { return o.Name == c.Name })
	})
	copy(all, append(ordered[:n:n], rest...))
}

// Commands declares the commands that open the palette.
func (m *Palette) Commands() []kit.Command {
	return kit.InGroup("Program", []kit.Command{
		{
			Name: "help", Key: "? f1", Short: "help", Help: "all commands with their keys", Class: kit.Cramped | kit.InBackRow | kit.InLesson | kit.Stays,
			Bar: kit.At(3), Act: kit.Do(m.List),
		},
		{Name: "commands", Key: ":", Help: "run a command by its name", Class: kit.Stays, Act: kit.Do(func() { m.Type("") })},
	})
}

// Update handles keys, clicks, and the wheel.
func (m *Palette) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return m.press(msg)
	case tea.MouseMsg:
		if kit.Clicked(msg) {
			return m.click(msg.Y)
		}
		m.move(kit.Wheel(msg))
	}
	return nil
}

// InGroups sorts commands by group, in the order in which the groups first appear.
func InGroups(commands []kit.Command) []kit.Command {
	order := map[string]int{}
	for _, c := range commands {
		if _, seen := order[c.Group]; !seen {
			order[c.Group] = len(order)
		}
	}
	slices.SortStableFunc(commands, func(a, b kit.Command) int { return order[a.Group] - order[b.Group] })
	return commands
}

// refusedLast sorts commands by group; those that are refused now have a group of their own.
func refusedLast(commands []kit.Command) []kit.Command {
	commands = InGroups(commands)
	for i, c := range commands {
		if c.Refusal != "" {
			commands[i].Group = notNow
		}
	}
	slices.SortStableFunc(commands, func(a, b kit.Command) int {
		return cmp.Compare(len(a.Refusal), 0) - cmp.Compare(len(b.Refusal), 0)
	})
	return commands
}

const notNow = "Not now"

// find lists the commands that contain all typed words, or the choices for the argument of a named one.
func (m *Palette) find() {
	text := strings.ToLower(strings.TrimSpace(m.line.Text()))
	words := strings.Fields(text)
	name, _, argued := strings.Cut(strings.TrimLeft(m.line.Text(), " "), " ")
	m.found, m.argued = nil, ""
	for _, c := range m.all {
		about := strings.ToLower(c.Name + " " + c.Synonym + " " + c.Key + " " + c.Help + " " + c.Group)
		if argued && c.Argument != "" && c.Named(name) {
			typed := strings.TrimLeft(m.line.Text(), " ")
			m.found, m.at = chosen(c, func(value string) bool { return strings.HasPrefix(c.Name+" "+value, typed) })
			m.at = max(m.at, slices.IndexFunc(m.found, func(c kit.Command) bool { return c.Name == typed }))
			if len(m.found) == 0 {
				m.found = []kit.Command{c}
			}
			m.argued = kit.TextUnless(c.Choices == nil, kit.Capital(c.Help))
			return
		}
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(about, word) }) {
			m.found = append(m.found, c)
		}
	}
	if text != "" {
		rank := func(c kit.Command) int {
			switch {
			case c.Named(text):
				return 0
			case strings.HasPrefix(c.Name, text):
				return 1
			case strings.Contains(c.Name, text):
				return 2
			}
			return 3
		}
		slices.SortStableFunc(m.found, func(a, b kit.Command) int { return rank(a) - rank(b) })
		for _, c := range m.all {
			if c.Subjects {
				pages, _ := chosen(c, func(value string) bool {
					return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(strings.ToLower(value), word) })
				})
				m.found = append(m.found, pages...)
			}
		}
	}
	m.at = 0
}

// chosen returns the choices for a command's argument that match, each as a command. at is the one to select.
func chosen(c kit.Command, match func(value string) bool) (list []kit.Command, at int) {
	if c.Choices == nil || c.Refusal != "" {
		return nil, 0
	}
	for _, choice := range c.Choices() {
		if one := c; match(choice.Value) {
			one.Name, one.Argument, one.Key, one.Help = c.Name+" "+choice.Value, "", "", choice.About
			one.Group = choice.Heading
			if choice.Now {
				at = len(list)
			}
			list = append(list, one)
		}
	}
	return list, at
}

func (m *Palette) press(msg tea.KeyMsg) tea.Cmd {
	m.notice = kit.Notice{}
	switch name := msg.String(); {
	case name == "esc", name == "f1", name == "?" && !m.typing:
		return m.Close()
	case name == "enter":
		return m.enter()
	case name == "up", name == "k" && !m.typing:
		m.move(-1)
	case name == "down", name == "j" && !m.typing:
		m.move(1)
	case name == "pgup":
		m.move(-10)
	case name == "pgdown":
		m.move(10)
	case m.typing && name == "tab" && len(m.found) > 0:
		m.write(m.found[m.at].Name)
	case m.typing && name == "backspace" && m.line.Text() == "":
		return m.Close()
	case m.typing:
		m.line.Press(msg)
		m.find()
	case name == "/", name == ":":
		m.typing = true
	}
	return nil
}

func (m *Palette) move(by int) { m.at = max(min(m.at+by, len(m.found)-1), 0) }

// enter runs the selected command with the typed argument, or completes its name.
func (m *Palette) enter() tea.Cmd {
	name, argument, _ := strings.Cut(strings.TrimSpace(m.line.Text()), " ")
	if len(m.found) == 0 {
		if _, err := kit.Find(m.all, name); err != nil {
			m.notice.Refuse(m.program.Elsewhere(name, err))
			return nil
		}
		line := m.line.Text()
		m.Close()
		return m.program.Order(line) // which says that it takes no argument
	}
	c := &m.found[m.at]
	if !c.Named(name) {
		argument = ""
	}
	if argument == "" && c.Required() && c.Refusal == "" {
		m.typing = true
		m.write(c.Name + " ")
		m.notice = kit.Notice{Text: "write " + c.Usage(), Warn: true}
		return nil
	}
	m.Close()
	return m.program.Order(c.Name + " " + strings.TrimSpace(argument))
}

func (m *Palette) write(text string) {
	m.line.SetText(text)
	m.find()
}

func (m *Palette) click(y int) tea.Cmd {
	line := y - 1 // below the frame
	if line < 0 || line >= len(m.owners) || m.owners[line] < 0 {
		return nil
	}
	if i := m.owners[line]; i != m.at {
		m.at = i
		return nil
	}
	return m.enter()
}

// The widest columns of keys and of usages; a longer usage has a line to itself.
const (
	maxKeys  = 15
	maxUsage = 20
	gap      = 2
)

// list draws the commands, by group unless a word is looked for, and notes whose line is whose.
func (m *Palette) list(width int) (list []string) {
	m.owners = nil
	add := func(owner int, lines ...string) {
		list = append(list, lines...)
		m.owners = append(m.owners, slices.Repeat([]int{owner}, len(lines))...)
	}
	keys, usage := 0, 0
	for _, c := range m.found {
		keys = min(max(keys, ansi.StringWidth(c.Key)), maxKeys)
		usage = min(max(usage, ansi.StringWidth(c.Usage())), maxUsage)
	}
	for i, c := range m.found {
		if (m.line.Text() == "" || m.argued != "") && c.Group != "" && (i == 0 || c.Group != m.found[i-1].Group) {
			add(-1, m.theme.Title.Render(c.Group))
		}
		does := c.Help
		if c.Refusal != "" {
			does = kit.TextUnless(m.line.Text() == "", "not now: ") + c.Refusal
		}
		for j, row := range rows(&c, does, max(width-gap, 1), keys+gap, usage+gap) {
			if c.Refusal != "" && i != m.at {
				row = m.theme.Faint.Render(row)
			}
			if i == m.at && j > 0 {
				row = m.theme.Selected.Render(row)
			}
			add(i, m.theme.Select(row, i == m.at && j == 0))
		}
	}
	return list
}

// rows returns key, usage, and, beside them, what a command does, on as many lines as that takes.
func rows(c *kit.Command, does string, width, keys, usage int) (lines []string) {
	head := kit.FitLine(c.Key, keys) + c.Usage()
	indent := strings.Repeat(" ", keys+usage)
	text := kit.Wrap(does, max(width-len(indent), 1), 0)
	if ansi.StringWidth(c.Usage()) > usage-gap {
		lines = kit.Wrap(head, width, keys)
	} else {
		lines = []string{kit.FitLine(head, len(indent)) + text[0]}
		text = text[1:]
	}
	for _, line := range text {
		lines = append(lines, indent+line)
	}
	return lines
}

// View draws the palette.
func (m *Palette) View(over kit.Rect) kit.Block {
	width, height := over.Inside()
	list := m.list(width)
	frame := kit.Frame{Title: cmp.Or(m.argued, "Commands"), Focused: true}
	if len(m.found) == 0 {
		lines := kit.Fit([]string{m.theme.Faint.Render("no command matches")}, width, height)
		return frame.Draw(m.theme, lines, over.Width, over.Height)
	}
	from := slices.Index(m.owners, m.at)
	to := from + 1
	for to < len(m.owners) && m.owners[to] == m.at {
		to++
	}
	shown, above, rest := kit.Around(list, from, to, height)
	m.owners = m.owners[above : above+len(shown)]
	frame.Remark = kit.Hidden(above, rest)
	return frame.Draw(m.theme, kit.Fit(shown, width, height), over.Width, over.Height)
}

// Foot returns the line below the list: the typed text, and keys or a mistake.
func (m *Palette) Foot(width int) string {
	if !m.Opened {
		return ""
	}
	hint := m.theme.Faint.Render("enter runs it · ↑↓ choose · esc closes")
	if m.notice.Text != "" {
		hint = m.theme.Warn.Render(m.notice.Text)
	}
	if !m.typing {
		return kit.FitLine(hint+m.theme.Faint.Render(" · / finds"), width)
	}
	line := m.theme.Accent.Render(":") + m.line.View(max(width/2, 20), true)
	return kit.Spread(line+" ", hint, width)
}
