package scenarios

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

// changing returns a scenario with two arms that swap places at round 11 and become equal at round 31.
func changing(t *testing.T) *Scenario {
	t.Helper()
	s, err := (&Scenario{Name: "test", Kind: Changing, Feedback: Bandit, Horizon: 100, Epsilon: 1, Phases: []Phase{
		{From: 1, Arms: bernoullis(.9, .1)},
		{From: 11, Arms: bernoullis(.2, .7)},
		{From: 31, Arms: bernoullis(.5, .5)},
	}}).Finish()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPhases(t *testing.T) {
	s := changing(t)
	if got := s.Breakpoints(); !slices.Equal(got, []int{11, 31}) {
		t.Errorf("breakpoints %v", got)
	}
	for i, want := range []struct {
		best int
		mean float64
	}{{0, .9}, {1, .7}, {0, .5}} {
		// the first of equal arms
		if p := s.Phases[i]; !slices.Equal(p.Best, []int{want.best}) || p.BestMean != want.mean {
			t.Errorf("phase %d: best %v with %v, want %d with %v", i, p.Best, p.BestMean, want.best, want.mean)
		}
	}
	if s.Arms() != 2 || s.PlaySize() != 1 {
		t.Errorf("%d arms, plays of %d", s.Arms(), s.PlaySize())
	}
}

func TestFinishRefuses(t *testing.T) {
	two := Phase{From: 1, Arms: bernoullis(.5, .5)}
	phases := func(from ...int) []Phase {
		var list []Phase
		for _, f := range from {
			list = append(list, Phase{From: f, Arms: two.Arms})
		}
		return list
	}
	cases := []struct {
		name     string
		scenario Scenario
		want     string
	}{
		{"labels", Scenario{Epsilon: 1, Horizon: 1, Labels: []string{"A"}, Phases: phases(1)}, "labels: 1 given for 2 arms: give one for each arm, or omit them"},
		{"late start", Scenario{Epsilon: 1, Horizon: 1, Phases: phases(2)}, "phase 1: from must be 1, not 2"},
		{"order", Scenario{Epsilon: 1, Horizon: 1, Phases: phases(1, 5, 5)}, "phase 3: from must be above 5, where phase 2 starts"},
		{"sizes", Scenario{Epsilon: 1, Horizon: 1, Phases: []Phase{two, {From: 2, Arms: bernoullis(.5)}}}, "phase 2: 1 arms, but phase 1 has 2"},
		{"no arms", Scenario{Epsilon: 1, Horizon: 1, Phases: []Phase{{From: 1}}}, "arms: there must be at least one"},
		{"many phases", Scenario{Epsilon: 1, Horizon: 1, Phases: phases(make([]int, MaxPhases+1)...)}, "phase: 1,001 phases are too many, at most 1,000 are allowed"},
		{"no epsilon", Scenario{Horizon: 1, Phases: phases(1)}, "epsilon: must be a positive number or inf"},
		{"epsilon that nothing takes", Scenario{Epsilon: 9e-10, Horizon: 1, Phases: phases(1)}, "epsilon: must be at least 1e-09, or inf"},
		{"no horizon", Scenario{Epsilon: 1, Phases: phases(1)}, "horizon: must be a whole number from 1 to 10,000,000,000"},
		{"long horizon", Scenario{Epsilon: 1, Horizon: MaxHorizon + 1, Phases: phases(1)}, "horizon: must be a whole number from 1 to 10,000,000,000"},
		{"many arms", Scenario{Epsilon: 1, Horizon: 1, Phases: []Phase{{From: 1, Arms: bernoullis(make([]float64, MaxArms+1)...)}}}, "arms: 1,001 are too many, at most 1,000 are allowed"},
	}
	for _, c := range cases {
		if _, err := c.scenario.Finish(); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// X_j(t) does not depend on the order or number of calls.
func TestRewardsArePureFunctions(t *testing.T) {
	s := changing(t)
	const rounds = 60
	forward := s.Rewards(7)
	var want [2][rounds + 1]float64
	for round := range rounds + 1 {
		forward.Seek(round)
		for j := range want {
			want[j][round] = forward.At(j, round)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	shuffled := s.Rewards(7)
	for range 2000 {
		j, round := rng.IntN(2), rng.IntN(rounds+1)
		shuffled.Seek(round)
		if got := shuffled.At(j, round); got != want[j][round] {
			t.Fatalf("arm %d, round %d: %v out of order, %v in order", j, round, got, want[j][round])
		}
	}
}

func TestRewardsKnowTheirPhase(t *testing.T) {
	s := changing(t)
	r := s.Rewards(1)
	for _, c := range []struct{ round, phase, until int }{{0, 0, 11}, {1, 0, 11}, {10, 0, 11}, {11, 1, 31}, {30, 1, 31}, {31, 2, 0}, {1e9, 2, 0}, {5, 0, 11}} {
		if phase := r.Seek(c.round); phase != &s.Phases[c.phase] || r.Until() != c.until {
			t.Errorf("round %d: until %d, want phase %d until %d", c.round, r.Until(), c.phase, c.until)
		}
	}
}

// Draw returns the same rewards as At, up to the one that exceeds the losses.
func TestDrawIsAtRoundByRound(t *testing.T) {
	for _, text := range []string{"0.5", "0", "1", "beta(2,3)", "discrete(0:0.3,0.5:0.3,1:0.4)", "constant(0.75)"} {
		laws := param.Must(arm.ParseList("0.1 " + text))
		s := param.Must(FromArms("mine", laws, Bandit))
		rewards := s.Rewards(5)
		for _, size := range []int{0, 1, 40} {
			for _, losses := range []float64{0, .5, 1, 7.25, math.Inf(1)} {
				var want []float64
				sum, lost := 0.0, 0.0
				for len(want) < size && lost <= losses {
					x := rewards.At(1, 9+len(want))
					want, sum, lost = append(want, x), sum+x, lost+1-x
				}
				out := make([]float64, size)
				n, total := rewards.Draw(1, 9, out, losses)
				if !slices.Equal(out[:n], want) || total != sum {
					t.Errorf("%s, %d rewards, %v to lose: %v of sum %v, want %v of sum %v", text, size, losses, out[:n], total, want, sum)
				}
			}
		}
	}
}

// Rewards have their phase's means, and rounds are independent; |z| > 5 has probability 6·10⁻⁷ for each case.
func TestRewardsHaveTheirMeans(t *testing.T) {
	s := changing(t)
	const seeds = 2000
	for phase, p := range s.Phases {
		for j, mean := range p.Means {
			total, both := 0.0, 0.0
			for seed := range uint64(seeds) {
				r := s.Rewards(seed)
				r.Seek(p.From)
				x, y := r.At(j, p.From), r.At(j, p.From+1)
				total += x + y
				both += (x - mean) * (y - mean)
			}
			variance := mean * (1 - mean)
			if z := (total - 2*seeds*mean) / math.Sqrt(2*seeds*variance); math.Abs(z) > 5 {
				t.Errorf("phase %d, arm %d: mean %v, want %v (z = %.1f)", phase, j, total/(2*seeds), mean, z)
			}
			if z := both / (math.Sqrt(seeds) * variance); math.Abs(z) > 5 {
				t.Errorf("phase %d, arm %d: neighboring rounds are correlated (z = %.1f)", phase, j, z)
			}
		}
	}
}

// With shared draws, a better Bernoulli arm gives 1 whenever a worse one does; without, it does not.
func TestSharedDrawsCoupleTheArms(t *testing.T) {
	for _, shared := range []bool{true, false} {
		s := changing(t)
		s.SharedDraws = shared
		crossed := 0
		for round := 1; round <= 10; round++ {
			for seed := range uint64(50) {
				r := s.Rewards(seed)
				if r.At(1, round) > r.At(0, round) {
					crossed++
				}
			}
		}
		if (crossed == 0) != shared {
			t.Errorf("shared draws %v: the worse arm alone gave 1 in %d of 500 rounds", shared, crossed)
		}
	}
}
