package playback

import (
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

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
	if p.Exercise.typed.Text() != "" || p.program.Now().Typing {
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
	if len(list) > 0 && p.program.Now().Typing {
		list = kit.WhileTyping(list)
	}
	return list
}

// table declares the commands for the stops: on them, at the end, and away from them.
func (p *Player) table() []kit.Command {
	x := &p.Exercise
	open := func() bool { return p.Open() && !p.program.Now().Played }
	away := func() bool { return open() && !p.On() && !in[over](p) }
	on := func() bool { return open() && !away() }
	ended := func() bool { return open() && in[over](p) }
	playing := func() bool { return on() && p.lesson == nil && p.Performing() }
	held := func() bool { return on() && !ended() && !playing() }
	inScript := func() bool { return open() && p.script != nil }
	stops := func() string { return kit.TextUnless(len(p.stops) > 0, "a script without captions has no stops") }
	before := func() int {
		if in[over](p) {
			return p.at
		}
		return p.at - 1
	}
	first := func() string { return kit.TextUnless(before() >= 0, "this is the first stop") }
	back := kit.Run(func() tea.Cmd { return p.ToStop(before()) })
	onward := func() tea.Cmd { return p.state.goOn(p) }
	free := func() bool { return p.program.Now().Opened.bare() && !p.program.Now().Typing }
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
			Name: "next-lesson", Key: "enter", Short: "next lesson", In: func() bool { return ended() && p.path.following(p.lesson) != nil },
			Act: kit.With(func(string) (tea.Cmd, error) { return p.Read(p.path.following(p.lesson).Name) }),
			Now: func(c *kit.Command) { c.Help = "start the next lesson: " + p.path.following(p.lesson).Title },
		},
		{
			Name: "learned", Key: "enter", Short: "what you know", Help: "what the lessons teach, and what you missed at first",
			In:  func() bool { return ended() && p.path.ends(p.lesson) },
			Act: kit.Run(func() tea.Cmd { return p.program.Read("what you know now", p.path.learned(p.lesson)) }),
		},
		{
			Name: "pause-script", Key: "space p", Short: "pause", Help: "pause the script, and the run with it", In: playing,
			Now: enters, Act: kit.Run(func() tea.Cmd {
				if s, ok := p.state.(*performing); ok {
					return s.pause(p)
				}
				return nil // a second press on the way to a stop
			}),
		},
		{
			Name: "question", Key: "space pgdn", Short: "question", Help: "show the question of the stop", Bar: kit.At(1),
			In: func() bool { return held() && x.apartFrom() }, Act: kit.Do(x.Open), Now: enters,
		},
		{
			Name: "next-stop", Key: "space pgdn", Short: "go on", Bar: kit.At(2), In: held, Act: kit.Run(onward),
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
				if in[over](p) {
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
			Name: "next-stop", Key: "pgdn", Help: "go on with the script, with the run as it was", Act: kit.Run(onward),
			In: func() bool { return away() && inScript() },
		},
	}))
}

// forward says what going on means now, and which keys do it.
func (p *Player) forward(next *kit.Command) {
	x := &p.Exercise
	waits, _ := p.state.(*waiting)
	next.Help = "go on with the " + p.kind()
	switch {
	case waits != nil && waits.paused:
		next.Also = "p"
	case x.ready() && x.asks.Ask != "" && !x.answered:
		next.Short = "show answer"
	case p.Performing():
		next.Short = "skip"
	case p.next == len(p.steps):
		next.Short = "end"
	}
	if x.typed.Text() != "" {
		next.Key = "pgdn"
	}
	if p.script != nil && p.program.Now().Opened.bare() { // no cursor to move
		next.Also += " right"
	}
	if x.apartFrom() {
		next.Key = "" // next-stop stays a command: a script does not know how many rows the terminal has
	}
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

// Read opens a lesson by name, and rehearses it first unless it is built in.
func (p *Player) Read(name string) (tea.Cmd, error) {
	switch {
	case p.program.Now().Played && p.lesson != nil:
		return nil, errors.New("lesson: a lesson cannot open another one")
	case p.program.Now().Played:
		return nil, errors.New("lesson: a script cannot open one")
	case p.script != nil && !in[over](p):
		return nil, errors.New("lesson: go to the end of the script first, and close it with esc")
	}
	l, err := p.path.open(name)
	if err != nil {
		return nil, fmt.Errorf("lesson %w", err)
	}
	return func() tea.Msg {
		if l.BuiltIn {
			return lessonMsg{lesson: l}
		}
		return lessonMsg{l, p.path.rehearse(l)}
	}, nil
}

// NeedsRoom reports whether a lesson needs the row of the screen's title.
func (p *Player) NeedsRoom(height int) bool { return p.lesson != nil && p.On() && height < minBeside }

// A Speaker wraps a text. For the back row it uses large letters if they fit in the given rows.
type Speaker func(text string, rows int, style lipgloss.Style) []string

// Below returns the lines about the lesson or script below the screen, without a script's caption.
func (p *Player) Below(speak Speaker) []string {
	var text string
	style := p.theme.Faint
	left, away := p.state.(*away)
	switch {
	case !p.Open():
		return nil
	case in[over](p) && len(p.stops) == 0:
		text = fmt.Sprintf("The %s is over: q quits.", p.kind())
	case in[over](p):
		text = fmt.Sprintf("The %s is over: b goes back to its last stop, q quits.", p.kind()) + p.path.result(p.lesson)
	case away && p.script != nil && left.left.strayed(p):
		text, style = "Not the plan: f2 returns", p.theme.Warn
	case away && p.at < 0:
		text = fmt.Sprintf("%s: free exploration. f2 returns to the script.", p.Name())
	case away:
		text = fmt.Sprintf("%s, stop %d: free exploration. f2 returns to the stop.", p.Name(), p.at+1)
	case p.Exercise.say != "":
		return p.Exercise.words(speak)
	default:
		return nil
	}
	return speak(text, 0, style) // in small letters
}

// report shows an error of a line, or of a key of a lesson's stop.
func (p *Player) report(line int, key string, err error) {
	switch {
	case err == nil:
	case p.Unattended:
		p.Wrong = append(p.Wrong, p.wrong(line, key, err))
	default:
		p.program.Say(p.wrong(line, key, err))
	}
}

// note remembers what a person did in the lesson.
func (p *Player) note(change func(*lesson.Mark)) {
	if !p.Unattended {
		p.path.note(p.lesson, change)
	}
}

// fail stops at an error of a line.
func (p *Player) fail(line int, err error) {
	if err != nil && !p.Unattended {
		p.become(failed{})
	}
	p.report(line, "do", err)
}
