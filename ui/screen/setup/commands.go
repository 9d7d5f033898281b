package setup

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// Headings of the commands.
const (
	choosing = "Choose"
	moving   = "Move"
	naming   = "By name"
)

// Commands lists the present commands of the screen, the most important first.
func (s *Screen) Commands() []kit.Command { return s.List(s, s.list) }

func (s *Screen) list() []kit.Command {
	list := kit.Offered(s.own)
	if s.Typing() {
		list = kit.WhileTyping(list)
	}
	return list
}

type tables struct{ screen *Screen }

// Declared returns all commands of the screen, as they are declared.
func Declared() []kit.Command { return tables{new(Screen)}.table() }

// A part of the screen has commands of its own.
type part uint

const (
	inShare       part = 1 << iota // the page of the choice as a command line
	inComparisons                  // the page of comparisons
	inFilter                       // the line that filters a list
	inScenarios                    // the list of scenarios
	inLearners                     // the list of learners
	inFields                       // the parameters

	inLists = inScenarios | inLearners
)

// at returns the part of the screen that has the keys.
func (s *Screen) at() part {
	switch {
	case s.page == sharePage:
		return inShare
	case s.page == comparisonPage:
		return inComparisons
	case s.filtering():
		return inFilter
	case s.section == parameterSection:
		return inFields
	case s.section == learnerSection:
		return inLearners
	}
	return inScenarios
}

func (t tables) table() []kit.Command {
	only := func(in part, list ...kit.Command) []kit.Command {
		return kit.OnlyIn(func() bool { return t.screen.at()&in != 0 }, list)
	}
	back := func(key string) kit.Command {
		return kit.Command{
			Name: "leave", Key: key, Short: "back to the choice", Help: "back to the choice", Group: moving,
			Leads: kit.Unknown, Act: kit.Do(func() { t.screen.page = noPage }),
		}
	}
	showAll := kit.Command{
		Name: "show-all", Key: "esc", Short: "show all", Help: "clear the filter", Act: kit.Do(func() { t.screen.filter().clear() }),
	}
	greets := func() bool { return t.screen.first.Set() }
	return kit.InGroup(choosing, slices.Concat(
		kit.OnlyIn(greets, []kit.Command{
			{
				Name: "first-lesson", Key: "enter", Short: "first lesson", Help: "a guided tour for people who are new", Leads: kit.Unknown,
				Now: func(c *kit.Command) { c.Act = t.screen.first },
			},
			{Name: "down", Key: "↓ j esc", Short: "choose a run", Help: "to the scenarios", Group: moving, Act: kit.Do(func() {})},
		}),
		only(inShare, back("esc C f4")),
		only(inShare|inFilter|inLists|inFields, t.startCommand()),
		only(inComparisons, t.comparisonTable(back("esc n"))...),
		only(inFilter, t.chooseFound(), t.openCommand(t.screen.asksFirst)),
		only(inLists, kit.OnlyIn(func() bool { return t.screen.filter().active() }, []kit.Command{showAll})...),
		only(inLearners, t.learnerTable()...),
		only(inFields, kit.InGroup(moving, append(t.screen.form.Commands(), kit.Command{
			Name: "leave", Key: "esc", Short: "learners", Help: "back to the learners", Leads: kit.Unknown,
			Act: kit.Do(func() { t.screen.goTo(learnerSection) }),
		}))...),
		only(inLists|inFields, t.comparisonsCommand()),
		only(inLists, kit.Command{
			Name: "find", Argument: "[TEXT]", Key: "/", Short: "find", Help: "find by name, paper or family", Act: kit.Try(t.screen.find),
		}),
		only(inScenarios, t.openCommand(nil)),
		only(inShare|inComparisons|inFilter|inLists, t.moveTable()...),
		only(inFilter, kit.Command{
			Name: "keep", Key: "tab", Short: "to the list", Help: "keep the filter and go to the list",
			Act: kit.Do(func() { t.screen.filter().typing = false }),
		}, showAll),
		only(inLists|inFields, t.sectionTable()...),
		only(inFilter|inLists|inFields, t.namedTable()...),
	))
}

