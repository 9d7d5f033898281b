package flags

import (
	"os"
	"path/filepath"
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// A data set's files are not overwritten; another file beside them may be.
func TestDataIsNotWrittenTo(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"movies.dat", "ratings.dat", "result.csv"} {
		t.Run(name, func(t *testing.T) {
			uitest.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o644))
		})
	}
	parser, err := NewParser(&struct {
		Data   string `reads:""`
		Output string `writes:""`
	}{})
	uitest.NoError(t, err)
	for name, refused := range map[string]bool{"movies.dat": true, "ratings.dat": true, "result.csv": false, "new.csv": false} {
		t.Run(name, func(t *testing.T) {
			request := param.Must(parser.Parse([]string{"--data", folder, "--output", filepath.Join(folder, name)}))
			if err := refuseSame(request); (err != nil) != refused {
				t.Errorf("%v, want an error: %v", err, refused)
			}
		})
	}
}

// The table of a scenario file counts as read, too.
func TestTablesAreNotWrittenTo(t *testing.T) {
	for output, refused := range map[string]bool{"../../../testdata/scenarios/losses.csv": true, "../../../testdata/scenarios/other.csv": false} {
		parser, err := NewParser(&struct {
			Scenario string `reads:""`
			Output   string `writes:""`
		}{})
		uitest.NoError(t, err)
		request := param.Must(parser.Parse([]string{"--scenario", "../../../testdata/scenarios/forecasters.toml", "--output", output}))
		if err := refuseSame(request); (err != nil) != refused {
			t.Errorf("%s: %v, want an error: %v", output, err, refused)
		}
	}
}
