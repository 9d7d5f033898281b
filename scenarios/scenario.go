// Package scenarios holds what learners are set against: environments, the
// presets of the papers, and the files in which people describe their own. Arm
// distributions, matroids and rating data live in packages below this folder.
// What does not belong here: learners, and anything that measures them.
package scenarios

import (
	"errors"
	"fmt"
	"math"

	"regretscope/noise/channel"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
)

// Limits of what a scenario may ask for, checked before anything is allocated.
const (
	MaxArms    = 1000
	MaxHorizon = 1e10
	MaxPhases  = 1000
)

// Kind is what sort of environment a scenario is.
type Kind string

// The kinds of environment.
const (
	Stochastic    Kind = "stochastic"
	Deterministic Kind = "deterministic"
	MatroidKind   Kind = "matroid"
	Changing      Kind = "changing"
)

// Feedback is what a learner is shown of a round's rewards.
type Feedback string

// The kinds of feedback.
const (
	Bandit     Feedback = "bandit"      // the reward of the arm it pulled
	SemiBandit Feedback = "semi-bandit" // the reward of every arm of its basis
	Full       Feedback = "full"        // the reward of every arm
)

// A Scenario is an environment with the horizon and ε that it is meant for. It
// never changes once built, and may be read from several goroutines.
type Scenario struct {
	Name string
	// Reference is what Open takes, with Data for its folder, to give this
	// scenario again; empty for scenarios made of arms alone.
	Reference, Data string

	Paper    string // where it comes from: short name and section; empty for a user's own
	Summary  string // one line: what is in it, and why
	Kind     Kind
	Feedback Feedback
	Horizon  int      // default number of rounds
	Epsilon  float64  // default privacy parameter, in (0, +Inf]
	Labels   []string // one an arm, or none
	Phases   []Phase  // at least one; the first starts at round 1

	// Matroid is what plays are bases of; nil unless Kind is MatroidKind.
	Matroid matroid.Matroid
	// Channels are the arms' local channels in the notation of channel.Parse,
	// one an arm; empty where the scenario leaves them open.
	Channels []string

	// Local says that each reward of a preset is meant to be privatised where it
	// arises. It decides which learners play where nobody chose any, no more.
	Local bool

	// SharedDraws says that all arms of a round are drawn from the same random
	// numbers, so that their rewards are correlated (one user rates them all).
	SharedDraws bool
}

// A Phase is a stretch of rounds in which the arms' distributions stand still.
type Phase struct {
	From  int // its first round
	Arms  []arm.Distribution
	Means []float64 // of Arms

	// Best is the play of largest expected reward (of several, the one of the
	// lowest numbers), BestMean its expected reward.
	Best     []int
	BestMean float64
}

// Arms is the number of arms K (L base arms for matroids).
func (s *Scenario) Arms() int { return len(s.Phases[0].Arms) }

// PlaySize is how many arms a play has: 1, or the matroid's rank.
func (s *Scenario) PlaySize() int { return len(s.Phases[0].Best) }

// PhaseAt returns the phase that round t ≥ 1 is in, and its number from 0.
func (s *Scenario) PhaseAt(t int) (*Phase, int) {
	i := len(s.Phases) - 1
	for i > 0 && s.Phases[i].From > t {
		i--
	}
	return &s.Phases[i], i
}

// Breakpoints are the rounds at which the means change, the first round not
// among them.
func (s *Scenario) Breakpoints() []int {
	points := make([]int, 0, len(s.Phases)-1)
	for _, p := range s.Phases[1:] {
		points = append(points, p.From)
	}
	return points
}

// Label is the name of arm j: its own, or its number on screen.
func (s *Scenario) Label(j int) string {
	if j < len(s.Labels) {
		return s.Labels[j]
	}
	return fmt.Sprint(j + 1)
}

// Gaps are Δ_j, what each arm is behind the best one in the first phase. They
// are of use where a play is one arm.
func (s *Scenario) Gaps() []float64 {
	p := &s.Phases[0]
	gaps := make([]float64, len(p.Means))
	for j, mean := range p.Means {
		gaps[j] = p.BestMean - mean
	}
	return gaps
}

// A FieldError is something wrong in one part of a scenario.
type FieldError struct {
	Field string // as scenario files name it, entries from 0: "labels", "phase[1].arms[2]"
	Err   error  // one sentence: what, and what is allowed
}

func (e *FieldError) Error() string { return e.Err.Error() }

