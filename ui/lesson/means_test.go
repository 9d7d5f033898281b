package lesson_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/command/flags"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// A mean is a passage about many runs, in a lesson or the manual, and its numbers as functions of one run's regrets.
type mean struct {
	where string // "lesson NAME" or "page NAME"
	says  string
	flags string
	runs  int
	of    []quantity
}

type quantity func(regrets []float64) float64

// Quantities of learners, numbered from 1.
func regret(i int) quantity   { return func(r []float64) float64 { return r[i-1] } }
func price(i, j int) quantity { return func(r []float64) float64 { return r[i-1] - r[j-1] } }
func fixed(x float64) quantity {
	return func([]float64) float64 { return x }
}

// earned returns learner i's return per round, of rounds in which the best play has mean best.
func earned(i int, best, rounds float64) quantity {
	return func(r []float64) float64 { return best - r[i-1]/rounds }
}

// percent returns how often learner i has less regret than j; ties count half.
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

// eachRegret returns the regrets of learners 1 to n.
func eachRegret(n int) (all []quantity) {
	for i := range n {
		all = append(all, regret(i+1))
	}
	return all
}

// growth returns × the floor of learner i for a floor of slope · ln t: the growth of its regret from
// round ⌈√T⌉, after all regrets at T = 10⁵, as a multiple of that of the floor.
func growth(i int, slope float64) quantity {
	return func(r []float64) float64 {
		return (r[i-1] - r[len(r)/2+i-1]) / (slope * math.Log(1e5/float64(theory.Root(1e5))))
	}
}

const (
	exploring = "--scenario hhmh-1 --horizon 1e5 --learner ucb1 --learner thompson"
	leaders   = "--scenario doubling-gap --learner ftl --learner ftnl --learner rnm-ftnl --horizon 1e4 --epsilon 0.5"
	prices    = "--scenario hhmh-1 --horizon 1e5 --learner lazy-dp-ts,epsilon=0.1 --learner lazy-dp-ts,epsilon=0.5" +
		" --learner lazy-dp-ts,epsilon=1 --learner lazy-dp-ts,epsilon=2 --learner lazy-dp-ts,epsilon=5" +
		" --learner lazy-dp-ts,epsilon=10 --learner lazy-dp-ts,epsilon=inf --learner thompson"
	locals = "--scenario jzl-20 --horizon 1e5 --learner ts-ldp-b,epsilon=1 --learner dp-klucb,epsilon=1" +
		" --learner ts-ldp-b,epsilon=0.5 --learner dp-klucb,epsilon=0.5 --learner ts-ldp-b,epsilon=0.25 --learner dp-klucb,epsilon=0.25"
	claimed = "--scenario hhmh-1 --horizon 1e5 --epsilon 0.5 --learner lazy-dp-ts --learner dp-se --learner anytime-lazy-ucb" +
		" --learner adap-klucb --learner adap-klucb,alpha=2 --learner adap-klucb,alpha=1.5 --learner adap-klucb,alpha=1"
	ladder = "--scenario hhmh-1 --horizon 1e5 --learner anytime-lazy-ucb,epsilon=1 --learner lazy-ucb-sum,epsilon=1" +
		" --learner lazy-ucb-shuffle,epsilon=1 --learner lazy-ucb-local,epsilon=1 --learner anytime-lazy-ucb,epsilon=2" +
		" --learner lazy-ucb-shuffle,epsilon=2 --learner lazy-ucb-local,epsilon=2 --learner anytime-lazy-ucb,epsilon=0.25" +
		" --learner lazy-ucb-shuffle,epsilon=0.25"
	chosen = "--scenario hhmh-1 --learner dp-klucb --learner lazy-dp-ts --learner dp-se --learner ts-ldp-b --learner ucb1 --learner kl-ucb --horizon "
	gaming = "--scenario hhmh-1 --horizon 200 --learner random --learner ucb1 --learner lazy-dp-ts --learner lazy-dp-ts,epsilon=inf"

	private, open = 10.40, 7.1283 // the floors' slopes on hhmh-1 with ε = 0.5 and without privacy
	swap          = "--scenario gaj-swap --epsilon 1 --learner sw-klucb-cf --learner sw-klucb-cf,w=2000 --learner sw-klucb-cf,w=10000 --learner kl-ucb-cf"
)

