package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
)

// The arm with the largest sample is played: a new one, or the largest of a mean's φ samples.
// No mean has more than φ samples, each sample is a release with the audited noise, and no
// reward is in two means.
func TestDPTSUCBReleases(t *testing.T) {
	const horizon, arms = 2000, 3
	log := math.Log(horizon)
	s := learners.Setting{Arms: arms, Horizon: horizon, Epsilon: 1, Phases: 1, Stream: noise.NewStream(5)}
	l := choose("dp-ts-ucb,c0=.5").Start(s)
	samples, ended := map[[2]int]int{}, [arms]int{}
	var largest [arms]float64
	for round := 1; round <= horizon; round++ {
		play := l.Choose(round)[0]
		drawn := map[int]float64{}
		l.Observe(round, []float64{oneIf((round*7+play)%3 > play)})
		for _, r := range l.(learners.Releaser).Releases() {
			j := r.Arms[0]
			if r.Round != round || r.Last >= round || !math.IsInf(r.Epsilon, 1) ||
				math.Abs(r.Scale-math.Sqrt(log*float64(r.Observations))) > 1e-9 {
				t.Fatalf("round %d: %+v", round, r)
			}
			if r.First <= ended[j] && r.Last != ended[j] {
				t.Fatalf("round %d: a batch from %d, the one before ended in %d", round, r.First, ended[j])
			}
			ended[j] = r.Last
			sample := (r.Terms[0].Sum + r.Terms[0].Noise) / float64(r.Observations)
			drawn[j] = sample
			if samples[[2]int{j, r.Last}] == 0 {
				largest[j] = sample
			}
			largest[j] = max(largest[j], sample)
			samples[[2]int{j, r.Last}]++
		}
		score := func(j int) float64 {
			if x, fresh := drawn[j]; fresh {
				return x
			}
			return largest[j]
		}
		for j := range arms {
			if round > arms && score(j) > score(play)+1e-9 {
				t.Fatalf("round %d: arm %d is played with %v, arm %d has %v", round, play, score(play), j, score(j))
			}
		}
	}
	most := int(math.Ceil(.5 * log))
	full := 0
	for batch, n := range samples {
		if n > most {
			t.Errorf("%d samples of %v, more than %d", n, batch, most)
		}
		if n == most {
			full++
		}
	}
	if full < 3 {
		t.Errorf("only %d means had all their samples", full)
	}
}
