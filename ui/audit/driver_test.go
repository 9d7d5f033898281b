package audit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/parameter"
	"regretscope/scenarios"
	"regretscope/ui/uitest"
)

// configOn is a configuration of learners on a preset, NAME[,key=value…].
func configOn(t testing.TB, preset string, epsilon float64, choices ...string) *model.Config {
	t.Helper()
	name, assignments, err := parameter.SplitAssignments(preset)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenarios.FindPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	var set parameter.Set
	for _, a := range assignments {
		set = set.With(a[0], a[1])
	}
	s, err := p.Make(set, "")
	if err != nil {
		t.Fatal(err)
	}
	c := &model.Config{Scenario: s, Horizon: s.Horizon, Epsilon: epsilon, Seed: 1}
	for _, text := range choices {
		choice, err := learners.ParseChoice(text)
		if err != nil {
			t.Fatal(err)
		}
		c.Learners = append(c.Learners, choice)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// A driver presses keys by what they do, and runs the commands that follow. It
// hears no looks at progress: no test waits for a clock.
type driver struct {
	testing.TB
	*Screen
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0)
	screen.after = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	screen.runs = 0 // the fewest
	d := &driver{t, screen}
	d.SetSize(width, height)
	d.settle(cmd)
	return d
}

func (d *driver) settle(cmd tea.Cmd) {
	d.Helper()
	uitest.Settle(d.TB, cmd, func(tea.Msg) bool { return true }, d.Update)
}

func (d *driver) press(bindings ...key.Binding) {
	d.Helper()
	for _, b := range bindings {
		d.settle(d.Update(keyOf(b.Keys()[0])))
	}
}

func keyOf(name string) tea.KeyMsg {
	for _, special := range []tea.KeyType{tea.KeyTab, tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight, tea.KeyEsc} {
		if (tea.KeyMsg{Type: special}).String() == name {
			return tea.KeyMsg{Type: special}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// text is the view in one line, without frames, so that sentences are found
// wherever they break.
func (d *driver) text() string {
	clean := strings.NewReplacer("│", " ", "╭", " ", "╰", " ", "─", " ", "\n", " ").Replace(d.View())
	return strings.Join(strings.Fields(clean), " ")
}

func (d *driver) expect(wants ...string) {
	d.Helper()
	for _, want := range wants {
		if !strings.Contains(d.text(), want) {
			d.Errorf("no %q in\n%s", want, d.View())
		}
	}
}

// fills tells what is wrong with a view of a size; nothing is.
func fills(view string, width, height int, cells func(string) int) error {
	lines := strings.Split(view, "\n")
	if height == 0 || width == 0 {
		return nil // there is nothing to fill
	}
	if len(lines) != height {
		return fmt.Errorf("%d lines in %dx%d", len(lines), width, height)
	}
	for _, line := range lines {
		if w := cells(line); w != width {
			return fmt.Errorf("%d cells in %dx%d: %q", w, width, height, line)
		}
	}
	return nil
}
