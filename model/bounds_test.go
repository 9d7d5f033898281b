package model

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model/theory"
	"regretscope/scenarios"
)

type theoryRow struct {
	scenario, channel string
	epsilon           float64
	lines             map[string]string // by learner, joined by "; "
}

// theoryLines lists the theorems, except the exact expectation, that are drawn for every
// learner with a theorem, every kind of scenario, channel and parameter; "-" is none.
var theoryLines = []theoryRow{
	{"hhmh-1", "", .5, map[string]string{ // stochastic, bandit
		"anytime-lazy-ucb":       "LR; Azize .5; HHMH Thm 3",
		"lazy-dp-ts":             "LR; Azize .5; HHMH Thm 5",
		"lazy-dp-ts,epsilon=inf": "LR; HHMH Thm 5",
		"dp-se":                  "LR; Azize .5; Sajed & Sheffet 2019, as HHMH quote it",
		"dp-se,anytime=1":        "LR; Azize .5",
		"adap-ucb":               "LR; Azize .5; Azize & Basu 2022",
		"adap-ucb,alpha=3":       "LR; Azize .5",
		"adap-klucb":             "LR; Azize .5; Azize & Basu 2022",
		"adap-klucb,alpha=1":     "LR; Azize .5",
		"adac-ucb":               "LR; Azize & Basu 2023, constants of Azize's thesis",
		"adac-ucb,rho=2":         "LR; Azize & Basu 2023, constants of Azize's thesis",
		"adac-ucb,beta=3":        "LR",
		"ts-gaussian":            "LR; Agrawal & Goyal 2013",
		"ts-gaussian,c=2":        "LR",
		"dp-klucb":               "LR; Azize .5; Azize et al. 2025, leading term",
		"dp-imed,alpha=1.1":      "LR; Azize .5; Azize et al. 2025, leading term",
		"dp-ucb-tree":            "LR; Azize .5; Mishra & Thakurta 2015, with probability 1 − γ",
		"dp-ucb-tree,split=arms": "LR; Azize .1; Mishra & Thakurta 2015, with probability 1 − γ", // costs less than it claims
		"ucb1":                   "LR",
		"kl-ucb,c=3":             "LR",
		"thompson":               "LR",
		"optimal":                "-", // is told the means
		"random":                 "-", // does not learn
		"ts-ldp-b":               "LR; reports; JZL Thm 2",
		"sw-klucb-cf":            "LR; reports; GAJ Thm 1; GAJ eq. 15, no guarantee",
		"kl-ucb-cf":              "LR; reports; Gajane, Urvoy & Kaufmann 2018, Thm 2",
		"ts-cf":                  "LR; reports; Gajane, Urvoy & Kaufmann 2018, Thm 3",
		"dp-klucb,alpha=3":       "LR; Azize .5; Azize et al. 2025, leading term",
		"glr-klucb-cf":           "LR; reports",
	}},
	{"jzl-20", "", 1, map[string]string{ // stochastic, not all of the laws Bernoulli
		"anytime-lazy-ucb": "HHMH Thm 3",
		"ucb1":             "-",
		"ts-ldp-b":         "reports; JZL Thm 2",
		"ucb-ldp-b":        "reports; Ren et al. 2020, as JZL §4 quotes it",
		"ucb-ldp-l":        "-",
		"sw-klucb-cf":      "reports", // GAJ have Bernoulli rewards
		"d-ucb":            "reports; G&M",
	}},
	{"jzl-20", "linear(0.5)", 1, map[string]string{"ts-ldp-b": "reports; JZL Thm 2", "ucb-ldp-b": "reports; Ren et al. 2020, as JZL §4 quotes it"}},
	{"jzl-20", "rr", 1, map[string]string{"ts-ldp-b": "reports; JZL Thm 2", "ucb-ldp-b": "reports; Ren et al. 2020, as JZL §4 quotes it"}},
	{"jzl-20", "rr(0.9,0.9)", 1, map[string]string{"ts-ldp-b": "reports; JZL Thm 2", "ucb-ldp-b": "reports; Ren et al. 2020, as JZL §4 quotes it"}},
	{"jzl-20", "rr(0.8,0.7)", 1, map[string]string{"ts-ldp-b": "reports", "ucb-ldp-b": "reports"}},
	{"jzl-20", "rr(0.2,0.2)", 1, map[string]string{"ts-ldp-b": "-", "ucb-ldp-b": "-"}},
	{"jzl-20", "quadratic", 1, map[string]string{"ts-ldp-b": "JZL Thm 3", "ucb-ldp-b": "JZL eq. 4"}},
	{"jzl-20", "quadratic(1,1.718281828459045)", 1, map[string]string{"ts-ldp-b": "reports; JZL Thm 2"}}, // b = e^ε − 1
	{"jzl-20", "quadratic,b=3.2", 1, map[string]string{"ts-ldp-b": "-", "ucb-ldp-b": "-"}},               // puts the Beta arms first
	{"jzl-20", "exponential", 1, map[string]string{"ts-ldp-b": "JZL Thm 3", "ucb-ldp-b": "JZL eq. 4"}},
	{"jzl-20", "laplace", 1, map[string]string{"sw-ucb": "-", "d-ucb": "-"}},
	{"jzl-20", "none", 1, map[string]string{"ts-ldp-b": "-", "ucb-ldp-b": "-", "sw-ucb": "G&M", "d-ucb,xi=0.5": "-", "d-ucb,xi=0.51": "G&M"}},
	{"gaj-switch", "", 1, map[string]string{ // changing
		"anytime-lazy-ucb": "-", "lazy-dp-ts": "-", "dp-se": "-", "adap-ucb": "-", "adap-klucb": "-", "ucb1": "-", "adac-ucb": "-",
		"ts-gaussian": "-", "dp-klucb": "-", "dp-imed": "-", "dp-ucb-tree": "-",
		"ts-ldp-b": "-", "ucb-ldp-b": "-", "kl-ucb-cf": "-", "ts-cf": "-", "sw-ts-cf": "-", "glr-klucb-cf": "-",
		"sw-klucb-cf":       "GAJ Thm 1; GAJ eq. 15, no guarantee",
		"sw-klucb-cf,w=100": "GAJ eq. 15, no guarantee",
		"sw-ucb":            "G&M",
		"sw-ucb,window=gaj": "-",
		"sw-ucb,w=100":      "-",
		"sw-ucb,xi=0.5":     "-",
		"d-ucb":             "G&M",
		"d-ucb,gamma=.9":    "-",
	}},
	{"gaj-switch", "rr(0.9,0.6)", 1, map[string]string{"sw-klucb-cf": "GAJ Thm 1; GAJ eq. 15, no guarantee"}},
	{"gaj-switch", "linear", 1, map[string]string{"sw-klucb-cf": "GAJ Thm 1; GAJ eq. 15, no guarantee"}},
	{"gaj-switch", "none", 1, map[string]string{"sw-ucb": "G&M", "sw-ucb,xi=0.5": "-"}},
	{"gaj-switch,L=1", "", 1, map[string]string{"lazy-dp-ts": "LR; Azize 1; HHMH Thm 5", "sw-klucb-cf": "LR; reports; GAJ Thm 1; GAJ eq. 15, no guarantee"}},
	{"gaj-swap", "", 1, map[string]string{"dp-se": "-", "ts-ldp-b": "-", "sw-klucb-cf": "GAJ Thm 1; GAJ eq. 15, no guarantee"}},
	{"doubling-gap", "", .1, map[string]string{ // stochastic, full information
		"rnm-ftnl":                                      "HHMH Thm 9, first form; HHMH Thm 9",
		"rnm-ftnl,scale=1,first=one":                    "HHMH Thm 9, first form; HHMH Thm 9",
		"rnm-ftnl,scale=0.1":                            "-",
		"rnm-ftnl,noise=exponential":                    "-",
		"rnm-ftnl,noise=gumbel":                         "-",
		"rnm-ftnl,resample=1":                           "WW Thm 2 and Cor. 1",
		"rnm-ftnl,resample=1,scale=1":                   "-",
		"rnm-ftnl,resample=1,noise=exponential":         "-",
		"rnm-ftnl,resample=1,noise=exponential,scale=1": "WW Thm 2 and Cor. 1",
		"rnm-ftnl,resample=1,noise=gumbel":              "WW Thm 2 and Cor. 1",
		"ftnl":                                          "-",
		"ftl":                                           "-",
		"hedge":                                         "Mourtada & Gaïffas 2019",
		"lazy-dp-ts":                                    "HHMH Thm 5",
	}},
	{"equal-gap", "", .1, map[string]string{ // one better than the others, full information
		"rnm-ftnl":         "HHMH Thm 12 .1; HHMH Thm 9, first form; HHMH Thm 9",
		"rnm-ftnl,scale=1": "HHMH Thm 12 .2; HHMH Thm 9, first form; HHMH Thm 9",
		"lazy-dp-ts":       "HHMH Thm 12 .1; HHMH Thm 5",
		"ftl":              "-",
	}},
	{"equal-gap,gap=.25", "", .1, map[string]string{"rnm-ftnl": "HHMH Thm 9, first form; HHMH Thm 9"}}, // is stated below
	{"equal-gap,K=3", "", .1, map[string]string{"rnm-ftnl": "HHMH Thm 9, first form; HHMH Thm 9"}},     // for four actions and more
	{"ww-det", "", .1, map[string]string{ // deterministic, one action loses 0 and all others 1
		"rnm-ftnl":                           "WW Thm 3 .1; HHMH Thm 9, first form; HHMH Thm 9; WW Cor. 3",
		"rnm-ftnl,scale=0.1":                 "WW Thm 3 2",
		"rnm-ftnl,noise=gumbel":              "WW Thm 3 .1; WW Thm 4",
		"rnm-ftnl,noise=gumbel,scale=1":      "WW Thm 3 .2",
		"rnm-ftnl,noise=exponential":         "WW Thm 3 .1",
		"rnm-ftnl,noise=exponential,scale=1": "WW Thm 3 .2; WW Thm 4",
		"rnm-ftnl,resample=1":                "WW Thm 3 .1; WW Thm 2 and Cor. 1",
		"ftnl":                               "WW Thm 3 .02",
		"hedge":                              "Mourtada & Gaïffas 2019",
		"ftl":                                "-",
		"anytime-lazy-ucb":                   "WW Thm 3 .1; HHMH Thm 3",
		"lazy-dp-ts":                         "WW Thm 3 .1; HHMH Thm 5",
		"lazy-dp-ts,epsilon=inf":             "HHMH Thm 5", // not private
		"dp-se":                              "WW Thm 3 .1; Sajed & Sheffet 2019, as HHMH quote it",
		"adap-ucb":                           "WW Thm 3 .1; Azize & Basu 2022",
		"adap-klucb":                         "WW Thm 3 .1", // its theorem has Bernoulli arms
		"adac-ucb":                           "Azize & Basu 2023, constants of Azize's thesis",
		"ts-gaussian":                        "Agrawal & Goyal 2013",
		"ts-ldp-b":                           "JZL Thm 2",
		"ucb-ldp-b":                          "Ren et al. 2020, as JZL §4 quotes it",
		"sw-klucb-cf":                        "-",
		"sw-ucb":                             "G&M",
		"d-ucb":                              "G&M",
		"dp-klucb":                           "WW Thm 3 .1",
		"dp-imed":                            "WW Thm 3 .1",
		"dp-ucb-tree":                        "WW Thm 3 .1; Mishra & Thakurta 2015, with probability 1 − γ",
		"dp-ucb-tree,epsilon=inf":            "-",
		"kl-ucb-cf":                          "-",
		"ts-cf":                              "-",
		"random":                             "-",
	}},
	{"ww-det,losses=even", "", .1, map[string]string{"rnm-ftnl": "HHMH Thm 9, first form; HHMH Thm 9; WW Cor. 3", "lazy-dp-ts": "HHMH Thm 5"}},
	{"chh-synthetic", "", 2, map[string]string{ // matroid
		"dpucb-mat": "T&P; CHH Thm 2", "dpucb-mat,init=paper": "T&P; CHH Thm 2",
		"dpts-mat": "T&P; CHH Thm 4", "dpts-mat,init=paper": "T&P; CHH Thm 4",
		"omm": "T&P", "cts": "T&P", "optimal": "-", "random": "-",
	}},
}

