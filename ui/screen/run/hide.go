package run

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/ui/kit"
)

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

// hideNext goes on to the next thing to hide, or hides what it is told; it returns
// a sentence that says so.
func (s *scene) hideNext(what string) (said string, err error) {
	next := (s.hidden + 1) % (others + 1)
	if next == others && len(s.config.Learners) == 1 {
		next = nothing
	}
	if what != "" {
		at := slices.Index(hidings, what)
		if at < 0 {
			return "", fmt.Errorf("hide %s: must be truth, others or nothing", what)
		}
		next = hiding(at)
	}
	return s.hide(next)
}

// hide hides something, and turns away from a learner that knows it.
func (s *scene) hide(what hiding) (said string, err error) {
	before := s.hidden
	if s.hidden = what; s.maySee(s.learner) != nil {
		s.turnLearner(+1)
	}
	if err := s.maySee(s.learner); err != nil {
		s.hidden = before
		return "", fmt.Errorf("nothing can be hidden: %s is told what is best, and plays it", s.config.Learners[s.learner].Label())
	}
	then := "h shows all"
	if what == truth && len(s.config.Learners) > 1 {
		then = "h hides other learners, too"
	}
	return [...]string{
		"nothing is hidden", "hidden: means, what is best, regret, changes; " + then,
		"hidden: what no learner knows, and the other learners; " + then,
	}[what], nil
}

// maySee tells why a learner cannot be looked at now: its plays tell what is hidden.
func (s *scene) maySee(learner int) error {
	if c := s.config.Learners[learner]; s.Hides() && c.NeedsBest {
		return fmt.Errorf("%s is told what is hidden: h shows all", c.Label())
	}
	return nil
}

// scenario is the name of what is run, without the parameters, the arms or the folder
// where these may tell what is hidden.
func (s *scene) scenario() string {
	if s.Hides() {
		return s.scenarioID()
	}
	return s.config.Scenario.Title()
}

// scenarioID is the same as commands and files have it.
func (s *scene) scenarioID() string {
	name := s.config.Scenario.Name
	if s.Hides() {
		name, _, _ = strings.Cut(name, ",")
	}
	return name
}

// Tells names what the command line of the run would tell that is hidden; empty for
// nothing.
func (s *scene) Tells() string {
	c := s.config.Scenario
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
func (s *scene) believed(shot *model.Snapshot) string {
	var words []string
	for i := range shot.Learners {
		v := &shot.Learners[i]
		if s.hidden == others && i != s.learner || v.Spec.Game != nil {
			continue
		}
		now := model.Sample{Round: shot.Round, Pulls: v.Pulls, Estimates: v.Estimates}
		if x := now.EstimatedReturn(); !math.IsNaN(x) {
			words = append(words, fmt.Sprintf("%s estimates its return at %s a round", v.Spec.Label(), kit.Fixed(x, 4)))
		}
	}
	said := "Regret, true means and what is best are hidden."
	if shot.Config.Scenario.Kind == scenarios.Changing {
		said = "Regret, true means, what is best and when that changes are hidden."
	}
	if len(words) > 0 {
		said += " " + strings.Join(words, ", ") + "."
	}
	return said
}
