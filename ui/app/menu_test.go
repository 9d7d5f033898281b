package app

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/uitest"
)

func TestThePaletteRunsCommands(t *testing.T) {
	var made []*note
	r := rootWithNotes(t, &made)
	press(t, r, "x")
	for _, c := range []struct {
		keys []string
		want string // what the screen was told last
	}{
		{[]string{":", "m", "a", "k", "enter"}, "make "},
		{[]string{":", "make some thing", "enter"}, "make some thing"},
		{[]string{"?", "enter"}, "make "},
		{[]string{"?", "/", "somet", "enter"}, "make "},
	} {
		t.Run(strings.Join(c.keys, " "), func(t *testing.T) {
			made[0].told = nil
			press(t, r, c.keys...)
			if r.palette.Open() || len(made[0].told) != 1 || made[0].told[0] != c.want {
				t.Errorf("%q: told %q, want %q", c.keys, made[0].told, c.want)
			}
		})
	}
	press(t, r, ":", "setup", "enter")
	expect(t, r, "choose what to watch")
}

func TestThePaletteSaysWhatIsWrong(t *testing.T) {
	r := rootOf(t, Options{})
	press(t, r, ":", "horizn 5", "enter")
	expect(t, r, "horizn: no such command on this screen; did you mean horizon?")
	press(t, r, "esc", ":", "horizon", "enter")
	expect(t, r, "write horizon N")
	press(t, r, "many", "enter")
	expect(t, r, "horizon many: must be a whole number")
	if r.palette.Open() {
		t.Error("the menu is still open")
	}
	press(t, r, ":", "duplicate", "enter")
	expect(t, r, "duplicate: no such command") // of the learners' section
}

func TestTheMenuIsLeft(t *testing.T) {
	for _, keys := range [][]string{{"?", "esc"}, {"?", "?"}, {"?", "q"}, {":", "esc"}, {"f1", "f1"}, {":", "backspace"}, {"?", "/", "x", "esc"}} {
		r := rootOf(t, Options{})
		if quits(press(t, r, keys...)) {
			t.Errorf("%q quits", keys)
		}
		if expect(t, r, "1 Scenario"); r.palette.Open() {
			t.Errorf("%q does not close the menu", keys)
		}
	}
}

// While a field is typed into, help is there on a key that can be pressed, and
// the foot offers no key that would be typed.
func TestHelpWhileTyping(t *testing.T) {
	r := rootOf(t, Options{})
	press(t, r, "3")
	foot := r.View()[strings.LastIndex(r.View(), "\n")+1:]
	if !strings.Contains(foot, "f1 help") || !strings.Contains(foot, "ctrl+c quit") || strings.Contains(foot, "? help") {
		t.Errorf("the foot is %q", foot)
	}
	press(t, r, "f1")
	expect(t, r, "delete all before the cursor")
	press(t, r, "f1", "q", "?", ":")
	expect(t, r, "q?:")
}

func TestUnknownKeysSaySoOnce(t *testing.T) {
	r := rootOf(t, Options{})
	press(t, r, "Z")
	expect(t, r, "Z does nothing here; ? lists the keys")
	press(t, r, "2")
	if strings.Contains(r.View(), "does nothing here") {
		t.Error("it is still said")
	}
}

func TestTheFootAndTheMenuCanBeClicked(t *testing.T) {
	r := rootOf(t, Options{})
	click := func(text string) {
		t.Helper()
		lines := strings.Split(r.View(), "\n")
		for y := len(lines) - 1; y >= 0; y-- {
			if before, _, found := strings.Cut(lines[y], text); found {
				_, cmd := r.Update(tea.MouseMsg{
					X: ansi.StringWidth(before), Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress,
				})
				settle(t, r, cmd)
				return
			}
		}
		t.Fatalf("no %q in\n%s", text, r.View())
	}
	click("/ find")
	expect(t, r, "1 Scenario · / ▏")
	press(t, r, "esc")
	click("? help")
	click("comparisons [NAME]  ")
	click("comparisons [NAME]  ")
	expect(t, r, "Named comparisons")
}

func TestTheMenuFitsAnySize(t *testing.T) {
	for _, opens := range []string{"?", ":"} {
		t.Run(opens, func(t *testing.T) {
			r := rootOf(t, Options{})
			press(t, r, opens)
			for width := 1; width < 140; width += 7 {
				for height := 1; height < 50; height += 5 {
					r.Update(tea.WindowSizeMsg{Width: width, Height: height})
					press(t, r, "down")
					if height > 2 {
						if err := uitest.Fills(r.View(), width, height); err != nil {
							t.Fatalf("%dx%d: %v", width, height, err)
						}
					}
				}
			}
		})
	}
}

// However often keys are pressed: the ways to a copy and to a named comparison
// stand in the foot of the smallest usual terminal.
func TestTheFootOfTheLearners(t *testing.T) {
	r := rootOf(t, Options{})
	r.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	press(t, r, "2")
	for range 20 {
		expect(t, r, "space remove · d copy · n comparisons · ")
		press(t, r, "down", "up")
	}
}
