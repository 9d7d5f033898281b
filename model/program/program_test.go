//go:build !js

package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
)

// taskOf is a task for the test binary in a part.
func taskOf(t testing.TB, act string) *Task {
	self := param.Must(os.Executable())
	return &Task{
		Command: act, Words: []string{self, "act", act},
		Arms: 2, Feedback: scenarios.Bandit, Horizon: 1000, Epsilon: 1,
	}
}

func hostFor(t testing.TB) *Host {
	h := NewHost()
	t.Cleanup(h.Close)
	return h
}

// play plays rounds of all lanes; every reward is 1.
func play(team *Team, rounds int) error {
	for t := team.round + 1; rounds > 0; t, rounds = t+1, rounds-1 {
		for i := range team.seeds {
			l := team.Lane(i)
			if l.Choose(t); team.Err() != nil {
				return team.Err()
			}
			l.Observe(t, []float64{1})
		}
	}
	return nil
}

// Every failure gives one sentence within the time limit and leaves no process.
func TestFailuresAreOneSentence(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"private": `private: private is local, but there is no channel: set one with --channel, in {"private":"local"}`,
		"kind":    `kind: private must be no, central or local, in {"private":"very"}`,
		"no json": "no json: its answer is not a line of JSON; print messages for people to standard error, in hello",
		"garbage": "garbage: round 1: its answer is not a line of JSON; print messages for people to standard error, in ?[31m let us see",
		"no play": "no play: round 1: its answer has no play, in {}",
		"too few": `too few: round 1: 0 plays for 2 lanes, in {"play":[]}`,
		"no arm":  `no arm: round 1: lane 0: its play [7] must be an arm from 0 to 1, in {"play":[7,7]}`,
		"twice":   "twice: round 1: it answered one line with more than one",
		"hang":    "hang: round 1: no answer within 200ms; does it flush its output?",
		"half":    "half: round 1: no answer within 200ms; does it flush its output?",
		"shut":    "shut: round 1: it closed its output",
		"die":     "die: round 1: the program exited with status 3; its last output was \"Traceback / ZeroDivisionError: division by zero\"",
		"flood":   "flood: round 1: its answer is longer than 1 MB",
	}
	for act, want := range cases {
		h := hostFor(t)
		h.Answer = time.Hour // however slow the machine is
		slow := slices.Contains([]string{"hang", "half", "shut"}, act)
		if slow {
			h.Answer = 200 * time.Millisecond
		}
		team := h.NewTeam(taskOf(t, act), []uint64{1, 2})
		if act == "shut" { // before it is asked
			h.Answer = 2 * time.Second
			team.Start()
			team.members[0].out.Peek(1)
		}
		err := play(team, 2)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", act, err, want)
		}
		if f := new(Failure); !errors.As(err, &f) {
			t.Errorf("%s: %T", act, err)
		}
		if again := play(team, 1); again != err {
			t.Errorf("%s: then %v", act, again)
		}
		for _, m := range team.members {
			<-m.gone
		}
	}
}

func TestCannotStart(t *testing.T) {
	task := taskOf(t, "none")
	task.Words = []string{"./no-such-program"}
	_, err := hostFor(t).NewTeam(task, []uint64{1}).Start()
	if want := "none: cannot be started: no such program, or the interpreter in its first line is missing"; err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	for _, words := range [][]string{{"python3", "none.py"}, {"/usr/bin/python3", "-u", "none.py", "x"}} {
		task.Words = words
		_, err = hostFor(t).NewTeam(task, []uint64{1}).Start()
		if want := "none: cannot be started: there is no file none.py"; err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	task.Words = []string{t.TempDir()}
	if _, err = hostFor(t).NewTeam(task, []uint64{1}).Start(); err == nil || !strings.Contains(err.Error(), "it is not executable") {
		t.Error(err)
	}
}

func TestAnswersThatAreRight(t *testing.T) {
	for _, act := range []string{"echo", "blanks", "complain", "talkative"} {
		if err := play(hostFor(t).NewTeam(taskOf(t, act), []uint64{1}), 3); err != nil {
			t.Error(act, err)
		}
	}
}

func TestBases(t *testing.T) {
	blocks := param.Must(matroid.NewPartition(4, [][]int{{1, 2}, {3, 4}}, []int{1, 1}))
	for act, wrong := range map[string]string{"basis": "", "loose": "lane 0: its play [0 1] must be a basis: a list of 2 arms from 0 to 3 that may be played together", "echo": "lane 0: its play must be a basis"} {
		task := taskOf(t, act)
		task.Arms, task.Matroid, task.Feedback = 4, blocks, scenarios.SemiBandit
		team := hostFor(t).NewTeam(task, []uint64{1})
		team.Lane(0).Choose(1)
		if err := team.Err(); wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%s: %v, want %q", act, err, wrong)
		}
	}
}

