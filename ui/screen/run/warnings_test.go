package run

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/noise/number"
	"regretscope/ui/kit/uitest"
)

// The panel's missing amounts equal the model's, for the selected arm, round, and learner.
func TestWhyNotTheArmThatIsLookedAt(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := start(t, size[0], size[1], 5000, "anytime-lazy-ucb", "ucb1", "thompson")
		d.Settle(d.Driver().Seek(700))
		d.Do("panel-4")
		for learner := range 3 {
			d.Do(fmt.Sprintf("learner %d", learner+1))
			for arm := range 5 {
				d.Do(fmt.Sprintf("arm %d", arm+1))
				session := model.NewSession(d.State().Config)
				session.Seek(699)
				why, ok := session.WhyNot(learner, arm)
				text := uitest.Words(strings.Join(d.panels.text(3), " "))
				if said := strings.Contains(text, "Why not arm"); said != ok {
					t.Fatalf("arm %d was left out: %v, and it says: %v\n%s", arm+1, ok, said, text)
				}
				if !ok {
					continue
				}
				uitest.Contains(
					t, text,
					fmt.Sprintf("Arm %d would be played if its estimate were", arm+1),
					fmt.Sprintf("In this run arm %d is played in round %s, after", arm+1, number.Count(why.Next)),
				)
				if noise := "or if the noise in its sum"; strings.Contains(text, noise) != (learner == 0) {
					t.Errorf("learner %d: %q in %s", learner+1, noise, text)
				}
			}
		}
		// The next play is shown neither while it is hidden nor for a past round.
		d.Do("hide")
		if text := uitest.Words(strings.Join(d.panels.text(3), " ")); strings.Contains(text, "In this run") {
			t.Errorf("hidden, and the future is told: %s", text)
		}
	}
}

// A noisy leader is explained by the noise of its epoch, a drawn action by its probability, and
// both by the round of the next change.
func TestWhyNotAnActionOfExperts(t *testing.T) {
	d := startOn(t, uitest.On(t, "doubling-gap,K=4,gap=.1", "", 2000, "rnm-ftnl", "hedge"), 120, 36)
	d.Settle(d.Driver().Seek(100))
	for learner, wants := range [][]string{
		{"would be played if its estimate in round 64, when this was decided, were", "or if its noise", "is not played again within"},
		{"was drawn: its chance was", "would be played if its estimate were", "In this run action"},
	} {
		d.Do(fmt.Sprintf("learner %d", learner+1))
		play := d.State().Shot.Learners[learner].Play[0]
		d.Do(fmt.Sprintf("arm %d", (play+1)%4+1))
		text := uitest.Words(strings.Join(d.panels.text(3), " "))
		uitest.Contains(t, text, wants...)
	}
}

// The test binary plays arm 1 in every lane or, if restless, an arm that no seed determines.
func TestMain(m *testing.M) {
	programtest.Main(m, func(part string, seeds []uint64, arms int) (string, func(int, []float64) []int) {
		return "{}", func(int, []float64) []int {
			arm := 0
			if part == "restless" {
				arm = rand.IntN(arms)
			}
			return slices.Repeat([]int{arm}, len(seeds))
		}
	})
}

// The first warning is in the foot until a key is pressed; w shows all; nothing is shown while something is hidden.
func TestWarnings(t *testing.T) {
	config := uitest.On(t, "jzl-20", "quadratic,b=3.4", 1000, "ts-ldp-b,epsilon=1")
	if len(config.Warnings()) == 0 {
		t.Fatal("no warnings")
	}
	d := startOn(t, config, 120, 36)
	d.Expect(": w   ", "|| 30 rounds/s", config.Warnings()[0][:60])
	d.Do("step") // the next key removes the text, and keeps the notice
	d.ExpectNot(config.Warnings()[0][:60])
	d.tell(`~ ": w   " | w`)
	d.Expect("▸ Warnings", "! "+config.Warnings()[0][:60])
	d.tell("esc | : hide | : warnings | ~ warnings may reveal hidden values")
	for _, hidden := range []string{": w   ", "▸ Warnings"} {
		d.ExpectNot(hidden)
	}
	none := start(t, 120, 36, 100, "ucb1")
	none.Do("warnings")
	none.Expect("no warnings", "▸ 2 Arms")
}

// A warning appears as soon as a program is known not to depend on its seed alone.
func TestWarningsOfAProgram(t *testing.T) {
	for part, kept := range map[string]bool{"first": true, "restless": false} {
		t.Run(part, func(t *testing.T) {
			config := uitest.On(t, "hhmh-1", "", 100, "ucb1")
			config.Learners, config.Programs = []learners.Spec{programtest.Learner(t, part)}, program.NewHost()
			t.Cleanup(config.Programs.Close)
			d := startOn(t, config, 120, 36)
			if kept {
				d.ExpectNot("warning: w")
				return
			}
			d.tell(`~ ! 1 warning: w | ~ does not depend on its seed alone | w | ~ ▸ Warnings
				~ does not depend on its seed alone`)
		})
	}
}

