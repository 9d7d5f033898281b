// Package audit implements the screen that compares learners' privacy claims with their true loss:
// at once by exact audits, and on request by running the learners.
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

// ladder lists the numbers of runs of a statistical audit, for each of the two sequences.
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

// Ready reports whether the exact audits are there.
func (s *Screen) Ready() bool { return !s.Busy() }

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
	return cmp.Or([parts]string{worst: "neighbors", beyond: "ρ", curves: "Gaussian DP", about: "audit"}[s.part],
		s.config.Learners[s.at].ID)
}

// Headings of the commands.
const (
	auditing = "Audit"
	look     = "Look at"
)

// Commands lists the present commands of the screen, the most important first.
func (s *Screen) Commands() []kit.Command {
	if len(s.entries) == 0 {
		return nil
	}
	return s.List(s, s.list)
}

func (s *Screen) list() []kit.Command {
	run := kit.Command{
		Name: "run", Key: "space", Short: "audit",
		Help: "audit the learner by running it on both sequences", Group: auditing, Run: s.toggle,
	}
	if s.task.Running() && s.audited == s.at {
		run.Name, run.Short, run.Help = "stop", "stop", "end the audit"
	}
	alone := kit.OnlyLearner(len(s.entries))
	curve := "δ over ε"
	if s.delta {
		curve = "the trade-off curve"
	}
	list := []kit.Command{
		run,
		{
			Name: "next-panel", Key: "tab", Short: "next panel", Help: "look at the panel after this one",
			Do: func() { s.goTo((s.part + 1) % parts) },
		},
		{Name: "view", Key: "v", Short: "curve", Help: curve, Do: func() { s.delta = !s.delta }},
		{
			Name: "next-learner", Key: "↓", Also: "j f", Short: "learner", Help: "audit the learner after this one",
			Refusal: alone, Run: func() tea.Cmd { return s.turn(1) },
		},
		{
			Name: "previous-learner", Key: "↑", Also: "k F", Short: "learner", Help: "audit the learner before this one", Refusal: alone,
			Run: func() tea.Cmd { return s.turn(-1) },
		},
		{
			Name: "more-runs", Key: "+", Also: "=", Short: "runs", Help: "ten times as many runs of each sequence", Group: auditing,
			Do: func() { s.setRuns(s.runs + 1) },
		},
		{
			Name: "fewer-runs", Key: "-", Also: "_", Short: "runs", Help: "a tenth of the runs of each sequence", Group: auditing,
			Do: func() { s.setRuns(s.runs - 1) },
		},
		{
			Name: "previous-panel", Key: "shift+tab", Help: "look at the panel before this one",
			Do: func() { s.goTo((s.part + parts - 1) % parts) },
		},
		{
			Name: "save-chart", Argument: "[NAME]", Key: "S", Short: "save curve",
			Help: "save the curve as SVG and its values as CSV", Group: auditing, Write: s.save,
		},
		{Name: "page-up", Key: "pgup [", Short: "scroll", Help: "scroll up", Do: func() { s.scroll.By(-scrolled) }},
		{Name: "page-down", Key: "pgdn ]", Short: "scroll", Help: "scroll down", Do: func() { s.scroll.By(scrolled) }},
	}
	for to, name := range [parts]string{"verdicts", "worst-case", "curves", "notions", "about", "mechanisms"} {
		does := [parts]string{
			"the claimed and the true loss", "the two sequences that lose most", "how well an observer can tell them apart",
			"ε, ρ, μ and δ", "what these numbers mean", "the loss of each part of the learner",
		}[to]
		key := string(rune('1' + to))
		list = append(list, kit.Command{Name: name, Key: key, Help: "look at " + does, Do: func() { s.goTo(part(to)) }})
	}
	return kit.InGroup(look, append(list, s.belief.Commands(func() {})...))
}

// Update handles a message; audits run in commands.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if s.Saved(msg) {
		return nil
	}
	exact, cmd := s.exact.Update(msg)
	if exact != nil {
		s.entries, s.err = exact.Value, exact.Err
		s.Changed()
		cmd = s.look()
	}
	if found, _ := s.curves.Update(msg); found != nil {
		s.entries[s.curvesOf].curves = found.Value
		s.Changed()
	}
	audit, again := s.task.Update(msg)
	if audit != nil {
		s.store(audit)
	}
	if again != nil {
		s.Changed() // the progress bar has moved
	}
	return tea.Batch(cmd, again)
}

const scrolled = 3 // lines by which a panel is scrolled

func (s *Screen) goTo(to part) {
	s.part = to
	s.scroll.Top()
}

func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.entries)
	s.at = (s.at + by + n) % n
	s.scroll.Top()
	return s.look()
}
