package lesson_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"regretscope/ui/lesson"
)

// A mean is what a lesson says of many runs: a passage, and for each number in it what
// it is of the regrets of one run.
type mean struct {
	lesson, says string
	flags        string
	runs         int
	of           []quantity
}

type quantity func(regrets []float64) float64

// The quantities, of learners that count from 1.
func regret(i int) quantity   { return func(r []float64) float64 { return r[i-1] } }
func price(i, j int) quantity { return func(r []float64) float64 { return r[i-1] - r[j-1] } }
func fixed(x float64) quantity {
	return func([]float64) float64 { return x }
}

// percent is how often learner i has less regret than j; ties count half.
func percent(i, j int) quantity {
	return func(r []float64) float64 {
		switch {
		case r[i-1] < r[j-1]:
			return 100
		case r[i-1] == r[j-1]:
			return 50
		}
		return 0
	}
}

const (
	exploring = "--scenario hhmh-1 --horizon 1e5 --learner ucb1 --learner thompson"
	leaders   = "--scenario doubling-gap --learner ftl --learner ftnl --learner rnm-ftnl --horizon 1e4 --epsilon 0.5"
)

var means = []mean{
	{"regret", "the means are about 50 and 327", exploring, 400, []quantity{regret(2), regret(1)}},
	{"regret", "in 99 of 100 runs", exploring, 400, []quantity{percent(2, 1), fixed(100)}},
	{
		"regret", "larger for Thompson sampling, about 130, and smaller for UCB1, about 294",
		`--arms "0.5 0.49" --horizon 1e5 --learner ucb1 --learner thompson`, 400,
		[]quantity{regret(2), regret(1)},
	},
	{"noise", "24 for the leader, 55 for RNM-FTNL and 95 for FTNL", leaders, 1000, []quantity{regret(1), regret(3), regret(2)}},
	{
		"noise", "in about 79 of 100 runs, and follow-the-leader less than RNM-FTNL in 87", leaders, 1000,
		[]quantity{percent(3, 2), fixed(100), percent(1, 3)},
	},
	{
		"price", "3 920, 986, 367, and 103 without noise: prices of 3 820, 883 and 264",
		"--scenario hhmh-1 --horizon 1e5 --learner lazy-dp-ts,epsilon=0.1 --learner lazy-dp-ts,epsilon=0.5 --learner lazy-dp-ts,epsilon=2 --learner lazy-dp-ts,epsilon=inf", 200,
		[]quantity{regret(1), regret(2), regret(3), regret(4), price(1, 4), price(2, 4), price(3, 4)},
	},
	{
		"price", "883 at 0.5, 478 at 1, 264 at 2, 118 at 5 and 63 at 10. Even without noise regret is twice that of Thompson sampling, 103 against 50",
		"--scenario hhmh-1 --horizon 1e5 --learner lazy-dp-ts,epsilon=0.5 --learner lazy-dp-ts,epsilon=1 --learner lazy-dp-ts,epsilon=2 --learner lazy-dp-ts,epsilon=5 --learner lazy-dp-ts,epsilon=10 --learner lazy-dp-ts,epsilon=inf --learner thompson", 200,
		[]quantity{
			price(1, 6), fixed(.5), price(2, 6), fixed(1), price(3, 6), fixed(2), price(4, 6), fixed(5), price(5, 6), fixed(10),
			regret(6), regret(7),
		},
	},
	{
		"local", "1 090 and 470 at ε = 1, 3 420 and 710 at 0.5, and 8 940 and 1 330 at 0.25",
		"--scenario jzl-20 --horizon 1e5 --learner ts-ldp-b,epsilon=1 --learner dp-klucb,epsilon=1 --learner ts-ldp-b,epsilon=0.5 --learner dp-klucb,epsilon=0.5 --learner ts-ldp-b,epsilon=0.25 --learner dp-klucb,epsilon=0.25", 100,
		[]quantity{regret(1), regret(2), fixed(1), regret(3), regret(4), fixed(.5), regret(5), regret(6), fixed(.25)},
	},
	{
		"change", "the means are 6 850 and 15 000", "--scenario gaj-tide --epsilon 1 --learner sw-klucb-cf --learner kl-ucb-cf", 60,
		[]quantity{regret(1), regret(2)},
	},
	{
		"change", "25 300 with the default of 348, made for the worst case, 14 800 with 2000 and 6 700 with 10 000. A window of the whole run is the other learner, at 2 700",
		"--scenario gaj-swap --epsilon 1 --learner sw-klucb-cf --learner sw-klucb-cf,w=2000 --learner sw-klucb-cf,w=10000 --learner kl-ucb-cf", 60,
		[]quantity{regret(1), fixed(348), regret(2), fixed(2000), regret(3), fixed(10_000), regret(4)},
	},
	{
		"change", "its mean is 25 300. That of the other one is 2 700", "--scenario gaj-swap --epsilon 1 --learner sw-klucb-cf --learner kl-ucb-cf", 100,
		[]quantity{regret(1), regret(2)},
	},
	{
		"audit", "the means are 11 and 22",
		"--scenario ww-det,K=64,losses=even --horizon 1000 --epsilon 1 --learner rnm-ftnl,noise=laplace,scale=1 --learner rnm-ftnl,noise=laplace,scale=2", 1000,
		[]quantity{regret(1), regret(2)},
	},
}

// numbers are those in a passage.
func numbers(text string) []float64 {
	var found []float64
	for _, number := range regexp.MustCompile(`\b[0-9]+( [0-9]{3})*(\.[0-9]+)?`).FindAllString(text, -1) {
		x, _ := strconv.ParseFloat(strings.ReplaceAll(number, " ", ""), 64)
		found = append(found, x)
	}
	return found
}

// Every passage is in its lesson, and has as many numbers as are checked.
func TestMeansAreInTheLessons(t *testing.T) {
	for _, m := range means {
		l, err := lesson.Open(m.lesson)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, s := range l.Stops {
			texts = append(texts, s.Say, s.Answer)
		}
		if !strings.Contains(strings.Join(texts, "\n"), m.says) {
			t.Errorf("lesson %s does not say %q", m.lesson, m.says)
		}
		if n := len(numbers(m.says)); n != len(m.of) {
			t.Errorf("%q: %d numbers, %d are checked", m.says, n, len(m.of))
		}
	}
}
