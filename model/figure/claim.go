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
	"regretscope/noise/param"
)

// A Claim is a statement of the paper with the rule that decides it, at all grid
// points of its panel.
type Claim struct {
	Says  string `toml:"says"`  // what the paper says, or what is asked of it
	Panel string `toml:"panel"` // its name; empty for the first
	Rule  string `toml:"rule"`  // the name of one of rules

	// The arguments of the rule. Each rule takes some of these; learners and channels
	// are written as in the panel, and numbers are above 0.
	Learner      string   `toml:"learner"`
	Of           string   `toml:"of"`    // a learner whose regret Learner's is divided by
	Minus        string   `toml:"minus"` // a learner whose regret is subtracted first
	Learners     []string `toml:"learners"`
	Than         []string `toml:"than"`   // learners that Learner or Learners are compared with
	Beside       []string `toml:"beside"` // further learners to report
	Channels     []string `toml:"channels"`
	ThanChannels []string `toml:"than-channels"`
	Returns      bool     `toml:"returns"` // compare returns in place of regrets
	From         int      `toml:"from"`    // a round before the last
	After        int      `toml:"after"`   // compare the regret after this round
	Since        bool     `toml:"since"`   // report also from which round on it is so
	Over         string   `toml:"over"`    // what regret is divided by: one of scales
	In           string   `toml:"in"`      // what is taken for x: one of scales
	Logs         float64  `toml:"logs"`    // the number of factors ln T in a bound
	Exact        bool     `toml:"exact"`   // judge the exact expectation
	Low          float64  `toml:"low"`     // no limit where it is left out
	High         float64  `toml:"high"`    // the same
	Arms         int      `toml:"arms"`    // the number of arms of the optimum in a basis
	Greedy       bool     `toml:"greedy"`  // judge the greedy basis of the estimates
}

// A rule decides claims from the runs of a panel.
type rule struct {
	takes string // its arguments; those with a question mark may be left out
	// decide judges by intervals that hold together with the given confidence.
	decide func(c *Claim, s *Sample, confidence float64) []Number
	needs  func(c *Claim, p *Panel) bool // of a claim and its panel besides the arguments; nil: nothing
	text   string                        // what it needs
}

var rules = map[string]rule{
	"less-regret": {
		"learners than? channels? than-channels? from? after? since?", lessRegret, compares,
		"there must be than, at least two learners, or channels and than-channels of the panel",
	},
	"ratio-within": {"learner than? low? high? beside? returns?", ratioOfMeans, limited, "there must be low, high or both"},
	"growth-within": {"learners from? over? low? high? exact?", growth, func(c *Claim, p *Panel) bool {
		alongX := c.From == 0 && c.Over != "" && p.X.Shows != Rounds
		return limited(c, p) && isScale(c.Over) && (c.From > 1 || alongX)
	}, "there must be low, high or both, and from, at least 2, or over, which is x, 1/x or ln x"},
	"settles": {"learners high", settles, func(c *Claim, p *Panel) bool {
		return !slices.ContainsFunc(p.Horizon, func(horizon int) bool {
			last := float64(horizon)
			return c.High >= math.Log(last)/math.Log(last/100)
		})
	}, "high must be below ln T/ln(T/100), which is the change of ln² t over ln t"},
	"fitted-power": {"learners low high", fittedPower, nil, ""},
	"power": {"learners minus? of? in? logs? exact? low? high?", power, func(c *Claim, p *Panel) bool {
		return limited(c, p) && isScale(c.In) && (c.Minus == "" || c.Of == "")
	}, "there must be low, high or both, in must be x, 1/x or ln x, and there can be minus or of, not both"},
	"explicit-bounds": {"learners?", explicitBounds, nil, ""},
	"overlap": {
		"learner arms greedy?", overlap, func(_ *Claim, p *Panel) bool { return len(p.At) > 0 },
		"the panel must report the round before the last",
	},
}

// compares reports whether a claim compares learners, or channels of its panel.
func compares(c *Claim, p *Panel) bool {
	if len(c.ThanChannels) == 0 {
		return len(c.Channels) == 0 && len(c.Than)+len(c.Learners) > 1
	}
	missing := func(text string) bool { return !slices.Contains(p.channels(), text) }
	all := slices.Concat(c.Channels, c.ThanChannels)
	return len(c.Channels) > 0 && len(c.Than) == 0 && !slices.ContainsFunc(all, missing)
}

func limited(c *Claim, _ *Panel) bool { return c.Low > 0 || c.High > 0 }

func isScale(text string) bool { return text == "" || scales[text] != nil }

// limits returns those of a claimed ratio, ±Inf if they are left out.
func (c *Claim) limits() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if c.Low > 0 {
		low = c.Low
	}
	if c.High > 0 {
		high = c.High
	}
	return low, high
}

func (c *Claim) check(f *Figure) error {
	if c.Says == "" {
		return fieldErrorf("says", "must state a claim")
	}
	number := f.number(c.Panel)
	if number < 0 {
		return fieldErrorf("panel", "there is no panel %q", param.Printable(c.Panel))
	}
	r, known := rules[c.Rule]
	switch {
	case c.Rule == "":
		return errors.New("has no rule that decides it")
	case !known:
		near := param.DidYouMean(c.Rule, slices.Sorted(maps.Keys(rules)))
		return fieldErrorf("rule", "%s: no such rule%s", param.Printable(c.Rule), near)
	}
	return c.suits(r, &f.Panels[number])
}

// suits finds what is wrong with the arguments of a claim's rule in a panel.
func (c *Claim) suits(r rule, p *Panel) error {
	if err := c.checkArguments(strings.Fields(r.takes)); err != nil {
		return err
	}
	if c.High > 0 && c.Low >= c.High {
		return fieldErrorf("low", "%v must be below high %v", c.Low, c.High)
	}
	specs, err := p.specs()
	if err != nil {
		return err
	}
	there := param.Map(specs, learners.Spec.String)
	for _, text := range slices.Concat([]string{c.Learner, c.Of, c.Minus}, c.Learners, c.Than, c.Beside) {
		if text != "" && !slices.Contains(there, text) {
			return fmt.Errorf("the panel has no learner %s", param.Printable(text))
		}
	}
	if r.needs != nil && !r.needs(c, p) {
		return fmt.Errorf("%s: %s", c.Rule, r.text)
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
			return fieldErrorf(field, "%s does not take it", c.Rule)
		case value.CanFloat() && !(value.Float() >= 0 && value.Float() <= math.MaxFloat64),
			value.CanInt() && value.Int() < 0:
			return fieldErrorf(field, "must be a positive number, not %v", value)
		}
	}
	return nil
}

// Decide judges the claim from a sample of its panel. With fewer than two runs
// nothing is decided by chance.
func (c *Claim) Decide(s *Sample, confidence float64) Verdict {
	if s.Runs < 2 && !c.Computed() {
		return combine(nil)
	}
	return combine(rules[c.Rule].decide(c, s, confidence))
}

// Computed reports whether the claim is decided by computation alone, whatever the
// runs were.
func (c *Claim) Computed() bool { return c.Exact }