// Unwrap implements the errors package's chain.
func (e *FieldError) Unwrap() error { return e.Err }

func refuse(field, format string, arguments ...any) error {
	return &FieldError{field, fmt.Errorf(format, arguments...)}
}

// Finish checks a scenario and fills in what follows from the rest: the means and
// the best plays. Whoever puts a scenario together calls it once, before anything
// else. Errors are *FieldError.
func (s *Scenario) Finish() (*Scenario, error) {
	if len(s.Phases) > MaxPhases {
		return nil, refuse("phase", "phase: %d phases are too many, at most %d are allowed", len(s.Phases), MaxPhases)
	}
	if err := CheckHorizon(float64(s.Horizon)); err != nil {
		return nil, refuse("horizon", "horizon: %w", err)
	}
	if !(s.Epsilon > 0) {
		return nil, refuse("epsilon", "epsilon: must be a positive number or inf")
	}
	for i := range s.Phases {
		if err := s.checkPhase(i); err != nil {
			return nil, err
		}
	}
	if err := s.checkPerArm(); err != nil {
		return nil, err
	}
	for i := range s.Phases {
		p := &s.Phases[i]
		p.Means = make([]float64, len(p.Arms))
		for j, d := range p.Arms {
			p.Means[j] = d.Mean()
		}
		s.solve(p)
	}
	return s, nil
}

// checkPhase checks a phase against those before it.
func (s *Scenario) checkPhase(i int) error {
	p, field := &s.Phases[i], ""
	if s.Kind == Changing {
		field = fmt.Sprintf("phase[%d].", i)
	}
	switch arms := len(p.Arms); {
	case i == 0 && p.From != 1:
		return refuse(field+"from", "phase 1: from must be 1, not %d", p.From)
	case i > 0 && p.From <= s.Phases[i-1].From:
		return refuse(field+"from", "phase %d: from must be above %d, where phase %d starts", i+1, s.Phases[i-1].From, i)
	case CheckArms(arms) != nil:
		return &FieldError{field + "arms", CheckArms(arms)}
	case arms != s.Arms():
		return refuse(field+"arms", "phase %d: %d arms, but phase 1 has %d", i+1, arms, s.Arms())
	}
	for j, law := range p.Arms {
		if s.Kind == Deterministic && law.Variance() != 0 {
			return refuse(fmt.Sprintf("%sarms[%d]", field, j), "arm %d: %v: must be constant in a deterministic scenario", j+1, law)
		}
	}
	return nil
}

// checkPerArm checks what a scenario has for each arm.
func (s *Scenario) checkPerArm() error {
	arms := s.Arms()
	switch {
	case len(s.Labels) != 0 && len(s.Labels) != arms:
		return refuse("labels", "labels: %d labels for %d arms", len(s.Labels), arms)
	case len(s.Channels) != 0 && len(s.Channels) != arms:
		return refuse("channels", "channels: %d channels for %d arms", len(s.Channels), arms)
	case s.Matroid != nil && s.Matroid.Size() != arms:
		return refuse("matroid", "matroid: %d arms for a matroid of %d", arms, s.Matroid.Size())
	}
	for j, text := range s.Channels {
		if _, err := channel.Parse(text, s.Epsilon); err != nil {
			return refuse(fmt.Sprintf("channels[%d]", j), "channels: arm %d: %w", j+1, err)
		}
	}
	return nil
}

// solve finds the phase's best play.
func (s *Scenario) solve(p *Phase) {
	if s.Matroid != nil {
		p.Best, p.BestMean = matroid.Optimal(s.Matroid, p.Means), 0
		for _, e := range p.Best {
			p.BestMean += p.Means[e]
		}
		return
	}
	best := 0
	for j, mean := range p.Means {
		if mean > p.Means[best] {
			best = j
		}
	}
	p.Best, p.BestMean = []int{best}, p.Means[best]
}

// CheckArms tells whether a number of arms is allowed.
func CheckArms(arms int) error {
	switch {
	case arms < 1:
		return errors.New("arms: there must be at least one")
	case arms > MaxArms:
		return fmt.Errorf("arms: %d are too many, at most %d are allowed", arms, MaxArms)
	}
	return nil
}

// CheckHorizon tells whether a number of rounds is allowed.
func CheckHorizon(rounds float64) error {
	if rounds != math.Trunc(rounds) || rounds < 1 || rounds > MaxHorizon {
		return fmt.Errorf("must be a whole number from 1 to %.0e", float64(MaxHorizon))
	}
	return nil
}
