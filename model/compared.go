package model

import (
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/noise/number"
)

// Loss returns the audited loss in its own notion, to stand beside the learner's name: "ε 0.5",
// "μ ≤ 707", "local ε 1", "not private"; empty if it is unknown.
func (v *Verdict) Loss() string {
	switch {
	case !v.Known:
		return ""
	case v.Spec.Privacy == learners.Local && math.IsInf(v.Exact.Epsilon, 1):
		return "not private"
	case v.Spec.Privacy == learners.Local:
		return "local ε " + number.Loss(v.Exact.Epsilon)
	case !math.IsInf(v.Exact.Epsilon, 1):
		return "ε " + number.Loss(v.Exact.Epsilon)
	}
	if mu := v.Exact.Mechanism.Mu(); !math.IsInf(mu.Upper, 1) {
		bound := map[bool]string{true: "≤ "}[mu.Status == "upper"]
		return "μ " + bound + number.Loss(mu.Upper)
	}
	return "not private"
}

// Losses returns Verdict.Loss of every learner.
func (c *Config) Losses() []string {
	losses := make([]string, len(c.Learners))
	for i := range losses {
		v := c.Verdict(i)
		losses[i] = v.Loss()
	}
	return losses
}

// NamesWithLoss returns the learners' labels with their losses, for a chart that compares them.
func (c *Config) NamesWithLoss() []string {
	names := c.Losses()
	for i, loss := range names {
		label := c.Learners[i].Label()
		if names[i] = label; loss != "" && !strings.HasSuffix(label, strings.Replace(loss, " ", "=", 1)) {
			names[i] += " " + loss
		}
	}
	return names
}

// Unlike says how the losses of the learners that protect rewards differ, in a few words; empty if
// they are equal. serious reports whether no number compares them: their notions differ, or who
// is protected from whom.
func (c *Config) Unlike() (words string, serious bool) {
	var all []string
	for i, loss := range c.Losses() {
		if d := c.Learners[i].Declaration; d.Privacy == learners.NotPrivate || d.Privacy == learners.DataFree ||
			loss == "" || loss == "not private" || slices.Contains(all, loss) {
			continue
		}
		all = append(all, loss)
	}
	kinds := func(prefix string) bool {
		return slices.ContainsFunc(all, func(loss string) bool { return strings.HasPrefix(loss, prefix) })
	}
	switch local := kinds("local"); {
	case local && (kinds("ε") || kinds("μ")):
		return "central and local privacy", true
	case kinds("ε") && kinds("μ"):
		return "privacy in ε and in μ", true
	case len(all) > 1:
		return "unequal privacy", false
	}
	return "", false
}

// Cautions returns Warnings, and a sentence if no number compares the learners' losses.
func (c *Config) Cautions() []string {
	cautions := c.Warnings()
	if words, serious := c.Unlike(); serious {
		cautions = append(cautions, "The comparison has "+words+", which no one number compares: "+
			strings.Join(c.NamesWithLoss(), ", "))
	}
	return cautions
}