func TestTheoremsAreDrawnWhereTheyAreStated(t *testing.T) {
	short := strings.NewReplacer("Lai & Robbins for reports", "reports", "Lai & Robbins 1985", "LR",
		"Talebi & Proutiere 2016", "T&P", "Azize et al. 2025, audited ε = 0", "Azize ", "Azize et al. 2025, audited ε =", "Azize",
		"HHMH Thm 12, App. D.3, audited ε = 0", "HHMH Thm 12 ",
		"WW Thm 3, App. E, audited ε = 0", "WW Thm 3 ", "WW Thm 3, App. E, audited ε =", "WW Thm 3",
		"Garivier & Moulines 2011, up to logarithms", "G&M")
	drawn, absent := map[string]bool{}, map[string]bool{}
	for _, row := range theoryLines {
		for choice, want := range row.lines {
			c := opened(t, row.scenario, row.channel, row.epsilon, choice)
			var sources []string
			for _, curve := range c.Theory(0) {
				if !slices.Contains([]theory.Kind{theory.Exact, theory.Words}, curve.Kind) {
					sources = append(sources, curve.Source)
				}
			}
			for _, b := range c.Learners[0].Bounds {
				key := c.Learners[0].ID + ": " + b.Source
				if slices.Contains(sources, b.Source) {
					drawn[key] = true
				} else {
					absent[key] = true
				}
			}
			kind := c.Learners[0].ID + " on " + string(c.Scenario.Kind)
			drawn[kind] = true
			got := "-"
			if len(sources) > 0 {
				got = short.Replace(strings.Join(sources, "; "))
			}
			if got != want {
				t.Errorf("%s on %s through %q: %s, want %s", choice, row.scenario, row.channel, got, want)
			}
		}
	}
	// The table leaves out no theorem, no kind of scenario, no parameter.
	for _, d := range learners.All() {
		if len(d.Bounds) == 0 {
			continue
		}
		for _, b := range d.Bounds {
			if key := d.ID + ": " + b.Source; !drawn[key] || (!absent[key] && b.Where != nil) {
				t.Errorf("%s: theoryLines in model/bounds_test.go has %s: drawn %v, not drawn %v", d.ID, key, drawn[key], absent[key])
			}
		}
		for _, name := range []string{"hhmh-1", "doubling-gap", "ww-det", "chh-synthetic", "gaj-switch"} {
			s := preset(name)
			if key := d.ID + " on " + string(s.Kind); Suits(d, s) == nil && !drawn[key] {
				t.Errorf("%s: add to theoryLines in model/bounds_test.go: %s", d.ID, key)
			}
		}
		for _, p := range d.Parameters {
			if !slices.ContainsFunc(theoryLines, func(row theoryRow) bool { return row.sets(d.ID, p.Name) }) {
				t.Errorf("add to theoryLines in model/bounds_test.go: %s with %s set", d.ID, p.Name)
			}
		}
	}
}

