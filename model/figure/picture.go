package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/param"
)

// Reported returns the rounds that a grid point reports.
func (s *Sample) Reported(point int) []int { return s.series(point, 0).At }

// Values is what the panel's y axis shows of a learner at the reported round with index k: a
// value of each run and what it is scaled by, or one value that is computed.
func (s *Sample) Values(point, learner, k int) (values []float64, scale float64, computed bool) {
	switch s.Panel.Y.Shows {
	case ExpectedExact:
		if e := s.exact(point, learner, k); s.Runs == 0 || !math.IsNaN(e) {
			return []float64{e}, 1, true
		}
	case Return:
		return s.returns(point, learner, k), 1, false
	case RegretByLog:
		return s.regrets(point, learner, k), 1 / math.Log(float64(s.round(point, k))), false
	}
	return s.regrets(point, learner, k), 1, false
}

// Curves returns the grid points that differ in only their place on the x axis.
func (s *Sample) Curves() [][]int {
	var groups [][]int
	var names []string
	for p := range s.Points {
		name := s.CurveLabel(p)
		i := slices.Index(names, name)
		if i < 0 {
			i, names, groups = len(names), append(names, name), append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

// CurveLabel returns a grid point's label without what the x axis shows.
func (s *Sample) CurveLabel(point int) string {
	if s.Panel.X.Shows == GapAxis {
		return ""
	}
	var parts []string
	for part := range strings.SplitSeq(s.Points[point].Scenario.Name, ",") {
		key, _, _ := strings.Cut(part, "=")
		if !slices.Contains([]string{"K", "L", "length", "rank", "gap"}, key) {
			parts = append(parts, part)
		}
	}
	if !slices.Contains([]Quantity{PrivacyAxis, InverseAxis, SlopeAxis}, s.Panel.X.Shows) && len(s.Panel.epsilons()) > 1 {
		parts = append(parts, fmt.Sprintf("ε = %s", param.FormatNumber(s.Points[point].Epsilon)))
	}
	return strings.Join(parts, ",")
}

// ShortNames returns the learners' names beside lines: one whose id no other has stands
// alone, and where all have the same id only the parameters count.
func (s *Sample) ShortNames() []string {
	ids := map[string]int{}
	for _, text := range s.Learners() {
		id, _, _ := strings.Cut(text, ",")
		ids[id]++
	}
	names := slices.Clone(s.Learners())
	for i, text := range names {
		id, rest, found := strings.Cut(text, ",")
		name := id
		if d, err := learners.Find(id); err == nil {
			name = d.Name
		}
		switch {
		case ids[id] == 1:
			names[i] = name
		case len(ids) == 1 && found:
			names[i] = strings.ReplaceAll(strings.TrimPrefix(rest, "noise="), ",", " ")
		default:
			text = name + strings.TrimPrefix(text, id)
			names[i] = strings.ReplaceAll(strings.ReplaceAll(text, ",noise=", " "), ",", " ")
		}
	}
	return names
}
