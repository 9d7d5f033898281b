package solve

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise"
	"regretscope/noise/param"
)

// An invented learner: its mean regret by the value of the parameter; runs vary by a tenth, and
// half of their variance is common to all values.
type invented func(value float64) float64

func (mean invented) regrets(seed int) func(value float64, runs int) ([]float64, error) {
	normal := func(words ...uint64) float64 {
		cell := noise.At(noise.Key(uint64(seed), noise.Rewards, words...), 0)
		return distuv.UnitNormal.Quantile(cell.Float64())
	}
	return func(value float64, runs int) ([]float64, error) {
		all := make([]float64, runs)
		for i := range all {
			own, shared := normal(uint64(i), math.Float64bits(value)), normal(uint64(i))
			all[i] = mean(value) * (1 + .1*(own+shared)/math.Sqrt2)
		}
		return all, nil
	}
}

// At least 270 of 300 intervals contain the edge: at 95%, a correct program fails with probability 6·10⁻⁴ in each
// case that is not decided by tests alone. An edge two tolerances off is in few of them.
func TestIntervalsCoverEdges(t *testing.T) {
	const times, below = 120, 100
	for _, c := range []struct {
		name      string
		mean      invented
		edge      float64
		tolerance float64
		whole     bool
		from, to  float64
	}{
		{"straight", func(v float64) float64 { return 100 * math.Pow(v, -.3) }, 1, .05, false, .5, 2},
		{"rising", func(v float64) float64 { return 100 * math.Pow(v, .3) }, 1, .05, false, .5, 2},
		{"bent as AnytimeLazyUCB's", func(v float64) float64 { return 91.7 + 8.3*math.Pow(v, -3) }, 1, .05, false, .6, 2},
		{"bent, to a hundredth", func(v float64) float64 { return 91.7 + 8.3*math.Pow(v, -3) }, 1, .02, false, .6, 2},
		{"a jump", func(v float64) float64 { return 105 - 10*math.Floor(min(v, 1)) }, 1, .05, false, .5, 2},
		{"few whole numbers", func(v float64) float64 { return 100 * math.Pow(6.5/v, .5) }, 7, .05, true, 2, 20},
		{"few whole numbers, rising", func(v float64) float64 { return 100 * math.Pow(v/6.5, .5) }, 6, .05, true, 2, 20},
		{"many whole numbers", func(v float64) float64 { return 100 * math.Pow(499.5/v, .5) }, 500, .05, true, 300, 900},
		{"many whole numbers, rising", func(v float64) float64 { return 100 * math.Pow(v/500.5, .5) }, 500, .05, true, 300, 900},
	} {
		covered, beside, wide, runs := 0, 0, 0, 0
		for seed := range times {
			s := &search{
				Problem: &Problem{Config: &model.Config{Horizon: 1000}, Below: below, Tolerance: c.tolerance}, ctx: t.Context(), progress: quiet,
				answer: &Answer{Low: c.from, High: c.to, Whole: c.whole}, regrets: c.mean.regrets(seed), exact: inexact,
			}
			from := param.Must(s.point(c.from, DecideRuns))
			to := param.Must(s.point(c.to, DecideRuns))
			e := param.Must(s.edge(&from, &to))
			contains := func(x float64) int {
				if e.Low <= x && x <= e.High {
					return 1
				}
				return 0
			}
			covered += contains(c.edge)
			beside += contains(c.edge*(1+2*c.tolerance)) + contains(c.edge/(1+2*c.tolerance))
			runs += e.At.Runs

			if !e.Reached {
				wide++
			}
		}
		t.Logf("covered %d, beside %d, wide %d of %d, %d runs", covered, beside, wide, times, runs/times)
		if covered < 108 || beside > 12 || wide > 2 {
			t.Errorf("%s: of %d intervals %d contain the edge, %d one that is off, %d are too wide", c.name, times, covered, beside, wide)
		}
	}
}

// A point reports that a few runs decide its mean.
func TestPointsSayWhatMisleads(t *testing.T) {
	p := Point{regrets: append(slices.Repeat([]float64{1}, 19), 100), threshold: slices.Repeat([]float64{50}, 20)}
	if p.decide(); !p.Misleads {
		t.Errorf("a mean of %v of 19 runs of 1 and one of 100 misleads", p.Regret)
	}
	for n, want := range map[int]Verdict{20: Undecided, 40: Holds} {
		p := Point{regrets: slices.Repeat([]float64{1}, n), threshold: slices.Repeat([]float64{50}, n)}
		if p.decide(); p.Misleads || p.Verdict != want {
			t.Errorf("%d equal runs: %+v, want %s", n, p, want)
		}
	}
}

func quiet(string, trials.Progress) {}

func inexact(float64) (regret, limit float64, ok bool) { return 0, 0, false }

// However early a search ends, what it knows is true: the condition holds from the safe end of an edge on, which lies
// within its bounds; and a search that goes on for longer knows no less.
func TestEarlyAnswersAreTrue(t *testing.T) {
	width := math.Inf(1)
	for calls := 1; ; calls++ {
		ctx, cancel := context.WithCancel(t.Context())
		left, learner := calls, invented(func(v float64) float64 { return 100 * math.Pow(v, -.3) }).regrets(2)
		s := &search{
			Problem: &Problem{Config: &model.Config{Horizon: 1000}, Below: 100, Tolerance: .05}, ctx: ctx, progress: quiet,
			answer: &Answer{Low: .01, High: 100}, exact: inexact,
			regrets: func(value float64, runs int) ([]float64, error) {
				if left--; left < 0 {
					cancel()
					return nil, context.Cause(ctx)
				}
				return learner(value, runs)
			},
		}
		err := s.scan()
		err = cmp.Or(err, s.refine())
		a := s.answer
		for _, span := range a.Spans {
			e := span.From
			if e.Unmeasured == (err == nil) || e.Low > 1 || e.High < 1 || e.Safe.Value < 1 || !span.To.End {
				t.Errorf("after %d tests, %v: %+v", calls, err, span)
			}
			if e.High-e.Low > width {
				t.Errorf("after %d tests, the limit is within %v, and before within %v", calls, e.High-e.Low, width)
			}
			width = e.High - e.Low
		}
		if len(a.Points) != min(calls, scanned) {
			t.Errorf("%d values after %d tests", len(a.Points), calls)
		}
		if cancel(); err == nil {
			break
		}
	}
	if width > .11 {
		t.Errorf("the limit is known within %v", width)
	}
}
