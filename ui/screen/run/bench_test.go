package run

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
)

// benchmarkFrame draws a new snapshot each time, as a running run does.
func benchmarkFrame(b *testing.B, width, height int, config *model.Config, keys ...string) {
	screen, cmd := New(uitest.Theme(termenv.TrueColor), config, Options{Cache: &overlay.Cache{}})
	screen.SetSize(width, height)
	always := func(tea.Msg) bool { return true }
	uitest.Settle(b, cmd, always, screen.Update)
	uitest.Settle(b, screen.driver.Seek(48_210), always, screen.Update)
	for _, name := range keys {
		uitest.Settle(b, person.Press(screen, name), always, screen.Update)
	}
	for b.Loop() {
		for _, p := range screen.panels {
			p.SetSize(0, 0) // so that it forgets what it drew
		}
		screen.sync()
		_ = screen.View()
	}
}

func bandits(b *testing.B) *model.Config {
	return uitest.Config(b, 1_000_000, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1", "thompson")
}

func BenchmarkFrame120x36(b *testing.B) { benchmarkFrame(b, 120, 36, bandits(b)) }
func BenchmarkFrame200x60(b *testing.B) { benchmarkFrame(b, 200, 60, bandits(b)) }
func BenchmarkFrame80x24(b *testing.B)  { benchmarkFrame(b, 80, 24, bandits(b)) }

// The rates of theorems over regret.
func BenchmarkFrameOverlay120x36(b *testing.B) {
	benchmarkFrame(b, 120, 36, bandits(b), "o", "o", "o")
}

// A hundred arms, with the walk of the greedy oracle.
func BenchmarkFrameMatroid120x36(b *testing.B) {
	benchmarkFrame(b, 120, 36, uitest.On(b, "movies", "", 100_000, "dpucb-mat", "cts", "omm", "cucb-dp"), "down")
}

// Estimates that jump about, with what they should be.
func BenchmarkFrameChanging120x36(b *testing.B) {
	benchmarkFrame(b, 120, 36, uitest.On(b, "gaj-switch", "", 100_000, "sw-klucb-cf", "ts-cf"), "V", "V", "V", "5")
}

// A step of the dial by its key, from the key to the frame, at round 10^5.
func benchmarkDial(b *testing.B, width, height int) {
	screen, cmd := New(uitest.Theme(termenv.TrueColor), uitest.Config(b, 1_000_000, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1"), Options{Cache: &overlay.Cache{}})
	screen.SetSize(width, height)
	always := func(tea.Msg) bool { return true }
	uitest.Settle(b, cmd, always, screen.Update)
	uitest.Settle(b, screen.driver.Seek(100_000), always, screen.Update)
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

func BenchmarkDial80x24(b *testing.B)  { benchmarkDial(b, 80, 24) }
func BenchmarkDial120x36(b *testing.B) { benchmarkDial(b, 120, 36) }
func BenchmarkDial200x60(b *testing.B) { benchmarkDial(b, 200, 60) }

// Sixteen learners, each with a line.
func BenchmarkFrameSixteen120x36(b *testing.B) {
	ids := []string{"lazy-dp-ts", "anytime-lazy-ucb", "ucb1", "thompson"}
	for n := range model.MaxLearners - len(ids) {
		ids = append(ids, fmt.Sprintf("lazy-dp-ts,seed=%d", n))
	}
	benchmarkFrame(b, 120, 36, uitest.Config(b, 1_000_000, ids...))
}
