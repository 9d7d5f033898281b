package twin

import (
	"math"
	"slices"

	"regretscope/model/audit"
	mechanism "regretscope/noise/dpaudit"
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

// visible reports whether an observer sees a difference in a round: in the plays or, with local
// privacy, in the reports.
func (s *snapshot) visible(r *audit.TwinRound) bool {
	if r.Apart || !s.local() {
		return r.Apart
	}
	return !slices.Equal(r.Seen[0], r.Seen[1])
}

// parted returns the first of the given number of rounds in which an observer sees a
// difference, or 0.
func (s *snapshot) parted(rounds int) int {
	for i := range s.Rounds[:rounds] {
		if s.visible(&s.Rounds[i]) {
			return s.Rounds[i].Round
		}
	}
	return 0
}
