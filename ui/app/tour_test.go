package app

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// begin opens a lesson in simulated time.
func begin(t *testing.T, l *lesson.Lesson, width, height int) *player {
	t.Helper()
	p := newPlayer(Options{Lesson: l})
	p.root.Update(tea.WindowSizeMsg{Width: width, Height: height})
	p.runAll(p.root.Init())
	p.wait(time.Second)
	return p
}

// key presses keys and runs everything that follows.
func (p *player) key(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		p.presses(t, cmp.Or(strings.TrimSpace(name), "space"))
	}
}

func (p *player) command(t *testing.T, line string) {
	t.Helper()
	cmd, err := p.root.RunLine(line)
	if err != nil {
		t.Error(err)
	}
	p.runAll(cmd)
}

func asksApart(r *root) bool {
	c := kit.ForKey(r.stops.Keys(), uitest.Key("pgdown"))
	return c != nil && c.Name == "question"
}

// Lessons can be walked at all sizes. Every stop is reached and shows its texts, with correct numbers,
// beside a screen with enough room. The heavy tests walk all lessons in all ways.
func TestLessonsFromBeginningToEnd(t *testing.T) {
	uitest.NotForRaces(t)
	for name, how := range map[string]way{"matroid": bySpace, "you": bySpace, "price": rightly, "noise": wrongly} {
		t.Run(name, func(t *testing.T) { walk(t, name, how) })
	}
}

// A way to answer the questions of a lesson.
type way int

const (
	bySpace way = iota
	rightly
	wrongly // each wrong answer first
)

func walk(t *testing.T, name string, how way) {
	l := param.Must(flags.OpenLesson(name))
	p := begin(t, l, 80, 24)
	r := p.root
	atAllSizes := func(text string, check func(view string)) {
		for _, size := range [][2]int{{63, 69}, {120, 36}, {80, 24}, {60, 16}} {
			p.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			view := shows(t, r, text)
			check(view)
			if cut := cuts(view); size[0] == 80 && cut != nil {
				t.Errorf("stop %d: is cut: %q", r.stops.State().Stop+1, cut)
			}
		}
	}
	for i, stop := range l.Stops {
		if !r.stops.Open() || r.stops.State().Stop != i || !r.stops.State().Arrived || r.foot.notice.Warn {
			t.Fatalf("stop %d: %+v %s", i+1, r.stops.State(), r.foot.notice.Text)
		}
		shot := r.host.Scene()
		if err := stop.Holds(shot); err != nil {
			t.Errorf("stop %d: %v", i+1, err)
		}
		var rows []int // below the screen, at each size
		atAllSizes(stop.Say, func(view string) {
			rows = append(rows, len(r.window.below()))
			if strings.Contains(view, "space runs") {
				t.Errorf("stop %d: space goes on and does not run", i+1)
			}
			if foot := view[strings.LastIndex(view, "\n")+1:]; !strings.Contains(foot, "space") && !strings.Contains(foot, "pgdn") {
				t.Errorf("stop %d: the foot does not say what leads on: %q", i+1, foot)
			}
			if stop.Answer != "" && strings.Contains(uitest.Words(view), filled(t, r, stop.Answer)) {
				t.Errorf("stop %d: the answer is not hidden", i+1)
			}
		})
		if !strings.HasPrefix(stop.Say, "An exercise.") { // which is about another run
			numbersHold(t, stop.Say, shot)
		}
		stays := func(text string) {
			at := 0
			atAllSizes(text, func(string) {
				if len(r.window.below()) != rows[at] {
					t.Errorf("stop %d at %dx%d: %d rows below the screen, %d before", i+1, r.window.width, r.window.height, len(r.window.below()), rows[at])
				}
				at++
			})
		}
		if stop.Ask != "" {
			if r.host.Pulls() {
				p.key(t, "h")
				p.send(nil)
			}
			if asksApart(r) {
				p.key(t, onward(r))
			}
			stays(stop.Ask)
			shot := r.host.Scene()
			for _, wrong := range wrongAnswers(stop) {
				if how == wrongly {
					p.answers(t, stop, wrong)
					stays(strings.TrimSuffix(p.why(t, stop, wrong), "."))
				}
			}
			switch {
			case how == bySpace:
				p.key(t, onward(r))
			case stop.Reach != "":
				for _, line := range stop.Then {
					cmd, err := r.host.Perform(script.Step{Kind: script.Command, Text: line})
					p.runAll(cmd)
					p.wait(time.Second)
					if err != nil {
						t.Error(err)
					}
				}
				p.send(nil) // commands of this test pass by Update
				p.wait(time.Second)
			default:
				p.answers(t, stop, rightAnswer(t, stop, shot))
			}
			stays(stop.Answer)
			if says := strings.Contains(strings.Join(r.window.below(), " "), "Right"); says != (how != bySpace) {
				t.Errorf("stop %d: says right: %v", i+1, says)
			}
		}
		if err := uitest.CheckCommands(r.Commands()); err != nil {
			t.Errorf("stop %d: %v", i+1, err)
		}
		p.key(t, onward(r))
	}
	if view := ansi.Strip(r.View()); !strings.Contains(view, "The lesson is over: b goes back to its last stop, q quits.") {
		t.Errorf("the end is not announced:\n%s", view)
	}
	p.key(t, "b")
	if at := r.stops.State(); at.Stop != len(l.Stops)-1 || at.Over || !at.Arrived {
		t.Errorf("b at the end leads to %+v", at)
	}
}