// A process that does not end by itself is ended.
func TestFarewell(t *testing.T) {
	t.Parallel()
	team := hostFor(t).NewTeam(taskOf(t, "deaf"), []uint64{1})
	if err := play(team, 1); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	team.End()
	if took := time.Since(began); took < exitTimeout {
		t.Errorf("ended after %v, %v are allowed", took, exitTimeout)
	}
}

func TestClosedHostStartsNothing(t *testing.T) {
	h := NewHost()
	h.Close()
	if err := play(h.NewTeam(taskOf(t, "echo"), []uint64{1}), 1); err == nil {
		t.Error("a closed host has started a program")
	}
	(*Host)(nil).Close()
}

// A program that can play only one run gets as many processes as there are lanes.
func TestFewLanes(t *testing.T) {
	h := hostFor(t)
	for range 2 { // the second time it is known
		task := taskOf(t, "alone")
		task.Arms = 5
		team := h.NewTeam(task, []uint64{0, 1, 2})
		if err := play(team, 4); err != nil {
			t.Fatal(err)
		}
		if len(team.members) != 3 {
			t.Errorf("%d processes", len(team.members))
		}
		for i, want := range []int{3, 4, 0} { // the seed and three rewards, modulo 5
			if got := team.plays[i][0]; got != want {
				t.Errorf("lane %d plays %d, want %d", i, got, want)
			}
		}
	}
}

// Clones read the journal and ask beyond it.
func TestClonesGoBack(t *testing.T) {
	task := taskOf(t, "alone")
	task.Arms = 7
	l := hostFor(t).NewLearner(task, 3)
	step := func(l *Learner, round int) int {
		arm := l.Choose(round)[0]
		l.Observe(round, []float64{1})
		return arm
	}
	var plays []int
	early := l.Clone().(*Learner)
	for round := 1; round <= 20; round++ {
		plays = append(plays, step(l, round))
	}
	for round := 1; round <= 25; round++ {
		arm := step(early, round)
		if round <= 20 && arm != plays[round-1] || arm != (3+round-1)%7 {
			t.Errorf("round %d: %d", round, arm)
		}
	}
	if step(l, 21) != (3+20)%7 || l.Err() != nil {
		t.Error("the first does not go on", l.Err())
	}
}

func TestSaid(t *testing.T) {
	l := hostFor(t).NewLearner(taskOf(t, "talkative"), 1)
	l.AskWhy()
	l.Choose(1)
	if note := l.Explain().Note; note != "stated by the program, not checked: arm 1 is due" {
		t.Error(note)
	}
	if l.Estimate(0) != .25 || !math.IsNaN(l.Estimate(1)) {
		t.Error(l.Estimate(0), l.Estimate(1))
	}
	details, ok := l.details()
	if !ok || len(details.Releases) != 1 || details.Releases[0] != (Release{1, 8, "laplace", 2, .5}) {
		t.Errorf("%+v", details)
	}
}

// Releases are in the answer to the next round, and going back shows what was known then.
func TestStatements(t *testing.T) {
	l := hostFor(t).NewLearner(taskOf(t, "talkative"), 1)
	if l.Statement() != nil {
		t.Error("before round 1")
	}
	l.Choose(1)
	begun := l.Clone().(*Learner)
	for round := 2; round <= 4; round++ {
		l.Observe(round-1, []float64{1})
		l.Choose(round)
	}
	if s := l.Statement(); s.Releases != 4 || s.Round != 3 || s.Last == nil || *s.Last != (Release{1, 8, "laplace", 2, .5}) {
		t.Errorf("%+v", s)
	}
	if s := begun.Statement(); s.Releases != 1 || s.Round != 0 || s.Ready.Name != l.Statement().Ready.Name {
		t.Errorf("in the past: %+v", s)
	}
}

