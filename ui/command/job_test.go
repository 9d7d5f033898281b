package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// parallel stands in for GNU parallel and runs the parts in order; scontrol is never called.
const (
	parallel = "#!/usr/bin/env bash\nshift\nwhile [ \"$1\" != ::: ]; do c+=(\"$1\"); shift; done\nshift\n" +
		"for part; do \"${c[@]//'{}'/$part}\" || exit; done\n"
	refuses = "#!/bin/sh\nexit 1\n"
)

// The job files of testdata/jobs give the result of run, whatever their folder and their
// scenario are called. A part may be started twice, or again after a kill at any moment.
func TestJobFilesRun(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	self, jobs, tools := param.Must(os.Executable()), param.Must(filepath.Abs("../../testdata/jobs")), t.TempDir()
	for name, text := range map[string]string{"parallel": parallel, "scontrol": refuses} {
		uitest.NoError(t, os.WriteFile(filepath.Join(tools, name), []byte(text), 0o755))
	}
	const folder = "it's a\n \"$HOME\" `id` }: #x\\\t"
	t.Setenv(asProgram, "1")
	t.Setenv("REGRETSCOPE", self)
	t.Setenv("RECORDS", folder)
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	for job, starts := range map[string][]int{"array.sh": {1, 2, 3, 4}, "parallel.sh": {1}} {
		t.Run(job, func(t *testing.T) {
			t.Chdir(t.TempDir())
			scenario := "a\n# b's.toml"
			write(t, scenario, "arms = [0.5, 0.25]\n")
			request := []string{"--scenario", "./" + scenario, "--learner", "ucb1", "--horizon", "100", "--runs", "7"}
			want := succeed(t, append([]string{"run", "--quiet", "--format", "csv"}, request...)...)
			work := func(part int) error {
				c := exec.Command("bash", append([]string{filepath.Join(jobs, job)}, request...)...)
				c.Env = append(os.Environ(), fmt.Sprint("SLURM_ARRAY_TASK_ID=", part), "SLURM_ARRAY_JOB_ID=1")
				out, err := c.CombinedOutput()
				t.Logf("part %d: %v %s", part, err, out)
				return err
			}
			summary, second := filepath.Join(folder, "summary.csv"), filepath.Join(folder, "part-2.jsonl")
			check := func(when string) {
				t.Helper()
				if got, err := os.ReadFile(summary); err != nil || string(got) != want {
					t.Fatalf("%s: %v, the summary is\n%s\nrun says\n%s", when, err, got, want)
				}
			}
			for _, part := range starts {
				uitest.NoError(t, work(part))
			}
			check("all parts have run")
			uitest.NoError(t, os.Remove(summary))
			text := read(t, second)
			write(t, second, text[:strings.LastIndex(strings.TrimSpace(text), "\n")+9]) // killed while it wrote
			again := min(2, len(starts))
			lock := param.Must(files.LockFile(second))
			if lock.Locked() && work(again) == nil {
				t.Error("a part that is under way is done once more")
			}
			lock.Release()
			uitest.NoError(t, work(again))
			check("killed and started again")
			uitest.NoError(t, work(again))
			check("started twice")
		})
	}
}

func TestShardWithoutAnArray(t *testing.T) {
	if os.Getenv("SLURM_ARRAY_TASK_ID") == "" {
		refuseAll(t, strings.Contains, map[string]string{"run --shard auto --records x": "there is no job array"})
	}
}
