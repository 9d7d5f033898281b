package learners

import (
	"strings"
	"testing"

	"regretscope/noise"
)

// Anytime-Lazy-UCB with all noise 0 and rewards equal to their means .9, .6,
// .3, while the index keeps the term of ε = 1: worked out independently.
func TestAnytimeLazyUCBWithoutNoiseIsDeterministic(t *testing.T) {
	means := []float64{.9, .6, .3}
	l := &anytimeLazyUCB{lazyBandit: newLazyBandit(Setting{
		Arms: 3, Epsilon: 1, Stream: noise.NewStream(noise.Key(1, noise.Learning)),
	})}
	l.scale = 0
	counts := map[int][3]int{100: {38, 31, 31}, 1000: {618, 255, 127}, 10_000: {8722, 1023, 255}}
	var pulls [3]int
	var plays strings.Builder
	for round := 1; round <= 10_000; round++ {
		j := l.Choose(round)[0]
		l.Observe(round, means[j:j+1])
		pulls[j]++
		if round <= 40 {
			plays.WriteByte(byte('1' + j))
		}
		if want, due := counts[round]; due && pulls != want {
			t.Errorf("pulls after round %d: %v, want %v", round, pulls, want)
		}
	}
	if want := "1231122331111222233331111111122222222333"; plays.String() != want {
		t.Errorf("plays\n%s, want\n%s", plays.String(), want)
	}
}
