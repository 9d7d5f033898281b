package twin

import (
	"fmt"
	"math"
	"strings"

	mechanism "regretscope/noise/audit"
	"regretscope/noise/privacy"
	"regretscope/ui/chart"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// viewErrors draws the observer's two errors beside the trade-off curve that no
// observer can be below.
func (s *Screen) viewErrors(width, height int) []string {
	if s.curves == nil {
		return kit.Styled("What this learner loses beyond ε is not known, so that there is no curve to compare with.", width, 0, s.theme.Faint)
	}
	return s.curves.TradeOff(s.shot.measured()).Draw(s.theme, width, height)
}

// measured are the errors as they were counted, with their limits, or before that as
// they are, where that is known.
func (s *snapshot) measured() notions.Measured {
	o := &s.Observer
	x, y := o.Exact[0], o.Exact[1]
	spot := chart.Spot{Series: notions.SeriesShown, Name: "observer, exactly", X: x, Y: y, From: x, To: x, Low: y, High: y}
	switch {
	case o.Runs > 0:
		spot.Name = kit.Plural(o.Runs, "noise")
		spot.X, spot.Y = o.Errors()
		spot.From, spot.To = mechanism.ClopperPearson(o.Wrong[0], o.Runs, chance)
		spot.Low, spot.High = mechanism.ClopperPearson(o.Wrong[1], o.Runs, chance)
	case math.IsNaN(x):
		return notions.Measured{}
	}
	return notions.Measured{Spots: []chart.Spot{spot}}
}

// Sentences say the two errors and the curve without drawing. The other parts are read
// from the view.
func (s *Screen) Sentences() []string {
	if s.shot == nil || s.part != mistakes {
		return nil
	}
	said := []string{s.choice().Label() + ": " + s.shot.Verdict.Line() + ".", s.shot.lesson(s.curves)}
	if o := &s.shot.Observer; o.Runs > 0 {
		first, second := o.Errors()
		said = append(said, fmt.Sprintf("In %s the observer was wrong in %s of runs in A and %s in B.", kit.Plural(o.Runs, "noise"), percent(first), percent(second)))
	}
	if s.curves != nil {
		said = append(said, s.curves.Sentences()...)
	}
	return said
}

// Headline is the first sentence of what is to be seen now.
func (s *Screen) Headline() string {
	if s.shot == nil {
		return ""
	}
	first, _, more := strings.Cut(s.said(), ". ")
	if more {
		first += "."
	}
	return first
}

// rule says when the observer says B.
func (s *snapshot) rule() string {
	says := s.Observer.Says
	switch n := len(says); {
	case n == 0:
		return "Saying A always"
	case n == 1:
		return "Saying B at “" + says[0] + "”"
	default:
		return fmt.Sprintf("Saying B at %d outcomes", n)
	}
}

// lesson says what the observer's errors and μ mean, in plain words.
func (s *snapshot) lesson(c *notions.Curves) string {
	first, second := s.Observer.Errors()
	exactly := ""
	if !math.IsNaN(s.Observer.Exact[0]) {
		first, second, exactly = s.Observer.Exact[0], s.Observer.Exact[1], "exactly "
	}
	if math.IsNaN(first) {
		return "Space: run both universes with many noises, and count how often an observer is wrong about which one it sees."
	}
	text := fmt.Sprintf("%s is wrong in %s%s of runs in A and %s in B. ", s.rule(), exactly, percent(first), percent(second))
	if c == nil {
		return text
	}
	mu, is := c.Mu.Upper, "μ = "
	switch {
	case mu == 0:
		return text + "μ = 0: no observer can do better than to guess."
	case math.IsInf(mu, 1):
		return text + "μ = ∞: no noise keeps the errors of other observers away from 0."
	case c.Mu.Status != privacy.Exact:
		is = "μ ≤ "
	}
	return text + fmt.Sprintf("%s%s: no test beats that of a normal variable against its shift by %s.", is, kit.Loss(mu), kit.Loss(mu))
}
