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
	scores   []*score // in the order of their players' first bets
	of       map[string]*score
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
	if t.of == nil {
		t.of = map[string]*score{}
	}
	for i := range outcomes {
		o := &outcomes[i]
		o.Round = t.rounds
		s := t.of[o.Who()]
		if s == nil {
			s = &score{player: o.Who()}
			t.of[s.player], t.scores = s, append(t.scores, s)
		}
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
