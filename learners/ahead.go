//go:build !plain

package learners

import "math"

// Ahead is what a fast twin can do besides: it knows for how many rounds ahead its play
// is certain, and takes these rounds at once.
type Ahead interface {
	Learner
	// Certain is to be called after Choose(t), and says what Choose would return in the
	// rounds from t on. In none of them but the last may Observe make a release or
	// restart. The engine asks again where a phase of the environment begins.
	Certain(t int) Forecast
	// Take takes the feedback of the rounds from t on, as many as are certain or fewer.
	// It replaces Choose and Observe of all of them, of which Choose(t) has been called,
	// and leaves the learner as these would, bit for bit.
	Take(t int, b *Block)
}

// A Leaper can be leapt with: over rounds whose play is certain whatever is observed,
// knowing of their rewards only the sums.
type Leaper interface {
	// Leap returns the learner itself, or another one that plays by the same law but
	// draws other numbers. It is to be called before round 1.
	Leap() Ahead
}

// A Forecast is what is certain of the plays of consecutive rounds.
type Forecast struct {
	Rounds int     // how many they are, the present one included; at least 1
	Losses float64 // a later one is certain only if the played arms have lost at most so much by then, the sum of 1−x; +Inf is whatever they gave
	Turn   []int   // arms that are played in turn, one a round, the present one first; nil if all rounds have the present play
}

// one is certain of the present round alone.
var one = Forecast{Rounds: 1}

// keeps is certain of the present play for some rounds, whatever is observed.
func keeps(rounds int) Forecast { return Forecast{Rounds: rounds, Losses: math.Inf(1)} }

// A Block is the feedback of consecutive rounds.
type Block struct {
	Rounds int
	// Values[i][k] is the feedback at place i in the k-th of these rounds, where i
	// counts as in Observe: the arms of the play, or all arms under full information.
	// It is nil in a leap.
	Values [][]float64
	Sums   []float64 // of each place, added up in the order of rounds; nil if arms are played in turn
	Bits   bool      // all feedback is 0 or 1
}

// AddTo returns total plus the feedback at place i, as it comes out when it is
// added round after round. Whole numbers are added at once, because their sums are
// not rounded.
func (b *Block) AddTo(total float64, i int) float64 {
	if b.Values == nil || b.Bits && total == math.Trunc(total) {
		return total + b.Sums[i]
	}
	for _, x := range b.Values[i] {
		total += x
	}
	return total
}

// twin registers what starts the fast twin of a learner with this id: it gets the
// plain one before round 1. Files call it from init.
func twin[L Learner](id string, start func(plain L) Learner) {
	twins[id] = func(plain Learner) Learner {
		if own, ok := plain.(L); ok {
			return start(own)
		}
		return plain
	}
	if d, err := Find(id); err == nil {
		d.Twin = twins[id]
	}
}

// A plainBandit is a plain learner of one arm a round, with the abilities that its twin
// passes on.
type plainBandit interface {
	Supposer
	Explainer
	Drawer
}

// explainPlainly explains the play of round t as the plain learner does: plain is a copy
// of it that has not chosen yet.
func explainPlainly(t int, plain Learner) Explanation {
	plain.Choose(t)
	return plain.(Explainer).Explain()
}
