package command

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// A schedule stands in for a scheduler that runs a job file's parts.
type schedule struct {
	kind  string
	parts int // that it starts by itself
	part  func(job string, part int) *exec.Cmd
}

// bash runs the script of a job.
func bash(job string, environment ...string) *exec.Cmd {
	c := exec.Command("bash", "-c", job)
	c.Env = append(os.Environ(), environment...)
	return c
}

var schedules = []schedule{
	{"slurm", 1, func(job string, part int) *exec.Cmd {
		return bash(job, fmt.Sprint("SLURM_ARRAY_TASK_ID=", part))
	}},
	{"parallel", 3, func(job string, _ int) *exec.Cmd { return bash(job) }},
}

// Stand-ins for the schedulers' programs: parallel runs the parts in order, and scontrol is never
// called.
const (
	parallel = "#!/usr/bin/env bash\nwhile [ \"$1\" != ::: ]; do shift; done\nshift\nfor part; do one_part \"$part\" || exit; done\n"
	refuses  = "#!/bin/sh\nexit 1\n"
)

// Job files give the result of run, whatever their folder and their scenario are called. A part
// may be started twice, or again after a kill at any moment.
func TestJobFilesRun(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	self := param.Must(os.Executable())
	tools := t.TempDir()
	for name, text := range map[string]string{"parallel": parallel, "scontrol": refuses} {
		t.Run(name, func(t *testing.T) {
			uitest.NoError(t, os.WriteFile(filepath.Join(tools, name), []byte(text), 0o755))
		})
	}
	if err := os.Symlink(self, filepath.Join(tools, Name)); err != nil {
		t.Skip(err)
	}
	t.Setenv(asProgram, "1")
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	const folder = "it's a\n \"$HOME\" `id` }: #x\\\t"
	for _, s := range schedules {
		t.Run(s.kind, func(t *testing.T) {
			t.Chdir(t.TempDir())
			scenario := "a\n# b's.toml"
			write(t, scenario, "arms = [0.5, 0.25]\n")
			request := []string{"--scenario", "./" + scenario, "--learner", "ucb1", "--horizon", "100", "--runs", "7"}
			want := succeed(t, append([]string{"run", "--quiet", "--format", "csv"}, request...)...)
			job := succeed(t, append([]string{"plan", "--for", s.kind, "--shards", "3", "--quiet", "--dir=" + folder}, request...)...)
			work := func(part int) error {
				out, err := s.part(job, part).CombinedOutput()
				t.Logf("part %d: %v %s", part, err, out)
				return err
			}
			summary := filepath.Join(folder, "summary.csv")
			check := func(when string) {
				t.Helper()
				if got, err := os.ReadFile(summary); err != nil || string(got) != want {
					t.Fatalf("%s: %v, the summary is\n%s\nrun says\n%s", when, err, got, want)
				}
			}
			for part := 1; part <= 3; part += s.parts {
				uitest.NoError(t, work(part))
			}
			check("all parts have run")
			uitest.NoError(t, os.Remove(summary))
			uitest.NoError(t, work(2))
			check("killed before the summary")
			uitest.NoError(t, errors.Join(os.Remove(filepath.Join(folder, "all.jsonl")), os.Remove(summary)))
			lock := param.Must(files.LockFile(filepath.Join(folder, "part-1.jsonl")))
			if lock.Locked() && work(1) == nil {
				t.Error("a part that is under way is done once more")
			}
			lock.Release()
			uitest.NoError(t, work(1))
			check("started twice")
		})
	}
}
