package setup

import (
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
)

// A learner's fields equal its spec, and a copy has its own fields, also with a set ε or seed.
func TestLearnersAsTheyWereChosen(t *testing.T) {
	for text, fields := range map[string]int{
		"ucb1": 0, "ucb1,epsilon=2": 1, "ucb1,seed=3": 1, "lazy-dp-ts,epsilon=inf": 1,
		"kl-ucb,epsilon=1,seed=0,c=2": 3, "rnm-ftnl,noise=gumbel,scale=2": 5,
	} {
		t.Run(text, func(t *testing.T) {
			spec := param.Must(learners.ParseSpec(text))
			l := newSlot(spec)
			c := l.Copy()
			for _, one := range []*slot{l, c} {
				again, err := one.Spec()
				if err != nil || again.String() != spec.String() || len(one.Fields) != fields {
					t.Errorf("%s: %d fields come to %s, %v", text, len(one.Fields), again, err)
				}
			}
			for _, f := range c.Fields {
				f.SetText("")
			}
			if again, _ := l.Spec(); again.String() != spec.String() {
				t.Errorf("%s: emptying the copy leaves %s", text, again)
			}
		})
	}
}
