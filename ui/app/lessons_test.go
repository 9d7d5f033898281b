package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	if testing.Short() {
		t.Skip("long; other tests start the same goroutines")
	}
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
	p.runAll(tea.Batch(p.root.Init(), p.root.stops.Play(s)))
	if _, err := p.root.RunLine("lesson regret"); err == nil || err.Error() != "lesson: go to the end of the script first, and close it with esc" {
		t.Error(err)
	}
}

// Plain mode reads a lesson to its end.
func TestLessonsInPlainMode(t *testing.T) {
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
		first := r.stops.Play(s)
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
	if testing.Short() {
		t.Skip("long; other tests start the same goroutines")
	}
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

// The keys that a lesson's exercise names do what it asks for and lead to what it describes.
func TestExercisesWorkAsTheyAreAsked(t *testing.T) {
	typed := func(text string) []string { return strings.Split(text, "") }
	for _, c := range []struct {
		lesson string
		keys   []string
		want   []string // on the screen then
	}{
		{"you", []string{"1", "2", "1", "h"}, []string{"You: regret", "on the same rewards"}},
		{
			"regret",
			slices.Concat([]string{"esc", "e", "/"}, typed("your"), []string{"enter"}, typed("0.5 0.49"), []string{"enter", "x", "enter"}),
			[]string{"K=2", "mean of 20 runs", "Thompson", "f2 returns to the stop"},
		},
		{"noise", []string{"esc", "x", "enter", "esc", "s"}, []string{"seed 2", "RNM-FTNL"}},
		{"noise", []string{"esc", "x", "enter"}, []string{"mean of 20 runs", "RNM-FTNL"}},
		{"floors", []string{"esc", "x", "enter"}, []string{"20 runs", "× floor"}},
		{
			"claim", slices.Concat([]string{"esc", ":"}, typed("what-if alpha=1.5"), []string{"enter", "x", "enter"}),
			[]string{"mean of 20 runs", "alpha=1.5"},
		},
		{
			"trust", slices.Concat([]string{"esc", "x", "g"}, typed("0.25,0.5"), []string{"enter", "enter"}),
			[]string{"mean of 20 runs", "(0.25, 9.87·10⁻⁷)"},
		},
		{"twins", slices.Concat([]string{"esc", ":"}, typed("explain user-level"), []string{"enter"}), []string{"user level explained"}},
		{"local", []string{"esc", "e", "3"}, []string{"quadratic,b=3.4", "does not learn the best arm"}},
		{"matroid", slices.Concat([]string{"esc", "e", "/"}, typed("spanning"), []string{"enter"}), []string{"spanning trees · graphic matroid"}},
		{"change", []string{"esc", "e", "3"}, []string{"1 SW-KLUCB-CF", "w 348"}},
		{"audit", []string{"esc", "t", "2", "s", "s"}, []string{"2 Many noises", "claim violated", "universe"}},
	} {
		t.Run(c.lesson, func(t *testing.T) {
			l := param.Must(flags.OpenLesson(c.lesson))
			p := begin(t, l, 120, 36)
			p.runAll(p.root.stops.ToStop(len(l.Stops) - 1))
			p.wait(time.Second)
			p.key(t, c.keys...)
			view := uitest.Words(ansi.Strip(p.root.View()))
			uitest.Contains(t, view, c.want...)
		})
	}
}
