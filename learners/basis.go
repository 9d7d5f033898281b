package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/declare"
	"regretscope/scenarios/matroid"
)

// initParameter is how CHH's learners, and what they are compared with, come by
// a first observation of every arm.
var initParameter = declare.Parameter{
	Name: "init", Meaning: "how every arm gets its first observation",
	Choices: []string{"cover", "paper"},
	Notes: []string{
		"bases that hold as many unobserved arms as can be, in rounds that count",
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

// newInitialised is newSemiBandit for learners that have initParameter.
func newInitialised(s Setting, v declare.Values) semiBandit {
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

// Initialises says that, with init=paper, every arm is observed
// before round 1.
func (b *semiBandit) Initialises() bool { return b.paper }

// explain gives the arms in the order of the oracle's walk: the terms of each
// arm's score, and for an arm outside the basis what kept it out.
func (b *semiBandit) explain(lines []int, columns []Column, of terms) Explanation {
	x := Explanation{Lines: lines, Columns: columns}
	for _, step := range b.oracle.Steps() {
		a := ArmTerms{Arm: step.Arm, LostTo: step.LostTo}
		if step.Loop {
			a.Values, a.Text = slices.Repeat([]float64{math.NaN()}, len(columns)), "a loop: in no basis"
		} else {
			a.Values, a.Text = of(step.Arm)
		}
		x.Arms = append(x.Arms, a)
	}
	return x
}

// explainCovered is explain for learners whose first rounds cover all arms;
// first is the line that says so.
func (b *semiBandit) explainCovered(first int, lines []int, columns []Column, of terms) Explanation {
	if !b.covering {
		return b.explain(lines, columns, of)
	}
	e := b.explain([]int{first}, []Column{{"unobserved", Score}}, func(e int) ([]float64, string) {
		if b.scores[e] == 1 {
			return []float64{1}, "not observed yet"
		}
		return []float64{0}, "observed before"
	})
	e.Note = fmt.Sprintf("covering: %d of %d arms had no observation yet; the basis holds as many of these as can be",
		b.unseen, len(b.playable))
	return e
}

// tallyMatroid is what the learners of bases without privacy share: the mean of
// all observations of each arm.
type tallyMatroid struct {
	semiBandit
	tally
}

func newTallyMatroid(s Setting, v declare.Values) tallyMatroid {
	return tallyMatroid{semiBandit: newInitialised(s, v), tally: newTally(s.Arms)}
}

// registerTallyMatroid registers a learner of bases that plays indices of the
// mean of all observations.
func registerTallyMatroid(d Declaration, start func(tallyMatroid) Learner) {
	d.Family, d.Privacy, d.Audit = Matroids, NotPrivate, oneRewardDecides
	d.Parameters = declare.List{initParameter}
	d.New = func(s Setting, v declare.Values) Learner { return start(newTallyMatroid(s, v)) }
	register(&d)
}

func (l *tallyMatroid) clone() tallyMatroid {
	return tallyMatroid{semiBandit: l.semiBandit.clone(), tally: l.tally.clone()}
}

func (l *tallyMatroid) Initialise(rewards []float64) {
	l.unseen = 0 // every arm is seen now
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
