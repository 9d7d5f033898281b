package audit

import (
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
)

// A variant is a learner with other parameters, and what that truly costs.
type variant struct {
	label   string // the parameters that matter: "noise=laplace scale=1"
	verdict model.Verdict
	present bool // it is the one that is run
}

// A setting of a parameter.
type setting struct{ name, value string }

// most is how many variants are listed.
const most = 12

// variants tries the parameters on which the exact audit depends: every word that
// one may be, and the numbers 1, 2 and the present one. It returns nil where no
// parameter matters.
func variants(config *model.Config, learner int) []variant {
	choice, values := config.Learners[learner], current(config.Parameters(learner))
	base, ok := price(config, choice)
	if !ok {
		return nil
	}
	combinations := [][]setting{nil}
	for i := range choice.Parameters {
		p := &choice.Parameters[i]
		options := optionsOf(p, values[p.Name])
		if !matters(config, choice, base, options) {
			continue
		}
		var longer [][]setting
		for _, c := range combinations {
			for _, o := range options {
				longer = append(longer, append(slices.Clone(c), o))
			}
		}
		combinations = longer
	}
	if len(combinations) == 1 {
		return nil
	}
	var all []variant
	for _, c := range combinations[:min(len(combinations), most)] {
		v, present := variant{}, true
		changed := choice
		var names []string
		for _, set := range c {
			changed = with(changed, set)
			names = append(names, set.name+"="+set.value)
			present = present && values[set.name] == set.value
		}
		if v.verdict, ok = price(config, changed); ok {
			v.label, v.present = strings.Join(names, " "), present
			all = append(all, v)
		}
	}
	return all
}

// current reads parameters as Config.Parameters writes them.
func current(parameters string) map[string]string {
	values := map[string]string{}
	for assignment := range strings.SplitSeq(parameters, ";") {
		if name, value, found := strings.Cut(assignment, "="); found {
			values[name] = value
		}
	}
	return values
}

// optionsOf are the values of a parameter that are tried.
func optionsOf(p *declare.Parameter, present string) []setting {
	values := p.Choices
	if len(values) == 0 {
		numbers := []float64{1, 2}
		if x, err := declare.ParseNumber(present); err == nil {
			numbers = append(numbers, x)
		}
		slices.Sort(numbers)
		for _, x := range slices.Compact(numbers) {
			values = append(values, declare.FormatNumber(x))
		}
	}
	var options []setting
	for _, value := range values {
		if p.Check(value) == nil {
			options = append(options, setting{p.Name, value})
		}
	}
	return options
}

// matters reports whether any of the settings changes what the learner costs: in
// the end, up to the horizon, or in whether any pair reaches it.
func matters(config *model.Config, choice learners.Choice, base model.Verdict, options []setting) bool {
	return slices.ContainsFunc(options, func(o setting) bool {
		v, ok := price(config, with(choice, o))
		return ok && (v.Exact.Epsilon != base.Exact.Epsilon || v.Exact.Attained != base.Exact.Attained ||
			v.Exact.Within < base.Exact.Within || v.Exact.Within > base.Exact.Within)
	})
}

// with sets a parameter that was checked.
func with(choice learners.Choice, o setting) learners.Choice {
	changed, err := choice.With(o.name, o.value)
	if err != nil {
		return choice
	}
	return changed
}

// price is what a choice costs, where that is known exactly.
func price(config *model.Config, choice learners.Choice) (model.Verdict, bool) {
	c := *config
	c.Learners = []learners.Choice{choice}
	v, err := c.Verdict(0)
	return v, err == nil && v.Known
}