// Update handles a message; commands read files, or start the run.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		s.Begin()
		s.typed(msg)
		cmd, _ := s.End(nil, nil)
		return cmd
	case tea.MouseMsg:
		s.Begin()
		cmd, _ := s.End(nil, s.click(msg))
		return cmd
	}
	if read, _ := s.selected.scenarios.reading.Update(msg); read != nil {
		return s.onRead(read)
	}
	return nil
}

// Begin removes earlier messages and requests.
func (s *Screen) Begin() {
	s.Base.Begin()
	s.waiting, s.first = false, kit.Action{}
}

// End draws the effects of a command, which may have changed the choice.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Base.End(cmd, err)
	s.refresh()
	if editing := s.Typing() && slices.Contains(s.selected.scenarios.chosen.Fields, s.form.Focused()); cmd == nil && !editing {
		cmd = s.selected.scenarios.read() // the file or folder with a complete name
	}
	return cmd, err
}

// Typing reports whether characters go into a field instead of being keys.
func (s *Screen) Typing() bool {
	return s.filtering() || s.page == noPage && s.form.Typing()
}

// typed passes a key without a command to the focused field.
func (s *Screen) typed(msg tea.KeyMsg) {
	switch {
	case s.filtering():
		s.filter().line.Press(msg)
		s.followFilter()
	case s.Typing():
		s.form.Update(msg)
	}
}

func (t tables) startCommand() kit.Command {
	return kit.Command{
		Name: "start", Key: "enter", Short: "start", Help: "run this choice", Leads: "run", Act: kit.With(t.screen.start),
		In: func() bool {
			return t.screen.at() != inFilter || t.screen.section == scenarioSection && !t.screen.asksFirst()
		},
		Now: func(c *kit.Command) {
			if t.screen.asksFirst() || t.screen.first.Set() {
				c.Key = ""
			}
		},
	}
}

// asksFirst reports whether enter asks what to run: the user's own arms, or a file.
func (s *Screen) asksFirst() bool {
	e := s.selected.scenarios.chosen
	return s.section == scenarioSection && e.Asks && e.Fields[0].Text() == ""
}

// openCommand goes to the fields of the scenario at the cursor.
func (t tables) openCommand(in func() bool) kit.Command {
	return kit.Command{
		Name: "open", Key: "→ l space", Help: "go to the scenario's parameters", Group: moving, Leads: kit.Unknown, In: in,
		When: func() string {
			return kit.TextUnless(len(t.screen.selected.scenarios.chosen.Fields) > 0, "this scenario takes no parameters")
		},
		Act: kit.Do(func() {
			t.screen.selected.scenarios.typing = false
			t.screen.into(t.screen.selected.scenarios.chosen.Fields)
		}),
		Now: func(c *kit.Command) {
			if t.screen.asksFirst() {
				typing := "type the " + t.screen.selected.scenarios.chosen.Fields[0].Name
				c.Key, c.Short, c.Help = "enter → l space", typing, typing
			}
		},
	}
}