func (row theoryRow) sets(id, parameter string) bool {
	for choice := range row.lines {
		if strings.HasPrefix(choice, id+",") && strings.Contains(choice, ","+parameter+"=") {
			return true
		}
	}
	return false
}

// Theorems on one channel do not apply to arms with different ones.
func TestTheoremsOnOneChannelNeedOneChannel(t *testing.T) {
	s := arms(".9 .5 .3", scenarios.Bandit)
	s.Channels = []string{"linear", "linear", "linear(2)"}
	c := &Config{Scenario: s, Learners: []learners.Spec{choose("ts-ldp-b")}, Horizon: 100, Epsilon: 1}
	for _, curve := range c.Theory(0) {
		if curve.Kind == theory.Rate {
			t.Errorf("%s is drawn", curve.Source)
		}
	}
	s.Channels[2] = "linear"
	if curves := c.Theory(0); curves[len(curves)-1].Source != "JZL Thm 2" {
		t.Errorf("with one channel: %+v", curves)
	}
}

// Up to the first change of the means, theorems on constant means apply.
func TestTheoremsUpToTheFirstChange(t *testing.T) {
	c, one := opened(t, "gaj-switch,L=3", "", 1, "kl-ucb-cf"), opened(t, "gaj-switch,L=1", "", 1, "kl-ucb-cf")
	c.Horizon = c.Scenario.Phases[1].From - 1
	if got, want := rateAt(t, c, 50), rateAt(t, one, 50); got != want {
		t.Errorf("the rate is %v, want %v", got, want)
	}
}

