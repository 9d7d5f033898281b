package result

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"regretscope/model/audit"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// auditsOf returns the report of a quick audit.
func auditsOf(t *testing.T) *Audits {
	t.Helper()
	config := uitest.On(t, "ww-det", "", 100, "rnm-ftnl")
	a := &audit.Audit{Config: config, Runs: 200, Confidence: .9}
	found := param.Must(a.Run(t.Context(), nil))
	r := &Audits{DeltaAt: []float64{.25}, RenyiAt: []float64{2}}
	r.Add(a, found)
	return r
}

// The text has every fact and a cell for each requested value.
func TestTextHasTheFacts(t *testing.T) {
	r := auditsOf(t)
	var b strings.Builder
	uitest.NoError(t, r.WriteText(&b, 200))
	for _, fact := range r.Findings[0].Facts() {
		for _, part := range fact.Lines {
			if !strings.Contains(b.String(), part.Lead+part.Rest+"\n") {
				t.Errorf("%s: no %q in\n%s", fact.Title, part.Lead, b.String())
			}
		}
	}
	head, _, _ := strings.Cut(b.String(), "\n")
	if got, want := strings.Fields(head), strings.Fields("learner arms of ε claimed true lower bound ρ μ δ(0.25) D_2 verdict"); !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
}

// Scripts read these keys.
func TestKeysOfJSON(t *testing.T) {
	var b strings.Builder
	uitest.NoError(t, auditsOf(t).WriteJSON(&b, &trials.Made{}))
	var entries []map[string]json.RawMessage
	uitest.NoError(t, json.Unmarshal([]byte(b.String()), &entries))
	for _, key := range strings.Fields("learner params scenario channel epsilon horizon seed claimed claim exact exact_by_horizon " +
		"statistical_lower confidence worst_pair verdict statistics zcdp gdp delta renyi") {
		if len(entries) != 1 || len(entries[0][key]) == 0 {
			t.Errorf("no %s in %s", key, b.String())
		}
	}
}
