package learners

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Game is the plays of a person, in the order of rounds. It may be used from several
// goroutines.
type Game struct {
	lock  sync.Mutex
	pulls []int
}

// Pull plays an arm, from 0, in the next round.
func (g *Game) Pull(arm int) {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.pulls = append(g.pulls, arm)
}

// Rounds returns how many rounds have been played.
func (g *Game) Rounds() int {
	g.lock.Lock()
	defer g.lock.Unlock()
	return len(g.pulls)
}

// at returns the arm of a round that has been played; a session plays no other.
func (g *Game) at(t int) int {
	g.lock.Lock()
	defer g.lock.Unlock()
	return g.pulls[t-1]
}

// YouID is what --learner calls the person.
const YouID = "you"

// ErrYou is why no experiment, audit or twin universe has the person as a learner.
var ErrYou = errors.New("you: needs a person at the screen or in --plain")

// You returns the person as a learner, who sees the rewards of the arms that were pulled or,
// behind a local channel, their reports. It is not in the catalogue: its plays come from
// a game, and nothing can repeat it with another seed.
func You(g *Game, local bool) Spec {
	d := &Declaration{
		ID: YouID, Name: "You", Family: Reference, Feedback: BanditFeedback, Privacy: NotPrivate,
		Player: Player{Game: g},
		Brief:  "you", Summary: "pulls the arms that you choose", Audit: oneRewardDecides,
		New: func(s Setting, _ param.Values) Learner { return &you{newTallyBandit(s), g} },
	}
	if local {
		d.Privacy, d.Channel, d.Audit = Local, "none", nil
		d.ClaimsFor = func(channel.Channel, float64) bool { return false }
	}
	return Spec{Declaration: d}
}

// Again returns the spec for a run from round 1: a person's game has no plays yet.
func (s Spec) Again() Spec {
	if !s.Plays().Waits() {
		return s
	}
	return You(&Game{}, s.Privacy == Local)
}

type you struct {
	tallyBandit
	game *Game
}

func (l *you) Choose(t int) []int {
	l.play[0] = l.game.at(t)
	return l.play[:]
}

// Explain returns the record of the arm that the person has pulled; why, only the person knows.
func (l *you) Explain() Explanation {
	own, largest := l.Estimate(l.play[0]), math.Inf(-1)
	for j := range l.counts {
		if l.counts[j] > 0 {
			largest = max(largest, l.Estimate(j))
		}
	}
	note := "your choice, with the largest mean so far: " + number.Value(own)
	switch {
	case l.counts[l.play[0]] == 0:
		note = "your choice, not pulled before"
	case own < largest:
		note = fmt.Sprintf("your choice, with a mean so far of %s; the largest was %s", number.Value(own),
			number.Value(largest))
	}
	return Explanation{Note: note}
}

func (l *you) Clone() Learner { return &you{l.clone(), l.game} }
