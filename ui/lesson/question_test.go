package lesson

import (
	"math"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// After 5 rounds, UCB1 has regret 1.25 and played each of five arms once; arm 1 has the largest mean.
func TestQuestionsAreJudged(t *testing.T) {
	shot := &Scene{Snapshot: uitest.Snapshot(uitest.Config(t, 1000, "ucb1", "lazy-dp-ts"), 5)}
	choices := `choices = [{text = "a", why = "No."}, {text = "b"}]`
	for _, c := range []struct {
		question, answer string
		right            bool
		want             string // why it is wrong, or the error
	}{
		{choices, "1", false, "No."},
		{choices, "2", true, ""},
		{choices, "3", false, "must be from 1 to 2"},
		{choices, "1.5", false, "must be from 1 to 2"},
		{choices, "b", false, "must be from 1 to 2"},
		{`number = "regret 1"`, "1.3", true, ""},
		{`number = "regret 1"`, "1.12", false, "You answered 1.12, which is too small: try again."},
		{`number = "regret 1"` + "\nwithin = 0.05", "1.32", false, "You answered 1.32, which is too large: try again."},
		{`number = "regret 1 / regret 2"`, "abc", false, "must be a number, such as 0.5 or 1,200"},
		{`number = "1,000"`, "1,001", true, ""},
		{`round = "5000"`, "4600", true, ""},
		{`round = "5000"`, "NaN", false, "must be a number, such as 0.5 or 1,200"},
		{`round = "breakpoint 1"`, "5", false, "this run has 0 breakpoints"},
		{`arm = "most mean"`, "1", true, ""},
		{`arm = "most mean"`, "2", false, "Arm 2 has 0.625, and another arm has more: try again."},
		{`arm = "least mean"`, "5", true, ""},
		{`arm = "least mean"`, "6", false, "must be an arm from 1 to 5"},
		{`arm = "most pulls 1"`, "1", false, "arm: more than one arm is right"},
		{`reach = "regret 1 < 2"`, "", true, ""},
		{`reach = "regret 1 < 2 and arms > 5"`, "", false, "Not yet: the number of arms is 5, and must be more than 5."},
		{`reach = "average 3 < 2"`, "", false, "Not yet: it needs the mean of at least 20 runs."},
		{`reach = "regret 1 > 2.00"`, "", false, "Not yet: the regret of UCB1 is 1.2500, and must be more than 2.00."},
		{`reach = "regret 1 / mean 1 > 2"`, "", false, "Not yet: the regret of UCB1 divided by the mean of arm 1 is 1.7, and must be more than 2."},
	} {
		t.Run(c.question+" "+c.answer, func(t *testing.T) {
			l := param.Must(Parse("a.toml", head+"say='s'\nask='q'\nanswer='a'\n"+c.question))
			right, said, err := l.Stops[0].Judge(c.answer, shot)
			if err != nil {
				right, said = false, err.Error()
			}
			if right != c.right || !right && said != c.want {
				t.Errorf("%v, %s", right, said)
			}
		})
	}
}

func TestSolutions(t *testing.T) {
	shot := &Scene{Snapshot: uitest.Snapshot(uitest.Config(t, 1000, "ucb1", "lazy-dp-ts"), 5)}
	for question, want := range map[string]string{
		`number = "1.65"`:                    "1.65",
		`number = "regret 1"`:                "1.2500",
		`number = "pulls 1 1 / pulls 1 2"`:   "1.0",
		`number = "pulls 1 1 / pulls 1 9"`:   "this run has 2 learners and 5 arms",
		`number = "regret 1 / breakpoint 2"`: "this run has 0 breakpoints",
		`number = "epsilon 2 / releases 1"`:  "epsilon 2 / releases 1: has no value at round 5",
		`arm = "least mean"`:                 "arm 5",
		`arm = "least pulls 2"`:              "arm: more than one arm is right",
		`arm = "least pulls 3"`:              "this run has 2 learners and 5 arms",
		`reach = "regret 1 < 2"`:             "reach: regret 1 < 2 is true already",
		`reach = "regret 3 < 2"`:             "this run has 2 learners and 5 arms",
	} {
		l := param.Must(Parse("a.toml", head+"say='s'\nask='q'\nanswer='a'\n"+question))
		q := l.Stops[0].Question
		said, err := "", q.Test(shot)
		if err == nil {
			said, err = q.Solution(shot)
		}
		if err != nil {
			said = err.Error()
		}
		if said != want {
			t.Errorf("%s: %s, want %s", question, said, want)
		}
	}
}

func TestParseRefusesQuestions(t *testing.T) {
	why := strings.Repeat("a ", 76)
	for question, want := range map[string]string{
		`choices = [{text = "a"}]`:                                    "x.toml:10: choices: must be from 2 to 5, and all but the right one need a why",
		`choices = [{text = "a"}, {text = "b"}]`:                      "x.toml:10: choices: must be from 2 to 5, and all but the right one need a why",
		`choices = [{text = "a", why = "` + why + `"}, {text = "b"}]`: "x.toml:10: choices: must have a text of at most 56 characters, and a why of at most 150",
		`choices = [{text = "a", why = "{regret}"}, {text = "b"}]`:    "x.toml:10: choices: regret: must be round,",
		`choices = [{text = "a", why = "c"}, {text = "b\u001b"}]`:     "x.toml:10: choices: holds a character that is not text",
		`choices = [{text = "a", wyh = "c"}, {text = "b"}]`:           "x.toml:10: wyh: no such key",
		"arm = 'most pulls'":                                          "x.toml:10: arm: most pulls: must be most or least,",
		"arm = 'most regret'":                                         "x.toml:10: arm: most regret: must be most or least,",
		"arm = 'worst mean'":                                          "x.toml:10: arm: worst mean: must be most or least,",
		"number = 'many'":                                             "x.toml:10: many: must be round,",
		"round = 'regret 1 / '":                                       "x.toml:10: : must be round,",
		"reach = 'regret 1'":                                          "x.toml:10: regret 1: must be QUANTITY < QUANTITY",
		"number = '1'\nwithin = 1":                                    "x.toml:11: within: must be a fraction, such as 0.1",
		"number = '1'\narm = 'most mean'":                             "x.toml:8: needs a question, and one of choices, number, round, arm and reach",
		`choices = [{text = "a", why = "` + why[:100] + `"}, {text = "b", why = "c"}, {text = "d", why = "e"}, {text = "f", why = "g"}, {text = "h"}]`: "x.toml:10: choices: take 7 lines of 60 columns with the question or a why, at most 6 fit",
	} {
		_, err := Parse("x.toml", head+"say='s'\nask='q'\nanswer='a'\n"+question)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", question, err, want)
		}
	}
	if _, err := Parse("x.toml", head+"say='s'\nnumber='1'"); err == nil || !strings.HasPrefix(err.Error(), "x.toml:5: needs a question") {
		t.Error(err)
	}
}

