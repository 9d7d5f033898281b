package app

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/ui/uitest"
)

// The program's own further screens open on their keys, about the learner in
// focus, and esc leads back.
func TestTheAuditAndTheTwinOpen(t *testing.T) {
	r := newRoot(uitest.Theme(termenv.Ascii), Options{Config: uitest.Config(t, 1000, "ucb1", "random")}, furtherScreens())
	r.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	settle(t, r, r.Init())
	press(t, r, "a")
	expect(t, r, "Claimed and true")
	expect(t, r, "▸ UCB1")
	press(t, r, "esc")
	expect(t, r, "1 Regret")
	press(t, r, "f")
	press(t, r, "t")
	expect(t, r, "universe A")
	expect(t, r, "Random · ε = 0.5")
	press(t, r, "esc")
	expect(t, r, "1 Regret")
}
