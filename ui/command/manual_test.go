package command

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

func TestShardWithoutAnArray(t *testing.T) {
	if os.Getenv("SLURM_ARRAY_TASK_ID") == "" {
		refuseAll(t, strings.Contains, map[string]string{"run --shard auto --records x": "there is no job array"})
	}
}

// standIn replaces matplotlib and saves the drawn data as JSON.
const standIn = `
import json
drawn = []
def errorbar(t, mean, yerr, label): drawn.append(dict(t=t, mean=mean, error=yerr, label=label))
def legend(): pass
def savefig(path): json.dump(drawn, open(path, "w"))
`

// The manual's Python programs draw the same means and errors as a summary of the runs.
func TestPythonOfTheManual(t *testing.T) {
	uitest.NotForRaces(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	page := read(t, "../manual/python.md")
	programs := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(page, -1)
	command := regexp.MustCompile(`(?m)^    regretscope (run .*)$`).FindStringSubmatch(page)
	if len(programs) != 2 || command == nil {
		t.Fatalf("%d programs, command %q", len(programs), command)
	}
	t.Chdir(t.TempDir())
	uitest.NoError(t, os.Mkdir("matplotlib", 0o700))
	write(t, filepath.Join("matplotlib", "pyplot.py"), standIn)
	succeed(t, append(args(command[1]), "--quiet")...)
	var summary struct {
		Rows []struct {
			Learner  string     `json:"learner"`
			Round    float64    `json:"t"`
			Runs     float64    `json:"runs"`
			Mean     float64    `json:"regret_mean"`
			SD       float64    `json:"regret_sd"`
			Interval [2]float64 `json:"regret_interval"`
		} `json:"rows"`
	}
	decode(t, succeed(t, "summary", "runs.jsonl", "--format", "json", "--rounds"), &summary)
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }
	for i, file := range []string{"result.pdf", "runs.pdf"} {
		program := exec.Command(python, "-c", programs[i][1])
		program.Env = append(os.Environ(), "PYTHONPATH=.")
		if out, err := program.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		var lines []struct {
			Label   string
			T, Mean []float64
			Error   json.RawMessage
		}
		decode(t, read(t, file), &lines)
		rows := slices.Clone(summary.Rows)
		for _, line := range lines {
			var below, above []float64
			if sides := [2][]float64{}; json.Unmarshal(line.Error, &sides) == nil {
				below, above = sides[0], sides[1]
			} else if err := json.Unmarshal(line.Error, &above); err != nil {
				t.Fatal(err)
			}
			for k := range line.T {
				row := rows[0]
				rows = rows[1:]
				low, high := row.Mean-row.Interval[0], row.Interval[1]-row.Mean
				if below == nil {
					high = 2 * row.SD / math.Sqrt(row.Runs)
				}
				if line.Label != row.Learner || line.T[k] != row.Round || !near(line.Mean[k], row.Mean) || !near(above[k], high) ||
					below != nil && !near(below[k], low) {
					t.Errorf("%s: %+v at %v; row %+v", file, line, line.T[k], row)
				}
			}
		}
		if len(rows) > 0 {
			t.Errorf("%s: %d rows are not drawn", file, len(rows))
		}
	}
}

// written formats a name with its parameters, as in "kl-ucb (c)".
func written(name string, parameters param.List) string {
	names := param.Map(parameters, func(p param.Parameter) string { return p.Name })
	if len(names) == 0 {
		return "`" + name + "`"
	}
	return "`" + name + "` (" + strings.Join(names, ", ") + ")"
}

// The manual's tables are generated from the help and the catalogs.
func TestManualCommandLine(t *testing.T) {
	parser := param.Must(new(Program).parser(&grammar{}))
	var rows [][]string
	for _, node := range parser.Model.Children {
		if !node.Hidden {
			rows = append(rows, []string{"`" + node.Name + "`", node.Help})
		}
	}
	uitest.Section(t, "ui/manual/command-line.md", "command line", uitest.Markdown([]string{"command", "what it does"}, rows))
}

func TestManualLearners(t *testing.T) {
	var rows [][]string
	family := ""
	for _, d := range learners.All() {
		if d.Family.String() != family {
			family = d.Family.String()
			rows = append(rows, []string{"**" + family + "**", "", ""})
		}
		rows = append(rows, []string{written(d.ID, d.Parameters), d.Name, d.Summary})
	}
	uitest.Section(t, "ui/manual/learners.md", "learners", uitest.Markdown([]string{"learner (parameters)", "name", "what it does"}, rows))
}

func TestManualScenarios(t *testing.T) {
	rows := param.Map(scenarios.Presets(), func(p *scenarios.Preset) []string {
		return []string{written(p.Name, p.Parameters), string(p.Kind), param.SpellOut(p.Summary)}
	})
	uitest.Section(t, "ui/manual/scenarios.md", "scenarios", uitest.Markdown([]string{"scenario (parameters)", "kind", "what it is"}, rows))
}
