package playback

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
)

// minBeside is the least number of rows for the screen beside all texts of a stop. In lower
// terminals, the texts are shown one at a time.
const minBeside = 15

// A paragraph is a text of a stop in its style.
type paragraph struct {
	text  string
	style lipgloss.Style
}

// words returns the texts of a lesson's stop. They take as many rows before the question as after
// it.
func (x *Exercise) words() []string {
	p := x.player
	style := p.program.Theme()
	width, height := p.program.Size()
	title := fmt.Sprintf("%s · %d of %d", p.lesson.Title, p.at+1, len(p.stops))
	why := x.why
	if x.asks.Reach != "" {
		why = "" // it is a part of the question
	}
	now := x.told(why)
	switch {
	case x.answered:
		now = x.answering()
		if x.verdict != "" {
			title = fmt.Sprintf("%d of %d · %s", p.at+1, len(p.stops), x.verdict)
		}
	case x.asked && x.apart():
		now = x.asking(why)
	}
	switch {
	case x.answered || !x.asks.Checked():
	case p.program.Pulls():
		title += " · answer after the game, or h"
	case x.game && !x.asked:
		title += " · space, then answer"
	}
	draw := func(all []paragraph) (lines []string) {
		rows := kit.BigRoom(height) // rows left for large letters
		for _, one := range all {
			said := p.program.Spoken(one.text, rows, one.style)
			lines, rows = append(lines, said...), rows-len(said)
		}
		return lines
	}
	lines := draw(now)
	if x.asks.Ask != "" {
		for _, other := range [][]paragraph{x.told(x.longest()), x.asking(""), x.asking(x.longest()), x.answering()} {
			lines = append(lines, make([]string, max(len(draw(other))-len(lines), 0))...)
		}
	}
	return append([]string{kit.FitLine(style.Title.Render(title), width)}, lines...)
}

// told returns the text and, if there is room, the question.
func (x *Exercise) told(why string) []paragraph {
	say := []paragraph{{x.say, x.player.program.Theme().Text}}
	if x.asks.Ask == "" || x.apart() {
		return say
	}
	return append(say, x.asking(why)...)
}

// asking returns the question, with a sentence about the newest answer.
func (x *Exercise) asking(why string) []paragraph {
	style := x.player.program.Theme()
	said := paragraph{why, style.Warn}
	all := []paragraph{{x.asks.Ask, style.Accent}}
	for _, line := range x.offered() {
		all = append(all, paragraph{line, style.Text})
	}
	if why != "" && !x.fits(append(all, paragraph{text: x.longest()})) {
		all[0] = said
		return all
	}
	return append(all, said)
}

// answering returns the answer, below as much of the question as there is room for.
func (x *Exercise) answering() []paragraph {
	style := x.player.program.Theme()
	all := []paragraph{{x.asks.Ask, style.Accent}, {"", style.Text}, {x.asks.Answer, style.Text}}
	for i, c := range x.asks.Choices {
		if c.Why == "" {
			all[1].text = x.offered()[i]
		}
	}
	for len(all) > 1 && !x.fits(all) {
		all = append(all[:len(all)-2], all[len(all)-1])
	}
	return all
}

// offered returns the lines below the question: its choices, or what to type or to do.
func (x *Exercise) offered() []string {
	q := &x.asks
	switch typed := x.typed.View(24, true); {
	case q.Reach != "":
		return []string{x.why}
	case q.Arm != "":
		return []string{"Type the number of an arm, then enter: " + typed}
	case q.Round != "":
		return []string{"c and ← → move a cursor, or type a round; then enter: " + typed}
	case q.Number != "":
		return []string{"Type a number, then enter: " + typed}
	}
	var lines []string
	for i, c := range x.asks.Choices {
		key := strconv.Itoa(i + 1)
		if x.player.program.Pulls() || x.game && !x.asked {
			key = "·" // the key pulls an arm
		}
		lines = append(lines, key+" "+c.Text)
	}
	return lines
}

// fits reports whether the screen keeps enough rows beside paragraphs.
func (x *Exercise) fits(all []paragraph) bool {
	width, height := x.player.program.Size()
	rows := 2 // title and foot
	for _, one := range all {
		if one.text != "" {
			rows += len(kit.Wrap(one.text, width, 0))
		}
	}
	return height-rows >= minBeside
}

// apart reports whether the question does not fit below the text, so it replaces the text.
func (x *Exercise) apart() bool {
	return x.asks.Ask != "" && !x.fits(append(x.asking(x.longest()), paragraph{text: x.say}))
}

// longest returns a text as long as the longest about a wrong answer.
func (x *Exercise) longest() string {
	q := &x.asks
	long := ""
	if q.Typed() {
		long = strings.Repeat("You answered", 5)
	}
	for _, c := range x.asks.Choices {
		if len(c.Why)+12 > len(long) {
			long = "1 is wrong: " + c.Why
		}
	}
	return long
}
