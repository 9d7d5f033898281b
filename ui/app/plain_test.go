package app

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"regretscope/learners"
	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/kit/uitest"
)

// plainly types lines in plain mode and returns the answers.
func plainly(t *testing.T, o Options, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	uitest.NoError(t, Plain(o, strings.NewReader(strings.Join(lines, "\n")+"\n"), &out))
	return out.String()
}

// A game in plain text, whose command line starts it again.
func TestPlainGame(t *testing.T) {
	config := uitest.Config(t, 2, "ucb1")
	config.Learners = append(config.Learners, learners.You(&learners.Game{}, false))
	said := strings.Join(strings.Fields(plainly(t, Options{Config: config}, "pull 3", "copy-command", "pull 1", "compare")), " ")
	uitest.Contains(
		t, said,
		"Your turn: 2 pulls arm 2", "> arm 3 gave ", "; round 2 of 2 is next ", "You pulled arm 3.",
		"--learner you --epsilon 0.5 --horizon 2 --seed 1", "You have regret ", "You: regret 0.2. UCB1 0.1, on the same rewards. UCB1 wins by 0.1",
		"You are not private. You played arm 1, the best one, in 50% of the rounds; you lost most, 0.25", "UCB1 is not private. It played",
	)
	for _, not := range []string{"--at-round", "it protects no one", "1–5 pull"} { // a game begins again, and no one here is private
		if strings.Contains(said, not) {
			t.Errorf("%q in\n%s", not, said)
		}
	}
}

// Regrets that differ by rounding, because they are sums in the order of the plays, are equal.
func TestAGameWithoutAWinner(t *testing.T) {
	config := uitest.Config(t, 7, "ucb1")
	laws, err := arm.ParseList("0.9 0.2")
	if err == nil {
		config.Scenario, err = scenarios.FromArms("arms", laws, scenarios.Bandit)
	}
	uitest.NoError(t, err)
	config.Seed = 3 // UCB1 plays 1 2 2 2 1 2 2
	config.Learners = append(config.Learners, learners.You(&learners.Game{}, false))
	pulls := append(slices.Repeat([]string{"pull 1"}, 2), slices.Repeat([]string{"pull 2"}, 5)...)
	uitest.Contains(t, plainly(t, Options{Config: config}, pulls...), "You and UCB1 are equal.")
}

