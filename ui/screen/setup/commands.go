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
	var list []kit.Command
	switch {
	case s.page == sharePage:
		leave := kit.Command{
			Name: "leave", Key: "esc C f4", Short: "back to the choice", Help: "back to the choice",
			Group: moving, Act: kit.Do(func() { s.page = noPage }),
		}
		list = append([]kit.Command{leave, s.startCommand()}, s.moveCommands()...)
	case s.page == comparisonPage:
		list = s.comparisonCommands()
	case s.filtering():
		list = append(s.filteringCommands(), s.namedCommands()...)
	case s.section == parameterSection:
		list = append([]kit.Command{s.startCommand()}, kit.InGroup(moving, append(s.form.Commands(), kit.Command{
			Name: "leave", Key: "esc", Short: "learners", Help: "back to the learners",
			Act: kit.Do(func() { s.goTo(learnerSection) }),
		}))...)
		list = slices.Concat(append(list, s.comparisonsCommand()), s.sectionCommands(), s.namedCommands())
	default:
		list = slices.Concat(s.listCommands(), s.sectionCommands(), s.namedCommands())
	}
	if s.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.InGroup(choosing, list)
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
	if read, _ := s.scenarios.reading.Update(msg); read != nil {
		return s.onRead(read)
	}
	return nil
}

// Begin removes earlier messages and requests.
func (s *Screen) Begin() {
	s.Canvas.Begin()
	s.waiting = false
}

