package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/ui/app"
	"regretscope/ui/chart/curves"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/screenshot"
	"regretscope/ui/script"
)

type terminalCommand struct {
	flags.Choice
	Look
	Script string `reads:"" xor:"script" placeholder:"FILE" help:"${script}"`
	SVG    string `writes:"" name:"svg" xor:"svg" placeholder:"FILE.svg" help:"${svg}"`
	forceFlag
	Notes    string           `reads:"" xor:"script,svg" placeholder:"FILE" help:"${notes}"`
	Pictures string           `folder:"" xor:"svg" placeholder:"FOLDER" help:"With --script, save a picture (SVG) of each stop here."`
	Rehearse bool             `help:"${rehearse}"`
	Size     flags.ScreenSize `placeholder:"COLSxROWS" help:"Size of the picture, or of the projector (default: the script's, else the terminal's)."`
	Plain    bool             `xor:"script,svg" help:"${plain}"`
	Rounds
	AtRound flags.Round `placeholder:"N" help:"Open the run at round N."`
	View    string      `placeholder:"NAME" help:"Open the run with a view of the chart, by its name after :view."`
	Focus   flags.Count `placeholder:"N" help:"Open the run with the Nth learner in focus."`
	Advance bool        `help:"With --script, play it without a person: each wait for a key lasts its planned time, or two seconds."`
	AtStop  flags.Count `placeholder:"N" help:"With --script, begin at stop N."`
	Version version     `help:"Print the version."`

	config  *model.Config  // complete and checked
	script  *script.Script // to play, or nil
	picture *outfile.File  // to write instead of opening a screen, or nil
}

// Look holds the flags for the look of the terminal program.
type Look struct {
	Appearance
	ReducedMotion bool `help:"Turn off animation: repaint on keys, and otherwise at most once per second. NO_MOTION=1 does the same."`
	Quiet         bool `help:"Hide progress and, on leaving, the command line that reopens the same place."`
	NoState       bool `help:"Remember nothing about lessons: neither read nor write the state folder."`
	Mouse         bool `help:"Make panels, arms, and the timeline clickable; this turns off the terminal's own text selection."`
}

// Appearance holds the flags for the look that a script may also begin with.
type Appearance struct {
	Background string `placeholder:"auto|dark|light" enum:"auto,dark,light" default:"auto" help:"${background}"`
	Charset    string `placeholder:"braille|line|ascii|blocks" enum:"auto,braille,line,ascii,blocks" default:"auto" help:"${charset}"`
	Big        bool   `help:"For the back row: the chart with thick lines, three numbers in large digits and one sentence; M shows all panels."`
}

// or takes unset fields from another appearance.
func (a Appearance) or(other Appearance) Appearance {
	for _, set := range []struct{ to, from *string }{{&a.Background, &other.Background}, {&a.Charset, &other.Charset}} {
		if *set.to == "auto" {
			*set.to = *set.from
		}
	}
	a.Big = a.Big || other.Big
	return a
}

// Rounds holds the flag that lets scripts and lessons simulate for long.
type Rounds struct {
	AllowRounds flags.Count `placeholder:"N" help:"${allow_rounds}"`
}

var errNoTerminal = errors.New("the terminal program needs a terminal to read from and to draw on; regretscope run and trace work without one")

// checkScreen returns an error if there is no terminal to draw on.
func (p *Program) checkScreen() error {
	if !stream.IsTerminal(p.In) || !stream.IsTerminal(p.Out) {
		return errNoTerminal
	}
	if os.Getenv("TERM") == "dumb" {
		return errors.New("TERM=dumb: this terminal cannot draw screens; --plain works without drawing")
	}
	return nil
}

type version bool

// IgnoreDefault keeps kong from starting the terminal program.
func (version) IgnoreDefault() {}

// BeforeReset prints the version before other flags are checked.
func (version) BeforeReset(p *Program) error {
	text := Name + " " + trials.Version
	if commit := trials.Commit(); commit != "" {
		text += " (" + commit + ")"
	}
	_, err := fmt.Fprintln(p.Out, text)
	return &answered{err}
}

// A need is what a flag asks of other flags.
type need struct {
	flag       string
	given, met bool
	what       string // ends an error after "needs"
}

// needs lists the flags that work only with others.
func (c *terminalCommand) needs() []need {
	scripted, drawn := c.Script != "", c.SVG != ""
	piped := c.Script == files.Standard || c.Scenario == files.Standard
	remembers := !c.NoState && outfile.StateFolder() != ""
	onScreen := !drawn && !c.Rehearse && c.Pictures == ""
	return []need{
		{"-", piped, drawn, "--svg, because the program reads keys from standard input; a pipe has another name: <(…)"},
		{"--notes", c.Notes != "", remembers, "the state folder, by which it follows the script, and no --no-state"},
		{"--pictures", c.Pictures != "", scripted && !c.Rehearse, "--script FILE, and no --rehearse"},
		{"--advance", c.Advance, scripted, "--script FILE"},
		{"--at-stop", c.AtStop > 0, scripted && onScreen, "--script FILE, on the screen"},
		{"--rehearse", c.Rehearse, scripted && !drawn, "--script FILE, and no --svg"},
		{"--size", c.Size != flags.ScreenSize{}, drawn || c.Rehearse || c.Pictures != "", "--svg FILE.svg, --pictures FOLDER, or --rehearse"},
	}
}

