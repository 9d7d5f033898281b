package program

import (
	"slices"
	"sort"
)

// A Statement is a program's unchecked statement about its privacy up to a round.
type Statement struct {
	Ready    Ready
	Releases int      // the number of stated releases
	Round    int      // the round that ended with the newest one
	Last     *Release // nil before the first release
}

// stated lists the rounds with stated releases in increasing order.
type stated []statedRound

// A statedRound is a round's last release.
type statedRound struct {
	round int
	total int // up to this round
	last  Release
}

// mostStated is the maximum number of rounds to remember.
const mostStated = 100_000

// add adds the releases stated in the answer to round t, which were made at the end of the
// round before.
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

// upTo returns the newest entry known after the play of round t.
func (s stated) upTo(t int) (statedRound, bool) {
	n := sort.Search(len(s), func(i int) bool { return s[i].round >= t })
	if n == 0 {
		return statedRound{}, false
	}
	return s[n-1], true
}

// Statement returns the program's statement up to the newest round; nil before its first play.
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
