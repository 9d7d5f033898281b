package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/ui/command"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
)

// begin opens a lesson in simulated time.
func begin(t *testing.T, l *lesson.Lesson, width, height int) *player {
	t.Helper()
	p := newPlayer(Options{Lesson: l})
	p.root.Update(tea.WindowSizeMsg{Width: width, Height: height})
	p.settle(p.root.Init())
	p.wait(time.Second)
	return p
}

// key presses a key and lets what follows happen.
func (p *player) key(t *testing.T, name string) {
	t.Helper()
	cmd, err := p.root.pressAs(uitest.Key(name))
	if err != nil {
		t.Error(err)
	}
	p.settle(cmd)
	p.wait(time.Second)
}

// Space alone leads through every lesson, at both sizes: each stop is reached, shows
// its texts beside a screen that has room, and what it says of numbers is so.
func TestLessonsFromBeginningToEnd(t *testing.T) {
	for _, name := range lesson.Names() {
		l, err := command.OpenLesson(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range [][2]int{{80, 24}, {120, 36}} {
			p := begin(t, l, size[0], size[1])
			r := p.root
			for i, stop := range l.Stops {
				if r.tour == nil || r.tour.at != i || !r.tour.arrived || r.note != "" {
					t.Fatalf("%s, stop %d at %v: %+v %s", name, i+1, size, r.tour, r.note)
				}
				shot := r.run.Snapshot()
				if err := stop.Holds(shot); err != nil {
					t.Errorf("%s, stop %d: %v", name, i+1, err)
				}
				shows(t, r, stop.Say)
				if !strings.HasPrefix(stop.Say, "An exercise.") { // which is about another run
					numbersHold(t, stop.Say, shot)
				}
				if stop.Ask != "" {
					shows(t, r, stop.Ask)
					if strings.Contains(uitest.Words(ansi.Strip(r.View())), filled(t, r, stop.Answer)) {
						t.Errorf("%s, stop %d: the answer is not hidden", name, i+1)
					}
					p.key(t, " ")
					shows(t, r, stop.Answer)
				}
				if err := kit.CheckCommands(r.commands()); err != nil {
					t.Errorf("%s, stop %d: %v", name, i+1, err)
				}
				p.key(t, " ")
			}
			if r.tour != nil {
				t.Errorf("%s does not end", name)
			}
		}
	}
}

// written is a number in a text, outside of braces.
var written = regexp.MustCompile(`[0-9]+( [0-9]{3})*(\.[0-9]+)?`)

// numbersHold expects the numbers that a text gives by itself to be some that the run
// has: its horizon, breakpoints, ε and means, or the number of an arm or a panel.
func numbersHold(t *testing.T, text string, shot *model.Snapshot) {
	t.Helper()
	c := shot.Config
	known := map[float64]bool{float64(c.Horizon): true, c.Epsilon: true}
	for n := range max(c.Scenario.Arms(), 5) {
		known[float64(n+1)] = true
	}
	for _, at := range c.Scenario.Breakpoints() {
		known[float64(at-1)] = true
	}
	for i := range shot.Views {
		known[shot.Views[i].Epsilon] = true
	}
	for _, mean := range shot.Phase.Means {
		known[mean] = true
	}
	for _, number := range written.FindAllString(regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(text, ""), -1) {
		x, err := strconv.ParseFloat(strings.ReplaceAll(number, " ", ""), 64)
		if err != nil || !known[x] {
			t.Errorf("%q: %s is no number of this run", text, number)
		}
	}
}

func filled(t *testing.T, r *root, text string) string {
	t.Helper()
	full, err := lesson.Fill(text, r.run.Snapshot())
	if err != nil {
		t.Error(err)
	}
	return full
}

// shows expects a text of the lesson on the screen, which has its size and room for
// the run.
func shows(t *testing.T, r *root, text string) {
	t.Helper()
	view := ansi.Strip(r.View())
	if err := uitest.Fills(r.View(), r.width, r.height); err != nil {
		t.Error(err)
	}
	if !strings.Contains(uitest.Words(view), filled(t, r, text)) || strings.Contains(view, "needs at least") {
		t.Errorf("%dx%d: no %q in\n%s", r.width, r.height, text, view)
	}
}

// A lesson is left at any stop, explored from, and returned to.
func TestALessonIsLeftAndReturnedTo(t *testing.T) {
	l, err := command.OpenLesson("regret")
	if err != nil {
		t.Fatal(err)
	}
	p := begin(t, l, 80, 24)
	for range 3 {
		p.key(t, " ")
	}
	r := p.root
	if r.tour.at != 2 || r.run.Round() != 500 {
		t.Fatalf("at stop %d, round %d", r.tour.at+1, r.run.Round())
	}
	p.key(t, "b")
	if r.tour.at != 1 || r.run.Round() != 5 {
		t.Errorf("back at stop %d, round %d", r.tour.at+1, r.run.Round())
	}
	p.key(t, "esc")
	p.key(t, "n")
	p.key(t, "b")
	p.key(t, "n")
	if r.run.Round() != 6 || !strings.Contains(r.View(), "f2 returns to the stop") {
		t.Errorf("the keys are not the screen's: round %d\n%s", r.run.Round(), r.View())
	}
	p.key(t, "e") // the setup screen
	p.key(t, "f2")
	if r.tour.at != 1 || r.tour.away || r.run.Round() != 5 || !r.onRun() {
		t.Errorf("not at the stop: %+v, round %d", r.tour, r.run.Round())
	}
	p.key(t, "i")
	p.key(t, "esc")
	if r.tour.away || r.tour.at != 1 {
		t.Error("a page that is left leaves the lesson")
	}
}

// What is wrong in a lesson of one's own is said with file and line, before anything
// is shown.
// What is typed into a field in a lesson is no key of the lesson, and esc leaves the
// field first.
func TestFieldsInALessonAreTypedInto(t *testing.T) {
	l, err := command.OpenLesson(lesson.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	p := begin(t, l, 120, 36)
	learners := len(p.root.run.Snapshot().Views)
	p.key(t, "W")
	for _, name := range []string{" ", "b", "esc"} {
		p.key(t, name)
	}
	if at := p.root.tour; at.at != 0 || at.away || p.root.run.Typing() {
		t.Fatalf("at stop %d, away %v, typing %v", at.at, at.away, p.root.run.Typing())
	}
	for _, name := range []string{"W", "end", "down", "down", "7", "enter"} {
		p.key(t, name)
	}
	if n := len(p.root.run.Snapshot().Views); n != learners+1 {
		t.Errorf("%d learners after a copy of one of %d", n, learners)
	}
}

func TestRehearse(t *testing.T) {
	const head = "name = \"mine\"\ntitle = \"Mine\"\nabout = \"A lesson.\"\n\n[[stop]]\nstart = \"--scenario hhmh-1 --horizon 1000 --learner ucb1\"\n"
	for text, want := range map[string]string{
		"say = \"A sentence.\"\n":                                                            "",
		"do = [\"goo 5\"]\nsay = \"A sentence.\"\n":                                          ":7: goo: no such command on this screen; did you mean go?",
		"do = [\"go 5000\"]\nsay = \"A sentence.\"\n":                                        ":7: 5000 is no round of this run",
		"do = [\"go 5\"]\nsay = \"Regret is {regret 2}.\"\n":                                 ":8: this run has 1 learner and 5 arms",
		"do = [\"go 5\"]\nsay = \"Little.\"\nclaims = [\"regret 1 < 0.5\"]\n":                ":8: regret 1 < 0.5: is not so at round 5",
		"say = \"One.\"\n\n[[stop]]\ndo = [\"view nothing\"]\nsay = \"Another sentence.\"\n": ":10: view nothing: must be one of",
	} {
		path := filepath.Join(t.TempDir(), "mine.toml")
		if err := os.WriteFile(path, []byte(head+text), 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := command.OpenLesson(path)
		if err != nil {
			t.Fatal(err)
		}
		err = Rehearse(Options{Lesson: l})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), path+want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
