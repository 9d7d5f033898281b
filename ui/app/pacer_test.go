package app

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

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
	if _, seen := rounds[r.stops.Caption]; r.run != nil && r.stops.Frame() == "" && r.stops.Caption != "" && !seen {
		rounds[r.stops.Caption] = r.run.Driver().Round()
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
			t.Fatalf("no end: round %d, %q, %s", s.root.run.Driver().Round(), s.root.stops.Caption, s.root.foot.notice.Text)
		}
		if n == 200 && first != "" {
			cmd := param.Must(s.root.RunLine(first))
			s.waiting = append(s.waiting, cmd)
		}
		if len(s.waiting) == 0 || s.root.stops.Frame() == "" && s.random.IntN(100) < slow {
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
	for seed := range 4 {
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
