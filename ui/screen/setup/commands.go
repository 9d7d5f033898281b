package setup

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// The headings of the commands.
const (
	choosing = "Choose"
	moving   = "Move"
	naming   = "By name"
)

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	var list []kit.Command
	switch {
	case s.sharing:
		leave := kit.Keyed(moving, "leave", "back to the choice", "esc c f2", "back to the choice", kit.Call(func() { s.sharing = false }), "esc", "c", "f2")
		list = append([]kit.Command{leave, s.startCommand()}, s.moveCommands()...)
	case s.browsing:
		list = s.browsingCommands()
	case s.filtering():
		list = append(s.filteringCommands(), s.namedCommands()...)
	case s.section == parameterSection && s.typedProgram != nil && s.form.Focus() == s.typedProgram.field:
		list = slices.Concat(s.programCommands(), s.form.Commands(moving), s.sectionCommands(), s.namedCommands())
	case s.section == parameterSection:
		leave := kit.Keyed(moving, "leave", "learners", "esc", "back to the learners", kit.Call(func() { s.goTo(learnerSection) }), "esc")
		list = slices.Concat([]kit.Command{s.startCommand()}, s.form.Commands(moving), []kit.Command{leave, s.lineupsCommand()}, s.sectionCommands(), s.namedCommands())
	default:
		list = slices.Concat(s.listCommands(), s.sectionCommands(), s.namedCommands())
	}
	if s.Typing() {
		list = kit.WhileTyping(list)
	}
	return kit.Commands(s.around, list)
}

// Update handles a message; commands read files, or start the run.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if list := s.Commands(); kit.ForKey(list, msg) != nil {
			return kit.RunKey(list, msg)
		}
		cmd, _ := s.around(func() (tea.Cmd, error) { s.typed(msg); return nil, nil })
		return cmd
	case tea.MouseMsg:
		cmd, _ := s.around(func() (tea.Cmd, error) { return nil, s.click(msg) })
		return cmd
	}
	if read, _ := s.reading.Update(msg); read != nil {
		return s.onRead(read)
	}
	return nil
}

// around does something that may change the choice, and draws the consequences.
func (s *Screen) around(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	s.refusal, s.waiting = "", false
	cmd, err := do()
	if err != nil {
		s.refusal = err.Error()
	}
	s.refresh()
	if editing := s.Typing() && slices.Contains(s.entries[s.entry].Fields, s.form.Focus()); cmd == nil && !editing {
		cmd = s.read() // the file or folder whose name is complete
	}
	return cmd, err
}

// Typing reports whether characters are typed into a field just now, so that none
// of them is a key.
func (s *Screen) Typing() bool {
	return s.filtering() || (!s.sharing && !s.browsing && s.form.Typing())
}

// typed gives a key that has no command to the field that it is typed into.
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
	start := kit.Keyed(choosing, "start", "start", "enter", "start the run", kit.Look(s.start), "enter")
	if s.asksFirst() {
		start.Key = kit.Bind("", start.Does())
	}
	return start
}

// asksFirst reports whether enter asks what is to be run: arms of one's own, or a file.
func (s *Screen) asksFirst() bool {
	return s.section == scenarioSection && s.entries[s.entry].Unanswered()
}

// openCommand goes to the fields of the scenario at the cursor.
func (s *Screen) openCommand() kit.Command {
	e := s.entries[s.entry]
	open := kit.Keyed(moving, "open", "", "→ l space", "go to the scenario's parameters", kit.Call(func() {
		s.filters[scenarioSection].typing = false
		s.into(e.Fields)
	}), "right", "l", " ")
	open.Refusal = kit.Unless(len(e.Fields) > 0, "this scenario takes no parameters")
	if s.asksFirst() {
		open.Key, open.Short = kit.Bind("enter → l space", "type the "+e.Fields[0].Name, "enter", "right", "l", " "), "type the "+e.Fields[0].Name
	}
	return open
}

// listCommands are those of the lists of scenarios and of learners.
func (s *Screen) listCommands() []kit.Command {
	list := []kit.Command{s.startCommand()}
	if s.filter().active() {
		list = append(list, s.showAllCommand())
	}
	if s.section == learnerSection {
		list = append(list, s.learnerCommands()...)
	}
	list = append(list, s.lineupsCommand(), kit.Taking("[TEXT]", kit.Keyed(choosing, "find", "find", "/", "find by name, paper or family", kit.CallWith(s.find), "/")))
	if s.section == scenarioSection {
		list = append(list, s.openCommand())
	}
	return append(list, s.moveCommands()...)
}

