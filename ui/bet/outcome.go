package bet

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/scenarios/matroid"
	"regretscope/ui/kit"
)

// An Outcome is a bet with what came of it.
type Outcome struct {
	Bet
	Right    bool    // of Best and Less
	Truth    string  // in words: "arm 1 is best, with mean 0.75"
	Value    float64 // the regret that Height was bet on
	Said     string  // the bet in words
	Scenario string
	Seed     uint64
	Round    int // of betting, from 1
}

// Settle compares a bet with a run, which is at the bet's round, unless the bet is on
// the best arm: then any round will do.
func (b Bet) Settle(shot *model.Snapshot) Outcome {
	c := shot.Config
	o := Outcome{Bet: b, Said: b.Says(c), Scenario: c.Scenario.Name, Seed: c.Seed}
	switch b.Kind {
	case Best:
		o.Right, o.Truth = b.best(c)
	case Less:
		least := math.Inf(1)
		for i := range shot.Learners {
			least = min(least, shot.Learners[i].Regret)
		}
		var regrets []string
		for i := range shot.Learners {
			v := &shot.Learners[i]
			regrets = append(regrets, v.Spec.Label()+" "+kit.Measured(v.Regret))
		}
		o.Right = shot.Learners[b.Learner].Regret == least
		o.Truth = "regret is " + strings.Join(regrets, ", ")
	case Regret:
		o.Value = shot.Learners[b.Learner].Regret
		o.Truth = "it is " + kit.Measured(o.Value)
	}
	return o
}

// best reports whether the arm of a bet is best, or in a best basis, and what is.
func (b *Bet) best(c *model.Config) (right bool, truth string) {
	phase, _ := c.Scenario.PhaseAt(b.At)
	mean, first := phase.Means[b.Arm], phase.Best[0]
	if m := c.Scenario.Matroid; m != nil {
		means := slices.Clone(phase.Means)
		means[b.Arm] += 1e-9 // so that it comes first among its equals
		right = slices.Contains(matroid.Optimal(m, means), b.Arm)
		var names []string
		for _, j := range phase.Best[:min(len(phase.Best), mostNames)] {
			names = append(names, Arm(c, j))
		}
		if more := len(phase.Best) - mostNames; more > 0 {
			names = append(names, fmt.Sprintf("%d more", more))
		}
		truth = "the best basis is " + strings.Join(names, ", ")
	} else {
		right = phase.IsBest(b.Arm)
		truth = fmt.Sprintf("%s is best, with mean %s", Arm(c, first), kit.Short(phase.Means[first]))
	}
	if !right {
		truth += fmt.Sprintf("; %s has mean %s", Arm(c, b.Arm), kit.Short(mean))
	}
	return right, truth
}

// mostNames is how many arms of a basis are named.
const mostNames = 6

// Off is by how much a bet on a height is wrong, as a share of the truth: 0 is exact,
// 1 twice as much or nothing; +Inf where the truth is 0 and the bet is not.
func (o *Outcome) Off() float64 {
	if o.Height == o.Value {
		return 0
	}
	return math.Abs(o.Height-o.Value) / o.Value
}

// Sentence says bet and truth side by side.
func (o *Outcome) Sentence() string {
	verdict := "wrong"
	if o.Right {
		verdict = "right"
	}
	if o.Kind == Regret {
		verdict = "exactly right"
		if gap := o.Height - o.Value; gap != 0 {
			way := "too high"
			if gap < 0 {
				way = "too low"
			}
			verdict = fmt.Sprintf("%s %s, %s off", kit.Measured(math.Abs(gap)), way, percent(o.Off()))
		}
	}
	return fmt.Sprintf("%s bet: %s. In truth %s: %s.", kit.Capital(o.Who()), o.Said, o.Truth, verdict)
}

func percent(share float64) string {
	if math.IsInf(share, 1) {
		return "infinitely far"
	}
	return number.Share(share)
}
