package run

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
)

// benchmarked opens a screen of a million rounds and goes to one of them.
func benchmarked(b *testing.B, t int) *Screen {
	config := uitest.Config(b, 1_000_000, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1", "thompson")
	screen, cmd := New(uitest.Theme(termenv.TrueColor), config, Options{Cache: &overlay.Cache{}})
	screen.SetSize(120, 36)
	uitest.Settle(b, cmd, always, screen.Update)
	uitest.Settle(b, screen.driver.Seek(t), always, screen.Update)
	return screen
}

func always(tea.Msg) bool { return true }

// BenchmarkFrame draws a new snapshot each time, as a running run does.
func BenchmarkFrame(b *testing.B) {
	screen := benchmarked(b, 48_210)
	for b.Loop() {
		for _, p := range screen.panels {
			p.SetSize(0, 0) // so that it forgets what it drew
		}
		screen.sync()
		_ = screen.View()
	}
}

// BenchmarkDial steps the dial at round 10^5, from the key to the frame.
func BenchmarkDial(b *testing.B) {
	screen := benchmarked(b, 100_000)
	uitest.Settle(b, person.Press(screen, "d"), always, screen.Update)
	for n := 0; b.Loop(); n++ {
		key := "left"
		if n/4%2 == 1 { // down and up again, without coming to the ends
			key = "right"
		}
		uitest.Settle(b, person.Press(screen, key), always, screen.Update)
		_ = screen.View()
	}
}
