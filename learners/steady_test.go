package learners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/learners/kl"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// plainIndex plays the largest index of all arms, computed anew in every round: the
// slow way, whose plays learners must have to the last tie.
type plainIndex struct {
	stream       noise.Stream
	counts, sums []float64
	index        func(j int, n, sum, t float64) float64
}

func (l *plainIndex) choose(t int) int {
	if t <= len(l.counts) {
		return t - 1
	}
	scores := make([]float64, len(l.counts))
	for j, n := range l.counts {
		scores[j] = l.index(j, n, l.sums[j], float64(t))
	}
	return l.stream.ArgMax(scores)
}

func (l *plainIndex) observe(arm int, x float64) {
	l.counts[arm]++
	l.sums[arm] += x
}

// plainIndices are the learners that say for how long a play stands while they learn.
var plainIndices = []struct {
	learner string
	index   func(j int, n, sum, t float64) float64
}{
	{"ucb1", func(j int, n, sum, t float64) float64 { return sum/n + math.Sqrt(2*math.Log(t)/n) }},
	{"kl-ucb", func(j int, n, sum, t float64) float64 { return kl.Upper(sum/n, math.Log(t)/n) }},
	{"kl-ucb,c=3", func(j int, n, sum, t float64) float64 {
		return kl.Upper(sum/n, (math.Log(t)+3*math.Log(max(1, math.Log(t))))/n)
	}},
}

// steadyLaws are all kinds of arms, in all numbers.
func steadyLaws(t testing.TB) map[string][]arm.Distribution {
	laws := map[string][]arm.Distribution{".6": armList(t, ".6"), "0 0": armList(t, "0 0"), "constant(.3)": armList(t, "constant(.3)")}
	for _, text := range armKinds {
		laws[text] = armList(t, text)
	}
	for _, k := range []int{2, 5, 20, 100} {
		text := ""
		for j := range k {
			text += fmt.Sprintf("%.4f ", .75-.5*float64(j)/float64(k))
		}
		laws[fmt.Sprintf("%d arms", k)] = armList(t, text)
	}
	return laws
}

// stretches plays a learner by stretches, as an engine would, against the slow way.
// It returns the share of rounds that were not chosen singly, and the first
// difference. Where hasty is not nil it changes what Steady says.
func stretches(t testing.TB, learner string, channels []channel.Channel, slow *plainIndex, laws []arm.Distribution, horizon int, seed uint64,
	hasty func(rounds int, losses float64) (int, float64),
) (steady float64, difference string) {
	t.Helper()
	scenario, err := scenarios.FromArms("test", laws, scenarios.Bandit)
	if err != nil {
		t.Fatal(err)
	}
	rewards := scenario.Rewards(seed)
	setting := learners.Setting{
		Arms: len(laws), Horizon: horizon, Epsilon: 1, Phases: 1, Channels: channels, Stream: noise.NewStream(noise.Key(seed, noise.Learning)),
	}
	fast := choose(t, learner).Start(setting).(learners.Steady)
	choices := 0
	for round := 1; round <= horizon; choices++ {
		play := fast.Choose(round)[0]
		rounds, losses := fast.Steady(round)
		if rounds < 1 || !(losses >= 0) {
			return 0, fmt.Sprintf("round %d: steady for %d rounds or a loss of %v", round, rounds, losses)
		}
		if hasty != nil {
			rounds, losses = hasty(rounds, losses)
		}
		stretch := learners.Stretch{Values: [][]float64{nil}, Sums: []float64{0}}
		for lost := 0.0; stretch.Rounds < rounds && lost <= losses && round <= horizon; round++ {
			if want := slow.choose(round); want != play {
				return 0, fmt.Sprintf("round %d: arm %d, want %d", round, play, want)
			}
			x := rewards.At(play, round)
			if channels != nil {
				coin := noise.At(channel.Key(seed, play, channels[play]), round)
				x = channels[play].Report(x, &coin)
			}
			slow.observe(play, x)
			lost += 1 - x
			stretch.Rounds++
			stretch.Values[0] = append(stretch.Values[0], x)
			stretch.Sums[0] += x
		}
		// Half of the time rounds are observed singly.
		if stretch.Rounds == 1 && round%2 == 0 {
			fast.Observe(round-1, stretch.Values[0])
		} else {
			fast.ObserveAll(round-stretch.Rounds, &stretch)
		}
		got, want := fast.(learners.Estimator).Estimate(play), slow.sums[play]/slow.counts[play]
		if channels == nil && got != want {
			return 0, fmt.Sprintf("round %d: estimate %v, want %v", round-1, got, want)
		}
	}
	return 1 - float64(choices)/float64(horizon), ""
}

func newPlainIndex(arms int, seed uint64, index func(j int, n, sum, t float64) float64) *plainIndex {
	return &plainIndex{
		stream: noise.NewStream(noise.Key(seed, noise.Learning)),
		counts: make([]float64, arms), sums: make([]float64, arms), index: index,
	}
}

// sameChannel is the channel of k arms, at ε = 1.
func sameChannel(t testing.TB, text string, k int) []channel.Channel {
	t.Helper()
	ch, err := channel.Parse(text, 1)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Repeat([]channel.Channel{ch}, k)
}

// Stretches and single rounds play the same, to the last bit and the last tie.
func TestStretchesPlayAsTheSlowWayDoes(t *testing.T) {
	for _, c := range plainIndices {
		for name, laws := range steadyLaws(t) {
			t.Run(c.learner+"/"+name, func(t *testing.T) {
				t.Parallel()
				horizon := 80_000 / (len(laws) + 4)
				for seed := range uint64(effort) {
					_, difference := stretches(t, c.learner, nil, newPlainIndex(len(laws), seed, c.index), laws, horizon, seed, nil)
					if difference != "" {
						t.Errorf("seed %d: %s", seed, difference)
					}
				}
			})
		}
	}
}

// The comparison has teeth: a stretch that is longer than is certain shows, and so
// does one that forgives a loss too many. Stretches are also worth their name.
func TestHastyStretchesShow(t *testing.T) {
	t.Parallel()
	laws := armList(t, ".75 .625 .5 .375 .25")
	for _, c := range plainIndices {
		for name, hasty := range map[string]func(int, float64) (int, float64){
			"rounds": func(rounds int, losses float64) (int, float64) { return rounds + 1, losses + 1 },
			"losses": func(rounds int, losses float64) (int, float64) { return 2*rounds + 2, 2*losses + 2 },
		} {
			if _, difference := stretches(t, c.learner, nil, newPlainIndex(5, 1, c.index), laws, 50_000, 1, hasty); difference == "" {
				t.Errorf("%s: too many %s do not show", c.learner, name)
			}
		}
		steady, difference := stretches(t, c.learner, nil, newPlainIndex(5, 1, c.index), laws, 50_000, 1, nil)
		if difference != "" || steady < .8 {
			t.Errorf("%s: %.2f of the rounds were played in stretches %s", c.learner, steady, difference)
		}
	}
}
