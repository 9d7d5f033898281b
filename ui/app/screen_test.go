package app

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// A note is a test screen that shows its subject and its messages.
type note struct {
	kit.Canvas
	name    string
	config  *model.Config
	learner int
	typing  bool
	escapes bool // esc is a key of its own
	told    []string
	closed  int
}

func (n *note) Title() string { return fmt.Sprintf("%s of learner %d", n.name, n.learner+1) }
func (n *note) Typing() bool  { return n.typing }
func (n *note) Close()        { n.closed++ }

func (n *note) Update(msg tea.Msg) tea.Cmd {
	n.told = append(n.told, fmt.Sprint(msg))
	return nil
}

func (n *note) View() string {
	return kit.Fit([]string{"the text of " + n.name}, n.Width, n.Height).String()
}

func (n *note) Commands() []kit.Command {
	list := []kit.Command{{
		Name: "make", Argument: "[THING]", Key: "m", Short: "makes something",
		Help: "makes something", Group: "Note",
		Act: kit.Try(func(thing string) error { n.told = append(n.told, "make "+thing); return nil }),
	}}
	if n.escapes {
		list = append(list, kit.Command{
			Name: "leave", Key: "esc", Help: "leave the field", Group: "Note",
			Act: kit.Do(func() { n.told = append(n.told, "esc") }),
		})
	}
	if n.typing {
		list = kit.WhileTyping(list)
	}
	return list
}

// notes returns two test screens, on the keys x and J; each one that is opened is appended to
// made.
func notes(made *[]*note) []*subscreen {
	entry := func(on string, ofLearner bool) *subscreen {
		return &subscreen{
			name: "note-" + on, key: on, about: "note " + on, ofLearner: ofLearner,
			open: func(_ *theme.Theme, config *model.Config, learner int) (Screen, tea.Cmd) {
				n := &note{name: on, config: config, learner: learner}
				*made = append(*made, n)
				return n, func() tea.Msg { return "begun " + on }
			},
		}
	}
	return []*subscreen{entry("x", false), entry("J", true)}
}

func rootWithNotes(t *testing.T, made *[]*note) *root {
	t.Helper()
	config := uitest.Config(t, 1000, "ucb1", "lazy-dp-ts")
	r := newRoot(uitest.Theme(termenv.Ascii), Options{Config: config})
	r.subscreens = notes(made)
	r.Update(tea.WindowSizeMsg{Width: 110, Height: 30})
	runAll(t, r, r.Init())
	return r
}

func TestFurtherScreensOpenAndGoBack(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "?", "/", "note-x")
	expect(t, r, "note x")
	press(t, r, "esc", "x")
	expect(t, r, "regretscope   x of learner 1", "the text of x")
	expect(t, r, "m makes something · esc back to the run · y copy · ? help")
	if n := made[0]; n.config != r.run.Config() || n.Width != 110 || n.Height != 28 || n.told[0] != "begun x" {
		t.Errorf("made %+v", n)
	}
	r.Update(tea.WindowSizeMsg{Width: 90, Height: 20})
	if n := made[0]; n.Width != 90 || n.Height != 18 {
		t.Errorf("resized to %d×%d", n.Width, n.Height)
	}
	press(t, r, "?")
	expect(t, r, "makes something")
	press(t, r, "?", "esc")
	expect(t, r, "1 Regret")
	if !quits(press(t, r, "q")) {
		t.Error("q does not quit the run screen after a visit elsewhere")
	}
}

func TestFurtherScreensStayAsLongAsWhatTheyAreAbout(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "x", "esc", "J", "esc", "f", "x", "esc", "J", "esc")
	// A second x returns to the first screen; J is about the learner in focus.
	if len(made) != 3 || made[2].name != "J" || made[2].learner != 1 {
		t.Fatalf("made %d screens", len(made))
	}
	r.Update("for whom it concerns")
	if told := made[0].told; told[len(told)-1] != "for whom it concerns" {
		t.Errorf("a screen in the background was told %q", told)
	}
	press(t, r, "s") // another seed, another run
	press(t, r, "x")
	if len(made) != 4 || made[3].config.Seed != 2 {
		t.Fatalf("made %d screens", len(made))
	}
	press(t, r, "esc", "e", "enter")
	for i, want := range []int{1, 1, 1, 1} {
		if made[i].closed != want {
			t.Errorf("screen %d was closed %d times", i, made[i].closed)
		}
	}
}

func TestTypingAndEscAreTheScreensFirst(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "x")
	made[0].typing, made[0].escapes = true, true
	for _, name := range []string{"q", "?", "esc"} {
		if quits(press(t, r, name)) {
			t.Errorf("%s quits although a value is being typed", name)
		}
	}
	if got := made[0].told[1:]; len(got) != 3 || got[0] != "q" || got[1] != "?" || got[2] != "esc" {
		t.Errorf("told %q", got)
	}
	made[0].escapes = false
	press(t, r, "esc")
	expect(t, r, "1 Regret")
}