func TestManyStatements(t *testing.T) {
	var s stated
	for round := 1; round <= maxStated+1; round++ {
		s.add(round, []Release{{Arm: round}})
	}
	if newest, ok := s.upTo(maxStated + 1); !ok || newest.total != maxStated+1 || newest.last.Arm != maxStated+1 || len(s) > maxStated {
		t.Errorf("%+v of %d", newest, len(s))
	}
	if _, ok := s.upTo(maxStated / 2); ok {
		t.Error("what has been dropped is known")
	}
}

func TestBeginning(t *testing.T) {
	task := taskOf(t, "echo")
	task.Epsilon, task.Parameters = math.Inf(1), map[string]string{"alpha": "2"}
	rr := param.Must(channel.Parse("rr(0.7,0.8)", 1))
	task.Channels = []channel.Channel{rr, rr}
	line, err := task.begin([]uint64{5, 6})
	want := `{"regretscope":1,"lanes":2,"seeds":[5,6],"arms":2,"feedback":"bandit","horizon":1000,"epsilon":null,"parameters":{"alpha":"2"},"channel":{"id":"rr","p00":0.7,"p11":0.8}}` + "\n"
	if err != nil || string(line) != want {
		t.Errorf("%s%v\nwant %s", line, err, want)
	}
	other, _ := channel.Parse("linear", 1)
	task.Channels[1] = other
	if line, _ = task.begin([]uint64{5}); !strings.Contains(string(line), `"channel":[{"id":"rr","p00":0.7,"p11":0.8},{"epsilon":1,"id":"linear"}]`) {
		t.Errorf("%s", line)
	}
	m, _ := matroid.NewUniform(2, 1)
	task.Matroid = m
	if line, _ = task.begin([]uint64{5}); !strings.Contains(string(line), `"matroid":{"kind":"uniform","rank":1}`) {
		t.Errorf("%s", line)
	}
}

