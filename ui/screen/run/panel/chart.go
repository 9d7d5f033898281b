package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/chart"
	"regretscope/ui/chart/curves"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/theme"
)

// Chart shows curves over rounds, in one of several views.
type Chart struct {
	base
	view   *curves.View
	rounds chart.Axis // logarithmic or not, and which rounds
	logY   bool       // values
	mode   overlay.Mode
	cycles bool           // an overlay was requested before it was known which there are
	cache  *overlay.Cache // of theory, shared with other screens

	cursor cursor
	guided bool // a lesson has the keys that play rounds
	big    bool // drawn for the back row
	room   int  // rows for a legend in large letters

	picture chart.Picture
}

// NewChart returns the panel with the first view, on a logarithmic or linear axis of rounds. guided
// means that a lesson or a game has the keys that play rounds.
func NewChart(t *theme.Theme, by Watcher, cache *overlay.Cache, log, guided bool) *Chart {
	c := &Chart{
		base: base{theme: t, by: by}, view: curves.First(), cache: cache,
		rounds: chart.Axis{Log: log}, guided: guided,
	}
	c.lines = c.draw
	return c
}

// Cycle goes on to another view with something to show, or back for negative steps.
func (c *Chart) Cycle(steps int) {
	if c.state.Shot != nil {
		in := c.input()
		c.view, c.drawn = c.view.Instead(in).Next(in, steps), nil
	}
}

// ToggleLog changes between a linear and a logarithmic axis of rounds.
func (c *Chart) ToggleLog() { c.rounds.Log, c.drawn = !c.rounds.Log, nil }

// ToggleLogValues changes between a linear and a logarithmic axis of values.
func (c *Chart) ToggleLogValues() { c.logY, c.drawn = !c.logY, nil }

// NextCharset changes the characters of lines, in all charts.
func (c *Chart) NextCharset() theme.Charset {
	c.theme.Charset, c.drawn = c.theme.Charset.Next(), nil
	return c.theme.Charset
}

// SetBig switches the drawing for the back row on or off.
func (c *Chart) SetBig(big bool) { c.big, c.drawn = big, nil }

// Big reports whether the chart is drawn for the back row: with few lines, in blocks instead of dots.
func (c *Chart) Big() bool { return c.big }

// Legend returns the rows of the legend in large letters, which may take room rows.
func (c *Chart) Legend(width, room int) int {
	c.room = room
	if c.state.Shot == nil {
		return 0
	}
	described, _ := c.describe()
	return described.Legend(c.look(), width)
}

// describe returns the chart as plain data, with notes about its overlay.
func (c *Chart) describe() (*chart.Chart, []string) {
	described, notes := c.shown().Chart(c.input())
	described.Large, described.Room = c.big, c.room
	return described, notes
}

// look returns the theme with the character set for lines.
func (c *Chart) look() *theme.Theme {
	if !c.big || c.theme.Charset != theme.Braille {
		return c.theme
	}
	thick := *c.theme
	thick.Charset = theme.Blocks
	return &thick
}

func (c *Chart) SetState(s State) {
	c.base.SetState(s)
	c.keepCursor()
}

func (c *Chart) input() curves.Input {
	in := curves.Input{
		Shot: c.state.Shot, Names: c.state.Shot.Config.NamesWithLoss(), Focus: c.state.At, Arm: c.state.Arm, Rounds: c.rounds, LogValues: c.logY,
		Guided: c.guided, Hidden: c.state.Hidden, Alone: c.state.Alone, Overlay: c.mode,
	}
	switch fan := c.state.Fan; {
	case fan != nil && !c.big:
		in.Fan = fan.near(c.height)
	case fan != nil: // from the back row, only few curves can be told apart, and only short names read
		for _, v := range fan.Variants {
			if v.Name = strings.Replace(v.Name, " ", "=", 1); math.IsInf(v.Learner.Epsilon, 1) {
				in.Fan = append(in.Fan, v)
			}
		}
	}
	if c.big {
		in.Names = nil
	}
	in.Theory, in.Known = c.cache.Theory(c.state.Shot.Config, c.state.At)
	return in
}

