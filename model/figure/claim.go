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

// A Claim is a statement of the paper and the rule that judges it at every grid point of its
// panel.
type Claim struct {
	Says  string `toml:"says"`  // the statement, or the question that it answers
	Panel string `toml:"panel"` // the panel's name; empty for the first panel
	Rule  string `toml:"rule"`  // a key of rules

	// The arguments of the rule. Each rule takes some of these; learners and channels
	// are written as in the panel, and numbers are above 0.
	Learner      string   `toml:"learner"`
	Divisor      string   `toml:"of"`    // divide regret by this learner's
	Minus        string   `toml:"minus"` // subtract this learner's regret
	Learners     []string `toml:"learners"`
	Than         []string `toml:"than"`   // learners to compare Learner or Learners with
	Beside       []string `toml:"beside"` // more learners to report
	Channels     []string `toml:"channels"`
	ThanChannels []string `toml:"than-channels"`
	Returns      bool     `toml:"returns"` // compare returns in place of regrets
	From         int      `toml:"from"`    // the round that growth is measured from
	Since        bool     `toml:"since"`   // also report the first round from which it holds
	Over         string   `toml:"over"`    // divide regret by this: a key of scales
	XScale       string   `toml:"in"`      // the x axis: a key of scales
	Logs         float64  `toml:"logs"`    // the bound has this many factors ln T
	Upper        bool     `toml:"upper"`   // judge growth only: the claim is an upper bound
	Low          float64  `toml:"low"`     // 0: no limit
	High         float64  `toml:"high"`    // 0: no limit
	Arms         int      `toml:"arms"`    // how many arms of the last basis are optimal
}

// A rule decides claims from the runs of a panel.
type rule struct {
	takes string // its arguments; "?" marks optional ones
	// decide judges by intervals that hold together with the given confidence.
	decide func(c *Claim, s *Sample, confidence float64) []Number
	needs  func(c *Claim, p *Panel) bool // checks the claim and its panel; nil: nothing more to check
	text   string                        // the requirement, for the error
}

var rules = map[string]rule{
	"less-regret": {
		"learners than? channels? than-channels? from? since?", lessRegret, compares,
		"than, two or more learners, or channels and than-channels of the panel",
	},
	"ratio-within": {"learner than? low? high? beside? returns?", ratioOfMeans, limited, "low, high, or both"},
	"growth-within": {"learners from? over? low? high?", growth, func(c *Claim, p *Panel) bool {
		alongX := c.From == 0 && c.Over != "" && p.X.Shows != Rounds
		return limited(c, p) && isScale(c.Over) && (c.From > 1 && c.Over == "" || alongX)
	}, "low, high, or both, and either a from of at least 2 or an over of x, 1/x, or ln x"},
	"settles": {"learners high upper?", settles, func(c *Claim, p *Panel) bool {
		return !slices.ContainsFunc(p.Horizon, func(horizon int) bool {
			last := float64(horizon)
			return c.High >= math.Log(last)/math.Log(last/100)
		})
	}, "a high below ln T/ln(T/100), the change of ln² t over ln t"},
	"fitted-power": {"learners low high", fittedPower, nil, ""},
	"power": {"learners minus? of? in? logs? low? high?", power, func(c *Claim, p *Panel) bool {
		return limited(c, p) && isScale(c.XScale) && (c.Minus == "" || c.Divisor == "")
	}, "low, high, or both, an in of x, 1/x, or ln x, and at most one of minus and of"},
	"explicit-bounds": {"learners?", explicitBounds, nil, ""},
	"private":         {"learners", private, nil, ""},
	"same-reports":    {"channels", sameReports, nil, ""},
	"overlap": {
		"learner arms", overlap, func(_ *Claim, p *Panel) bool { return len(p.At) > 0 },
		"a panel that reports the round before the last",
	},
}

// compares reports whether a claim compares learners, or channels of its panel.
func compares(c *Claim, p *Panel) bool {
	if len(c.ThanChannels) == 0 {
		return len(c.Channels) == 0 && len(c.Than)+len(c.Learners) > 1
	}
	missing := func(text string) bool { return !slices.Contains(p.channels(), text) }
	both := slices.Concat(c.Channels, c.ThanChannels)
	return len(c.Channels) > 0 && len(c.Than) == 0 && !slices.ContainsFunc(both, missing)
}

func limited(c *Claim, _ *Panel) bool { return c.Low > 0 || c.High > 0 }

func isScale(text string) bool { return text == "" || scales[text] != nil }

// limits returns the limits of a claimed ratio, ±Inf for a missing one.
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
		return errors.New("needs a rule")
	case !known:
		near := param.DidYouMean(c.Rule, slices.Sorted(maps.Keys(rules)))
		return fieldErrorf("rule", "%s: no such rule%s", param.Printable(c.Rule), near)
	}
	return c.suits(r, &f.Panels[number])
}

// suits checks the arguments of the claim's rule in a panel.
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
	for _, text := range slices.Concat([]string{c.Learner, c.Divisor, c.Minus}, c.Learners, c.Than, c.Beside) {
		if text != "" && !slices.Contains(there, text) {
			return fmt.Errorf("the panel has no learner %s", param.Printable(text))
		}
	}
	if r.needs != nil && !r.needs(c, p) {
		return fmt.Errorf("%s needs %s", c.Rule, r.text)
	}
	return nil
}

// checkArguments refuses arguments that the rule does not take, that are missing, or that are
// not positive.
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
			return fieldErrorf(field, "is not an argument of %s", c.Rule)
		case value.CanFloat() && !(value.Float() >= 0 && value.Float() <= math.MaxFloat64),
			value.CanInt() && value.Int() < 0:
			return fieldErrorf(field, "must be a positive number, not %v", value)
		}
	}
	return nil
}

// Decide judges the claim on a sample of its panel. It takes at least two runs unless the
// claim is computed.
func (c *Claim) Decide(s *Sample, confidence float64) Verdict {
	if s.Runs < 2 && !c.computed(s.Panel) {
		return combine(nil)
	}
	return combine(rules[c.Rule].decide(c, s, confidence))
}

// computed reports whether the claim is decided by computation, without runs.
func (c *Claim) computed(p *Panel) bool {
	return p.Computed() || c.Rule == "private" || c.Rule == "same-reports"
}
