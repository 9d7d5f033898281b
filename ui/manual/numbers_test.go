package manual

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/noise/selection"
	"regretscope/scenarios"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit/uitest"
)

// digits formats values with a number of decimals each.
func digits(places int, values ...float64) (texts []string) {
	for _, v := range values {
		texts = append(texts, fmt.Sprintf("%.*f", places, v))
	}
	return texts
}

// stated has parts of examples that compute nothing, or whose numbers other tests compute.
var stated = []string{
	"a Bernoulli arm", "a share of 60%", "1, 3, 7, 15", "fills 90%", "before the first reward", "UCB1 is non-private", "with three arms the rewards",
	"and was 10% sure", "noise −1.4", "these 40 are pending", "standard deviation σ = 2", "μ = 1.801", "δ(1) = 0.393", "exact audit", "the mean regrets are",
	"arm 2 leads by 3", "three bases", "keeps 0.9", "in `gaj-tide`", "a few ones in a row", "--seed 2", "what-if epsilon=1", ":dial 1", "breaks ties",
}

// Numbers in examples follow from their formulas.
func TestNumbersOfExamples(t *testing.T) {
	means := func(name string) []float64 {
		s := param.Must(scenarios.Open(name, ""))
		return s.Phases[0].Means
	}
	five := means("hhmh-1")
	sum := 0.
	for _, mean := range five {
		sum += mean
	}
	root, ln := math.Sqrt, math.Log
	slope := 0.
	for _, mean := range five[1:] {
		slope += (five[0] - mean) / learners.PrivateDivergence(mean, five[0], .5)
	}
	keeps := math.E / (1 + math.E)
	largest := func(gap string) string {
		c := &model.Config{Scenario: param.Must(scenarios.Open("ww-det,K=8,gap="+gap, "")), Horizon: 1e10, Epsilon: .01}
		c.Learners = []learners.Spec{param.Must(learners.ParseSpec("rnm-ftnl,noise=gumbel"))}
		e, _ := c.ExpectedRegret(t.Context(), 0)
		return number.Count(int(math.Round(e.At(c.Horizon))))
	}
	computed := map[string][]string{
		"worst": {"a regret of " + largest("0.00119"), "losses of 1 cost " + largest("1")},
		"tree": func() (wants []string) {
			for _, n := range []int{31, 1023, 32_767, 1_048_575} {
				tree := noise.NewTree(n, 1)
				levels := float64(tree.Levels()) // as many nodes as levels, because n is all ones
				row := "| " + number.Count(n)
				for _, sd := range []float64{root(2 * float64(n)), root(2*levels) * levels, root(2)} {
					places := 0
					if sd < 20 {
						places = 1
					}
					row += " | " + number.Fixed(sd, places) + " " + strings.Repeat("█", max(1, int(math.Round(math.Log2(sd)))))
				}
				wants = append(wants, row+" |")
			}
			return append(wants, "log₂ 8 + 1 = 4 nodes")
		}(),
		"trust": slices.Concat(digits(3, math.Tanh(.5), 1/math.E), digits(3, privacy.WithShares(1, .9)),
			digits(3, privacy.ShuffleReports(200, 1).Epsilon(1e-6)), []string{
				fmt.Sprintf("N is %v at ε = 1", privacy.BitsFor(1, 1e-6)),
				"80 bits have δ(1) = " + number.Loss(privacy.BinomialSum{Bits: 80}.Delta(1).Value),
				"79 have " + number.Loss(privacy.BinomialSum{Bits: 79}.Delta(1).Value),
				"δ = " + number.Loss(privacy.BinomialSum{Bits: 1}.Delta(7).Value),
			}),
		"bandit":               {fmt.Sprint(five[1]), fmt.Sprint(five[4]), fmt.Sprintf("earns %g a round", sum/5), fmt.Sprintf("earns %g.", five[0])},
		"arm":                  digits(1, 4./(4+1)),
		"horizon":              {fmt.Sprintf("%d,000 times", int(1e5/5/1000))},
		"mean":                 digits(2, root(five[0]*(1-five[0])/100)),
		"estimate":             digits(3, (41-1.4)/64),
		"gaps":                 digits(3, five[0]-five[1]),
		"best arm":             digits(2, five[0]),
		"regret":               {fmt.Sprintf("= %g.", 30*(five[0]-five[1])+10*(five[0]-five[2]))},
		"regret / ln t":        {digits(1, ln(1e5))[0] + " = 10", fmt.Sprintf("%.0f at round a million", 10*ln(1e6))},
		"price of privacy":     {number.Count(3900 - 100)},
		"lower bound":          {fmt.Sprintf("0.125 = %.0f", ln(1e5)/.125), fmt.Sprintf("0.05 = %.0f", ln(1e5)/.05)},
		"floor":                {digits(1, slope)[0] + " ln t", digits(1, 10.4*ln(1e5/317))[0], digits(1, 480/10.4/ln(1e5/317))[0] + " × its"},
		"exploration":          {fmt.Sprint(.25 * 40)},
		"index":                digits(3, .6+root(2*ln(100)/20)),
		"confidence bonus":     digits(3, root(2*ln(1000)/100), root(2*ln(1000)/400)),
		"privacy bonus":        digits(3, 3*ln(1000)/(.5*64), 3*ln(1000)/(.5*128)),
		"Thompson sampling":    {"Beta(4, 2)", digits(3, 4./6)[0]},
		"batch":                {fmt.Sprint(1 + 2 + 4 + 8 + 16)},
		"epoch":                {fmt.Sprint(int(math.Log2(1e5)) + 1)},
		"epsilon":              {digits(2, math.Exp(.1))[0], digits(2, math.E)[0]},
		"user level":           {fmt.Sprintf("%.0f", math.Exp(5)), fmt.Sprintf("%.0f,000", math.Exp(10)/1000)},
		"sensitivity":          {fmt.Sprintf("scale %g, where the sum needs %g", 2/.5, 1/.5)},
		"Laplace noise":        {digits(2, math.Sqrt2/.5)[0], fmt.Sprintf("%.0f of 100", 100*math.Exp(-6*.5))},
		"Gumbel noise":         digits(3, 1/(1+math.Exp((8.-10)/2))),
		"report-noisy-max":     {fmt.Sprintf("the scale %g.", 2/.5), fmt.Sprintf("the scale %g, and truly cost ε = %g", 1/.5, 2*.5)},
		"twin universes":       digits(3, keeps),
		"channel":              digits(3, keeps),
		"central privacy":      {digits(2, math.Sqrt2)[0], digits(4, math.Sqrt2/1000)[0]},
		"local privacy":        {digits(4, math.Sqrt2/root(1000))[0], digits(4, math.Sqrt2/1000)[0]},
		"full information":     digits(1, 100./64),
		"matroid":              digits(1, .9+.7),
		"rank":                 {fmt.Sprintf("each release can cost %.1f", .7/7)},
		"return":               digits(4, (five[0]+five[1])/2),
		"estimated return":     digits(1, (10*.8+0)/20),
		"window":               {fmt.Sprintf("%.0f rounds", math.Ceil(root(4*math.E*1e5/(4+4))))},
		"discount":             digits(3, math.Pow(.999, 1000)),
		"replication":          digits(1, 40/root(20)),
		"differential privacy": {fmt.Sprintf("ε = %g", .2+.3)},
		"costliest round":      {fmt.Sprintf("has lost %g", .3+.2)},
		"event level":          digits(1, 3*.5),
	}
	for word, wants := range computed {
		holds(t, word, wants)
	}
	for _, p := range written() {
		for text := range strings.SplitSeq(p.Markdown(), "\n\n") {
			_, example, ok := strings.Cut(strings.Join(strings.Fields(text), " "), "For example, ")
			of := slices.Concat(param.Map(append(p.Also, p.Name), func(word string) []string { return computed[word] })...)
			has := func(part string) bool { return strings.Contains(example, part) }
			if ok && strings.ContainsAny(example, "0123456789") && !slices.ContainsFunc(slices.Concat(of, stated), has) {
				t.Errorf("%s: none of the numbers is computed or stated: %s", p.File, example)
			}
		}
	}
	if tide := means("gaj-tide"); len(tide) != 2 {
		t.Errorf("gaj-tide: %v", tide)
	}
	for name, arms := range map[string]int{"chh-synthetic": 7, "network": 14} {
		if got := len(means(name)); got != arms {
			t.Errorf("%s has %d arms", name, got)
		}
	}
}

