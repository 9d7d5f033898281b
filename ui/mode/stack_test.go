package mode

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A trial is a mode that opens by its name and replaces all other commands while text is typed into it.
type trial struct {
	name              string
	open, line, foot  bool
	covered, messages int
	closesWhenCovered bool
	drawn             kit.Block
}

// mode has all hooks, or only the necessary ones.
func (m *trial) mode() *Mode {
	hooks := &Mode{
		Commands: m.commands(), Keeps: m.keeps, Open: func() bool { return m.open }, Covered: m.cover,
		Close: func() tea.Cmd { m.open = false; return nil },
	}
	hooks.Update = func(tea.Msg) tea.Cmd { m.messages++; return nil }
	if m.line {
		hooks.Typing = func() bool { return true }
	}
	if m.foot {
		hooks.Foot = func(int) string { return kit.TextUnless(!m.open, m.name) }
	}
	if m.drawn != nil {
		hooks.View = func(kit.Rect) kit.Block { return m.drawn }
	}
	return hooks
}

func (m *trial) cover() tea.Cmd {
	m.covered++
	m.open = !m.closesWhenCovered
	return nil
}

func (m *trial) commands() []kit.Command {
	return []kit.Command{
		{Name: m.name, In: func() bool { return !m.open }},
		{Name: "in-" + m.name, Class: kit.Over, In: func() bool { return m.open }},
	}
}

func (m *trial) keeps() kit.Class {
	if m.open && m.line {
		return kit.Nothing
	}
	return kit.Everything
}

func names(list []kit.Command) string {
	var all []string
	for _, c := range list {
		all = append(all, c.Name)
	}
	return strings.Join(all, " ")
}

func TestStack(t *testing.T) {
	a := &trial{name: "a", foot: true, drawn: kit.Block{"a"}}
	b := &trial{name: "b", closesWhenCovered: true}
	c := &trial{name: "c", line: true, foot: true}
	none := &Mode{}
	first, second, third := a.mode(), b.mode(), c.mode()
	s := NewStack(first, second, none, third)
	for _, step := range []struct {
		name     string
		do       func()
		commands string
		foot     string
		top      *Mode
	}{
		{"nothing is open", func() {}, "own a b c", "", nil},
		{"c is typed into", func() { c.open = true }, "in-c", "c", third},
		{"c is closed", func() { c.open = false }, "own a b c", "", nil},
		{"a is open", func() { a.open = true }, "in-a own b c", "a", first},
		{"b lies over a", func() { b.open = true }, "in-b in-a own c", "a", second},
		{"what is typed into covers nothing", func() { c.open = true }, "in-c", "c", third},
		{"b is open still", func() { c.open = false }, "in-b in-a own c", "a", second},
		{"a is opened anew and covers b", func() { a.open = false; s.Settle(); a.open = true }, "in-a own b c", "a", first},
		{"all are closed", func() { s.Close() }, "own a b c", "", nil},
	} {
		step.do()
		s.Settle()
		if got := names(s.Commands([]kit.Command{{Name: "own"}})); got != step.commands {
			t.Errorf("%s: commands %s, want %s", step.name, got, step.commands)
		}
		if s.Foot(80) != step.foot || s.Top() != step.top || s.Typing() != (step.top == third) {
			t.Errorf("%s: foot %q, want %q; top %v", step.name, s.Foot(80), step.foot, s.Top())
		}
		if drawn := s.View(kit.Rect{}); slices.Equal(drawn, a.drawn) != a.open {
			t.Errorf("%s: drawn %q while a is open: %v", step.name, drawn, a.open)
		}
	}
	if s.Follow() != nil {
		t.Error("there is something to follow")
	}
	if a.covered != 1 || b.covered != 1 {
		t.Errorf("a was covered %d times, b %d times, want once each", a.covered, b.covered)
	}
}

// Keys and clicks go to the top mode; background results reach a mode even if it is closed.
func TestMessages(t *testing.T) {
	a, b := &trial{name: "a", open: true}, &trial{name: "b"}
	s := NewStack(a.mode(), b.mode())
	s.Settle()
	for _, msg := range []tea.Msg{tea.KeyMsg{}, tea.MouseMsg{}, "computed"} {
		s.Update(msg)
	}
	if a.messages != 3 || b.messages != 1 {
		t.Errorf("the top had %d messages, the closed mode %d", a.messages, b.messages)
	}
}
