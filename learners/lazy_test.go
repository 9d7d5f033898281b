package learners_test

import (
	"math"
	"testing"
)

// HHMH's lazy bandits against their second writing, by mean regret and mean
// pulls of every arm. At the bound of 5.5 standard errors the chance of a false
// alarm is 4·10⁻⁸ a comparison and below 4·10⁻⁶ for all of them together. The
// companions are references with one constant off; they must be rejected. That
// Lazy-DP-TS has the right noise cannot be seen in its play, which hardly
// changes with it, but in its releases: see the ledger's test in model.
func TestLazyBanditsAgreeWithTheirReference(t *testing.T) {
	right, lower, quieter := [2]float64{3, 1}, [2]float64{2.8, 1}, [2]float64{3, .9}
	two, apart, hhmh := []float64{.7, .4}, []float64{.9, .1}, []float64{.75, .625, .5, .375, .25}
	cases := []struct {
		name, learner string
		constants     [2]float64 // the reference's factor of ln t, and its noise scale in 1/ε
		means         []float64
		epsilon       float64
		rounds, runs  int
		accept, heavy bool
	}{
		{"ucb, 2 arms, ε=.25", "anytime-lazy-ucb", right, two, .25, 500, 500, true, false},
		{"ucb, 2 arms, ε=.5", "anytime-lazy-ucb", right, apart, .5, 20, 25_000, true, false},
		{"ucb, 2 arms, ε=.5, noise 10% low", "anytime-lazy-ucb", quieter, apart, .5, 20, 25_000, false, false},
		{"ucb, 2 arms, ε=2", "anytime-lazy-ucb", right, apart, 2, 60, 5000, true, false},
		{"ucb, 2 arms, ε=2, 2.8 ln t", "anytime-lazy-ucb", lower, apart, 2, 60, 5000, false, false},
		{"ucb, 5 arms, ε=1", "anytime-lazy-ucb", right, hhmh, 1, 2000, 200, true, false},
		{"ucb, 5 arms, ε=∞", "anytime-lazy-ucb", right, hhmh, math.Inf(1), 1000, 200, true, false},
		{"ts, 2 arms, ε=.25", "lazy-dp-ts", right, two, .25, 500, 200, true, false},
		{"ts, 2 arms, ε=1", "lazy-dp-ts", right, apart, 1, 300, 600, true, false},
		{"ts, 2 arms, ε=1, 2.8 ln t", "lazy-dp-ts", lower, apart, 1, 300, 600, false, false},
		{"ts, 5 arms, ε=1", "lazy-dp-ts", right, hhmh, 1, 500, 150, true, false},
		{"ts, 2 arms, ε=∞", "lazy-dp-ts", right, two, math.Inf(1), 500, 200, true, false},
		{"ucb, long, ε=.25", "anytime-lazy-ucb", right, hhmh, .25, 20_000, 20, true, true},
		{"ucb, long, ε=1", "anytime-lazy-ucb", right, hhmh, 1, 20_000, 20, true, true},
		{"ucb, long, ε=1, 2.8 ln t", "anytime-lazy-ucb", lower, hhmh, 1, 20_000, 40, false, true},
		{"ts, long, ε=.25", "lazy-dp-ts", right, hhmh, .25, 20_000, 20, true, true},
		{"ts, long, ε=1", "lazy-dp-ts", right, hhmh, 1, 20_000, 20, true, true},
	}
	for _, c := range cases {
		if c.heavy && effort == 1 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			runs := c.runs * effort
			reference := lazyReference{c.learner == "lazy-dp-ts", c.epsilon, c.constants[0], c.constants[1]}
			wantRegret, wantPulls := reference.simulate(c.means, c.rounds, runs)
			regret, pulls := simulate(configure(t, bernoulliArms(t, c.means...), c.learner, c.epsilon, c.rounds), runs)
			z := []float64{deviation(regret, wantRegret)}
			for j := range pulls {
				z = append(z, deviation(pulls[j], wantPulls[j]))
			}
			accepted := true
			for _, x := range z {
				accepted = accepted && math.Abs(x) < 5.5
			}
			if accepted != c.accept {
				t.Errorf("accepted %v, should be %v: z of regret and pulls %.1f", accepted, c.accept, z)
			}
		})
	}
}

// deviation is the difference of two means in units of its standard error.
func deviation(x, y []float64) float64 {
	a, b := summarise(x), summarise(y)
	if a.mean == b.mean {
		return 0
	}
	return (a.mean - b.mean) / math.Hypot(a.se, b.se)
}

// With next to no privacy budget the rewards drown in the noise: no arm is
// preferred, and the mean regret is that of uniform play. |z| > 5 has a chance
// of 6·10⁻⁷. A larger budget must be noticed.
func TestTinyEpsilonLearnsNothing(t *testing.T) {
	t.Parallel()
	means := []float64{.9, .5, .1}
	const rounds, runs = 300, 400 * effort
	for _, learner := range []string{"anytime-lazy-ucb", "lazy-dp-ts"} {
		for epsilon, uniform := range map[float64]bool{1e-6: true, 4: false} {
			regret, _ := simulate(configure(t, bernoulliArms(t, means...), learner, epsilon, rounds), runs)
			got := summarise(regret)
			if z := (got.mean - .4*rounds) / got.se; (math.Abs(z) < 5) != uniform {
				t.Errorf("%s at ε = %v: regret %.2f ± %.2f, uniform play has %v", learner, epsilon, got.mean, got.se, .4*rounds)
			}
		}
	}
}
