package tour

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/kit/letters"
)

// View draws nothing over the screen.
func (t *Tour) View(kit.Rect) kit.Block { return nil }

// Foot leaves the foot to the keys.
func (t *Tour) Foot(int) string { return "" }

// leastBeside is how many lines a screen has at least where all that a stop says is shown
// below it; in lower terminals it is shown piece by piece.
const leastBeside = 15

// NeedsRoom reports whether a screen should do without its title, in so many lines.
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
	style, width, height := t.program.Theme(), 0, 0
	width, height = t.program.Size()
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
		answer, err := t.Answer()
		if err != nil {
			answer = err.Error()
		}
		if t.fits(kit.Wrap(t.ask, width, 0), kit.Wrap(answer, width, 0)) {
			say(t.ask, style.Accent)
		}
		say(answer, style.Text)
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
