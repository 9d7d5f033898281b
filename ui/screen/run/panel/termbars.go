package panel

import (
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/kit/theme"
)

const (
	shortestTermBar = 10
	longestTermBar  = 32
)

// termBars draw what scores are made of as bars: the terms that are added, one
// behind the other, each with a shade of its own.
type termBars struct {
	width   int
	roles   []learners.Role // by column
	longest float64         // sum of terms that fills the width
}

// termShades are the shades of terms that add up, with what they are called.
var termShades = map[learners.Role]struct {
	glyph, name string
	style       func(*theme.Theme) lipgloss.Style
}{
	learners.Estimate:     {"█", "estimate", func(t *theme.Theme) lipgloss.Style { return t.Text }},
	learners.Confidence:   {"▓", "tried little", func(t *theme.Theme) lipgloss.Style { return t.Accent }},
	learners.PrivacyBonus: {"▒", "privacy", func(t *theme.Theme) lipgloss.Style { return t.Warn }},
	learners.Noise:        {"░", "noise", func(t *theme.Theme) lipgloss.Style { return t.Faint }},
}

// newTermBars makes the bars of an explanation; nil where its terms do not add up
// to what is compared.
func newTermBars(e *learners.Explanation, width int) *termBars {
	b := &termBars{width: width}
	added := 0
	for _, c := range e.Columns {
		b.roles = append(b.roles, c.Role)
		if _, ok := termShades[c.Role]; ok {
			added++
		}
	}
	for i := range e.Arms {
		if sum := b.sum(&e.Arms[i]); !math.IsInf(sum, 0) {
			b.longest = max(b.longest, sum)
		}
	}
	if added < 2 || b.longest <= 0 {
		return nil
	}
	return b
}

// sum is the length of an arm's bar: what is added, and nothing that is taken away.
func (b *termBars) sum(arm *learners.ArmTerms) float64 {
	sum := 0.0
	for c, v := range arm.Values {
		if _, ok := termShades[b.roles[c]]; ok && v > 0 {
			sum += v
		}
	}
	return sum
}

// head names the shades, as many as there is room for.
func (b *termBars) head() string {
	var names []string
	for _, role := range b.roles {
		if shade, ok := termShades[role]; ok {
			names = append(names, shade.glyph+" "+shade.name)
		}
	}
	return ansi.Truncate(strings.Join(names, " "), b.width, theme.Ellipsis)
}

// draw is the bar of one arm. A term that is taken away, as noise may be, has no
// part of its own.
func (b *termBars) draw(t *theme.Theme, arm *learners.ArmTerms) string {
	var line strings.Builder
	drawn, at := 0, 0.0
	for c, v := range arm.Values {
		shade, ok := termShades[b.roles[c]]
		if !ok || !(v > 0) {
			continue
		}
		at += v
		to := int(math.Round(min(at/b.longest, 1) * float64(b.width)))
		line.WriteString(shade.style(t).Render(strings.Repeat(shade.glyph, max(to-drawn, 0))))
		drawn = max(to, drawn)
	}
	return line.String()
}