// onward returns the key that goes on: a space may be typed into a field.
func onward(r *root) string {
	if r.screens.shown.Typing() {
		return "pgdown"
	}
	return " "
}

// answers types an answer as a person does.
func (p *player) answers(t *testing.T, stop *lesson.Stop, text string) {
	t.Helper()
	p.key(t, strings.Split(text, "")...)
	if stop.Typed() {
		p.key(t, "enter")
	}
}

// why returns the sentence about a wrong answer.
func (p *player) why(t *testing.T, stop *lesson.Stop, text string) string {
	t.Helper()
	if !stop.Typed() {
		n, _ := strconv.Atoi(text)
		return filled(t, p.root, stop.Choices[n-1].Why)
	}
	right, why, err := stop.Judge(text, p.root.host.Scene())
	if right || err != nil {
		t.Errorf("%s: %v, %v", text, right, err)
	}
	return why
}

func wrongAnswers(stop *lesson.Stop) (wrong []string) {
	for i, c := range stop.Choices {
		if c.Why != "" {
			wrong = append(wrong, strconv.Itoa(i+1))
		}
	}
	switch {
	case stop.Arm != "":
		return []string{"1"}
	case stop.Typed():
		return []string{"0.001", "9e9"}
	}
	return wrong
}

func rightAnswer(t *testing.T, stop *lesson.Stop, shot *lesson.Scene) string {
	t.Helper()
	for i, c := range stop.Choices {
		if c.Why == "" {
			return strconv.Itoa(i + 1)
		}
	}
	text, err := stop.Solution(shot)
	if err != nil {
		t.Error(err)
	}
	return strings.TrimPrefix(strings.ReplaceAll(text, ",", ""), "arm ")
}

// No question of ours is without a check.
func TestOurQuestionsAreChecked(t *testing.T) {
	for _, l := range lesson.All() {
		for i, stop := range l.Stops {
			if stop.Ask != "" && !stop.Checked() || stop.Reach != "" && stop.Then == nil {
				t.Errorf("%s, stop %d: %s is not checked", l.Name, i+1, stop.Ask)
			}
		}
	}
}

// written matches a number in a text, outside of braces.
var written = regexp.MustCompile(`[0-9]+(,[0-9]{3})*(\.[0-9]+)?`)

