package setup

import (
	"slices"
	"strings"
)

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
