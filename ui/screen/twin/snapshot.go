package twin

import (
	"fmt"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model/audit"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/number"
)

// A snapshot is a model's snapshot with the evidence of its outcomes. It never changes.
type snapshot struct {
	*audit.TwinShot
	readings []reading
	telling  int // the outcome with the largest certain loss, or −1
}

// A reading is the evidence of one outcome for an observer. Losses are ln of the ratio of its
// probabilities in universes A and B, negative if B is likelier.
type reading struct {
	audit.Outcome
	loss  float64 // as observed or, if known, exact
	sure  float64 // the certain part of it; all of it if exact
	exact bool
}

// chance is the error probability of each confidence limit behind a certain loss. It is tiny,
// because all outcomes are tested again and again while noises are counted.
const chance = 1e-7

func newSnapshot(shot *audit.TwinShot) *snapshot {
	s := &snapshot{TwinShot: shot, telling: -1}
	for i, o := range shot.Outcomes {
		r := read(o, shot.Samples)
		s.readings = append(s.readings, r)
		if s.telling < 0 || r.exceeds(&s.readings[s.telling]) {
			s.telling = i
		}
	}
	return s
}

func read(o audit.Outcome, samples int) reading {
	r := reading{Outcome: o}
	r.loss, r.exact = o.Loss()
	if math.IsNaN(r.loss) {
		r.loss = 0 // it was seen in neither
	}
	r.sure = r.loss
	if !r.exact {
		r.sure = certain(&o, samples)
	}
	return r
}

// certain returns the part of a loss that exceeds chance: by limits of the probabilities in
// either universe, or by those of the pairs, since both universes have the same noises. Among
// these, only noises that show the outcome in one universe alone count (McNemar's exact test).
func certain(o *audit.Outcome, samples int) float64 {
	if samples == 0 {
		return 0
	}
	side, sign := 0, 1.0
	if o.Counts[1] > o.Counts[0] {
		side, sign = 1, -1
	}
	low, _ := mechanism.ClopperPearson(o.Counts[side], samples, chance)
	_, high := mechanism.ClopperPearson(o.Counts[1-side], samples, chance)
	apart := o.Alone[0] + o.Alone[1]
	share, _ := mechanism.ClopperPearson(o.Alone[side], apart, chance)
	alone, _ := mechanism.ClopperPearson(apart, samples, chance)
	_, both := mechanism.ClopperPearson(o.Counts[side]-o.Alone[side], samples, chance)
	paired := math.Log(both+alone*share) - math.Log(both+alone*(1-share))
	return sign * max(0, math.Log(low)-math.Log(high), paired)
}

// exceeds reports whether a reading gives an observer more evidence than another one.
func (r *reading) exceeds(other *reading) bool {
	mine, its := math.Abs(r.sure), math.Abs(other.sure)
	// Equal computed probabilities may differ in their last digits.
	if math.Abs(mine-its) > 1e-9 {
		return mine > its
	}
	return math.Abs(r.loss) > math.Abs(other.loss)+1e-9
}

type judgment int

const (
	noClaim judgment = iota // nothing is claimed
	within
	doubtful // the frequencies exceed the claim, but that may be chance
	beyond   // the claim is violated
)

const tolerance = 1e-9 // relative, for rounding

func (s *snapshot) judge(r *reading) judgment {
	line := s.Verdict.Claimed * (1 + tolerance)
	switch {
	case math.IsNaN(line):
		return noClaim
	case math.Abs(r.sure) > line+tolerance:
		return beyond
	case math.Abs(r.loss) > line+tolerance:
		return doubtful
	default:
		return within
	}
}

// likelier returns the universe in which an outcome with this loss is likelier.
func likelier(loss float64) int {
	if loss < 0 {
		return 1
	}
	return 0
}

// visible reports whether a round's plays or, with local privacy, its reports differ.
func (s *snapshot) visible(r *audit.TwinRound) bool {
	if r.Apart || !s.local() {
		return r.Apart
	}
	return !slices.Equal(r.Seen[0], r.Seen[1])
}

// parted returns the first of some rounds in which an observer sees a difference, or 0.
func (s *snapshot) parted(rounds int) int {
	for i := range s.Rounds[:rounds] {
		if s.visible(&s.Rounds[i]) {
			return s.Rounds[i].Round
		}
	}
	return 0
}

var names = [2]string{"A", "B"} // of the universes

func (s *snapshot) local() bool { return s.Verdict.Spec.Privacy == learners.Local }

func when(round int) string {
	if round == 0 {
		return "before round 1"
	}
	return "in round " + number.Count(round)
}

// about explains the two universes, or why they show nothing.
func (s *snapshot) about() string {
	switch worst := &s.Verdict.Pair; {
	case s.Hidden != "":
		return s.Hidden
	case !s.Verdict.Known:
		return s.Sequences.Why
	case worst.Same(&s.Sequences):
		return "This is the worst pair of the exact audit. " + worst.Why
	default:
		return fmt.Sprintf("On the audit’s worst pair, which differs %s, too few plays differ to be seen. So here "+
			"is another pair. %s",
			when(worst.Round), s.Sequences.Why)
	}
}

