package run

import (
	"strings"

	"regretscope/ui/kit/theme"
)

// timeline is the whole horizon in one line: the focused learner's releases and
// the environment's breakpoints as marks, and where the run is.
func (s *scene) timeline() string {
	cells := s.width - 2
	line := []rune(strings.Repeat("─", cells))
	config, head := s.config, 0
	if shot := s.shown.shot; shot != nil {
		events := shot.Learners[s.learner].Events
		for i, happened := range events {
			if happened {
				line[min(i*cells/len(events), cells-1)] = []rune(theme.EventGlyph)[0]
			}
		}
		head = cellOf(shot.Round, cells, config.Horizon)
	}
	for _, t := range config.Scenario.Breakpoints() {
		if t <= config.Horizon && s.hidden == nothing {
			line[cellOf(t, cells, config.Horizon)] = []rune(theme.BreakGlyph)[0]
		}
	}
	t := s.theme
	return t.Faint.Render("├") + t.Accent.Render(string(line[:head])) + t.Strong.Render(theme.HeadGlyph) +
		t.Faint.Render(string(line[head+1:])+"┤")
}

func cellOf(round, cells, horizon int) int {
	return min(int(float64(max(round-1, 0))/float64(horizon)*float64(cells)), cells-1)
}

// roundAt is the round that a click on cell x of a timeline means, its ends
// being marks and not rounds.
func roundAt(x, width, horizon int) int {
	cells := width - 2
	share := float64(min(max(x-1, 0), cells-1)) / float64(max(cells-1, 1))
	return int(share * float64(horizon))
}
