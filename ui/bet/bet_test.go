package bet

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/kit/uitest"
)

func TestParse(t *testing.T) {
	config := uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")
	for text, want := range map[string]Bet{
		"best 3":                     {Kind: Best, Arm: 2, Learner: -1, At: 10},
		"Ann:  best 5 at 700":        {Player: "Ann", Kind: Best, Arm: 4, Learner: -1, At: 700},
		"less 2":                     {Kind: Less, Arm: -1, Learner: 1, At: 1000},
		"Ann and Bob: less 1 at 1e2": {Player: "Ann and Bob", Kind: Less, Arm: -1, Learner: 0, At: 100},
		"regret 35.5":                {Kind: Regret, Arm: -1, Learner: 1, Height: 35.5, At: 1000},
		"regret 0 of 1 at 20":        {Kind: Regret, Arm: -1, Learner: 0, At: 20},
		"regret 3 at 20 of 1":        {Kind: Regret, Arm: -1, Learner: 0, Height: 3, At: 20},
		"best":                       {Kind: Best, Arm: -1, Learner: -1, At: 10, Open: true},
		"less at 5":                  {Kind: Less, Arm: -1, Learner: -1, At: 5, Open: true},
		"regret of 1":                {Kind: Regret, Arm: -1, Learner: 0, At: 1000, Open: true},
	} {
		t.Run(text, func(t *testing.T) {
			b, err := Parse(text)
			if err == nil {
				b, err = b.In(config, 1, 10)
			}
			if err != nil || b != want {
				t.Errorf("%s: %+v, %v; want %+v", text, b, err, want)
			}
		})
	}
	for text, want := range map[string]string{
		"":                                   "bet : must be best ARM, less LEARNER or regret HEIGHT",
		"worst 3":                            "bet worst 3: must be best ARM",
		"best three":                         "bet best three: ARM must be a whole number from 1",
		"best 0":                             "bet best 0: ARM must be a whole number from 1",
		"best 6":                             "bet best 6: ARM must be a whole number from 1 to 5",
		"best 1 2":                           "bet best 1 2: must be best ARM",
		"best 1 of 2":                        "bet best 1 of 2: must be best ARM",
		"less 3":                             "bet less: LEARNER must be a whole number from 1 to 2",
		"less 1.5":                           "bet less 1.5: LEARNER must be a whole number from 1",
		"regret -1":                          "bet regret -1: HEIGHT must be a number of at least 0",
		"regret inf":                         "bet regret inf: HEIGHT must be a number of at least 0",
		"regret nan":                         "bet regret nan: HEIGHT must be a number of at least 0",
		"regret 5 of 3":                      "bet regret: LEARNER must be a whole number from 1 to 2",
		"regret 5 of UCB":                    "bet regret 5 of UCB: LEARNER must be a whole number from 1",
		"less 1 at 0":                        "bet less 1 at 0: ROUND must be a whole number from 1",
		"less 1 at 1001":                     "bet less at 1001: the run has 1 000 rounds",
		"less 1 at 5 at 6":                   "bet less 1 at 5 at 6: must be best ARM",
		": best 1":                           "bet : best 1: the name of a player has 1 to 20 characters",
		strings.Repeat("x", 21) + ": best 1": "bet xxxxxxxxxxxxxxxxxxxxx: best 1: the name of a player",
	} {
		t.Run(text, func(t *testing.T) {
			b, err := Parse(text)
			if err == nil {
				_, err = b.In(config, 0, 0)
			}
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", text, err, want)
			}
		})
	}
	alone := uitest.Config(t, 1000, "ucb1")
	if _, err := (Bet{Kind: Less, At: 5}).In(alone, 0, 0); err == nil {
		t.Error("a bet on the better of one learner")
	}
}

