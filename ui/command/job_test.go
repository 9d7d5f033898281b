package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"regretscope/model/files"
)

// A schedule is a scheduler that runs a job file's parts, as far as the file notices.
type schedule struct {
	kind  string
	parts int // that it starts by itself
	part  func(t *testing.T, job string, part int) *exec.Cmd
}

// bash runs the script of a job.
func bash(job string, environment ...string) *exec.Cmd {
	c := exec.Command("bash", "-c", job)
	c.Env = append(os.Environ(), environment...)
	return c
}

var schedules = []schedule{
	{"slurm", 1, func(_ *testing.T, job string, part int) *exec.Cmd {
		return bash(job, fmt.Sprint("SLURM_ARRAY_TASK_ID=", part))
	}},
	{"parallel", 3, func(_ *testing.T, job string, _ int) *exec.Cmd { return bash(job) }},
	{"k8s", 1, func(t *testing.T, job string, part int) *exec.Cmd {
		t.Helper()
		return bash(container(t, job).Command[2], fmt.Sprint("JOB_COMPLETION_INDEX=", part-1))
	}},
}

type podContainer struct {
	Image   string
	Command []string
}

// container reads a Kubernetes job, which has nothing but what it should have.
func container(t *testing.T, text string) podContainer {
	t.Helper()
	var job struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   struct{ Name string }
		Spec       struct {
			Completions, Parallelism int
			CompletionMode           string `yaml:"completionMode"`
			BackoffLimit             int    `yaml:"backoffLimit"`
			Template                 struct {
				Spec struct {
					RestartPolicy string `yaml:"restartPolicy"`
					Volumes       []struct {
						Name string
						PVC  struct {
							ClaimName string `yaml:"claimName"`
						} `yaml:"persistentVolumeClaim"`
					}
					Containers []struct {
						Name         string
						podContainer `yaml:",inline"`
						WorkingDir   string `yaml:"workingDir"`
						VolumeMounts []struct {
							Name      string
							MountPath string `yaml:"mountPath"`
						} `yaml:"volumeMounts"`
						Resources struct{ Requests map[string]string }
					}
				}
			}
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&job); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	pod := job.Spec.Template.Spec
	if job.Spec.Completions != 3 || job.Spec.Parallelism != 3 || job.Spec.BackoffLimit != 300 || len(pod.Containers) != 1 ||
		len(pod.Volumes) != 1 || pod.Volumes[0].PVC.ClaimName != "true" || len(pod.Containers[0].Command) != 3 {
		t.Fatalf("%+v in\n%s", job, text)
	}
	return pod.Containers[0].podContainer
}

// The schedulers' own programs: parallel runs one part after the other, and scontrol
// is never asked.
const (
	parallel = "#!/usr/bin/env bash\nwhile [ \"$1\" != ::: ]; do shift; done\nshift\nfor part; do one_part \"$part\" || exit; done\n"
	refuses  = "#!/bin/sh\nexit 1\n"
)

// Job files do what run would have done, whatever their folder and their scenario are
// called; a part that is started twice, or once more after it was killed at any
// moment, does no harm.
func TestJobFilesRun(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tools := t.TempDir()
	for name, text := range map[string]string{"parallel": parallel, "scontrol": refuses} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(tools, name), []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
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
			if err := os.WriteFile(scenario, []byte("arms = [0.5, 0.25]\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			request := []string{"--scenario", "./" + scenario, "--learner", "ucb1", "--horizon", "100", "--runs", "7"}
			want := succeed(t, append([]string{"run", "--quiet", "--format", "csv"}, request...)...)
			job := succeed(t, append([]string{"plan", "--for", s.kind, "--shards", "3", "--claim", "true", "--image", "a:b", "--quiet", "--dir=" + folder}, request...)...)
			work := func(part int) error {
				out, err := s.part(t, job, part).CombinedOutput()
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
				if err := work(part); err != nil {
					t.Fatal(err)
				}
			}
			check("all parts have run")
			if err := os.Remove(summary); err != nil {
				t.Fatal(err)
			}
			if err := work(2); err != nil {
				t.Fatal(err)
			}
			check("killed between merge and summary")
			if err := errors.Join(os.Remove(filepath.Join(folder, "all.jsonl")), os.Remove(summary)); err != nil {
				t.Fatal(err)
			}
			lock, err := files.Take(filepath.Join(folder, "part-1.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			if lock.Locked() && work(1) == nil {
				t.Error("a part that is under way is done once more")
			}
			lock.Release()
			if err := work(1); err != nil {
				t.Fatal(err)
			}
			check("started twice")
		})
	}
}

// Nothing that people fill in becomes a part of the job.
func TestJobTextsAreTexts(t *testing.T) {
	request := []string{"plan", "--learner", "ucb1", "--horizon", "100", "--runs", "3", "--for", "k8s", "--shards", "3", "--quiet"}
	for _, image := range []string{"a:b", "yes", "3", "a#b", "'", `"`, "{{.Parts}}", "&x", "!!int"} {
		t.Run(image, func(t *testing.T) {
			if got := container(t, succeed(t, append(request, "--claim", "true", "--image", image)...)); got.Image != image {
				t.Errorf("the image is %q", got.Image)
			}
		})
	}
	for _, c := range [][]string{
		{"--image", "a\n          securityContext:\n            privileged: true"},
		{"--image", ""},
		{"--image", "a b"},
		{"--image", "a\x1b"},
		{"--claim", "a\nb"},
		{"--claim", "a: b"},
		{"--claim", "-a"},
		{"--claim", ""},
		{"--claim", strings.Repeat("a", 254)},
		{"--dir", "a\xff"},
	} {
		t.Run(strings.Join(c, " "), func(t *testing.T) {
			p := newTestProgram()
			status := p.Run(context.Background(), append(request, c...))
			if status != wrong || !strings.HasPrefix(p.err.String(), c[0]) && c[0] != "--dir" || p.out.Len() > 0 {
				t.Errorf("status %d, %s%s", status, &p.err, &p.out)
			}
		})
	}
}
