package record

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"regretscope/model/trials"
	"regretscope/noise/param"
)

// Formulas in the texts of records are not formulas in the CSV of their summary.
func TestForgedTextsAreNoFormulas(t *testing.T) {
	const formula = "=cmd|' /C calc'!A0"
	e := experiment(t, 1)
	design := e.Design(t.Context())
	for i := range design.Series {
		s := &design.Series[i]
		s.Scenario, s.Learner, s.Params, s.Channel = formula, "+"+formula, "-"+formula, "@"+formula
	}
	path := filepath.Join(t.TempDir(), "forged.jsonl")
	f := param.Must(open(path, true, design, trials.Shard{}, nil))
	e.Store = f
	param.Must(e.Run(t.Context(), nil))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := summary(t, path).WriteCSV(&b, &trials.Made{Fingerprint: "0"}); err != nil {
		t.Fatal(err)
	}
	rows := param.Must(csv.NewReader(strings.NewReader(b.String())).ReadAll())
	guarded := 0
	for _, text := range rows[1] {
		if strings.HasPrefix(text, "'") {
			guarded++
		} else if text == "" || text == "slope" {
			continue
		} else if _, err := strconv.ParseFloat(text, 64); err != nil {
			t.Errorf("cell %q", text)
		}
	}
	if guarded != 4 {
		t.Errorf("%d cells are guarded, want 4: %q", guarded, rows[1])
	}
}

// A file whose experiment is larger than one can be is refused.
func TestForgedSizes(t *testing.T) {
	e := experiment(t, 1)
	e.Points, e.At = slices.Repeat(e.Points[:1], 1000), []int{5}
	const most = trials.MaxMeasurements / 2000 // two learners
	const none = "line 1: not a design that this program writes"
	design := e.Design(t.Context())
	for _, c := range []struct {
		name, shard string
		runs        int
		further     string // line
		want        string
		missing     int
	}{
		{"as large as can be", "", most, "", "", 2000 * most},
		{"a part of it", "3/10000", most, "", "", 2000 * most},
		{"more runs", "", most + 1, "", none, 0},
		{"a million runs", "", 1_000_000, "", none, 0},
		{"runs overflow", "", 1 << 62, "", none, 0},
		{"no part", "half", 1, "", "", 2000},
		{"part of none", "1/0", 1, "", "", 2000},
		{"raised", "", 1, fmt.Sprintf(`{"hash":"%s","runs":%d}`, design.Hash(), most), "", 2000 * most},
		{"raised too high", "", 1, fmt.Sprintf(`{"hash":"%s","runs":%d}`, design.Hash(), most+1), "", 2000},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := *design
			d.Config.Runs = c.runs
			h := newHeader(&d, trials.Shard{}, nil)
			h.Shard = c.shard
			text := param.Must(encode(h))
			if c.further != "" {
				text = fitted(append(text, c.further...))
			}
			path := filepath.Join(t.TempDir(), "forged.jsonl")
			write(t, path, string(text))
			s, err := Read(path)
			if (err == nil) != (c.want == "") || err != nil && err.Error() != path+": "+c.want {
				t.Fatalf("%v, want %s", err, c.want)
			}
			if err != nil {
				return
			}
			if units, _ := s.Missing(); units != c.missing || s.Runs() != 0 {
				t.Errorf("%d units are missing, want %d; %d runs", units, c.missing, s.Runs())
			}
		})
	}
}

// The count of missing units equals a count unit by unit.
func TestMissingIsCountedRight(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		d := &trials.Design{Series: make([]trials.Series, 1+random.IntN(6))}
		d.Config.Runs = 1 + random.IntN(9)
		of := 2 + random.IntN(6)
		x := &contents{Header: &Header{Shard: fmt.Sprintf("1/%d", of), Design: d}}
		s := &Set{files: []*contents{x}, from: map[trials.Unit]*contents{}}
		missing, parts := 0, map[string]bool{}
		for i := range d.Series {
			for run := range d.Config.Runs {
				if random.IntN(4) > 0 {
					s.from[trials.Unit{Series: i, Run: run}] = x
					continue
				}
				missing++
				parts[fmt.Sprintf("--shard %d/%d", (i+run)%of+1, of)] = true
			}
		}
		units, remedy := s.Missing()
		if want := strings.Join(slices.Sorted(maps.Keys(parts)), ", "); units != missing || remedy != want {
			t.Fatalf("%d series, %d runs, %d parts: %d, %s, want %d, %s", len(d.Series), d.Config.Runs, of, units, remedy, missing, want)
		}
	}
}