var means = []mean{
	{"page which learner when", "| 50 | 160 | 250 | 80 | 80 | 30 |", chosen + "1e3 --epsilon 1", 400, eachRegret(6)},
	{"page which learner when", "| 130 | 580 | 3,300 | 210 | 330 | 80 |", chosen + "1e5 --epsilon 1", 400, eachRegret(6)},
	{"page which learner when", "| 700 | 3,900 | 4,400 | 7,000 | 330 | 80 |", chosen + "1e5 --epsilon 0.1", 400, eachRegret(6)},
	{"lesson trust", "7,000 against 700", chosen + "1e5 --epsilon 0.1", 400, []quantity{regret(4), regret(1)}},
	{"lesson trust", "210 against 130", chosen + "1e5 --epsilon 1", 400, []quantity{regret(4), regret(1)}},
	{
		"page which learner when", "| 120 | 220 | 2,100 | 200 | 270 | 80 |",
		strings.Replace(chosen, "--scenario hhmh-1", `--arms "0.55 0.5"`, 1) + "1e5 --epsilon 1", 400, eachRegret(6),
	},
	{"lesson regret", "the means are about 50 and 330", exploring, 400, []quantity{regret(2), regret(1)}},
	{"lesson regret", "in 99 of 100 runs", exploring, 400, []quantity{percent(2, 1), fixed(100)}},
	{
		"lesson regret", "the means of many runs are about 120 for Thompson sampling and 290 for UCB1",
		`--arms "0.5 0.49" --horizon 1e5 --learner ucb1 --learner thompson`, 1000,
		[]quantity{regret(2), regret(1)},
	},
	{"lesson noise", "25 for the leader, 55 for RNM-FTNL, and nearly 100 for FTNL", leaders, 5000, []quantity{regret(1), regret(3), regret(2)}},
	{
		"lesson noise", "in about 80 of 100 runs, and follow-the-leader has less than RNM-FTNL in 87", leaders, 5000,
		[]quantity{percent(3, 2), fixed(100), percent(1, 3)},
	},
	{
		"lesson price", "3,900, 990, 370, and 100 without noise: prices of 3,800, 880, and 270", prices, 400,
		[]quantity{regret(1), regret(2), regret(4), regret(7), price(1, 7), price(2, 7), price(4, 7)},
	},
	{
		"lesson price",
		"880 at 0.5, 480 at 1, 270 at 2, 120 at 5, and 60 at 10. Even without noise, regret is twice that of Thompson sampling, 100 against 50",
		prices, 400,
		[]quantity{
			price(2, 7), fixed(.5), price(3, 7), fixed(1), price(4, 7), fixed(2), price(5, 7), fixed(5), price(6, 7), fixed(10),
			regret(7), regret(8),
		},
	},
	{
		"lesson price", "the means are 580 at 1, 510 at 1.2, and 470 at 1.4, and 50 for Thompson sampling",
		"--scenario hhmh-1 --horizon 1e5 --learner lazy-dp-ts,epsilon=1 --learner lazy-dp-ts,epsilon=1.2" +
			" --learner lazy-dp-ts,epsilon=1.4 --learner thompson", 400,
		[]quantity{regret(1), fixed(1), regret(2), fixed(1.2), regret(3), fixed(1.4), regret(4)},
	},
	{
		"page price of privacy", "3,900 at ε = 0.1 and 100 without noise: the price is 3,800", prices, 400,
		[]quantity{regret(1), fixed(.1), regret(7), price(1, 7)},
	},
	{
		"lesson local", "1,100 and 500 at ε = 1, 3,400 and 700 at 0.5, and 9,000 and 1,300 at 0.25", locals, 400,
		[]quantity{regret(1), regret(2), fixed(1), regret(3), regret(4), fixed(.5), regret(5), regret(6), fixed(.25)},
	},
	{
		"lesson local", "Over many runs, the mean regret is 10,300",
		"--scenario jzl-20 --horizon 1e5 --epsilon 1 --channel quadratic,b=3.4 --learner ts-ldp-b", 400,
		[]quantity{regret(1)},
	},
	{
		"lesson matroid", "Over many runs the means are 2.03, 2.14, and 2.15 here",
		"--scenario chh-synthetic --epsilon 1 --horizon 1e4 --learner dpucb-mat --learner omm --learner optimal", 100,
		[]quantity{earned(1, 2.15, 1e4), earned(2, 2.15, 1e4), earned(3, 2.15, 1e4)},
	},
	{
		"lesson change", "the means are 6,900 and 15,000", "--scenario gaj-tide --epsilon 1 --learner sw-klucb-cf --learner kl-ucb-cf", 200,
		[]quantity{regret(1), regret(2)},
	},
	{
		"lesson change", "25,300 with the default of 348, which is made for the worst case, 14,800 with 2,000, and 6,700 with 10,000." +
			" A window of the whole run is the other learner, at about 3,000", swap, 200,
		[]quantity{regret(1), fixed(348), regret(2), fixed(2000), regret(3), fixed(10_000), regret(4)},
	},
	{"lesson change", "the mean with a window is 25,300. The mean without one is about 3,000", swap, 200, []quantity{regret(1), regret(4)}},
	{
		"lesson you", "the mean regrets are 200 and 670", "--scenario hhmh-1 --horizon 1e4 --learner ucb1 --learner lazy-dp-ts", 400,
		[]quantity{regret(1), regret(2)},
	},
	{
		"lesson you", "random plays lose 50, UCB1 loses 29, and Lazy-DP-TS loses 50", gaming, 1000,
		[]quantity{regret(1), regret(2), regret(3)},
	},
	{"lesson you", "Without noise it would lose 21", gaming, 1000, []quantity{regret(4)}},
	{"page your own game", "regret is 29 for UCB1 and 50 for arms pulled at random", gaming, 1000, []quantity{regret(2), regret(1)}},
	{
		"lesson floors", "15 for Lazy-DP-TS, 2 for DP-KLUCB, and 38 for Anytime-Lazy-UCB",
		"--scenario hhmh-1 --horizon 1e5 --learner lazy-dp-ts --learner dp-klucb --learner anytime-lazy-ucb", 400,
		[]quantity{growth(1, private), growth(2, private), growth(3, private)},
	},
	{
		"lesson floors", "0.8 for Thompson sampling, 1.4 for KL-UCB, and 7.0 for UCB1",
		"--scenario hhmh-1 --horizon 1e5 --learner thompson --learner kl-ucb --learner ucb1", 400,
		[]quantity{growth(1, open), growth(2, open), growth(3, open)},
	},
	{
		"lesson tree", "the means are 5,400 at ε = 10 and 6,300 at 0.1",
		"--scenario hhmh-1 --horizon 1e5 --learner dp-ucb-tree,epsilon=10 --learner anytime-lazy-ucb,epsilon=0.1", 400,
		[]quantity{regret(1), fixed(10), regret(2), fixed(.1)},
	},
	{"lesson claim", "the means are 990, 3,400, and 2,300", claimed, 400, []quantity{regret(1), regret(2), regret(3)}},
	{
		"lesson claim", "Over many other runs the means are about 830 and 560",
		`--arms "0.99 0.719" --horizon 2e4 --epsilon 0.1 --learner lazy-dp-ts --learner dp-se`, 4000,
		[]quantity{regret(1), regret(2)},
	},
	{
		"lesson claim", "of Lazy-DP-TS is 990. That of AdaP-KLUCB is 1,700 at α = 3.1, 1,100 at α = 2, and 580 at α = 1", claimed, 400,
		[]quantity{regret(1), regret(4), fixed(3.1), regret(5), fixed(2), regret(7), fixed(1)},
	},
	{
		"lesson claim", "850 at α = 1.5 and 1,100 at α = 2; Lazy-DP-TS is between, at 990", claimed, 400,
		[]quantity{regret(6), fixed(1.5), regret(5), fixed(2), regret(1)},
	},
	{
		"lesson trust", "Over many runs the means are 1,760, 1,760, and 4,200", ladder, 1800,
		[]quantity{regret(1), regret(2), regret(4)},
	},
	{
		"lesson trust", "At 2 the means are 2,000 for the local learner and 1,560", ladder, 1800,
		[]quantity{fixed(2), regret(7), regret(5)},
	},
	{
		"page trust", "the mean regrets are 1,760, 1,760, 1,800, and 4,200", ladder, 1800,
		[]quantity{regret(1), regret(2), regret(3), regret(4)},
	},
	{
		"lesson audit", "the means are 11 and 22",
		"--scenario ww-det,K=64,losses=even --horizon 1000 --epsilon 1 --learner rnm-ftnl,noise=laplace,scale=1 --learner rnm-ftnl,noise=laplace,scale=2", 1000,
		[]quantity{regret(1), regret(2)},
	},
	{
		"page plain mode", "Lazy-DP-TS has regret 511.9, UCB1 has regret 174.6",
		"--scenario hhmh-1 --horizon 5000 --learner lazy-dp-ts --learner ucb1", 1, // seed 1
		[]quantity{regret(1), regret(2)},
	},
}

