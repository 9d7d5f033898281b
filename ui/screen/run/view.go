package run

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string { return s.Draw(s.theme, "", 0, 0, nil, s.draw) }

func (s *Screen) draw() kit.Block {
	if !s.places.Fits {
		return s.Instead(kit.TooSmall("the run screen", minWidth, minHeight, s.Width, s.Height+1), s.theme.Text)
	}
	over := s.modes.View(s.body())
	if s.Big() && over == nil {
		return s.drawBig()
	}
	lines := kit.Block{s.header(s.notices())}
	if over != nil {
		lines = append(lines, over...)
	} else {
		lines = append(lines, s.drawPanels(s.body().Height)...)
	}
	if !s.places.Privacy.Empty() {
		lines = append(lines, kit.FitLine(s.privacyLine(), s.Width))
	}
	if !s.places.Timeline.Empty() {
		lines = append(lines, s.timeline())
	}
	return lines
}

// privacyLine returns panel 3 in one line; empty if there is nothing to show.
func (s *Screen) privacyLine() string {
	if s.shown.shot == nil {
		return ""
	}
	focus := facts.Focus{Shot: s.shown.shot, Learner: s.focused(), Measure: s.measure}
	text := focus.PrivacyLine()
	if text == "" {
		return ""
	}
	return s.theme.Faint.Render("privacy ") + text
}

func (s *Screen) body() kit.Rect {
	around := s.places.Header.Height + s.places.Privacy.Height + s.places.Timeline.Height
	return kit.Rect{Y: s.places.Header.Height, Width: s.Width, Height: s.Height - around}
}

