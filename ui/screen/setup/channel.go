package setup

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/ui/kit/form"
)

// newChannelField asks for the local channel of the learners that take one;
// epsilon is the field of the ε at which it is read.
func newChannelField(epsilon *form.Field) *form.Field {
	return &form.Field{
		Name: "channel", Meaning: "what privatises each reward before the learners that take a channel see it",
		Range: channelNotation(),
		Check: func(text string) error {
			at, err := learners.ParseEpsilon(epsilon.Value())
			if err != nil {
				return nil // ε itself is refused, in its own field
			}
			if _, err := channel.Parse(text, at); err != nil {
				return fmt.Errorf("channel: %w", err)
			}
			return nil
		},
	}
}

// channelNotation is what may be written, from the catalogue.
func channelNotation() string {
	var all []string
	for _, d := range channel.Catalogue() {
		notation := d.ID
		var ranges []string
		for _, p := range d.Parameters {
			notation += "," + p.Name + "=…"
			if p.Range != "" {
				ranges = append(ranges, p.Name+" from "+p.Range)
			}
		}
		if len(ranges) > 0 {
			notation += " (" + strings.Join(ranges, ", ") + ")"
		}
		all = append(all, notation)
	}
	return strings.Join(all, "; ")
}

// takesChannel says whether one of the learners that play has a use for a
// channel.
func (s *Screen) takesChannel() bool {
	return slices.ContainsFunc(s.playing(), func(c *slot) bool { return c.Channel != "" })
}

// refreshChannel says what holds where no channel is given, refuses one that a
// learner cannot use, and finds what there is to warn of.
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
	if without.Channel = ""; without.Check() == nil {
		f.Refuse(err)
	}
}

// defaultChannel says whose channels hold while none is given.
func (s *Screen) defaultChannel() string {
	if sc := s.built.scenario; sc != nil && len(sc.Channels) > 0 {
		return "the scenario's, arm by arm"
	}
	var own []string
	for _, slot := range s.playing() {
		if slot.Channel != "" && !slices.Contains(own, slot.Channel) {
			own = append(own, slot.Channel)
		}
	}
	if len(own) > 1 {
		return "each learner's own"
	}
	return strings.Join(own, "")
}
