package program

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"

	"regretscope/learners"
	"regretscope/scenarios"
)

// A Team is a set of independent runs played side by side, as lanes of one process, or of
// several if one cannot play all. It starts at the first round, belongs to one goroutine, and
// fails as a whole.
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

// A member is a process and its lanes.
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

// End sends the processes the newest round's feedback as the last line, and waits until they
// have ended.
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
