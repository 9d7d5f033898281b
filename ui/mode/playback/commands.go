package playback

import (
	"errors"
	"fmt"
	"slices"
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

// Commands puts the keys of an open lesson or script first, and adds the commands that open a lesson. While a person
// types, characters are no keys.
func (p *Player) Commands(below []kit.Command) []kit.Command {
	below = kit.Put(p.tables.open, below)
	if p.Exercise.typed.Text() != "" || p.program.Typing() {
		below = kit.WhileTyping(below)
	}
	return kit.Lay(p.Keys(), below)
}

// Declared returns all commands for lessons and scripts, as they are declared.
func Declared() []kit.Command {
	p := &Player{}
	p.Exercise.player = p
	return slices.Concat(p.Exercise.table(), p.table(), openers(p))
}

// Keys returns the commands for the stops; none while a step is performed.
func (p *Player) Keys() []kit.Command {
	list := kit.Put(p.tables.answers, kit.Offered(p.tables.stops))
	if len(list) > 0 && p.program.Typing() {
		list = kit.WhileTyping(list)
	}
	return list
}

// table declares the commands for the stops: on them, at the end, and away from them.
func (p *Player) table() []kit.Command {
	x := &p.Exercise
	open := func() bool { return p.Open() && !p.program.Played() }
	away := func() bool { return open() && !p.On() && p.held != over }
	on := func() bool { return open() && !away() }
	ended := func() bool { return open() && p.held == over }
	playing := func() bool { return on() && p.lesson == nil && p.held == none }
	held := func() bool { return on() && !ended() && !playing() }
	inScript := func() bool { return open() && p.script != nil }
	stops := func() string { return kit.TextUnless(len(p.stops) > 0, "a script without captions has no stops") }
	before := func() int {
		if p.held == over {
			return p.at
		}
		return p.at - 1
	}
	first := func() string { return kit.TextUnless(before() >= 0, "this is the first stop") }
	back := kit.Run(func() tea.Cmd { return p.ToStop(before()) })
	free := func() bool { return p.program.Opened().bare() && !p.program.Typing() }
	enters := func(c *kit.Command) { // esc closes first what is open over the stop, and enter belongs to it
		if free() && c.On(" ") {
			c.Key += " enter"
		}
	}
	return kit.InGroup(Group, kit.InClass(kit.Stays, []kit.Command{
		{
			Name: "return", Key: "f2", Help: "return to the stop, with the run as it was", In: away, Act: kit.Run(p.comeBack),
			Now: func(c *kit.Command) { c.Short = p.kind() },
		},
		{
			Name: "next-lesson", Key: "enter", Short: "next lesson", In: func() bool { return ended() && p.following() != nil },
			Act: kit.With(func(string) (tea.Cmd, error) { return p.read(p.following().Name) }),
			Now: func(c *kit.Command) { c.Help = "start the next lesson: " + p.following().Title },
		},
		{
			Name: "learned", Key: "enter", Short: "what you know", Help: "what the lessons teach, and what you missed at first",
			In:  func() bool { return ended() && p.ends() },
			Act: kit.Run(func() tea.Cmd { return p.program.Read("what you know now", p.learned()) }),
		},
		{
			Name: "pause-script", Key: "space p", Short: "pause", Help: "pause the script, and the run with it", In: playing,
			Act: kit.Run(p.pause), Now: enters,
		},
		{
			Name: "question", Key: "space pgdn", Short: "question", Help: "show the question of the stop", Bar: kit.At(1),
			In: func() bool { return held() && x.apartFrom() }, Act: kit.Do(x.Open), Now: enters,
		},
		{
			Name: "next-stop", Key: "space pgdn", Short: "go on", Bar: kit.At(2), In: held, Act: kit.Run(p.goOn),
			Now: func(c *kit.Command) { p.forward(c); enters(c) },
		},
		{
			Name: "previous-stop", Key: "b pgup", Short: "back", Help: "back to the previous stop", In: on, When: first, Act: back,
			Now: func(c *kit.Command) { c.Short = kit.TextUnless(before() < 0, c.Short) }, // the foot offers nothing that is refused
		},
		{
			Name: "explore", Key: "esc", Short: "explore", Help: "leave the stops for free exploration; f2 returns", In: on,
			Act: kit.Run(p.leave),
			Now: func(c *kit.Command) {
				if p.held == over {
					c.Short, c.Help = "close", "close the "+p.kind()
				}
				c.Key = kit.TextUnless(!free(), c.Key)
			},
		},
		{
			Name: "go-chapter", Argument: "[N]", Help: "go to a stop by its number, or list them", In: open, When: stops,
			Choices: p.chapters, Act: kit.With(p.toChapter),
		},
		// The keys of a remote control.
		{
			Name: "first-stop", Key: "f5", Help: "go to the first stop", In: inScript, When: stops,
			Act: kit.Run(func() tea.Cmd { return p.ToStop(0) }),
		},
		{
			Name: "black", Key: ".", Help: "make the screen black until the next key", In: inScript,
			Act: kit.Do(func() { p.Black = true }),
		},
		{
			Name: "previous-stop", Key: "pgup", Help: "back to the previous stop", When: first, Act: back,
			In: func() bool { return away() && inScript() },
		},
		{
			Name: "next-stop", Key: "pgdn", Help: "go on with the script, with the run as it was", Act: kit.Run(p.goOn),
			In: func() bool { return away() && inScript() },
		},
	}))
}

// forward says what going on means now, and which keys do it.
func (p *Player) forward(next *kit.Command) {
	x := &p.Exercise
	next.Help = "go on with the " + p.kind()
	switch {
	case p.held == paused:
		next.Also = "p"
	case x.ready() && x.asks.Ask != "" && !x.answered:
		next.Short = "show answer"
	case p.held == none:
		next.Short = "skip"
	case p.next == len(p.steps):
		next.Short = "end"
	}
	if x.typed.Text() != "" {
		next.Key = "pgdn"
	}
	if p.script != nil && p.program.Opened().bare() { // no cursor to move
		next.Also += " right"
	}
	if x.apartFrom() {
		next.Key = "" // next-stop stays a command: a script does not know how many rows the terminal has
	}
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