// story describes the given number of rounds side by side.
func (s *snapshot) story(rounds int) string {
	parted := s.parted(rounds)
	switch {
	case rounds == 0:
		return fmt.Sprintf("The same learner runs with the same noise in two universes. One person's rewards "+
			"differ, %s. "+
			"Do its %s differ too?", when(s.Sequences.Round), s.acted())
	case rounds < s.Sequences.Round:
		return fmt.Sprintf("So far both universes play the same. The person whose rewards differ comes %s.",
			when(s.Sequences.Round))
	case parted > 0:
		return fmt.Sprintf("In round %s the %s differ: one person has changed them. "+
			"An observer sees only one universe; tab: what can it infer?", number.Count(parted), s.acted())
	case s.Released > 0 && rounds >= s.Released && rounds < len(s.Rounds):
		return fmt.Sprintf("Round %s ended with the release that contains this person's reward, but so far the %s are "+
			"the same in both universes.", number.Count(s.Released), s.acted())
	case rounds < len(s.Rounds):
		return fmt.Sprintf("The rewards differed %s, but so far the %s are the same in both universes.",
			when(s.Sequences.Round), s.acted())
	case s.Hidden != "":
		return s.Hidden
	default:
		return fmt.Sprintf("With this noise the %s of all %s are the same. /: find a noise with which they differ "+
			"· tab: many noises at once",
			s.acted(), number.Plural(rounds, "round"))
	}
}

// inference explains what an observer of one universe can infer about which it is.
func (s *snapshot) inference() string {
	if s.telling < 0 && s.Hidden != "" {
		return s.Hidden
	}
	if s.telling < 0 {
		return "Space: run both universes with many noises, and count how often each outcome is seen in either."
	}
	r := &s.readings[s.telling]
	if r.sure == 0 {
		return s.nothing()
	}
	side := likelier(r.sure)
	factor := odds(r.sure)
	switch {
	case math.IsInf(r.sure, 0):
		return fmt.Sprintf("“%s” never happens in universe %s, so it reveals the universe. ", r.Label,
			names[1-side]) + s.compare(r)
	case !r.exact:
		factor = "at least " + atLeast(r.sure)
	}
	return fmt.Sprintf("“%s” is %s times as likely in universe %s as in %s. ", r.Label, factor, names[side],
		names[1-side]) + s.compare(r)
}

// nothing returns the sentence to show while no frequency differs by more than chance.
func (s *snapshot) nothing() string {
	switch {
	case s.Hidden != "":
		return s.Hidden
	case s.Samples == 0:
		return "Space: run both universes with many noises, and count what an observer sees."
	case s.Verdict.Known && s.Verdict.Exact.Epsilon == 0:
		return "The learner uses no rewards, so its plays are the same in both universes."
	case s.Agreed == s.Samples:
		_, most := mechanism.ClopperPearson(0, s.Samples, .01)
		return fmt.Sprintf("With 99%% confidence at most %s of noises make a difference in %s: none of %s did.",
			atMost(most), s.Watched, number.Count(s.Samples))
	default:
		return fmt.Sprintf("The universes differ in %s of %s noises, but no outcome is seen more often in one of "+
			"them than chance explains.",
			number.Count(s.Samples-s.Agreed), number.Count(s.Samples))
	}
}

// atMost formats a share as a percentage with two digits, rounded up.
func atMost(share float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(100*share))-1)
	return number.Share(math.Ceil(100*share/unit) * unit / 100)
}

func (s *snapshot) compare(r *reading) string {
	allowed := fmt.Sprintf("ε = %s allows a factor of at most %s", number.Setting(s.Verdict.Claimed),
		odds(s.Verdict.Claimed))
	switch s.judge(r) {
	case noClaim:
		if claim := s.Verdict.Claim(); claim != "" {
			return "The learner claims " + claim + ", which allows any factor."
		}
		return "The learner claims no privacy."
	case beyond:
		return allowed + ": the claim is violated."
	case doubtful:
		return allowed + "; more noises are needed to decide."
	}
	if math.IsInf(s.Verdict.Claimed, 1) {
		return "ε = ∞ allows any factor."
	}
	return allowed + ": the claim holds here."
}

// odds formats a ratio of probabilities, given its logarithm.
func odds(loss float64) string {
	ratio := math.Exp(math.Abs(loss))
	if ratio < 1e6 {
		return number.Ratio(ratio)
	}
	return number.Tick(number.Round(ratio, 2))
}

// atLeast is odds, rounded down if they are hardly above 1.
func atLeast(loss float64) string {
	more := math.Expm1(math.Abs(loss))
	if more >= .1 {
		return odds(loss)
	}
	step := math.Pow10(int(math.Floor(math.Log10(more))) - 1)
	return number.Format(number.Round(1+math.Floor(more/step)*step, 12))
}

// brief says in a few words what a part shows; empty if it shows nothing yet.
func (s *snapshot) brief(which part, rounds int) string {
	switch {
	case which == manyNoises && s.telling >= 0 && s.readings[s.telling].sure != 0:
		sure := s.readings[s.telling].sure
		return odds(sure) + " times likelier in " + names[likelier(sure)]
	case which == manyNoises || rounds == 0:
		return ""
	case rounds < s.Sequences.Round:
		return "So far both play the same"
	case s.parted(rounds) > 0:
		return "The " + s.acted() + " differ"
	}
	return "The " + s.acted() + " are the same"
}
