package app

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/letters"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/explain"
	"regretscope/ui/screen/setup"
	"regretscope/ui/script"
)

// The methods of this file are what modes see of the program, and may do with it.

func (r *root) Theme() *theme.Theme { return r.theme }

func (r *root) Clock() *kit.Clock { return r.options.clock }

func (r *root) Size() (width, height int) { return r.width, r.height }

func (r *root) By() outfile.Rights { return r.by }

// Say shows an error in the foot until the next key.
func (r *root) Say(err error) { r.notice.Refuse(err) }

// Tell shows a result in the foot until the next key.
func (r *root) Tell(text string) { r.notice = kit.Notice{Text: text} }

// Warn shows a warning in the foot until the next key.
func (r *root) Warn(text string) { r.notice = kit.Notice{Text: text, Warn: true} }

// Typing reports whether characters go into a field of the screen.
func (r *root) Typing() bool { return r.shown.Typing() }

// Choosing reports whether the setup screen is shown.
func (r *root) Choosing() bool { return r.shown == Screen(r.setup) }

// Reading reports whether a page of the manual is shown.
func (r *root) Reading() bool {
	_, reading := r.shown.(*explain.Screen)
	return reading
}

// Closes reports whether something is open over the screen, which esc closes.
func (r *root) Closes() bool {
	s, ok := r.shown.(interface{ Closes() bool })
	return ok && s.Closes()
}

// Snapshot is that of the run.
func (r *root) Snapshot() *model.Snapshot { return r.run.Snapshot() }

// RunBusy reports whether the run is on its way.
func (r *root) RunBusy() bool { return r.run != nil && r.run.Busy() }

// ScreenBusy reports whether the run is on its way, or the screen that is shown is not
// ready for commands yet.
func (r *root) ScreenBusy() bool {
	s, ok := r.shown.(interface{ Busy() bool })
	return r.RunBusy() || ok && s.Busy()
}

// Preparing reports whether the program is not ready for the next step of a script.
func (r *root) Preparing() bool { return r.ScreenBusy() || r.tour.OnWay() }

// StartRun shows a new run, which the setup screen has not asked for.
func (r *root) StartRun(config *model.Config) tea.Cmd {
	r.source = setup.Source{}
	return r.startRun(config, 0)
}

// TypeCommand opens the palette with a text.
func (r *root) TypeCommand(text string) { r.palette.Type(text) }

// Rehearse reports what is wrong in a lesson.
func (r *root) Rehearse(l *lesson.Lesson) error {
	_, err := Rehearse(Options{Lesson: l, OpenLesson: r.options.OpenLesson, AllowWrites: r.options.AllowWrites})
	return err
}

// Perform does what a step of a script says, with the rights of one; without any effect
// outside of the program where it was performed before.
func (r *root) Perform(step script.Step, again bool) (cmd tea.Cmd, refused, err error) {
	by := r.rightsOf("script")
	if again {
		by = outfile.Played("script", r.options.AllowWrites, true)
	}
	return r.performBy(by, step)
}

// PerformLesson does what a line of a lesson says, with the rights of one.
func (r *root) PerformLesson(line string) (cmd tea.Cmd, refused, err error) {
	return r.performBy(r.rightsOf("lesson"), script.Step{Kind: script.Command, Text: line})
}

// Performing reports whether a played file acts just now.
func (r *root) Performing() bool { return r.by.Played() }

// LessonActs reports whether a lesson acts just now.
func (r *root) LessonActs() bool { return r.by == r.rightsOf("lesson") }

// Place is where the run is.
func (r *root) Place() playback.Place {
	if r.run == nil {
		return playback.Place{}
	}
	place := playback.Place{Round: r.run.Driver().Round(), Running: r.run.Driver().Running()}
	if round, _, ok := r.run.Driver().Until(); ok {
		place.Until = round
	}
	return place
}

// GoTo sends the run to the round of a place; there, it has it run or pause.
func (r *root) GoTo(place playback.Place) tea.Cmd {
	if r.run == nil {
		return nil
	}
	line := ""
	switch now := r.Place(); {
	case now.Round != place.Round:
		line = fmt.Sprintf("go %d", place.Round)
	case now.Running == place.Running:
		return nil
	case place.Until > place.Round:
		line = fmt.Sprintf("run-to %d", place.Until)
	case place.Running:
		line = "run"
	default:
		return r.run.Pause()
	}
	return r.saying(kit.RunLine(r.run.Commands(), line))
}

// Spoken is a text about the screen, in lines of a style: for the back row in large
// letters, where these take no more than some rows.
func (r *root) Spoken(text string, rows int, style lipgloss.Style) []string {
	if r.forBackRow() {
		if lines := letters.Sentence(text, r.width, rows, r.theme.Charset, style); lines != nil {
			return lines
		}
	}
	return kit.Styled(text, r.width, 0, style)
}

// forBackRow reports whether texts are to be large.
func (r *root) forBackRow() bool {
	if r.onRun() {
		return r.run.Big()
	}
	return r.big && !r.Choosing() && !r.Reading()
}
