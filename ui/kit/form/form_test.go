package form

import (
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func numeric() *Field {
	return FromParameter(&param.Parameter{
		Name: "alpha", Meaning: "weight of the bonus", Min: 0, Above: true, Max: 4, Default: "1",
	})
}

func word() *Field {
	return FromParameter(&param.Parameter{
		Name: "noise", Meaning: "its law", Default: "laplace",
		Choices: []string{"laplace", "gumbel"}, Notes: []string{"two-sided", "softmax"},
	})
}

// show returns a form of the given fields with keyboard focus.
func show(fields ...*Field) *Form {
	f := New(uitest.Theme(termenv.Ascii))
	f.SetSections([]Section{{Title: "Fields", Fields: fields}})
	f.SetActive(true)
	f.SetSize(70, 12)
	return f
}

func send(f *Form, keys ...tea.KeyMsg) {
	for _, k := range keys {
		if c := kit.ForKey(f.Commands(), k); c != nil {
			_, _ = c.Run("")
		} else {
			f.Update(k)
		}
	}
}

func TestWrongValueIsRefusedInPlaceAndKept(t *testing.T) {
	field := numeric()
	f := show(field)
	send(f, typed("7"))
	if want := "alpha=7: must be a number above 0 and at most 4"; field.Err() == nil || field.Err().Error() != want {
		t.Fatalf("error %v, want %q", field.Err(), want)
	}
	if view := view(f); !strings.Contains(view, "✗ alpha=7: must be a number above 0 and at most 4") {
		t.Errorf("the refusal is not on screen:\n%s", view)
	}
	if f.Wrong() != field {
		t.Error("the form does not know which field is wrong")
	}
	send(f, press(tea.KeyBackspace), typed("3"))
	if field.Err() != nil || field.Value() != "3" || f.Wrong() != nil {
		t.Errorf("mended to %q, error %v", field.Value(), field.Err())
	}
}

func TestNothingTypedIsTheDefault(t *testing.T) {
	field := numeric()
	f := show(field)
	if field.Value() != "1" || field.Text() != "" || field.Err() != nil {
		t.Fatalf("value %q, text %q, error %v", field.Value(), field.Text(), field.Err())
	}
	uitest.Contains(t, view(f), "1 · default")
	send(f, typed("2"), press(tea.KeyCtrlU))
	if field.Value() != "1" {
		t.Errorf("emptied, the value is %q", field.Value())
	}
}

func TestDerivedDefaultIsShownWithItsFormula(t *testing.T) {
	field := FromParameter(&param.Parameter{Name: "w", Meaning: "window", Min: 1, Max: 1e9, Derived: "2√(T ln T/L_T)"})
	f := show(field)
	uitest.Contains(t, view(f), "2√(T ln T/L_T)")
	field.Default = "2146"
	uitest.Contains(t, view(f), "2146 = 2√(T ln T/L_T)")
}

func TestChoiceTurns(t *testing.T) {
	field := word()
	f := show(field)
	if f.Typing() {
		t.Error("letters would go into a choice")
	}
	for _, want := range []string{"gumbel", "laplace", "gumbel"} {
		send(f, press(tea.KeyRight))
		if field.Value() != want {
			t.Fatalf("value %q, want %q", field.Value(), want)
		}
		if note := map[string]string{"gumbel": "softmax", "laplace": "two-sided"}[want]; !strings.Contains(view(f), note) {
			t.Errorf("what %s means is not on screen:\n%s", want, view(f))
		}
	}
	send(f, press(tea.KeyLeft))
	if field.Value() != "laplace" || field.Text() != "" {
		t.Errorf("the default word is written as %q", field.Text())
	}
	field.SetText("cauchy")
	if field.Err() == nil {
		t.Error("a word that is no choice is not refused")
	}
	send(f, press(tea.KeyRight))
	if field.Value() != "laplace" {
		t.Errorf("from a word that is none, → leads to %q", field.Value())
	}
}

func TestRefusalIsForgottenWithTheValue(t *testing.T) {
	field := &Field{Name: "file"}
	f := show(field)
	send(f, typed("a.toml"))
	field.Refuse(errors.New("a.toml: no such file"))
	if field.Err() == nil || !strings.Contains(view(f), "✗ a.toml: no such file") {
		t.Errorf("not refused:\n%s", view(f))
	}
	send(f, typed("x"))
	if field.Err() != nil {
		t.Errorf("another value is refused, too: %v", field.Err())
	}
	send(f, press(tea.KeyBackspace))
	field.Refuse(nil)
	if field.Err() != nil {
		t.Error("the refusal was not taken back")
	}
}

func TestTypingReplacesTheValueOfAFieldThatIsEntered(t *testing.T) {
	first, second := numeric(), numeric()
	first.SetText("2")
	second.SetText("3")
	f := New(uitest.Theme(termenv.Ascii))
	f.SetSections([]Section{{Fields: []*Field{first, second}}})
	f.SetActive(true)
	send(f, typed("1"), typed("5"), press(tea.KeyDown), typed("4"), press(tea.KeyUp), press(tea.KeyEnd), typed("7"))
	if first.Text() != "157" || second.Text() != "4" {
		t.Errorf("the fields hold %q and %q, want 157 and 4", first.Text(), second.Text())
	}
}

func TestFocusMoves(t *testing.T) {
	a, b, c := numeric(), word(), numeric()
	f := show(a, b, c)
	for i, step := range []struct {
		key  tea.KeyType
		want *Field
	}{{tea.KeyUp, a}, {tea.KeyDown, b}, {tea.KeyDown, c}, {tea.KeyDown, c}, {tea.KeyUp, b}} {
		if send(f, press(step.key)); f.Focus() != step.want {
			t.Fatalf("step %d: the focus is elsewhere", i)
		}
	}
	f.SetSections([]Section{{Title: "other", Fields: []*Field{c, b}}})
	if f.Focus() != b {
		t.Error("the focus did not stay on its field")
	}
	f.SetSections([]Section{{Title: "other", Fields: []*Field{a, c}}})
	if f.Focus() != c {
		t.Error("with its field gone, the focus did not go to the field in its place")
	}
	f.SetSections(nil)
	send(f, typed("x"), press(tea.KeyDown))
	if f.Focus() != nil || view(f) != "" || f.Commands() != nil {
		t.Error("an empty form has something")
	}
	f.SetSections([]Section{{Fields: []*Field{a}}})
	f.SetActive(false)
	if send(f, typed("3")); a.Text() != "" || f.Typing() {
		t.Error("a form without the keyboard was typed into")
	}
}

func TestViewFits(t *testing.T) {
	long := numeric()
	long.Meaning = strings.Repeat("a long story ", 20)
	long.SetText("123456789012345678901234567890")
	f := show(long, word(), numeric())
	for width := range 60 {
		for height := range 15 {
			f.SetSize(width, height)
			lines := strings.Split(view(f), "\n")
			if len(lines) > max(height, 1) {
				t.Fatalf("%dx%d: %d lines", width, height, len(lines))
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w > width {
					t.Fatalf("%dx%d: %q takes %d", width, height, line, w)
				}
			}
		}
	}
}

func view(f *Form) string {
	lines, _, _ := f.View()
	return strings.Join(lines, "\n")
}
