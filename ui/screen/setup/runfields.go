package setup

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

type runFields struct {
	epsilon, horizon, seed, channel *form.Field
}

func newRunFields() runFields {
	f := runFields{
		epsilon: form.Epsilon("privacy: a small ε means much noise; inf means none"),
		horizon: &form.Field{
			Name: "horizon", Label: "T", Meaning: "horizon: how many rounds are played",
			Range: fmt.Sprintf("a whole number from 1 to %s; 1e6 and 1_000_000 are the same",
				number.Count(scenarios.MaxHorizon)), Check: checkHorizon,
		},
		seed: form.Seed("1", "the same seed gives the same run, bit for bit"),
	}
	f.channel = form.Channel(f.epsilon)
	return f
}

// fields returns the fields; it includes the channel only if a learner takes one.
func (f *runFields) fields(takesChannel bool) []*form.Field {
	fields := []*form.Field{f.epsilon, f.horizon, f.seed}
	if takesChannel {
		fields = append(fields, f.channel)
	}
	return fields
}

func (f *runFields) follow(s *scenarios.Scenario) {
	f.epsilon.Default = written(s.Epsilon)
	f.horizon.Default = number.Count(s.Horizon)
}

// written returns a privacy parameter as screens show it and fields read it.
func written(epsilon float64) string {
	return strings.Replace(number.Format(epsilon), "inf", "∞", 1)
}

// fill shows a configuration in the fields, except for values that are the defaults.
func (f *runFields) fill(c *model.Config) {
	f.follow(c.Scenario)
	f.epsilon.SetText(kit.Unless(c.Epsilon == c.Scenario.Epsilon, written(c.Epsilon)))
	f.horizon.SetText(kit.Unless(c.Horizon == c.Scenario.Horizon, number.Count(c.Horizon)))
	f.channel.SetText(c.Channel)
	f.seed.SetText(kit.Unless(c.Seed == 1, strconv.FormatUint(c.Seed, 10)))
}

// read puts the values into a configuration; the error of a wrong one names it.
func (f *runFields) read(c *model.Config) error {
	for _, field := range f.fields(false) {
		if err := field.Check(field.Value()); err != nil {
			return err
		}
	}
	c.Epsilon, _ = learners.ParseEpsilon(f.epsilon.Value())
	rounds, _ := parseRounds(f.horizon.Value())
	c.Horizon = int(rounds)
	c.Seed, _ = learners.ParseSeed(f.seed.Value())
	return nil
}

func checkHorizon(text string) error {
	rounds, err := parseRounds(text)
	if err != nil {
		rounds = math.NaN() // refused with the range, like any other wrong value
	}
	if err := scenarios.CheckHorizon(rounds); err != nil {
		return fmt.Errorf("horizon %s: %w", text, err)
	}
	return nil
}

// parseRounds reads a number as it is typed or as fields show it: 1,000,000.
func parseRounds(text string) (float64, error) {
	return number.Parse(strings.NewReplacer(",", "_", " ", "_").Replace(text))
}

// takesChannel reports whether a playing learner can use a channel.
func (s *Screen) takesChannel() bool {
	return slices.ContainsFunc(s.learners.playing(), func(c *slot) bool { return c.Channel != "" })
}

// refreshChannel updates the default channel, refuses a channel that a learner cannot use, and
// collects warnings.
func (s *Screen) refreshChannel() {
	f := s.run.channel
	f.Refuse(nil)
	f.Default = s.defaultChannel()
	s.warnings = nil
	c, err := s.assemble()
	if err != nil {
		return
	}
	if err = c.Check(); err == nil {
		s.warnings = c.Warnings()
		return
	}
	without := *c
	without.Channel = ""
	if without.Check() == nil {
		f.Refuse(err)
	}
}

// defaultChannel describes the channels that apply if none is given.
func (s *Screen) defaultChannel() string {
	switch sc := s.scenarios.built.scenario; {
	case sc == nil:
	case len(sc.Channels) > 0:
		return "the scenario's, arm by arm"
	}
	var own []string
	for _, slot := range s.learners.playing() {
		if slot.Channel != "" && !slices.Contains(own, slot.Channel) {
			own = append(own, slot.Channel)
		}
	}
	if len(own) > 1 {
		return "each learner's own"
	}
	return strings.Join(own, "")
}