// End draws the effects of a command, which may have changed the choice.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Canvas.End(cmd, err)
	s.refresh()
	if editing := s.Typing() && slices.Contains(s.scenarios.chosen.Fields, s.form.Focus()); cmd == nil && !editing {
		cmd = s.scenarios.read() // the file or folder with a complete name
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

func (s *Screen) startCommand() kit.Command {
	start := kit.Command{Name: "start", Key: "enter", Short: "start", Help: "run this choice", Act: kit.With(s.start)}
	if s.asksFirst() {
		start.Key = ""
	}
	return start
}

// asksFirst reports whether enter asks what to run: the user's own arms, or a file.
func (s *Screen) asksFirst() bool {
	e := s.scenarios.chosen
	return s.section == scenarioSection && e.Asks && e.Fields[0].Text() == ""
}

// openCommand goes to the fields of the scenario at the cursor.
func (s *Screen) openCommand() kit.Command {
	e := s.scenarios.chosen
	open := kit.Command{
		Name: "open", Key: "→ l space", Help: "go to the scenario's parameters", Group: moving, Act: kit.Do(func() {
			s.scenarios.typing = false
			s.into(e.Fields)
		}),
	}
	open.Refusal = kit.TextUnless(len(e.Fields) > 0, "this scenario takes no parameters")
	if s.asksFirst() {
		typing := "type the " + e.Fields[0].Name
		open.Key, open.Short, open.Help = "enter → l space", typing, typing
	}
	return open
}

// listCommands returns the commands of the lists of scenarios and of learners.
func (s *Screen) listCommands() []kit.Command {
	list := []kit.Command{s.startCommand()}
	if s.filter().active() {
		list = append(list, s.showAllCommand())
	}
	if s.section == learnerSection {
		list = append(list, s.learnerCommands()...)
	}
	list = append(list, s.comparisonsCommand(), kit.Command{
		Name: "find", Argument: "[TEXT]", Key: "/", Short: "find", Help: "find by name, paper or family", Act: kit.Try(s.find),
	})
	if s.section == scenarioSection {
		list = append(list, s.openCommand())
	}
	return append(list, s.moveCommands()...)
}

func (s *Screen) learnerCommands() []kit.Command {
	at, ok := s.learners.current()
	choose := kit.Command{
		Name: "choose", Key: "space", Short: "choose", Help: "choose this learner",
		Refusal: kit.TextUnless(ok, "no learner is at the cursor"), Act: kit.Try(s.learners.toggle),
	}
	into := kit.Command{
		Name: "open", Key: "→ l", Help: "go to its parameters", Group: moving,
		Refusal: "this learner is not chosen: space chooses it",
	}
	switch {
	case at.heading():
		choose.Short, choose.Help = "unfold", "show or hide these learners"
		into.Refusal, into.Act = "", kit.Do(func() { s.learners.unfolded[at.reason] = true })
	case ok && s.learners.isTyped(at):
		choose.Short, choose.Help = "type the command", "type the command line that starts it"
		choose.Act = kit.Start(s.askProgram)
		into.Refusal, into.Act = "", choose.Act
	case at.slot != nil:
		choose.Short, choose.Help = "remove", "remove this learner"
		into.Refusal = kit.TextUnless(s.canFocus(at.slot.Fields), at.Name+" takes no parameters")
		into.Act = kit.Do(func() { s.into(at.slot.Fields) })
	}
	copied := kit.Command{
		Name: "duplicate", Key: "D", Short: "copy", Help: "choose this learner once more, with other parameters",
		Refusal: kit.TextUnless(at.slot != nil, "only a chosen learner can be duplicated"), Act: kit.Try(s.duplicate),
	}
	return []kit.Command{choose, copied, into}
}

func (s *Screen) comparisonsCommand() kit.Command {
	return kit.Command{
		Name: "comparisons", Argument: "[NAME]", Key: "n", Short: "comparisons", Help: "comparisons by name, among them those of papers",
		Act: kit.Try(func(name string) error {
			s.comparisons.read()
			if name != "" {
				if err := s.comparisons.find(name); err != nil {
					return err
				}
				return s.takeComparison("")
			}
			s.page = comparisonPage
			return nil
		}),
	}
}

func (s *Screen) moveCommands() []kit.Command {
	by := func(n int) func() { return func() { s.moveBy(n) } }
	return kit.InGroup(moving, []kit.Command{
		{Name: "up", Key: "↑ k", Help: "to the line above", Act: kit.Do(by(-1))},
		{Name: "down", Key: "↓ j", Help: "to the line below", Act: kit.Do(by(1))},
		{Name: "first", Key: "home g", Help: "to the beginning of the list", Act: kit.Do(by(-far))},
		{Name: "last", Key: "end G", Help: "to the end of the list", Act: kit.Do(by(far))},
	})
}

const far = 1 << 20 // more than any list is long

func (s *Screen) sectionCommands() []kit.Command {
	turn := func(by section) func() { return func() { s.goTo((s.section + by) % sections) } }
	list := []kit.Command{
		{
			Name: "next-section", Key: "tab", Short: "next section", Help: "from scenarios to learners, then to parameters",
			Group: moving, Act: kit.Do(turn(1)),
		},
		{Name: "previous-section", Key: "shift+tab", Help: "to the section before", Group: moving, Act: kit.Do(turn(sections - 1))},
		{
			Name: "share", Key: "C f4", Short: "share", Help: "show the choice as a command line and as a file",
			Act: kit.Do(func() { s.page, s.offset = sharePage, 0 }),
		},
	}
	for to, name := range [sections]string{"scenarios", "learners", "parameters"} {
		number := string(rune('1' + to))
		does := [sections]string{"what to play", "who plays", "ε, horizon, seed, and what scenario and learners take"}[to]
		list = append(list, kit.Command{
			Name: name, Key: number, Help: "choose " + does, Group: moving, Act: kit.Do(func() { s.goTo(section(to)) }),
		})
	}
	return list
}

func (s *Screen) filteringCommands() []kit.Command {
	choose := s.startCommand()
	if s.section == learnerSection {
		at, ok := s.learners.current()
		choose = kit.Command{Name: "choose", Key: "enter", Short: "choose", Help: "choose the learner at the cursor"}
		if at.slot != nil {
			choose.Short, choose.Help = "remove", "remove the learner at the cursor"
		}
		choose.Refusal = kit.TextUnless(ok && !at.heading(), "no learner is at the cursor")
		choose.Act = kit.Try(func(string) error { defer s.filter().clear(); return s.learners.toggle("") })
		if ok && s.learners.isTyped(at) {
			choose.Act = kit.Start(s.askProgram)
		}
	}
	list := []kit.Command{choose}
	if s.asksFirst() {
		list = []kit.Command{s.openCommand()}
	}
	for _, move := range s.moveCommands()[:2] { // their letters are typed
		move.Short = move.Name
		list = append(list, move)
	}
	keep := kit.Command{
		Name: "keep", Key: "tab", Short: "to the list", Help: "keep the filter and go to the list",
		Act: kit.Do(func() { s.filter().typing = false }),
	}
	return append(list, keep, s.showAllCommand())
}

func (s *Screen) showAllCommand() kit.Command {
	return kit.Command{
		Name: "show-all", Key: "esc", Short: "show all", Help: "clear the filter", Act: kit.Do(s.filter().clear),
	}
}

func (s *Screen) comparisonCommands() []kit.Command {
	list := []kit.Command{
		{
			Name: "choose", Key: "enter space", Short: "choose", Help: "show this comparison",
			Act: kit.Try(s.takeComparison),
		},
		{
			Name: "leave", Key: "esc n", Short: "back to the choice", Help: "back to the choice",
			Group: moving, Act: kit.Do(func() { s.page = noPage }),
		},
	}
	if _, first, last := s.comparisons.family(); first < last {
		list = append(
			list,
			kit.Command{
				Name: "next-variant", Key: "→ l", Short: "panel and ε", Help: "next panel or ε of the figure",
				Act: kit.Do(func() { s.comparisons.turn(1) }),
			},
			kit.Command{
				Name: "previous-variant", Key: "← h", Short: "panel and ε",
				Help: "previous panel or ε of the figure", Act: kit.Do(func() { s.comparisons.turn(-1) }),
			},
		)
	}
	return append(list, s.moveCommands()...)
}

// namedCommands need no cursor: their argument names what is meant, as on the command line.
func (s *Screen) namedCommands() []kit.Command {
	named := func(name, argument, does string, run func(string) error) kit.Command {
		return kit.Command{Name: name, Argument: argument, Help: does, Act: kit.Try(run)}
	}
	return kit.InGroup(naming, []kit.Command{
		named("field", "NAME [VALUE]", "go to a parameter, or set it", func(text string) error {
			s.refresh()
			name, value, _ := strings.Cut(text, " ")
			if !s.form.Find(name) {
				return fmt.Errorf("field %s: no such parameter of this choice", param.Printable(name))
			}
			s.goTo(parameterSection)
			if value == "" {
				return nil
			}
			return set(s.form.Focus())(value)
		}),
		{
			Name: "program", Argument: "COMMAND",
			Help: "your own program…: choose the program that this command line starts",
			Act:  kit.Start(s.programNamed),
		},
		named("scenario", "NAME", "choose a scenario, in the notation of --scenario", s.scenarioNamed),
		named("learner", "ID", "choose a learner, in the notation of --learner", s.learnerNamed),
		named("remove", "ID", "remove a learner", s.learners.remove),
		named("epsilon", "X", "set the privacy parameter of the run", set(s.run.epsilon)),
		named("horizon", "N", "set the number of rounds", set(s.run.horizon)),
		named("seed", "N", "set the seed", set(s.run.seed)),
		named("channel", "ID", "set the local channel (see --channel)", set(s.run.channel)),
	})
}

// set returns a function that sets a field, or returns the error of a value that the field refuses.
func set(f *form.Field) func(string) error {
	return func(text string) error {
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
func (s *Screen) askProgram(string) (tea.Cmd, error) {
	s.learners.clear()
	s.typeCommand("program ")
	return nil, nil
}
