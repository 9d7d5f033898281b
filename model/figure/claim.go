package figure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/channel"
	"regretscope/noise/declare"
)

// A Claim is a statement of the paper with the rule that decides it, at all grid
// points of its panel.
type Claim struct {
	Says  string `toml:"says"`  // what the paper says, or what is asked of it
	Panel string `toml:"panel"` // its name; empty for the first
	Rule  string `toml:"rule"`  // the name of one of rules

	// What the rule speaks of. Each rule takes some of these; learners and channels
	// are written as in the panel, and numbers are above 0.
	Learner      string    `toml:"learner"`
	Of           string    `toml:"of"`    // a learner that Learner is compared with
	Minus        string    `toml:"minus"` // a learner whose regret is taken away first
	Learners     []string  `toml:"learners"`
	Than         []string  `toml:"than"`   // learners that Learner or Learners are compared with
	Beside       []string  `toml:"beside"` // learners that are reported, too
	Channels     []string  `toml:"channels"`
	ThanChannels []string  `toml:"than-channels"`
	Returns      bool      `toml:"returns"`   // of returns, not of regrets
	From         int       `toml:"from"`      // a round before the last
	After        int       `toml:"after"`     // a round: regret from there on
	Since        bool      `toml:"since"`     // report also from which round on it is so
	PerLog       bool      `toml:"per-log"`   // of regret over ln t
	In           string    `toml:"in"`        // what is taken for x: one of scales
	Logs         float64   `toml:"logs"`      // how many factors ln T a bound has
	Exact        bool      `toml:"exact"`     // of the exact expectation
	Within       float64   `toml:"within"`    // how far from it at most; else the largest relative difference
	Low          float64   `toml:"low"`       // no limit where it is left out
	High         float64   `toml:"high"`      // the same
	Times        float64   `toml:"times"`     // the factor within which a place must be, above 1
	R2           float64   `toml:"r2"`        // the least R², at most 1
	Arms         int       `toml:"arms"`      // how many arms of the optimum are in a basis
	Greedy       bool      `toml:"greedy"`    // of the greedy basis of the estimates
	Means        []float64 `toml:"means"`     // of arms, as printed
	Bracket      bool      `toml:"bracket"`   // that it follows HHMH Thm 9
	Resampled    bool      `toml:"resampled"` // with resampling
}

// A rule decides claims from the runs of a panel.
type rule struct {
	takes    string // its arguments; those with a question mark may be left out
	computed bool   // it needs no runs
	// decide judges by intervals that hold together with the given confidence.
	decide func(c *Claim, s *Sample, confidence float64) []Number
}

var rules = map[string]rule{
	"less-regret":         {takes: "learners than from? after? since?", decide: lessRegret},
	"rises":               {takes: "learners", decide: rises},
	"less-through":        {takes: "learners channels than-channels", decide: lessThrough},
	"ratio-within":        {takes: "learner than? low? high? beside? returns?", decide: ratioOfMeans},
	"growth-within":       {takes: "learners from low? high per-log?", decide: growth},
	"settles":             {takes: "learners high", decide: settles},
	"returns-near":        {takes: "learner of within", decide: returnsNear},
	"overlap":             {takes: "learner arms greedy?", decide: overlap},
	"means-there":         {takes: "means within", computed: true, decide: meansThere},
	"straight":            {takes: "learners r2", decide: straight},
	"fitted-power":        {takes: "learners low high", decide: fittedPower},
	"power":               {takes: "learners minus? of? in? logs? exact? low? high?", decide: power},
	"worst-gap":           {takes: "learner times", decide: worstGap},
	"above-lower-bound":   {decide: aboveLowerBound},
	"below-bound":         {takes: "learners", decide: belowBound},
	"closest-to-slope":    {takes: "learners than", decide: closestToSlope},
	"exact-settles":       {takes: "from within", computed: true, decide: exactSettles},
	"exact-below":         {takes: "learner of", computed: true, decide: exactBelow},
	"exact-times-epsilon": {takes: "within", computed: true, decide: exactTimesEpsilon},
	"exact-straight":      {takes: "learners", computed: true, decide: exactStraight},
	"follows":             {takes: "learner bracket?", computed: true, decide: follows},
	"picks-fall":          {takes: "resampled?", computed: true, decide: picksFall},
	"channels-coincide":   {takes: "channels", computed: true, decide: channelsCoincide},
}