func TestRequests(t *testing.T) {
	cases := []struct {
		name           string
		round          int
		feedback       [][]float64
		lists, explain bool
		want           string
	}{
		{"first", 1, nil, false, false, `{"t":1}`},
		{"bandit", 2, [][]float64{{1}, {0}, {.5}}, false, false, `{"t":2,"feedback":[1,0,0.5]}`},
		{"full", 3, [][]float64{{1, 0}, {.25, -3}}, true, true, `{"t":3,"feedback":[[1,0],[0.25,-3]],"explain":true}`},
		{"end", 0, [][]float64{{1}}, false, false, `{"feedback":[1],"end":true}`},
	}
	for _, c := range cases {
		if got := appendRequest(nil, c.round, c.feedback, c.lists, c.explain); string(got) != c.want+"\n" {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestLanes(t *testing.T) {
	task := &Task{Arms: 5, Feedback: scenarios.Bandit}
	if n := task.Lanes(); n != maxLanes {
		t.Error(n)
	}
	task.Arms, task.Feedback = 1000, scenarios.Full
	if n := task.Lanes(); n*task.Arms*numberMax > lineBytes || n < 2 {
		t.Error(n)
	}
}

// The test binary is also a learner program: with "act" as its first argument it plays the part named by the second.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "act" {
		acts[os.Args[2]]()
		return
	}
	os.Exit(m.Run())
}

// A stage is the input and output of a test program.
type stage struct {
	in  *bufio.Reader
	out *bufio.Writer
	begin
}

type begin struct {
	Lanes    int      `json:"lanes"`
	Arms     int      `json:"arms"`
	Seeds    []uint64 `json:"seeds"`
	Feedback string   `json:"feedback"`
}

func enter(ready string) *stage {
	s := &stage{in: bufio.NewReaderSize(os.Stdin, 1<<17), out: bufio.NewWriterSize(os.Stdout, 1<<17)}
	json.Unmarshal(s.hear(), &s.begin)
	s.say(ready)
	return s
}

func (s *stage) hear() []byte {
	line, err := s.in.ReadSlice('\n')
	if err != nil {
		os.Exit(0)
	}
	return line
}

func (s *stage) say(line string) {
	s.out.WriteString(line)
	s.out.WriteByte('\n')
	s.out.Flush()
}

func (s *stage) plays(arm int) string {
	return `{"play":[` + strings.TrimSuffix(strings.Repeat(strconv.Itoa(arm)+",", s.Lanes), ",") + `]}`
}

// always answers every round in the same way.
func (s *stage) always(answer string) {
	for !bytes.Contains(s.hear(), []byte(`"end"`)) {
		s.say(answer)
	}
}

const modest = `{"name":"Act","private":"no"}`

var acts = map[string]func(){
	"echo":    func() { s := enter(modest); s.always(s.plays(0)) },
	"blanks":  func() { s := enter(modest); s.always(`{ "play": [ 1 ] , "unknown": [3] }`) },
	"private": func() { enter(`{"private":"local"}`) },
	"kind":    func() { enter(`{"private":"very"}`) },
	"no json": func() { enter("hello") },
	"garbage": func() { s := enter(modest); s.hear(); s.say("\x1b[31m let us see"); s.hear() },
	"no play": func() { s := enter(modest); s.always(`{}`) },
	"too few": func() { s := enter(modest); s.always(`{"play":[]}`) },
	"no arm":  func() { s := enter(modest); s.always(s.plays(7)) },
	"word":    func() { s := enter(modest); s.always(`{"play":["a"]}`) },
	"twice":   func() { s := enter(modest); s.always(s.plays(0) + "\n" + s.plays(0)) },
	"hang":    func() { s := enter(modest); s.hear(); time.Sleep(time.Hour) },
	"half":    func() { enter(modest).hear(); os.Stdout.WriteString(`{"play":[0`); time.Sleep(time.Hour) },
	"shut":    func() { enter(modest); os.Stdout.Close(); time.Sleep(time.Hour) },
	"die": func() {
		s := enter(modest)
		s.hear()
		fmt.Fprintln(os.Stderr, "Traceback\nZeroDivisionError: division by zero")
		os.Exit(3)
	},
	"flood": func() {
		enter(modest).hear()
		text := bytes.Repeat([]byte("x"), 1<<20)
		for range 1024 {
			os.Stdout.Write(text)
		}
	},
	"complain": func() {
		s := enter(modest)
		text := bytes.Repeat([]byte("x"), 1<<20)
		for range 64 {
			os.Stderr.Write(text)
		}
		s.always(s.plays(0))
	},
	"child": func() {
		child := exec.Command("sleep", "1000")
		child.Start()
		s := enter(fmt.Sprintf(`{"name":"%d"}`, child.Process.Pid))
		s.always(s.plays(0))
	},
	"orphan": func() {
		child := exec.Command("sleep", "1000")
		child.Stderr = os.Stderr
		child.Start()
		enter(fmt.Sprintf(`{"name":"%d"}`, child.Process.Pid)).hear()
	},
	"deaf": func() { s := enter(modest); s.hear(); s.say(s.plays(0)); time.Sleep(time.Hour) },
	// plays the arm that its seed and the rewards so far give
	"alone": func() {
		s := enter(`{"name":"Alone","lanes":1}`)
		played := int(s.Seeds[0])
		for {
			line := s.hear()
			if bytes.Contains(line, []byte(`"end"`)) {
				return
			}
			played += bytes.Count(line, []byte("[1]"))
			s.say(s.plays(played % s.Arms))
		}
	},
	"basis": func() { s := enter(modest); s.always(`{"play":[[0,2]]}`) },
	"loose": func() { s := enter(modest); s.always(`{"play":[[0,1]]}`) },
	"talkative": func() {
		s := enter(modest)
		s.always(`{"play":[1],"why":["arm 1 is due"],"estimates":[[0.25,null]],"releases":[[{"arm":1,"observations":8,"noise":"laplace","scale":2,"epsilon":0.5}]]}`)
	},
}
