package command

import (
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

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
