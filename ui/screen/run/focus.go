package run

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// A Focus is the learner and the arm that the panels show, and what they hide.
type Focus struct {
	shown   *drive.State // in the panels
	notice  *kit.Notice
	Learner int // the one that the panels follow
	arm     int // −1 for none
	hidden  hiding
}

// LookAtArm selects an arm.
func (f *Focus) LookAtArm(arm int) { f.arm = arm }

// Hides reports whether something is hidden.
func (f *Focus) Hides() bool { return f.hidden > nothing }

// ShowAll reveals everything.
func (f *Focus) ShowAll() { f.hidden = nothing }

func (f *Focus) view() *model.LearnerState { return &f.shown.Shot.Learners[f.Learner] }

func (f *Focus) state() panel.State {
	return panel.State{Topic: *f.about(), At: f.Learner, Alone: f.hidden == others}
}

// keep moves the focus if its learner was removed.
func (f *Focus) keep() {
	if f.shown.Shot == nil {
		return
	}
	if last := len(f.shown.Shot.Learners) - 1; f.Learner > last {
		f.Learner = last
		if f.maySee(last) != nil {
			f.turn(+1)
		}
	}
}

func (f *Focus) turn(by int) {
	n := len(f.shown.Config.Learners)
	for range n {
		if f.Learner = (f.Learner + by + n) % n; f.maySee(f.Learner) == nil {
			return
		}
	}
}

func (f *Focus) toLearner(text string) error {
	i, err := index("learner", text, len(f.shown.Config.Learners))
	if err != nil {
		return fmt.Errorf("%w; add NAME adds a learner", err)
	}
	return f.lookAt(i)
}

// lookAt focuses a learner, unless its plays would reveal hidden values.
func (f *Focus) lookAt(learner int) error {
	err := f.maySee(learner)
	if err == nil {
		f.Learner = learner
	}
	return err
}

// LookAtClicked focuses a learner whose name was clicked.
func (f *Focus) LookAtClicked(learner int) {
	f.notice.Refuse(f.lookAt(min(learner, len(f.shown.Config.Learners)-1)))
}

// index parses the number of a thing, from 1 to most, and returns it minus 1.
func index(thing, text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s %s: must be a whole number from 1 to %d", thing, text, most)
	}
	return n - 1, nil
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

// hideNext sets the hiding; without a word it hides the truth, or shows all.
func (f *Focus) hideNext(what string) error {
	next := truth
	if f.Hides() {
		next = nothing
	}
	if what != "" {
		at := slices.Index(hidings, what)
		if at < 0 {
			return fmt.Errorf("hide %s: must be truth, others or nothing", what)
		}
		next = hiding(at)
	}
	before := f.hidden
	f.hidden = next
	if f.maySee(f.Learner) != nil {
		f.turn(+1) // the plays of the learner in focus reveal the best arm
	}
	if err := f.maySee(f.Learner); err != nil {
		f.hidden = before
		return fmt.Errorf("nothing can be hidden: %s knows the best arm and plays it",
			f.shown.Config.Learners[f.Learner].Label())
	}
	*f.notice = kit.Notice{Text: [...]string{
		"nothing is hidden", "hidden: means, best arm, regret, changes; h shows all",
		"hidden: true values and the other learners; h shows all",
	}[next]}
	return nil
}

// maySee returns an error if a learner's plays would reveal hidden values.
func (f *Focus) maySee(learner int) error {
	if spec := f.shown.Config.Learners[learner]; f.Hides() && spec.NeedsBest {
		return fmt.Errorf("%s knows the hidden values: h shows all", spec.Label())
	}
	return nil
}

// scenario returns the scenario's title, without anything hidden.
func (f *Focus) scenario() string {
	if c := f.shown.Config.Scenario; f.Hides() && c.Name == c.Reference {
		return scenarios.Title(f.scenarioID())
	}
	return f.shown.Config.Scenario.Title()
}

// scenarioID returns the scenario's name in commands and files, without anything hidden.
func (f *Focus) scenarioID() string {
	name := f.shown.Config.Scenario.Name
	if f.Hides() {
		name, _, _ = strings.Cut(name, ",")
	}
	return name
}

// Reveals names what the run's command line would reveal; "" if nothing.
func (f *Focus) Reveals() string {
	c := f.shown.Config.Scenario
	switch {
	case !f.Hides():
		return ""
	case c.Reference == "":
		return "the arms"
	case strings.Count(c.Reference, ",") > strings.Count(c.Reference, ",order="):
		return "the scenario’s parameters"
	}
	return ""
}

// estimates describes how each learner estimates its own return.
func (f *Focus) estimates(shot *model.Snapshot) string {
	var words []string
	for i := range shot.Learners {
		v := &shot.Learners[i]
		if f.hidden == others && i != f.Learner || v.Spec.Plays().Waits() {
			continue
		}
		now := model.Sample{Round: shot.Round, Pulls: v.Pulls, Estimates: v.Estimates}
		if x := now.EstimatedReturn(); !math.IsNaN(x) {
			words = append(words, fmt.Sprintf("%s estimates its return at %s a round", v.Spec.Label(), number.Mean(x)))
		}
	}
	text := "Regret, true means, and the best arm are hidden."
	if shot.Config.Scenario.Kind == scenarios.Changing {
		text = "Regret, true means, the best arm, and its changes are hidden."
	}
	if len(words) > 0 {
		text += " " + strings.Join(words, ", ") + "."
	}
	return text
}

// about returns the subject of facts; its learner is nil before there is a run.
func (f *Focus) about() *facts.Topic {
	about := &facts.Topic{Shot: f.shown.Shot, Hidden: f.Hides(), Arm: f.arm}
	if about.Shot != nil {
		about.Learner = f.view()
	}
	return about
}

// privacyLine returns panel 3 in one line; empty if there is nothing to show.
func (f *Focus) privacyLine() string {
	if f.shown.Shot == nil {
		return ""
	}
	return f.about().Spending().PrivacyLine()
}

func (f *Focus) plays(arms []int) string {
	return facts.Names(f.shown.Config.Scenario, arms, len(arms))
}
