package app

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/experiment"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// A host is the program as modes, lessons and scripts see it: a playback.Program, which says what the methods do.
type host struct {
	*root
	spent float64 // rounds of all learners that the lesson or script simulated since a person's key
}

func (h *host) Theme() *theme.Theme { return h.theme }

// Scene returns the newest state of the run, and the means of the replications on the screen; nil before
// the first state.
func (h *host) Scene() *lesson.Scene {
	if h.run == nil || h.run.State().Shot == nil {
		return nil
	}
	scene := &lesson.Scene{Snapshot: h.run.State().Shot}
	if shown, ok := h.shown.(*experiment.Screen); ok {
		for _, row := range shown.Results(lesson.Replications) {
			scene.Averages = append(scene.Averages, lesson.Average{Mean: float64(row.RegretMean), Error: row.StandardError()})
		}
	}
	return scene
}

func (h *host) Pulls() bool { return h.run != nil && h.run.Pulls() }

func (h *host) Preparing() bool { return h.runBusy() || h.shown.Busy() || h.history.reading.Running() }

func (h *host) runBusy() bool { return h.run != nil && h.run.Busy() }

func (h *host) Now() playback.Moment {
	now := playback.Moment{
		Width: h.width, Height: h.height, Place: h.place(),
		Opened: playback.Opened{OnRun: h.onRun(), Closes: h.shown.Closes() || h.onRun() && h.run.Zoomed()},
		Played: h.played, Preparing: h.Preparing(), RunBusy: h.runBusy(), Pulls: h.Pulls(),
		Typing: h.Typing(), Choosing: h.Choosing(), Reading: h.Reading(),
	}
	if h.onRun() {
		now.Cursor = h.run.Cursor()
	}
	return now
}

func (h *host) Freeze() {
	frame := h.View() // empty at the start
	h.frozen = frame[:strings.LastIndex(frame, "\n")+1] + h.theme.Faint.Render("on the way to the stop …")
}

func (h *host) CloseTo(then playback.Opened) tea.Cmd {
	if then.OnRun && !h.onRun() {
		h.show(h.run)
	}
	if then.OnRun && !then.Closes {
		return h.run.CloseAll()
	}
	return nil
}

// StartRun shows a new run that did not come from the setup screen. Its first jump plays visibly from a
// round, unless that is negative.
func (h *host) StartRun(config *model.Config, from int) tea.Cmd {
	h.renew()
	cmd := h.startRun(run.Place{Config: config})
	if h.glides {
		h.run.Driver().GlideFrom(from)
	}
	return cmd
}

func (h *host) Read(title string, sentences []string) tea.Cmd {
	return read(h.root, title, wrapped(sentences))
}

func (h *host) TypeCommand(text string) { h.palette.Type(text) }

// rehearse plays a lesson before it opens.
func (h *host) rehearse(l *lesson.Lesson) error {
	err := Rehearse(Options{Lesson: l, OpenLesson: h.options.OpenLesson, AllowRounds: h.options.AllowRounds})
	if wrong := script.Mistakes(nil); errors.As(err, &wrong) {
		return wrong[0]
	}
	return err
}

func (h *host) Perform(step script.Step) (cmd tea.Cmd, err error) {
	cmd = h.as(true, func() (cmd tea.Cmd) {
		cmd, err = h.perform(step)
		return cmd
	})
	return cmd, cmp.Or(err, h.LimitRounds())
}

// renew lets a lesson or script simulate as much as at its start.
func (h *host) renew() {
	h.shown.Begun()
	h.spent = 0
}

// LimitRounds ends the work of a lesson or script that simulates more rounds than it may, and returns an error, once.
func (h *host) LimitRounds() error {
	if h.spent += h.shown.Begun(); h.stops.Travelling() { // on the way to a stop, all is simulated again
		h.spent = 0
	}
	most := cmp.Or(h.options.AllowRounds, script.MaxRounds)
	if h.spent <= float64(most) {
		return nil
	}
	h.spent = math.Inf(-1)
	h.shown.Close()
	if h.run != nil {
		h.run.Driver().Interrupt()
		h.run.Pause()
	}
	return fmt.Errorf("simulates more than %s rounds of all learners together; --allow-rounds N allows N", number.Count(most))
}

func (h *host) place() playback.Place {
	if h.run == nil {
		return playback.Place{}
	}
	now := h.run.State()
	return playback.Place{Place: h.run.Place(), Running: now.Running, Until: now.Until}
}

// GoTo goes to a place, and runs or pauses the run as it did there.
func (h *host) GoTo(place playback.Place) tea.Cmd {
	if h.run == nil || place.Config == nil || place.Config.Waits() { // a game's pulls are not kept
		return nil
	}
	line, now := "run", h.place()
	present := choice.Same(now.Config, place.Config)
	switch {
	case !present || now.Round != place.Round || now.Learner != place.Learner || now.View != place.View:
		return goTo(h.root, place.Place, present)
	case now.Running == place.Running:
		return nil
	case !place.Running:
		return h.run.Pause()
	case place.Until > place.Round:
		line = fmt.Sprintf("run-to %d", place.Until)
	}
	return h.saying(kit.RunLine(h.run.Commands(), line))
}
