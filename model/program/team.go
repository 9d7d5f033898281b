package program

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// A Team is a set of independent runs played side by side, as lanes of one process, or of several if one cannot play
// all. It starts at the first round, belongs to one goroutine, and fails as a whole.
type Team struct {
	host    *Host
	task    *Task
	checker checker
	ready   *Ready
	members []*member
	seeds   []uint64

	round    int         // the newest requested round
	plays    [][]int     // by lane, of that round
	feedback [][]float64 // by lane, of that round
	explain  bool        // explain the next round
	details  Details     // of the first lane

	lock sync.Mutex // guards the fields that Kill uses
	dead bool
	err  error
}

type member struct {
	*process
	from, to int
	line     []byte
}

// NewTeam prepares a lane for each seed, each below 2⁵³.
func (h *Host) NewTeam(t *Task, seeds []uint64) *Team {
	team := &Team{
		host: h, task: t, checker: newChecker(t), seeds: seeds,
		plays: make([][]int, len(seeds)), feedback: make([][]float64, len(seeds)),
	}
	for i := range team.plays {
		team.plays[i] = make([]int, t.plays())
	}
	return team
}

// Lane returns the learner of lane i. It cannot be cloned, because a process only goes forward.
func (t *Team) Lane(i int) learners.Learner { return &lane{t, i} }

// Err returns why the team stopped; nil if it did not.
func (t *Team) Err() error { return t.err }

// Start starts the processes, if necessary, and returns what the program says about itself.
func (t *Team) Start() (*Ready, error) {
	if t.ready == nil && t.err == nil {
		t.start()
	}
	return t.ready, t.err
}

func (t *Team) start() {
	for from := 0; from < len(t.seeds) && t.err == nil; {
		to := from + t.host.lanesOf(t.task.Command, len(t.seeds)-from)
		m, ready, err := t.startMember(from, to)
		switch {
		case err != nil:
			t.fail(err)
		case ready.Lanes > 0 && ready.Lanes < to-from:
			t.host.noteLanes(t.task.Command, ready.Lanes)
			m.end()
		default:
			t.ready, from = ready, to
		}
	}
}

// startMember starts a process for some lanes.
func (t *Team) startMember(from, to int) (*member, *Ready, error) {
	line, err := t.task.begin(t.seeds[from:to])
	if err != nil {
		return nil, nil, err
	}
	p, err := t.host.start(t.task)
	if err != nil {
		return nil, nil, err
	}
	m := &member{process: p, from: from, to: to}
	t.lock.Lock()
	t.members = append(t.members, m)
	if t.dead {
		p.kill()
	}
	t.lock.Unlock()
	within := t.host.answerWithin(true)
	if err := p.ask(line, within); err != nil {
		return nil, nil, p.broken(0, err, within)
	}
	answer, err := p.hear()
	if err != nil {
		return nil, nil, p.broken(0, err, within)
	}
	ready, err := t.task.readReady(answer)
	if err != nil {
		return nil, nil, m.refused(0, answer, err)
	}
	if ready.Lanes > 0 && ready.Lanes < to-from { // started again with fewer lanes
		t.lock.Lock()
		t.members = t.members[:len(t.members)-1]
		t.lock.Unlock()
	}
	return m, ready, nil
}

// refused kills a process with an unusable answer and returns the error.
func (m *member) refused(round int, answer []byte, err error) error {
	m.kill()
	f := m.failure(round, err.Error())
	f.Line = strings.TrimSpace(string(answer))
	if w := new(wrongAnswer); errors.As(err, &w) && w.lane >= 0 {
		f.Lane = m.from + w.lane
	}
	return f
}

func (t *Team) choose(round int) {
	if round <= t.round || t.err != nil {
		return
	}
	if _, err := t.Start(); err != nil {
		return
	}
	within, lists := t.host.answerWithin(false), t.lists()
	for _, m := range t.members {
		m.line = appendRequest(m.line[:0], round, t.feedback[m.from:m.to], lists, t.explain)
		if err := m.ask(m.line, within); err != nil {
			t.fail(m.broken(round, err, within))
			return
		}
	}
	for _, m := range t.members {
		line, err := m.hear()
		if err == nil && m.hasMoreOutput() {
			err = errMore
		}
		if err != nil {
			t.fail(m.broken(round, err, within))
			return
		}
		a, err := t.checker.read(line, t.plays[m.from:m.to])
		if err != nil {
			t.fail(m.refused(round, line, err))
			return
		}
		if m.from == 0 {
			t.details = a.details(t.task.Arms)
		}
	}
	t.round, t.explain = round, false
}

func (t *Team) lists() bool { return t.task.Feedback != scenarios.Bandit }

// details returns what an answer reports for the first lane besides its play.
func (a *answer) details(arms int) (s Details) {
	if a == nil {
		return s
	}
	if len(a.Why) > 0 {
		s.Why = a.Why[0]
	}
	if len(a.Estimates) > 0 && len(a.Estimates[0]) == arms {
		for _, x := range a.Estimates[0] {
			if x == nil {
				s.Estimates = append(s.Estimates, math.NaN())
			} else {
				s.Estimates = append(s.Estimates, *x)
			}
		}
	}
	if len(a.Releases) > 0 {
		s.Releases = slices.DeleteFunc(a.Releases[0], func(r Release) bool { return r.Arm < 0 || r.Arm >= arms })
	}
	return s
}

func (t *Team) fail(err error) {
	t.err = err
	t.Kill()
}

// End sends the processes the newest round's feedback as the last line, and waits until they have ended.
func (t *Team) End() {
	var group sync.WaitGroup
	for _, m := range t.members {
		group.Go(func() {
			if t.err == nil && t.round > 0 {
				m.ask(appendRequest(m.line[:0], 0, t.feedback[m.from:m.to], t.lists(), false), exitTimeout)
			}
			m.end()
		})
	}
	group.Wait()
}

// Kill kills the processes. It is safe for concurrent use: a round under way fails.
func (t *Team) Kill() {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.dead = true
	for _, m := range t.members {
		m.kill()
	}
}

type lane struct {
	team  *Team
	index int
}

func (l *lane) Choose(t int) []int {
	l.team.choose(t)
	return l.team.plays[l.index]
}

func (l *lane) Observe(_ int, feedback []float64) {
	l.team.feedback[l.index] = append(l.team.feedback[l.index][:0], feedback...)
}

func (l *lane) Err() error { return l.team.err }

// Clone panics: a process cannot go back.
func (l *lane) Clone() learners.Learner { panic("a lane of a program cannot be cloned") }

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

// details returns what the program reported for the newest round; ok is false if that is no longer known.
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

// add adds the releases stated in the answer to round t, which were made at the end of the round before.
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
