package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// The palette lists the lessons and starts the chosen one.
func TestLessonsFromThePalette(t *testing.T) {
	uitest.NotForRaces(t)
	r := rootOf(t, Options{OpenLesson: flags.OpenLesson})
	press(t, r, ":", "lesson", "enter")
	for _, l := range lesson.All() {
		expect(t, r, "lesson "+l.Name)
	}
	tell(t, r, "tw | ~ ▸   lesson twins | enter")
	if !r.stops.Open() || r.stops.State().Lesson.Name != "twins" || !r.screens.onRun() || r.palette.Open() {
		t.Errorf("no lesson: %+v, %s", r.stops, r.foot.notice.Text)
	}
	press(t, r, ":", "esc", "esc", ":", "lesson nope", "enter")
	expect(t, r, "lesson nope: no such lesson; did you mean")
}

// The user's own lesson is tried before it starts, and mistakes are reported.
func TestLessonFilesFromThePalette(t *testing.T) {
	const head = "name = \"mine\"\ntitle = \"Mine\"\nabout = \"A lesson.\"\n\n[[stop]]\nstart = \"--scenario hhmh-1 --horizon 1000 --learner ucb1\"\nsay = \"A sentence.\"\n"
	path := filepath.Join(t.TempDir(), "mine.toml")
	for text, want := range map[string]string{
		"do = [\"go 5\"]\n":    "",
		"do = [\"go 5000\"]\n": ":8: 5000 is not a round of this run",
		"doo = []\n":           ":8: doo: no such key",
	} {
		uitest.NoError(t, os.WriteFile(path, []byte(head+text), 0o644))
		r := rootOf(t, Options{OpenLesson: flags.OpenLesson})
		cmd, err := r.RunLine("lesson " + path)
		r.foot.say(err)
		runAll(t, r, cmd)
		if r.stops.Open() != (want == "") || want != "" && !strings.Contains(r.foot.notice.Text, path+want) {
			t.Errorf("%q: %s, want %s", text, r.foot.notice.Text, want)
		}
		if line := r.export.openLine(); want == "" && line != "regretscope lesson "+path+" --at-stop 1" {
			t.Errorf("%s: %s does not open it again", text, line)
		}
	}
}

// Only a person can open a lesson, and not while a script plays.
func TestAScriptAndALessonAreNotOpenTogether(t *testing.T) {
	s := param.Must(script.Parse("talk.script", "go 5\nlesson regret\n"))
	options := Options{Config: uitest.Config(t, 1000, "ucb1"), OpenLesson: flags.OpenLesson}
	options.Script = s
	if _, err := Play(options); err == nil || err.Error() != "talk.script:2: lesson: a script cannot open one" {
		t.Error(err)
	}
	p := newPlayer(options)
	p.runAll(tea.Batch(p.root.Init(), p.root.stops.Play(s, -1)))
	if _, err := p.root.RunLine("lesson regret"); err == nil || err.Error() != "lesson: go to the end of the script first, and close it with esc" {
		t.Error(err)
	}
}

// Plain mode reads a lesson to its end.
func TestLessonsInPlainMode(t *testing.T) {
	uitest.NotForRaces(t)
	var out bytes.Buffer
	in := "lesson regret\n" + strings.Repeat("next-stop\n", 40)
	uitest.NoError(t, Plain(Options{OpenLesson: flags.OpenLesson}, strings.NewReader(in), &out))
	text := strings.Join(strings.Fields(out.String()), " ")
	l := param.Must(lesson.Open("regret"))
	for _, want := range []string{l.Stops[0].Ask, l.Stops[0].Answer, fmt.Sprintf("of %d", len(l.Stops)), "An exercise.", "The lesson is over"} {
		uitest.Contains(t, text, strings.Join(strings.Fields(want), " "))
	}
}