// learnerCommands are those about the learner at the cursor.
func (s *Screen) learnerCommands() []kit.Command {
	at, ok := s.at()
	choose := kit.Refusing(kit.Unless(ok, "no learner is at the cursor"), kit.Keyed(choosing, "choose", "choose", "space", "choose this learner", kit.CallErr(s.toggle), " "))
	into := kit.Refusing("this learner is not chosen: space chooses it", kit.Keyed(moving, "open", "", "→ l", "go to its parameters", kit.Call(func() {}), "right", "l"))
	switch {
	case at.heading():
		choose.Short, choose.Key = "unfold", kit.Bind("space", "show or hide these learners", " ")
		into.Refusal, into.Run = "", kit.Call(func() { s.unfolded[at.reason] = true })
	case ok && s.isTyped(at):
		choose.Short, choose.Key = "type the command", kit.Bind("space", "type the command line that starts it", " ")
		into.Refusal, into.Run = "", kit.CallErr(s.askProgram)
	case at.slot != nil:
		choose.Short, choose.Key = "remove", kit.Bind("space", "take this learner away", " ")
		into.Refusal = kit.Unless(s.canFocus(at.slot.Fields), at.Name+" takes no parameters")
		into.Run = kit.Call(func() { s.into(at.slot.Fields) })
	}
	copied := kit.Keyed(choosing, "duplicate", "copy", "d", "choose this learner once more, with other parameters", kit.CallErr(s.duplicate), "d")
	return []kit.Command{choose, kit.Refusing(kit.Unless(at.slot != nil, "only a chosen learner can be duplicated"), copied), into}
}

func (s *Screen) lineupsCommand() kit.Command {
	return kit.Taking("[NAME]", kit.Keyed(choosing, "comparisons", "comparisons", "n", "named comparisons", kit.CallWith(func(name string) error {
		if name != "" {
			return s.takeNamed(name)
		}
		s.browsing = true
		return nil
	}), "n"))
}

func (s *Screen) moveCommands() []kit.Command {
	move := func(name, keys, does string, n int, on ...string) kit.Command {
		return kit.Keyed(moving, name, "", keys, does, kit.Call(func() { s.moveBy(n) }), on...)
	}
	return []kit.Command{
		move("up", "↑ k", "up", -1, "up", "k"), move("down", "↓ j", "down", 1, "down", "j"),
		move("first", "home g", "to the first", -far, "home", "g"), move("last", "end G", "to the last", far, "end", "G"),
	}
}

// far is further than any list is long.
const far = 1 << 20

// sectionCommands go to the sections, and show the choice.
func (s *Screen) sectionCommands() []kit.Command {
	turn := func(by section) kit.Action {
		return kit.Call(func() { s.goTo((s.section + by) % sections) })
	}
	list := []kit.Command{
		kit.Keyed(moving, "next-section", "next section", "tab", "next section", turn(1), "tab"),
		kit.Keyed(moving, "previous-section", "", "shift+tab", "previous section", turn(sections-1), "shift+tab"),
		kit.Keyed(choosing, "share", "share", "c f2", "the choice as a command line and as a file", kit.Call(func() { s.sharing, s.offset = true, 0 }), "c", "f2"),
	}
	for to, name := range [sections]string{"scenarios", "learners", "parameters"} {
		number := string(rune('1' + to))
		list = append(list, kit.Keyed(moving, name, "", number, "go to the "+name, kit.Call(func() { s.goTo(section(to)) }), number))
	}
	return list
}

// filteringCommands are those while a filter is typed.
func (s *Screen) filteringCommands() []kit.Command {
	choose := s.startCommand()
	if s.section == learnerSection {
		at, ok := s.at()
		choose.Name, choose.Short, choose.Key = "choose", "choose", kit.Bind("enter", "choose the learner at the cursor", "enter")
		if at.slot != nil {
			choose.Short, choose.Key = "remove", kit.Bind("enter", "take the learner at the cursor away", "enter")
		}
		choose.Refusal = kit.Unless(ok && !at.heading(), "no learner is at the cursor")
		choose.Run = kit.CallErr(func() error { defer s.filter().clear(); return s.toggle() })
	}
	list := []kit.Command{choose}
	if s.asksFirst() {
		list = []kit.Command{s.openCommand()}
	}
	for _, move := range s.moveCommands()[:2] { // their letters are typed
		move.Short = move.Name
		list = append(list, move)
	}
	keep := kit.Keyed(choosing, "keep", "to the list", "tab", "keep the filter and go to the list", kit.Call(func() { s.filter().typing = false }), "tab")
	return append(list, keep, s.showAllCommand())
}

func (s *Screen) showAllCommand() kit.Command {
	return kit.Keyed(choosing, "show-all", "show all", "esc", "take the filter away", kit.Call(s.filter().clear), "esc")
}

// browsingCommands are those of the list of named comparisons.
func (s *Screen) browsingCommands() []kit.Command {
	list := []kit.Command{
		kit.Keyed(choosing, "choose", "choose", "enter space", "put the comparison on the screen", kit.CallErr(s.takeLineup), "enter", " "),
		kit.Keyed(moving, "leave", "back to the choice", "esc n", "back to the choice", kit.Call(func() { s.browsing = false }), "esc", "n"),
	}
	if f := s.families()[s.family()]; f[0] < f[1] {
		list = append(
			list,
			kit.Keyed(choosing, "next-variant", "panel and ε", "→ l", "next panel or ε of the figure", kit.Call(func() { s.turnLineup(1) }), "right", "l"),
			kit.Keyed(choosing, "previous-variant", "panel and ε", "← h", "previous panel or ε of the figure", kit.Call(func() { s.turnLineup(-1) }), "left", "h"),
		)
	}
	return append(list, s.moveCommands()...)
}
