package playback

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/lesson"
)

// An Exercise is the text and the question of a lesson's stop.
type Exercise struct {
	player   *Player
	since    time.Time // when the question, or the text, was shown
	arrived  bool      // the text is shown: the stop's commands have run, or a screen is still searching
	asked    bool      // the question is shown in place of the text
	answered bool
	settled  bool   // and the commands after the answer have run
	game     bool   // the stop's run is a game,
	pulls    bool   // which goes on
	say      string // with the run's numbers, as asks
	asks     lesson.Question

	typed   form.Line // part of an answer
	last    string    // the newest wrong answer
	why     string    // it is wrong
	right   bool
	verdict string // after the answer
}

// arrive fills the run's numbers into the texts of a lesson's stop, once the run is in place.
func (x *Exercise) arrive() {
	p := x.player
	stop, shot := p.lesson.Stops[p.at], p.program.Scene()
	var wrong error
	fill := func(text string) string {
		filled, err := lesson.Fill(text, shot)
		wrong = cmp.Or(wrong, err)
		return filled
	}
	x.say, x.asks = fill(stop.Say), stop.Question
	x.asks.Ask, x.asks.Answer, x.asks.Choices = fill(stop.Ask), lesson.Blank(stop.Answer), slices.Clone(stop.Choices)
	if stop.Then == nil {
		x.asks.Answer = fill(stop.Answer)
	}
	for i, c := range x.asks.Choices {
		x.asks.Choices[i] = lesson.Choice{Text: fill(c.Text), Why: fill(c.Why)}
	}
	p.report(p.at, "say", cmp.Or(wrong, stop.Holds(shot)))
	p.report(p.at, "ask", x.asks.Test(shot))
	x.arrived, x.game, x.since = true, p.program.Now().Pulls, p.clock.Now()
	x.pulls = x.game
	p.program.Resize()
	at := p.at
	p.note(func(m *lesson.Mark) { m.Stop = at })
}

// question returns the question that can be answered now, or nil: not before a game is over, whose
// pulls use the same keys.
func (x *Exercise) question() *lesson.Question {
	p := x.player
	if p.lesson == nil || !p.On() || !in[*waiting](p) || !x.arrived || x.answered || x.waits() ||
		p.program.Now().Played || p.program.Now().Pulls {
		return nil
	}
	if q := &x.asks; q.Checked() {
		return q
	}
	return nil
}

// ready reports whether the stop stands, so that its question is shown and has the keys.
func (x *Exercise) ready() bool {
	p := x.player
	return x.arrived && p.at >= 0 && p.next > p.stops[p.at].shows
}