// Steps of lessons and scripts wait for a screen that is still being prepared.
func TestStepsWaitForScreens(t *testing.T) {
	r := rootOf(t, Options{Config: uitest.Config(t, 100, "lazy-dp-ts", "ucb1")})
	waited := 0
	for _, f := range r.screens.subscreens {
		cmd := r.screens.open(f, true)
		if !r.host.Preparing() {
			continue // nothing is being prepared
		}
		waited++
		s := param.Must(script.Parse("x", "next-learner"))
		first := r.stops.Play(s, -1)
		if _, later := r.Update(first()); !r.stops.Open() || !r.host.Preparing() || r.screens.run.Focus.Learner != 0 {
			t.Errorf("%s: the next step is played before it is ready: %s", f.name, r.foot.notice.Text)
		} else {
			runAll(t, r, tea.Batch(cmd, later))
		}
		if !r.stops.State().Over || r.foot.notice.Warn {
			t.Errorf("%s: the script is still playing, %s", f.name, r.foot.notice.Text)
		}
	}
	if waited < 1 {
		t.Errorf("%d screens are being prepared when they are opened, twin at least is", waited)
	}
}

// The setup screen offers lessons first: a line and a key.
func TestLessonsFromTheSetupScreen(t *testing.T) {
	uitest.NotForRaces(t)
	r := rootOf(t, Options{OpenLesson: flags.OpenLesson})
	tell(t, r, "~ New here? L lists the lessons | L")
	for _, l := range lesson.All() {
		expect(t, r, "lesson "+l.Name)
	}
	press(t, r, "down", "enter")
	if second := lesson.All()[1].Name; !r.stops.Open() || r.stops.State().Lesson.Name != second {
		t.Errorf("no lesson %s: %+v, %s", second, r.stops, r.foot.notice.Text)
	}
	for i, keys := range []string{"enter", "down enter"} { // the first start, and another first one
		r := rootOf(t, Options{OpenLesson: flags.OpenLesson, Progress: lesson.Remember(t.TempDir()), Setup: true})
		expect(t, r, "▸ New here? enter opens the first lesson")
		press(t, r, strings.Fields(keys)...)
		if r.stops.Open() != (i == 0) || !r.screens.onRun() {
			t.Errorf("%s: lesson %v, run %v", keys, r.stops.Open(), r.screens.onRun())
		}
	}
	if bare := rootOf(t, Options{}); strings.Contains(bare.View(), "New here?") {
		t.Error("lessons are offered where there are none")
	} else if _, err := bare.RunLine("arm 2"); err == nil || err.Error() != "arm: start the run first, with the command start" {
		t.Errorf("arm before there is a run: %v", err)
	}
}

// Choices are equally large, so all are small where one has no room.
func TestChoicesAreEquallyLarge(t *testing.T) {
	p := begin(t, param.Must(flags.OpenLesson("regret")), 120, 36)
	p.presses(t, "M")
	expect(t, p.root, "1 Never again: each further play of it", "2 In every tenth round", "3 Less and less often")
}

// Between two stops of a run it plays there in about a second, and its text can be read meanwhile, but not its
// question, which could not be answered yet; a key ends that. With reduced motion, it jumps. Enter goes on at a stop
// without a question, whatever panel is large.
func TestARunPlaysFromStopToStop(t *testing.T) {
	for _, glides := range []bool{true, false} {
		p := begin(t, param.Must(flags.OpenLesson("regret")), 80, 24)
		p.root.glides = glides
		round := func() int { return p.root.screens.run.State().Shot.Round }
		p.presses(t, "space space space") // to stop 2
		cmd, _ := p.root.input.pressAs(uitest.Key(" "))
		p.runAll(cmd)
		p.wait(15 * frameTime)
		if p.root.stops.State().Stop != 2 || round() != 6 || !p.root.stops.State().Arrived {
			t.Errorf("at %+v, round %d", p.root.stops.State(), round())
		}
		p.presses(t, "2")
		cmd, _ = p.root.input.pressAs(uitest.Key("enter"))
		p.runAll(cmd)
		p.wait(3 * frameTime)
		if shown := p.below(); strings.Contains(shown, "a question follows") != glides || strings.Contains(shown, "still play arm 3") == glides {
			t.Errorf("gliding: %v; %s", glides, shown)
		}
		if now := round(); (now > 6 && now < 500) != glides || !strings.Contains(p.below(), "plays of arm 1 and only") {
			t.Errorf("gliding: %v; round %d; %s", glides, now, p.below())
		}
		if glides {
			cmd, _ = p.root.input.pressAs(uitest.Key(" "))
			p.runAll(cmd)
			p.wait(frameTime)
		}
		if round() != 500 || p.root.stops.State().Stop != 3 {
			t.Errorf("gliding: %v; a key leads to round %d, %+v", glides, round(), p.root.stops.State())
		}
	}
}

