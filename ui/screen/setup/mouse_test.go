package setup

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// clickOn clicks the first cell in which a text stands on the screen.
func (d *driver) clickOn(text string) {
	d.t.Helper()
	for y, line := range strings.Split(d.screen.View(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			d.run(d.screen.Update(tea.MouseMsg{
				X: ansi.StringWidth(before), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft,
			}))
			return
		}
	}
	d.t.Fatalf("%q is not on screen:\n%s", text, d.screen.View())
}

func TestWhatIsClickedIsReached(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		d := drive(t)
		d.screen.SetSize(size[0], size[1])
		d.clickOn("doubling gaps")
		if got := d.started().Config.Scenario.Name; got != "doubling-gap" {
			t.Errorf("%v: a click chose %s", size, got)
		}
		d.clickOn("five arms")
		d.clickOn("2 Learners")
		d.clickOn("DP-SE")
		if at, _ := d.screen.at(); at.ID != "dp-se" || at.slot != nil || d.screen.section != learnerSection {
			t.Errorf("%v: a click went to %s", size, at.ID)
		}
		d.clickOn("DP-SE")
		if got := ids(d.started().Config.Learners); !strings.HasSuffix(got, " dp-se") {
			t.Errorf("%v: a click on the cursor's learner left %q", size, got)
		}
		d.clickOn("3 Parameters")
		d.clickOn("T  ")
		if d.screen.section != parameterSection || d.screen.form.Focus().Name != "horizon" {
			t.Errorf("%v: a click on a field went to %s", size, d.screen.form.Focus().Name)
		}
		d.press("esc", "n")
		d.clickOn("hhmh-fig2 ")
		d.clickOn("hhmh-fig2 ")
		if got := d.started().Config.Scenario.Reference; got != "hhmh-2" {
			t.Errorf("%v: the comparison's scenario is %s", size, got)
		}
	}
}

func TestTheWheelMovesTheCursor(t *testing.T) {
	d := drive(t)
	for _, keys := range []string{"1", "2", "3", "c", "n"} {
		t.Run(keys, func(t *testing.T) {
			d.press(keys)
			before := d.screen.View()
			d.run(d.screen.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress}))
			if d.screen.View() == before && keys != "c" { // all of the command is on screen
				t.Errorf("after %s the wheel does nothing:\n%s", keys, before)
			}
			d.run(d.screen.Update(tea.MouseMsg{Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress}))
			if d.screen.View() != before {
				t.Errorf("after %s the wheel does not come back", keys)
			}
			d.press("esc")
		})
	}
}
