package solve

import (
	"encoding/json"

	"regretscope/noise/number"
)

// MarshalJSON returns the point in full precision. Scripts rely on its names.
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Value   number.Float `json:"value"`
		Verdict string       `json:"verdict"`
		Runs    int          `json:"runs"` // 0 if the regret is exact
		Regret  number.Float `json:"regret_mean"`
		AtMost  number.Float `json:"at_most"`
		// Misleads is present if a few runs decide a mean.
		Misleads bool `json:"heavy_tails,omitempty"`
	}{number.Float(p.Value), p.Verdict.String(), p.Runs, number.Float(p.Regret), number.Float(p.Threshold), p.Misleads})
}

// MarshalJSON returns the edge in full precision.
func (e Edge) MarshalJSON() ([]byte, error) {
	at, safe := &e.At, &e.Safe
	if e.End || e.Open {
		at, safe = nil, nil
	}
	if e.Unmeasured {
		at = nil
	}
	return json.Marshal(struct {
		Value   number.Float `json:"value"`
		Low     number.Float `json:"low"`
		High    number.Float `json:"high"`
		End     bool         `json:"end_of_range"`
		Open    bool         `json:"undecided_beyond,omitempty"`
		Reached bool         `json:"tolerance_reached"`
		At      *Point       `json:"at_value,omitempty"` // measured there; absent at the end of a range
		Safe    *Point       `json:"safe,omitempty"`     // like Value, for the safe end, with 95% confidence
		// Unmeasured is present if the search ended first.
		Unmeasured bool `json:"unmeasured,omitempty"`
	}{number.Float(e.Value), number.Float(e.Low), number.Float(e.High), e.End, e.Open, e.Reached, at, safe, e.Unmeasured})
}
