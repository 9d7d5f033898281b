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
	choice  learners.Spec
	label   string // the parameters that matter: "noise=laplace scale=1"
	verdict model.Verdict
	present bool // it is the one that is run
}

// most is how many variants are listed.
const most = 12

// variants tries the parameters on which the exact audit depends: every word that
// one may be, and the numbers 1, 2 and the present one. It returns nil where no
// parameter matters.
func variants(config *model.Config, learner int) []variant {
	choice, values := config.Learners[learner], config.Values(learner)
	base, ok := price(config, choice)
	if !ok {
		return nil
	}
	combinations := []variant{{choice: choice, present: true}}
	for i := range choice.Parameters {
		p, present := &choice.Parameters[i], values.Text(choice.Parameters[i].Name)
		options := optionsOf(p, present)
		if !slices.ContainsFunc(options, func(value string) bool { return differs(config, with(choice, p.Name, value), &base) }) {
			continue
		}
		var longer []variant
		for _, v := range combinations {
			for _, value := range options {
				longer = append(longer, variant{
					choice: with(v.choice, p.Name, value), label: strings.TrimSpace(v.label + " " + p.Name + "=" + value),
					present: v.present && value == present,
				})
			}
		}
		combinations = longer
	}
	if len(combinations) == 1 {
		return nil
	}
	var all []variant
	for _, v := range combinations[:min(len(combinations), most)] {
		if v.verdict, ok = price(config, v.choice); ok {
			all = append(all, v)
		}
	}
	return all
}

// optionsOf are the values of a parameter that are tried.
func optionsOf(p *declare.Parameter, present string) []string {
	values := slices.Clone(p.Choices)
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
	return slices.DeleteFunc(values, func(value string) bool { return p.Check(value) != nil })
}

// differs reports whether a choice costs something else than base: in the end, up to
// the horizon, or in whether any pair reaches it.
func differs(config *model.Config, choice learners.Spec, base *model.Verdict) bool {
	v, ok := price(config, choice)
	return ok && (v.Exact.Epsilon != base.Exact.Epsilon || v.Exact.Attained != base.Exact.Attained ||
		v.Exact.Within < base.Exact.Within || v.Exact.Within > base.Exact.Within)
}

// with sets a parameter that was checked.
func with(choice learners.Spec, name, value string) learners.Spec {
	changed, err := choice.With(name, value)
	if err != nil {
		return choice
	}
	return changed
}

// price is what a choice costs, where that is known exactly.
func price(config *model.Config, choice learners.Spec) (model.Verdict, bool) {
	v, err := config.Alone(choice).Verdict(0)
	return v, err == nil && v.Known
}
