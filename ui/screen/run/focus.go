package run

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/script"
)

// Learner returns the learner in focus.
func (s *Screen) Learner() int { return s.learner }

// LookAtArm selects an arm.
func (s *Screen) LookAtArm(arm int) { s.arm = arm }

// Hides reports whether something is hidden.
func (s *Screen) Hides() bool { return s.hidden > nothing }

// ShowAll reveals everything.
func (s *Screen) ShowAll() { s.hidden = nothing }

func (s *Screen) focused() *model.LearnerState { return &s.shown.shot.Learners[s.learner] }

// keepFocus moves the focus if its learner was removed.
func (s *Screen) keepFocus() {
	if s.shown.shot == nil {
		return
	}
	if last := len(s.shown.shot.Learners) - 1; s.learner > last {
		s.learner = last
		if s.maySee(last) != nil {
			s.turnLearner(+1)
		}
	}
}

func (s *Screen) turnLearner(by int) {
	n := len(s.shown.config.Learners)
	for range n {
		if s.learner = (s.learner + by + n) % n; s.maySee(s.learner) == nil {
			return
		}
	}
}

func (s *Screen) toLearner(text string) error {
	i, err := place("learner", text, len(s.shown.config.Learners))
	if err != nil {
		return err
	}
	return s.lookAt(i)
}

// lookAt focuses a learner, unless its plays would reveal hidden values.
func (s *Screen) lookAt(learner int) error {
	err := s.maySee(learner)
	if err == nil {
		s.learner = learner
	}
	return err
}

// toArm shows why an arm is or is not played, by default the one in focus.
func (s *Screen) toArm(text string) error {
	if text = strings.TrimPrefix(text, "not "); text != "" {
		j, err := place("arm", text, s.shown.config.Scenario.Arms())
		if err != nil {
			return err
		}
		s.arm = j
	}
	s.focus = whyPanel
	return nil
}

// place parses the number of a thing, from 1 to most, and returns it minus 1.
func place(thing, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %s: must be a whole number from 1 to %d", thing, text, most)
	}
	return n - 1, nil
}

// firstMeasure returns the measure ε, with δ taken at half the run's ε: at ε itself, δ is 0 if the
// claim holds.
func firstMeasure(c *model.Config) privacy.Measure {
	m := privacy.Measure{Notion: privacy.Epsilon, At: 1}
	if !math.IsInf(c.Epsilon, 1) {
		m.At = c.Epsilon / 2
	}
	return m
}

// toNotion measures privacy in a notion, by default the next; delta may be followed by its ε.
func (s *Screen) toNotion(text string) error {
	next := s.measure.Next()
	if words := strings.Fields(text); len(words) > 0 {
		notion, known := privacy.ParseNotion(words[0])
		next.Notion = notion
		switch {
		case !known:
			return fmt.Errorf("notion %s: must be one of %s", words[0], strings.Join(privacy.Notions(), ", "))
		case len(words) == 2 && notion == privacy.Delta:
			at, err := param.ParseNumber(words[1])
			if err != nil || !(at >= 0) || math.IsInf(at, 1) {
				return fmt.Errorf("notion delta %s: ε must be a number of at least 0", words[1])
			}
			next.At = at
		case len(words) > 1:
			return fmt.Errorf("notion %s: only delta takes a number, its ε", text)
		}
	}
	s.measure = next
	s.Say("privacy is shown as " + meaning(next))
	return nil
}

func meaning(m privacy.Measure) string {
	switch m.Notion {
	case privacy.Rho:
		return "ρ of zero-concentrated privacy (zCDP)"
	case privacy.Mu:
		return "μ of Gaussian differential privacy"
	case privacy.Delta:
		return m.String() + " of (ε,δ)-privacy; :notion delta 0.1 sets another ε"
	}
	return "ε"
}

// A hiding is what the screen hides, so that people can predict it.
type hiding int

// The hidings: nothing; everything that learners cannot see (true means, the best arm, regret,
// changes, and the rewards behind reports); and all learners but the one in focus, too.
const (
	nothing hiding = iota
	truth
	others
)

var hidings = []string{"nothing", "truth", "others"}

