package overlay

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

// Theory returns the lines of a mode from the theory of one learner, and a note on each with its
// claim, as well as on what has no line; or a note on why there is nothing, and found false. First
// is the number of other lines in the chart, so that these look different.
func (p *Picture) Theory(all []theory.Curve, m Mode, first int) (lines []chart.Line, notes []string, found bool) {
	if m == Off || p.Round < 1 {
		return nil, nil, false
	}
	for _, curve := range all {
		if modeOf[curve.Kind] != m || p.Of == Return {
			continue
		}
		name, at := "exact", curve.At
		if curve.Kind != theory.Exact {
			name, _, _ = strings.Cut(curve.Source, ",")
		}
		scale := 1.0
		if curve.Kind == theory.Rate { // its constant is unknown
			name, scale = "shape of "+name, p.Regret/at(p.Round)
		}
		drawn := curve.Kind != theory.Words && number.Finite(scale) && scale > 0
		if drawn {
			points := p.points(func(round int) float64 { return scale * at(round) })
			lines = append(lines, chart.Line{Name: name, Series: first + len(lines), Guide: true, Points: points})
		}
		notes = append(notes, p.claim(curve, drawn))
	}
	found = len(notes) > 0
	switch {
	case found:
	case p.Of == Return:
		notes = []string{"overlay " + m.String() + ": only regret views have overlays; v changes the view"}
	default:
		notes = []string{"overlay " + m.String() + ": " + absent[m]}
	}
	return lines, notes, found
}

// absent holds the reasons why modes show nothing.
var absent = [modes]string{
	Exact:  "this learner's exact expectation cannot be computed here",
	Bounds: "no lower bound is known for this learner here",
	Rates:  "no theorem on this learner's regret is stated for this scenario",
}

var modeOf = map[theory.Kind]Mode{
	theory.Exact: Exact, theory.Rate: Rates,
	theory.Lower: Bounds, theory.Slope: Bounds, theory.Words: Bounds,
}

// claim returns the claim of a curve, with its present value and its source. The value comes
// first, because the end may be cut off; a rate has no value.
func (p *Picture) claim(c theory.Curve, drawn bool) string {
	source := " (" + c.Source + ")"
	switch c.Kind {
	case theory.Rate:
		if drawn {
			source = ", drawn through the present point" + source
		}
		return "≤ const · " + c.Label + source
	case theory.Words:
		return strings.TrimSuffix(c.Label+source, " ()")
	case theory.Slope: // a bound on the limit of regret / ln t, not on regret at any one round
		value := number.Value(c.Coefficient)
		if p.Of == Regret {
			value += " · ln t"
		}
		return "≥ " + value + " as t → ∞: " + strings.TrimSuffix(c.Label, " · ln t") + source
	}
	value := number.Value(p.value(p.Round, c.At(p.Round)))
	if c.Kind == theory.Lower {
		return "≥ " + value + ": " + c.Label + source
	}
	return c.Label + " " + value + ", " + c.Source
}

// Captions breaks notes into lines below a chart, as many as fit into a quarter of its height.
func Captions(notes []string, width, height int) (lines []string) {
	for _, note := range notes {
		lines = append(lines, kit.Wrap(note, width, 2)...)
	}
	return kit.Cut(lines, width, height/4)
}

// Computing is the note while curves are being computed.
const Computing = "overlay: computing …"

// maxKept is the number of learners whose curves a cache keeps: more than a person looks at, in
// little memory.
const maxKept = 64

// A Cache holds the theory of learners in configurations, each computed once, outside of the event
// loop. The zero value is ready to use.
type Cache struct {
	curves map[subject]*ComputedMsg // nil: being computed
}

// A subject is everything that theory depends on: neither the seed nor the other learners.
type subject struct {
	scenario *scenarios.Scenario
	choice   string
	channel  string
	epsilon  float64
	horizon  int
}

func subjectOf(c *model.Config, learner int) subject {
	return subject{c.Scenario, c.Learners[learner].String(), c.Channel, c.Epsilon, c.Horizon}
}

// ComputedMsg brings the curves that Compute computed; pass it to Store.
type ComputedMsg struct {
	subject subject
	curves  []theory.Curve
}

// Theory returns the theory of a learner in a configuration; ok is false while it is unknown.
func (s *Cache) Theory(c *model.Config, learner int) (curves []theory.Curve, ok bool) {
	if found := s.curves[subjectOf(c, learner)]; found != nil {
		return found.curves, true
	}
	return nil, false
}

// Compute returns the command that computes the theory of a learner; nil if it is known or
// being computed.
func (s *Cache) Compute(c *model.Config, learner int) tea.Cmd {
	of := subjectOf(c, learner)
	if _, begun := s.curves[of]; begun {
		return nil
	}
	if s.curves == nil || len(s.curves) >= maxKept {
		s.curves = map[subject]*ComputedMsg{}
	}
	s.curves[of] = nil
	return func() tea.Msg { return ComputedMsg{of, c.Theory(learner)} }
}

// Store puts computed curves in the cache.
func (s *Cache) Store(msg ComputedMsg) { s.curves[msg.subject] = &msg }
