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
	root    *root
	screens *screens
	spent   float64 // rounds of all learners that the lesson or script simulated since a person's key
}

func (h *host) Theme() *theme.Theme                        { return h.root.theme }
func (h *host) Typing() bool                               { return h.screens.shown.Typing() }
func (h *host) Commands() []kit.Command                    { return h.root.Commands() }
func (h *host) Elsewhere(line string, unknown error) error { return h.root.elsewhere(line, unknown) }

func (h *host) Order(line string) tea.Cmd { return h.root.saying(h.root.RunLine(line)) }
func (h *host) Restart() tea.Cmd          { return h.root.Restart() }
func (h *host) Resize()                   { h.root.window.Resize() }
func (h *host) Say(err error)             { h.root.foot.say(err) }

// Scene returns the newest state of the run, and the means of the replications on the screen; nil before
// the first state.
func (h *host) Scene() *lesson.Scene {
	if h.screens.run == nil || h.screens.run.State().Shot == nil {
		return nil
	}
	scene := &lesson.Scene{Snapshot: h.screens.run.State().Shot}
	if shown, ok := h.screens.shown.(*experiment.Screen); ok {
		for _, row := range shown.Results(lesson.Replications) {
			scene.Averages = append(scene.Averages, lesson.Average{Mean: float64(row.RegretMean), Error: row.StandardError()})
		}
	}
	return scene
}

func (h *host) Pulls() bool { return h.screens.run != nil && h.screens.run.Pulls() }

func (h *host) Preparing() bool {
	return h.runBusy() || h.screens.shown.Busy() || h.root.history.reading.Running()
}

func (h *host) runBusy() bool { return h.screens.run != nil && h.screens.run.Busy() }

func (h *host) Now() playback.Moment {
	now := playback.Moment{
		Width: h.root.window.width, Height: h.root.window.height, Place: h.place(),
		Opened: playback.Opened{OnRun: h.screens.onRun(), Closes: h.screens.shown.Closes() || h.screens.onRun() && h.screens.run.Zoomed()},
		Played: h.root.played, Preparing: h.Preparing(), RunBusy: h.runBusy(), Pulls: h.Pulls(),
		Typing: h.screens.shown.Typing(), Choosing: h.screens.choosing(), Reading: h.screens.reading(),
	}
	if h.screens.onRun() {
		now.Cursor = h.screens.run.Cursor()
	}
	return now
}

func (h *host) Freeze() {
	frame := h.root.View() // empty at the start
	h.root.window.frozen = frame[:strings.LastIndex(frame, "\n")+1]
}

func (h *host) CloseTo(then playback.Opened) tea.Cmd {
	if then.OnRun && !h.screens.onRun() {
		h.screens.show(h.screens.run)
	}
	if then.OnRun && !then.Closes {
		return h.screens.run.CloseAll()
	}
	return nil
}

// StartRun shows a new run that did not come from the setup screen. Its first jump plays visibly from a
// round, unless that is negative.
func (h *host) StartRun(config *model.Config, from int) tea.Cmd {
	h.renew()
	cmd := h.root.startRun(run.Place{Config: config})
	if h.root.glides {
		h.screens.run.Driver().GlideFrom(from)
	}
	return cmd
}

func (h *host) Read(title string, sentences []string) tea.Cmd {
	return h.root.reader.read(title, wrapped(sentences))
}

func (h *host) TypeCommand(text string) { h.root.palette.Type(text) }

// rehearse plays a lesson before it opens.
func (h *host) rehearse(l *lesson.Lesson) error {
	err := Rehearse(Options{Lesson: l, OpenLesson: h.root.options.OpenLesson, AllowRounds: h.root.options.AllowRounds})
	if wrong := script.Mistakes(nil); errors.As(err, &wrong) {
		return wrong[0]
	}
	return err
}

func (h *host) Perform(step script.Step) (cmd tea.Cmd, err error) {
	cmd = h.root.as(true, func() (cmd tea.Cmd) {
		cmd, err = h.root.perform(step)
		return cmd
	})
	return cmd, cmp.Or(err, h.limitRounds())
}

// renew lets a lesson or script simulate as much as at its start.
func (h *host) renew() {
	h.screens.shown.Begun()
	h.spent = 0
}

// settle lets the lesson or script follow what a message has changed, and tells its stop to another terminal.
func (h *host) settle() tea.Cmd {
	r := h.root
	cmd := r.stops.Exercise.Watch()
	if r.stops.Performing() {
		r.stops.Limit(h.limitRounds())
	}
	r.stops.Stray()
	if now := r.stops.State(); now.Lesson == r.options.Lesson && (r.pacer.live || !r.options.clock.Simulated()) {
		r.options.Talk.Tell(now.Stop, now.Away, r.stops.Fill)
	}
	return cmd
}

// limitRounds ends the work of a lesson or script that simulates more rounds than it may, and returns an error, once.
func (h *host) limitRounds() error {
	if h.spent += h.screens.shown.Begun(); h.root.stops.Travelling() { // on the way to a stop, all is simulated again
		h.spent = 0
	}
	most := cmp.Or(h.root.options.AllowRounds, script.MaxRounds)
	if h.spent <= float64(most) {
		return nil
	}
	h.spent = math.Inf(-1)
	h.screens.shown.Close()
	if h.screens.run != nil {
		h.screens.run.Driver().Interrupt()
		h.screens.run.Pause()
	}
	return fmt.Errorf("simulates more than %s rounds of all learners together; --allow-rounds N allows N", number.Count(most))
}

func (h *host) place() playback.Place {
	if h.screens.run == nil {
		return playback.Place{}
	}
	now := h.screens.run.State()
	return playback.Place{Place: h.screens.run.Place(), Running: now.Running, Until: now.Until}
}

// GoTo goes to a place, and runs or pauses the run as it did there.
func (h *host) GoTo(place playback.Place) tea.Cmd {
	if h.screens.run == nil || place.Config == nil || place.Config.Waits() { // a game's pulls are not kept
		return nil
	}
	line, now := "run", h.place()
	present := choice.Same(now.Config, place.Config)
	switch {
	case !present || now.Round != place.Round || now.Learner != place.Learner || now.View != place.View:
		return h.root.history.goTo(place.Place, present)
	case now.Running == place.Running:
		return nil
	case !place.Running:
		return h.screens.run.Pause()
	case place.Until > place.Round:
		line = fmt.Sprintf("run-to %d", place.Until)
	}
	return h.root.saying(kit.RunLine(h.screens.run.Commands(), line))
}
