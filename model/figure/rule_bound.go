package figure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/model/theory"
	"regretscope/noise/channel"
	"regretscope/noise/selection"
	"regretscope/scenarios/arm"
)

// Above says that mean regret at the horizon is at least the explicit lower bound
// of WW App. E, for every learner of the panel that it is stated for.
type Above struct{}

func (*Above) check(*Panel) error { return nil }

func (r *Above) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	s.eachSeries(func(point, l int, label string) {
		for _, curve := range s.Points[point].Theory(l) {
			if curve.Kind != theory.Lower {
				continue
			}
			k := s.last(point)
			bound := curve.At(s.round(point, k))
			m, i := mean(s.regrets(point, l, k), shared(confidence, len(s.Points)*len(s.Learners())))
			parts = append(parts, within(fmt.Sprintf("R of %s, where the bound is %.4g", label, bound), m, i, bound, math.Inf(1)))
		}
	})
	return all(parts)
}

// Below says that a learner's mean regret at the horizon is below the explicit
// bound of JZL Eq. (4), Σ {8 ln T/Δ² + 1 + π²/3} Δ with the gaps of the reports
// below the fraction.
type Below struct {
	Learners []string `toml:"learners"`
}

func (r *Below) check(p *Panel) error { return hasLearners(p, r.Learners...) }

func (r *Below) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	for point, c := range s.Points {
		for _, learner := range r.Learners {
			l, k := s.learner(learner), s.last(point)
			epsilon := c.Learners[l].Epsilon(c.Epsilon)
			through, err := channel.Parse(c.Channel, epsilon)
			if err != nil {
				continue // Check has read it
			}
			bound, gaps := 0., c.Scenario.Gaps()
			best := through.Mean(c.Scenario.Phases[0].Arms[c.Scenario.Phases[0].Best[0]])
			for j, law := range c.Scenario.Phases[0].Arms {
				if gaps[j] > 0 {
					reported := best - through.Mean(law)
					bound += (8*math.Log(float64(c.Horizon))/(reported*reported) + 1 + math.Pi*math.Pi/3) * gaps[j]
				}
			}
			m, i := mean(s.regrets(point, l, k), shared(confidence, len(s.Points)*len(r.Learners)))
			what := fmt.Sprintf("R of %s, where the bound is %.4g, %.3g times it", learner, bound, bound/m)
			parts = append(parts, within(name(what, s.Label(point)), m, i, math.Inf(-1), bound))
		}
	}
	return all(parts)
}

// Closest says that some learners' regret is closer than others' to Σ Δ/d_ε · ln T
// (Azize et al. 2025), where all of them are above it.
type Closest struct {
	Learners []string `toml:"learners"`
	Others   []string `toml:"others"`
}

func (r *Closest) check(p *Panel) error {
	return hasLearners(p, append(append([]string{}, r.Learners...), r.Others...)...)
}

func (r *Closest) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	n := len(s.Points) * len(r.Learners) * len(r.Others)
	for point, c := range s.Points {
		k := s.last(point)
		bound := theory.SlopeConstant(c.Scenario.Phases[0].Means, c.Epsilon) * math.Log(float64(s.round(point, k)))
		distances := func(learner string) []float64 {
			d := s.regrets(point, s.learner(learner), k)
			sign := 1.
			if stat.Mean(d, nil) < bound {
				sign = -1
			}
			for i := range d {
				d[i] = sign * (d[i] - bound)
			}
			return d
		}
		for _, a := range r.Learners {
			for _, b := range r.Others {
				d, i := difference(distances(a), distances(b), shared(confidence, n))
				what := fmt.Sprintf("distance of %s from the bound %.4g − that of %s", a, bound, b)
				parts = append(parts, within(name(what, s.Label(point)), d, i, math.Inf(-1), belowZero))
			}
		}
	}
	return all(parts)
}

// Picks says that the chance of being picked falls in the order of the means and
// is at most 1/j for the j-th action (WW Lemma 1). Sums of resampled rewards are
// binomial; without resampling the best action's reward is certain and the
// others are drawn, which is where it fails.
type Picks struct {
	Resampled bool `toml:"resampled"`
}

func (*Picks) computes() {}

func (*Picks) check(*Panel) error { return nil }

func (r *Picks) decide(s *Sample, _ float64) Verdict {
	var parts []Number
	epsilon := s.Points[0].Epsilon
	for _, m := range []selection.Mechanism{
		{Noise: selection.Laplace, Scale: 2 / epsilon},
		{Noise: selection.Exponential, Scale: 1 / epsilon},
		{Noise: selection.Gumbel, Scale: 2 / epsilon},
	} {
		rise, above := math.Inf(-1), math.Inf(-1)
		for _, means := range [][]float64{
			{.5, .499, .499}, {.9, .5, .5, .1}, {.8, .6, .6, .6, .6, .6, .6, .6}, {.02, .01, .01, 0}, {.5, .49, .48, .47, .46, .45},
		} {
			for length := 1; length <= 1<<14; length *= 4 {
				picks, err := r.picks(m, means, length)
				if err != nil {
					return Verdict{Outcome: Undecided, Numbers: []Number{}}
				}
				for j := range picks {
					above = max(above, picks[j]-1/float64(j+1))
					if j > 0 {
						rise = max(rise, picks[j]-picks[j-1])
					}
				}
			}
		}
		parts = append(parts,
			computed(fmt.Sprintf("%v: largest P[J=j+1] − P[J=j]", m), rise, rise <= 1e-11),
			computed(fmt.Sprintf("%v: largest P[J=j] − 1/j", m), above, above <= 1e-11))
	}
	return all(parts)
}

func (r *Picks) picks(m selection.Mechanism, means []float64, length int) ([]float64, error) {
	laws := make([]selection.Law, len(means))
	for j, mean := range means {
		var err error
		if laws[j], err = selection.Binomial(length, mean); err != nil {
			return nil, err
		}
		if sum := mean * float64(length); !r.Resampled && j == 0 && sum == math.Trunc(sum) {
			laws[j] = selection.Point(int(sum))
		}
	}
	return m.MixtureProbabilities(context.Background(), laws, nil)
}

// Coincide says that channels give Bernoulli rewards the same law of reports
// (JZL Eq. 21).
type Coincide struct {
	Channels []string `toml:"channels"`
}

func (*Coincide) computes() {}

func (r *Coincide) check(*Panel) error {
	if len(r.Channels) < 2 {
		return errors.New("channels-coincide: there must be at least two channels")
	}
	for _, text := range r.Channels {
		if _, err := channel.Parse(text, 1); err != nil {
			return err
		}
	}
	return nil
}

func (r *Coincide) decide(*Sample, float64) Verdict {
	largest := 0.
	for _, epsilon := range []float64{.1, .5, 1, 2, 5} {
		for mean := 0.; mean <= 1; mean += .125 {
			low, high := 1., 0.
			law, err := arm.NewBernoulli(mean)
			if err != nil {
				panic(err)
			}
			for _, text := range r.Channels {
				c, err := channel.Parse(text, epsilon)
				if err != nil {
					panic(err) // Check has read it
				}
				low, high = min(low, c.Mean(law)), max(high, c.Mean(law))
			}
			largest = max(largest, high-low)
		}
	}
	what := "largest difference of P[1] between " + strings.Join(r.Channels, ", ")
	return all([]Number{computed(what, largest, largest <= 1e-12)})
}