// CycleOverlay goes on to the next overlay of this view for the focused learner. It returns an error if there is
// none; there may be one until the theory is known.
func (c *Chart) CycleOverlay() error {
	in := c.input()
	if !in.Known {
		c.cycles = true
		return nil
	}
	modes := c.view.Instead(in).Modes(in)
	c.mode, c.drawn = modes[(max(slices.Index(modes, c.mode), 0)+1)%len(modes)], nil
	if len(modes) == 1 {
		return fmt.Errorf("%s has no overlay in this view", c.state.Learner.Spec.Label())
	}
	return nil
}

// Request returns the command that computes what an overlay needs, or nil if that is known or being computed.
func (c *Chart) Request() tea.Cmd {
	if (c.mode == overlay.Off && !c.cycles) || c.state.Shot == nil {
		return nil
	}
	return c.cache.Compute(c.state.Shot.Config, c.state.At)
}

// Take stores the result of Request's command, and goes on to a requested overlay.
func (c *Chart) Take(msg overlay.ComputedMsg) error {
	c.cache.Store(msg)
	c.drawn = nil
	if !c.cycles {
		return nil
	}
	c.cycles = false
	return c.CycleOverlay()
}

// shown returns the chosen view, or another one if the chosen view would reveal hidden values.
func (c *Chart) shown() *curves.View {
	if c.state.Shot == nil {
		return c.view
	}
	return c.view.Instead(c.input())
}

func (c *Chart) Title() string {
	view := c.shown()
	if view.OfArms {
		return c.titled(view.Title, " · ")
	}
	return view.Title
}

// Shown returns the title of the view that is shown.
func (c *Chart) Shown() string { return c.shown().Title }

// Remark returns what a reader must know about the chart, the most important first, as far as there is room.
func (c *Chart) Remark() string {
	parts := c.cursor.words(c.state)
	if c.big && len(parts) > 0 {
		parts = parts[1:] // the round is in large digits
	}
	if c.cycles {
		parts = append(parts, overlay.Computing)
	}
	if c.state.Shot != nil && c.shown().Compares() {
		if words, _ := c.state.Shot.Config.Unlike(); words != "" {
			parts = append(parts, words)
		}
	}
	if c.rounds.Log {
		parts = append(parts, "log rounds")
	}
	switch {
	case c.logY && c.picture.Log:
		parts = append(parts, "log values")
	case c.logY:
		parts = append(parts, "linear: values within a decade")
	}
	if remark := c.shown().Remark; remark != "" {
		parts = append(parts, remark)
	}
	const around = 8 // cells of the frame, the panel's number and the focus
	room := c.width - around - ansi.StringWidth(c.Title())
	for len(parts) > 0 && ansi.StringWidth(strings.Join(parts, " · ")) > room {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, " · ")
}

func (c *Chart) draw() []string {
	in, view := c.input(), c.shown()
	described, notes := c.describe()
	c.cursor.mark(described, func(shot *model.Snapshot) *chart.Chart {
		in := in
		in.Shot, in.Overlay = shot, overlay.Off
		then, _ := view.Chart(in)
		return then
	})
	captions := overlay.Captions(notes, c.width, c.height)
	c.picture = described.Picture(c.look(), c.width, c.height-len(captions))
	return append(c.picture.Lines, captions...)
}

// Described returns the chart as it is on screen, as plain data, with its title.
func (c *Chart) Described() (title string, described *chart.Chart) {
	if c.state.Shot == nil {
		return "", nil
	}
	in := c.input()
	in.Names = nil // files name learners as all files do
	described, _ = c.shown().Chart(in)
	return c.Title(), described
}

// Chosen returns the name of the chosen view; empty for the first.
func (c *Chart) Chosen() string {
	if c.view == curves.First() {
		return ""
	}
	return c.view.Name()
}

// SetView chooses a view by its name, or the first view. A view with nothing to show is not drawn.
func (c *Chart) SetView(name string) {
	if v, err := curves.Find(name); err == nil {
		c.view, c.drawn = v, nil
	}
}

// Show goes to the view with a name, by default the next.
func (c *Chart) Show(name string) error {
	switch {
	case name == "":
		c.Cycle(+1)
		return nil
	case c.state.Shot == nil:
		return nil
	}
	v, err := curves.Named(name, c.input())
	if err == nil {
		c.view, c.drawn = v, nil
	}
	return err
}

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