// notices returns the warnings in the header.
func (s *Screen) notices() string {
	notice := s.warnings.notice()
	if notice == "" {
		return ""
	}
	return s.theme.Warn.Render(notice) + "   "
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

// driveState has everything that a view depends on and that the driver changes by itself.
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
// young to draw again.
func (s *Screen) rests(now driveState) bool {
	rest := pause
	if s.Width*s.Height >= large {
		rest = largePause
	}
	now.shot, now.rate = s.shown.shot, s.shown.rate
	return now == s.shown && now.running && now.pace >= fast && s.driver.Now().Sub(s.synced) < rest
}

// header has the run on the left, and notices, the speed, and the round on the right.
func (s *Screen) header(notices string) string {
	mark, style := s.mark()
	_, kind := kindOf(s.shown.config.Scenario)
	least := min(len(s.scenario()), 16) + len(" · ") + len(kind)
	var right string
	var room int
	// Without room for the kind, the speed and then the word round are dropped.
	for _, right = range []string{
		notices + s.speed() + "   " + s.theme.Faint.Render("round ") + s.round(),
		notices + s.speed() + "   " + s.round(),
		notices + style.Render(kit.Right(mark, 2)) + " " + s.round(),
	} {
		if room = s.Width - ansi.StringWidth(right) - 2; room >= least {
			break
		}
	}
	return kit.Spread(s.subject(room), right, s.Width)
}

// subject describes the run in at most room cells. The least important parts are dropped first;
// the scenario's name and kind always stay.
func (s *Screen) subject(room int) string {
	const title, between = "regretscope", " · "
	config := s.shown.config
	scenario := config.Scenario
	compared := config
	if shot := s.shown.shot; shot != nil {
		compared = shot.Config // with the value of the dial
	}
	if s.hidden == others {
		compared = compared.Alone(compared.Learners[min(s.learner, len(compared.Learners)-1)])
	}
	kind, short := kindOf(scenario)
	parts := []struct {
		text string
		need int // parts with lower values are dropped first
	}{
		{s.scenario(), 5},
		{kind, 5},
		{fmt.Sprintf("K=%d", scenario.Arms()), 3},
		{"T=" + kit.Count(config.Horizon), 1},
		{epsilons(compared), 4},
		{fmt.Sprintf("seed %d", config.Seed), 2},
	}
	for need := range 6 {
		var texts []string
		for _, p := range parts {
			if p.need >= need && p.text != "" {
				texts = append(texts, p.text)
			}
		}
		left := strings.Join(texts, between)
		width := ansi.StringWidth(left)
		switch {
		case need == 0 && len(title)+3+width <= room:
			return s.theme.Title.Render(title) + "   " + s.theme.Strong.Render(left)
		case width <= room:
			return s.theme.Strong.Render(left)
		}
	}
	name := ansi.Truncate(s.scenario(), max(room-ansi.StringWidth(between+short), 4), theme.Ellipsis)
	return s.theme.Strong.Render(name + between + short)
}

// epsilons returns the learners' ε; of more than three values, the least and the greatest.
func epsilons(config *model.Config) string {
	var used []float64
	for _, spec := range config.Learners {
		e := spec.Epsilon(config.Epsilon)
		if spec.Privacy.TakesEpsilon() && !slices.Contains(used, e) {
			used = append(used, e)
		}
	}
	slices.Sort(used)
	texts := param.Map(used, kit.Epsilon)
	switch n := len(texts); {
	case n == 0:
		return ""
	case n > 3:
		return "ε=" + texts[0] + "…" + texts[n-1]
	}
	return "ε=" + strings.Join(texts, ", ")
}

// kindOf names the kind of a scenario, in a long and a short form.
func kindOf(s *scenarios.Scenario) (long, short string) {
	long = string(s.Kind)
	if s.Matroid != nil {
		long = s.Matroid.Kind() + " matroid"
	}
	short = long
	switch s.Feedback {
	case scenarios.SemiBandit:
		return long + ", semi-bandit", short
	case scenarios.Full:
		return long + ", full information", short + ", full info"
	default:
		return long + " bandit", short + " bandit"
	}
}

// speed returns the pace, and the actual rate if it is lower, in a fixed width.
func (s *Screen) speed() string {
	pace, rate := s.shown.pace, s.shown.rate
	unit := "/s"
	if s.Width >= spacious {
		unit = " rounds/s"
	}
	text := kit.Count(pace) + unit
	switch {
	case pace == drive.Fastest && s.shown.running && rate > 0:
		text = "max " + kit.Rate(rate) + unit
	case pace == drive.Fastest:
		text = "fastest"
	case s.shown.running && rate > 0 && rate < 0.85*float64(pace) && pace > 10:
		text = kit.Rate(rate) + " of " + text
	}
	mark, style := s.mark()
	return style.Render(kit.Right(mark+" "+text, speedWidth+len(unit)))
}

func (s *Screen) mark() (glyph string, style lipgloss.Style) {
	if s.shown.running {
		return theme.PlayGlyph, s.theme.Accent
	}
	return "||", s.theme.Faint
}

const (
	spacious   = 100                   // the least width at which units are written out
	speedWidth = len("|| max 990,000") // usually the longest
)

// round returns the present round in a fixed width.
func (s *Screen) round() string {
	round := 0
	if s.shown.shot != nil {
		round = s.shown.shot.Round
	}
	width := len(kit.Count(s.shown.config.Horizon))
	return s.theme.Strong.Render(kit.Right(kit.Count(round), width))
}

// timeline draws the horizon in one line, with releases, breakpoints, and the present round.
func (s *Screen) timeline() string {
	cells := s.Width - 2
	line := []rune(strings.Repeat("─", cells))
	config, head := s.shown.config, 0
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

// roundAt returns the round at cell x of a timeline.
func roundAt(x, width, horizon int) int {
	cells := width - 2
	share := float64(min(max(x-1, 0), cells-1)) / float64(max(cells-1, 1))
	return int(share * float64(horizon))
}

// Sentences says where the run is, for people who do not see the screen: the round, each
// learner's regret, and the play of the focused learner.
func (s *Screen) Sentences() []string {
	shot := s.Snapshot()
	if shot == nil {
		return []string{"The run is being prepared."}
	}
	c := shot.Config
	state := "paused"
	if s.driver.Running() {
		state = "running"
	}
	all := []string{fmt.Sprintf("Round %s of %s in %s, seed %d, %s.", kit.Count(shot.Round), kit.Count(c.Horizon),
		s.scenario(), c.Seed, state)}
	if shot.Round == 0 {
		all[0] += " No rounds played yet"
		if c.Waits() {
			all[0] += "."
		} else {
			all[0] += ": step plays one, go 5000 goes to a round."
		}
	}
	if s.Hides() {
		all = append(all, s.believed(shot))
	} else {
		var regrets []string
		for i := range shot.Learners {
			v := &shot.Learners[i]
			has := "has"
			if v.Spec.Plays().Waits() {
				has = "have"
			}
			regrets = append(regrets, fmt.Sprintf("%s %s regret %s", v.Spec.Label(), has, kit.Measured(v.Regret)))
		}
		all = append(all, strings.Join(regrets, ", ")+".")
	}
	view := &shot.Learners[s.learner]
	focus := "In focus: " + view.Spec.Label() + "."
	if shot.Round > 0 {
		focus = fmt.Sprintf("In focus: %s, which plays arm %s.", view.Spec.Label(), s.plays(view.Play))
	}
	if view.Spec.Plays().Waits() && shot.Round > 0 {
		focus = fmt.Sprintf("You pulled arm %s.", s.plays(view.Play))
	}
	if n := view.Account.Releases; n > 0 {
		focus += fmt.Sprintf(" Its last release was at the end of round %s. After %s, the costliest round has lost %s.",
			kit.Count(view.Account.Last.Round), kit.Plural(n, "release"), s.about().Cost())
	}
	return slices.Concat(all, []string{focus}, s.warnings.sentences(), s.you.sentences())
}

// Comparison says which learner has less regret, and why.
func (s *Screen) Comparison() []string {
	switch shot := s.Snapshot(); {
	case shot != nil && s.Hides() && s.shown.config.Waits():
		return []string{"Regret is hidden: reveal shows it."}
	case shot == nil || shot.Round == 0 || !s.Hides():
		return facts.Comparison(shot)
	}
	return []string{"Regret is hidden: hide nothing shows it."}
}

func (s *Screen) plays(arms []int) string {
	return facts.Names(s.shown.config.Scenario, arms, len(arms))
}

// PanelText returns the text of a panel, with as many lines as it needs.
func (s *Screen) PanelText(i int) []string {
	p := s.panels[i]
	if i >= s.visible() {
		return []string{"This learner has no such panel: it has no local channel."}
	}
	width, height := s.places.Panels[i].Inside()
	p.SetSize(max(width, 100), 200)
	lines := []string{p.Title()}
	if facts, ok := p.(interface{ Sentences() []string }); ok {
		lines = append(lines, facts.Sentences()...)
	} else {
		lines = append(lines, p.View()...)
	}
	p.SetSize(width, height)
	return lines
}

// Subject returns the word that explains the focused panel: the view of the chart, the learner,
// costliest round, the channel of the arm.
func (s *Screen) Subject() string {
	if s.shown.shot == nil {
		return ""
	}
	view := s.focused()
	switch p := s.panels[s.focus].(type) {
	case *panel.Chart:
		return s.chart.Shown()
	case *panel.Privacy:
		return p.Subject()
	case *panel.Reports:
		return view.Channels[max(s.arm, 0)].ID()
	}
	return view.Spec.ID
}
