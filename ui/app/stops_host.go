package app

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/mode/stops"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// The methods in this file are the program as modes see it.

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
	_, reading := r.shown.(*pageScreen)
	return reading
}

// Snapshot returns the newest state of the run.
func (r *root) Snapshot() *model.Snapshot { return r.run.Snapshot() }

// RunBusy reports whether the run has not reached its round yet.
func (r *root) RunBusy() bool { return r.run != nil && r.run.Busy() }

// Pulls reports whether the run is a game that waits for a person's pull.
func (r *root) Pulls() bool { return r.run != nil && r.run.Pulls() }

// Cursor returns the round of the cursor in the chart; 0 if it is closed.
func (r *root) Cursor() int {
	if !r.onRun() {
		return 0
	}
	return r.run.Cursor()
}

// Preparing reports whether the program is not ready for the next step of a lesson or script.
func (r *root) Preparing() bool { return r.RunBusy() || r.shown.Busy() }

// Guided reports whether a lesson is open.
func (r *root) Guided() bool { return r.stops.State().Lesson != nil }

// Opened returns whether the run screen is shown, and whether something is open over it.
func (r *root) Opened() stops.Opened {
	return stops.Opened{OnRun: r.onRun(), Closes: r.shown.Closes() || r.onRun() && r.run.Zoomed()}
}

// CloseTo closes what was opened over the run screen since then.
func (r *root) CloseTo(then stops.Opened) tea.Cmd {
	if then.OnRun && !r.onRun() {
		r.show(r.run)
	}
	if then.OnRun && !then.Closes {
		return r.run.CloseAll()
	}
	return nil
}

// StartRun shows a new run that did not come from the setup screen.
func (r *root) StartRun(config *model.Config) tea.Cmd {
	r.renew()
	return r.startRun(run.Place{Config: config})
}

// TypeCommand opens the palette with a text.
func (r *root) TypeCommand(text string) { r.palette.Type(text) }

// Rehearse returns the first error in a lesson.
func (r *root) Rehearse(l *lesson.Lesson) error {
	_, err := Rehearse(Options{
		Lesson: l, OpenLesson: r.options.OpenLesson,
		AllowWrites: r.options.AllowWrites, AllowRounds: r.options.AllowRounds,
	})
	if wrong := script.Mistakes(nil); errors.As(err, &wrong) {
		return wrong[0]
	}
	return err
}

// Perform performs a step with the rights of a lesson or script. If again is set, the step was
// performed before and now has no effect outside of the program.
func (r *root) Perform(by string, step script.Step, again bool) (cmd tea.Cmd, refused, err error) {
	rights := outfile.Played(by, r.options.AllowWrites, again || r.options.rehearsal > 0 || r.stops.Wrong != nil)
	r.refused = nil
	cmd = r.as(rights, func() (cmd tea.Cmd) {
		cmd, err = r.perform(step)
		return cmd
	})
	err = cmp.Or(err, r.LimitRounds())
	return cmd, r.refused, err
}

// renew lets a lesson or script simulate as much as at its start.
func (r *root) renew() {
	r.shown.Begun()
	r.spent = 0
}

// LimitRounds ends the work of a lesson or script that simulates more rounds than it may, and returns
// an error, once.
func (r *root) LimitRounds() error {
	r.spent += r.shown.Begun()
	most := cmp.Or(r.options.AllowRounds, script.MaxRounds)
	if r.spent <= float64(most) {
		return nil
	}
	r.spent = math.Inf(-1)
	r.shown.Close()
	if r.run != nil {
		r.run.Driver().Interrupt()
		r.run.Pause()
	}
	return fmt.Errorf("simulates more than %s rounds of all learners together; --allow-rounds N allows N", number.Count(most))
}

// Place returns the state of the run.
func (r *root) Place() stops.Place {
	if r.run == nil {
		return stops.Place{}
	}
	until, _, _ := r.run.Driver().Until()
	return stops.Place{Place: r.run.Place(), Running: r.run.Driver().Running(), Until: until}
}

// GoTo goes to a place, and runs or pauses the run as it did there.
func (r *root) GoTo(place stops.Place) tea.Cmd {
	if r.run == nil || place.Config == nil || place.Config.Waits() { // a game's pulls are not kept
		return nil
	}
	line, now := "run", r.Place()
	present := script.Same(now.Config, place.Config)
	switch {
	case !present || now.Round != place.Round || now.Learner != place.Learner || now.View != place.View:
		return r.goTo(place.Place, present)
	case now.Running == place.Running:
		return nil
	case !place.Running:
		return r.run.Pause()
	case place.Until > place.Round:
		line = fmt.Sprintf("run-to %d", place.Until)
	}
	return r.saying(kit.RunLine(r.run.Commands(), line))
}

// Spoken wraps a text below the screen. For the back row it uses large letters if they fit in
// the given rows.
func (r *root) Spoken(text string, rows int, style lipgloss.Style) []string {
	if r.forBackRow() {
		if lines := kit.BigSentence(text, r.width, rows, r.theme.Charset, style); lines != nil {
			return lines
		}
	}
	return kit.Styled(text, r.width, 0, style)
}

// forBackRow reports whether texts use large letters.
func (r *root) forBackRow() bool {
	if r.onRun() {
		return r.run.BackRow.On()
	}
	return r.big && !r.Choosing() && !r.Reading()
}