// holds expects a page to have texts.
func holds(t *testing.T, word string, wants []string) {
	t.Run(word, func(t *testing.T) {
		inOneLine := func(text string) string { return strings.Join(strings.Fields(text), " ") } // lines are broken anywhere
		uitest.Contains(t, inOneLine(param.Must(Find(word)).Markdown()), param.Map(wants, inOneLine)...)
	})
}

// Numbers on the pages of ρ, μ, and δ equal the mechanisms' values.
func TestNumbersOfNotions(t *testing.T) {
	pick := func(kind selection.Noise, arms int) privacy.Mechanism {
		return privacy.NoisyMax{Noise: kind, Scale: 1, Arms: arms}
	}
	sum, response := privacy.LaplaceSum{Scale: .5}, privacy.BitChannel(1-.99, .5)
	atOrder := func(alpha float64) privacy.Value {
		v := response.Renyi(alpha)
		v.Value /= alpha
		return v
	}
	if most := atOrder(1.404).Value; most < atOrder(1.403).Value || most < atOrder(1.406).Value {
		t.Error("the order of unequal randomized response is not 1.404")
	}
	for word, values := range map[string][]privacy.Value{
		"rho": {
			pick(selection.Exponential, 2).Rho(), pick(selection.Laplace, 2).Rho(), pick(selection.Laplace, 3).Rho(),
			response.Rho(), atOrder(1), atOrder(1.404),
			{Value: 1. / (2 * 2 * 2)},
		},
		"mu":    {pick(selection.Exponential, 3).Mu(), sum.Mu()},
		"delta": {pick(selection.Exponential, 3).Delta(1), sum.Delta(1), pick(selection.Exponential, 2).Rho(), sum.Rho()},
	} {
		t.Run(word, func(t *testing.T) {
			var wants []string
			for _, v := range values {
				wants = append(wants, digits(3, v.Value)...)
			}
			holds(t, word, wants)
		})
	}
}

