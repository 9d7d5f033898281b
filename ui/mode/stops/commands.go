package stops

import (
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/number"
	"regretscope/ui/kit"
)

const (
	group   = "Lesson or script"
	program = "Program"
)

// Commands puts the keys of an open lesson or script first, and adds the commands that open a
// lesson.
func (p *Player) Commands(below []kit.Command) []kit.Command {
	if p.open != nil {
		below = append(below, p.openers()...)
	}
	if p.Exercise.typed.Text() != "" {
		below = kit.WhileTyping(below)
	}
	return kit.Over(kit.InGroup(group, p.Keys()), below)
}

// Keys returns the commands for the stops; nil while a step is performed.
func (p *Player) Keys() []kit.Command {
	if !p.Open() || p.program.Played() {
		return nil
	}
	chapter := kit.Command{
		Name: "go-chapter", Argument: "N", Help: "go to a stop by its number", Choices: p.chapters, Act: kit.With(p.toChapter),
		Refusal: kit.Unless(len(p.stops) > 0, "a script without captions has no stops"),
	}
	if !p.On() && p.held != over {
		return []kit.Command{
			{
				Name: "return", Key: "f2", Short: p.kind(), Help: "return to the stop, with the run as it was",
				Act: kit.Run(p.comeBack),
			},
			chapter,
		}
	}
	before := p.at - 1
	if p.held == over {
		before = p.at
	}
	back := kit.Command{
		Name: "previous-stop", Key: "b pgup", Short: "back", Help: "back to the previous stop",
		Act: kit.Run(func() tea.Cmd { return p.ToStop(before) }), Refusal: kit.Unless(before >= 0, "this is the first stop"),
	}
	explore := kit.Command{
		Name: "explore", Key: "esc", Short: "explore", Help: "leave the stops for free exploration; f2 returns",
		Act: kit.Run(p.leave),
	}
	if p.held == over {
		explore.Short, explore.Help = "close", "close the "+p.kind()
	}
	opened, list := p.program.Opened(), p.forward()
	if base := p.held == none || p.opened.OnRun; opened.Closes || opened.OnRun != base || p.program.Typing() {
		explore.Key = "" // esc closes first what is open over the stop, and enter belongs to it
	} else if len(list) > 0 && list[0].On(" ") {
		list[0].Key += " enter"
	}
	list = kit.Over(p.Exercise.answers(), append(list, back, explore, chapter))
	if p.program.Typing() {
		list = kit.WhileTyping(list)
	}
	return list
}

// forward returns the commands that go on to the next stop, or pause a script.
func (p *Player) forward() []kit.Command {
	x, next := &p.Exercise, kit.Command{
		Name: "next-stop", Key: "space pgdn", Short: "go on", Help: "go on with the " + p.kind(), Act: kit.Run(p.goOn),
	}
	switch {
	case p.held == over:
		if l := p.following(); l != nil {
			return []kit.Command{{
				Name: "next-lesson", Key: "enter", Short: "next lesson", Help: "start the next lesson: " + l.Title,
				Act: kit.With(func(string) (tea.Cmd, error) { return p.read(l.Name) }),
			}}
		}
		return nil
	case p.lesson == nil && p.held == none:
		return []kit.Command{{
			Name: "pause-script", Key: "p", Short: "pause", Help: "pause the script, and the run with it",
			Act: kit.Run(p.pause),
		}}
	case p.held == paused:
		next.Also = "p"
	case x.arrived && x.asks.Ask != "" && !x.answered:
		next.Short = "show answer"
	case p.next == len(p.steps):
		next.Short = "end"
	}
	if x.typed.Text() != "" {
		next.Key = "pgdn"
	}
	if !x.arrived || x.answered || x.asks.Ask == "" || !x.waits() {
		return []kit.Command{next}
	}
	next.Key = "" // next-stop stays a command: a script does not know how many rows the terminal has
	return []kit.Command{{
		Name: "question", Key: "space pgdn", Short: "question", Help: "show the question of the stop",
		Act: kit.Do(x.Open),
	}, next}
}

func (p *Player) comeBack() tea.Cmd {
	if p.held == away {
		return p.travel(p.left)
	}
	return p.ToStop(p.at)
}

func (p *Player) chapters() []kit.Choice {
	var choices []kit.Choice
	for i, s := range p.stops {
		about, _, _ := strings.Cut(p.steps[s.shows].Text, "{") // before the first number of a lesson
		choices = append(choices, kit.Choice{Value: strconv.Itoa(i + 1), About: about})
	}
	return choices
}

func (p *Player) toChapter(text string) (tea.Cmd, error) {
	n, err := number.ParseCount(text)
	if err != nil || n > len(p.stops) {
		return nil, fmt.Errorf("go-chapter %s: must be from 1 to %d", text, len(p.stops))
	}
	return p.ToStop(n - 1), nil
}