// Onward returns the command with which enter goes on if nothing else has that key; nil while a question is shown.
func (x *Exercise) Onward() *kit.Command {
	if x.question() != nil {
		return nil
	}
	return kit.ForKey(x.player.Keys(), tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")})
}

// waits reports whether a key must open the question first, because there is no room for it yet, or
// because keys for the game may come late.
func (x *Exercise) waits() bool { return (x.game || x.apart()) && !x.asked }

// Open opens the question.
func (x *Exercise) Open() {
	x.asked, x.since = true, x.player.clock.Now()
	x.player.program.Resize()
}

// apartFrom reports whether a key opens the question first.
func (x *Exercise) apartFrom() bool {
	return x.ready() && !x.answered && x.asks.Ask != "" && x.waits()
}

const mostAnswers = 9 // to choose from

// table declares the answers to a question.
func (x *Exercise) table() []kit.Command {
	asked := func() bool { q := x.question(); return q != nil && q.Reach == "" }
	typed := func() bool { return asked() && x.typed.Text() != "" }
	list := []kit.Command{{
		Name: "answer", Argument: "[NUMBER]", Help: "answer the question with a number", In: asked, Act: kit.With(x.answer),
		Now: func(c *kit.Command) {
			switch {
			case typed():
				c.Key, c.Short = "enter", "answer"
			case x.asks.Round != "" && x.player.program.Now().Cursor > 0:
				c.Key, c.Short, c.Help = "enter", "answer", "answer with the round at the cursor"
			}
		},
	}}
	for i := range mostAnswers {
		n := strconv.Itoa(i + 1)
		list = append(list, kit.Command{
			Name: "answer-" + n, Key: n, Short: "answer", In: func() bool { return asked() && i < len(x.asks.Choices) },
			Act: kit.Run(func() tea.Cmd {
				cmd, err := x.answer(n)
				x.player.program.Say(err)
				return cmd
			}),
			Now: func(c *kit.Command) { c.Help = x.asks.Choices[i].Text },
		})
	}
	return kit.InGroup(Group, kit.InClass(kit.Over|kit.Stays, append(list, kit.Command{
		Name: "clear-answer", Key: "esc", Help: "delete the answer", In: typed, Act: kit.Do(func() { x.typed.SetText("") }),
	})))
}

// aMoment is too short to read a question. A key that would skip it so soon was meant for what the screen
// showed before.
const aMoment = 400 * time.Millisecond

// Early takes a key that comes too soon to be meant for the question, or that looks like an answer but
// is none, and returns what to say about it; empty: it is neither.
func (x *Exercise) Early(msg tea.KeyMsg) string {
	q, p := x.question(), x.player
	if q == nil || p.program.Now().Typing {
		return ""
	}
	c := kit.ForKey(p.Keys(), msg)
	switch key := msg.String(); {
	case c != nil && c.Name == "next-stop" && p.clock.Now().Sub(x.since) < aMoment:
		return "this is a question: answer it, or " + cmp.Or(strings.TrimSpace(key), "space") + " shows the answer"
	case c == nil && len(q.Choices) > 0 && (key == "enter" || len(key) == 1 && key >= "0" && key <= "9"):
		return fmt.Sprintf("the answers are 1 to %d; tab reaches the panels", len(q.Choices))
	}
	return ""
}

// Type takes a key of a typed answer, and reports whether it is one. The first character must begin a
// number, because others are commands; then all belong to the answer.
func (x *Exercise) Type(msg tea.KeyMsg) bool {
	q, begun := x.question(), x.typed.Text() != ""
	switch {
	case q == nil || !q.Typed() || x.player.program.Now().Typing || msg.Alt:
		return false
	case begun && (msg.Type == tea.KeySpace || slices.Contains(editing, msg.Type)):
	case msg.Type != tea.KeyRunes || !begun && !msg.Paste && !lesson.Begins(string(msg.Runes)):
		return false
	}
	x.typed.Press(msg)
	return true
}

// editing lists the keys that edit an answer.
var editing = []tea.KeyType{tea.KeyBackspace, tea.KeyDelete, tea.KeyLeft, tea.KeyRight, tea.KeyHome, tea.KeyEnd}

// answer judges an answer: a text, or what was typed, or the round at the cursor.
func (x *Exercise) answer(text string) (tea.Cmd, error) {
	q := x.question()
	if text == "" {
		text = strings.TrimSpace(x.typed.Text())
	}
	if round := x.player.program.Now().Cursor; text == "" && q.Round != "" && round > 0 {
		text = strconv.Itoa(round)
	}
	right, why, err := q.Judge(text, x.player.program.Scene())
	if err != nil {
		return nil, fmt.Errorf("answer %s: %w", text, err)
	}
	x.typed.SetText("")
	x.last, x.why, x.right = text, why, right
	x.noteFirst(right)
	if !right && len(q.Choices) > 0 {
		x.why = text + " is wrong: " + why
	}
	if !right {
		return nil, nil
	}
	return x.player.state.goOn(x.player), nil
}

// Watch goes on if the screen has reached what a question asks for.
func (x *Exercise) Watch() tea.Cmd {
	pulls := x.arrived && x.player.program.Now().Pulls
	if x.game = x.game || pulls; x.pulls && !pulls { // keys that were pressed for the game are still to come
		x.asked = false
	}
	x.pulls = pulls
	q := x.question()
	if q == nil || q.Reach == "" || x.player.program.Now().RunBusy || x.player.program.Scene() == nil {
		return nil
	}
	right, why, err := q.Judge("", x.player.program.Scene())
	if !right || err != nil {
		x.why = why
		return nil
	}
	x.right = true
	x.noteFirst(true)
	x.player.state.enter(x.player) // what was reached stays there to see
	return x.player.state.goOn(x.player)
}

// noteFirst remembers whether the first answer to the question was right.
func (x *Exercise) noteFirst(right bool) {
	at := x.player.at
	if !x.asks.Checked() {
		return
	}
	x.player.note(func(m *lesson.Mark) {
		if slices.Contains(m.Asked, at) {
			return
		}
		if m.Asked = append(m.Asked, at); right {
			m.Right++
		} else {
			m.Missed = append(m.Missed, at)
		}
	})
}

// settle fills in the answer's numbers after the commands that follow it, and reports if those do not reach what the
// question asks for.
func (x *Exercise) settle() {
	p := x.player
	if x.settled = x.answered; !x.settled || x.asks.Then == nil {
		return
	}
	var wrong error
	x.asks.Answer, wrong = lesson.Fill(p.lesson.Stops[p.at].Answer, p.program.Scene())
	p.report(p.at, "answer", wrong)
	if !p.Unattended || x.asks.Reach == "" {
		return
	}
	if right, why, _ := x.asks.Judge("", p.program.Scene()); !right {
		p.report(p.at, "then", errors.New(why))
	}
}

func (x *Exercise) conclude() {
	x.answered = true
	x.typed.SetText("")
	x.noteFirst(false) // unless there was an answer
	q := &x.asks
	switch solution, err := q.Solution(x.player.program.Scene()); {
	case !q.Typed() && x.right:
		x.verdict = "Right."
	case !q.Typed():
	case err != nil:
		x.player.report(x.player.at, "ask", err)
	case x.right:
		x.verdict = fmt.Sprintf("Right: it is %s.", solution)
	case x.last != "":
		x.verdict = fmt.Sprintf("You answered %s: it is %s.", x.last, solution)
	default:
		x.verdict = fmt.Sprintf("It is %s.", solution)
	}
}

// minBeside is the least number of rows for the screen beside all texts of a stop. In lower
// terminals, the texts are shown one at a time.
const minBeside = 15

// A paragraph is a text of a stop in its style.
type paragraph struct {
	text   string
	style  lipgloss.Style
	choice bool
}

// words returns the texts of a lesson's stop. They take as many rows before the question as after it.
func (x *Exercise) words(speak Speaker) []string {
	p := x.player
	style := p.theme
	size := p.program.Now()
	title := fmt.Sprintf("%s · %d of %d", p.lesson.Title, p.at+1, len(p.stops))
	why := x.why
	if x.asks.Reach != "" {
		why = "" // it is a part of the question
	}
	now := x.paragraphs(why)
	switch {
	case x.answered:
		now = x.answering()
		if x.verdict != "" {
			title = fmt.Sprintf("%d of %d · %s", p.at+1, len(p.stops), x.verdict)
		}
	case !x.ready():
		now = now[:1]
	case x.asked && x.apart():
		now = x.asking(why)
	}
	switch {
	case x.answered || !x.asks.Checked():
	case !x.ready():
		title += " · a question follows"
	case p.program.Now().Pulls:
		title += " · answer after the game, or h"
	case x.game && !x.asked:
		title += " · space, then answer"
	}
	draw := func(all []paragraph) (lines []string) {
		rows, choices := kit.BigRoom(size.Height), 0 // rows left for large letters
		for _, one := range all {
			if one.choice {
				choices += len(speak(one.text, size.Height, one.style))
			}
		}
		for _, one := range all {
			room := rows
			if one.choice && choices > rows {
				room = 0 // choices are equally large
			}
			said := speak(one.text, room, one.style)
			lines, rows = append(lines, said...), rows-len(said)
			if one.choice {
				choices -= len(said)
			}
		}
		return lines
	}
	lines := draw(now)
	if x.asks.Ask != "" {
		for _, other := range [][]paragraph{x.paragraphs(x.longest()), x.asking(""), x.asking(x.longest()), x.answering()} {
			lines = append(lines, make([]string, max(len(draw(other))-len(lines), 0))...)
		}
	}
	return append([]string{kit.FitLine(style.Title.Render(title), size.Width)}, lines...)
}

// paragraphs returns the text and, if there is room, the question.
func (x *Exercise) paragraphs(why string) []paragraph {
	say := []paragraph{{text: x.say, style: x.player.theme.Text}}
	if x.asks.Ask == "" || x.apart() {
		return say
	}
	return append(say, x.asking(why)...)
}

// asking returns the question, with a sentence about the newest answer.
func (x *Exercise) asking(why string) []paragraph {
	style := x.player.theme
	said := paragraph{text: why, style: style.Warn}
	all := []paragraph{{text: x.asks.Ask, style: style.Accent}}
	for _, line := range x.offered() {
		all = append(all, paragraph{line, style.Text, true})
	}
	if why != "" && !x.fits(append(all, paragraph{text: x.longest()})) {
		all[0] = said
		return all
	}
	return append(all, said)
}

// answering returns the answer, below as much of the question as there is room for.
func (x *Exercise) answering() []paragraph {
	style := x.player.theme
	all := []paragraph{
		{text: x.asks.Ask, style: style.Accent}, {style: style.Text}, {text: x.asks.Answer, style: style.Text},
	}
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
		if x.player.program.Now().Pulls || x.game && !x.asked {
			key = "·" // the key pulls an arm
		}
		lines = append(lines, key+" "+c.Text)
	}
	return lines
}

// fits reports whether the screen keeps enough rows beside paragraphs.
func (x *Exercise) fits(all []paragraph) bool {
	now := x.player.program.Now()
	rows := 2 // title and foot
	for _, one := range all {
		if one.text != "" {
			rows += len(kit.Wrap(one.text, now.Width, 0))
		}
	}
	return now.Height-rows >= minBeside
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
