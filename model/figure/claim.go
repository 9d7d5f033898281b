package figure

import (
	"errors"
	"fmt"
	"math"
	"reflect"

	"regretscope/noise/declare"
)

// A Claim is a statement of the paper with the rule that decides it: one of the
// rules is set. Rules speak of all grid points of their panel.
type Claim struct {
	Says  string `toml:"says"`  // what the paper says, or what is asked of it
	Panel string `toml:"panel"` // its name; empty for the first

	Less       *Less       `toml:"less-regret"`
	Rises      *Rises      `toml:"rises"`
	Ratio      *Ratio      `toml:"ratio-within"`
	Growth     *Growth     `toml:"growth-within"`
	AtLeast    *AtLeast    `toml:"return-at-least"`
	Near       *Near       `toml:"returns-near"`
	Straight   *Straight   `toml:"straight"`
	Slope      *Slope      `toml:"slope"`
	WorstGap   *WorstGap   `toml:"worst-gap"`
	BestWindow *BestWindow `toml:"best-window"`
	Channels   *Channels   `toml:"less-through"`
	Overlap    *Overlap    `toml:"overlap"`
	Above      *Above      `toml:"above-lower-bound"`
	Below      *Below      `toml:"below-bound"`
	Closest    *Closest    `toml:"closest-to-slope"`

	ExactSettles  *ExactSettles  `toml:"exact-settles"`
	ExactStraight *ExactStraight `toml:"exact-straight"`
	ExactScaled   *ExactScaled   `toml:"exact-times-epsilon"`
	ExactBelow    *ExactBelow    `toml:"exact-below"`
	ExactSlope    *ExactSlope    `toml:"exact-slope"`
	Follows       *Follows       `toml:"follows"`
	Picks         *Picks         `toml:"picks-fall"`
	Coincide      *Coincide      `toml:"channels-coincide"`
}

// A rule decides a claim from the runs of a panel.
type rule interface {
	// check tells what is wrong with the rule's arguments in a panel.
	check(p *Panel) error
	// decide judges by intervals that hold together with the given confidence.
	decide(s *Sample, confidence float64) Verdict
}

// rule is the one that is set.
func (c *Claim) rule() (rule, error) {
	var found rule
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		r, ok := v.Field(i).Interface().(rule)
		if !ok || v.Field(i).IsNil() {
			continue
		}
		if found != nil {
			return nil, errors.New("has two rules, and one must decide")
		}
		found = r
	}
	if found == nil {
		return nil, errors.New("has no rule that decides it")
	}
	return found, nil
}

// check finds what is wrong with a claim of the figure.
func (c *Claim) check(f *Figure) error {
	if c.Says == "" {
		return &fieldError{"says", errors.New("must say what is claimed")}
	}
	p, err := f.panel(c.Panel)
	if err != nil {
		return &fieldError{"panel", err}
	}
	r, err := c.rule()
	if err != nil {
		return err
	}
	return r.check(p)
}

func (f *Figure) panel(name string) (*Panel, error) {
	if name == "" {
		return &f.Panels[0], nil
	}
	for i := range f.Panels {
		if f.Panels[i].Name == name {
			return &f.Panels[i], nil
		}
	}
	return nil, fmt.Errorf("there is no panel %q", declare.Printable(name))
}

// Decide judges the claim from a sample of its panel. With fewer than two runs
// nothing is decided by chance.
func (c *Claim) Decide(s *Sample, confidence float64) Verdict {
	r, err := c.rule()
	if err != nil {
		panic(err) // Parse has checked it
	}
	if s.Runs < 2 && !c.Computed() {
		return Verdict{Outcome: Undecided, Numbers: []Number{}}
	}
	return r.decide(s, confidence)
}

// An exactRule needs no runs.
type exactRule interface{ computes() }

// Computed reports whether the claim is decided by computation alone, whatever the
// runs were.
func (c *Claim) Computed() bool {
	r, _ := c.rule()
	_, exact := r.(exactRule)
	return exact
}

// hasLearners checks that a panel has learners written so.
func hasLearners(p *Panel, texts ...string) error {
	choices, err := p.choices()
	if err != nil {
		return err
	}
	for _, text := range texts {
		found := false
		for _, c := range choices {
			found = found || c.String() == text
		}
		if !found {
			return fmt.Errorf("the panel has no learner %s", declare.Printable(text))
		}
	}
	return nil
}

// name says what is compared, and where.
func name(what, label string) string {
	if label == "" {
		return what
	}
	return what + " at " + label
}

// positive refuses a tolerance that is none.
func positive(field string, x float64) error {
	if !(x > 0) || math.IsInf(x, 1) {
		return fmt.Errorf("%s: must be a positive number, not %v", field, x)
	}
	return nil
}