// AfterApply prepares the start of the terminal program.
func (c *terminalCommand) AfterApply(p *Program) error {
	for _, n := range c.needs() {
		if n.given && !n.met {
			return fmt.Errorf("%s: needs %s", n.flag, n.what)
		}
	}
	played, err := c.readScript()
	if err != nil {
		return err
	}
	c.Live = played == nil && c.SVG == ""
	config, err := c.Config()
	switch {
	case err != nil && played != nil && played.Start != "":
		return played.Error(played.Begin, err)
	case err != nil:
		return err
	case int(c.AtRound) > config.Horizon:
		return fmt.Errorf("--at-round %d: must be from 0 to the horizon, %s", c.AtRound, number.Count(config.Horizon))
	case c.AtRound > 0 && config.Waits():
		return errors.New("--at-round: cannot be combined with --learner you, whose game begins with round 1")
	case int(c.Focus) > len(config.Learners):
		return fmt.Errorf("--focus %d: must be from 1 to %d, the number of learners", c.Focus, len(config.Learners))
	case c.AtStop > 0 && int(c.AtStop) > len(played.Stops())-1:
		return fmt.Errorf("--at-stop %d: the script has %s", c.AtStop, number.Plural(len(played.Stops())-1, "stop"))
	}
	if _, err := curves.Find(c.View); err != nil {
		return fmt.Errorf("--%w", err)
	}
	c.config, c.script = config, played
	if c.picture, err = open("svg", c.SVG, c.Force, "SVG", ".svg"); err != nil {
		return err
	}
	if c.SVG == files.Standard {
		c.picture = outfile.To(p.Out)
	}
	if c.Plain || c.Rehearse || c.Pictures != "" || c.Notes != "" || c.picture != nil {
		return nil // they need no terminal
	}
	return p.checkScreen()
}

// drawnSize returns the size of a picture: the chosen one, or, without a script, the terminal's.
func (c *terminalCommand) drawnSize(out io.Writer, played *script.Script) script.Size {
	if c.Size != (flags.ScreenSize{}) || played != nil {
		return script.Size(c.Size)
	}
	width, height := stream.Size(out)
	return script.Size{Width: min(width, script.MaxWidth), Height: min(height, script.MaxHeight)}
}

// Run runs the terminal program until the user leaves it.
func (c *terminalCommand) Run(ctx context.Context, p *Program) error {
	o := c.options(p)
	switch {
	case c.Notes != "":
		return notes(ctx, c.script, script.NewTalk(outfile.StateFolder(), c.script), p.Out)
	case c.picture != nil:
		o.Working = p.telling(&c.Look)
		return unlessInterrupted(ctx, func() error { return c.draw(p, o) })
	case c.Pictures != "":
		o.Working = p.telling(&c.Look)
		return unlessInterrupted(ctx, func() error { return savePictures(o, c.Pictures) })
	case c.Rehearse:
		o.Working = p.telling(&c.Look)
		return unlessInterrupted(ctx, func() error { return rehearse(o, p.Out) })
	}
	return p.open(ctx, o, &c.Look, c.Plain)
}

func (c *terminalCommand) options(p *Program) app.Options {
	o := c.Look.options(p)
	o.Config, o.Script, o.Size = c.config, c.script, c.drawnSize(p.Out, c.script)
	o.Setup = cmp.Or(c.Scenario, c.Arms) == "" && len(c.Learner) == 0
	o.AtRound, o.View, o.Focus = int(c.AtRound), c.View, max(int(c.Focus), 1)-1
	o.AllowRounds, o.AtStop, o.Advance = int(c.AllowRounds), int(c.AtStop), c.Advance
	return o
}

// draw plays the script without a terminal and writes a picture of its last frame.
func (c *terminalCommand) draw(p *Program, o app.Options) error {
	last, err := app.Play(o)
	if err != nil {
		return BadInput(err)
	}
	made := p.made(trials.DesignOf(c.config))
	return c.picture.Commit(func(w io.Writer) error { return screenshot.SVG(w, last, o.Background != theme.Light, made) })
}

// readScript reads the script of the flag; nil without one. Flags at the start of the script
// replace those of the command line.
func (c *terminalCommand) readScript() (*script.Script, error) {
	flag, name := "--script", c.Script
	if c.Notes != "" {
		flag, name = "--notes", c.Notes
	}
	if name == "" {
		return nil, nil
	}
	if c.Notes != "" && strings.HasSuffix(name, ".toml") {
		l, err := lesson.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--notes %w", err)
		}
		return l.Talk(), nil
	}
	text, err := files.ReadGiven(name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, name, err)
	}
	s, err := script.Parse(name, string(text))
	if err != nil || s.Start == "" {
		return s, err
	}
	none, err := flags.Parse("")
	if err != nil {
		return nil, err
	}
	none.Programs = c.Programs
	if !reflect.DeepEqual(*none, c.Choice) {
		return nil, fmt.Errorf("%s %s: sets the flags of its run in its start line; remove those on the command line", flag, name)
	}
	var own struct {
		flags.Choice
		Appearance
	}
	if err := flags.ParseStart(s.Start, &own); err != nil {
		return nil, s.Error(s.Begin, err)
	}
	c.Choice, c.Appearance = own.Choice, c.Appearance.or(own.Appearance)
	return s, nil
}
