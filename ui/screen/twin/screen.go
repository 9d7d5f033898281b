package twin

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/ui/kit/theme"
)

// A part is one of the two things that there are to see.
type part int

const (
	sides  part = iota // one noise, round by round
	spread             // many noises
	parts              // how many there are
)

// A Screen is the twin screen.
type Screen struct {
	theme         *theme.Theme
	keys          keyMap
	width, height int

	config  *model.Config
	learner int
	part    part // the one that has the keys

	cast   int                // counts the pairs of universes, so that messages about earlier ones are known
	cancel context.CancelFunc // of the search for neighbours that is under way
	twin   *model.Twin        // nil while a command has it
	scene  *scene             // the newest; nil before the first
	err    error              // why there is none

	round   int         // how many rounds are shown side by side
	playing bool        // they go on by themselves
	pace    int         // in the ladder of paces
	noise   int         // the one to be shown
	seeking bool        // a noise that parts the universes is wanted
	pending int         // noises to be tried one by one
	trying  bool        // many noises are being tried
	ticking [parts]bool // a beat of either is on its way

	after   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, but for tests
	offset  int                                                  // of the outcomes
	refusal string                                               // why the newest key did nothing
}

// New makes the screen for one learner of a checked configuration, and the
// command that looks for two universes.
func New(t *theme.Theme, config *model.Config, learner int) (*Screen, tea.Cmd) {
	s := &Screen{theme: t, keys: newKeyMap(), config: config, learner: learner, pace: defaultPace, after: tea.Tick}
	return s, s.open()
}

// open begins anew with the present learner.
func (s *Screen) open() tea.Cmd {
	s.Close()
	s.cast++
	s.twin, s.scene, s.err = nil, nil, nil
	s.round, s.noise, s.pending, s.offset = 0, 0, 0, follow
	s.playing, s.seeking, s.trying = false, false, s.part == spread
	s.ticking = [parts]bool{}
	var ctx context.Context
	ctx, s.cancel = context.WithCancel(context.Background())
	return s.prepare(ctx)
}

// Close ends what is under way.
func (s *Screen) Close() {
	if s.cancel != nil {
		s.cancel()
	}
	s.cast++ // whatever comes back is nobody's
	s.playing, s.trying = false, false
}

// Title says what the screen is.
func (s *Screen) Title() string { return "twin universes: what can an observer tell?" }

// Typing tells that no key is a character here.
func (s *Screen) Typing() bool { return false }

// SetSize gives the screen its room.
func (s *Screen) SetSize(width, height int) { s.width, s.height = max(width, 0), max(height, 0) }

func (s *Screen) choice() learners.Choice { return s.config.Learners[s.learner] }
