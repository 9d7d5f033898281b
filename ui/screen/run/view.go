package run

import (
	"time"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string { return s.Draw(s.theme, "", 0, 0, nil, s.draw) }

func (s *Screen) draw() kit.Block {
	if !s.places.Fits {
		return s.TooSmall(s.theme, "the run screen", minWidth, minHeight, s.Height+1)
	}
	over := s.modes.View(s.body())
	if s.BackRow.On() && over == nil {
		return s.BackRow.draw()
	}
	top, notice := header{s.theme, s.shown, s.Focus, s.Width}, s.warnings.notice()
	if notice != "" {
		notice = s.theme.Warn.Render(notice) + "   "
	}
	lines := kit.Block{top.line(notice)}
	if over != nil {
		lines = append(lines, over...)
	} else {
		lines = append(lines, s.panels.draw(s.body().Height)...)
	}
	if !s.places.Privacy.Empty() {
		lines = append(lines, kit.FitLine(s.privacyLine(), s.Width))
	}
	if !s.places.Timeline.Empty() {
		lines = append(lines, top.timeline())
	}
	return lines
}

// privacyLine returns panel 3 in one line; empty if there is nothing to show.
func (s *Screen) privacyLine() string {
	if s.shown.shot != nil {
		if text := s.Focus.about().PrivacyLine(); text != "" {
			return s.theme.Faint.Render("privacy ") + text
		}
	}
	return ""
}

func (s *Screen) body() kit.Rect {
	around := s.places.Header.Height + s.places.Privacy.Height + s.places.Timeline.Height
	return kit.Rect{Y: s.places.Header.Height, Width: s.Width, Height: s.Height - around}
}

// Foot returns the text of the foot in place of the commands; empty: none.
func (s *Screen) Foot(width int) string {
	t := s.theme
	switch {
	case s.modes.Typing():
		return s.modes.Foot(width)
	case s.Notice.Text != "":
		return s.Notice.Line(t, width)
	case s.shown.search == "" && s.modes.Foot(width) != "":
		return s.modes.Foot(width)
	case s.shown.until > 0:
		text, left := "runs to round "+number.Count(s.shown.until), ""
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

// driveState holds everything that a view depends on and that the driver changes by itself.
type driveState struct {
	config       *model.Config // of the comparison
	shot         *model.Snapshot
	running      bool
	pace         int
	rate         float64
	note, search string
	until        int
}

func (s *Screen) driven() driveState {
	until, _, _ := s.driver.Until()
	return driveState{
		config: s.Config(), until: until,
		shot: s.Snapshot(), running: s.driver.Running(), pace: s.driver.Pace(),
		rate: s.driver.Rate(), note: s.driver.Note(), search: s.driver.Search(),
	}
}

// A fast run is drawn less often than its slices return: no one reads faster, and a slow line
// has less to transfer.
const (
	fast       = 1000 // rounds a second
	pause      = 60 * time.Millisecond
	largePause = 90 * time.Millisecond
	large      = 8000 // cells of a terminal
)

// rests reports whether the only news is the progress of a fast run, and the newest view is too
// recent to draw again.
func (s *Screen) rests(now driveState) bool {
	rest := pause
	if s.Width*s.Height >= large {
		rest = largePause
	}
	now.shot, now.rate = s.shown.shot, s.shown.rate
	return now == s.shown && now.running && now.pace >= fast && s.driver.Now().Sub(s.synced) < rest
}
