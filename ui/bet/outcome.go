package bet

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/model"
	"regretscope/noise/declare"
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
		names := declare.Names(phase.Best[:min(len(phase.Best), mostNames)], func(j int) string { return Arm(c, j) })
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
	return kit.Either(o.Height == o.Value, 0, math.Abs(o.Height-o.Value)/o.Value)
}

// Sentence says bet and truth side by side.
func (o *Outcome) Sentence() string {
	verdict := kit.Either(o.Right, "right", "wrong")
	if o.Kind == Regret {
		verdict = "exactly right"
		if gap := o.Height - o.Value; gap != 0 {
			way := kit.Either(gap < 0, "too low", "too high")
			verdict = fmt.Sprintf("%s %s, %s off", kit.Measured(math.Abs(gap)), way, percent(o.Off()))
		}
	}
	return fmt.Sprintf("%s bet: %s. In truth %s: %s.", kit.Capital(o.Who()), o.Said, o.Truth, verdict)
}

func percent(share float64) string {
	return kit.Either(math.IsInf(share, 1), "infinitely far", number.Share(share))
}

// A Tally adds up what became of bets. The zero value is empty.
type Tally struct {
	Outcomes []Outcome // in the order in which they were settled
	rounds   int
	scores   []score // in the order of their players' first bets
}

// A score is what one player's bets have come to.
type score struct {
	player         string
	right, choices int     // bets on arms and learners
	off            float64 // sum of distances of bets on heights
	heights        int
}

// Add enters the outcomes of one round of betting, and numbers them.
func (t *Tally) Add(outcomes []Outcome) {
	t.rounds++
	for i := range outcomes {
		o := &outcomes[i]
		o.Round = t.rounds
		at := slices.IndexFunc(t.scores, func(s score) bool { return s.player == o.Who() })
		if at < 0 {
			at, t.scores = len(t.scores), append(t.scores, score{player: o.Who()})
		}
		s := &t.scores[at]
		if o.Kind == Regret {
			s.off, s.heights = s.off+o.Off(), s.heights+1
			continue
		}
		if s.choices++; o.Right {
			s.right++
		}
	}
	t.Outcomes = append(t.Outcomes, outcomes...)
}

// mostTold is how many players the sentence of a tally names.
const mostTold = 20

// Sentence is the tally in one sentence, player by player in the order of their first
// bets; empty without any.
func (t *Tally) Sentence() string {
	var words []string
	for i, s := range t.scores {
		if i == mostTold {
			words = append(words, fmt.Sprintf("and %d more players", len(t.scores)-i))
			break
		}
		var parts []string
		if s.choices > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d right", s.right, s.choices))
		}
		if s.heights > 0 {
			parts = append(parts, percent(s.off/float64(s.heights))+" off on average")
		}
		words = append(words, s.player+" "+strings.Join(parts, " and "))
	}
	if len(words) == 0 {
		return ""
	}
	return "Tally: " + strings.Join(words, ", ") + "."
}

// WriteCSV writes a line for every bet.
func (t *Tally) WriteCSV(w io.Writer) error {
	rows := [][]string{{"betting_round", "player", "scenario", "seed", "round", "bet", "said", "truth", "right", "guessed", "regret"}}
	for i := range t.Outcomes {
		o := &t.Outcomes[i]
		row := []string{
			strconv.Itoa(o.Round), o.Who(), o.Scenario, strconv.FormatUint(o.Seed, 10), strconv.Itoa(o.At),
			o.Kind.String(), o.Said, o.Truth, strconv.FormatBool(o.Right), "", "",
		}
		if o.Kind == Regret {
			row[8], row[9], row[10] = "", declare.FormatNumber(o.Height), declare.FormatNumber(o.Value)
		}
		rows = append(rows, row)
	}
	return declare.WriteCSV(w, slices.Values(rows))
}
