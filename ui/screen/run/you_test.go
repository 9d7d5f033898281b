package run

import (
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/ui/kit/uitest"
)

// game is a game of six rounds beside UCB1, behind a channel if one is named.
func game(t *testing.T, channel string) *driver {
	t.Helper()
	c := uitest.Config(t, 6, "ucb1")
	c.Learners = append([]learners.Spec{learners.You(&learners.Game{}, channel != "")}, c.Learners...)
	c.Channel = channel
	if c.Check() != nil {
		t.Fatal(c.Check())
	}
	return startOn(t, c, 80, 24)
}

// A game from the first pull to the sentence at its end. Until then nothing shows regret
// or the other learner.
func TestGame(t *testing.T) {
	d := game(t, "")
	d.Expect("round 1 of 6 is next", "1–5 pull · h reveal")
	d.Do("run")
	d.Expect("this is your game: 1–5 pull an arm, enter the arm in focus")
	for i, line := range []string{"pull-3", "pull 1", "pull-1", "pull 5", "pull-2"} {
		t.Run(line, func(t *testing.T) {
			d.Do(line)
			if d.round() != i+1 {
				t.Fatalf("%s: round %d, want %d", line, d.round(), i+1)
			}
			if view := d.View(); strings.Contains(view, "UCB1") || strings.Contains(view, "Regret") || !d.Hides() {
				t.Fatalf("%s shows what is hidden:\n%s", line, view)
			}
		})
	}
	d.Expect("arm 2 gave ")
	d.Do("back 3")
	d.Do("pull 4")
	d.Expect("round 3 has been played: go 5 goes on with the game")
	d.Do("go 5")
	d.Do("pull 6")
	d.Expect("pull 6: must be an arm, 1 to 5")
	d.Do("pull 4")
	d.Expect("You: regret ", "UCB1 ", ", on the same rewards. ", " by ")
	if d.Hides() || d.round() != 6 {
		t.Errorf("round %d, hidden: %v", d.round(), d.Hides())
	}
	d.Do("pull 4")
	d.Expect("the horizon is reached: the game is over")
	d.Do("reveal")
	d.Expect("nothing is hidden")
	if said := strings.Join(d.Sentences(), "\n"); strings.Contains(said, "Your turn") || strings.Contains(said, "on the same rewards") {
		t.Errorf("the outcome, which was said at the end of the game, is said again: %s", said)
	}
}

// Commands that would play rounds or change what is played are not there.
func TestNothingElsePlays(t *testing.T) {
	d := game(t, "")
	d.Do("pull 1")
	d.Do("reveal")
	d.Expect("You: regret ")
	for _, name := range []string{"restart", "next-seed", "what-if", "dial", "run-to"} {
		for _, c := range d.Commands() {
			if c.Name == name || c.Name == "run" && c.Refusal == "" {
				t.Errorf("%s is there in a game", c.Name)
			}
		}
	}
	d.Do("step 5")
	if d.round() != 1 {
		t.Errorf("round %d is played without a pull", d.round())
	}
}

// What is said of the run leads to nothing that a game has not.
func TestWordsOfAGame(t *testing.T) {
	d := game(t, "rr(0.9,0.9)")
	d.ExpectNot("space runs")
	d.Do("pull 1")
	said := strings.Join(slices.Concat(d.Sentences(), d.Comparison(), d.PanelText(2)), "\n")
	for _, wrong := range []string{"step plays", "go 5000", "hide nothing", "violated", "over the budget", "paper"} {
		if strings.Contains(said, wrong) {
			t.Errorf("%q is in %s", wrong, said)
		}
	}
	if !strings.Contains(said, "Regret is hidden: reveal shows it.") || !strings.Contains(said, "no claim for this channel") {
		t.Error(said)
	}
}

// Behind a channel the person sees reports alone.
func TestReports(t *testing.T) {
	d := game(t, "laplace")
	d.Do("pull 1")
	d.Expect("arm 1 reported ")
	v := d.Snapshot().Learners[0]
	if v.Reports[0] == v.Rewards[0] || v.Reports[0] == 0 || v.Reports[0] == 1 {
		t.Errorf("report %v of reward %v", v.Reports[0], v.Rewards[0])
	}
}
