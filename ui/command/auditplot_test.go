package command

import (
	"strings"
	"testing"
)

// The plot has both curves of every learner, the normal shift, and the measured tests. A bad file
// name is reported before any audit.
func TestAuditPlot(t *testing.T) {
	t.Chdir(t.TempDir())
	const path = "curves.svg"
	audited(t, "--quiet --runs 4000 --epsilon 1 --learner rnm-ftnl,noise=laplace,scale=1 --learner adac-ucb --plot "+path)
	svg := read(t, path)
	says(t, svg, "RNM-FTNL noise=laplace scale=1", "AdaC-UCB, ε = 1: δ(ε)", "least error of type II", "found by search", "normal, μ = 0.447", "2,000 runs", "exact")
	refuseAll(t, strings.HasPrefix, map[string]string{
		"audit --plot curves.txt --learner hedge": "--plot curves.txt: must end in one of .svg, .png, .pdf, .eps, .tex",
		"audit --plot others.svg":                 "--plot others.svg: draws at most 8 learners; choose them with --learner",
	})
}
