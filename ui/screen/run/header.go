package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/run/drive"
)

// A header draws the state of a run in the first line of the screen, and its timeline.
type header struct {
	theme *theme.Theme
	shown *drive.State
	focus *Focus
	width int
}

// line draws the run on the left, and notices, the speed, and the round on the right.
func (h *header) line(notices string) string {
	mark, style := h.mark()
	_, kind := kindOf(h.shown.Config.Scenario)
	least := min(ansi.StringWidth(withoutParameters(h.focus.scenario())), 30) + ansi.StringWidth(" · "+kind)
	var right string
	var room int
	// If there is no room, the kind is dropped first, then the speed, then the word round.
	for _, right = range []string{
		notices + h.speed() + "   " + h.theme.Faint.Render("round ") + h.round(),
		notices + h.speed() + "   " + h.round(),
		notices + style.Render(kit.Right(mark, 2)) + " " + h.round(),
	} {
		if room = h.width - ansi.StringWidth(right) - 2; room >= least {
			break
		}
	}
	return kit.Spread(h.subject(room), right, h.width)
}

// subject describes the run in at most room cells. The least important parts are dropped first;
// the scenario's name and kind always stay.
func (h *header) subject(room int) string {
	const title, between = "regretscope", " · "
	config := h.shown.Config
	scenario := config.Scenario
	compared := config
	if shot := h.shown.Shot; shot != nil {
		compared = shot.Config // with the value of the dial
	}
	if h.focus.hidden == others {
		compared = compared.Alone(compared.Learners[min(h.focus.Learner, len(compared.Learners)-1)])
	}
	kind, short := kindOf(scenario)
	parts := []struct {
		text string
		need int // parts with lower values are dropped first
	}{
		{h.focus.scenario(), 5},
		{kind, 5},
		{fmt.Sprintf("K=%d", scenario.Arms()), 3},
		{"T=" + number.Count(config.Horizon), 1},
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
			return h.theme.Title.Render(title) + "   " + h.theme.Strong.Render(left)
		case width <= room:
			return h.theme.Strong.Render(left)
		}
	}
	name := ansi.Truncate(withoutParameters(h.focus.scenario()), max(room-ansi.StringWidth(between+short), 4), theme.Ellipsis)
	return h.theme.Strong.Render(name + between + short)
}

// withoutParameters returns a title without the parameters at its end: experts, K=64 is experts.
func withoutParameters(title string) string {
	for {
		at := strings.LastIndex(title, ", ")
		if at < 0 || !strings.Contains(title[at:], "=") {
			return title
		}
		title = title[:at]
	}
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
	texts := param.Map(used, number.Setting)
	switch n := len(texts); {
	case n == 0:
		return ""
	case n > 3:
		return "ε=" + texts[0] + "…" + texts[n-1]
	}
	return "ε=" + strings.Join(texts, ", ")
}

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
func (h *header) speed() string {
	pace, rate := h.shown.Pace, h.shown.Rate
	unit := "/s"
	if h.width >= spacious {
		unit = " rounds/s"
	}
	width := speedWidth + len(unit)
	text := number.Count(pace) + unit
	switch {
	case pace == drive.Fastest && h.shown.Running && rate > 0:
		text = "max " + number.Rate(rate) + unit
	case pace == drive.Fastest:
		text = "fastest"
	case h.shown.Running && rate > 0 && rate < 0.85*float64(pace) && pace > 10:
		text = number.Rate(rate) + " of " + text
	}
	if one := strings.TrimSuffix(text, " rounds/s"); one == "1" || strings.HasSuffix(one, " 1") {
		text = strings.Replace(text, "rounds", "round", 1)
	}
	mark, style := h.mark()
	return style.Render(kit.Right(mark+" "+text, width))
}

func (h *header) mark() (glyph string, style lipgloss.Style) {
	if h.shown.Running {
		return theme.PlayGlyph, h.theme.Accent
	}
	return "||", h.theme.Faint
}

const (
	spacious   = 100                   // the least width at which units are written out
	speedWidth = len("|| max 990,000") // usually the longest
)

// round returns the present round in a fixed width.
func (h *header) round() string {
	round := 0
	if h.shown.Shot != nil {
		round = h.shown.Shot.Round
	}
	width := len(number.Count(h.shown.Config.Horizon))
	return h.theme.Strong.Render(kit.Right(number.Count(round), width))
}

// timeline draws the horizon in one line, with releases, breakpoints, and the present round.
func (h *header) timeline() string {
	cells := h.width - 2
	line := []rune(strings.Repeat("─", cells))
	config, head := h.shown.Config, 0
	if shot := h.shown.Shot; shot != nil {
		events := shot.Learners[h.focus.Learner].Events
		for i, happened := range events {
			if happened {
				line[min(i*cells/len(events), cells-1)] = []rune(theme.EventGlyph)[0]
			}
		}
		head = cellOf(shot.Round, cells, config.Horizon)
	}
	for _, t := range config.Scenario.Breakpoints() {
		if t <= config.Horizon && h.focus.hidden == nothing {
			line[cellOf(t, cells, config.Horizon)] = []rune(theme.BreakGlyph)[0]
		}
	}
	t := h.theme
	return t.Faint.Render("├") + t.Accent.Render(string(line[:head])) + t.Strong.Render(theme.HeadGlyph) +
		t.Faint.Render(string(line[head+1:])+"┤")
}

func cellOf(round, cells, horizon int) int {
	return min(int(float64(max(round-1, 0))/float64(horizon)*float64(cells)), cells-1)
}

func roundAt(x, width, horizon int) int {
	cells := width - 2
	share := float64(min(max(x-1, 0), cells-1)) / float64(max(cells-1, 1))
	return int(share * float64(horizon))
}
