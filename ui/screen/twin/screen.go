// Package twin implements the screen that shows two reward sequences, which differ in one person's
// rewards, side by side: the same learner with the same noise, round by round; then, over many
// noises, the probability of each play with either sequence.
//
// While a background task advances the audit.Twin, only that task may use it; the task returns it
// with a snapshot. At most one such task runs at a time.
package twin

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/noise/number"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

type part int

const (
	oneNoise part = iota // round by round
	spread               // many noises
	parts                // their number
)

// A Screen is the twin screen.
type Screen struct {
	kit.Canvas
	theme *theme.Theme
	clock *kit.Clock
	after func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // the clock's

	config  *model.Config
	learner int
	part    part // the focused one

	task   kit.Task[slice] // the background work on the twin
	search kit.Task[slice] // for a better twin while the present one is a guess
	twin   *audit.Twin     // nil while background work has it
	shot   *snapshot       // the newest; nil before the first
	err    error           // why there is none

	round     int             // the number of rounds shown side by side
	told      string          // what the back row reads in large letters
	playing   bool            // rounds are shown one after the other
	pace      int             // an index into paces
	noise     int             // the one to show
	seeking   bool            // search for a noise with which the universes differ
	searching bool            // the search is running
	pending   int             // noises to try one by one
	sampling  bool            // many noises are being tried
	most      int             // how many; 0: enough
	ticks     [parts]*tickMsg // of both animations

	belief notions.Belief
	own    []kit.Command // the table of the screen
	offset int           // of the outcomes
}

// New returns the screen for one learner of a checked configuration, and the command that
// searches for two universes. The animations use a clock; nil is the machine's.
func New(t *theme.Theme, config *model.Config, learner int, clock *kit.Clock) (*Screen, tea.Cmd) {
	s := &Screen{theme: t, config: config, learner: learner, pace: defaultPace, clock: clock, after: clock.After}
	s.task.Every, s.search.Every = kit.ProgressEvery, kit.ProgressEvery
	s.own = s.table()
	return s, s.open()
}

// Busy reports whether a search for universes, or for a noise with which they differ, is
// running, or a number of noises is being counted.
func (s *Screen) Busy() bool {
	return s.err == nil && (s.shot == nil || s.task.Running() && !s.sampling || s.search.Running() || s.sampling && s.most > 0)
}

// Working reports whether any work is under way, during which simulated time stands still.
func (s *Screen) Working() bool { return s.task.Running() || s.search.Running() }

// Ready reports whether no search is running: its result would undo what keys do meanwhile.
func (s *Screen) Ready() bool { return s.err != nil || s.shot != nil && !s.searching }

func (s *Screen) open() tea.Cmd {
	s.Close()
	s.twin, s.shot, s.err = nil, nil, nil
	s.restart()
	return s.task.Start(s.prepare(!s.clock.Simulated(), false))
}

// restart forgets what was seen of a pair.
func (s *Screen) restart() {
	s.round, s.noise, s.pending, s.offset = 0, 0, 0, follow
	s.playing, s.seeking, s.searching, s.sampling, s.most = false, false, false, s.part != oneNoise, 0
}

// Close cancels the background work and stops the animations.
func (s *Screen) Close() {
	s.task.Drop()
	s.search.Drop()
	s.playing, s.sampling = false, false
	s.ticks = [parts]*tickMsg{}
}

// Title returns the title of the screen.
func (s *Screen) Title() string { return "twin universes: what can an observer infer?" }

// Subject returns the word that explains the focused part: twin universes, or the bound on how
// much their outcomes differ.
func (s *Screen) Subject() string {
	return [parts]string{oneNoise: "twin universes", spread: "ε"}[s.part]
}

// Headings of the commands.
const (
	replay = "Universes"
	look   = "Look at"
)

var paces = [...]int{1, 2, 4, 8, 16, 32, 64} // in rounds per second

const defaultPace = 1

// Commands lists the present commands of the screen, the most important first.
func (s *Screen) Commands() []kit.Command { return s.List(s, s.list) }

func (s *Screen) list() []kit.Command { return kit.Offered(s.own) }

