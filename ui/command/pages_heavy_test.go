//go:build heavy

package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/manual"
)

// The program accepts the commands on all pages and in README. Those that read files are only parsed.
func TestPagesShowCommandsThatWork(t *testing.T) {
	texts := map[string]string{}
	for _, page := range manual.All() {
		texts[page.Name] = page.Markdown()
	}
	readme := read(t, uitest.Top(t, "README.md"))
	texts["README"] = readme
	t.Chdir(t.TempDir()) // a folder for results is made before the work begins
	commands := regexp.MustCompile(`(?m)^    (?:\$ )?regretscope ([^#\n]+)`)
	seen := 0
	for name, text := range texts {
		for _, found := range commands.FindAllStringSubmatch(text, -1) {
			line := strings.TrimSpace(found[1])
			seen++
			if strings.Contains(line, "--data ") {
				continue // data are no part of the project
			}
			t.Run(name+"/"+line, func(t *testing.T) {
				line, _, _ := strings.Cut(line, " > ") // which the shell takes
				if err := asked(t, param.Words(line)...); err != nil && !errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "no such file") {
					t.Error(err)
				}
			})
		}
	}
	if seen < 150 {
		t.Errorf("only %d commands were tried", seen)
	}
}

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
			lock := param.Must(files.LockFile(second, 0))
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
