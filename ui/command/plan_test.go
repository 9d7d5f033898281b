package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/model/trials"
)

func TestParts(t *testing.T) {
	for _, c := range []struct {
		seconds      float64
		units, parts int
	}{
		{60, 1000, 1},                          // a minute is not worth cutting
		{7200, 1000, 4},                        // half an hour each
		{7200, 3, 3},                           // no more parts than units
		{1e9, 1_000_000_000, trials.MaxShards}, // a century
	} {
		cost := &trials.Cost{Mean: c.seconds, Low: c.seconds, High: c.seconds}
		if got := partsOf(cost, c.units); got != c.parts {
			t.Errorf("%v s of %d units: %d parts, want %d", c.seconds, c.units, got, c.parts)
		}
	}
}

// Job files are valid for their schedulers: shells accept the scripts, and every part is there
// once.
func TestJobFiles(t *testing.T) {
	folder := t.TempDir()
	for kind, wants := range map[string][]string{
		"slurm":    {"#SBATCH --array=1-3\n", "scontrol requeue", "--scenario 'ww-det,K=4|8'", `--shard "$part/3"`, "--time-limit", " --records "},
		"parallel": {"one_part ::: $(seq 3)\n", "--scenario 'ww-det,K=4|8'", `--shard "$part/3"`, " --records "},
	} {
		t.Run(kind, func(t *testing.T) {
			path := filepath.Join(folder, kind)
			succeed(t, "plan", "--scenario", "ww-det,K=4|8", "--learner", "ftl", "--horizon", "100", "--runs", "6", "--for", kind, "--shards", "3", "--output", path, "--quiet", "--force")
			text := read(t, path)
			says(t, text, wants...)
			_, commands, _ := strings.Cut(text, "set -euo pipefail")
			if strings.Contains(commands, "--for ") || strings.Contains(commands, "--force --") || strings.Contains(text, "<no value>") {
				t.Errorf("%s: flags of plan in\n%s", kind, text)
			}
			if bash, err := exec.LookPath("bash"); err == nil {
				if out, err := exec.Command(bash, "-n", path).CombinedOutput(); err != nil {
					t.Errorf("%s: %v: %s", kind, err, out)
				}
			}
		})
	}
	refuseAll(t, is, map[string]string{"plan --for slurm --dir a\xff": "--for: arguments must be UTF-8"})
	if text := succeed(t, args("plan --horizon 1000 --runs 5 --quiet")...); !strings.Contains(text, "15 units of 3 series (5 runs), up to 1,000 rounds each") || !strings.Contains(text, "one part is enough") {
		t.Errorf("the plan says\n%s", text)
	}
}

func TestShardWithoutAnArray(t *testing.T) {
	if os.Getenv("SLURM_ARRAY_TASK_ID") == "" {
		refuseAll(t, strings.Contains, map[string]string{"run --shard auto --records x": "there is no job array"})
	}
}
