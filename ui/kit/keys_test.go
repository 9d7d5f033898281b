package kit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit/uitest"
)

func bind(keys, does string) key.Binding {
	return key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, does))
}

func TestBarDropsWholeEntriesAndKeepsTheLast(t *testing.T) {
	off := bind("x", "never")
	off.SetEnabled(false)
	first := []key.Binding{bind("space", "run"), off, bind("n", "step"), bind("←", "back")}
	last := []key.Binding{bind("?", "help"), bind("q", "quit")}
	th := uitest.Theme(termenv.Ascii)
	for width, want := range map[int]string{
		60: "space run · n step · ← back · ? help · q quit",
		45: "space run · n step · ← back · ? help · q quit",
		44: "space run · n step · ? help · q quit",
		30: "space run · ? help · q quit",
		20: "? help · q quit",
		10: "? help · …",
	} {
		got := KeyBar(th, first, last, width)
		if w := ansi.StringWidth(got); w != width {
			t.Errorf("%d cells for %d", w, width)
		}
		if strings.TrimRight(got, " ") != want {
			t.Errorf("in %d cells: %q, want %q", width, got, want)
		}
	}
}

func TestHelpFitsAnySizeAndScrollsToItsEnd(t *testing.T) {
	var groups []KeyGroup
	for i := range 5 {
		g := KeyGroup{Title: fmt.Sprint("group ", i)}
		for j := range 6 {
			g.Bindings = append(g.Bindings, bind(fmt.Sprint("k", i, j), fmt.Sprintf("does thing %d of %d, at some length", j, i)))
		}
		groups = append(groups, g)
	}
	th := uitest.Theme(termenv.Ascii)
	for _, size := range [][2]int{{60, 12}, {80, 20}, {120, 40}, {10, 3}} {
		seen := ""
		for offset := range 120 {
			b := KeyHelp(th, groups, size[0], size[1], offset)
			if len(b) != size[1] || ansi.StringWidth(b[0]) != size[0] {
				t.Fatalf("%v: %d lines of %d cells", size, len(b), ansi.StringWidth(b[0]))
			}
			seen += b.String()
		}
		if size[0] < 60 {
			continue
		}
		for _, g := range groups {
			for _, binding := range g.Bindings {
				if !strings.Contains(seen, binding.Help().Key) {
					t.Errorf("%v: %s is never seen", size, binding.Help().Key)
				}
			}
		}
	}
}
