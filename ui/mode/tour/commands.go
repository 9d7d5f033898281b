package tour

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
)

// The headings of the commands.
const (
	touring = "Lesson"
	program = "Program"
)

// Commands puts those of a lesson under way first, and adds those that begin one.
func (t *Tour) Commands(below []kit.Command) []kit.Command {
	if t.open != nil {
		below = append(below, t.openers()...)
	}
	own := t.Keys()
	return append(own, kit.WithoutKeys(below, own)...)
}

// openers list the lessons, on the setup screen by a key, and begin one.
func (t *Tour) openers() []kit.Command {
	key := ""
	if t.program.Choosing() && !t.program.Typing() {
		key = "L"
	}
	list := kit.Keyed(program, "lessons", "lessons", key, "list the lessons, and begin one", kit.Call(func() { t.program.TypeCommand("lesson ") }), key)
	begin := kit.Taking("NAME", kit.Keyed(program, "lesson", "", "", "begin a lesson: a guided tour with questions", kit.Look(t.read)))
	begin.Choices = Choices
	if key == "" {
		list.Key, list.Short = kit.Bind("", list.Does()), ""
	}
	return kit.Commands(nil, []kit.Command{list, begin})
}

// Choices are the program's lessons.
func Choices() []kit.Choice {
	var choices []kit.Choice
	for _, l := range lesson.All() {
		choices = append(choices, kit.Choice{Value: l.Name, About: l.Title + ": " + l.About})
	}
	return choices
}

// Keys are the commands of a lesson under way. While something is typed, no key is one of
// them.
func (t *Tour) Keys() []kit.Command {
	if !t.Open() || t.program.Typing() {
		return nil
	}
	if !t.On() {
		return kit.Commands(nil, []kit.Command{
			kit.Keyed(touring, "return", "lesson", "f2", "return to the lesson, at its stop", kit.CallCmd(func() tea.Cmd { return t.ToStop(t.at) }), "f2"),
		})
	}
	next := kit.Keyed(touring, "next-stop", t.short(), "space", "go on with the lesson", kit.CallCmd(t.GoOn), " ")
	back := kit.Keyed(touring, "previous-stop", "back", "b", "back to the stop before", kit.CallCmd(func() tea.Cmd { return t.ToStop(t.at - 1) }), "b")
	if t.at == 0 {
		back.Refusal = "this is the first stop"
	}
	explore := kit.Keyed(touring, "explore", "explore", "esc", "leave the lesson for free exploration; f2 returns", kit.Call(t.leave), "esc")
	if t.program.Closes() {
		explore.Key = kit.Bind("", explore.Does()) // what is open is closed first
	}
	list := []kit.Command{next, back, explore}
	if t.arrived && !t.asked && !t.answered && t.apart() { // scripts need not know how low the terminal is
		list[0].Key = kit.Bind("", next.Does())
		question := kit.Keyed(touring, "question", "question", "space", "show the question of the stop", kit.Call(t.showQuestion), " ")
		list = append([]kit.Command{question}, list...)
	}
	return kit.Commands(nil, list)
}

// short is what space leads to, in a word.
func (t *Tour) short() string {
	switch {
	case t.lesson.Stops[t.at].Bet != "" && !t.answered:
		return "reveal"
	case t.ask != "" && !t.answered:
		return "answer"
	case t.at == len(t.lesson.Stops)-1:
		return "end"
	}
	return "go on"
}

func (t *Tour) leave() {
	t.away, t.way = true, nil
	t.program.Resize()
}

func (t *Tour) showQuestion() {
	t.asked = true
	t.program.Resize()
}
