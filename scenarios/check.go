package scenarios

import (
	"errors"
	"fmt"
	"math"

	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Finish checks a new scenario and fills in its means and best plays. Errors are
// *param.FieldError.
func (s *Scenario) Finish() (*Scenario, error) {
	if len(s.Phases) > MaxPhases {
		return nil, param.Refuse("phase", "phase: %s phases are too many, at most %s are allowed",
			number.Count(len(s.Phases)), number.Count(MaxPhases))
	}
	if err := CheckHorizon(float64(s.Horizon)); err != nil {
		return nil, param.Refuse("horizon", "horizon: %w", err)
	}
	if err := s.CheckRows(s.Horizon); err != nil {
		return nil, param.Refuse("horizon", "horizon %w", err)
	}
	switch {
	case !(s.Epsilon > 0):
		return nil, param.Refuse("epsilon", "epsilon: must be a positive number or inf")
	case s.Epsilon < channel.MinEpsilon:
		return nil, param.Refuse("epsilon", "epsilon: must be at least %v, or inf", channel.MinEpsilon)
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
		s.measure(&s.Phases[i])
	}
	return s, nil
}

// checkPhase checks a phase and its order after earlier ones.
func (s *Scenario) checkPhase(i int) error {
	p, field := &s.Phases[i], ""
	if s.Kind == Changing {
		field = fmt.Sprintf("phase[%d].", i)
	}
	switch arms := len(p.Arms); {
	case i == 0 && p.From != 1:
		return param.Refuse(field+"from", "phase 1: from must be 1, not %d", p.From)
	case i > 0 && p.From <= s.Phases[i-1].From:
		return param.Refuse(field+"from", "phase %d: from must be above %d, where phase %d starts",
			i+1, s.Phases[i-1].From, i)
	case CheckArms(arms) != nil:
		return &param.FieldError{Field: field + "arms", Err: CheckArms(arms)}
	case arms != s.Arms():
		return param.Refuse(field+"arms", "phase %d: %d arms, but phase 1 has %d", i+1, arms, s.Arms())
	}
	for j, law := range p.Arms {
		if s.Kind == Deterministic && law.Variance() != 0 {
			return param.Refuse(fmt.Sprintf("%sarms[%d]", field, j),
				"arm %d: %v: must be constant in a deterministic scenario", j+1, law)
		}
	}
	return nil
}

func (s *Scenario) checkPerArm() error {
	arms := s.Arms()
	switch {
	case len(s.Labels) != 0 && len(s.Labels) != arms:
		return param.Refuse("labels", "labels: %d given for %d arms: give one for each arm, or omit them",
			len(s.Labels), arms)
	case s.Matroid != nil && s.Matroid.Size() != arms:
		return param.Refuse("matroid", "matroid: %d arms for a matroid of %d", arms, s.Matroid.Size())
	}
	return s.checkChannels()
}

func (s *Scenario) checkChannels() error {
	if n := len(s.Channels); n != 0 && n != s.Arms() {
		return param.Refuse("channels", "channels: %d given for %d arms: give one for each arm, or omit them", n, s.Arms())
	}
	for j, text := range s.Channels {
		if _, err := channel.Parse(text, s.Epsilon); err != nil {
			return param.Refuse(fmt.Sprintf("channels[%d]", j), "channels: arm %d: %w", j+1, err)
		}
	}
	return nil
}

// CheckArms returns an error if a number of arms is not allowed.
func CheckArms(arms int) error {
	switch {
	case arms < 1:
		return errors.New("arms: there must be at least one")
	case arms > MaxArms:
		return fmt.Errorf("arms: %s are too many, at most %s are allowed", number.Count(arms), number.Count(MaxArms))
	}
	return nil
}

// CheckRows returns an error if the scenario has fewer rounds than horizon. Only tables played
// in order can.
func (s *Scenario) CheckRows(horizon int) error {
	if s.InOrder() && horizon > s.Rows.Table.Rows {
		return fmt.Errorf("%d: must be at most %s, the rows of the table; order = \"drawn\" has no limit", horizon,
			number.Count(s.Rows.Table.Rows))
	}
	return nil
}

// CheckHorizon returns an error if a number of rounds is not allowed.
func CheckHorizon(rounds float64) error {
	if rounds != math.Trunc(rounds) || rounds < 1 || rounds > MaxHorizon {
		return errors.New("must be a whole number from 1 to " + number.Count(MaxHorizon))
	}
	return nil
}
