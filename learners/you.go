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

// A Game records a person's plays by round. It is safe for concurrent use.
type Game struct {
	lock  sync.Mutex
	pulls []int
}

// Pull plays an arm, numbered from 0, in the next round.
func (g *Game) Pull(arm int) {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.pulls = append(g.pulls, arm)
}

// Rounds returns the number of rounds played.
func (g *Game) Rounds() int {
	g.lock.Lock()
	defer g.lock.Unlock()
	return len(g.pulls)
}

// at returns the arm of round t, which has been played.
func (g *Game) at(t int) int {
	g.lock.Lock()
	defer g.lock.Unlock()
	return g.pulls[t-1]
}

// YouID is the --learner value for a person.
const YouID = "you"

// ErrYou is the reason why a person cannot play in experiments, audits and twin universes.
var ErrYou = errors.New("you: needs a person at the screen or in --plain")

// You returns a person as a learner, who sees the rewards of pulled arms or, behind a local
// channel, their reports. It is not in the catalog: its plays come from a game, which no
// other seed can repeat.
func You(g *Game, local bool) Spec {
	d := &Declaration{
		ID:        YouID,
		Listing:   Listing{Name: "You", Family: Reference, Brief: "you", Summary: "pulls the arms that you choose"},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditExactScores},
		Feedback:  BanditFeedback,
		Player:    Player{Game: g},
		New:       func(s Setting, _ param.Values) Learner { return &you{newTallyBandit(s), g} },
	}
	if local {
		d.Privacy, d.Channel, d.Audit = Local, "none", nil
		d.ClaimsFor = func(channel.Channel, float64) bool { return false }
	}
	return Spec{Declaration: d}
}

// Again returns the spec for a run from round 1. A person gets a new game.
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

// Explain returns the record of the pulled arm; only the person knows the reason.
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
		note = fmt.Sprintf("your choice, with a mean so far of %s; the largest was %s", number.Value(own), number.Value(largest))
	}
	return Explanation{Note: note}
}

func (l *you) Clone() Learner { return &you{l.clone(), l.game} }
