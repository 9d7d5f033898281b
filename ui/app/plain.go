package app

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/app/console"
	"regretscope/ui/kit"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/mode"
	"regretscope/ui/script"
)

// The size of the screen behind plain mode: high enough that no panel is cut.
const (
	plainWidth  = 80
	plainHeight = 150
	anyWidth    = 1000 // of the foot, so no sentence is cut
)

// plainHelp describes the commands that only plain mode has.
const plainHelp = "" +
	"Type a command and press enter; an empty line is status. In addition to the commands below: screen reads the " +
	"whole screen; wait 5s lets a run continue (from a pipe, run continues to its end); key and type press keys."

// Plain runs the program without drawing: it reads commands line by line and answers in
// sentences. Time passes only during wait; from a pipe, a run goes on to its end.
func Plain(o Options, in io.Reader, out io.Writer) error {
	o.noColor, o.Charset = true, "braille" // braille dots are removed when the screen is read
	p := &plain{player: newPlayer(o), out: out, piped: !stream.IsTerminal(in)}
	p.send(tea.WindowSizeMsg{Width: plainWidth, Height: plainHeight})
	p.runAll(p.root.Init())
	p.arrive()
	p.say("Regretscope. help lists the commands.")
	p.tell()
	lines := bufio.NewReader(in)
	var unread error
	for !p.left && p.err == nil && p.root.process.fault == nil && unread == nil {
		fmt.Fprint(out, "> ")
		var line string
		var length int
		line, length, unread = readLine(lines)
		switch {
		case unread != nil && length == 0:
			p.say("")
		case length > files.MaxLine:
			p.say(fmt.Sprintf("the line has %s bytes, at most %s are allowed", number.Count(length),
				number.Count(files.MaxLine)))
		default:
			p.answer(strings.TrimSpace(line))
		}
	}
	if p.root.process.fault != nil {
		return p.root.process.fault
	}
	if errors.Is(unread, io.EOF) {
		unread = nil
	}
	return cmp.Or(p.err, unread)
}

// readLine reads a line of any length and keeps at most param.MaxLine bytes.
func readLine(r *bufio.Reader) (line string, length int, err error) {
	var kept []byte
	for more := true; more && err == nil; {
		var part []byte
		part, more, err = r.ReadLine()
		if length += len(part); length <= files.MaxLine {
			kept = append(kept, part...)
		}
	}
	return string(new(console.Sieve).Sift(kept, time.Now())), length, err
}

// A plain is the player behind plain mode.
type plain struct {
	*player
	out   io.Writer
	piped bool
	err   error // of the output
}

func (p *plain) say(lines ...string) {
	for _, line := range lines {
		if _, err := fmt.Fprintln(p.out, line); err != nil {
			p.err = err
		}
	}
}

func (p *plain) answer(line string) {
	p.root.page.Close() // a lesson may have opened it
	switch {
	case line == "" || line == "status":
		p.tell()
	case line == "quit" || line == "q" || line == "interrupt":
		p.left = true
	case line == "help" || line == "commands":
		p.help()
	case line == "screen":
		p.say(withoutBoxes(p.root.View())...)
	default:
		p.do(line)
	}
}

// do performs a line: a command or a step of a script.
func (p *plain) do(line string) {
	p.root.foot.notice = kit.Notice{}
	p.root.host.renew()
	step, err := p.step(line)
	if err == nil {
		err = p.play(step)
	}
	switch {
	case p.left:
		return
	case err != nil:
		p.say(kit.Wrap(param.Brief(err.Error()), plainWidth, 0)...)
		return
	}
	p.arrive()
	p.root.stops.Exercise.Open() // all keys are lines, so none comes late
	for p.piped && p.root.screens.onRun() && p.root.screens.run.State().Running && p.root.process.fault == nil && !p.left {
		p.wait(frameTime)
	}
	// The right part of the foot has keys.
	if said, _, _ := strings.Cut(ansi.Strip(p.root.foot.text(anyWidth)), "   "); said != "" {
		p.say(kit.Wrap(said, plainWidth, 0)...)
	}
	page, reading := p.root.screens.shown.(*pageScreen)
	c, _, _ := kit.FindLine(p.root.Commands(), line) // of the run that there is now
	switch {
	case reading:
		p.say(page.text(plainWidth)...)
		page.leave()
	case p.root.page.Open():
		p.say(withoutBoxes(p.root.View())...)
		p.root.page.Close()
	case c != nil && c.Text != nil:
		p.sentences(withoutBoxes(strings.Join(c.Text(), "\n")))
	case strings.HasPrefix(step.Text, "answer "):
		p.guide()
	default:
		p.tell()
	}
}

// step parses a line. Commands of the screen come before the words of scripts: both have a start.
func (p *plain) step(line string) (script.Step, error) {
	commands := p.root.Commands()
	if _, asked := kit.Find(commands, "answer"); asked == nil && lesson.Begins(line) {
		line = "answer " + line
	}
	name, _, _ := strings.Cut(line, " ")
	_, missing := kit.Find(commands, name)
	if missing == nil {
		return script.Step{Kind: script.Command, Text: line}, nil
	}
	s, err := script.Parse("", line)
	switch {
	case name == "start" || name == "size" || strings.HasPrefix(name, "#"): // the head of a script
		return script.Step{}, missing
	case err != nil:
		return script.Step{}, errors.New(strings.TrimPrefix(err.Error(), ":1: "))
	}
	return s.Steps[0], nil
}

func (p *plain) sentences(all []string) {
	for _, sentence := range all {
		p.say(kit.Wrap(sentence, plainWidth, 0)...)
	}
}

func (p *plain) help() {
	p.sentences([]string{plainHelp, ""})
	for _, c := range mode.InGroups(p.root.Commands()) {
		if c.Refusal == "" && !slices.Contains([]string{"help", "commands", "lessons", "suspend", "interrupt"}, c.Name) {
			p.say(kit.Wrap(c.Usage()+": "+c.Help, plainWidth, 4)...)
		}
	}
}

// tell prints the state of the run or of another screen.
func (p *plain) tell() {
	sentences := p.root.screens.shown.Sentences()
	if len(sentences) == 0 {
		p.say(withoutBoxes(p.root.View())...)
		return
	}
	if !p.root.screens.onRun() {
		p.say(kit.Capital(p.root.screens.shown.Title()))
	}
	p.sentences(sentences)
	p.guide()
}

// guide prints the texts of a lesson or script.
func (p *plain) guide() {
	for _, line := range p.root.window.below() {
		if line = strings.TrimRight(line, " "); line != "" {
			p.say(line)
		}
	}
}

// spoken replaces marks by words.
var spoken = strings.NewReplacer(theme.PlayGlyph, " now ", theme.BestGlyph, " best ", "●", " chosen ", "○", " ",
	theme.SelectedGlyph, " ")

// withoutBoxes returns the lines of a view for reading aloud: words for marks, no frames, bars, or dots.
func withoutBoxes(view string) []string {
	var lines []string
	for _, line := range strings.Split(spoken.Replace(ansi.Strip(view)), "\n") {
		line = strings.Map(func(r rune) rune {
			if r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff {
				return ' '
			}
			return r
		}, line)
		if strings.IndexFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
	}
	return lines
}
