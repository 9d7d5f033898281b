package learners

import (
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

// On the uniform matroid of rank 1 a basis is one arm, ε/K is ε and ln(Kt) is
// ln t: DPUCB-MAT plays as Anytime-Lazy-UCB does once every arm has been pulled.
// The plays for noise 0, ε = 1 and rewards equal to their means were worked out
// with other tools.
func TestRankOneIsAnytimeLazyUCB(t *testing.T) {
	const plays = "1231122331111222233331111111122222222333"
	counts := map[int][]int{100: {38, 31, 31}, 1000: {618, 255, 127}, 10000: {8722, 1023, 255}}
	m, err := matroid.NewUniform(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	choice, err := ParseChoice("dpucb-mat")
	if err != nil {
		t.Fatal(err)
	}
	means := []float64{.9, .6, .3}
	s := Setting{Arms: 3, Horizon: 10_000, Epsilon: 1, Matroid: m, Stream: noise.NewStream(1)}
	l := choice.New(s, choice.Values(s)).(*dpUCBMat)
	l.scale = 0 // ε stays in the bonus
	var pulls [3]int
	for round := 1; round <= 10_000; round++ {
		arm := l.Choose(round)[0]
		pulls[arm]++
		if round > 3 && round <= len(plays) && arm != int(plays[round-1]-'1') {
			t.Fatalf("round %d: arm %d, want %c", round, arm+1, plays[round-1])
		}
		if want := counts[round]; want != nil && !slices.Equal(pulls[:], want) {
			t.Errorf("after %d rounds: pulls %v, want %v", round, pulls, want)
		}
		l.Observe(round, []float64{means[arm]})
	}
}

// The same against the bandit itself, with its real noise: once the first pulls
// are over, and if both have drawn the same noise in them, nothing differs.
func TestRankOnePlaysAsTheBanditWithTheSameNoise(t *testing.T) {
	m, err := matroid.NewUniform(4, 1)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		start := func(id string) Learner {
			choice, err := ParseChoice(id)
			if err != nil {
				t.Fatal(err)
			}
			s := Setting{Arms: 4, Horizon: 3000, Epsilon: .7, Matroid: m, Stream: noise.NewStream(seed)}
			return choice.New(s, choice.Values(s))
		}
		bases, bandit := start("dpucb-mat").(*dpUCBMat), start("anytime-lazy-ucb").(*anytimeLazyUCB)
		reward := func(arm, t int) float64 {
			cell := noise.At(noise.Key(seed, noise.Rewards, uint64(arm)), t)
			return cell.Bernoulli(.8 - .2*float64(arm))
		}
		for round := 1; round <= 3000; round++ {
			if round == 5 { // the bandit pulled its arms in order, the basis in a random one
				bases.freshBatches, bases.stream = bandit.freshBatches.clone(), bandit.stream
			}
			a, b := bases.Choose(round)[0], bandit.Choose(round)[0]
			if round > 4 && a != b {
				t.Fatalf("seed %d, round %d: arm %d, the bandit pulls %d", seed, round, a, b)
			}
			bases.Observe(round, []float64{reward(a, round)})
			bandit.Observe(round, []float64{reward(b, round)})
		}
	}
}