// Numbers that questions say, computed from their formulas.
func TestNumbersOfQuestions(t *testing.T) {
	e := math.E
	for name, c := range map[string]struct {
		stop int
		says string
		x    float64 // is near
		near float64
	}{
		"you, two of three pulls": {1, "in 3 of 8 cases", 3 * math.Pow(0.5, 3), 3. / 8},
		"you, a channel's gap":    {2, "0.46", (e - 1) / (e + 1), 0.46},
		"you, pulls":              {2, "About five times as many", math.Pow((e+1)/(e-1), 2), 4.7},
		"twins, a shown factor":   {3, "e^0.5 = 1.65", math.Exp(0.5), 1.65},
		"twins, a factor":         {3, "2.72", e, 2.72},
		"you, the coin":           {2, "in 73 of 100 rounds", e / (1 + e), 0.73},
		"twins, a belief":         {4, "62%", math.Exp(0.5) / (1 + math.Exp(0.5)), 0.62},
		"local, the largest b":    {7, "3.0", 1.75 * (e - 1), 3.007},
	} {
		lesson, _, _ := strings.Cut(name, ",")
		l := param.Must(Open(lesson))
		s := l.Stops[c.stop-1]
		text := s.Ask + s.Number + s.Answer
		for _, choice := range s.Choices {
			text += choice.Text + choice.Why
		}
		if !strings.Contains(text, c.says) || math.Abs(c.x-c.near) > 0.02*c.near {
			t.Errorf("%s: %s: %v is not near %v, or not in %s", name, c.says, c.x, c.near, text)
		}
	}
}