var numeral = regexp.MustCompile(`\b[0-9]+(,[0-9]{3})*(\.[0-9]+)?`)

// numbers returns a passage's numbers, each with half a unit of its last nonzero digit.
func numbers(text string) (found, rounded []float64) {
	for _, number := range numeral.FindAllString(text, -1) {
		digits := strings.ReplaceAll(number, ",", "")
		x, _ := strconv.ParseFloat(digits, 64)
		unit := 1.
		if _, decimals, ok := strings.Cut(digits, "."); ok {
			for range decimals {
				unit /= 10
			}
		} else {
			for range len(digits) - len(strings.TrimRight(digits, "0")) {
				unit *= 10
			}
		}
		found, rounded = append(found, x), append(rounded, unit/2)
	}
	return found, rounded
}

// In the game of lesson you, learning pays, and no place of the best arm is usual: over 200 seeds, UCB1 has
// at most 60% of the regret of uniform play, and each place holds the best arm 20 to 60 times, which would
// fail for 1 of 500 sets of seeds. In the order of the preset, place 1 always does.
func TestTheGameTeaches(t *testing.T) {
	c := *param.Must(flags.OpenLesson("you")).Stops[0].Config
	ids := []string{"ucb1", "random", "lazy-dp-ts"}
	c.Learners = param.Map(ids, func(id string) learners.Spec { return param.Must(learners.ParseSpec(id)) })
	sums, places := make([]float64, len(ids)), make([]int, c.Scenario.Arms())
	for seed := range uint64(200) {
		game := c
		game.Seed = seed + 1
		game.Scenario = param.Must(param.Must(scenarios.Open("hhmh-1", "")).Shuffled(game.Seed))
		for i := range ids {
			run := model.NewRun(&game, i)
			run.Advance(c.Horizon)
			sums[i] += run.Regret() / 200
		}
		places[game.Scenario.Phases[0].Best[0]]++
	}
	t.Logf("mean regrets of %v: %.1f; places of the best arm: %v", ids, sums, places)
	if sums[0] > .6*sums[1] || slices.Min(places) < 20 || slices.Max(places) > 60 {
		t.Errorf("mean regrets of %v: %.1f; places of the best arm: %v", ids, sums, places)
	}
}

// Every passage exists and has as many numbers as are checked.
func TestMeansAreOnTheirPages(t *testing.T) {
	for _, m := range means {
		kind, name, _ := strings.Cut(m.where, " ")
		var texts []string
		if kind == "page" {
			page := param.Must(manual.Find(name))
			texts = append(texts, page.Markdown())
		} else {
			l := param.Must(lesson.Open(name))
			for _, s := range l.Stops {
				texts = append(texts, s.Say, s.Answer)
			}
		}
		if text := strings.Join(strings.Fields(strings.Join(texts, " ")), " "); !strings.Contains(text, m.says) {
			t.Errorf("%s does not say %q", m.where, m.says)
		}
		if found, _ := numbers(m.says); len(found) != len(m.of) {
			t.Errorf("%s: %q has %d numbers, and %d are checked", m.where, m.says, len(found), len(m.of))
		}
	}
}
