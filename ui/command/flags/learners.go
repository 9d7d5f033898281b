package flags

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// learners returns the chosen learners, which must be able to play all of the configurations,
// or the default ones. Members of a group that do not fit are left out.
func (c *Choice) learners(in []*model.Config) ([]learners.Spec, error) {
	if len(c.Learner) == 0 {
		return model.DefaultLearners(in[0].Scenario), nil
	}
	if len(c.Learner) > model.MaxSeries {
		return nil, fmt.Errorf("--learner: %s are too many, at most %s are allowed",
			number.Count(len(c.Learner)), number.Count(model.MaxSeries))
	}
	var chosen []learners.Spec
	for _, text := range c.Learner {
		if text == learners.YouID {
			you, err := c.you(in[0].Scenario, chosen)
			if err != nil {
				return nil, err
			}
			chosen = append(chosen, you)
			continue
		}
		many, err := c.group(text, in)
		if err == nil && many == nil {
			many, err = c.one(text, in)
		}
		if err != nil {
			return nil, fmt.Errorf("--learner %w", err)
		}
		chosen = append(chosen, many...)
	}
	return chosen, nil
}

// one returns a learner, which must fit.
func (c *Choice) one(text string, in []*model.Config) ([]learners.Spec, error) {
	l, err := c.ParseLearner(text)
	if id, _, _ := param.CutName(text); err != nil {
		_, unknown := learners.Find(id)
		if unknown != nil && !learners.IsProgram(id) && !strings.Contains(id, ".") {
			all := append(groups(), param.Map(learners.All(),
				func(d *learners.Declaration) string { return d.ID })...)
			_, err = param.Find(all, "learner", id, func(name string) string { return name })
			err = fmt.Errorf("%s: %w", id, err)
		}
		return nil, err
	}
	for _, config := range in {
		if err := model.Suits(l.Declaration, config.Scenario); err != nil {
			return nil, fmt.Errorf("%s cannot play %s: %w", l.ID, config.Scenario.Name, err)
		}
	}
	return []learners.Spec{l}, nil
}

func groups() []string {
	return param.Map(model.Groups, func(g model.Group) string { return g.Name })
}

// group returns the members of a group or of a named comparison that fit; nil if the text names neither.
func (c *Choice) group(text string, in []*model.Config) ([]learners.Spec, error) {
	name, _, further := param.CutName(text)
	var all []learners.Spec
	if g := model.FindGroup(name); g != nil {
		all = g.Learners(c.Channel != "" || in[0].Scenario.Local || len(in[0].Scenario.Channels) > 0)
	} else if _, err := learners.Find(name); err == nil {
		return nil, nil // without a look at the comparisons, for which all figures are parsed
	} else if l, err := figure.FindLineup(name); err == nil {
		for _, own := range l.Learners {
			spec, err := learners.ParseSpec(own)
			if err != nil {
				return nil, err
			}
			all = append(all, spec)
		}
	} else {
		return nil, nil
	}
	if further {
		return nil, fmt.Errorf("%s: names many learners, and takes no parameters", text)
	}
	fitting := slices.DeleteFunc(slices.Clone(all), func(l learners.Spec) bool { return model.Fits(l, in) != nil })
	if len(fitting) == 0 {
		return nil, fmt.Errorf("%s: none of them can play %s: %s", name, in[0].Scenario.Name, misfits(all, in))
	}
	if len(fitting) < len(all) {
		c.LeftOut = append(c.LeftOut, fmt.Errorf("--learner %s leaves out %s", name, misfits(all, in)))
	}
	return fitting, nil
}

// misfits names learners that do not fit, by reason.
func misfits(all []learners.Spec, in []*model.Config) string {
	var reasons []string
	ids := map[string][]string{}
	for _, l := range all {
		if err := model.Fits(l, in); err != nil {
			reason := err.Error()
			if ids[reason] == nil {
				reasons = append(reasons, reason)
			}
			ids[reason] = append(ids[reason], l.String())
		}
	}
	for i, reason := range reasons {
		reasons[i] = strings.Join(ids[reason], ", ") + " (" + reason + ")"
	}
	return strings.Join(reasons, "; ")
}
