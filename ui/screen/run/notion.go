package run

import (
	"fmt"
	"math"
	"strings"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/noise/privacy"
)

// firstMeasure is ε, and for δ half the ε that is set: at ε itself it is 0 where the
// claim holds.
func firstMeasure(c *model.Config) privacy.Measure {
	m := privacy.Measure{Notion: privacy.Epsilon, At: 1}
	if !math.IsInf(c.Epsilon, 1) {
		m.At = c.Epsilon / 2
	}
	return m
}

// toNotion goes to a notion by its name, delta also with an ε; without one to the
// next.
func (g *gaze) toNotion(text string) (said string, err error) {
	next := g.measure.Next()
	if words := strings.Fields(text); len(words) > 0 {
		notion, known := privacy.ParseNotion(words[0])
		next.Notion = notion
		switch {
		case !known:
			return "", fmt.Errorf("notion %s: must be one of %s", words[0], strings.Join(privacy.Notions(), ", "))
		case len(words) == 2 && notion == privacy.Delta:
			at, err := declare.ParseNumber(words[1])
			if err != nil || !(at >= 0) || math.IsInf(at, 1) {
				return "", fmt.Errorf("notion delta %s: ε must be a number of at least 0", words[1])
			}
			next.At = at
		case len(words) > 1:
			return "", fmt.Errorf("notion %s: only delta takes a number, its ε", text)
		}
	}
	g.measure = next
	return "privacy is shown as " + meaning(next), nil
}

func meaning(m privacy.Measure) string {
	switch m.Notion {
	case privacy.Rho:
		return "ρ of zero-concentrated privacy (zCDP)"
	case privacy.Mu:
		return "μ of Gaussian differential privacy"
	case privacy.Delta:
		return m.String() + " of (ε,δ)-privacy; :notion delta 0.1 sets another ε"
	}
	return "ε"
}