// The root of the sum of squares exceeds μ of a basis or a tree by as much as the page says.
func TestMuOfSeveralSums(t *testing.T) {
	uitest.NotForRaces(t)
	for _, c := range []struct {
		sums        []int
		least, most float64 // percent
	}{
		{[]int{2}, 11, 11},
		{[]int{3, 4, 5, 6, 7}, 13, 17},
		{[]int{10, 14, 17, 20}, 18, 19},
	} {
		for _, sums := range c.sums {
			for _, epsilon := range []float64{.01, .1, .5, 1} {
				one := privacy.LaplaceSum{Scale: float64(sums) / epsilon}
				all := privacy.Composition{{Release: one, Times: sums}}
				below := math.Round(100 * (1 - all.Mu().Value/(math.Sqrt(float64(sums))*one.Mu().Value)))
				if below < c.least || below > c.most {
					t.Errorf("%d sums at ε = %g: %g%% below, want %g to %g%%", sums, epsilon, below, c.least, c.most)
				}
			}
		}
	}
	holds(t, "Gaussian DP", []string{"11% below", "13% to 17% below for ranks 3 to 7", "18% to 19% below for a tree of 10 to 20 levels"})
}

// The page's coverage of intervals equals the learners' declarations.
func TestCoverageOfResults(t *testing.T) {
	for _, d := range learners.All() {
		c := d.Coverage
		if c[0] == 0 {
			continue
		}
		wants := param.Map(c[:], func(x float64) string { return fmt.Sprintf("%.0f", 100*x) })
		holds(t, "results", []string{fmt.Sprintf("%s, %s, and %s", wants[0], wants[1], wants[2]), "`" + d.ID + "`"})
	}
}

// The files show sliders at their initial value.
func TestSlidersOfTheFiles(t *testing.T) {
	for word, slider := range map[string]notions.Slider{"risk": new(notions.Belief), "noise": new(notions.Bells)} {
		var lines strings.Builder
		for _, line := range slider.Lines() {
			lines.WriteString(strings.TrimRight(line, " ") + "\n")
		}
		holds(t, word, []string{"```slider\n" + lines.String() + "```"})
	}
}

// An example's audit finds what the page says.
func TestAuditOfTheExample(t *testing.T) {
	s := param.Must(scenarios.Open("doubling-gap", ""))
	spec := param.Must(learners.ParseSpec("rnm-ftnl,noise=laplace,scale=1"))
	config := model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: s.Horizon, Epsilon: 1}
	uitest.NoError(t, config.Check())
	verdict := config.Verdict(0)
	holds(t, "audit", []string{fmt.Sprintf("claims ε = %g; its exact audit finds ε = %g", verdict.Claimed, verdict.Exact.Epsilon)})
}
