package program

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"regretscope/learners"
	"regretscope/noise/param"
)

// A journal remembers the plays of a process, so that clones of its run can go back: they
// read the journal up to its end and ask the process beyond. What a clone observes is what
// the process was told, because rewards depend on the plays and the round alone.
type journal struct {
	lock    sync.Mutex
	team    *Team
	rounds  []uint32          // the play of each round, by its number
	plays   [][]int           // that occurred
	numbers map[string]uint32 // of these
	said    Said              // of the newest round
	stated  stated            // its releases
}

// A Learner is a program that plays one run. Its clones share the process, which ends when
// the last of them is forgotten, or with its host.
type Learner struct {
	journal *journal
	round   int // the newest chosen
	explain bool
	err     error
}

// NewLearner prepares a run of one lane. The process is started when it is first asked.
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
		j.said = j.team.said
		j.stated.add(t, j.said.Releases)
	}
	return j.plays[j.rounds[t-1]], nil
}

// number is that of a play, a new one where it has not occurred yet.
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

// Observe keeps the feedback of the newest round for the process.
func (l *Learner) Observe(t int, feedback []float64) {
	l.journal.lock.Lock()
	defer l.journal.lock.Unlock()
	if t == len(l.journal.rounds) {
		l.journal.team.feedback[0] = append(l.journal.team.feedback[0][:0], feedback...)
	}
}

// Clone returns a learner at the same round with the same journal.
func (l *Learner) Clone() learners.Learner {
	c := *l
	return &c
}

// Err is why the newest Choose could not choose.
func (l *Learner) Err() error { return l.err }

// AskWhy makes the process explain the next round that it is asked for.
func (l *Learner) AskWhy() { l.explain = true }

// unchecked is what stands before the words of a program.
const unchecked = "stated by the program, not checked: "

// Explain repeats what the program says of its newest play.
func (l *Learner) Explain() learners.Explanation {
	said, _ := l.said()
	if said.Why == "" {
		return learners.Explanation{Note: "the program gives no reason"}
	}
	return learners.Explanation{Note: unchecked + param.Printable(cut(said.Why))}
}

// Estimate is what the program says of an arm's mean; NaN if it says nothing.
func (l *Learner) Estimate(arm int) float64 {
	if said, ok := l.said(); ok && said.Estimates != nil {
		return said.Estimates[arm]
	}
	return math.NaN()
}

// Said is what the program says of the newest round; ok is false if that is no longer
// known, or it says nothing.
func (l *Learner) said() (Said, bool) {
	l.journal.lock.Lock()
	defer l.journal.lock.Unlock()
	if l.round == 0 || l.round != len(l.journal.rounds) {
		return Said{}, false
	}
	return l.journal.said, true
}
