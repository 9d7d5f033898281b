package app

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

// A rehearsal lists each stop with its place at the end; regrets are those of the run.
func TestARehearsalListsStops(t *testing.T) {
	s := param.Must(script.Parse("talk.script", "size 80x24\ngo 5\ncaption One.\nwait 3s\nkey v\nnote Say that.\nwait key\n"+
		"caption Two at {round}.\ngo 500\nexpect round between 499 and 501\nwait 1s\ncaption\nwait 1s\n"))
	config := uitest.Config(t, 1000, "ucb1", "lazy-dp-ts")
	stops, err := Stops(Options{Config: config, Script: s}, ignore)
	if err != nil || len(stops) != 2 {
		t.Fatalf("%+v, %v", stops, err)
	}
	regrets := func(round int) []string {
		shot := uitest.Snapshot(config, round)
		return []string{"UCB1 " + number.Value(shot.Learners[0].Regret), "Lazy-DP-TS " + number.Value(shot.Learners[1].Regret)}
	}
	one, two := stops[0], stops[1]
	if late := two.At - one.At; late < 5*time.Second || late > 6*time.Second {
		t.Errorf("%v between the stops", late)
	}
	one.At, two.At, one.Lacks, two.Lacks = 0, 0, nil, nil
	first := script.Stop{Line: 3, Caption: "One.", Keys: []string{"v", "space"}, Notes: []string{"Say that."}, Takes: 5 * time.Second}
	if want := (ScriptStop{Stop: first, Round: 5, Regrets: regrets(5), Said: "One."}); !reflect.DeepEqual(one, want) {
		t.Errorf("%+v, want %+v", one, want)
	}
	second := script.Stop{Line: 8, Caption: "Two at {round}.", Takes: 2 * time.Second}
	if want := (ScriptStop{Stop: second, Round: 500, Regrets: regrets(500), Said: "Two at 500."}); !reflect.DeepEqual(two, want) {
		t.Errorf("%+v, want %+v", two, want)
	}
	s.Size = script.Size{Width: 80, Height: 9}
	const cut, long = "the caption leaves no room for the screen", "the caption is in small letters"
	if stops, err = Stops(Options{Config: config, Script: s}, ignore); err != nil || !slices.Contains(stops[0].Lacks, cut) {
		t.Errorf("nothing is cut at 80x9: %+v, %v", stops, err)
	}
	if s, err = script.Parse("big.script", "big\ncaption One.\nwait 1s\ncaption Longer than the 25 letters.\nwait 1s\n"); err != nil {
		t.Fatal(err)
	}
	s.Size = script.Size{Width: 100, Height: 30}
	stops, err = Stops(Options{Config: config, Script: s}, ignore)
	if err != nil || slices.Contains(stops[0].Lacks, long) || !slices.Contains(stops[1].Lacks, long) {
		t.Errorf("large at 100x30: %+v, %v", stops, err)
	}
}

func ignore(ScriptStop) {}

