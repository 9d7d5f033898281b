package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/number"
)

// Reported returns the rounds that a grid point reports.
func (s *Sample) Reported(point int) []int { return s.series(point, 0).At }

// Values returns the y values of a learner at the reported round with index k: one for each
// run, and their scale; or a single computed value.
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

// Curves groups the grid points that differ only in x.
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

// CurveLabel returns a grid point's label without the part that the x axis shows.
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
	showsEpsilon := slices.Contains([]Quantity{PrivacyAxis, InverseAxis, SlopeAxis}, s.Panel.X.Shows)
	if !showsEpsilon && len(s.Panel.epsilons()) > 1 {
		parts = append(parts, fmt.Sprintf("ε = %s", number.Format(s.Points[point].Epsilon)))
	}
	return strings.Join(parts, ",")
}

// ShortNames returns short names for the legend: the learner's name if its id is unique, and
// only the parameters if all ids are equal.
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
