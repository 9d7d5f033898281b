// Package app is the terminal program: the tea.Model that routes messages to screens, lays them
// out, and restores the terminal.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/app/console"
	"regretscope/ui/kit"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// ErrInterrupted is returned after Ctrl-C, and when the system ends the program.
var ErrInterrupted = errors.New("interrupted")

// Options are the settings of the program and what it starts with.
type Options struct {
	Config  *model.Config // checked, to run at once; nil: start with setup
	Setup   bool          // start with setup, which offers Config
	AtRound int           // the round to open the first run at
	View    string        // the first run's chart view, by name; empty: the first
	Focus   int           // index of the first run's learner in focus
	// Open reads a scenario file.
	Open func(ref string) (*scenarios.Scenario, error)

	Script *script.Script // to play, or nil
	Lesson *lesson.Lesson // to open first, or nil
	AtStop int            // of the lesson, from 0; of the script, from 1, or 0: its beginning
	Size   script.Size    // of Play's screen; zero: the script's, or 100 × 30
	// OpenLesson reads a lesson and its runs; nil: there are no lessons.
	OpenLesson func(name string) (*lesson.Lesson, error)
	Progress   *lesson.Progress // remembers lessons; nil: nothing does
	Advance    bool             // the script plays without a person, and then ends
	Talk       *script.Talk     // tells another terminal the stop of a script; nil: nothing does

	// AllowRounds is the most rounds, of all learners together, that a script or a stop of a lesson
	// may simulate; 0: script.MaxRounds.
	AllowRounds int
	// Working gets what simulates without a screen, at every step; it may be nil.
	Working func(what string)

	clock     *kit.Clock    // nil: the machine's
	noColor   bool          // pictures have no colors
	watch     func(*player) // is called before each step of Play; nil: nothing is
	rehearsal time.Duration // time limit of a rehearsal; 0: no rehearsal

	Input  io.Reader
	Output io.Writer
	// Leaving gets the command line that opens the same place again; nil: it is not printed.
	Leaving io.Writer

	Background theme.Shade // of the terminal; Unknown: ask the terminal
	Color      string      // one of theme.ColorChoices
	Charset    string      // of charts; unknown names: whatever suits the terminal
	Big        bool        // show runs for the back row
	// ReducedMotion repaints only after keys and once a second.
	ReducedMotion bool
	Mouse         bool // panels, arms, and the timeline can be clicked, but text cannot be copied
}

// Run runs the program and restores the terminal. It returns ErrInterrupted after Ctrl-C and when
// ctx ends, a *Fault after a panic, script.Mistakes, and otherwise any error of the terminal. A script is rehearsed
// while it plays.
func Run(ctx context.Context, o Options) error {
	look, typed := o.theme()
	live, planned := o.Script != nil, o
	if live {
		if wrong := foresee(o); wrong != nil {
			return wrong
		}
		o.clock = kit.NewClock()
	}
	root := newRoot(look, o)
	root.pacer.live, root.pacer.pause = live, untilBeat
	ended := func() bool { return ctx.Err() != nil }
	file, isFile := o.Input.(*os.File)
	if isFile && runtime.GOOS != "windows" { // where Bubble Tea reads the console itself
		root.process.keys = console.NewKeyboard(file, typed)
		o.Input = root.process.keys
	}
	options := []tea.ProgramOption{
		tea.WithInput(o.Input), tea.WithOutput(o.Output), tea.WithAltScreen(), tea.WithFPS(60), tea.WithoutSignalHandler(),
	}
	if o.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	program := tea.NewProgram(root, options...)
	root.process.quit = program.Quit
	if root.process.keys != nil && (o.Script == nil || stream.IsTerminal(file)) { // a script needs no keys
		root.process.keys.Gone = func() { go program.Send(console.EndMsg{}) }
	}
	root.process.signals = console.Watch(program.Send, ended)
	defer root.process.signals.End()
	if live {
		go func() { program.Send(rehearsedMsg{Rehearse(planned)}) }()
	}
	defer context.AfterFunc(ctx, func() { program.Send(console.EndMsg{}) })()
	root.process.keys.Resume()
	_, err := program.Run()
	root.process.keys.Pause() // what is typed now is for the shell
	if root.process.wrong == nil {
		root.farewell()
	}
	switch {
	case root.process.fault != nil:
		return root.process.fault
	case root.process.interrupted || errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case root.process.wrong != nil:
		return root.process.wrong
	case root.stops.Wrong != nil: // without a person
		return root.stops.Wrong
	case err != nil:
		return fmt.Errorf("the terminal: %w", err)
	}
	return nil
}

// pictureTheme returns the theme of pictures, the same on every machine.
func (o Options) pictureTheme() *theme.Theme {
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(termenv.ANSI256)
	if o.noColor {
		renderer.SetColorProfile(termenv.Ascii)
	}
	o.Background = cmp.Or(o.Background, theme.Dark)
	return o.themeOn(renderer)
}

// theme may ask the terminal for its background; typed is what was read meanwhile.
func (o Options) theme() (_ *theme.Theme, typed []byte) {
	renderer := stream.Renderer(o.Output, o.Color)
	if o.Background == theme.Unknown && renderer.ColorProfile() != termenv.Ascii {
		o.Background, typed = console.AskBackground(o.Input, o.Output)
		o.Background = cmp.Or(o.Background, theme.ShadeOf(os.LookupEnv))
	}
	t := o.themeOn(renderer)
	if _, err := theme.ParseCharset(o.Charset); err != nil && theme.CharsetOf(os.LookupEnv) == theme.ASCII {
		t.Charset = theme.ASCII
	}
	return t, typed
}

// themeOn returns the theme with the chosen shade and character set.
func (o Options) themeOn(renderer *lipgloss.Renderer) *theme.Theme {
	t := theme.New(renderer, o.Background)
	if set, err := theme.ParseCharset(o.Charset); err == nil {
		t.Charset = set
	}
	return t
}

// farewell prints the command line that opens the same place again, or that a game is lost.
func (r *root) farewell() {
	defer func() { _ = recover() }() // a fault is reported separately
	if ended := r.options.Advance && !r.stops.Open(); ended || r.options.Leaving == nil {
		return
	}
	line, what := r.export.openLine(), "This command opens the same place again:"
	if at := r.stops.State().Stop; r.options.Script != nil && at >= 0 {
		line, what = r.options.talkLine(at), "This command returns to this stop of the talk:"
	} else if r.screens.run != nil && r.screens.run.State().Config.Waits() {
		kept := "Your pulls are not kept."
		if r.stops.State().Lesson != nil && r.options.Progress != nil {
			kept = "The program remembers this stop of the lesson, but not your pulls."
		}
		what = kept + " This command begins the same game again:"
	}
	if line != "" {
		fmt.Fprintf(r.options.Leaving, "%s\n\n    %s\n\n", what, kit.Typed(line))
	}
}

// talkLine returns the command line that opens a stop, from 0, of the script.
func (o *Options) talkLine(at int) string {
	line := fmt.Sprintf("regretscope --script %s --at-stop %d", param.Quote(o.Script.Name), at+1)
	if o.Script.Start == "" && o.Config != nil && !o.Setup {
		line += " " + strings.Join(choice.CommandLine(o.Config)[1:], " ")
	}
	if o.Big && !strings.Contains(o.Script.Start, "--big") {
		line += " --big"
	}
	return line
}
