package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
)

// Sentences say what the replications came to, for those who do not see the screen:
// each learner, least regret first, and how the one in focus compares run by run.
func (s *Screen) Sentences() []string {
	if s.result == nil || s.task.Running() || s.prompt != nil {
		return []string{
			strings.TrimSpace(ansi.Strip(s.status())),
			fmt.Sprintf("run plays %s of each learner; runs N and sweep ε,… choose others; next-learner looks at another learner.", kit.Plural(s.runs, "run")),
		}
	}
	order := make([]int, len(s.config.Learners))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.last(a).RegretMean, s.last(b).RegretMean) })
	said := []string{fmt.Sprintf("%s of each learner, at round %s, the least regret first.", kit.Plural(s.result.Runs, "run"), kit.Count(s.last(0).Round))}
	for _, i := range order {
		said = append(said, s.config.Learners[i].Label()+": "+strings.Join(s.cells(i), ", ")+".")
	}
	said = append(said, s.against()...)
	for _, warning := range s.warnings() {
		said = append(said, "Warning: "+strings.TrimPrefix(ansi.Strip(warning), misleads+" ")+".")
	}
	return said
}

// cells are what the table says of a learner, each with its heading.
func (s *Screen) cells(i int) []string {
	var said []string
	for _, c := range s.columns() {
		if cell := c.Cell(s.last(i)); cell != kit.None {
			said = append(said, c.Title+" "+strings.TrimSuffix(cell, " "+misleads))
		}
	}
	return said
}

// against is how the learner in focus compares with each other one.
func (s *Screen) against() []string {
	if len(s.config.Learners) < 2 || len(s.result.Pairs) == 0 {
		return nil
	}
	var said []string
	for _, v := range s.versus() {
		said = append(said, v.Sentence(s.config.Learners[s.focus].Label(), s.config.Learners[v.other].Label()))
	}
	return said
}
