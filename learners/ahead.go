//go:build !plain

package learners

import (
	"math"

	"regretscope/noise"
)

// Ahead is a fast path that knows its next plays and can observe many rounds in one call.
type Ahead interface {
	Learner
	// Certain returns the plays that Choose would return from round t on. Call it after Choose(t). Only in the last
	// of these rounds may Observe make a release or restart. The run asks again at each phase of the environment.
	Certain(t int) Forecast
	// Take observes the rounds from t on, at most as many as Certain returned. It replaces their Choose and Observe,
	// except Choose(t), and leaves the learner in exactly the same state.
	Take(t int, b *Block)
}

// A Forecast lists the certain plays of consecutive rounds.
type Forecast struct {
	Rounds int     // number of rounds, including the current one; at least 1
	Losses float64 // a later play is certain only while the played arms have lost at most this in total; a reward x loses 1−x
	Turn   []int   // arms played in turn, starting with the current one; nil if all rounds have the current play
}

// one forecasts only the current round.
var one = Forecast{Rounds: 1}

// keeps forecasts the current play for a number of rounds, whatever the rewards.
func keeps(rounds int) Forecast { return Forecast{Rounds: rounds, Losses: math.Inf(1)} }

// A Block is the feedback of consecutive rounds.
type Block struct {
	Rounds int
	// Values[i][k] is the feedback at place i in the k-th round. Places are those of Observe:
	// arms of the play, or all arms under full information.
	Values [][]float64
	Sums   []float64 // by place, added in the order of rounds; nil if arms are played in turn
	Bits   bool      // all feedback is 0 or 1
}

// AddTo returns total plus the feedback at place i, rounded as if it were added round by round.
// Sums of whole numbers need no rounding, so they are added at once.
func (b *Block) AddTo(total noise.Sum, i int) noise.Sum {
	if b.Bits && total.IsWhole() {
		return total.With(b.Sums[i])
	}
	for _, x := range b.Values[i] {
		total.Add(x)
	}
	return total
}

// fastPath registers a function that turns the plain learner with this id into its fast path before
// round 1. Call it from init.
func fastPath[L Learner](id string, start func(plain L) Learner) {
	fastPaths[id] = func(plain Learner) Learner {
		if own, ok := plain.(L); ok {
			return start(own)
		}
		return plain
	}
	if d, err := Find(id); err == nil {
		d.FastPath = fastPaths[id]
	}
}

// A plainBandit is a plain learner of one arm a round, with the abilities that its fast path forwards.
type plainBandit interface {
	Supposer
	Explainer
	Drawer
}

// explainPlainly explains the play of round t by a copy of the plain learner that has not chosen yet.
func explainPlainly(t int, plain Learner) Explanation {
	plain.Choose(t)
	return plain.(Explainer).Explain()
}

func init() { fastPath("optimal", func(l *optimal) Learner { return &fastOptimal{*l} }) }

// fastOptimal forecasts the best play for a whole phase of the environment.
type fastOptimal struct{ optimal }

func (l *fastOptimal) Certain(int) Forecast { return keeps(math.MaxInt) }
func (l *fastOptimal) Take(int, *Block)     {}
func (l *fastOptimal) Clone() Learner       { return &fastOptimal{l.optimal} }
