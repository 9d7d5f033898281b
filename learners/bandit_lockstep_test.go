package learners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// slowLearner is one writing of a bandit learner that is slow and plain.
type slowLearner interface {
	choose(t int) int
	observe(t int, x float64)
	estimate(arm int) float64
	lost() bool // which arm is best is a question of rounding
}

// banditSetting is where a learner and its slow writing meet.
type banditSetting struct {
	arms, horizon int
	epsilon       float64
	seed          uint64
}

func (s banditSetting) start(t testing.TB, learner string) learners.Learner {
	return s.of(choose(t, learner))
}

// of starts a learner that has been parsed.
func (s banditSetting) of(learner learners.Choice) learners.Learner {
	return learner.Start(learners.Setting{
		Arms: s.arms, Horizon: s.horizon, Epsilon: s.epsilon, Phases: 1,
		Stream: noise.NewStream(noise.Key(s.seed, noise.Learning)),
	})
}

// outOfStep plays a learner and its slow writing on the same rewards, with the
// same random numbers, to the horizon. It tells of the first round in which
// their plays or, up to rounding, their estimates differ.
func outOfStep(t testing.TB, s banditSetting, learner string, twin slowLearner, laws []arm.Distribution) (rounds int, difference string) {
	t.Helper()
	scenario, err := scenarios.FromArms("test", laws, scenarios.Bandit)
	if err != nil {
		t.Fatal(err)
	}
	fast, rewards := s.start(t, learner), scenario.Rewards(s.seed)
	for round := 1; round <= s.horizon; round++ {
		got, want := fast.Choose(round)[0], twin.choose(round)
		if twin.lost() {
			return round, ""
		}
		if got != want {
			return round, fmt.Sprintf("round %d: arm %d, want %d", round, got, want)
		}
		x := rewards.At(want, round)
		fast.Observe(round, []float64{x})
		twin.observe(round, x)
		got2, want2 := fast.(learners.Estimator).Estimate(want), twin.estimate(want)
		if math.Abs(got2-want2) > 1e-9*max(1, math.Abs(want2)) || math.IsNaN(got2) != math.IsNaN(want2) {
			return round, fmt.Sprintf("round %d: estimate %v of arm %d, want %v", round, got2, want, want2)
		}
	}
	return s.horizon, ""
}

// A slowWriting is a private bandit with its second writing, and the mistakes that must show in it.
type slowWriting struct {
	learner string
	horizon int
	share   float64 // of the rounds must be comparable
	slow    func(s banditSetting, wrong slips) slowLearner
	slips   []string
}

// slowWritings are the learners with their second writings, and the mistakes
// that must show in each. DP-SE's bounds are held to exact boundaries elsewhere.
var slowWritings = slices.Concat(dpSEWritings, adapUCBWritings, adapKLUCBWritings, adacUCBWritings, dpTSUCBWritings, dpUCBTreeWritings, dpKLUCBWritings, dpIMEDWritings)

// slip has one constant of a second writing a few per cent off; late takes the
// level of the next round.
func slip(name string) slips {
	wrong := noSlips
	switch name {
	case "scale":
		wrong.scale = 1.05
	case "width":
		wrong.width = 1.05
	case "bias":
		wrong.bias = .95
	case "length":
		wrong.length = 30. / 32
	case "late":
		wrong.late = 2
	}
	return wrong
}

// armKinds are what the learners are compared on: far and near means, many
// arms, fractions, and nothing but ties.
var armKinds = []string{
	".9 .2",
	"1 0",
	"beta(4,1) uniform(.1,.9) discrete(0:.5,.5:.25,1:.25) constant(.3) .5",
	".75 .625 .5 .375 .25",
	"1 1 1",
	"constant(.5) constant(.5) constant(.5) constant(.5)",
	".9 .8 .8 .7 .6 .6 .5 .5 .1 0",
	"uniform(0,1)",
}

func armList(t testing.TB, text string) []arm.Distribution {
	t.Helper()
	laws, err := arm.ParseList(text)
	if err != nil {
		t.Fatal(err)
	}
	return laws
}

// Round for round the same plays and the same estimates, with noise and
// without, whatever the arms. Some comparisons end early, where indices come so
// close that rounding decides (KL indices within 10⁻¹¹ of 1, above all): what
// is compared for each learner is at least share of all rounds.
func TestPrivateBanditsKeepStepWithTheirSecondWriting(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds, no goroutines of its own: nothing that the race detector could find")
	}
	for _, c := range slowWritings {
		t.Run(c.learner, func(t *testing.T) {
			t.Parallel()
			compared, all := 0, 0
			for i, text := range armKinds {
				laws := armList(t, text)
				for _, epsilon := range []float64{.25, 1, 30, math.Inf(1)} {
					for seed := range uint64(effort) {
						s := banditSetting{len(laws), c.horizon, epsilon, uint64(i) + 100*seed}
						rounds, difference := outOfStep(t, s, c.learner, c.slow(s, noSlips), laws)
						if difference != "" {
							t.Errorf("%s, ε = %v, seed %d: %s", text, epsilon, s.seed, difference)
						}
						compared, all = compared+rounds, all+c.horizon
					}
				}
			}
			if share := float64(compared) / float64(all); share < c.share {
				t.Errorf("only %.2f of all rounds could be compared", share)
			}
		})
	}
}

// The comparison has teeth: every mistake shows somewhere.
func TestSlipsOfPrivateBanditsShow(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds, no goroutines of its own: nothing that the race detector could find")
	}
	for _, c := range slowWritings {
		for _, name := range c.slips {
			t.Run(c.learner+" "+name, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(10) {
					for i, text := range armKinds {
						laws := armList(t, text)
						s := banditSetting{len(laws), c.horizon, []float64{1, 30}[seed%2], uint64(i) + 100*seed}
						if _, difference := outOfStep(t, s, c.learner, c.slow(s, slip(name)), laws); difference != "" {
							return
						}
					}
				}
				t.Error("the changed copy was not noticed")
			})
		}
	}
}