// Declared returns all commands of the screen, as they are declared.
func Declared() []kit.Command { return new(Screen).table() }

// table declares the commands of the screen: of the universes round by round, of the counted noises, and of both.
func (s *Screen) table() []kit.Command {
	in := func(part part) func() bool { return func() bool { return s.shot != nil && s.part == part } }
	ready := func() bool { return s.shot != nil }
	alone := func() string { return kit.OnlyLearner(len(s.config.Learners)) }
	space := func(now func() bool) func(*kit.Command) {
		return func(c *kit.Command) { c.Key = kit.TextUnless(!now(), "space") }
	}
	sides := []kit.Command{
		{
			Name: "run", Short: "run", Help: "play both universes", Act: kit.Do(s.play),
			Now: space(func() bool { return !s.playing }),
		},
		{
			Name: "pause", Synonym: "stop", Short: "pause", Help: "stay at this round", Act: kit.Do(func() { s.playing = false }),
			Now: space(func() bool { return s.playing }),
		},
		{Name: "step", Key: "n →", Short: "step", Help: "one round forward", Act: kit.Do(func() { s.move(s.round + 1) })},
		{
			Name: "next-difference", Key: "]", Short: "difference",
			Help: "to the release with the changed reward, or the next play that differs", Act: kit.Do(func() { s.seek(1) }),
		},
		{
			Name: "previous-difference", Key: "[", Short: "difference", Help: "to the play that differs before this round, or to round 1",
			Act: kit.Do(func() { s.seek(-1) }),
		},
		{
			Name: "separate", Key: "/", Short: "separate", Help: "find noise with which the universes differ",
			Act: kit.Do(func() { s.playing, s.seeking = false, true }),
		},
		{Name: "next-noise", Key: "s", Short: "next noise", Help: "draw other noise for both universes", Act: kit.Do(func() { s.noise++ })},
		{Name: "back", Key: "b ←", Short: "back", Help: "one round backward", Act: kit.Do(func() { s.move(s.round - 1) })},
		{
			Name: "faster", Key: "+", Also: "=", Short: "speed", Help: "more rounds per second",
			Act: kit.Do(func() { s.pace = min(s.pace+1, len(paces)-1) }),
		},
		{
			Name: "slower", Key: "-", Also: "_", Short: "speed", Help: "fewer rounds per second",
			Act: kit.Do(func() { s.pace = max(s.pace-1, 0) }),
		},
		{Name: "restart", Key: "r", Short: "restart", Help: "from round 1", Act: kit.Do(func() { s.move(0) })},
		{Name: "previous-noise", Key: "S", Help: "back to the noise before", Act: kit.Do(func() { s.noise = max(s.noise-1, 0) })},
	}
	counted := []kit.Command{
		{
			Name: "run", Short: "count", Help: "count noises", Act: kit.Do(func() { s.sampling, s.most = true, 0 }),
			When: func() string {
				return kit.TextUnless(s.shot.Samples < enough, "enough noises: more would not change the picture")
			},
			Now: space(func() bool { return !s.sampling }),
		},
		{
			Name: "pause", Synonym: "stop", Short: "stop", Help: "count no more noises", Act: kit.Do(func() { s.sampling = false }),
			Now: space(func() bool { return s.sampling }),
		},
		{
			Name: "step", Key: "n →", Short: "one more", Help: "count one more noise",
			Act: kit.Do(func() { s.sampling = false; s.pending++ }),
		},
		{Name: "up", Key: "↑ k", Help: "scroll up", Group: look, Act: kit.Do(func() { s.scroll(-1) })},
		{Name: "down", Key: "↓ j", Help: "scroll down", Group: look, Act: kit.Do(func() { s.scroll(1) })},
		{Name: "back", Key: "b ←", Help: "one round backward", Refusal: "a counted noise cannot be taken back"},
		{
			Name: "next-noise", Key: "s", Help: "draw other noise for both universes",
			Refusal: "all noises are counted here; tab shows them one by one",
		},
	}
	both := []kit.Command{
		{
			Name: "next-panel", Key: "tab", Help: "look at the panel after this one", In: ready,
			Act: kit.Do(func() { s.goTo((s.part + 1) % parts) }),
			Now: func(c *kit.Command) { c.Short = [parts]string{"one noise", "many noises"}[(s.part+1)%parts] },
		},
		{
			Name: "previous-panel", Key: "shift+tab", Help: "look at the panel before this one", In: ready,
			Act: kit.Do(func() { s.goTo((s.part + parts - 1) % parts) }),
		},
		{
			Name: "one-noise", Key: "1", Help: "look at the universes round by round", In: ready,
			Act: kit.Do(func() { s.goTo(oneNoise) }),
		},
		{
			Name: "many-noises", Argument: "[NOISES]", Key: "2", In: ready,
			Help: "look at how often each outcome occurs, and count that many noises", Act: kit.Try(s.count),
		},
		{
			Name: "next-learner", Key: "f", Short: "next learner", Help: "twins of the learner after this one", When: alone,
			Act: kit.Run(func() tea.Cmd { return s.turn(1) }),
		},
		{
			Name: "previous-learner", Key: "F", Help: "twins of the learner before this one", When: alone,
			Act: kit.Run(func() tea.Cmd { return s.turn(-1) }),
		},
	}
	return slices.Concat(kit.InGroup(replay, kit.OnlyIn(in(oneNoise), sides)), kit.InGroup(replay, kit.OnlyIn(in(spread), counted)),
		kit.InGroup(look, append(both, s.belief.Commands(func() {})...)))
}

