package run

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Learner returns the learner in focus, which the panels follow.
func (s *Screen) Learner() int { return s.learner }

// LookAt has the panels follow a learner.
func (s *Screen) LookAt(learner int) { s.learner = learner }

// Arm returns the arm that the person looks at, or −1.
func (s *Screen) Arm() int { return s.arm }

// LookAtArm has the panels look at an arm.
func (s *Screen) LookAtArm(arm int) { s.arm = arm }

// Hides reports whether something is hidden.
func (s *Screen) Hides() bool { return s.hidden > nothing }

// ShowAll hides nothing any longer.
func (s *Screen) ShowAll() { s.hidden = nothing }

// Theme has the screen's styles.
func (s *Screen) Theme() *theme.Theme { return s.theme }

// focused returns the learner that the panels follow.
func (s *Screen) focused() *model.LearnerState { return &s.shown.shot.Learners[s.learner] }

// keepFocus looks at another learner where the one in focus is gone.
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

// lookAt has the panels follow a learner, unless its plays tell what is hidden.
func (s *Screen) lookAt(learner int) error {
	err := s.maySee(learner)
	if err == nil {
		s.learner = learner
	}
	return err
}

func (s *Screen) toArm(text string) error {
	j, err := place("arm", text, s.shown.config.Scenario.Arms())
	if err == nil {
		s.arm = j
	}
	return err
}

// place returns the place, from 0, of a thing in a list of most things, given its number from
// 1.
func place(thing, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %s: must be a whole number from 1 to %d", thing, text, most)
	}
	return n - 1, nil
}

// firstMeasure is ε, and for δ half the ε that is set: at ε itself it is 0 if the
// claim holds.
func firstMeasure(c *model.Config) privacy.Measure {
	m := privacy.Measure{Notion: privacy.Epsilon, At: 1}
	if !math.IsInf(c.Epsilon, 1) {
		m.At = c.Epsilon / 2
	}
	return m
}

// toNotion goes to a notion by its name, delta also with an ε; without one to the
// next.
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

// A hiding is what the screen does not show, so that people can say what they expect
// before they see it.
type hiding int

// What is hidden: nothing; what no learner knows, which is true means, what is best,
// regret, the environment's changes and the rewards behind reports; and besides
// that all learners but the one in focus.
const (
	nothing hiding = iota
	truth
	others
)

var hidings = []string{"nothing", "truth", "others"}

// hideNext goes on to the next thing to hide, or hides what it is told.
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
		s.turnLearner(+1) // away from a learner that knows it
	}
	if err := s.maySee(s.learner); err != nil {
		s.hidden = before
		return fmt.Errorf("nothing can be hidden: %s knows the best arm and plays it", s.shown.config.Learners[s.learner].Label())
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

// maySee returns why a learner cannot be looked at now: its plays would show what is
// hidden.
func (s *Screen) maySee(learner int) error {
	if spec := s.shown.config.Learners[learner]; s.Hides() && spec.NeedsBest {
		return fmt.Errorf("%s knows the hidden values: h shows all", spec.Label())
	}
	return nil
}

// scenario returns the name of what is run, without the parameters, the arms or the folder
// where these may tell what is hidden.
func (s *Screen) scenario() string {
	if s.Hides() {
		return s.scenarioID()
	}
	return s.shown.config.Scenario.Title()
}

// scenarioID returns the same as commands and files have it.
func (s *Screen) scenarioID() string {
	name := s.shown.config.Scenario.Name
	if s.Hides() {
		name, _, _ = strings.Cut(name, ",")
	}
	return name
}

// Tells names what the command line of the run would tell that is hidden; empty for
// nothing.
func (s *Screen) Tells() string {
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

// believed says what each learner takes its reward to be, from its own estimates.
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
