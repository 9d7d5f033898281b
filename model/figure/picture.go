package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model/stats"
	"regretscope/noise/declare"
)

// A Picture is what a panel shows: lines with their intervals, on axes that may
// be logarithmic. A panel over rounds has one for each grid point.
type Picture struct {
	Title      string
	X, Y       Quantity
	LogX, LogY bool
	Lines      []Line
}

// A Line is a learner's.
type Line struct {
	Name   string
	Series int  // the learner's number in the panel
	Median bool // of the runs, where their mean misleads
	Points []Point
}

// A Point of a line: Y with its 95 % interval, NaN where it has none.
type Point struct{ X, Y, Low, High float64 }

// Medians reports whether there are lines of medians.
func (p *Picture) Medians() bool {
	return slices.ContainsFunc(p.Lines, func(l Line) bool { return l.Median })
}

// Intervals reports whether points have intervals.
func (p *Picture) Intervals() bool {
	return slices.ContainsFunc(p.Lines, func(l Line) bool {
		return slices.ContainsFunc(l.Points, func(at Point) bool { return !math.IsNaN(at.Low) })
	})
}

// A Spread is the middle of a sample and what is drawn around it.
type Spread func(sample []float64) (middle, low, high float64)

// Pictures are what the panel shows; none before a run is finished, unless it
// shows what is computed. Without a spread points are means with intervals of 95 %.
func (s *Sample) Pictures(by Spread) []Picture {
	if s.Runs == 0 && s.Panel.Y.Shows != ExpectedExact {
		return nil
	}
	var all []Picture
	switch s.Panel.X.Shows {
	case Rounds:
		for p := range s.Points {
			picture := s.blank(s.Label(p))
			for l, learner := range s.shortNames() {
				picture.Lines = append(picture.Lines, s.overRounds(p, l, learner, by)...)
			}
			all = append(all, picture)
		}
	case WindowAxis:
		picture := s.blank(s.Panel.Title)
		line := Line{Name: "all windows"}
		for l, learner := range s.Learners() {
			line.Points = append(line.Points, s.point(lastNumber(learner), 0, l, s.last(0), by))
		}
		picture.Lines = []Line{line}
		all = append(all, picture)
	default:
		for _, points := range s.alike() {
			picture := s.blank(s.rest(points[0]))
			for l, learner := range s.shortNames() {
				line := Line{Name: learner, Series: l}
				for _, p := range points {
					line.Points = append(line.Points, s.point(s.x(p), p, l, s.last(p), by))
				}
				slices.SortStableFunc(line.Points, func(a, b Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(b.Y, a.Y)) })
				// Where several grid points share an x, the largest is drawn, as claims are judged.
				line.Points = slices.CompactFunc(line.Points, func(a, b Point) bool { return a.X == b.X })
				picture.Lines = append(picture.Lines, line)
			}
			all = append(all, picture)
		}
	}
	if len(all) == 1 {
		all[0].Title = "" // the panel's says it all
	}
	return all
}

func (s *Sample) blank(title string) Picture {
	return Picture{Title: title, X: s.Panel.X.Shows, Y: s.Panel.Y.Shows, LogX: s.Panel.X.Log, LogY: s.Panel.Y.Log}
}

// overRounds is a learner's line at a grid point and, where means are misled by
// heavy tails at the end, a second one of medians.
func (s *Sample) overRounds(point, learner int, name string, by Spread) []Line {
	line := Line{Name: name, Series: learner}
	median := Line{Series: learner, Median: true}
	heavy := by == nil && s.Panel.Y.Shows == Regret && s.Runs > 1 && stats.Summarise(s.regrets(point, learner, s.last(point))).HeavyTails
	for k, t := range s.series(point, learner).At {
		if s.Panel.Y.Shows == RegretByLog && t < 2 {
			continue
		}
		line.Points = append(line.Points, s.point(float64(t), point, learner, k, by))
		if heavy {
			sorted := s.regrets(point, learner, k)
			slices.Sort(sorted)
			median.Points = append(median.Points, Point{float64(t), stats.Quantile(sorted, .5), math.NaN(), math.NaN()})
		}
	}
	if heavy {
		return []Line{line, median}
	}
	return []Line{line}
}

// point is what the y axis shows of a learner at a reported round.
func (s *Sample) point(x float64, point, learner, k int, by Spread) Point {
	none := math.NaN()
	switch s.Panel.Y.Shows {
	case ExpectedExact:
		if e := s.exact(point, learner, k); s.Runs == 0 || !math.IsNaN(e) {
			return Point{x, e, none, none}
		}
	case Return:
		return interval(x, s.returns(point, learner, k), 1, by)
	case RegretByLog:
		return interval(x, s.regrets(point, learner, k), 1/math.Log(float64(s.round(point, k))), by)
	}
	return interval(x, s.regrets(point, learner, k), 1, by)
}

func interval(x float64, sample []float64, scale float64, by Spread) Point {
	if by != nil {
		m, low, high := by(sample)
		return Point{x, scale * m, scale * low, scale * high}
	}
	m, i := stats.StudentInterval(sample, stats.Confidence)
	if !(i.Low < i.High) { // of one run, or of equal ones
		return Point{x, scale * m, math.NaN(), math.NaN()}
	}
	return Point{x, scale * m, scale * max(i.Low, 0), scale * i.High} // neither regret nor a return is negative
}

// alike are the grid points that differ in nothing but their place on the x axis.
func (s *Sample) alike() [][]int {
	var groups [][]int
	var names []string
	for p := range s.Points {
		name := s.rest(p)
		i := slices.Index(names, name)
		if i < 0 {
			i, names, groups = len(names), append(names, name), append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

// rest is a grid point's label without what the x axis shows.
func (s *Sample) rest(point int) string {
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
		parts = append(parts, fmt.Sprintf("ε = %s", declare.FormatNumber(s.Points[point].Epsilon)))
	}
	return strings.Join(parts, ",")
}

// shortNames are the learners' names beside lines: one whose id no other has stands
// alone, and where all have the same id only the parameters count.
func (s *Sample) shortNames() []string {
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
