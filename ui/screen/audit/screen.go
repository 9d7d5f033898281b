// Package audit is the screen that compares learners' privacy claims with the truth: exactly,
// at once; and by running them, on request.
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
	beyond                 // ε, ρ, μ, and δ of the costliest round
	about                  // the meaning and limits of the numbers
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
	at      int               // the chosen learner
	part    part              // the focused panel, which scrolls
	scroll  kit.Scroller      // its lines

	curves   kit.Task[*notions.Curves] // the curves of a learner
	curvesOf int                       // their learner
	delta    bool                      // δ over ε is shown instead of the trade-off curve

	belief notions.Belief // the meaning of ε for one person

	runs    int                       // of the next statistical audit: an index into ladder
	task    kit.Task[*audits.Finding] // the statistical audit that is running
	audited int                       // the learner that it is about
}

type entry struct {
	facts.Finding
	variants []variant
	curves   *notions.Curves // nil until they are computed, and if nothing is known
	note     string          // the end of the last statistical audit, if it has no finding
}

// ladder has the numbers of runs of a statistical audit, for each of the two sequences.
var ladder = [...]int{4_000, 40_000, 400_000, 4_000_000}

const defaultRuns = 1 // in the ladder: audits.DefaultRuns

// New returns the screen for the learners of a checked configuration, and the command that
// audits them exactly.
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

// Title returns the title of the screen.
func (s *Screen) Title() string { return "audit: claimed and true privacy loss" }

// Busy reports whether exact audits are running.
func (s *Screen) Busy() bool { return len(s.entries) == 0 && s.err == nil }

// Close cancels running audits.
func (s *Screen) Close() {
	s.exact.Drop()
	s.curves.Drop()
	s.task.Drop()
}

func (s *Screen) entry() *entry { return &s.entries[s.at] }

func (s *Screen) auditing(learner int) bool { return s.task.Running() && s.audited == learner }

// Subject returns the word that explains the focused panel: the learner, the inputs of the
// worst case, another notion, or audit.
func (s *Screen) Subject() string {
	return cmp.Or([parts]string{worst: "neighbours", beyond: "ρ", curves: "Gaussian DP", about: "audit"}[s.part],
		s.config.Learners[s.at].ID)
}
