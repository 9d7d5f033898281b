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
	press(t, r, "tw")
	expect(t, r, "▸   lesson twins")
	press(t, r, "enter")
	if !r.stops.Open() || r.stops.State().Lesson.Name != "twins" || !r.onRun() || r.palette.Open() {
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
		t.Run(text, func(t *testing.T) {
			uitest.NoError(t, os.WriteFile(path, []byte(head+text), 0o644))
			r := rootOf(t, Options{OpenLesson: flags.OpenLesson})
			cmd, err := r.RunLine("lesson " + path)
			r.Say(err)
			runAll(t, r, cmd)
			if r.stops.Open() != (want == "") || want != "" && !strings.Contains(r.foot.notice.Text, path+want) {
				t.Errorf("%q: %s, want %s", text, r.foot.notice.Text, want)
			}
			if line := r.openLine(); want == "" && line != "regretscope lesson "+path+" --at-stop 1" {
				t.Errorf("%s does not open it again", line)
			}
		})
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
	for _, f := range r.subscreens {
		cmd := r.open(f)
		if !r.host.Preparing() {
			continue // nothing is being prepared
		}
		waited++
		s := param.Must(script.Parse("x", "next-learner"))
		first := r.stops.Play(s, -1)
		if _, later := r.Update(first()); !r.stops.Open() || !r.host.Preparing() || r.run.Focus.Learner != 0 {
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
	expect(t, r, "New here? L lists the lessons")
	press(t, r, "L")
	for _, l := range lesson.All() {
		expect(t, r, "lesson "+l.Name)
	}
	press(t, r, "down", "enter")
	if second := lesson.All()[1].Name; !r.stops.Open() || r.stops.State().Lesson.Name != second {
		t.Errorf("no lesson %s: %+v, %s", second, r.stops, r.foot.notice.Text)
	}
	if bare := rootOf(t, Options{}); strings.Contains(bare.View(), "New here?") {
		t.Error("lessons are offered where there are none")
	}
}

// exercises holds, by lesson, the keys that its last stop names, and what is on the screen then.
var exercises = map[string]struct {
	keys string
	want []string
}{
	"tree":    {"right right right right right right right right right right", []string{"Right.", "DP-UCB"}},
	"you":     {"1 + + 2 + + + + + + + + + + + + + + + + + +", []string{"You: regret", "on the same rewards"}},
	"regret":  {"0 . 5 space 0 . 4 9 enter x", []string{"Right.", "K=2", "mean of 20 runs", "Thompson"}},
	"noise":   {"s", []string{"Right.", "seed 2", "round 10,000"}},
	"price":   {"enter 1 . 2 5 enter", []string{"Right: it is 1.3.", "mean of 20 runs", "Thompson"}},
	"floors":  {"r 8 0 enter enter", []string{"Right.", "80 runs", "× floor"}},
	"twins":   {"5 enter", []string{"Right: it is 5.", "at most 5 for ten"}},
	"local":   {"q u a d r a t i c , b = 2 enter g 1 e 5 enter", []string{"Right.", "round 100,000"}},
	"matroid": {"7 enter", []string{"Right: it is 7.", "spanning trees network"}},
	"change":  {"1 0 0 0 0 enter x", []string{"Right.", "mean of 20 runs", "w=10000"}},
	"audit":   {"s s", []string{"2 Many noises", "claim violated", "universe"}},
	"claim":   {": w h a t - i f space a l p h a = 1 . 7 5 enter x", []string{"Right.", "mean of 20 runs", "alpha=1.75"}},
	"trust":   {"right right", []string{"Right.", "Lazy-UCB-Local"}},
}

// The keys that a lesson's exercise names do what it asks for: each in its place on the path, one after another,
// in one program.
func TestExercisesWorkAsTheyAreAsked(t *testing.T) {
	uitest.NotForRaces(t)
	p := toured(t, Options{OpenLesson: flags.OpenLesson})
	p.wait(time.Second)
	for _, l := range lesson.All() {
		c := exercises[l.Name]
		t.Run(l.Name, func(t *testing.T) {
			p.command(t, "lesson "+l.Name)
			p.wait(time.Second)
			p.command(t, fmt.Sprintf("go-chapter %d", len(l.Stops)))
			p.wait(time.Second)
			if asksApart(p.root) && !p.root.host.Pulls() {
				p.presses(t, "pgdown")
			}
			p.presses(t, c.keys)
			p.send(nil) // keys of this test pass by Update
			p.wait(time.Second)
			view := uitest.Words(ansi.Strip(p.root.View()))
			uitest.Contains(t, view, c.want...)
		})
	}
}

// Between two stops of a run it plays there in about a second, and its text can be read meanwhile; a key ends
// that. With reduced motion, it jumps.
func TestARunPlaysFromStopToStop(t *testing.T) {
	for _, glides := range []bool{true, false} {
		p := begin(t, param.Must(flags.OpenLesson("regret")), 80, 24)
		p.root.glides = glides
		round := func() int { return p.root.run.Driver().Snapshot().Round }
		p.presses(t, "space space space") // to stop 2
		cmd, _ := p.root.input.pressAs(uitest.Key(" "))
		p.runAll(cmd)
		p.wait(15 * frameTime)
		if p.root.stops.State().Stop != 2 || round() != 6 || !p.root.stops.State().Arrived {
			t.Errorf("at %+v, round %d", p.root.stops.State(), round())
		}
		cmd, _ = p.root.input.pressAs(uitest.Key(" "))
		p.runAll(cmd)
		p.wait(3 * frameTime)
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
