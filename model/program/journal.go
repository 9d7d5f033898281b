package program

import (
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"regretscope/learners"
	"regretscope/noise/param"
)

// A journal records the plays of a process, so that clones of its run can go back: they read
// the journal up to its end and ask the process beyond it. All clones observe what the process
// was told, because rewards depend on plays and the round alone.
type journal struct {
	lock    sync.Mutex
	team    *Team
	rounds  []uint32          // the number of each round's play
	plays   [][]int           // the distinct plays
	numbers map[string]uint32 // of the distinct plays
	details Details           // in the newest round
	stated  stated            // its releases
}

// A Learner is a program that plays one run. Its clones share the process, which ends with the
// last of them or with its host.
type Learner struct {
	journal *journal
	round   int // the newest chosen
	explain bool
	err     error
}

// NewLearner prepares a run of one lane. The process starts with the first request.
func (h *Host) NewLearner(t *Task, seed uint64) *Learner {
	j := &journal{team: h.NewTeam(t, []uint64{seed}), numbers: map[string]uint32{}}
	runtime.AddCleanup(j, func(team *Team) { go team.End() }, j.team)
	return &Learner{journal: j}
}

// Choose reads the journal, or asks the process.
func (l *Learner) Choose(t int) []int {
	l.journal.lock.Lock()
	defer l.journal.lock.Unlock()
	l.round = t
	play, err := l.journal.choose(t, l.explain)
	l.explain, l.err = false, err
	return play
}

func (j *journal) choose(t int, explain bool) ([]int, error) {
	if t > len(j.rounds) {
		j.team.explain = explain
		if j.team.choose(t); j.team.err != nil {
			return j.team.plays[0], j.team.err
		}
		j.rounds = append(j.rounds, j.number(j.team.plays[0]))
		j.details = j.team.details
		j.stated.add(t, j.details.Releases)
	}
	return j.plays[j.rounds[t-1]], nil
}

// number returns the number of a play, adding new plays.
func (j *journal) number(play []int) uint32 {
	var key strings.Builder
	for _, arm := range play {
		key.WriteRune(rune(arm))
	}
	n, known := j.numbers[key.String()]
	if !known {
		n = uint32(len(j.plays))
		j.numbers[key.String()], j.plays = n, append(j.plays, slices.Clone(play))
	}
	return n
}

// Observe keeps the newest round's feedback for the process.
func (l *Learner) Observe(t int, feedback []float64) {
	l.journal.lock.Lock()
	defer l.journal.lock.Unlock()
	if t == len(l.journal.rounds) {
		l.journal.team.feedback[0] = append(l.journal.team.feedback[0][:0], feedback...)
	}
}

// Clone returns a learner at the same round that shares the journal.
func (l *Learner) Clone() learners.Learner {
	c := *l
	return &c
}

// Err returns the error of the newest Choose.
func (l *Learner) Err() error { return l.err }

// AskWhy requests an explanation of the next round.
func (l *Learner) AskWhy() { l.explain = true }

// unchecked precedes a program's own words.
const unchecked = "stated by the program, not checked: "

// Explain returns the program's own explanation of its newest play.
func (l *Learner) Explain() learners.Explanation {
	details, _ := l.details()
	if details.Why == "" {
		return learners.Explanation{Note: "the program gives no reason"}
	}
	return learners.Explanation{Note: unchecked + param.Printable(cut(details.Why))}
}

// Estimate returns the program's estimate of an arm's mean, or NaN.
func (l *Learner) Estimate(arm int) float64 {
	if details, ok := l.details(); ok && details.Estimates != nil {
		return details.Estimates[arm]
	}
	return math.NaN()
}

// details returns what the program reported for the newest round; ok is false if that is no longer
// known.
func (l *Learner) details() (Details, bool) {
	l.journal.lock.Lock()
	defer l.journal.lock.Unlock()
	if l.round == 0 || l.round != len(l.journal.rounds) {
		return Details{}, false
	}
	return l.journal.details, true
}

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

// maxStated is the maximum number of rounds to remember.
const maxStated = 100_000

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
	if len(*s) == maxStated {
		*s = slices.Delete(*s, 0, maxStated/2)
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