func rateAt(t *testing.T, c *Config, round int) float64 {
	t.Helper()
	curves := slices.DeleteFunc(c.Theory(0), func(c theory.Curve) bool { return c.Kind != theory.Rate })
	if len(curves) == 0 {
		t.Fatal("no rate")
	}
	return curves[len(curves)-1].At(round)
}

// HHMH's Theorem 9 on doubling-gap, K = 8, Δ from 1/128 to 1/2: it does not grow with T once 1/T is below ε.
func TestTheorem9OnDoublingGaps(t *testing.T) {
	for epsilon, want := range map[float64]float64{.1: 299.6, .5: 266.2, math.Inf(1): 266.2} {
		for _, round := range []int{1000, 1_000_000} {
			if got := rateAt(t, opened(t, "doubling-gap", "", epsilon, "rnm-ftnl"), round); math.Abs(got-want) > .05 {
				t.Errorf("ε = %v, T = %d: %v, want %v", epsilon, round, got, want)
			}
		}
	}
}

// JZL's theorems on jzl-20 with their own formulas for the reports' gaps: eq. 6,
// eq. 13 with σ², and eq. 23 with the exact E e^{εr} of each law.
func TestJZLTheoremsByTheirEquations(t *testing.T) {
	const epsilon, round = 1., 5000
	e := math.Exp(epsilon)
	uniform := func(a, b float64) float64 { return (math.Exp(epsilon*b) - math.Exp(epsilon*a)) / (epsilon * (b - a)) }
	beta41 := 0.0 // ∫ 4x³ e^{εx} dx by Simpson's rule
	const steps = 1000
	f := func(x float64) float64 { return 4 * x * x * x * math.Exp(epsilon*x) }
	for i := range steps {
		x, h := float64(i)/steps, 1./steps
		beta41 += h / 6 * (f(x) + 4*f(x+h/2) + f(x+h))
	}
	arms := []struct{ count, mean, variance, mgf float64 }{
		{5, .8, 4. / 150, beta41},
		{5, .7, .09, (math.Exp(.4*epsilon) + e) / 2},
		{5, .6, .24, .4 + .6*e},
		{4, .5, 1. / 12, uniform(0, 1)},
	}
	const mean1, variance1 = .9, .09
	mgf1 := .1 + .9*e
	log, b := math.Log(round), (e-1)/2
	want := map[string]map[string]float64{"linear": {}, "quadratic": {}, "exponential": {}}
	for _, a := range arms {
		gap := mean1 - a.mean
		reported := map[string]float64{
			"linear":      (e - 1) / (e + 1) * gap,
			"quadratic":   (((e-1-b)*(mean1+a.mean)+b)*gap + (e-1-b)*(variance1-a.variance)) / (e + 1),
			"exponential": (mgf1 - a.mgf) / (e + 1),
		}
		for channel, r := range reported {
			thompson, ucb := (log+1)/(2*r*r), 8*log/(r*r)+1+math.Pi*math.Pi/3
			if channel == "linear" {
				thompson, ucb = log/(2*r*r), 8*log/(r*r)
			}
			want[channel]["ts-ldp-b"] += a.count * gap * thompson
			want[channel]["ucb-ldp-b"] += a.count * gap * ucb
		}
	}
	for channel, learner := range want {
		for id, value := range learner {
			if got := rateAt(t, opened(t, "jzl-20", channel, epsilon, id), round); math.Abs(got/value-1) > 1e-9 {
				t.Errorf("%s through %s: %v, want %v", id, channel, got, value)
			}
		}
	}
}

