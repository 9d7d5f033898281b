package app

import (
	"bytes"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
)

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
	return uitest.Words(ansi.Strip(strings.Join(p.root.below(), "\n")))
}

// A round is answered by the cursor in the chart; other keys keep their meaning meanwhile.
func TestTheCursorAnswers(t *testing.T) {
	uitest.NotForRaces(t)
	p := asked(t, "change", 5, 100, 30)
	p.presses(t, "c shift+left shift+left enter")
	if !strings.Contains(p.below(), "which is too large: try again.") || p.root.run.Cursor() == 0 {
		t.Errorf("%s", p.root.View())
	}
	for range 100 {
		if p.root.run.Cursor() > 20_000 {
			p.presses(t, "left")
		}
	}
	p.presses(t, "enter")
	if !strings.Contains(p.below(), "Right: it is 20,000.") || p.root.run.Cursor() != 0 {
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
	pace := p.root.run.Driver().Pace()
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
		if said := p.below() + uitest.Words(ansi.Strip(p.root.foot.said(anyWidth))); !strings.Contains(said, want) {
			t.Errorf("%s: %s", keys, said)
		}
		if p.root.stops.Exercise.Type(uitest.Key("left")) {
			p.presses(t, "esc")
		}
	}
	p.root.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x/2"), Paste: true})
	uitest.Contains(t, p.below(), "then enter: x/2▏")
	if got := p.root.run.Driver().Pace(); got != pace {
		t.Errorf("the pace is %v", got)
	}
}

// During a game, digits pull arms, and answer only afterwards.
func TestDigitsPullBeforeTheyAnswer(t *testing.T) {
	p := asked(t, "you", 1, 80, 24)
	p.presses(t, "1 3 2")
	if p.root.run.Driver().Round() != 3 || !strings.Contains(p.below(), "answer after the game, or h") {
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
	if p.root.run.Driver().Round() != 4 || !strings.Contains(p.below(), "2 is wrong: One pull shows almost nothing") {
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

// Check finds commands after an answer that do not reach what is asked for.
func TestCheckFindsWhatIsNotReached(t *testing.T) {
	uitest.NotForRaces(t)
	l := param.Must(flags.OpenLesson("price"))
	l.Stops = l.Stops[5:6]
	if err := Check(Options{Lesson: l}); err != nil {
		t.Error(err)
	}
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
	p.command(t, "go-chapter 6")
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
