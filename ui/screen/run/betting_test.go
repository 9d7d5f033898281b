package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

// An audience bets by keys, on all three questions, sees its bets, and then the truth
// with a tally, at both sizes.
func TestBetAndRevealByKeys(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := start(t, size[0], size[1], 2000, "lazy-dp-ts", "ucb1")
		d.Settle(d.driver.Seek(200))
		d.Do("hide")
		d.Types("B")
		d.Expect("Best arm? ↑↓ arm 1")
		d.Types("down", "down", "up", "enter")
		d.Expect("The audience bet: arm 2 is best.", "2   ?")
		d.Types("B", "tab")
		d.Expect("Least regret at round 2 000? ↑↓ Lazy-DP-TS")
		d.Types("down")
		d.Expect("UCB1 ?")
		d.Types("enter", "B", "tab", "tab")
		d.Expect("Regret of Lazy-DP-TS at round 2 000? ↑↓ 50", "1 Regret", "? Lazy-DP-TS")
		d.Types("pgup", "down", "enter") // 500, and a step below
		d.Expect("Lazy-DP-TS has regret 400 at round 2 000.", "   400")
		if !d.Hides() || strings.Contains(d.View(), "★") {
			t.Error("something is told before it is revealed")
		}
		if err := uitest.Fills(d.View(), size[0], size[1]-1); err != nil {
			t.Error(err)
		}
		d.Types("R")
		views := uitest.Snapshot(d.Config(), 2000).Views
		said := strings.Join(d.Sentences(), " ")
		for _, want := range []string{
			"The audience bet: arm 2 is best. In truth arm 1 is best, with mean 0.75; arm 2 has mean 0.625: wrong.",
			"The audience bet: UCB1 has the least regret at round 2 000. In truth regret is Lazy-DP-TS", "Tally: the audience",
		} {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in %s", want, said)
			}
		}
		if d.Hides() || d.round() != 2000 {
			t.Errorf("hidden %v at round %d", d.Hides(), d.round())
		}
		d.Expect("★", "arm 1 is best", "Tally: the audience", "? Lazy-DP-TS")
		if right := views[1].Regret < views[0].Regret; strings.Contains(said, "1 of 2 right") != right {
			t.Errorf("regrets %v and %v, and %s", views[0].Regret, views[1].Regret, said)
		}
		if err := uitest.Fills(d.View(), size[0], size[1]-1); err != nil {
			t.Error(err)
		}
		d.SetBig(true)
		if err := uitest.Fills(d.View(), size[0], size[1]-1); err != nil || !strings.Contains(d.View(), "The audience bet") {
			t.Errorf("for the back row: %v\n%s", err, d.View())
		}
		d.SetBig(false)
		// The tally is kept for the next round of betting, on another seed.
		d.Do("next-seed", "bet best 1", "reveal")
		if all := d.bets.tally.Outcomes; len(all) != 4 || all[3].Round != 2 || !all[3].Right || all[3].Seed != 2 {
			t.Errorf("the tally has %+v", all)
		}
	}
}

// While all is hidden, the picture of regret has nothing but what was bet.
func TestGuessesAreDrawnWithoutRegret(t *testing.T) {
	d := start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Settle(d.driver.Seek(1500))
	d.Do("hide", "bet Ann: regret 300", "bet Bob: regret 100 of 2", "view regret")
	d.Expect("? Ann: Lazy-DP-TS", "? Bob: UCB1")
	title, described := d.chart.Described()
	if title != "Regret" || len(described.Lines) != 2 || described.Rounds.High != 2000 {
		t.Errorf("%s has %d lines up to round %v", title, len(described.Lines), described.Rounds.High)
	}
	d.Do("reveal")
	if _, described = d.chart.Described(); len(described.Lines) != 4 {
		t.Errorf("%d lines", len(described.Lines))
	}
	for i := range 2 {
		if got, want := described.Lines[i].At(2000), uitest.Snapshot(d.Config(), 2000).Views[i].Regret; got != want {
			t.Errorf("regret %v, want %v", got, want)
		}
	}
	d.Do("leave")
	if strings.Contains(d.View(), "Tally") || strings.Contains(d.View(), "? Ann") {
		t.Error("what was revealed stays")
	}
}

