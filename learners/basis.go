package learners

import (
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// initParameter chooses how CHH's learners and their baselines first observe every arm.
var initParameter = param.Parameter{
	Name: "init", Meaning: "first observation of every arm",
	Choices: []string{"cover", "paper"},
	Notes: []string{
		"bases with as many unobserved arms as possible, in rounds that count",
		"all arms, loops too, are observed once before round 1 at no cost (CHH Alg. 2 and 3, line 2)",
	},
	Default: "cover",
}

// semiBandit is the common state of learners that play bases.
type semiBandit struct {
	stream   noise.Stream
	oracle   *matroid.Oracle
	playable []int     // the arms that are not loops; never changes
	scores   []float64 // the index or sample of each arm at the latest Choose; −Inf for loops
	play     []int     // in ascending order
	round    int       // of the latest Choose

	seen     []bool // by arm: whether it was observed
	unseen   int    // number of playable arms not observed yet
	covering bool   // the latest Choose covered unobserved arms
	paper    bool   // init=paper
}

func newSemiBandit(s Setting) semiBandit {
	b := semiBandit{
		stream: s.Stream, oracle: matroid.NewOracle(s.Matroid),
		scores: make([]float64, s.Arms), seen: make([]bool, s.Arms),
	}
	for e := range b.scores {
		if s.Matroid.Loop(e) {
			b.scores[e] = math.Inf(-1)
		} else {
			b.playable = append(b.playable, e)
		}
	}
	b.unseen = len(b.playable)
	return b
}

// newInitialized is newSemiBandit for learners with initParameter.
func newInitialized(s Setting, v param.Values) semiBandit {
	b := newSemiBandit(s)
	b.paper = v.Text("init") == "paper"
	return b
}

func (b *semiBandit) Drawn() noise.Stream { return b.stream }

func (b *semiBandit) clone() semiBandit {
	c := *b
	c.oracle = b.oracle.Clone()
	c.scores, c.play, c.seen = slices.Clone(b.scores), slices.Clone(b.play), slices.Clone(b.seen)
	return c
}

// cover reports whether a playable arm is still unobserved in round t, and if so plays a basis with as many
// unobserved arms as possible. Each such round observes a new arm, so there are at most as many as arms.
func (b *semiBandit) cover(t int) bool {
	b.round, b.covering = t, b.unseen > 0
	if !b.covering {
		return false
	}
	for _, e := range b.playable {
		b.scores[e] = 1
		if b.seen[e] {
			b.scores[e] = 0
		}
	}
	b.playBest()
	return true
}

// playBest plays the greedy basis of the scores, breaking ties at random.
func (b *semiBandit) playBest() []int {
	b.play = b.oracle.Best(b.scores, &b.stream, b.play)
	return b.play
}

// see marks the arms of the play as observed.
func (b *semiBandit) see() {
	if b.unseen == 0 {
		return
	}
	for _, e := range b.play {
		if !b.seen[e] {
			b.seen[e] = true
			b.unseen--
		}
	}
}

func (b *semiBandit) Initializes() bool { return b.paper }

// tallyMatroid is the common state of non-private learners of bases: the mean of each arm's observations.
type tallyMatroid struct {
	semiBandit
	tally
}

func newTallyMatroid(s Setting, v param.Values) tallyMatroid {
	return tallyMatroid{semiBandit: newInitialized(s, v), tally: newTally(s.Arms)}
}

func (l *tallyMatroid) clone() tallyMatroid {
	return tallyMatroid{semiBandit: l.semiBandit.clone(), tally: l.tally.clone()}
}

func (l *tallyMatroid) Initialize(rewards []float64) {
	l.unseen = 0
	for e, reward := range rewards {
		l.add(e, reward)
	}
}

func (l *tallyMatroid) Observe(_ int, feedback []float64) {
	for i, e := range l.play {
		l.add(e, feedback[i])
	}
	l.see()
}

func (l *tallyMatroid) Suppose(arm int, more float64) bool { return l.suppose(arm, more, nil) }
