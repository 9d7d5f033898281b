package setup

import (
	"strings"
	"testing"
)

// A window has the lines that there is room for, with the item at the cursor.
func TestWindow(t *testing.T) {
	var l choiceList
	l.Add(-1, "H")
	for i := range 5 {
		l.Add(i, string(rune('a'+i)), string(rune('A'+i)))
	}
	for _, c := range []struct {
		cursor, room int
		want         string
	}{
		{0, 20, "HaAbBcCdDeE"},
		{0, 5, "HaAbB"},
		{1, 5, "HbBcC"},
		{2, 5, "HcCdD"},
		{4, 5, "HdDeE"},
		{4, 4, "HeE"},
		{4, 2, "eE"},
		{4, 1, "e"},
		{4, 0, ""},
		{0, 1, "a"},
	} {
		l.from, l.to = 1+2*c.cursor, 3+2*c.cursor
		shown, above, below := l.Window(c.room)
		if got := strings.Join(shown.Lines, ""); got != c.want {
			t.Errorf("item %d in %d lines: %s, want %s", c.cursor, c.room, got, c.want)
		}
		if n := len(shown.Lines); n > c.room || above+below+n < len(l.Lines) || len(shown.items) != n {
			t.Errorf("item %d in %d lines: %d above, %d below", c.cursor, c.room, above, below)
		}
	}
}

// A heading of which no item is seen is not shown above the next one.
func TestWindowAtAHeading(t *testing.T) {
	var l choiceList
	for i, line := range []string{"H", "a", "A", "I", "b", "B"} {
		l.Add([]int{-1, 0, 0, -1, 1, 1}[i], line)
	}
	l.from, l.to = 4, 6
	if shown, above, below := l.Window(4); strings.Join(shown.Lines, "") != "IbB" || above != 3 || below != 0 {
		t.Errorf("%q, %d above, %d below", shown.Lines, above, below)
	}
}