// A lesson that is played in real time tells its stop; another lesson tells nothing under its name.
func TestALessonTellsItsStop(t *testing.T) {
	folder := t.TempDir()
	l, other := param.Must(flags.OpenLesson("regret")), param.Must(flags.OpenLesson("noise"))
	told := func() (int, bool) {
		now, ok := script.NewTalk(folder, l.Talk()).Read()
		return now.Stop, ok
	}
	p := newPlayer(Options{Lesson: l, Talk: script.NewTalk(folder, l.Talk())})
	p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(p.root.Init())
	p.stand(t)
	if stop, ok := told(); ok {
		t.Errorf("in simulated time, as in a rehearsal: stop %d is told", stop)
	}
	simulated := p.root.options.clock
	tell := func() {
		p.root.options.clock = nil
		p.root.Update(aliveMsg{})
		p.root.options.clock = simulated
	}
	tell()
	if stop, ok := told(); !ok || stop != 0 {
		t.Errorf("stop %d, %v at the beginning", stop, ok)
	}
	p.runAll(p.root.stops.ToStop(1))
	p.stand(t)
	tell()
	if stop, _ := told(); stop != 1 {
		t.Errorf("stop %d at the second", stop)
	}
	p.runAll(p.root.stops.Begin(other, 3))
	p.stand(t)
	tell()
	if stop, _ := told(); stop != 1 {
		t.Errorf("another lesson tells stop %d", stop)
	}
}

// asked opens a built-in lesson at a stop, from 1, with its question.
func asked(t *testing.T, name string, stop, width, height int) *player {
	t.Helper()
	l := param.Must(flags.OpenLesson(name))
	p := begin(t, l, width, height)
	p.runAll(p.root.stops.ToStop(stop - 1))
	p.wait(time.Second)
	if asksApart(p.root) {
		p.key(t, " ")
	}
	return p
}

func (p *player) below() string {
	return uitest.Words(ansi.Strip(strings.Join(p.root.window.below(), "\n")))
}

// A round is answered by the cursor in the chart; other keys keep their meaning meanwhile.
func TestTheCursorAnswers(t *testing.T) {
	uitest.NotForRaces(t)
	p := asked(t, "change", 5, 100, 30)
	p.presses(t, "c shift+left shift+left enter")
	if !strings.Contains(p.below(), "which is too large: try again.") || p.root.screens.run.Cursor() == 0 {
		t.Errorf("%s", p.root.View())
	}
	for range 100 {
		if p.root.screens.run.Cursor() > 20_000 {
			p.presses(t, "left")
		}
	}
	p.presses(t, "enter")
	if !strings.Contains(p.below(), "Right: it is 20,000.") || p.root.screens.run.Cursor() != 0 {
		t.Errorf("%s", p.root.View())
	}
}

// A typed number can be corrected and deleted; its digits select no panel, and esc leaves the lesson
// only without one.
func TestATypedAnswer(t *testing.T) {
	p := asked(t, "matroid", 6, 80, 24)
	p.presses(t, "1 . 7 backspace 9 e")
	if !strings.Contains(p.below(), "then enter: 1.9e") {
		t.Errorf("%s", p.root.View())
	}
	p.presses(t, "esc")
	if !strings.Contains(p.below(), "then enter: ▏") || p.root.stops.State().Away {
		t.Errorf("%s", p.root.View())
	}
	p.presses(t, "9 enter")
	uitest.Contains(t, p.below(), "You answered 9, which is too large: try again.")
	p.presses(t, "space")
	uitest.Contains(t, p.below(), "You answered 9: it is 7.")
}