// A copy may cause a new warning.
func TestWarningsOfACopy(t *testing.T) {
	d := startOn(t, uitest.On(t, "jzl-20", "quadratic,b=3.4", 1000, "ts-ldp-b,epsilon=2"), 120, 36)
	if !d.Has("what-if") {
		t.Skip("there are no copies")
	}
	d.tell(": go 100 | ! warning: w | : what-if epsilon=1 | ~ ! 1 warning: w | : drop | ! warning: w")
}

// game returns a game of six rounds with UCB1, behind a channel if one is named.
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

// A game from the first pull to the final sentence. Until then, nothing shows regret or the other learner.
func TestGame(t *testing.T) {
	d := game(t, "")
	d.tell(`~ round 1 of 6 is next | ~ 1–5 pull · + ten more · h reveal | : run
		~ this is your game: 1–5 pull an arm, enter the arm in focus`)
	for i, line := range []string{"pull-3", "pull 1", "pull-1", "pull 5", "pull-2"} {
		d.Do(line)
		if d.round() != i+1 {
			t.Fatalf("%s: round %d, want %d", line, d.round(), i+1)
		}
		if view := d.View(); strings.Contains(view, "UCB1") || strings.Contains(view, "Regret") || !d.Focus.Hides() {
			t.Fatalf("%s shows what is hidden:\n%s", line, view)
		}
	}
	d.tell(`~ "arm 2 gave " | : back 3 | : pull 4 | ~ round 3 has been played: go 5 goes on with the game
		: go 5 | : pull 6 | ~ pull 6: must be an arm, 1 to 5 | : pull 4`)
	if d.Focus.Hides() || d.round() != 6 {
		t.Errorf("round %d, hidden: %v", d.round(), d.Focus.Hides())
	}
	d.tell(": pull 4 | ~ the horizon is reached: the game is over | : reveal | ~ nothing is hidden")
	verdict := []string{"You: regret ", "UCB1 ", ", on the same rewards. ", " by "}
	if said := strings.Join(d.Sentences(), "\n"); strings.Contains(said, "Your turn") {
		t.Errorf("the game is over: %s", said)
	} else {
		uitest.Contains(t, said, verdict...)
	}
	d.Do("view")
	d.Expect(append(verdict, "true μ", "│    5 ", "├───")...) // with all arms, and stays
	d.tell(`: back 2 | ! "You: regret "`)
}

// Commands that play rounds or change the run are not available.
func TestNothingElsePlays(t *testing.T) {
	d := game(t, "")
	d.Do("reveal")
	d.ExpectNot("You: regret ") // nothing is decided yet
	d = game(t, "")
	d.tell(`: pull 1 | : reveal | ~ "You: regret "`)
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

// Sentences about the run mention no command that a game lacks.
func TestWordsOfAGame(t *testing.T) {
	d := game(t, "rr(0.9,0.9)")
	d.tell("! space runs | : pull 1")
	said := strings.Join(slices.Concat(d.Sentences(), d.Comparison(), d.panels.text(2)), "\n")
	for _, wrong := range []string{"step plays", "go 5000", "hide nothing", "violated", "over the budget", "paper"} {
		if strings.Contains(said, wrong) {
			t.Errorf("%q is in %s", wrong, said)
		}
	}
	uitest.Contains(t, said, "Regret is hidden: reveal shows it.", "no claim for this channel")
}

// Behind a channel, the person sees only reports.
func TestReports(t *testing.T) {
	d := game(t, "laplace")
	d.tell(`: pull 1 | ~ "arm 1 reported "`)
	v := d.State().Shot.Learners[0]
	if v.Reports[0] == v.Rewards[0] || v.Reports[0] == 0 || v.Reports[0] == 1 {
		t.Errorf("report %v of reward %v", v.Reports[0], v.Rewards[0])
	}
}

// After the last pull, which again repeats, one sentence says what the person played most and what it
// cost, and another what the others did.
func TestTheOutcomeOfAGame(t *testing.T) {
	d := game(t, "")
	d.tell(": again | ~ pull an arm first")
	d.Do("pull 5", "again 3", "pull 3", "again 10")
	uitest.Contains(
		t, d.Sentences()[3], "You played arm 5 most, in 4 of 6 rounds; arm 1 is better, and you never played it; arm 5 cost you most, 2.0 of your 2.5.",
		"You: regret 2.5. UCB1 ", " Arm 1 was played 1 time by UCB1.",
	)
}