// hideNext sets the hiding, by default the next.
func (s *Screen) hideNext(what string) error {
	next := (s.hidden + 1) % (others + 1)
	if next == others && len(s.shown.config.Learners) == 1 {
		next = nothing
	}
	if what != "" {
		at := slices.Index(hidings, what)
		if at < 0 {
			return fmt.Errorf("hide %s: must be truth, others or nothing", what)
		}
		next = hiding(at)
	}
	before := s.hidden
	s.hidden = next
	if s.maySee(s.learner) != nil {
		s.turnLearner(+1) // the plays of the learner in focus reveal the best arm
	}
	if err := s.maySee(s.learner); err != nil {
		s.hidden = before
		return fmt.Errorf("nothing can be hidden: %s knows the best arm and plays it",
			s.shown.config.Learners[s.learner].Label())
	}
	then := "h shows all"
	if next == truth && len(s.shown.config.Learners) > 1 {
		then = "h hides other learners, too"
	}
	s.Say([...]string{
		"nothing is hidden", "hidden: means, best arm, regret, changes; " + then,
		"hidden: true values and the other learners; " + then,
	}[next])
	return nil
}

// maySee returns an error if a learner's plays would reveal hidden values.
func (s *Screen) maySee(learner int) error {
	if spec := s.shown.config.Learners[learner]; s.Hides() && spec.NeedsBest {
		return fmt.Errorf("%s knows the hidden values: h shows all", spec.Label())
	}
	return nil
}

// scenario returns the scenario's title, without anything hidden.
func (s *Screen) scenario() string {
	if s.Hides() {
		return s.scenarioID()
	}
	return s.shown.config.Scenario.Title()
}

// scenarioID returns the scenario's name in commands and files, without anything hidden.
func (s *Screen) scenarioID() string {
	name := s.shown.config.Scenario.Name
	if s.Hides() {
		name, _, _ = strings.Cut(name, ",")
	}
	return name
}

// Reveals names what the run's command line would reveal; "" if nothing.
func (s *Screen) Reveals() string {
	c := s.shown.config.Scenario
	switch {
	case !s.Hides():
		return ""
	case c.Reference == "":
		return "the arms"
	case strings.Contains(c.Reference, ","):
		return "the scenario’s parameters"
	}
	return ""
}

// believed describes how each learner estimates its own return.
func (s *Screen) believed(shot *model.Snapshot) string {
	var words []string
	for i := range shot.Learners {
		v := &shot.Learners[i]
		if s.hidden == others && i != s.learner || v.Spec.Plays().Waits() {
			continue
		}
		now := model.Sample{Round: shot.Round, Pulls: v.Pulls, Estimates: v.Estimates}
		if x := now.EstimatedReturn(); !math.IsNaN(x) {
			words = append(words, fmt.Sprintf("%s estimates its return at %s a round", v.Spec.Label(), kit.Fixed(x, 4)))
		}
	}
	said := "Regret, true means, and the best arm are hidden."
	if shot.Config.Scenario.Kind == scenarios.Changing {
		said = "Regret, true means, the best arm, and its changes are hidden."
	}
	if len(words) > 0 {
		said += " " + strings.Join(words, ", ") + "."
	}
	return said
}

// A Place is what a person looks at: a run, a round, the learner in focus, and the view of
// the chart. It is small, because a run is a pure function of its configuration.
type Place struct {
	Config  *model.Config
	Round   int
	Learner int    // from 0
	View    string // by its name; empty: the first

	hidden hiding
}

// Place returns where the screen is, or where a jump under way leads.
func (s *Screen) Place() Place {
	config := s.whatIf.compared(s.driver.Target())
	return Place{config, s.driver.Round(), s.learner, s.chart.Chosen(), s.hidden}
}

// CommandLine returns the command line that opens a run of c where the screen is.
func (s *Screen) CommandLine(c *model.Config) string {
	line := strings.Join(script.CommandLine(c), " ")
	if round := s.driver.Round(); round > 0 && !c.Waits() { // a game begins again
		line += fmt.Sprintf(" --at-round %d", round)
	}
	if view := s.chart.Chosen(); view != "" {
		line += " --view " + view
	}
	if s.learner > 0 {
		line += fmt.Sprintf(" --focus %d", s.learner+1)
	}
	return line
}

// Jumps counts the jumps so far, other than those to another screen: to a round, to an
// event, to a new run, or to other learners.
func (s *Screen) Jumps() (jumps int, config *model.Config) {
	return s.driver.Jumps(), s.whatIf.compared(s.driver.Target())
}

// Return goes to a place of the present run.
func (s *Screen) Return(p Place) tea.Cmd {
	s.look(p)
	return s.refresh(s.driver.Seek(p.Round))
}

// look follows the learner of a place, if it may be seen, in its view.
func (s *Screen) look(p Place) {
	s.chart.SetView(p.View)
	if s.maySee(p.Learner) == nil {
		s.learner = p.Learner
	}
}
