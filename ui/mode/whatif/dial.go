package whatif

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/chart/curves"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run/panel"
)

// ladder are the values of ε that the dial goes through; besides them it has the
// learner's own, and no privacy. A parameter in place of ε goes through the same values
// times the power of ten that is nearest to its own.
var ladder = []float64{.1, .15, .2, .3, .5, .7, 1, 1.5, 2, 3, 5, 7, 10}

// A dial turns the ε of one learner of the comparison, or the parameter that says how
// private it is where it has no ε. All its values are played
// beside the comparison, on the same rewards and always to the same round, so that
// turning it only chooses what is shown.
type dial struct {
	of      int           // the learner's place in the comparison
	turns   string        // the name of the parameter
	main    *model.Config // the comparison
	wide    *model.Config // and behind its learners those of the other values
	rungs   []rung        // by increasing value
	at      int           // the rung that is shown
	closing bool          // it is closed, and the other values are on their way out

	source *model.Snapshot // what was seen last, and
	seen   *panel.Fan      // what was made of it
	shot   *model.Snapshot
	from   int // at that rung
}

// A rung is one value of the parameter.
type rung struct {
	value  float64
	spec   learners.Spec
	config *model.Config // the comparison with it in place of the learner's own
	place  int           // among the learners of both
}

// newDial makes a dial for a learner of a comparison, at a value as a person wrote it or
// else at its own.
func newDial(c *model.Config, learner int, at string) (*dial, error) {
	of := c.Learners[learner]
	if !turns(of) {
		return nil, fmt.Errorf("%s has no ε to change: select another learner, or copy it with another value, such as what-if seed=2", of.Label())
	}
	wide := *c
	d := &dial{of: learner, turns: of.PrivacyParameter(), main: c, wide: &wide}
	own := c.PrivacyValue(learner)
	value := own
	if at != "" {
		var err error
		if value, err = d.parse(at); err != nil {
			return nil, err
		}
	}
	for _, value := range d.values(own, value) {
		r := rung{value: value, spec: of, config: c, place: learner}
		if value != own {
			var err error
			if r.spec, err = of.With(d.turns, param.FormatNumber(value)); err != nil || c.Alone(r.spec).Check() != nil {
				continue // a channel may have no report at this ε, a parameter not this value
			}
			r.config, r.place = instead(c, learner, r.spec), len(wide.Learners)
			wide.Learners = append(slices.Clip(wide.Learners), r.spec)
		}
		d.rungs = append(d.rungs, r)
	}
	return d, d.turnTo(value)
}

// turns reports whether a learner has an ε to change, or a parameter in its place.
func turns(of learners.Spec) bool { return of.Privacy.TakesEpsilon() || of.Tunes != "" }

// values returns those of the ladder, a learner's own and another one, in order.
func (d *dial) values(own, other float64) []float64 {
	all := append(slices.Clone(ladder), math.Inf(1))
	if d.turns != "epsilon" {
		all = all[:len(ladder)]
		unit := math.Pow(10, math.Round(math.Log10(own)))
		for i := range all {
			all[i] = param.Round(all[i]*unit, 12)
		}
	}
	all = append(all, own, other)
	slices.Sort(all)
	return slices.Compact(all)
}

func (d *dial) symbol() string {
	if d.turns == "epsilon" {
		return "ε"
	}
	return d.turns
}

// write writes a value: those that a person chose in all their digits.
func (d *dial) write(value float64) string {
	if d.turns == "epsilon" {
		return kit.Epsilon(value)
	}
	return kit.Short(value)
}

// parse reads a value of the parameter, with or without its name.
func (d *dial) parse(text string) (value float64, err error) {
	for _, name := range []string{d.symbol(), d.turns} {
		text = strings.TrimPrefix(text, name+"=")
	}
	if d.turns == "epsilon" {
		value, err = learners.ParseEpsilon(text)
	} else if _, err = d.main.Learners[d.of].With(d.turns, text); err == nil {
		value, err = param.ParseNumber(text)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", strings.TrimSpace("dial "+text), err)
	}
	return value, nil
}

// instead returns a configuration with another learner in place of one.
func instead(c *model.Config, learner int, spec learners.Spec) *model.Config {
	own := *c
	own.Learners = slices.Clone(c.Learners)
	own.Learners[learner] = spec
	return &own
}

func (d *dial) turnTo(value float64) error {
	var values []string
	for i, r := range d.rungs {
		if r.value == value {
			d.at = i
			return nil
		}
		values = append(values, param.FormatNumber(r.value))
	}
	return fmt.Errorf("dial %s: must be one of %s", param.FormatNumber(value), strings.Join(values, ", "))
}

// open reports whether the dial is there and is not being closed.
func (d *dial) open() bool { return d != nil && !d.closing }

// turn goes some rungs up; the ends hold.
func (d *dial) turn(by int) { d.at = min(max(d.at+by, 0), len(d.rungs)-1) }

// see makes of a snapshot of all learners that of the comparison with the chosen value,
// and the fan of the other values. They are the same until something changes.
func (d *dial) see(source *model.Snapshot) (*model.Snapshot, *panel.Fan) {
	if d == nil || source == nil || source.Config != d.wide {
		return source, nil // the other values are on their way, in or out
	}
	if source == d.source && d.at == d.from {
		return d.shot, d.seen
	}
	r := d.rungs[d.at]
	shot := *source
	shot.Config, shot.Learners = r.config, slices.Clone(source.Learners[:len(d.main.Learners)])
	shot.Learners[d.of] = source.Learners[r.place]
	fan := &panel.Fan{}
	for i, other := range d.rungs {
		if i != d.at {
			fan.Variants = append(fan.Variants, curves.Variant{Name: d.symbol() + "=" + d.write(other.value), Learner: &source.Learners[other.place]})
		}
	}
	d.source, d.from, d.shot, d.seen = source, d.at, &shot, fan
	return &shot, fan
}

// caption says what the chosen value comes to in a state that was made by see.
func (d *dial) caption(shot *model.Snapshot, fan *panel.Fan, hidden bool) string {
	view := &shot.Learners[d.of]
	text := "At " + d.symbol() + " = " + d.write(d.rungs[d.at].value)
	switch {
	case hidden:
		return text + " (regret is hidden)"
	case shot.Round == 0:
		return text + " (no rounds played yet)"
	}
	text += ": regret " + kit.Measured(view.Regret)
	if free := without(shot, fan, d.of); free != nil {
		return text + ", " + times(view.Regret, free.Regret) + " without privacy"
	}
	return text
}

// without returns the learner itself without privacy, or else its twin in the comparison, or
// nil.
func without(shot *model.Snapshot, fan *panel.Fan, learner int) *model.LearnerState {
	for _, variant := range fan.Variants {
		if math.IsInf(variant.Learner.Epsilon, 1) {
			return variant.Learner
		}
	}
	if twin := curves.Twin(shot, learner); twin >= 0 {
		return &shot.Learners[twin]
	}
	return nil
}
