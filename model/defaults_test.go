package model

import (
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

func TestEveryScenarioHasDefaultLearners(t *testing.T) {
	want := map[string][]string{
		"hhmh-1":        {"lazy-dp-ts", "anytime-lazy-ucb", "ucb1"},
		"ww-det":        {"rnm-ftnl", "ftnl", "hedge"},
		"chh-synthetic": {"dpucb-mat", "dpts-mat", "omm"},
		"jzl-20":        {"ts-ldp-b", "ucb-ldp-b"},
		"gaj-switch":    {"sw-klucb-cf", "kl-ucb-cf", "ts-cf"},
	}
	for _, p := range scenarios.Presets() {
		t.Run(p.Name, func(t *testing.T) {
			if p.NeedsData {
				return
			}
			s := param.Must(p.Make(nil, ""))
			var ids []string
			private := false
			for _, spec := range DefaultLearners(s) {
				ids = append(ids, spec.ID)
				private = private || spec.Privacy == learners.Central || spec.Privacy == learners.Local
				if err := Suits(spec.Declaration, s); err != nil {
					t.Errorf("%s: %s cannot play it: %v", p.Name, spec.ID, err)
				}
			}
			if len(ids) == 0 || len(ids) > 4 || !private {
				t.Errorf("%s: %v", p.Name, ids)
			}
			if w := want[p.Name]; w != nil && !slices.Equal(ids, w) {
				t.Errorf("%s: %v, want %v", p.Name, ids, w)
			}
		})
	}
}