// learnerTable declares the commands of the learner at the cursor, or of a heading, or of the line for an own program.
func (t tables) learnerTable() []kit.Command {
	return []kit.Command{
		{
			Name: "choose", Key: "space", Short: "choose", Help: "choose this learner", Leads: kit.Unknown,
			Act: kit.Try(t.screen.selected.learners.toggle),
			Now: func(c *kit.Command) {
				switch at, ok := t.screen.selected.learners.current(); {
				case at.heading():
					c.Short, c.Help = "unfold", "show or hide these learners"
				case ok && t.screen.selected.learners.isTyped(at):
					c.Short, c.Help = "type the command", "type the command line that starts it"
					c.Act = kit.Start(t.askProgram)
				case at.slot != nil:
					c.Short, c.Help = "remove", "remove this learner"
				case !ok:
					c.Refusal = "no learner is at the cursor"
				}
			},
		},
		{
			Name: "duplicate", Key: "D", Short: "copy", Help: "choose this learner once more, with other parameters",
			When: func() string {
				at, _ := t.screen.selected.learners.current()
				return kit.TextUnless(at.slot != nil, "only a chosen learner can be duplicated")
			},
			Act: kit.Try(t.screen.duplicate),
		},
		{
			Name: "open", Key: "→ l", Help: "go to its parameters", Group: moving, Leads: kit.Unknown,
			Refusal: "this learner is not chosen: space chooses it",
			Now: func(c *kit.Command) {
				switch at, ok := t.screen.selected.learners.current(); {
				case at.heading():
					c.Refusal, c.Act = "", kit.Do(func() { t.screen.selected.learners.unfolded[at.reason] = true })
				case ok && t.screen.selected.learners.isTyped(at):
					c.Refusal, c.Act = "", kit.Start(t.askProgram)
				case at.slot != nil:
					c.Refusal = kit.TextUnless(t.screen.canFocus(at.slot.Fields), at.Name+" takes no parameters")
					c.Act = kit.Do(func() { t.screen.into(at.slot.Fields) })
				}
			},
		},
	}
}

func (t tables) comparisonsCommand() kit.Command {
	return kit.Command{
		Name: "comparisons", Argument: "[NAME]", Key: "n", Short: "comparisons", Help: "comparisons by name, among them those of papers",
		Act: kit.Try(func(name string) error {
			t.screen.comparisons.read()
			if name != "" {
				if err := t.screen.comparisons.find(name); err != nil {
					return err
				}
				return t.screen.takeComparison("")
			}
			t.screen.page = comparisonPage
			return nil
		}),
	}
}

func (t tables) moveTable() []kit.Command {
	by := func(n int) func() { return func() { t.screen.moveBy(n) } }
	list := func() bool { return t.screen.at() != inFilter }
	short := func(c *kit.Command) { c.Short = kit.TextUnless(list(), c.Name) } // their letters are typed
	return kit.InGroup(moving, []kit.Command{
		{Name: "up", Key: "↑ k", Help: "to the line above", Act: kit.Do(by(-1)), Now: short},
		{Name: "down", Key: "↓ j", Help: "to the line below", Act: kit.Do(by(1)), Now: short},
		{Name: "first", Key: "home g", Help: "to the beginning of the list", In: list, Act: kit.Do(by(-far))},
		{Name: "last", Key: "end G", Help: "to the end of the list", In: list, Act: kit.Do(by(far))},
	})
}

const far = 1 << 20 // more than any list is long

func (t tables) sectionTable() []kit.Command {
	turn := func(by section) func() { return func() { t.screen.goTo((t.screen.section + by) % sections) } }
	list := []kit.Command{
		{
			Name: "next-section", Key: "tab", Short: "next section", Help: "from scenarios to learners, then to parameters",
			Group: moving, Act: kit.Do(turn(1)),
		},
		{Name: "previous-section", Key: "shift+tab", Help: "to the section before", Group: moving, Act: kit.Do(turn(sections - 1))},
		{
			Name: "share", Key: "C f4", Short: "share", Help: "show the choice as a command line and as a file",
			Act: kit.Do(func() { t.screen.page, t.screen.offset = sharePage, 0 }),
		},
	}
	for to, name := range [sections]string{"scenarios", "learners", "parameters"} {
		number := string(rune('1' + to))
		does := [sections]string{"what to play", "who plays", "ε, horizon, seed, and what scenario and learners take"}[to]
		list = append(list, kit.Command{
			Name: name, Key: number, Help: "choose " + does, Group: moving, Act: kit.Do(func() { t.screen.goTo(section(to)) }),
		})
	}
	return list
}

