package solve

import (
	"cmp"

	"regretscope/model/stats"
)

// trends finds out whether regret falls and rises between neighboring points, beyond chance.
func (a *Answer) trends() {
	for i := 1; i < len(a.Points); i++ {
		before, after := &a.Points[i-1], &a.Points[i]
		change := cmp.Compare(after.Regret, before.Regret)
		if n := min(before.Runs, after.Runs); !before.Exact || !after.Exact {
			change = stats.Compare(after.regrets[:n], before.regrets[:n], level).Sign
		}
		a.Falls = a.Falls || change < 0
		a.Rises = a.Rises || change > 0
	}
}

// refine finds the edges between neighboring decided points with different verdicts and joins the
// points to spans. A value that stays undecided between two where the condition holds, or at the
// end of the range, ends a span.
func (s *search) refine() error {
	points := s.answer.Points
	var from Edge // the start of the current span
	last := -1    // the decided point before
	for i := range points {
		p := &points[i]
		if p.Verdict == Undecided {
			continue
		}
		edge := at(p.Value, i > 0)
		switch {
		case last < 0:
		case points[last].Verdict != p.Verdict:
			var err error
			if edge, err = s.edge(&points[last], p); err == nil {
				err = s.safe(&edge, &points[last], p)
			}
			if err != nil {
				return err
			}
			if p.Verdict == Fails {
				s.answer.Spans = append(s.answer.Spans, Span{from, edge})
			}
		case i-last > 1 && p.Verdict == Holds:
			s.answer.Spans = append(s.answer.Spans, Span{from, at(points[last].Value, true)})
		default:
			edge = from // the span goes on
		}
		from, last = edge, i
	}
	if last >= 0 && points[last].Verdict == Holds {
		s.answer.Spans = append(s.answer.Spans, Span{from, at(points[last].Value, last < len(points)-1)})
	}
	return nil
}

// at returns the edge at the end of the range, or, if it is open, beside an undecided value.
func at(value float64, open bool) Edge {
	return Edge{Value: value, Low: value, High: value, End: !open, Open: open, Reached: true}
}

// Undecided returns the values of the scan that stay undecided.
func (a *Answer) Undecided() (values []float64) {
	for _, p := range a.Points {
		if p.Verdict == Undecided {
			values = append(values, p.Value)
		}
	}
	return values
}
