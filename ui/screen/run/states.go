package run

import (
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// Foot is what stands in the foot in place of the commands; empty: nothing.
func (s *Screen) Foot(width int) string {
	t := s.theme
	switch {
	case s.modes.Typing():
		return s.modes.Foot(width)
	case s.refusal != "":
		return kit.FitLine(t.Warn.Render(s.refusal), width)
	case s.said != "":
		return kit.FitLine(t.Text.Render(s.said), width)
	case s.shown.search == "" && s.modes.Foot(width) != "":
		return s.modes.Foot(width)
	case s.shown.until > 0:
		text, left := "runs to round "+kit.Count(s.shown.until), ""
		if _, wait, ok := s.driver.Until(); ok && wait > 0 {
			left = ", then pauses · " + number.Seconds(wait.Seconds()) + " left"
		}
		return kit.Spread(t.Accent.Render(text+left), t.Faint.Render("space pauses"), width)
	case s.shown.search != "":
		return kit.Spread(t.Accent.Render(s.shown.search+" …"), t.Faint.Render("esc stops"), width)
	case s.shown.note != "":
		return kit.FitLine(t.Warn.Render(s.shown.note), width)
	}
	return ""
}