// chooseFound chooses the learner at the cursor of a list that is filtered.
func (t tables) chooseFound() kit.Command {
	return kit.Command{
		Name: "choose", Key: "enter", Short: "choose", Help: "choose the learner at the cursor", Leads: kit.Unknown,
		In:  func() bool { return t.screen.section == learnerSection },
		Act: kit.Try(func(string) error { defer t.screen.filter().clear(); return t.screen.selected.learners.toggle("") }),
		Now: func(c *kit.Command) {
			at, ok := t.screen.selected.learners.current()
			c.Refusal = kit.TextUnless(ok && !at.heading(), "no learner is at the cursor")
			if at.slot != nil {
				c.Short, c.Help = "remove", "remove the learner at the cursor"
			}
			if ok && t.screen.selected.learners.isTyped(at) {
				c.Act = kit.Start(t.askProgram)
			}
		},
	}
}

func (t tables) comparisonTable(leave kit.Command) []kit.Command {
	family := func() bool { _, first, last := t.screen.comparisons.family(); return first < last }
	return []kit.Command{
		{
			Name: "choose", Key: "enter space", Short: "choose", Help: "show this comparison", Leads: kit.Unknown,
			Act: kit.Try(t.screen.takeComparison),
		},
		leave,
		{
			Name: "next-variant", Key: "→ l", Short: "panel and ε", Help: "next panel or ε of the figure", In: family,
			Act: kit.Do(func() { t.screen.comparisons.turn(1) }),
		},
		{
			Name: "previous-variant", Key: "← h", Short: "panel and ε", Help: "previous panel or ε of the figure", In: family,
			Act: kit.Do(func() { t.screen.comparisons.turn(-1) }),
		},
	}
}

// namedTable declares commands that need no cursor: their argument names what is meant, as on the command line.
func (t tables) namedTable() []kit.Command {
	named := func(name, argument, does string, run func(string) error) kit.Command {
		return kit.Command{Name: name, Argument: argument, Help: does, Act: kit.Try(run)}
	}
	return kit.InGroup(naming, []kit.Command{
		named("field", "NAME [VALUE]", "go to a parameter, or set it", func(text string) error {
			t.screen.refresh()
			name, value, _ := strings.Cut(text, " ")
			if !t.screen.form.Find(name) {
				return fmt.Errorf("field %s: no such parameter of this choice", param.Printable(name))
			}
			t.screen.goTo(parameterSection)
			if value == "" {
				return nil
			}
			return set(t.screen.form.Focused)(value)
		}),
		{
			Name: "program", Argument: "COMMAND",
			Help: "your own program…: choose the program that this command line starts",
			Act:  kit.Start(t.screen.selected.programNamed),
		},
		named("scenario", "NAME", "choose a scenario, in the notation of --scenario", t.screen.selected.scenarioNamed),
		named("learner", "ID", "choose a learner, in the notation of --learner", t.screen.selected.learnerNamed),
		named("remove", "ID", "remove a learner", t.screen.selected.learners.remove),
		named("epsilon", "X", "set the privacy parameter of the run", set(func() *form.Field { return t.screen.selected.run.epsilon })),
		named("horizon", "N", "set the number of rounds", set(func() *form.Field { return t.screen.selected.run.horizon })),
		named("seed", "N", "set the seed", set(func() *form.Field { return t.screen.selected.run.seed })),
		named("channel", "ID", "set the local channel (see --channel)", set(func() *form.Field { return t.screen.selected.run.channel })),
	})
}

// set returns a function that sets a field, or returns the error of a value that the field refuses.
func set(field func() *form.Field) func(string) error {
	return func(text string) error {
		f := field()
		before := f.Text()
		f.SetText(text)
		err := f.Err()
		if err != nil {
			f.SetText(before)
		}
		return err
	}
}

// askProgram opens the command line for a program. Only a person may run it.
func (t tables) askProgram(string) (tea.Cmd, error) {
	t.screen.selected.learners.clear()
	t.screen.typeCommand("program ")
	return nil, nil
}
