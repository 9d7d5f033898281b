package twin

import (
	"fmt"
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/ui/kit"
)

// names are what the two universes are called; before and after are theirs.
var names = [2]string{"A", "B"}

func (s *scene) local() bool { return s.Verdict.Choice.Privacy == learners.Local }

// when is the round that differs, in words.
func (s *scene) when() string {
	if s.Tapes.Round == 0 {
		return "before round 1"
	}
	return "in round " + kit.Count(s.Tapes.Round)
}

// story says what is to be seen after so many rounds side by side.
func (s *scene) story(rounds int) string {
	acts := "played"
	if s.local() {
		acts = "reported"
	}
	parted := s.parted(rounds)
	switch {
	case rounds == 0:
		return fmt.Sprintf("The same learner with the same noise in two universes. One person differs, %s. "+
			"What will show of that person?", s.when())
	case rounds < s.Tapes.Round:
		return fmt.Sprintf("So far both universes are one and the same. The person comes %s.", s.when())
	case parted > 0:
		return fmt.Sprintf("In round %s they part: one person has changed what is %s. "+
			"But an observer sees one universe only; tab: what can it tell?", kit.Count(parted), acts)
	case rounds < len(s.Rounds):
		return fmt.Sprintf("The person differed %s, and still both universes show the same %s: the noise hides it.", s.when(), s.acted())
	default:
		return "With this noise the person leaves no trace. d: a noise with which they part · tab: many noises at once"
	}
}

// insight says what an observer of one universe can tell of which it is.
func (s *scene) insight() string {
	if s.telling < 0 {
		return "Two universes, and many noises: how often is each play seen in either?"
	}
	r := &s.readings[s.telling]
	side := likelier(r.sure)
	if r.sure == 0 {
		return s.nothing()
	}
	seen := fmt.Sprintf("Whoever sees “%s” ", r.Label)
	switch {
	case math.IsInf(r.sure, 0):
		return seen + fmt.Sprintf("knows the universe: in %s it never happens. ", names[1-side]) + s.promise(r)
	case r.exact:
		seen += "can bet " + odds(r.sure)
	default:
		seen += "can bet at least " + odds(r.sure)
	}
	return seen + fmt.Sprintf(" to 1 on universe %s. ", names[side]) + s.promise(r)
}

// nothing is what there is to say while no outcome is more than chance.
func (s *scene) nothing() string {
	switch {
	case s.Samples == 0:
		return "Many noises, and a count of what is seen: space begins."
	case s.Agreed == s.Samples:
		return fmt.Sprintf("With each of %s noises both universes agree on %s: that tells nothing about the person.",
			kit.Count(s.Samples), s.Watched)
	default:
		return fmt.Sprintf("The universes part in %s of %s noises; yet nothing is seen more often in one than chance explains.",
			kit.Count(s.Samples-s.Agreed), kit.Count(s.Samples))
	}
}

// promise compares a reading with what is claimed.
func (s *scene) promise(r *reading) string {
	allowed := fmt.Sprintf("ε = %s allows %s to 1", kit.Epsilon(s.Verdict.Claimed), odds(s.Verdict.Claimed))
	switch s.judge(r) {
	case unpromised:
		return "Nothing is promised."
	case beyond:
		return allowed + ": the promise is broken."
	case doubtful:
		return allowed + "; more noises must tell."
	}
	if math.IsInf(s.Verdict.Claimed, 1) {
		return "ε = ∞ allows everything."
	}
	return allowed + ": the promise holds here."
}

// odds writes how many times as likely something is, given the logarithm.
func odds(loss float64) string {
	ratio := math.Exp(math.Abs(loss))
	switch {
	case math.IsInf(ratio, 1):
		return "∞"
	case ratio < 9.995:
		return kit.Fixed(ratio, 2)
	case ratio < 99.95:
		return kit.Fixed(ratio, 1)
	case ratio < 1e6:
		return kit.Fixed(ratio, 0)
	default:
		return strings.Replace(fmt.Sprintf("%.0e", ratio), "e+0", "e", 1)
	}
}
