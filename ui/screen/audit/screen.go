// Package audit is the screen on which what learners claim of privacy stands beside what
// is true: exactly, at once; and by running them, on request.
package audit

import (
	"cmp"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	audits "regretscope/model/audit"
	"regretscope/ui/chart/notions"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

type part int

const (
	verdicts   part = iota // claimed ε, true ε and lower bound, learner by learner
	worst                  // the neighbors behind the true ε
	curves                 // its trade-off curve, or δ over ε
	beyond                 // ε, ρ, μ and δ of the worst event
	about                  // what the program says about its own numbers
	mechanisms             // the true ε with other parameters
	parts
)

// A Screen is the audit screen.
type Screen struct {
	kit.Drawing
	theme *theme.Theme

	config  *model.Config
	exact   kit.Task[[]entry] // the exact audits of all learners
	entries []entry           // by learner; empty until the exact audits are done
	err     error             // why there are no verdicts
	at      int               // the learner that is looked at
	part    part              // the panel that scrolls
	scroll  kit.Scroller      // its lines

	curves   kit.Task[*notions.Curves] // the curves of a learner
	curvesOf int                       // the learner that they are about
	delta    bool                      // δ over ε is shown, and not the trade-off curve

	belief notions.Belief // what ε means for one person

	runs    int                       // of the next statistical audit: an index into ladder
	task    kit.Task[*audits.Finding] // the statistical audit that is running
	audited int                       // the learner that it is about
}

type entry struct {
	facts.Finding
	variants []variant
	curves   *notions.Curves // nil until they are computed, and where nothing is known
	note     string          // how the last statistical audit ended, if not with a finding
}

// ladder is how many runs a side a statistical audit may have.
var ladder = [...]int{4_000, 40_000, 400_000, 4_000_000}

const defaultRuns = 1 // in the ladder: audits.DefaultRuns

// New makes the screen for the learners of a checked configuration, and returns
// the command that audits them exactly.
func New(t *theme.Theme, config *model.Config, learner int) (*Screen, tea.Cmd) {
	s := &Screen{theme: t, config: config, at: learner, part: worst, runs: defaultRuns}
	s.task.Every = kit.ProgressEvery
	return s, s.exact.Start(func(context.Context, func(int, int)) ([]entry, error) { return examine(config), nil })
}

func examine(config *model.Config) (entries []entry) {
	for i := range config.Learners {
		found := audits.Finding{Verdict: config.Verdict(i)}
		entries = append(entries, entry{
			Finding:  facts.Finding{Finding: found, Horizon: config.Horizon, Losses: lossesOf(&found)},
			variants: variants(config, i),
		})
	}
	return entries
}

// Title says what the screen is.
func (s *Screen) Title() string { return "audit: claimed and true privacy loss" }

// Busy reports whether the exact audits are under way.
func (s *Screen) Busy() bool { return len(s.entries) == 0 && s.err == nil }

// Close cancels the audits that are running.
func (s *Screen) Close() {
	s.exact.Drop()
	s.curves.Drop()
	s.task.Drop()
}

func (s *Screen) entry() *entry { return &s.entries[s.at] }

func (s *Screen) auditing(learner int) bool { return s.task.Running() && s.audited == learner }

// Subject is what the focused panel is about, as a word that is explained: the
// learner, the inputs of the worst case, what there is beside ε, or what an audit is.
func (s *Screen) Subject() string {
	return cmp.Or([parts]string{worst: "neighbours", beyond: "ρ", curves: "Gaussian DP", about: "audit"}[s.part],
		s.config.Learners[s.at].ID)
}
