package figure

import (
	"math"
	"slices"
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
	Returns      bool     `toml:"returns"`   // compare returns in place of regrets
	From         int      `toml:"from"`      // the round that growth is measured from
	Since        bool     `toml:"since"`     // also report the first round from which it holds
	Over         string   `toml:"over"`      // divide regret by this: a key of scales
	XScale       string   `toml:"in"`        // the x axis: a key of scales
	Logs         float64  `toml:"logs"`      // the bound has this many factors ln T
	Upper        bool     `toml:"upper"`     // judge growth only: the claim is an upper bound
	Low          float64  `toml:"low"`       // 0: no limit
	High         float64  `toml:"high"`      // 0: no limit
	Arms         int      `toml:"arms"`      // how many arms of the last basis are optimal
	Elsewhere    bool     `toml:"elsewhere"` // the statement sums up other experiments of the paper
}

// A rule decides a claim from the runs of its panel, by intervals that hold together with the given
// confidence. Tests have the arguments of each.
type rule func(c *Claim, s *Sample, confidence float64) []Number

var rules = map[string]rule{
	"less-regret":     lessRegret,
	"ratio-within":    ratioOfMeans,
	"growth-within":   growth,
	"settles":         settles,
	"fitted-power":    fittedPower,
	"power":           power,
	"explicit-bounds": explicitBounds,
	"private":         private,
	"same-reports":    sameReports,
	"overlap":         overlap,
}

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

// Decide judges the claim on a sample of its panel. It takes at least two runs unless the
// claim is computed.
func (c *Claim) Decide(s *Sample, confidence float64) Verdict {
	if s.Runs < 2 && !c.computed(s.Panel) {
		return combine(nil)
	}
	parts := rules[c.Rule](c, s, confidence)
	for i := range parts {
		if c.Elsewhere && parts[i].Outcome == Contradicted {
			parts[i].Outcome = Elsewhere
		}
	}
	return combine(parts)
}

// needs reports whether the claim is about a learner of its panel. A claim that compares with no named
// learner is about all.
func (c *Claim) needs(text string) bool {
	named := slices.Concat(c.Learners, c.Than, c.Beside, []string{c.Learner, c.Divisor, c.Minus})
	return len(c.Learners)+len(c.Than) == 0 || slices.Contains(named, text)
}

// computed reports whether the claim is decided by computation, without runs.
func (c *Claim) computed(p *Panel) bool {
	return p.Computed() || c.Rule == "private" || c.Rule == "same-reports"
}