// ww-det with K = 64 and scale=0.1 costs 20ε: its regret of about 11 is below the
// bound for ε-private learners and has to stay above that for 20ε-private ones.
func TestLowerBoundsAreAtTheAuditedEpsilon(t *testing.T) {
	c := opened(t, "ww-det,K=64", "", .1, "rnm-ftnl,scale=0.1")
	curves := c.Theory(0)
	at := func(kind theory.Kind) float64 {
		i := slices.IndexFunc(curves, func(c theory.Curve) bool { return c.Kind == kind })
		if i < 0 {
			t.Fatalf("no %s among %+v", kind, curves)
		}
		return curves[i].At(1000)
	}
	exact, lower := at(theory.Exact), at(theory.Lower)
	want := (math.Log1p(63*math.Exp(-2)) - math.Log1p(63*math.Exp(-2002))) / 2
	if math.Abs(lower-want) > 1e-9 || exact < lower || exact > 12 {
		t.Errorf("regret %v, at least %v, want %v", exact, lower, want)
	}
}

// Of several floors the highest counts; without one above 0, the sentence says which condition fails.
func TestFloorIsTheHighest(t *testing.T) {
	for _, c := range []struct{ scenario, learner, source, missing string }{
		{"hhmh-1", "lazy-dp-ts", "Azize et al. 2025, audited ε = 0.5", ""},
		{"hhmh-1", "lazy-dp-ts,epsilon=inf", "Lai & Robbins 1985", ""},
		{"hhmh-1", "ts-ldp-b", "Lai & Robbins for reports", ""},
		{"hhmh-1", "random", "", "the learner does not use rewards"},
		{"ww-det", "rnm-ftnl", "WW Thm 3, App. E, audited ε = 0.5", ""},
		{"equal-gap,gap=0.01", "rnm-ftnl", "", "the floor is 0 at this round"}, // the theorem holds from a later round on
	} {
		floor, missing := opened(t, c.scenario, "", .5, c.learner).Floor(0, 100)
		if floor.Source != c.source || missing != c.missing || (missing == "") != (floor.At != nil) {
			t.Errorf("%s on %s: %q, %q", c.learner, c.scenario, floor.Source, missing)
		}
	}
}