// needs are what some rules need of a claim and its panel beside the arguments.
var needs = map[string]struct {
	holds func(c *Claim, p *Panel) bool
	text  string
}{
	"rises":        {func(c *Claim, _ *Panel) bool { return len(c.Learners) > 1 }, "there must be at least two learners"},
	"ratio-within": {limited, "there must be low, high or both"},
	"power": {func(c *Claim, p *Panel) bool {
		_, known := scales[c.In]
		return limited(c, p) && known && (c.Minus == "" || c.Of == "")
	}, "there must be low, high or both, in must be 1/x or ln x, and there can be minus or of, not both"},
	"growth-within":       {func(c *Claim, _ *Panel) bool { return c.From > 1 }, "from must be at least 2"},
	"overlap":             {func(_ *Claim, p *Panel) bool { return len(p.At) > 0 }, "the panel must report the round before the last"},
	"worst-gap":           {func(c *Claim, p *Panel) bool { return p.X.Shows == GapAxis && c.Times > 1 }, "the panel's x must show Δ, and times must be above 1"},
	"exact-times-epsilon": {func(_ *Claim, p *Panel) bool { return len(p.epsilons()) > 1 }, "the panel must have at least two ε"},
	"exact-straight":      {func(_ *Claim, p *Panel) bool { return len(p.Horizon) == 1 && p.X.Shows == ArmsAxis }, "the panel must have one horizon, and K along x"},
	"less-through": {func(c *Claim, p *Panel) bool {
		missing := func(text string) bool { return !slices.Contains(p.channels(), text) }
		return !slices.ContainsFunc(slices.Concat(c.Channels, c.ThanChannels), missing)
	}, "the panel must have all these channels"},
	"channels-coincide": {func(c *Claim, _ *Panel) bool {
		unknown := func(text string) bool { _, err := channel.Parse(text, 1); return err != nil }
		return len(c.Channels) > 1 && !slices.ContainsFunc(c.Channels, unknown)
	}, "there must be at least two channels, each as --channel takes it"},
}

func limited(c *Claim, _ *Panel) bool { return c.Low > 0 || c.High > 0 }

// meant are the limits of a claimed ratio, to the precision of its decimals; ±Inf where
// they are left out.
func (c *Claim) meant() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if c.Low > 0 {
		low = c.Low - decimals(c.Low)
	}
	if c.High > 0 {
		high = c.High + decimals(c.High)
	}
	return low, high
}

func (c *Claim) check(f *Figure) error {
	if c.Says == "" {
		return wrong("says", "must say what is claimed")
	}
	number := f.number(c.Panel)
	if number < 0 {
		return wrong("panel", "there is no panel %q", declare.Printable(c.Panel))
	}
	r, known := rules[c.Rule]
	switch {
	case c.Rule == "":
		return errors.New("has no rule that decides it")
	case !known:
		near := declare.DidYouMean(c.Rule, slices.Sorted(maps.Keys(rules)))
		return wrong("rule", "%s: no such rule%s", declare.Printable(c.Rule), near)
	}
	return c.suits(r, &f.Panels[number])
}

// suits finds what is wrong with the arguments of a claim's rule in a panel.
func (c *Claim) suits(r rule, p *Panel) error {
	if err := c.checkArguments(strings.Fields(r.takes)); err != nil {
		return err
	}
	if c.High > 0 && c.Low >= c.High {
		return wrong("low", "%v must be below high %v", c.Low, c.High)
	}
	specs, err := p.specs()
	if err != nil {
		return err
	}
	there := declare.Names(specs, learners.Spec.String)
	for _, text := range slices.Concat([]string{c.Learner, c.Of, c.Minus}, c.Learners, c.Than, c.Beside) {
		if text != "" && !slices.Contains(there, text) {
			return fmt.Errorf("the panel has no learner %s", declare.Printable(text))
		}
	}
	if need, some := needs[c.Rule]; some && !need.holds(c, p) {
		return fmt.Errorf("%s: %s", c.Rule, need.text)
	}
	return nil
}

// checkArguments finds an argument that is not among those that a rule takes, that
// is missing, or that is not a positive number.
func (c *Claim) checkArguments(takes []string) error {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		field, value := v.Type().Field(i).Tag.Get("toml"), v.Field(i)
		if slices.Contains([]string{"says", "panel", "rule"}, field) {
			continue
		}
		must, may := slices.Contains(takes, field), slices.Contains(takes, field+"?")
		switch {
		case must && value.IsZero():
			return fmt.Errorf("%s needs %s", c.Rule, field)
		case !must && !may && !value.IsZero():
			return wrong(field, "%s does not take it", c.Rule)
		case value.CanFloat() && (!(value.Float() >= 0) || math.IsInf(value.Float(), 1)) || value.CanInt() && value.Int() < 0:
			return wrong(field, "must be a positive number, not %v", value)
		}
	}
	return nil
}

// Decide judges the claim from a sample of its panel. With fewer than two runs
// nothing is decided by chance.
func (c *Claim) Decide(s *Sample, confidence float64) Verdict {
	if s.Runs < 2 && !c.Computed() {
		return all(nil)
	}
	return all(rules[c.Rule].decide(c, s, confidence))
}

// Computed reports whether the claim is decided by computation alone, whatever the
// runs were.
func (c *Claim) Computed() bool { return rules[c.Rule].computed || c.Exact }
