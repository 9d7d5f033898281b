package run

import (
	"fmt"
	"strconv"

	"regretscope/model"
	"regretscope/noise/privacy"
	"regretscope/ui/kit/theme"
)

// A scene is a state of the run and how a person looks at it: what header, timeline,
// sentences and the back row show.
type scene struct {
	gaze
	theme         *theme.Theme
	width, height int
	config        *model.Config // of the comparison
	shown         driveState
}

// A gaze is what a person looks at.
type gaze struct {
	learner int             // the one that panels follow
	arm     int             // −1 for none
	hidden  hiding          // what is not shown
	measure privacy.Measure // how privacy is measured
}

// Learner is the learner in focus, which the panels follow.
func (g *gaze) Learner() int { return g.learner }

// LookAt has the panels follow a learner.
func (g *gaze) LookAt(learner int) { g.learner = learner }

// Arm is the arm that the person looks at; −1 for none.
func (g *gaze) Arm() int { return g.arm }

// LookAtArm has the panels look at an arm.
func (g *gaze) LookAtArm(arm int) { g.arm = arm }

// Hides reports whether something is hidden.
func (g *gaze) Hides() bool { return g.hidden > nothing }

// ShowAll hides nothing any longer.
func (g *gaze) ShowAll() { g.hidden = nothing }

// Theme has the screen's styles.
func (s *scene) Theme() *theme.Theme { return s.theme }

// focused is the learner that the panels follow.
func (s *scene) focused() *model.LearnerState { return &s.shown.shot.Learners[s.learner] }

// keepFocus looks at another learner where the one in focus is gone.
func (s *scene) keepFocus() {
	if s.shown.shot == nil {
		return
	}
	if last := len(s.shown.shot.Learners) - 1; s.learner > last {
		if s.learner = last; s.maySee(last) != nil {
			s.turnLearner(+1)
		}
	}
}

func (s *scene) turnLearner(by int) {
	n := len(s.config.Learners)
	for range n {
		if s.learner = (s.learner + by + n) % n; s.maySee(s.learner) == nil {
			return
		}
	}
}

func (s *scene) toLearner(text string) error {
	i, err := place("learner", text, len(s.config.Learners))
	if err != nil {
		return err
	}
	return s.lookAt(i)
}

// lookAt has the panels follow a learner, unless its plays tell what is hidden.
func (s *scene) lookAt(learner int) error {
	err := s.maySee(learner)
	if err == nil {
		s.learner = learner
	}
	return err
}

func (s *scene) toArm(text string) error {
	j, err := place("arm", text, s.config.Scenario.Arms())
	if err == nil {
		s.arm = j
	}
	return err
}

// place is the place of a thing, from 0, in a list of so many by its number.
func place(thing, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %s: must be a whole number from 1 to %d", thing, text, most)
	}
	return n - 1, nil
}