// Each character of an answer is shown, typed or pasted, and all of it is judged or refused.
func TestAllOfAnAnswerIsJudged(t *testing.T) {
	p := asked(t, "matroid", 6, 80, 24) // 7
	pace := p.root.screens.run.State().Pace
	for keys, want := range map[string]string{
		"1 / 2": "answer 1/2: must be a number", "0 , 5": "answer 0,5: must be a number, such as 0.5 or 1,200; numbers have a decimal point: write 0.5",
		"- 0 . 5": "You answered -0.5, which is too small",
		"5 0 %":   "answer 50%: must be a number", "½": "answer ½: must be a number", "– 7": "answer –7: must be a number",
		"1 space 2": "answer 1 2: must be a number", "1 2 left delete": "You answered 1, which is too small",
		"8 home 1": "You answered 18, which is too large", "1 , 2 0 0": "You answered 1,200, which is too large",
		"1 q ?": "answer 1q?: must be a number",
	} {
		p.presses(t, keys)
		_ = p.tries("enter")
		if said := p.below() + uitest.Words(ansi.Strip(p.root.foot.text(anyWidth))); !strings.Contains(said, want) {
			t.Errorf("%s: %s", keys, said)
		}
		if p.root.stops.Exercise.Type(uitest.Key("left")) {
			p.presses(t, "esc")
		}
	}
	p.root.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x/2"), Paste: true})
	uitest.Contains(t, p.below(), "then enter: x/2▏")
	if got := p.root.screens.run.State().Pace; got != pace {
		t.Errorf("the pace is %v", got)
	}
}

// During a game, digits pull arms, and answer only afterwards.
func TestDigitsPullBeforeTheyAnswer(t *testing.T) {
	p := asked(t, "you", 1, 80, 24)
	p.presses(t, "1 3 2")
	if p.root.screens.run.State().Round != 3 || !strings.Contains(p.below(), "answer after the game, or h") {
		t.Errorf("%s", p.root.View())
	}
	p.send(nil)
	p.presses(t, "h")
	p.send(nil)
	_ = p.tries("2") // late: it was meant for the game
	if strings.Contains(p.below(), "is wrong") || !asksApart(p.root) {
		t.Errorf("a late key answers:\n%s", p.root.View())
	}
	p.presses(t, "space 2")
	if p.root.screens.run.State().Round != 4 || !strings.Contains(p.below(), "2 is wrong: One pull shows almost nothing") {
		t.Errorf("%s", p.root.View())
	}
}

// Plain mode takes an answer as a number, and says why it is wrong.
func TestAnswersInPlainMode(t *testing.T) {
	l := param.Must(flags.OpenLesson("regret"))
	var out bytes.Buffer
	uitest.NoError(t, Plain(Options{Lesson: l}, strings.NewReader("1\n9\n1/2\n½\nanswer 3\n"), &out))
	said := uitest.Words(out.String())
	uitest.Contains(
		t, said,
		"3 Less and less often, but it never stops", "> Exploring and regret · 1 of 11", "1 is wrong: The arm may only have had bad luck",
		"> answer 9: must be from 1 to 3", "> answer 1/2: must be from 1 to 3", "> answer ½: must be from 1 to 3",
		"1 of 11 · Right. Two learners will play", "An arm that seems bad may have had bad luck, so",
	)
}

// All lessons and scripts that come with the program play without a mistake.
func TestShippedLessonsAndScriptsPlay(t *testing.T) {
	uitest.NotForRaces(t)
	for _, l := range lesson.All() {
		t.Run(l.Name, func(t *testing.T) {
			if t.Parallel(); l.Name == "twins" || l.Name == "change" {
				t.Skip("it draws many noises or plays long experiments; the heavy tests play it")
			}
			uitest.NoError(t, Check(Options{Lesson: param.Must(flags.OpenLesson(l.Name))}))
		})
	}
	scripts, err := filepath.Glob(uitest.Top(t, "testdata/scripts/*.script"))
	uitest.NoError(t, err)
	for _, path := range scripts {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if t.Parallel(); filepath.Base(path) == "tour.script" {
				t.Skip("TestTheTourEndsTheSameEveryTime plays it twice")
			}
			s := param.Must(script.Parse(path, string(param.Must(os.ReadFile(path)))))
			_, err := Stops(Options{Script: s, Config: param.Must(param.Must(flags.Parse(s.Start)).Config())}, ignore)
			uitest.NoError(t, err)
		})
	}
}

// An answer has the numbers of the run as the commands after it leave it.
func TestAnswersComeAfterTheirCommands(t *testing.T) {
	l := param.Must(flags.OpenLesson("matroid"))
	l.Stops = l.Stops[:1]
	q := &l.Stops[0].Question
	q.Ask, q.Then, q.Answer = "When?", []string{"go 77"}, "In round {round}."
	said := ""
	_, err := Play(Options{Lesson: l, watch: func(p *player) {
		if now := p.root.stops.State(); now.Answered {
			said = now.Asks.Answer
		}
	}})
	if err != nil || said != "In round 77." {
		t.Errorf("%v: %q", err, said)
	}
	if q.Answer = "{regret 9}"; Check(Options{Lesson: l}) == nil {
		t.Error("a number that no run has is not found")
	}
}

