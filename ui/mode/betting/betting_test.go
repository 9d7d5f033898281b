package betting_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run/runtest"
)

func bets(d *runtest.Person) (all []string) {
	for _, sentence := range d.Sentences() {
		if strings.Contains(sentence, " bet: ") {
			all = append(all, sentence)
		}
	}
	return all
}

// An audience bets by keys, on all three questions, sees its bets, and then the truth
// with a tally, at both sizes.
func TestBetAndRevealByKeys(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := runtest.Start(t, size[0], size[1], 2000, "lazy-dp-ts", "ucb1")
		d.Settle(d.Driver().Seek(200))
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
		views := uitest.Snapshot(d.Config(), 2000).Learners
		said := strings.Join(d.Sentences(), " ")
		for _, want := range []string{
			"The audience bet: arm 2 is best. In truth arm 1 is best, with mean 0.75; arm 2 has mean 0.625: wrong.",
			"The audience bet: UCB1 has the least regret at round 2 000. In truth regret is Lazy-DP-TS", "Tally: the audience",
		} {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in %s", want, said)
			}
		}
		if d.Hides() || d.Played() != 2000 {
			t.Errorf("hidden %v at round %d", d.Hides(), d.Played())
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
		if said := strings.Join(d.Sentences(), " "); !strings.Contains(said, "of 3 right") || d.Config().Seed != 2 {
			t.Errorf("with seed %d the tally says %s", d.Config().Seed, said)
		}
	}
}

// While all is hidden, the picture of regret has nothing but what was bet.
func TestGuessesAreDrawnWithoutRegret(t *testing.T) {
	d := runtest.Start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Settle(d.Driver().Seek(1500))
	d.Do("hide", "bet Ann: regret 300", "bet Bob: regret 100 of 2", "view regret")
	d.Expect("? Ann: Lazy-DP-TS", "? Bob: UCB1")
	title, described := d.Chart().Described()
	if title != "Regret" || len(described.Lines) != 2 || described.X.High != 2000 {
		t.Errorf("%s has %d lines up to round %v", title, len(described.Lines), described.X.High)
	}
	d.Do("reveal")
	if _, described = d.Chart().Described(); len(described.Lines) != 4 {
		t.Errorf("%d lines", len(described.Lines))
	}
	for i := range 2 {
		if got, want := described.Lines[i].At(2000), uitest.Snapshot(d.Config(), 2000).Learners[i].Regret; got != want {
			t.Errorf("regret %v, want %v", got, want)
		}
	}
	d.Do("leave")
	if strings.Contains(d.View(), "Tally") || strings.Contains(d.View(), "? Ann") {
		t.Error("what was revealed stays")
	}
}

func TestBetsAreRefused(t *testing.T) {
	d := runtest.Start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
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
	if got := bets(d); len(got) != 1 {
		t.Errorf("bets %q", got)
	}
	d.Do("bet less 2 at 500") // in place of the other one
	if got := bets(d); !slices.Equal(got, []string{"The audience bet: UCB1 has the least regret at round 500."}) {
		t.Errorf("bets %q", got)
	}
	d.Do("reveal")
	if d.Played() != 500 {
		t.Errorf("revealed at round %d", d.Played())
	}
	d.Do("reveal")
	d.Expect("there is no bet yet")
}

// A question on another round that is open does not decide where bets are revealed.
func TestBetsAreRevealedAtTheirRound(t *testing.T) {
	d := runtest.Start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Do("bet less", "bet regret 50 of 2 at 500", "reveal")
	if d.Played() != 500 {
		t.Errorf("revealed at round %d", d.Played())
	}
	d.Expect("In truth it is " + kit.Measured(uitest.Snapshot(d.Config(), 500).Learners[1].Regret))
}

func TestPlayersTakeTurns(t *testing.T) {
	d := runtest.Start(t, 80, 24, 2000, "lazy-dp-ts", "ucb1")
	d.Do("players Ann Bob")
	d.Types("B")
	d.Expect("Ann: Best arm?")
	d.Types("enter")
	d.Expect("Bob: Best arm?")
	d.Types("p")
	d.Expect("Ann: Best")
	d.Types("p", "down", "enter")
	if got := bets(d); d.Has("bet-leave") || !slices.Equal(got, []string{"Ann bet: arm 1 is best.", "Bob bet: arm 2 is best."}) {
		t.Errorf("bets %q", got)
	}
	d.Do("reveal")
	d.Expect("Tally: Ann 1 of 1 right, Bob 0 of 1 right.")
}

// The tally is saved in new files alone.
func TestSaveBets(t *testing.T) {
	t.Chdir(t.TempDir())
	d := runtest.Start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
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
	d := runtest.Start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Settle(d.Driver().Seek(100))
	if !d.Has("what-if") {
		t.Skip("there are no copies")
	}
	d.Do("what-if epsilon=2", "bet less 3", "bet Ann: less 1", "bet Bob: regret 50 of 3", "bet best 2", "remove-copy")
	if got := bets(d); !slices.Equal(got, []string{"Ann bet: Lazy-DP-TS has the least regret at round 2 000.", "The audience bet: arm 2 is best."}) {
		t.Errorf("bets %q", got)
	}
	d.Do("reveal")
	d.Expect("Tally: Ann 0 of 1 right, the audience 0 of 1 right.")
}

// The tally goes on in the next run.
func TestTheTallyGoesOn(t *testing.T) {
	d := runtest.Start(t, 120, 36, 2000, "lazy-dp-ts", "ucb1")
	d.Do("bet best 1", "reveal")
	next := runtest.StartAfter(t, d, uitest.Config(t, 2000, "ucb1"), 120, 36)
	next.Do("bet best 2", "reveal")
	next.Expect("Tally: the audience 1 of 2 right")
}
