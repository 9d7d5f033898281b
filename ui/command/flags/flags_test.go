package flags

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// A flag without its text in help.txt is an error of kong.
func TestEveryHelpTextIsUsed(t *testing.T) {
	code := ""
	for _, file := range slices.Concat(param.Must(filepath.Glob("*.go")), param.Must(filepath.Glob("../*.go"))) {
		code += string(param.Must(os.ReadFile(file)))
	}
	for name := range helpTexts() {
		if name != "most_" && !strings.Contains(code+helpText, "${"+name+"}") { // most_: limits of no flag
			t.Errorf("no flag uses the text of %s", name)
		}
	}
}

// The parser's memory grows with the square of the number of flags. Every shard of an experiment may
// have its file of records.
func TestFlagsAreLimited(t *testing.T) {
	for _, c := range []struct {
		word  string
		times int
		want  string
	}{
		{"--seed=1", 2000, ""},
		{"--seed", 2001, "2,001 flags are too many, at most 2,000 are allowed"},
		{"-V", 2001, "2,001 flags are too many, at most 2,000 are allowed"},
		{"file", 100_000, ""},
		{"--records", 10_001, ""},
		{"--records=a", 10_002, "--records: 10,002 are too many, at most 10,001 are allowed"},
	} {
		said := ""
		if err := CheckArguments(slices.Repeat([]string{c.word}, c.times)); err != nil {
			said = err.Error()
		}
		if said != c.want {
			t.Errorf("%d times %s: %q, want %q", c.times, c.word, said, c.want)
		}
	}
}

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
		request := param.Must(parser.Parse([]string{"--data", folder, "--output", filepath.Join(folder, name)}))
		if err := refuseSame(request); (err != nil) != refused {
			t.Errorf("%s: %v, want an error: %v", name, err, refused)
		}
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

func TestMemory(t *testing.T) {
	for text, want := range map[string]int{
		"500MB": 500e6, "2GiB": 2 << 30, "1e9": 1e9, "0.5GB": 5e8, "67108864": 64 << 20, "65536KiB": 64 << 20, "1TB": 1e12,
		"": 0, "63MiB": 0, "GB": 0, "2 gigabytes": 0, "-2GB": 0, "inf": 0, "infGB": 0, "1e300GB": 0, "2Gib": 0, "NaN": 0,
	} {
		got, err := parseMemory(text)
		if got != want || (err == nil) != (want > 0) || err != nil && err.Error() != "must be a size from 64 MiB, such as 500MB or 2GiB" {
			t.Errorf("%s: %d, %v, want %d", text, got, err, want)
		}
	}
}

func TestShardOfAnArray(t *testing.T) {
	for _, c := range []struct {
		id, first, last, count string
		want                   trials.Shard
		refused                string
	}{
		{"3", "1", "4", "4", trials.Shard{Part: 3, Of: 4}, ""},
		{"0", "0", "1", "2", trials.Shard{Part: 1, Of: 2}, ""},
		{"2", "2", "2", "1", trials.Shard{}, "the number of parts is unclear"},
		{"1", "1", "9", "5", trials.Shard{}, "the number of parts is unclear"},
		{"", "", "", "", trials.Shard{}, "there is no job array"},
	} {
		t.Run(c.id, func(t *testing.T) {
			variables := map[string]string{"SLURM_ARRAY_TASK_ID": c.id, "SLURM_ARRAY_TASK_MIN": c.first, "SLURM_ARRAY_TASK_MAX": c.last, "SLURM_ARRAY_TASK_COUNT": c.count}
			got, err := shardOfArray(func(name string) string { return variables[name] })
			if got != c.want || (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%+v: %v, %v", c, got, err)
			}
		})
	}
}
