package run

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/words"
	"regretscope/scenarios"
	"regretscope/ui/box"
	"regretscope/ui/drive"
	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

// header says what is run on the left, and how far it is on the right. Parts of
// the left are left out where there is no room, the least important first.
func (s *Screen) header() string {
	right := s.speed() + "   " + s.round()
	room := s.width - ansi.StringWidth(right) - 2
	config := s.Config()
	scenario := config.Scenario
	parts := []struct {
		text string
		need int // parts of lower need go first
	}{
		{scenario.Name, 9},
		{kind(scenario), 2},
		{fmt.Sprintf("K=%d", scenario.Arms()), 5},
		{"T=" + numeral.Count(config.Horizon), 3},
		{"ε=" + epsilon(config.Epsilon), 4},
		{fmt.Sprintf("seed %d", config.Seed), 6},
	}
	name := "regretscope"
	for need := range 9 {
		var texts []string
		for _, p := range parts {
			if p.need >= need {
				texts = append(texts, p.text)
			}
		}
		if need > 0 {
			name = "" // the program's name is what is missed least
		}
		left := strings.Join(texts, " · ")
		if name != "" {
			left = name + "   " + left
		}
		if ansi.StringWidth(left) <= room || need == 8 {
			left = s.theme.Strong.Render(strings.Join(texts, " · "))
			if name != "" {
				left = s.theme.Title.Render(name) + "   " + left
			}
			return box.Spread(left, right, s.width)
		}
	}
	return ""
}

func kind(s *scenarios.Scenario) string {
	return string(s.Kind) + " " + map[scenarios.Feedback]string{
		scenarios.Bandit: "bandit", scenarios.SemiBandit: "semi-bandit", scenarios.Full: "full information",
	}[s.Feedback]
}

func epsilon(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return words.FormatNumber(x)
}

// speed is the pace, and what of it is achieved where that is less. It is as
// wide whatever it says, so that nothing beside it moves.
func (s *Screen) speed() string {
	pace, rate := s.shown.pace, s.shown.rate
	mark, style := "||", s.theme.Faint
	if s.shown.running {
		mark, style = theme.PlayGlyph, s.theme.Accent
	}
	unit := "/s"
	if s.width >= spacious {
		unit = " rounds/s"
	}
	text := numeral.Count(pace) + unit
	switch {
	case pace == drive.Fastest && s.shown.running && rate > 0:
		text = "max " + numeral.Rate(rate) + unit
	case pace == drive.Fastest:
		text = "fastest"
	case s.shown.running && rate > 0 && rate < 0.85*float64(pace) && pace > 10:
		text = numeral.Rate(rate) + " of " + text
	}
	return style.Render(numeral.Right(mark+" "+text, speedWidth+len(unit)))
}

const (
	spacious   = 100                   // columns from which units are written out
	speedWidth = len("|| max 990 000") // the longest as a rule
)

// round is the present round, as wide as the horizon so that nothing moves.
func (s *Screen) round() string {
	round := 0
	if s.shown.shot != nil {
		round = s.shown.shot.Round
	}
	width := len(numeral.Count(s.Config().Horizon))
	return s.theme.Faint.Render("round ") + s.theme.Strong.Render(numeral.Right(numeral.Count(round), width))
}