// numbersHold expects the literal numbers of a text in its run: the horizon, a breakpoint, ε, a
// mean, or the number of an arm or a panel.
func numbersHold(t *testing.T, text string, shot *lesson.Scene) {
	t.Helper()
	c := shot.Config
	known := map[float64]bool{float64(c.Horizon): true, c.Epsilon: true}
	for n := range max(c.Scenario.Arms(), 5) {
		known[float64(n+1)] = true
	}
	for _, at := range c.Scenario.Breakpoints() {
		known[float64(at-1)] = true
	}
	for i := range shot.Learners {
		known[shot.Learners[i].Epsilon] = true
	}
	for _, mean := range shot.Phase.Means {
		known[mean] = true
	}
	for _, number := range written.FindAllString(regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(text, ""), -1) {
		x, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
		if err != nil || !known[x] {
			t.Errorf("%q: %s is not a number of this run", text, number)
		}
	}
}

func filled(t *testing.T, r *root, text string) string {
	t.Helper()
	full, err := lesson.Fill(text, r.host.Scene())
	if err != nil {
		t.Error(err)
	}
	return full
}

// shows expects a text of the lesson on a screen of the right size, with room for the run.
func shows(t *testing.T, r *root, text string) (view string) {
	t.Helper()
	drawn := r.View()
	view = ansi.Strip(drawn)
	uitest.NoError(t, uitest.Fills(drawn, r.window.width, r.window.height))
	if !strings.Contains(uitest.Words(view), filled(t, r, text)) || strings.Contains(view, "columns and") {
		t.Errorf("%dx%d: no %q in\n%s", r.window.width, r.window.height, text, view)
	}
	return view
}

// A lesson can be left at any stop for exploration, and resumed.
func TestALessonIsLeftAndReturnedTo(t *testing.T) {
	l := param.Must(flags.OpenLesson("regret"))
	p := begin(t, l, 80, 24)
	for range 5 {
		p.key(t, " ")
	}
	r := p.root
	if r.stops.State().Stop != 3 || r.screens.run.State().Round != 500 {
		t.Fatalf("at stop %d, round %d", r.stops.State().Stop+1, r.screens.run.State().Round)
	}
	p.key(t, "b", "b")
	if r.stops.State().Stop != 1 || r.screens.run.State().Round != 5 {
		t.Errorf("back at stop %d, round %d", r.stops.State().Stop+1, r.screens.run.State().Round)
	}
	p.key(t, "esc", "n", "b", "n")
	if r.screens.run.State().Round != 6 || !strings.Contains(r.View(), "f2 returns to the stop") {
		t.Errorf("the keys are not the screen's: round %d\n%s", r.screens.run.State().Round, r.View())
	}
	p.key(t, "e") // the setup screen
	p.key(t, "f2")
	if r.stops.State().Stop != 1 || r.stops.State().Away || r.screens.run.State().Round != 5 || !r.screens.onRun() {
		t.Errorf("not at the stop: %+v, round %d", r.stops, r.screens.run.State().Round)
	}
	p.key(t, "i", "esc")
	if r.stops.State().Away || r.stops.State().Stop != 1 {
		t.Error("a page that is left leaves the lesson")
	}
}

// Space answers a question about hidden values; the next stop shows them.
func TestALessonAsksAboutWhatIsHidden(t *testing.T) {
	uitest.NotForRaces(t)
	l := param.Must(flags.OpenLesson("regret"))
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 36}} {
		p := begin(t, l, size[0], size[1])
		p.runAll(p.root.stops.ToStop(slices.IndexFunc(l.Stops, func(s *lesson.Stop) bool { return slices.Contains(s.Do, "hide truth") })))
		p.wait(time.Second)
		view := func() string { return uitest.Words(ansi.Strip(p.root.View())) }
		if strings.Contains(view(), "★") || !p.root.screens.run.Focus.Hides() {
			t.Errorf("the truth is shown:\n%s", p.root.View())
		}
		if asksApart(p.root) {
			p.key(t, " ")
		}
		if !strings.Contains(view(), "Which learner will have less regret") || strings.Contains(view(), "as the next stop shows") {
			t.Errorf("no question, or already its answer:\n%s", p.root.View())
		}
		p.key(t, " ")
		if !strings.Contains(view(), "Thompson sampling, as the next stop shows.") || !p.root.screens.run.Focus.Hides() {
			t.Errorf("no answer:\n%s", p.root.View())
		}
		p.key(t, " ")
		if p.root.screens.run.Focus.Hides() {
			t.Error("the next stop hides the truth")
		}
	}
}

