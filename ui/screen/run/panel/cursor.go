package panel

import (
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/chart"
)

// A cursor is a round of the chart, with all values there.
type cursor struct {
	round   int             // 0: the cursor is closed
	exact   *model.Snapshot // of that round; nil while it is not known
	changed []bool          // by learner: its play differs from that of the round before
}

// Cursor returns the round of the cursor, or 0.
func (c *Chart) Cursor() int { return c.cursor.round }

// Moment returns the state at the cursor's round; nil while it is not known.
func (c *Chart) Moment() *model.Snapshot { return c.cursor.exact }

// OpenCursor puts the cursor at the present round, and reports whether there is one.
func (c *Chart) OpenCursor() bool {
	if c.state.Shot == nil || c.state.Shot.Round == 0 {
		return false
	}
	c.lookAt(c.state.Shot.Round)
	return true
}

// CloseCursor removes the cursor, and shows all rounds.
func (c *Chart) CloseCursor() {
	c.cursor, c.drawn = cursor{}, nil
	c.rounds.Low, c.rounds.High = 0, 0
}

// keepCursor keeps the cursor within the existing rounds, and drops the values of another run.
func (c *Chart) keepCursor() {
	shot := c.state.Shot
	switch {
	case c.cursor.round == 0 || shot == nil:
	case shot.Round == 0:
		c.CloseCursor()
	case c.cursor.round > shot.Round:
		c.lookAt(shot.Round)
	case c.cursor.exact != nil && c.cursor.exact.Config != shot.Config:
		c.cursor.exact, c.drawn = nil, nil
	}
}

// MoveCursor moves the cursor by the given number of dots to the right.
func (c *Chart) MoveCursor(dots int) {
	c.View() // so that the picture is that of the newest range
	c.lookAt(c.picture.Move(c.cursor.round, dots))
}

func (c *Chart) lookAt(round int) {
	round = min(max(round, 1), c.state.Shot.Round)
	if at := float64(round); c.rounds.Fixed() && (at < c.rounds.Low || at > c.rounds.High) {
		// The visible part moves along.
		span := c.rounds.High - c.rounds.Low
		c.rounds.Low = max(at-span/2, 0)
		c.rounds.High = c.rounds.Low + span
	}
	c.cursor, c.drawn = cursor{round: round}, nil
}

// SetMoment sets the exact values of the round at the cursor, and which learners' plays differ
// from those of the round before.
func (c *Chart) SetMoment(shot *model.Snapshot, changed []bool) {
	if shot.Round == c.cursor.round && shot.Config == c.state.Shot.Config {
		c.cursor.exact, c.cursor.changed, c.drawn = shot, changed, nil
	}
}

const narrowest = 16 // the least number of rounds in a chart

// Zoom shows half as many rounds around the cursor, or twice as many for negative steps.
func (c *Chart) Zoom(steps int) {
	low, high := 0, c.state.Shot.Round
	if c.rounds.Fixed() {
		low, high = int(c.rounds.Low), int(c.rounds.High)
	}
	span := (high - low) / 2
	if steps < 0 {
		span = (high - low) * 2
	}
	span = max(span, narrowest)
	low = max(c.cursor.round-span/2, 0)
	high = min(low+span, c.state.Shot.Config.Horizon)
	c.drawn = nil
	if low == 0 && high >= c.state.Shot.Round {
		c.rounds.Low, c.rounds.High = 0, 0 // all rounds
		return
	}
	c.rounds.Low, c.rounds.High = float64(low), float64(high)
}

// Click chooses the learner or the arm whose name was clicked, or the round.
func (c *Chart) Click(x, y int) {
	series, named := c.picture.SeriesAt(x, y)
	round, plotted := c.picture.RoundAt(x)
	switch {
	case named && c.shown().OfArms:
		c.by.LookAtArm(series)
	case named:
		c.by.LookAtClicked(series)
	case plotted && c.state.Shot != nil && c.state.Shot.Round > 0:
		c.lookAt(round)
	}
}

// Scroll moves the cursor, if there is one.
func (c *Chart) Scroll(lines int) {
	if c.cursor.round > 0 {
		c.MoveCursor(lines)
	}
}

// mark puts the cursor into a chart. Its values come from the recorded curve, up to its grain,
// and from the chart at that round when the round itself is known.
func (c *cursor) mark(to *chart.Chart, at func(*model.Snapshot) *chart.Chart) {
	to.Cursor = float64(c.round)
	if c.exact == nil {
		return
	}
	then := at(c.exact)
	values := map[string]float64{}
	for i := range then.Lines {
		l := &then.Lines[i]
		values[l.Name] = l.At(float64(c.round))
	}
	for i := range to.Lines {
		l := &to.Lines[i]
		if v, ok := values[l.Name]; ok && l.Name != "" {
			l.AtCursor = &v
		}
	}
}

func (c *cursor) words(s State) []string {
	if c.round == 0 {
		return nil
	}
	words := []string{"round " + number.Count(c.round)}
	if c.exact == nil {
		return words
	}
	var released, changed []string
	for i := range c.exact.Learners {
		if s.Alone && i != s.At {
			continue
		}
		v := &c.exact.Learners[i]
		name := v.Spec.Label()
		if v.Released {
			released = append(released, name)
		}
		if v.Restarted {
			words = append(words, name+" found a change")
		}
		if c.changed[i] {
			changed = append(changed, name)
		}
	}
	if c.exact.Phase.From == c.round && c.round > 1 && !s.Hidden {
		words = append(words, "breakpoint")
	}
	if len(released) > 0 {
		words = append(words, "release: "+strings.Join(released, ", "))
	}
	if len(changed) > 0 {
		words = append(words, "change of arm: "+strings.Join(changed, ", "))
	}
	return words
}
