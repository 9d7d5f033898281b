package command

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// Records and tables that version 2 wrote, also of learners and of channels by phase that no longer
// exist: summary prints the same bytes, plot draws them, and --resume refuses them.
func TestRecordsOfVersion2(t *testing.T) {
	for _, path := range param.Must(filepath.Glob("testdata/version2/*.jsonl")) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want := read(t, strings.TrimSuffix(path, "jsonl")+"csv")
			if got := succeed(t, "summary", path, "--format", "csv"); got != want || want == "" {
				t.Errorf("summary prints\n%s\nversion 2 printed\n%s", got, want)
			}
			says(t, succeed(t, "summary", path), "2 runs")
			says(t, succeed(t, "plot", path, "--output", "-"), "<svg")
		})
	}
	own := filepath.Join(t.TempDir(), "own.jsonl")
	from := param.Must(os.Open("testdata/version2/kept.jsonl"))
	defer from.Close()
	to := param.Must(os.Create(own))
	param.Must(io.Copy(to, from))
	uitest.NoError(t, to.Close())
	refuseAll(t, strings.Contains, map[string]string{
		"run --learner ucb1 --learner lazy-dp-ts --arms 0.75,0.5 --epsilon 0.5,1 --horizon 200 --runs 2 --at 100,200 --resume --records " + own: //
		`version is "2.0.0" there and "3.0.0" here`,
	})
}
