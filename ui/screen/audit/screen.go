package audit

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit/theme"
)

// A part is one of the panels of the screen.
type part int

const (
	verdicts   part = iota // claimed, true and proved, learner by learner
	worst                  // the neighbours behind it
	mechanisms             // what other choices of parameters cost
	about                  // what the program says about its own numbers
	parts
)

// A Screen is the audit screen.
type Screen struct {
	theme         *theme.Theme
	keys          keyMap
	width, height int

	config  *model.Config
	entries []entry // by learner; empty until they are worked out
	err     error   // why there are none
	at      int     // the learner that is looked at
	part    part    // the panel that scrolls
	offset  int     // of its lines

	runs    int // of the next audit, in the ladder
	job     *job
	after   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, but for tests
	refusal string                                               // why the newest key did nothing
}

// An entry is all that is known of a learner.
type entry struct {
	model.Verdict
	variants []variant
	finding  *model.Finding // nil before a statistical audit
	note     string         // how the newest audit ended, if not with a finding
}

// New makes the screen for the learners of a checked configuration, and the
// command that audits them exactly.
func New(t *theme.Theme, config *model.Config, learner int) (*Screen, tea.Cmd) {
	s := &Screen{theme: t, keys: newKeyMap(), config: config, at: learner, part: worst, runs: defaultRuns, after: tea.Tick}
	return s, s.examine()
}

// Title says what the screen is.
func (s *Screen) Title() string { return "audit: the ε that is claimed, and the ε that is true" }

// Typing tells that no key is a character here.
func (s *Screen) Typing() bool { return false }

// SetSize gives the screen its room.
func (s *Screen) SetSize(width, height int) { s.width, s.height = max(width, 0), max(height, 0) }

// Close ends what is under way.
func (s *Screen) Close() { s.stop("") }

// entry is the learner that is looked at.
func (s *Screen) entry() *entry { return &s.entries[s.at] }

// examinedMsg brings the exact audits.
type examinedMsg struct {
	screen  *Screen
	entries []entry
	err     error
}

// examine makes the exact audits of all learners.
func (s *Screen) examine() tea.Cmd {
	config := s.config
	return func() tea.Msg {
		msg := examinedMsg{screen: s}
		for i := range config.Learners {
			var e entry
			if e.Verdict, msg.err = config.Verdict(i); msg.err != nil {
				return msg
			}
			e.variants = variants(config, i)
			msg.entries = append(msg.entries, e)
		}
		return msg
	}
}

// A job is a statistical audit that is under way.
type job struct {
	learner  int
	cancel   context.CancelFunc
	progress *progress
}
