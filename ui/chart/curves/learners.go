package curves

import (
	"math"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

// history are the recorded samples of a learner, and the present one. Where the
// samples at even distances begin late, those of the first rounds come before.
func history(in Input, view *model.View, value func(*model.Sample) float64) chart.Points {
	samples, early := view.Curve.Linear, view.Curve.Log
	if in.Log {
		samples, early = early, nil
	}
	return func(yield func(int, float64) bool) {
		last := 0
		for i := range early {
			if len(samples) == 0 || early[i].Round >= samples[0].Round {
				break
			}
			if last = early[i].Round; !yield(last, value(&early[i])) {
				return
			}
		}
		for i := range samples {
			if last = samples[i].Round; !yield(last, value(&samples[i])) {
				return
			}
		}
		if last < in.Shot.Round {
			present := present(in.Shot, view)
			_ = yield(in.Shot.Round, value(&present))
		}
	}
}

// present is what the recorder would keep of the present round.
func present(shot *model.Snapshot, view *model.View) model.Sample {
	return model.Sample{
		Round: shot.Round, Regret: view.Regret, Return: view.Return,
		Worst: view.Worst, User: view.Account.User,
		Pulls: view.Pulls, Estimates: view.Estimates,
	}
}

// each makes one line a learner.
func each(in Input, value func(*model.Sample) float64) []chart.Line {
	lines := make([]chart.Line, len(in.Shot.Views))
	for i := range in.Shot.Views {
		view := &in.Shot.Views[i]
		lines[i] = chart.Line{
			Name: view.Choice.Label(), Series: i, Selected: i == in.Focus,
			Points: history(in, view, value),
		}
	}
	return lines
}

func regret(in Input) []chart.Line {
	return each(in, func(s *model.Sample) float64 { return s.Regret })
}

// regretPerLog is flat for a learner of logarithmic regret.
func regretPerLog(in Input) []chart.Line {
	return each(in, func(s *model.Sample) float64 {
		if s.Round < 2 {
			return math.NaN()
		}
		return s.Regret / math.Log(float64(s.Round))
	})
}

func perRound(in Input) []chart.Line {
	return each(in, func(s *model.Sample) float64 { return s.Return })
}

// optimum is the expected per-round return of always playing what is best.
func optimum(in Input) []chart.Line {
	if in.Shot.Round == 0 {
		return nil
	}
	view := &in.Shot.Views[in.Focus]
	return []chart.Line{{
		Name: "optimal policy", Series: chart.Neutral, Guide: true, Dotted: true,
		Points: history(in, view, func(s *model.Sample) float64 { return bestReturn(in.Shot, s.Round) }),
	}}
}

// bestReturn is (1/t) Σ over rounds up to t of the best expected reward.
func bestReturn(shot *model.Snapshot, t int) float64 {
	sum, phases := 0.0, shot.Config.Scenario.Phases
	for i := range phases {
		from, to := phases[i].From, t+1
		if i+1 < len(phases) {
			to = min(to, phases[i+1].From)
		}
		sum += phases[i].BestMean * float64(max(to-from, 0))
	}
	return sum / float64(t)
}

func spent(in Input) []chart.Line {
	return each(in, func(s *model.Sample) float64 { return s.Worst })
}

// privacy writes an ε so that a tiny one does not read as none at all.
func privacy(epsilon float64) string {
	if epsilon > 0 && epsilon < 5e-4 {
		return kit.Short(epsilon)
	}
	return kit.Measured(epsilon)
}

// allowed is the ε that the focused learner was given.
func allowed(in Input) []chart.Line {
	epsilon := in.Shot.Views[in.Focus].Epsilon
	if in.Shot.Round == 0 || math.IsInf(epsilon, 1) {
		return nil
	}
	return []chart.Line{{
		Name: "ε as set", Series: chart.Neutral, Guide: true, Dotted: true,
		Points: chart.Const(epsilon, in.Shot.Round),
	}}
}
