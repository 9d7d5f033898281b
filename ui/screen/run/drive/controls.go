package drive

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
)

// Change changes the learners at the present round. The configuration has been checked and
// differs in nothing else. A running run continues once the new learners have caught up.
func (d *Driver) Change(config *model.Config) tea.Cmd {
	d.change = change{to: config}
	d.begin(d.Round())
	return d.pursue()
}

// Toggle runs or pauses; it also ends a search.
func (d *Driver) Toggle() tea.Cmd {
	if d.goal != nil {
		return d.Interrupt()
	}
	d.note, d.until = "", 0
	d.running = !d.running && !d.Done()
	d.debt, d.meter = debt{}, meter{}
	return d.keepTicking()
}

// RunTo runs to a later round and pauses there.
func (d *Driver) RunTo(round int) tea.Cmd {
	d.goal, d.note = nil, ""
	d.until = min(round, d.config.Horizon)
	if d.running {
		return nil
	}
	d.running = d.until > d.Round()
	d.debt, d.meter = debt{}, meter{}
	return d.keepTicking()
}

// Interrupt ends a search or a change of learners. A backward search returns to the round where
// it started.
func (d *Driver) Interrupt() tea.Cmd {
	d.note = ""
	if d.change.to != nil {
		d.change = change{}
		return d.pursue()
	}
	if d.goal != nil && d.goal.back >= 0 {
		return d.head(seek(d.goal.back, false))
	}
	d.goal = nil
	return nil
}

// Seek pauses and goes to a round, or as near as possible.
func (d *Driver) Seek(round int) tea.Cmd {
	d.jumps++
	return d.seek(round)
}

func (d *Driver) seek(round int) tea.Cmd {
	round = min(max(round, 0), d.config.Horizon)
	d.begin(round - d.Round())
	return d.head(seek(round, round > d.Round()))
}

// Step pauses and moves by a number of rounds.
func (d *Driver) Step(rounds int) tea.Cmd { return d.seek(d.Round() + rounds) }

func (d *Driver) head(g *goal) tea.Cmd {
	d.running, d.note, d.goal, d.until = false, "", g, 0
	return d.pursue()
}

// Faster changes the pace by some rungs of the ladder and reports whether that was possible.
func (d *Driver) Faster(rungs int) bool {
	rung := d.rung + rungs
	if rung < 0 || rung >= len(ladder) {
		return false
	}
	d.rung = rung
	d.debt.cap(min(d.Pace(), ladder[len(ladder)-2]))
	d.meter = meter{}
	return true
}
