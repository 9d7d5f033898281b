package solve

import "regretscope/model/stats"

// trends finds out whether regret falls and rises between neighboring points, beyond chance.
func (a *Answer) trends() {
	for i := 1; i < len(a.Points); i++ {
		before, after := &a.Points[i-1], &a.Points[i]
		n := min(before.Runs, after.Runs)
		change := stats.Compare(after.regrets[:n], before.regrets[:n], level).Sign
		a.Falls = a.Falls || change < 0
		a.Rises = a.Rises || change > 0
	}
}

// refine finds the edges between neighboring points with different verdicts and joins them to
// spans.
func (s *search) refine() error {
	var decided []Point
	for _, p := range s.answer.Points {
		if p.Verdict != Undecided {
			decided = append(decided, p)
		}
	}
	end := func(value float64) Edge { return Edge{Value: value, Low: value, High: value, End: true, Reached: true} }
	var from Edge // the start of the current span
	for i, p := range decided {
		if i > 0 && decided[i-1].Verdict == p.Verdict {
			continue
		}
		edge := end(p.Value)
		if i > 0 {
			var err error
			if edge, err = s.edge(&decided[i-1], &p); err == nil {
				err = s.safe(&edge, &decided[i-1], &p)
			}
			if err != nil {
				return err
			}
		}
		switch {
		case p.Verdict == Holds:
			from = edge
		case i > 0:
			s.answer.Spans = append(s.answer.Spans, Span{from, edge})
		}
	}
	if n := len(decided); n > 0 && decided[n-1].Verdict == Holds {
		s.answer.Spans = append(s.answer.Spans, Span{from, end(decided[n-1].Value)})
	}
	return nil
}
