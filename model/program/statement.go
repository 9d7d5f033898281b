package program

import (
	"slices"
	"sort"
)

// A Statement is what a program says of its privacy up to a round. It is not checked.
type Statement struct {
	Ready    Ready
	Releases int      // that it has stated
	Round    int      // that ended with the newest of them
	Last     *Release // nil before the first release
}

// stated are the releases that a program has stated, in rounds that go up.
type stated []statedRound

// A statedRound is the last release at the end of a round.
type statedRound struct {
	round int
	total int // up to this round
	last  Release
}

// mostStated bounds the rounds with releases that can be gone back to.
const mostStated = 100_000

// add enters the releases that the answer to round t has stated: they were made at the end
// of the round before.
func (s *stated) add(t int, releases []Release) {
	if len(releases) == 0 {
		return
	}
	total := len(releases)
	if n := len(*s); n > 0 {
		total += (*s)[n-1].total
	}
	if len(*s) == mostStated {
		*s = slices.Delete(*s, 0, mostStated/2)
	}
	*s = append(*s, statedRound{t - 1, total, releases[len(releases)-1]})
}

// upTo returns the newest entry that a person knows of who has seen the play of round t.
func (s stated) upTo(t int) (statedRound, bool) {
	n := sort.Search(len(s), func(i int) bool { return s[i].round >= t })
	if n == 0 {
		return statedRound{}, false
	}
	return s[n-1], true
}

// Statement is what the program says of its privacy up to the newest round; nil before it
// has been asked for a play.
func (l *Learner) Statement() *Statement {
	l.journal.lock.Lock()
	defer l.journal.lock.Unlock()
	if l.round == 0 || l.journal.team.ready == nil {
		return nil
	}
	s := &Statement{Ready: *l.journal.team.ready}
	if newest, ok := l.journal.stated.upTo(l.round); ok {
		s.Releases, s.Round, s.Last = newest.total, newest.round, &newest.last
	}
	return s
}
