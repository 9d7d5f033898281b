package run

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/chart/curves"
	"regretscope/ui/screen/run/panel"
)

// dialValues are the values of ε of a dial, besides the learner's own and ∞. For a parameter other than
// ε they are scaled by the power of ten nearest to the learner's own value.
var dialValues = []float64{.1, .15, .2, .3, .5, .7, 1, 1.5, 2, 3, 5, 7, 10}

// A dial varies the ε of one learner, or its privacy parameter if it has no ε. All values are
// played in parallel on the same rewards, so turning the dial only selects what is shown.
type dial struct {
	learner  int           // its index in the comparison
	turns    string        // the parameter's name
	main     *model.Config // the comparison
	wide     *model.Config // the comparison, with the learners at the other values behind its own
	settings []setting     // by increasing value
	at       int           // the shown setting
	closing  bool          // it is closed, but the other values are still being removed

	source *model.Snapshot // the cache of see: its arguments,
	seen   *panel.Fan      // its results
	shot   *model.Snapshot
	from   int // the setting among the arguments
}

// A setting is one value of the parameter.
type setting struct {
	value  float64
	spec   learners.Spec
	config *model.Config // the comparison with this value in place of the learner's own
	played int           // the learner's index in wide
}

// newDial makes a dial for a learner, turned to a value as it was typed; "" is its own.
func newDial(c *model.Config, learner int, at string) (*dial, error) {
	spec := c.Learners[learner]
	if !spec.Privacy.TakesEpsilon() && spec.Tunes == "" {
		return nil,
			fmt.Errorf("%s has no ε to change: select another learner, or copy it with another value, such as what-if seed=2",
				spec.Label())
	}
	wide := *c
	d := &dial{learner: learner, turns: spec.PrivacyParameter(), main: c, wide: &wide}
	original := c.PrivacyValue(learner)
	value := original
	if at != "" {
		var err error
		if value, err = d.parse(at); err != nil {
			return nil, err
		}
	}
	for _, value := range d.values(original, value) {
		r := setting{value: value, spec: spec, config: c, played: learner}
		if value != original {
			var err error
			if r.spec, err = spec.With(d.turns, number.Format(value)); err != nil || c.Alone(r.spec).Check() != nil {
				continue // a channel or parameter may not allow this value
			}
			r.config, r.played = instead(c, learner, r.spec), len(wide.Learners)
			wide.Learners = append(slices.Clip(wide.Learners), r.spec)
		}
		d.settings = append(d.settings, r)
	}
	return d, d.turnTo(value)
}

// values returns dialValues with two more values, in increasing order.
func (d *dial) values(original, other float64) []float64 {
	all := append(slices.Clone(dialValues), math.Inf(1))
	if d.turns != "epsilon" {
		all = all[:len(dialValues)]
		unit := math.Pow(10, math.Round(math.Log10(original)))
		for i := range all {
			all[i] = number.Round(all[i]*unit, 12)
		}
	}
	all = append(all, original, other)
	slices.Sort(all)
	return slices.Compact(all)
}

func (d *dial) symbol() string {
	if d.turns == "epsilon" {
		return "ε"
	}
	return d.turns
}

func (d *dial) write(value float64) string {
	if d.turns == "epsilon" {
		return number.Setting(value)
	}
	return number.Tick(value)
}

// parse reads a value of the parameter, with or without its name.
func (d *dial) parse(text string) (value float64, err error) {
	for _, name := range []string{d.symbol(), d.turns} {
		text = strings.TrimPrefix(text, name+"=")
	}
	if d.turns == "epsilon" {
		value, err = learners.ParseEpsilon(text)
	} else if _, err = d.main.Learners[d.learner].With(d.turns, text); err == nil {
		value, err = number.Parse(text)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", strings.TrimSpace("dial "+text), err)
	}
	return value, nil
}

func instead(c *model.Config, learner int, spec learners.Spec) *model.Config {
	other := *c
	other.Learners = slices.Clone(c.Learners)
	other.Learners[learner] = spec
	return &other
}

func (d *dial) turnTo(value float64) error {
	var values []string
	for i, r := range d.settings {
		if r.value == value {
			d.at = i
			return nil
		}
		values = append(values, number.Format(r.value))
	}
	return fmt.Errorf("dial %s: must be one of %s", number.Format(value), strings.Join(values, ", "))
}

func (d *dial) open() bool { return d != nil && !d.closing }

// turn moves by some settings; it stops at the ends.
func (d *dial) turn(by int) { d.at = min(max(d.at+by, 0), len(d.settings)-1) }

// narrow returns a configuration without the other values.
func (d *dial) narrow(c *model.Config) *model.Config {
	if c == d.wide {
		return d.main
	}
	return c
}

// see splits a snapshot of all learners into the comparison at the chosen value and the fan of
// the other values. It returns the same pointers until something changes.
func (d *dial) see(source *model.Snapshot) (*model.Snapshot, *panel.Fan) {
	if d == nil || source == nil || source.Config != d.wide {
		return source, nil // the other values are still being added or removed
	}
	if source == d.source && d.at == d.from {
		return d.shot, d.seen
	}
	r := d.settings[d.at]
	shot := *source
	shot.Config, shot.Learners = r.config, slices.Clone(source.Learners[:len(d.main.Learners)])
	shot.Learners[d.learner] = source.Learners[r.played]
	fan := &panel.Fan{At: d.at}
	for i, other := range d.settings {
		if i != d.at {
			fan.Variants = append(fan.Variants, curves.Variant{
				Name:    strings.Replace(d.symbol()+"="+d.write(other.value), "ε=", "ε ", 1), // as losses are written
				Learner: &source.Learners[other.played],
			})
		}
	}
	d.source, d.from, d.shot, d.seen = source, d.at, &shot, fan
	return &shot, fan
}

// caption explains what the chosen value costs; shot and fan are from see.
func (d *dial) caption(shot *model.Snapshot, fan *panel.Fan, hidden bool) string {
	view := &shot.Learners[d.learner]
	text := "One run, " + d.symbol() + " = " + d.write(d.settings[d.at].value)
	switch {
	case hidden:
		return text + " (regret is hidden)"
	case shot.Round == 0:
		return text + " (no rounds played yet)"
	}
	text += ": regret " + number.Value(view.Regret)
	if free := without(shot, fan, d.learner); free != nil {
		return text + ", " + times(view.Regret, free.Regret) + " without privacy"
	}
	return text
}

// without returns the learner without privacy: at ε = ∞, or else its nonprivate counterpart in
// the comparison; nil if there is none.
func without(shot *model.Snapshot, fan *panel.Fan, learner int) *model.LearnerState {
	for _, variant := range fan.Variants {
		if math.IsInf(variant.Learner.Epsilon, 1) {
			return variant.Learner
		}
	}
	if other := curves.Counterpart(shot, learner); other >= 0 {
		return &shot.Learners[other]
	}
	return nil
}

// direction says what a turn of the dial does.
func (d *dial) direction(value, privacy string) string {
	if d.turns == "epsilon" {
		return "a " + value + " ε: " + privacy + " privacy"
	}
	return "a " + value + " " + d.turns
}