// After five rounds UCB1 has played every arm of hhmh-1 once, which costs the sum of
// the gaps, 1.25; the optimal policy has lost nothing.
func TestSettleAndTally(t *testing.T) {
	config := uitest.Config(t, 1000, "ucb1", "optimal")
	shot := uitest.Snapshot(config, 5)
	var tally Tally
	want := map[string]string{
		"best 1":             "The audience bet: arm 1 is best. In truth arm 1 is best, with mean 0.75: right.",
		"Ann: best 3":        "Ann bet: arm 3 is best. In truth arm 1 is best, with mean 0.75; arm 3 has mean 0.5: wrong.",
		"Ann: less 2 at 5":   "Ann bet: Optimal policy has the least regret at round 5. In truth regret is UCB1 1.2500, Optimal policy 0: right.",
		"less 1 at 5":        "The audience bet: UCB1 has the least regret at round 5. In truth regret is UCB1 1.2500, Optimal policy 0: wrong.",
		"regret 1 at 5":      "The audience bet: UCB1 has regret 1 at round 5. In truth it is 1.2500: 0.2500 too low, 20 % off.",
		"Bob: regret 2 at 5": "Bob bet: UCB1 has regret 2 at round 5. In truth it is 1.2500: 0.7500 too high, 60 % off.",
		"regret 1.25 at 5":   "The audience bet: UCB1 has regret 1.25 at round 5. In truth it is 1.2500: exactly right.",
		"regret 1 of 2 at 5": "The audience bet: Optimal policy has regret 1 at round 5. In truth it is 0: 1.0000 too high, infinitely far off.",
	}
	outcome := func(text string) Outcome {
		b, err := Parse(text)
		if err == nil {
			b, err = b.In(config, 0, 5)
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.Settle(shot)
	}
	for text, sentence := range want {
		t.Run(text, func(t *testing.T) {
			if o := outcome(text); o.Sentence() != sentence {
				t.Errorf("%s: %s", text, o.Sentence())
			}
		})
	}
	if tally.Sentence() != "" {
		t.Error("a tally of nothing")
	}
	tally.Add([]Outcome{outcome("Ann: best 3"), outcome("best 1")})
	tally.Add([]Outcome{outcome("Ann: less 2 at 5"), outcome("Bob: regret 2 at 5"), outcome("Ann: regret 1 at 5")})
	if got, want := tally.Sentence(), "Tally: Ann 1 of 2 right and 20 % off on average, the audience 1 of 1 right, Bob 60 % off on average."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var crowd Tally
	for i := range 25 {
		crowd.Add([]Outcome{outcome(fmt.Sprintf("P%d: best 1", i))})
	}
	if got := crowd.Sentence(); !strings.HasSuffix(got, ", P19 1 of 1 right, and 5 more players.") {
		t.Error(got)
	}
	var csv bytes.Buffer
	if err := tally.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(csv.String()), "\n")
	for i, want := range []string{
		"betting_round,player,scenario,seed,round,bet,said,truth,right,guessed,regret",
		`1,Ann,hhmh-1,1,5,best,arm 3 is best,"arm 1 is best, with mean 0.75; arm 3 has mean 0.5",false,,`,
		`1,the audience,hhmh-1,1,5,best,arm 1 is best,"arm 1 is best, with mean 0.75",true,,`,
		`2,Ann,hhmh-1,1,5,less,Optimal policy has the least regret at round 5,"regret is UCB1 1.2500, Optimal policy 0",true,,`,
		"2,Bob,hhmh-1,1,5,regret,UCB1 has regret 2 at round 5,it is 1.2500,,2,1.25",
		"2,Ann,hhmh-1,1,5,regret,UCB1 has regret 1 at round 5,it is 1.2500,,1,1.25",
	} {
		if i >= len(lines) || lines[i] != want {
			t.Errorf("line %d of\n%s\nwant %s", i+1, csv.String(), want)
		}
	}
}

// In an environment that changes, what is best is asked of a round; of bases, every
// arm of the best one is right.
func TestBestOfOtherKinds(t *testing.T) {
	for _, test := range []struct {
		ref, bet string
		right    bool
	}{
		{"../../testdata/scenarios/swap.toml", "best 1 at 10000", true},
		{"../../testdata/scenarios/swap.toml", "best 1 at 10001", false},
		{"chh-synthetic", "best 1", true},
	} {
		t.Run(test.ref, func(t *testing.T) {
			ids := map[bool]string{true: "cts", false: "ucb1"}
			config := uitest.On(t, test.ref, "", 20_000, ids[test.ref == "chh-synthetic"])
			b, err := Parse(test.bet)
			if err != nil {
				t.Fatal(err)
			}
			if b, err = b.In(config, 0, 1); err != nil {
				t.Fatal(err)
			}
			if test.ref == "chh-synthetic" {
				b.Arm = config.Scenario.Phases[0].Best[1]
			}
			o := b.Settle(uitest.Snapshot(config, 1))
			if said := strings.Contains(o.Said, " at round "); said != (config.Scenario.Kind == scenarios.Changing) {
				t.Errorf("%s on %s: %s", test.bet, test.ref, o.Said)
			}
			if o.Right != test.right {
				t.Errorf("%s on %s: %s", test.bet, test.ref, o.Sentence())
			}
		})
	}
}

func TestStep(t *testing.T) {
	h := 0.0
	for n := 1; n <= 21; n++ {
		next := Step(h, +1)
		if ratio := next / h; !(next > h) || n > 1 && (ratio < 1.2 || ratio > 1.3) || Step(next, -1) != h {
			t.Errorf("%v follows %v, and back is %v", next, h, Step(next, -1))
		}
		h = next
	}
	if h != 100 || Step(0, -1) != 0 || Step(1, +10) != 10 || math.IsInf(Step(1, 1e6), 0) {
		t.Errorf("after 21 steps %v", h)
	}
}

// Of equals each is right, alone and in a basis.
func TestEqualsAreBest(t *testing.T) {
	law, err := arm.NewBernoulli(.5)
	if err != nil {
		t.Fatal(err)
	}
	equal, err := scenarios.FromArms("equal", []arm.Distribution{law, law}, scenarios.Bandit)
	if err != nil {
		t.Fatal(err)
	}
	bases := uitest.On(t, "chh-synthetic", "", 100, "cts")
	s := *bases.Scenario
	s.Phases = slices.Clone(s.Phases)
	s.Phases[0].Arms = slices.Repeat([]arm.Distribution{law}, s.Arms())
	if _, err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	for _, scenario := range []*scenarios.Scenario{equal, &s} {
		c := *bases
		c.Scenario = scenario
		for j := range scenario.Arms() {
			b := Bet{Kind: Best, Arm: j, At: 1}
			loop := scenario.Matroid != nil && scenario.Matroid.Loop(j)
			if right, truth := b.best(&c); right == loop {
				t.Errorf("%s, arm %d: right %v: %s", scenario.Name, j+1, right, truth)
			}
		}
	}
}
