package bet

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/declare"
)

// A Tally adds up what became of bets. The zero value has none.
type Tally struct {
	Outcomes []Outcome // in the order in which they were settled
	rounds   int
}

// Add enters the outcomes of one round of betting, and numbers them.
func (t *Tally) Add(outcomes []Outcome) {
	t.rounds++
	for i := range outcomes {
		outcomes[i].Round = t.rounds
	}
	t.Outcomes = append(t.Outcomes, outcomes...)
}

// A score is what one player's bets have come to.
type score struct {
	right, choices int     // bets on arms and learners
	off            float64 // sum of distances of bets on heights
	heights        int
}

// Sentence is the tally in one sentence, player by player in the order of their first
// bets; empty without any.
func (t *Tally) Sentence() string {
	var players []string
	scores := map[string]*score{}
	for i := range t.Outcomes {
		o := &t.Outcomes[i]
		s := scores[o.Who()]
		if s == nil {
			s = &score{}
			scores[o.Who()] = s
			players = append(players, o.Who())
		}
		if o.Kind == Regret {
			s.off, s.heights = s.off+o.Off(), s.heights+1
			continue
		}
		if s.choices++; o.Right {
			s.right++
		}
	}
	var words []string
	for _, player := range players {
		s := scores[player]
		var parts []string
		if s.choices > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d right", s.right, s.choices))
		}
		if s.heights > 0 {
			parts = append(parts, percent(s.off/float64(s.heights))+" off on average")
		}
		words = append(words, player+" "+strings.Join(parts, " and "))
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