// A mistake that no run can mend is foreseen, with the lines that lead to the screen; what may work is not.
func TestMistakesAreForeseen(t *testing.T) {
	config := uitest.Config(t, 100_000, "ucb1")
	for text, want := range map[string]string{
		"go 9e4\ntwinn\n": "2: twinn: no such command on this screen; did you mean twin?",
		"experiment\nmany-noises 5\ntwin\nsweep 1\n": "2: many-noises: no such command on this screen; open its screen with twin\n" +
			"4: sweep: no such command on this screen; open its screen with experiment",
		"explain gajx\nleave\nview nope\nadd nope\nscenario nope\nexplain gaj\nadd ucb1\nscenario gap,K=3\n": "1: no page named \"gajx\"\n" +
			"3: view nope: must be one of regret, \n4: add nope: no such learner\n5: scenario nope: no such scenario",
		"setup\ngo 5\nrun-screen\ngo 5\n":  "2: go: no such command on this screen; open the run screen with run-screen",
		"twin\nleave\nhorizon 5\nsave x\n": "4: save: a lesson or script cannot run this; only you can",
		"caption {reget 1}\nexpect round near 5\nexpect round between 4 and x\n": "1: reget 1: must be round, \n" +
			"2: round near 5: must be QUANTITY < QUANTITY or QUANTITY > QUANTITY\n3: x: must be round, ",
		"key t\nmany-noises 5\nrun\npause\nstop\n":            "", // whatever the key opens
		"go 5\ndial\ndial-up\ncursor\nleave\ntwin\nlearner\n": "7: learner: no such command on this screen; open the run screen with run-screen",
	} {
		got := foresee(Options{Config: config, Script: param.Must(script.Parse("t", text))})
		wants := strings.FieldsFunc(want, func(r rune) bool { return r == '\n' })
		if len(got) != len(wants) {
			t.Errorf("%q: %v, want %s", text, got, want)
			continue
		}
		for i, err := range got {
			if !strings.HasPrefix(err.Error(), "t:"+wants[i]) {
				t.Errorf("%q: %v, want %s", text, err, wants[i])
			}
		}
	}
	for text := range strings.SplitSeq("twin\nmany-noises 3\nrun\nrun\nstop\npause\n|twin\nrun\nrun\nstop\nstop\n", "|") {
		if _, err := Play(Options{Config: uitest.Config(t, 100, "ucb1"), Script: param.Must(script.Parse("t", text))}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A claim that does not hold is a mistake in a rehearsal, and nowhere else.
func TestExpectations(t *testing.T) {
	for claim, want := range map[string]string{
		"regret 1 / regret 1 between 0.9 and 1.1": "", "regret 3 > 0": "t:2: regret 3 > 0: this run has",
		"round between 6 and 9": "t:2: round > 6: does not hold at round 5: 5 and 6",
	} {
		o := Options{Config: uitest.Config(t, 100, "ucb1"), Script: param.Must(script.Parse("t", "go 5\nexpect "+claim+"\ncaption A.\n"))}
		if _, err := Stops(o, ignore); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", claim, err, want)
		}
		if err := Rehearse(o); err != nil {
			t.Errorf("%s: on the stage, %v", claim, err)
		}
	}
}

// A picture of a stop shows the end of its last wait, or without one, its end.
func TestPicturesOfStops(t *testing.T) {
	const text = "size 80x24\ngo 3\ncaption One.\nwait 1s\ngo 5\nwait 3s\ngo 9\ncaption Two.\ntwin\nwait key\nleave\ncaption\n" +
		"caption Three.\ngo 500\n"
	all, err := Pictures(Options{Config: uitest.Config(t, 500, "ucb1"), Script: param.Must(script.Parse("talk.script", text))})
	uitest.NoError(t, err)
	wants := [][]string{{">5<", "One."}, {"Two.", "universe"}, {">500<", "Three."}}
	if len(all) != len(wants) {
		t.Fatalf("%d pictures", len(all))
	}
	for i, picture := range all {
		var b strings.Builder
		uitest.NoError(t, picture.WriteSVG(&b))
		if picture.Stop != i+1 {
			t.Errorf("picture %d is of stop %d", i+1, picture.Stop)
		}
		for _, want := range wants[i] {
			if !strings.Contains(b.String(), want) {
				t.Errorf("stop %d: no %s in\n%s", i+1, want, &b)
			}
		}
	}
}

// A stage is the program on a screen whose machine is slow: commands end late, and in any order.
type stage struct {
	root    *root
	random  *rand.Rand
	waiting []tea.Cmd
	rounds  map[string]int // by caption, at its beginning
}

var noises = regexp.MustCompile(`(\d+) noises`)

// noteRound stores the round at the beginning of each caption, or how many noises are counted.
func noteRound(r *root, rounds map[string]int) {
	if _, seen := rounds[r.stops.Caption]; r.screens.run != nil && !r.stops.Travelling() && r.stops.Caption != "" && !seen {
		rounds[r.stops.Caption] = r.screens.run.State().Round
		if counted := noises.FindStringSubmatch(r.View()); counted != nil {
			rounds[r.stops.Caption], _ = strconv.Atoi(counted[1])
		}
	}
}

func (s *stage) send(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			if cmd != nil {
				s.waiting = append(s.waiting, cmd)
			}
		}
		return
	}
	if _, cmd := s.root.Update(msg); cmd != nil {
		s.waiting = append(s.waiting, cmd)
	}
	noteRound(s.root, s.rounds)
}