// From the start to the better learner and the reason, in plain text.
func TestPlainAnswersInSentences(t *testing.T) {
	uitest.NotForRaces(t)
	config := uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1")
	for line, wants := range map[string][]string{
		"":                            {"Round 0 of 100,000 in five arms, seed 1, paused. No rounds played yet"},
		"go 5000":                     {"Round 5,000 of 100,000 in five arms, seed 1, paused.", "Lazy-DP-TS has regret 511.9, UCB1 has regret 174.6.", "In focus: Lazy-DP-TS, which plays arm", "After 46 releases, the costliest round has lost ε = 0.5"},
		"go 5000\nwhy":                {"Why arm 1?", "Arm 1 won: its draw 0.8220 beat arm 3’s 0.7822.", "draw θ_j ~ Beta"},
		"go 5000\nwhy not 3":          {"Why not arm 3? Its draw", "Arm 3 would be played if its estimate were", "the noise in its sum", "In this run arm 3 is played in round"},
		"why not 6":                   {"arm 6: must be a whole number from 1 to 5"},
		"go 5000\narms":               {"Arms · Lazy-DP-TS", "2,863 0.7500 0.7575"},
		"learner 2\ngo 9\nprivacy":    {"Not private: every reward is used as it is. The plays may reveal"},
		"n\nprivacy":                  {"n: no such command on this screen", "Privacy · Lazy-DP-TS", "Loss per round: ε = 0 (budget 0.5)"},
		"learner 2\nrun\nwhy":         {"Round 100,000 of 100,000 in five arms, seed 1, paused.", "In focus: UCB1", "Why arm 1?"},
		"run-to 300\nwhy":             {"Round 300 of 100,000 in five arms, seed 1, paused."},
		"go 5000\nwhat-if epsilon=1":  {"Lazy-DP-TS ε=1 has joined: regret", "times the 511.9 of Lazy-DP-TS"},
		"go 5000\ndial 1":             {"One run, ε = 1: regret 401.2, 10.3 times", "Lazy-DP-TS ε=1 has regret 401.2, UCB1 has regret 174.6."},
		"dial 1\ndial-close\ndial 2x": {"dial 2x: must be a positive number or inf", "Lazy-DP-TS has regret 0"},
		"what-if\nadd":                {"what-if: write what-if KEY=VALUE", "add: write add LEARNER"},
		"explain user level":          {"user level (also one person"},
		"reports":                     {"it has no local channel"},
		"go 1e5\ncompare": {
			"Regret after 100,000 rounds of five arms, lowest first: UCB1 309.0, Lazy-DP-TS", "UCB1 is not private. It played arm 1, the best one, in 98.2% of the rounds",
			"lost most, 166.8, by playing arm 2, which is worse by 0.125, 1,334 times", "Lazy-DP-TS has a loss per round of ε = 0.5 (budget 0.5)", "So UCB1 is ahead, but it protects no one",
		},
		"compare":                          {"No rounds played yet: go 5000 goes to a round."},
		"go 5000\nhide truth\ncompare":     {"Regret is hidden"},
		"list lessons":                     {"regret: Exploring and regret", "audit: When a constant is wrong"},
		"list learners":                    {"lazy-dp-ts", "Thompson sampling"},
		"go 5000\nscreen":                  {"120 80 40 0 rounds 0 1,000 2,000", "3 Privacy · Lazy-DP-TS", "Lazy-DP-TS ε 0.5 511.9"}, // no curve
		"list x":                           {"list x: must be followed by learners, scenarios, channels, terms, guides or lessons"},
		"size 80x24":                       {"size: no such command on this screen"},
		"experiment\nruns 3\nrun":          {"3 runs of each learner, at round 100,000, the least regret first. UCB1: regret", "Run by run on the same rewards, Lazy-DP-TS has", "in 0% of the runs"},
		"setup\nepsilon 2\nstart\ngo 5000": {"Scenario: five arms (hhmh-1), five Bernoulli arms", "Privacy parameter ε = 2, 100,000 rounds, seed 1.", "Learners: Lazy-DP-TS, UCB1.", "Round 5,000 of 100,000"},
		"setup\nhorizon x":                 {"horizon x: must be a whole number"},
		"setup":                            {"Choose scenario and learners", "start starts the run"},
		"setup\nhorizon 40\nstart\ntwin\nrun-screen": {"Round 0 of 40"},
		"help":         {"go [ROUND]: go to a round", "explain [WORD]"},
		"copy-command": {"regretscope --scenario hhmh-1"},
		"goo":          {"goo: no such command on this screen; did you mean go?"},
		"wait x":       {"wait x: must be followed by a time such as 2s or 500ms"},
		"go 1e9":       {"1e9 is not a round of this run"},
		"quit\ngo 5":   {"In focus"},
		"q\ngo 5":      {"In focus"},
	} {
		answer := plainly(t, Options{Config: config}, line)
		uitest.Contains(t, uitest.Words(answer), wants...)
		for _, r := range answer {
			if strings.ContainsRune("▶▸★●○", r) || r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff || unicode.IsControl(r) && r != '\n' {
				t.Errorf("%q: holds %q:\n%s", line, r, answer)
				break
			}
		}
		if strings.HasPrefix(line, "q") && strings.Contains(answer, "Round 5 of") {
			t.Errorf("%s: quit does not end it", line)
		}
	}
}

// The manual quotes plain mode exactly.
func TestManualShowsPlainMode(t *testing.T) {
	text := param.Must(os.ReadFile("../manual/display.md"))
	answer := plainly(t, Options{Config: uitest.Config(t, 1_000_000, "lazy-dp-ts", "ucb1")}, "go 5000")
	_, answer, _ = strings.Cut(answer, "> ")
	for _, line := range strings.Split(answer, "\n")[:2] {
		if !strings.Contains(string(text), "\n    "+line+"\n") && !strings.Contains(string(text), "> "+line+"\n") {
			t.Errorf("the manual does not have %q", line)
		}
	}
}

// Lines beyond the limit are refused, and the next one is read.
func TestPlainReadsLongLines(t *testing.T) {
	o := Options{Config: uitest.Config(t, 100, "ucb1")}
	for _, c := range []struct {
		name  string
		input string
		want  string
	}{
		{"longer than a reader's buffer", "go " + strings.Repeat(" ", 5000) + "7\n", "Round 7 of 100"},
		{"as long as allowed", "go" + strings.Repeat(" ", files.MaxLine-3) + "7", "Round 7 of 100"},
		{"longer", strings.Repeat("x", 1<<20) + "\ngo 7\n", "the line has 1,048,576 bytes, at most 65,536 are allowed\n> Round 7 of 100"},
		{"one byte longer", "go" + strings.Repeat(" ", files.MaxLine-2) + "7", "the line has 65,537 bytes, at most 65,536 are allowed"},
		{"of another system", "go 7\r\n", "Round 7 of 100"},
	} {
		var out bytes.Buffer
		if err := Plain(o, strings.NewReader(c.input), &out); err != nil || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: %v; no %q in %.1000q", c.name, err, c.want, out.String())
		}
	}
}
