package playback

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
)

const (
	Group   = "Lesson or script" // of the commands for the stops
	program = "Program"
)

// Commands puts the keys of an open lesson or script first, and adds the commands that open a lesson.
func (p *Player) Commands(below []kit.Command) []kit.Command {
	if p.open != nil {
		below = append(below, p.openers()...)
	}
	if p.Exercise.typed.Text() != "" {
		below = kit.WhileTyping(below)
	}
	return kit.Over(kit.InGroup(Group, p.Keys()), below)
}

// Keys returns the commands for the stops; nil while a step is performed.
func (p *Player) Keys() []kit.Command {
	if !p.Open() || p.program.Played() {
		return nil
	}
	chapter := kit.Command{
		Name: "go-chapter", Argument: "[N]", Help: "go to a stop by its number, or list them", Choices: p.chapters, Act: kit.With(p.toChapter),
		Refusal: kit.TextUnless(len(p.stops) > 0, "a script without captions has no stops"),
	}
	chapters := []kit.Command{chapter}
	if p.script != nil { // the keys of a remote control
		chapters = append(chapters, kit.Command{
			Name: "first-stop", Key: "f5", Help: "go to the first stop", Refusal: chapter.Refusal,
			Act: kit.Run(func() tea.Cmd { return p.ToStop(0) }),
		}, kit.Command{
			Name: "black", Key: ".", Help: "make the screen black until the next key", Act: kit.Do(func() { p.Black = true }),
		})
	}
	before := p.at - 1
	if p.held == over {
		before = p.at
	}
	back := kit.Command{
		Name: "previous-stop", Key: "b pgup", Short: "back", Help: "back to the previous stop",
		Act: kit.Run(func() tea.Cmd { return p.ToStop(before) }), Refusal: kit.TextUnless(before >= 0, "this is the first stop"),
	}
	if before < 0 {
		back.Short = "" // the foot offers nothing that is refused
	}
	if !p.On() && p.held != over {
		list := append([]kit.Command{{
			Name: "return", Key: "f2", Short: p.kind(), Help: "return to the stop, with the run as it was", Act: kit.Run(p.comeBack),
		}}, chapters...)
		if p.script != nil {
			back.Key, back.Short = "pgup", ""
			list = append(list, back, kit.Command{
				Name: "next-stop", Key: "pgdn", Help: "go on with the script, with the run as it was", Act: kit.Run(p.goOn),
			})
		}
		if p.program.Typing() {
			list = kit.WhileTyping(list)
		}
		return list
	}
	explore := kit.Command{
		Name: "explore", Key: "esc", Short: "explore", Help: "leave the stops for free exploration; f2 returns",
		Act: kit.Run(p.leave),
	}
	if p.held == over {
		explore.Short, explore.Help = "close", "close the "+p.kind()
	}
	opened, list := p.program.Opened(), p.forward()
	if opened.Closes || !opened.OnRun || p.program.Typing() {
		explore.Key = "" // esc closes first what is open over the stop, and enter belongs to it
	} else if len(list) > 0 && list[0].On(" ") && opened.OnRun {
		list[0].Key += " enter" // on other screens, it starts something
	}
	list = kit.Over(p.Exercise.answers(), append(append(list, back, explore), chapters...))
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
		if p.ends() {
			return []kit.Command{{
				Name: "learned", Key: "enter", Short: "what you know", Help: "what the lessons teach, and what you missed at first",
				Act: kit.Run(func() tea.Cmd { return p.program.Read("what you know now", p.learned()) }),
			}}
		}
		return nil
	case p.lesson == nil && p.held == none:
		return []kit.Command{{
			Name: "pause-script", Key: "space p", Short: "pause", Help: "pause the script, and the run with it",
			Act: kit.Run(p.pause),
		}}
	case p.held == paused:
		next.Also = "p"
	case x.arrived && x.asks.Ask != "" && !x.answered:
		next.Short = "show answer"
	case p.held == none:
		next.Short = "skip"
	case p.next == len(p.steps):
		next.Short = "end"
	}
	if x.typed.Text() != "" {
		next.Key = "pgdn"
	}
	if opened := p.program.Opened(); p.script != nil && opened.OnRun && !opened.Closes { // no cursor to move
		next.Also += " right"
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
	if text == "" {
		p.program.TypeCommand("go-chapter ")
		return nil, nil
	}
	n, err := number.ParseCount(text)
	if err != nil || n > len(p.stops) {
		return nil, fmt.Errorf("go-chapter %s: must be from 1 to %d", text, len(p.stops))
	}
	return p.ToStop(n - 1), nil
}

// A lessonMsg brings a lesson that was rehearsed, or its error.
type lessonMsg struct {
	lesson *lesson.Lesson
	err    error
}

// read opens a lesson by name, and rehearses it first unless it is built in.
func (p *Player) read(name string) (tea.Cmd, error) {
	switch {
	case p.program.Played() && p.lesson != nil:
		return nil, errors.New("lesson: a lesson cannot open another one")
	case p.program.Played():
		return nil, errors.New("lesson: a script cannot open one")
	case p.script != nil && p.held != over:
		return nil, errors.New("lesson: go to the end of the script first, and close it with esc")
	}
	l, err := p.open(name)
	if err != nil {
		return nil, fmt.Errorf("lesson %w", err)
	}
	return func() tea.Msg {
		if l.BuiltIn {
			return lessonMsg{lesson: l}
		}
		return lessonMsg{l, p.program.Rehearse(l)}
	}, nil
}

// NeedsRoom reports whether a lesson needs the row of the screen's title.
func (p *Player) NeedsRoom(height int) bool { return p.lesson != nil && p.On() && height < minBeside }

// Below returns the lines about the lesson or script below the screen, without a script's caption.
func (p *Player) Below() []string {
	var text string
	rows, style := 0, p.program.Theme().Faint // 0: in small letters
	switch {
	case !p.Open():
		return nil
	case p.held == over && len(p.stops) == 0:
		text = fmt.Sprintf("The %s is over: q quits.", p.kind())
	case p.held == over:
		text = fmt.Sprintf("The %s is over: b goes back to its last stop, q quits.", p.kind()) + p.result()
	case p.held == away && p.script != nil && p.strayed():
		_, height := p.program.Size()
		text, rows, style = "Not the plan: f2 returns", kit.BigRoom(height), p.program.Theme().Warn
	case p.held == away && p.at < 0:
		text = fmt.Sprintf("%s: free exploration. f2 returns to the script.", p.name())
	case p.held == away:
		text = fmt.Sprintf("%s, stop %d: free exploration. f2 returns to the stop.", p.name(), p.at+1)
	case p.Exercise.say != "":
		return p.Exercise.words()
	default:
		return nil
	}
	return p.program.Spoken(text, rows, style)
}

func (p *Player) name() string {
	if p.lesson != nil {
		return "Lesson " + p.lesson.Name
	}
	return "Script " + p.script.Name
}

// report shows an error of a line, or of a key of a lesson's stop.
func (p *Player) report(line int, key string, err error) {
	switch {
	case err == nil:
		return
	case p.lesson != nil:
		err = p.lesson.Error(line, key, err)
	default:
		err = p.script.Error(line, err)
	}
	if p.Unattended {
		p.Wrong = append(p.Wrong, err)
	} else {
		p.program.Say(err)
	}
}

// fail stops at an error of a line.
func (p *Player) fail(line int, err error) {
	if err != nil && !p.Unattended {
		p.stand(failed)
	}
	p.report(line, "do", err)
}