func TestBetsAreRefused(t *testing.T) {
	d := start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Do("bet less 1 at 500")
	for command, want := range map[string]string{
		"bet best 6":                             "ARM must be a whole number from 1 to 5",
		"bet regret 5 at 600":                    "the bets so far are on round 500",
		"save-bets":                              "nothing has been revealed yet",
		"players Ann abcdefghijklmnopqrstuvwxyz": "the name of a player has 1 to 20 characters",
	} {
		d.Do(command)
		d.Expect(want)
	}
	if len(d.bets.open) != 1 {
		t.Errorf("bets %+v", d.bets.open)
	}
	d.Do("bet less 2 at 500") // in place of the other one
	if len(d.bets.open) != 1 || d.bets.open[0].Learner != 1 {
		t.Errorf("bets %+v", d.bets.open)
	}
	d.Do("reveal")
	if d.round() != 500 {
		t.Errorf("revealed at round %d", d.round())
	}
	d.Do("reveal")
	d.Expect("there is no bet yet")
}

// A question on another round that is open does not decide where bets are revealed.
func TestBetsAreRevealedAtTheirRound(t *testing.T) {
	d := start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Do("bet less", "bet regret 50 of 2 at 500", "reveal")
	if want := uitest.Snapshot(d.Config(), 500).Views[1].Regret; d.round() != 500 || d.bets.tally.Outcomes[0].Value != want {
		t.Errorf("revealed at round %d: %+v, want regret %v", d.round(), d.bets.tally.Outcomes, want)
	}
}

func TestPlayersTakeTurns(t *testing.T) {
	d := start(t, 80, 24, 2000, "lazy-dp-ts", "ucb1")
	d.Do("players Ann Bob")
	d.Types("B")
	d.Expect("Ann: Best arm?")
	d.Types("enter")
	d.Expect("Bob: Best arm?")
	d.Types("p")
	d.Expect("Ann: Best")
	d.Types("p", "down", "enter")
	if d.bets.asked != nil || len(d.bets.open) != 2 || d.bets.open[1].Player != "Bob" || d.bets.open[1].Arm != 1 {
		t.Errorf("bets %+v", d.bets.open)
	}
	d.Do("reveal")
	d.Expect("Tally: Ann 1 of 1 right, Bob 0 of 1 right.")
}

// The tally is saved in new files alone.
func TestSaveBets(t *testing.T) {
	t.Chdir(t.TempDir())
	d := start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Do("bet best 1", "reveal", "save-bets", "save-bets", "save-bets mine.csv")
	d.Expect("wrote mine.csv")
	d.Do("save-bets mine.csv")
	d.Expect("mine.csv: cannot be written: ")
	d.Do("save-bets mine.txt")
	d.Expect("mine.txt: must end in .csv")
	files, err := filepath.Glob("*")
	if err != nil || !slices.Equal(files, []string{"mine.csv", "regretscope-bets-2.csv", "regretscope-bets.csv"}) {
		t.Errorf("files %q, %v", files, err)
	}
	text, err := os.ReadFile("mine.csv")
	if err != nil || !strings.Contains(string(text), "1,the audience,hhmh-1,1,1,best,arm 1 is best,\"arm 1 is best, with mean 0.75\",true,,") {
		t.Errorf("%s, %v", text, err)
	}
}

// Bets on a copy that is taken away go with it, the others stay.
func TestBetsOnCopiesThatAreTakenAway(t *testing.T) {
	d := start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Settle(d.driver.Seek(100))
	d.Do("what-if epsilon=2", "bet less 3", "bet Ann: less 1", "bet Bob: regret 50 of 3", "bet best 2", "remove-copy")
	if len(d.bets.open) != 2 || d.bets.open[0].Player != "Ann" || d.bets.open[1].Arm != 1 {
		t.Errorf("bets %+v", d.bets.open)
	}
	d.Do("reveal")
	d.Expect("Tally: Ann 0 of 1 right, the audience 0 of 1 right.")
}
