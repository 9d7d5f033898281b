package learners

import (
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// initParameter is how CHH's learners, and what they are compared with, come by
// a first observation of every arm.
var initParameter = param.Parameter{
	Name: "init", Meaning: "how every arm gets its first observation",
	Choices: []string{"cover", "paper"},
	Notes: []string{
		"bases with as many unobserved arms as possible, in rounds that count",
		"all arms, loops too, are observed once before round 1 at no cost (CHH Alg. 2 and 3, line 2)",
	},
	Default: "cover",
}

// semiBandit is what learners of bases share: the greedy oracle with the newest
// scores and play, and how every arm gets its first observation.
type semiBandit struct {
	stream   noise.Stream
	oracle   *matroid.Oracle
	playable []int     // the arms that are not loops; never changes
	scores   []float64 // the index or sample of each arm at the newest Choose; −Inf for loops
	play     []int     // ascending
	round    int       // of the newest Choose

	seen     []bool // by arm: it has been observed
	unseen   int    // how many playable arms have not been
	covering bool   // the newest Choose was for the sake of unseen arms
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

// newInitialized is newSemiBandit for learners that have initParameter.
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

// cover plays the greedy basis for weights 1[not yet observed] while a playable
// arm is unobserved, and reports whether round t is such a round. One always gets
// its first observation, so there are at most as many of these rounds as arms.
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

// playBest plays the greedy basis of the scores, ties at random.
func (b *semiBandit) playBest() []int {
	b.play = b.oracle.Best(b.scores, &b.stream, b.play)
	return b.play
}

// see notes that the play has been observed.
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

// Initializes says that, with init=paper, every arm is observed
// before round 1.
func (b *semiBandit) Initializes() bool { return b.paper }
