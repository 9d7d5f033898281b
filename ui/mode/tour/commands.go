package tour

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/kit/letters"
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
	return kit.Over(t.Keys(), below)
}

// openers list the lessons, on the setup screen by a key, and begin one.
func (t *Tour) openers() []kit.Command {
	key := ""
	if t.program.Choosing() && !t.program.Typing() {
		key = "L"
	}
	list := kit.Command{
		Name: "lessons", Key: key, Short: "lessons", Help: "list the lessons, and begin one",
		Group: program, Do: func() { t.program.TypeCommand("lesson ") },
	}
	begin := kit.Command{
		Name: "lesson", Argument: "NAME", Help: "begin a lesson: a guided tour with questions",
		Group: program, With: t.read,
	}
	begin.Choices = Choices
	if key == "" {
		list.Short = ""
	}
	return []kit.Command{list, begin}
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
		return []kit.Command{
			{
				Name: "return", Key: "f2", Short: "lesson", Help: "return to the lesson, at its stop",
				Group: touring, Run: func() tea.Cmd { return t.ToStop(t.at) },
			},
		}
	}
	next := kit.Command{
		Name: "next-stop", Key: "space", Short: t.short(), Help: "go on with the lesson", Group: touring,
		Run: t.GoOn,
	}
	back := kit.Command{
		Name: "previous-stop", Key: "b", Short: "back", Help: "back to the stop before", Group: touring,
		Run: func() tea.Cmd { return t.ToStop(t.at - 1) },
	}
	back.Refusal = kit.Unless(t.at > 0, "this is the first stop")
	explore := kit.Command{
		Name: "explore", Key: "esc", Short: "explore",
		Help: "leave the lesson for free exploration; f2 returns", Group: touring, Do: func() {
			t.away, t.way = true, nil
			t.program.Resize()
		},
	}
	if t.program.Closes() {
		explore.Key = "" // what is open is closed first
	}
	list := []kit.Command{next, back, explore}
	if t.arrived && !t.asked && !t.answered && t.apart() { // scripts need not know how low the terminal is
		list[0].Key = ""
		question := kit.Command{
			Name: "question", Key: "space", Short: "question", Help: "show the question of the stop",
			Group: touring, Do: func() {
				t.asked = true
				t.program.Resize()
			},
		}
		list = append([]kit.Command{question}, list...)
	}
	return list
}

// short is what space leads to, in a word.
func (t *Tour) short() string {
	switch {
	case t.ask != "" && !t.answered:
		return "answer"
	case t.at == len(t.lesson.Stops)-1:
		return "end"
	}
	return "go on"
}

// leastBeside is how many lines a screen has at least where all that a stop says is shown
// below it; in lower terminals it is shown piece by piece.
const leastBeside = 15

// NeedsRoom reports whether a screen of height lines should do without its title.
func (t *Tour) NeedsRoom(height int) bool { return t.On() && height < leastBeside }

// fits reports whether the screen keeps enough lines beside these of a stop.
func (t *Tour) fits(lines ...[]string) bool {
	_, height := t.program.Size()
	return height-2-len(slices.Concat(lines...)) >= leastBeside // title and foot
}

// apart reports whether the question of the stop has no room below what is said, and
// takes its place.
func (t *Tour) apart() bool {
	width, _ := t.program.Size()
	return t.ask != "" && !t.fits(kit.Wrap(t.say, width, 0), kit.Wrap(t.ask, width, 0))
}

// Below are the lines below the screen: what the lesson says.
func (t *Tour) Below() []string {
	style := t.program.Theme()
	width, height := t.program.Size()
	switch {
	case !t.Open():
		return nil
	case t.away:
		return kit.Styled(fmt.Sprintf("Lesson %s, stop %d: free exploration. f2 returns to the stop.", t.lesson.Name, t.at+1), width, 0, style.Faint)
	case !t.arrived:
		return nil
	}
	lines := kit.Styled(fmt.Sprintf("%s · %d of %d", t.lesson.Title, t.at+1, len(t.lesson.Stops)), width, 0, style.Title)
	rows := letters.Room(height) // that large letters may have, all in all
	say := func(text string, style lipgloss.Style) {
		said := t.program.Spoken(text, rows, style)
		lines, rows = append(lines, said...), rows-len(said)
	}
	switch {
	case t.answered:
		if t.fits(kit.Wrap(t.ask, width, 0), kit.Wrap(t.answer, width, 0)) {
			say(t.ask, style.Accent)
		}
		say(t.answer, style.Text)
	case t.apart() && t.asked:
		say(t.ask, style.Accent)
	case t.apart():
		say(t.say, style.Text)
	default:
		say(t.say, style.Text)
		say(t.ask, style.Accent)
	}
	for _, refused := range t.refused {
		say(refused, style.Warn)
	}
	return lines
}
