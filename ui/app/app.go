// Package app is the terminal program: the one tea.Model, which routes messages to the
// screens, gives them their room, and sees to it that the terminal is left in order.
package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/ui/app/console"
	"regretscope/ui/kit"
	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// ErrInterrupted is returned after Ctrl-C, and when the system ended the program.
var ErrInterrupted = errors.New("interrupted")

// Options are what the program begins with and how it looks.
type Options struct {
	Config  *model.Config // what to run at once, checked; nil: begin with setup
	Setup   bool          // begin with setup even where there is a Config, and offer it there
	AtRound int           // the round to open the first run at
	View    string        // of the first run's chart, by its name; empty: the first
	Focus   int           // the first run's learner in focus, from 0
	// Open reads a scenario file for the setup screen.
	Open func(ref string) (*scenarios.Scenario, error)

	Script *script.Script // to be played to people, or nil
	Lesson *lesson.Lesson // to begin with, with its runs, or nil
	AtStop int            // of the lesson, from 0
	// OpenLesson reads a lesson with its runs; nil: no lesson can be begun.
	OpenLesson func(name string) (*lesson.Lesson, error)

	// AllowWrites is the folder below which scripts and lessons may write new files;
	// empty: they write no files.
	AllowWrites string

	clock     *kit.Clock    // nil: the machine's
	noColor   bool          // in pictures
	rehearsal time.Duration // how long a rehearsal may take, in which nothing is written; 0: this is none

	Input    io.Reader
	Output   io.Writer
	Canceler *stream.Canceler // of the output; nil: it is read at any time
	// Leaving gets the command line that opens the place again where the program was left;
	// nil: none.
	Leaving io.Writer

	Background theme.Shade // of the terminal; Unknown: ask it
	Color      string      // one of theme.ColorChoices
	Charset    string      // of charts, by its name; any other: what suits the terminal
	Big        bool        // runs are shown for the back row
	// ReducedMotion repaints the screen on keys, and otherwise once a second at most.
	ReducedMotion bool
	Mouse         bool // panels, arms and the timeline can be clicked; text can then not be copied
}

// Run runs the program until it is left. It returns ErrInterrupted after
// Ctrl-C, a *Fault after a panic, and otherwise what went wrong with the
// terminal; the terminal is in order again whatever happened.
func Run(o Options) error {
	look, typed := o.theme()
	root := newRoot(look, o)
	keys := &console.Keyboard{Canceler: o.Canceler}
	if file, ok := o.Input.(*os.File); ok {
		keys.File, o.Input = file, keys
	}
	options := []tea.ProgramOption{
		tea.WithInput(o.Input), tea.WithOutput(o.Output), tea.WithAltScreen(), tea.WithFPS(60), tea.WithoutSignalHandler(), tea.WithFilter(root.sift),
	}
	if o.Mouse {
		options = append(options, tea.WithMouseCellMotion())
	}
	program := tea.NewProgram(root, options...)
	root.quit = program.Quit
	root.terminal.signals = console.Watch(program.Send, o.Canceler)
	defer root.terminal.signals.End()
	if w, ok := o.Output.(*stream.Writer); ok && keys.File != nil {
		w.Blocked = func(through <-chan struct{}) { keys.Listen(through, program.Send) }
	}
	go console.Retype(typed, program.Send)
	_, err := program.Run()
	root.farewell()
	switch {
	case root.fault != nil:
		return root.fault
	case root.interrupted || errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case err != nil:
		return fmt.Errorf("the terminal: %w", err)
	}
	return nil
}

// pictureTheme is how pictures look, on every machine.
func (o Options) pictureTheme() *theme.Theme {
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(termenv.ANSI256)
	if o.noColor {
		renderer.SetColorProfile(termenv.Ascii)
	}
	if o.Background == theme.Unknown {
		o.Background = theme.Dark
	}
	return o.themeOn(renderer)
}

// theme is made before the program runs, because it may ask the terminal; typed is what
// was typed meanwhile.
func (o Options) theme() (_ *theme.Theme, typed []byte) {
	renderer := stream.Renderer(o.Output, o.Color)
	if o.Background == theme.Unknown && renderer.ColorProfile() != termenv.Ascii {
		o.Background, typed = console.AskBackground(o.Input, o.Output)
		o.Background = cmp.Or(o.Background, theme.ShadeOf(os.Getenv("COLORFGBG")))
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