func (s *Screen) play() {
	if s.round == len(s.shot.Rounds) {
		s.round = s.shot.begins()
	}
	s.playing = true
}

// End starts, after a command, the next computation or animation.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Canvas.End(cmd, err)
	if cmd != nil || s.shot == nil {
		return cmd, err
	}
	return tea.Batch(s.next(), s.tick()), err
}

// Update handles a message; commands run the universes.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	result, progress := s.task.Update(msg)
	found, searching := s.search.Update(msg)
	if result != nil || found != nil || progress != nil || searching != nil {
		s.Changed()
		switch {
		case result != nil:
			return s.store(result)
		case found != nil:
			return s.refine(found)
		}
		return tea.Batch(progress, searching)
	}
	if tick, ok := msg.(*tickMsg); ok && s.ticks[tick.of] == tick {
		s.ticks[tick.of] = nil
		s.Changed()
		return s.advance(tick.of)
	}
	return nil
}

func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.config.Learners)
	s.learner = (s.learner + by + n) % n
	return s.open()
}

// goTo focuses a part. Sampling begins when many noises are first shown.
func (s *Screen) goTo(to part) {
	if to != oneNoise && s.shot.Samples == 0 {
		s.sampling = true
	}
	s.part, s.playing = to, false
}

// count shows many noises and counts as many as the text says; in simulated time as many as usual.
func (s *Screen) count(text string) (err error) {
	n := usual
	if text != "" {
		n, err = number.ParseCount(text)
	}
	if err != nil || n > enough {
		return fmt.Errorf("many-noises %s: must be a whole number from 1 to %s", text, number.Count(enough))
	}
	if s.goTo(spread); text != "" || s.clock.Simulated() {
		s.most, s.sampling = n, s.shot.Samples < n
	}
	return nil
}

// move pauses at a round, or at the nearest one that exists.
func (s *Screen) move(round int) {
	s.playing = false
	s.round = min(max(round, 0), len(s.shot.Rounds))
}

// seek moves to the next round, in a direction, in which what an observer sees differs, or
// after which the learner knows of the rewards that differ; if it never does, to these.
func (s *Screen) seek(step int) {
	for round := s.round + step; round >= 1 && round <= len(s.shot.Rounds); round += step {
		if round == cmp.Or(s.shot.Released, s.shot.Sequences.Round) || s.shot.visible(&s.shot.Rounds[round-1]) {
			s.move(round)
			return
		}
	}
	if step < 0 && s.round > 1 {
		s.move(1)
		return
	}
	s.Warn("no further difference in that direction")
}

func (s *Screen) scroll(outcomes int) {
	_, room := s.layout().parts[spread].Inside()
	from, n, _ := s.visible(room)
	s.offset = min(max(from+outcomes, 0), len(s.shot.readings)-n)
}
