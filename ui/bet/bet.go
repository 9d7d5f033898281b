// Package bet holds what people expect of a run before they see it: bets on the best arm,
// on which learner will have less regret and on how much regret it will be; what became of
// them; and the tally over several rounds of betting.
package bet

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/kit"
)

// A Kind of bet says what is guessed.
type Kind int

// The kinds of bets.
const (
	Best   Kind = iota // which arm is best, or one of the best play
	Less               // which learner has the least regret
	Regret             // how much regret a learner has
	kinds
)

// kindWords are the kinds as they are written.
var kindWords = [kinds]string{"best", "less", "regret"}

// Next is the kind that follows, round and round.
func (k Kind) Next() Kind { return (k + 1) % kinds }

// String is the word of the kind.
func (k Kind) String() string { return kindWords[k] }

// A Bet is what one player expects.
type Bet struct {
	Player  string // empty: the audience
	Kind    Kind
	Arm     int     // that is best, from 0
	Learner int     // that has the least regret, or as much as Height, from 0
	Height  float64 // pseudo-regret, at least 0
	At      int     // the round that is meant, from 1
	Open    bool    // the question is asked, and what is guessed is still to be said
}

// Who is the player's name.
func (b *Bet) Who() string { return cmp.Or(b.Player, "the audience") }

// Question is what a run is asked, and what is guessed.
func (b *Bet) Question(c *model.Config) (question, guess string) {
	switch b.Kind {
	case Best:
		what := kit.Either(c.Scenario.Matroid != nil, "An arm of the best basis", "Best arm")
		return what + b.when(c) + "?", Arm(c, b.Arm)
	case Less:
		return fmt.Sprintf("Least regret at round %s?", kit.Count(b.At)), c.Learners[b.Learner].Label()
	default:
		return fmt.Sprintf("Regret of %s at round %s?", c.Learners[b.Learner].Label(), kit.Count(b.At)), number.Setting(b.Height)
	}
}

// Usage says how a bet is written.
const Usage = "best ARM, less LEARNER or regret HEIGHT [of LEARNER], with PLAYER: before it and at ROUND behind it where wanted"

// The limits: characters of the name of a player, and bets before they are revealed.
const (
	MostName = 20
	MaxOpen  = 200
)

// Parse reads a bet: "best 3", "Ann: less 2 at 1e5", "regret 350 of 1". Arms and
// learners are numbers from 1. Without what is guessed it is an open question. What is
// not said is −1, or 0 for the round, until In fills it in.
func Parse(text string) (Bet, error) {
	b := Bet{Arm: -1, Learner: -1}
	if err := b.parse(text); err != nil {
		return b, fmt.Errorf("bet %s: %w", text, err)
	}
	return b, nil
}

func (b *Bet) parse(text string) (err error) {
	if player, after, named := strings.Cut(text, ":"); named {
		b.Player, text = strings.TrimSpace(player), after
		if b.Player == "" || len([]rune(b.Player)) > MostName || !declare.IsPrintable(b.Player) {
			return fmt.Errorf("the name of a player has 1 to %d characters", MostName)
		}
	}
	words := strings.Fields(text)
	if len(words) == 0 || !slices.Contains(kindWords[:], words[0]) {
		return errors.New("must be " + Usage)
	}
	b.Kind = Kind(slices.Index(kindWords[:], words[0]))
	if words = words[1:]; len(words) == 0 || words[0] == "at" || words[0] == "of" {
		b.Open = true
	} else {
		switch b.Kind {
		case Best:
			b.Arm, err = index("ARM", words[0])
		case Less:
			b.Learner, err = index("LEARNER", words[0])
		case Regret:
			if b.Height, err = declare.ParseNumber(words[0]); err != nil || !(b.Height >= 0) || math.IsInf(b.Height, 1) {
				err = errors.New("HEIGHT must be a number of at least 0")
			}
		}
		words = words[1:]
	}
	for ; err == nil && len(words) > 0; words = words[2:] {
		switch {
		case len(words) > 1 && words[0] == "of" && b.Kind == Regret && b.Learner < 0:
			b.Learner, err = index("LEARNER", words[1])
		case len(words) > 1 && words[0] == "at" && b.At == 0:
			b.At, err = index("ROUND", words[1])
			b.At++
		default:
			return errors.New("must be " + Usage)
		}
	}
	return err
}

// index reads a number from 1 as one from 0.
func index(name, word string) (int, error) {
	n, err := declare.ParseCount(word)
	if err != nil {
		return 0, fmt.Errorf("%s must be a whole number from 1", name)
	}
	return n - 1, nil
}

// In is the bet on a run: it fills in what was not said, from the learner in focus and
// the present round, and refuses arms, learners and rounds that the run does not have.
func (b Bet) In(c *model.Config, focus, round int) (Bet, error) {
	if b.At == 0 {
		b.At = c.Horizon
		if b.Kind == Best {
			b.At = max(round, 1)
		}
	}
	if b.Kind == Regret && b.Learner < 0 {
		b.Learner = focus
	}
	switch arms, learners := c.Scenario.Arms(), len(c.Learners); {
	case b.At > c.Horizon:
		return b, fmt.Errorf("bet %s at %d: the run has %s", b.Kind, b.At, kit.Plural(c.Horizon, "round"))
	case b.Arm >= arms:
		return b, fmt.Errorf("bet best %d: ARM must be a whole number from 1 to %d", b.Arm+1, arms)
	case b.Learner >= learners:
		return b, fmt.Errorf("bet %s: LEARNER must be a whole number from 1 to %d", b.Kind, learners)
	case b.Kind == Less && learners == 1:
		return b, fmt.Errorf("bet less: this run has only one learner")
	}
	return b, nil
}

// Says is the bet in words, without the player: "arm 3 is best".
func (b *Bet) Says(c *model.Config) string {
	switch b.Kind {
	case Best:
		return Arm(c, b.Arm) + kit.Either(c.Scenario.Matroid != nil, " is in the best basis", " is best") + b.when(c)
	case Less:
		return fmt.Sprintf("%s has the least regret at round %s", c.Learners[b.Learner].Label(), kit.Count(b.At))
	default:
		return fmt.Sprintf("%s has regret %s at round %s", c.Learners[b.Learner].Label(), number.Setting(b.Height), kit.Count(b.At))
	}
}

// when is the round of a bet on the best arm, where that may change.
func (b *Bet) when(c *model.Config) string {
	return kit.Either(c.Scenario.Kind == scenarios.Changing, " at round "+kit.Count(b.At), "")
}

// Arm names an arm: by its name, or by its number.
func Arm(c *model.Config, j int) string {
	return kit.Either(len(c.Scenario.Labels) > 0, c.Scenario.Label(j), "arm "+c.Scenario.Label(j))
}

// Step is the height that follows on a ladder of ten steps to a factor of ten, down for
// negative steps; below the lowest, 1, there is 0.
func Step(height float64, steps int) float64 {
	ladder := []float64{1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8}
	at := -1
	if height >= 1 {
		at = int(math.Round(10 * math.Log10(height)))
	}
	if at = min(at+steps, 150); at < 0 {
		return 0
	}
	return ladder[at%10] * math.Pow(10, float64(at/10))
}
