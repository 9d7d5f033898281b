package learners_test

import (
	"math"
	"testing"

	"regretscope/noise"
)

// The three noises by name, at a scale.
var noisesByName = map[string]func(scale float64) func(*noise.Stream) float64{
	"laplace": func(b float64) func(*noise.Stream) float64 {
		return func(s *noise.Stream) float64 { return s.Laplace(b) }
	},
	"exponential": func(b float64) func(*noise.Stream) float64 {
		return func(s *noise.Stream) float64 { return s.Exponential(b) }
	},
	"gumbel": func(b float64) func(*noise.Stream) float64 {
		return func(s *noise.Stream) float64 { return s.Gumbel(b) }
	},
}

// The picks of the noisy leaders after every epoch of a fixed history against
// their laws: a softmax for Gumbel noise on four actions, closed forms for two
// actions under Laplace and exponential noise. A false alarm comes at 10⁻⁶ a
// case; the law of noise 10% larger, and that of half the scale, are rejected.
func TestLeadersPickByTheirLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds, no goroutines of its own: nothing that the race detector could find")
	}
	// ahead turns the lead g of the first of two actions, in scales, into the
	// chance that it is picked.
	ahead := func(win func(g float64) float64) func(sums []float64, scale float64) []float64 {
		return func(sums []float64, scale float64) []float64 {
			p := win(math.Abs(sums[0]-sums[1]) / scale)
			if sums[0] < sums[1] {
				p = 1 - p
			}
			return []float64{p, 1 - p}
		}
	}
	laplace := ahead(func(g float64) float64 { return 1 - math.Exp(-g)*(.5+g/4) })
	exponential := ahead(func(g float64) float64 { return 1 - math.Exp(-g)/2 })
	softmax := func(sums []float64, scale float64) []float64 {
		law, total := make([]float64, len(sums)), 0.0
		for j, sum := range sums {
			law[j] = math.Exp(sum / scale)
			total += law[j]
		}
		for j := range law {
			law[j] /= total
		}
		return law
	}
	// Leads grow and change sides: what is picked depends on the epoch alone.
	history := func(k int) (rows [][]float64) {
		for t := 1; t <= 64; t++ {
			row := make([]float64, k)
			for j := range row {
				row[j] = .5 + .1*float64(j) - .2*oneIf(t >= 16 && t < 32)*float64(j)
			}
			rows = append(rows, row)
		}
		return rows
	}
	cases := []struct {
		learner string
		rows    [][]float64
		law     func(sums []float64, scale float64) []float64
		scale   float64 // at ε = 1
	}{
		{"rnm-ftnl,noise=gumbel,scale=2", history(4), softmax, 2},
		{"rnm-ftnl,noise=gumbel,scale=.7", history(3), softmax, .7},
		{"rnm-ftnl,noise=laplace,scale=2", history(2), laplace, 2},
		{"rnm-ftnl,noise=laplace,scale=1", history(2), laplace, 1},
		{"rnm-ftnl,noise=exponential,scale=1", history(2), exponential, 1},
		{"ftnl", history(2), laplace, 2},
	}
	for _, c := range cases {
		t.Run(c.learner, func(t *testing.T) {
			t.Parallel()
			all := playCounts(t, c.learner, c.rows, 20_000*effort)
			var counts [][]float64 // of the picks after epochs: plays of rounds 2, 4, 8, …
			for first := 2; first <= len(all); first *= 2 {
				counts = append(counts, all[first-1])
			}
			p := map[float64]float64{}
			for _, factor := range []float64{1, 1.1, .5} {
				p[factor] = chance(counts, func(epoch int) []float64 {
					sums := make([]float64, len(c.rows[0]))
					for _, row := range c.rows[1<<(epoch-1)-1 : 1<<epoch-1] {
						for j, x := range row {
							sums[j] += x
						}
					}
					return c.law(sums, factor*c.scale)
				})
			}
			if p[1] < 1e-6 {
				t.Errorf("χ² has a chance of %.2g", p[1])
			}
			if p[1.1] > 1e-6 || p[.5] > 1e-6 {
				t.Errorf("wrong scales are accepted: %v", p)
			}
		})
	}
}

// The learners of full information once more: all rows of rewards are kept, and
// sums are made anew whenever they are needed.

// slowLeader is RNM-FTNL (HHMH Alg. 4, WW Alg. 1), FTNL, or, with always, plain
// Follow-the-Leader.
type slowLeader struct {
	stream   noise.Stream
	draw     func(*noise.Stream) float64 // one action's noise
	resample bool
	always   bool
	lag      int // epochs that are summed before the newest; 0 is right
	rows     [][]float64
	play     int
}

func newSlowLeader(s banditSetting, draw func(*noise.Stream) float64, resample, first bool) *slowLeader {
	l := &slowLeader{stream: noise.NewStream(noise.Key(s.seed, noise.Learning)), draw: draw, resample: resample}
	if !first {
		l.play = l.stream.IntN(s.arms)
	}
	return l
}

func (l *slowLeader) choose(int) int {
	if l.always {
		l.play = l.leader(l.rows)
	}
	return l.play
}

func (l *slowLeader) observe(t int, row []float64) {
	kept := append([]float64(nil), row...)
	for j, x := range kept {
		if l.resample && x != 0 && x != 1 {
			kept[j] = 0
			if l.stream.Float64() < x {
				kept[j] = 1
			}
		}
	}
	l.rows = append(l.rows, kept)
	if l.always {
		return
	}
	for first := 1; first <= t; first *= 2 { // epochs are rounds first, …, 2·first − 1
		if t == 2*first-1 {
			from := first - 1
			for range l.lag {
				from /= 2
			}
			l.play = l.leader(l.rows[from:])
		}
	}
}

// leader is the action of the largest noisy sum, ties by one draw.
func (l *slowLeader) leader(rows [][]float64) int {
	best, tied := math.Inf(-1), []int(nil)
	for j := range rows[0] {
		sum := 0.0
		for _, row := range rows {
			sum += row[j]
		}
		switch sum += l.draw(&l.stream); {
		case sum > best:
			best, tied = sum, []int{j}
		case sum == best:
			tied = append(tied, j)
		}
	}
	if len(tied) == 1 {
		return tied[0]
	}
	return tied[l.stream.IntN(len(tied))]
}
