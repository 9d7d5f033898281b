package stops

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/progress"
)

// An attempt is the state of a stop's question.
type attempt struct {
	typed   string // part of an answer
	last    string // the newest wrong answer
	why     string // it is wrong
	right   bool
	verdict string // after the answer
}

// question returns the question that can be answered now, or nil: not before a game is over, whose
// pulls use the same keys.
func (p *Player) question() *lesson.Question {
	if p.lesson == nil || !p.On() || p.held != forKey || !p.arrived || p.answered || p.apart() && !p.asked ||
		p.program.By().Played() || p.program.Pulls() {
		return nil
	}
	if q := &p.asks; q.Checked() {
		return q
	}
	return nil
}

// answers returns the commands that answer the open question.
func (p *Player) answers() []kit.Command {
	q := p.question()
	if q == nil || q.Reach != "" {
		return nil
	}
	list := []kit.Command{{
		Name: "answer", Argument: "[NUMBER]", Help: "answer the question with a number", With: p.answer,
	}}
	for i, c := range p.asks.Choices {
		n := strconv.Itoa(i + 1)
		list = append(list, kit.Command{
			Name: "answer-" + n, Key: n, Short: "answer", Help: c.Text,
			Run: func() tea.Cmd {
				cmd, err := p.answer(n)
				p.program.Say(err)
				return cmd
			},
		})
	}
	switch {
	case p.typed != "":
		list[0].Key, list[0].Short = "enter", "answer"
		list = append(list, kit.Command{Name: "clear-answer", Key: "esc", Help: "delete the number", Do: p.clear})
	case q.Round != "" && p.program.Cursor() > 0:
		list[0].Key, list[0].Short, list[0].Help = "enter", "answer", "answer with the round at the cursor"
	}
	return list
}

func (p *Player) clear() { p.typed = "" }

// Type takes a character of a typed answer, and reports whether it is one.
func (p *Player) Type(msg tea.KeyMsg) bool {
	const digits, others = "0123456789.", "e," // which cannot come first
	q := p.question()
	switch text := string(msg.Runes); {
	case q == nil || !q.Typed() || p.program.Typing() || msg.Alt:
		return false
	case msg.Type == tea.KeyBackspace && p.typed != "":
		p.typed = p.typed[:len(p.typed)-1]
	case msg.Type != tea.KeyRunes || len(text) != 1 || len(p.typed) > 15,
		!strings.Contains(digits, text) && (p.typed == "" || !strings.Contains(others, text)):
		return false
	default:
		p.typed += text
	}
	return true
}

// answer judges an answer: a text, or what was typed, or the round at the cursor.
func (p *Player) answer(text string) (tea.Cmd, error) {
	q := p.question()
	if text == "" {
		text = p.typed
	}
	if round := p.program.Cursor(); text == "" && q.Round != "" && round > 0 {
		text = strconv.Itoa(round)
	}
	right, why, err := q.Judge(text, p.program.Snapshot())
	if err != nil {
		return nil, fmt.Errorf("answer %s: %w", text, err)
	}
	p.typed, p.last, p.why, p.right = "", text, why, right
	p.noteFirst(right)
	if !right && len(q.Choices) > 0 {
		p.why = text + " is wrong: " + why
	}
	if !right {
		return nil, nil
	}
	return p.goOn(), nil
}

// Watch goes on if the screen has reached what a question asks for.
func (p *Player) Watch() tea.Cmd {
	q := p.question()
	if q == nil || q.Reach == "" || p.program.RunBusy() || p.program.Snapshot() == nil {
		return nil
	}
	right, why, err := q.Judge("", p.program.Snapshot())
	if p.why = why; !right || err != nil {
		return nil
	}
	p.right = true
	p.noteFirst(true)
	return p.goOn()
}

// noteFirst remembers whether the first answer to the question was right.
func (p *Player) noteFirst(right bool) {
	if !p.asks.Checked() || slices.Contains(p.marks.Of(p.lesson).Asked, p.at) {
		return
	}
	p.note(func(m *progress.Mark) {
		if m.Asked = append(m.Asked, p.at); right {
			m.Right++
		}
	})
}

// verify reports commands after an answer that do not reach what the question asks for.
func (p *Player) verify() {
	if !p.Unattended || !p.answered || p.asks.Reach == "" || p.asks.Then == nil {
		return
	}
	if right, why, _ := p.asks.Judge("", p.program.Snapshot()); !right {
		p.report(p.at, "then", errors.New(why))
	}
}

// conclude makes the sentence about the right answer.
func (p *Player) conclude() {
	p.noteFirst(false) // unless there was an answer
	q := &p.asks
	switch solution, err := q.Solution(p.program.Snapshot()); {
	case !q.Typed() && p.right:
		p.verdict = "Right."
	case !q.Typed():
	case err != nil:
		p.report(p.at, "ask", err)
	case p.right:
		p.verdict = fmt.Sprintf("Right: it is %s.", solution)
	case p.last != "":
		p.verdict = fmt.Sprintf("You answered %s: it is %s.", p.last, solution)
	default:
		p.verdict = fmt.Sprintf("It is %s.", solution)
	}
}

// offered returns the lines below the question: its choices, or what to type or to do.
func (p *Player) offered() []string {
	q := &p.asks
	switch typed := p.typed + "▏"; {
	case q.Reach != "":
		return []string{p.why}
	case q.Arm != "":
		return []string{"Type the number of an arm, then enter: " + typed}
	case q.Round != "":
		return []string{"c and ← → move a cursor, or type a round; then enter: " + typed}
	case q.Number != "":
		return []string{"Type a number, then enter: " + typed}
	}
	var lines []string
	for i, c := range p.asks.Choices {
		key := strconv.Itoa(i + 1)
		if p.program.Pulls() {
			key = "·" // the key pulls an arm
		}
		lines = append(lines, key+" "+c.Text)
	}
	return lines
}

// longest returns a text as long as the longest about a wrong answer.
func (p *Player) longest() string {
	q := &p.asks
	long := ""
	if q.Typed() {
		long = strings.Repeat("You answered", 5)
	}
	for _, c := range p.asks.Choices {
		if len(c.Why)+12 > len(long) {
			long = "1 is wrong: " + c.Why
		}
	}
	return long
}
