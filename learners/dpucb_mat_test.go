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
	choice, err := ParseSpec("dpucb-mat")
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
