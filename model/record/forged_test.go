package record

import (
	"encoding/csv"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"regretscope/model"
)

// Records whose texts are formulas are no formulas in the CSV of their summary.
func TestForgedTextsAreNoFormulas(t *testing.T) {
	const formula = "=cmd|' /C calc'!A0"
	e := experiment(t, 1)
	design := e.Design(t.Context())
	for i := range design.Series {
		s := &design.Series[i]
		s.Scenario, s.Learner, s.Params, s.Channel = formula, "+"+formula, "-"+formula, "@"+formula
	}
	path := filepath.Join(t.TempDir(), "forged.jsonl")
	f := must[*File](t)(Create(path, design, model.Shard{}))
	e.Store = f
	must[*model.Result](t)(e.Run(t.Context(), nil))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := summary(t, path).WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	rows := must[[][]string](t)(csv.NewReader(strings.NewReader(b.String())).ReadAll())
	guarded := 0
	for _, text := range rows[1] {
		if strings.HasPrefix(text, "'") {
			guarded++
		} else if _, err := strconv.ParseFloat(text, 64); err != nil {
			t.Errorf("cell %q", text)
		}
	}
	if guarded != 4 {
		t.Errorf("%d cells are guarded, want 4: %q", guarded, rows[1])
	}
}