// plays plays a script to its end, with beats of which slow in a hundred come early.
func playsOn(t *testing.T, config *model.Config, text string, seed uint64, slow int, first, then string) map[string]int {
	t.Helper()
	parsed := param.Must(script.Parse("talk.script", text))
	o := Options{Config: config, Script: parsed, clock: kit.NewClock(), Talk: script.NewTalk(t.TempDir(), parsed)}
	s := &stage{root: newRoot(o.pictureTheme(), o), random: rand.New(rand.NewPCG(seed, 42)), rounds: map[string]int{}}
	s.root.pacer.live = true
	s.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	s.waiting = append(s.waiting, s.root.begin)
	for n := 0; !s.root.stops.State().Over || then != ""; n++ {
		if s.root.stops.State().Over {
			first, then, s.rounds, n = then, "", map[string]int{}, 200
		}
		if n == 100_000 {
			t.Fatalf("no end: round %d, %q, %s", s.root.screens.run.State().Round, s.root.stops.Caption, s.root.foot.notice.Text)
		}
		if n == 200 && first != "" {
			cmd := param.Must(s.root.RunLine(first))
			s.waiting = append(s.waiting, cmd)
		}
		if len(s.waiting) == 0 || !s.root.stops.Travelling() && s.random.IntN(100) < slow {
			s.send(beatMsg{})
			continue
		}
		i := s.random.IntN(len(s.waiting))
		cmd := s.waiting[i]
		s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
		if cmd != nil {
			s.send(cmd())
		}
	}
	if now, ok := o.Talk.Read(); !ok || now.Stop != s.root.stops.State().Stop || now.Stop != len(parsed.Stops())-2 {
		t.Errorf("at the end another terminal sees %+v, %v", now, ok)
	}
	return s.rounds
}

// playsOff plays a script to its end without a machine that is slow.
func playsOff(t *testing.T, config *model.Config, text string) map[string]int {
	p, rounds := presentWith(t, Options{Config: config}, text), map[string]int{}
	for !p.root.stops.State().Over {
		p.wait(time.Millisecond)
		noteRound(p.root, rounds)
	}
	return rounds
}

// A script's twins count the same noises on any machine: a number, or what a wait leaves time for.
func TestScriptsCountTheSameNoises(t *testing.T) {
	uitest.NotForRaces(t)
	const text = "twin\nmany-noises 10\ncaption A.\nwait 1s\nmany-noises 30\ncaption B.\nrun\nwait 99ms\ncaption C.\nwait 33ms\n"
	config := uitest.OnPreset(t, "ww-det", 1, "ftnl")
	defer func(every time.Duration) { kit.ProgressEvery = every }(kit.ProgressEvery)
	kit.ProgressEvery = time.Millisecond // commands run one by one here
	want := playsOff(t, config, text)
	if want["A."] != 10 || want["B."] != 30 || want["C."] < 34 {
		t.Fatalf("noises %v", want)
	}
	for _, slow := range []int{30, 90} {
		if got := playsOn(t, config, text, 1, slow, "", ""); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d%%: noises %v, want %v", slow, got, want)
		}
	}
}

// A script reaches the same rounds on a machine at any load, played from the beginning or from a
// stop in its middle, as in a picture.
func TestScriptsReachTheSameRounds(t *testing.T) {
	uitest.NotForRaces(t)
	const text = "caption A.\ngo 100\nrun\nwait 3s\npause\ncaption B.\nwait 300ms\nrun\nwait 1234ms\nset epsilon 2\nrun\n" +
		"wait 500ms\npause\ncaption C.\nwait 1s\ngo 5000\nrun\nwait 2s\ncaption D.\nwait 1s\npause\ncaption E.\nwait 1s\n"
	config := uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1")
	want := playsOff(t, config, text)
	if want["B."] < 5000 || want["E."] < 10_000 {
		t.Fatalf("rounds %v", want)
	}
	for seed := range *storms {
		for _, slow := range []int{1, 30, 90} {
			if got := playsOn(t, config, text, uint64(seed), slow, "", ""); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("seed %d, %d%%: rounds %v, want %v", seed, slow, got, want)
			}
		}
		for first, then := range map[string]string{"go-chapter 4": "", "": "go-chapter 4"} { // not yet seen, and seen
			got := playsOn(t, config, text, uint64(seed), 30, first, then)
			for _, caption := range strings.Fields("D. E.") {
				if got[caption] != want[caption] {
					t.Errorf("from chapter 4, seed %d: rounds %v, want %v", seed, got, want)
				}
			}
		}
	}
}