// A script with an impossible step is refused with file and line, before anything is shown.
func TestHidingInScripts(t *testing.T) {
	o := Options{Config: uitest.Config(t, 1000, "ucb1", "thompson")}
	for text, want := range map[string]string{
		"hide truth\ngo 500\nreveal": "",
		"hide truth\nbet best 1":     "talk.script:2: bet: no such command",
		"reveal":                     "talk.script:1: nothing is hidden",
		"go 500\nhide\nview regret":  "talk.script:3: view regret: must be one of estimated-return-per-round",
	} {
		s := param.Must(script.Parse("talk.script", text))
		_, err := Play(Options{Config: o.Config, Script: s})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Text typed into a field during a lesson is not a key of the lesson; esc leaves the field first.
func TestFieldsInALessonAreTypedInto(t *testing.T) {
	l := param.Must(flags.OpenLesson("regret"))
	p := begin(t, l, 120, 36)
	p.key(t, "g", " ", "b", "7", "esc")
	if at := p.root.stops.State(); at.Stop != 0 || at.Away || p.root.screens.run.Typing() {
		t.Fatalf("at stop %d, away %v, typing %v", at.Stop, at.Away, p.root.screens.run.Typing())
	}
	p.key(t, "g", "7", "enter")
	if at := p.root.screens.run.State().Round; at != 7 {
		t.Errorf("at round %d", at)
	}
}

func TestRehearse(t *testing.T) {
	const head = "name = \"mine\"\ntitle = \"Mine\"\nabout = \"A lesson.\"\n\n[[stop]]\nstart = \"--scenario hhmh-1 --horizon 1000 --learner ucb1\"\n"
	for text, want := range map[string]string{
		"say = \"A sentence.\"\n":                                                            "",
		"do = [\"goo 5\"]\nsay = \"A sentence.\"\n":                                          ":7: goo: no such command on this screen; did you mean go?",
		"do = [\"lesson regret\"]\nsay = \"A sentence.\"\n":                                  ":7: lesson: a lesson cannot open another one",
		"do = [\"go 5000\"]\nsay = \"A sentence.\"\n":                                        ":7: 5000 is not a round of this run",
		"do = [\"go 5\"]\nsay = \"Regret is {regret 2}.\"\n":                                 ":8: this run has 1 learner and 5 arms",
		"do = [\"go 5\"]\nsay = \"Little.\"\nclaims = [\"regret 1 < 0.5\"]\n":                ":8: regret 1 < 0.5: does not hold at round 5",
		"say = \"One.\"\n\n[[stop]]\ndo = [\"view nothing\"]\nsay = \"Another sentence.\"\n": ":10: view nothing: must be one of",
	} {
		path := filepath.Join(t.TempDir(), "mine.toml")
		uitest.NoError(t, os.WriteFile(path, []byte(head+text), 0o644))
		l := param.Must(flags.OpenLesson(path))
		err := Rehearse(Options{Lesson: l, OpenLesson: flags.OpenLesson, rehearsal: time.Hour})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), path+want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// searching is a screen that is never ready.
type searching struct{ Screen }

func (searching) Busy() bool { return true }

// A stop's text is visible while a screen still searches; its commands wait.
func TestLessonsAreReadWhileAScreenSearches(t *testing.T) {
	l := param.Must(flags.OpenLesson("twins"))
	p := begin(t, l, 100, 30)
	r := p.root
	cmd := r.stops.ToStop(2)
	r.screens.shown = searching{r.screens.shown}
	p.runAll(cmd)
	p.wait(time.Second)
	if !r.stops.Performing() {
		t.Error("the commands do not wait")
	}
	if text := uitest.Words(ansi.Strip(strings.Join(r.window.below(), "\n"))); !strings.Contains(text, uitest.Words(l.Stops[2].Say)) {
		t.Errorf("the text is not there: %q", text)
	}
}