// Check finds commands after an answer that do not reach what is asked for.
func TestCheckFindsWhatIsNotReached(t *testing.T) {
	uitest.NotForRaces(t)
	l := param.Must(flags.OpenLesson("price"))
	l.Stops = l.Stops[5:6]
	uitest.NoError(t, Check(Options{Lesson: l}))
	l.Stops[0].Then = []string{"dial 2"}
	if err := Check(Options{Lesson: l}); err == nil || !strings.Contains(err.Error(), "Not yet: ") {
		t.Error(err)
	}
}

// At the end of a lesson b goes back a stop; the foot calls no other key "back".
func TestOneKeyGoesBack(t *testing.T) {
	p := toured(t, Options{OpenLesson: flags.OpenLesson})
	p.command(t, "lesson twins")
	p.wait(time.Second)
	p.command(t, fmt.Sprintf("go-chapter %d", len(param.Must(lesson.Open("twins")).Stops)))
	p.wait(time.Second)
	p.presses(t, "space space")
	expect(t, p.root, "The lesson is over")
	if foot := p.foot(); strings.Count(foot, " back ") != 1 || !strings.Contains(foot, "b back") {
		t.Errorf("the foot is %q", foot)
	}
}

// L on every screen shows the path and goes on where the person was; the end offers the next lesson.
func TestThePathGoesOn(t *testing.T) {
	uitest.NotForRaces(t)
	folder := t.TempDir()
	open := func() *player {
		p := toured(t, Options{OpenLesson: flags.OpenLesson, Progress: lesson.Remember(folder)})
		p.wait(time.Second)
		return p
	}
	p := open()
	p.presses(t, "L enter h space 3 space")
	p.wait(time.Second)
	if at := p.root.stops.State(); at.Lesson == nil || at.Lesson.Name != "you" || at.Stop != 1 {
		t.Fatalf("at %+v", at)
	}
	p = open() // the program starts again
	p.presses(t, "x L")
	expect(t, p.root, "at stop 2 of 4")
	p.presses(t, "enter")
	p.wait(time.Second)
	if at := p.root.stops.State(); at.Lesson == nil || at.Lesson.Name != "you" || at.Stop != 1 {
		t.Fatalf("at %+v", at)
	}
	p.presses(t, "h space 1 2 space space space h space space space") // wrong at first; by space
	want := "You answered 1 of 4 questions right at the first try. enter starts the next lesson: Exploring and regret. L shows the path."
	if !strings.Contains(p.below(), want) {
		t.Errorf("%q, want %q", p.below(), want)
	}
	p.presses(t, "L")
	expect(t, p.root, "Start a lesson: a guided tour with questions")
	expect(t, p.root, "✓ 12 min")
	p.presses(t, "esc enter")
	p.wait(time.Second)
	if at := p.root.stops.State(); at.Lesson.Name != "regret" || at.Stop != 0 {
		t.Errorf("at %+v", at)
	}
	p.command(t, "forget")
	if m := lesson.Remember(folder).Of(lesson.All()[0]); m.Done {
		t.Error("not forgotten")
	}
}

// At the end of the path, enter shows what a person knows now, in a screen of 80x24, and what was missed.
func TestThePathEndsWithWhatWasLearned(t *testing.T) {
	uitest.NotForRaces(t)
	p := asked(t, "trust", len(param.Must(lesson.Open("trust")).Stops), 80, 24)
	p.presses(t, "pgdown pgdown")
	if !strings.Contains(p.below(), "enter shows what you know now") {
		t.Fatal(p.below())
	}
	p.presses(t, "enter")
	view := uitest.Words(ansi.Strip(p.root.View()))
	for _, l := range lesson.All() {
		if l.Learned == "" || !strings.Contains(view, l.Name+": "+l.Learned) {
			t.Errorf("%s: %q is not on the screen", l.Name, l.Learned)
		}
	}
	uitest.Contains(t, view, "not at the first try: trust ")
}
