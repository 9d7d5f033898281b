package run

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/ui/uitest"
)

// benchmarkFrame draws a new snapshot each time, as a running run does.
func benchmarkFrame(b *testing.B, width, height int) {
	config := uitest.Config(b, 1_000_000, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1", "thompson")
	screen, cmd := New(uitest.Theme(termenv.TrueColor), config, Options{})
	screen.SetSize(width, height)
	uitest.Settle(b, cmd, func(tea.Msg) bool { return true }, screen.Update)
	uitest.Settle(b, screen.driver.Seek(48_210), func(tea.Msg) bool { return true }, screen.Update)
	for b.Loop() {
		for _, p := range screen.panels {
			p.SetSize(0, 0) // so that it forgets what it drew
		}
		screen.sync()
		_ = screen.View()
	}
}

func BenchmarkFrame120x36(b *testing.B) { benchmarkFrame(b, 120, 36) }
func BenchmarkFrame200x60(b *testing.B) { benchmarkFrame(b, 200, 60) }
func BenchmarkFrame80x24(b *testing.B)  { benchmarkFrame(b, 80, 24) }
