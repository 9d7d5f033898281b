// Package scenariotest makes scenarios for tests.
package scenariotest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/table"
)

// Preset opens a preset.
func Preset(reference string) *scenarios.Scenario { return param.Must(scenarios.Open(reference, "")) }

// Arms returns a scenario with arms given as in a flag.
func Arms(text string, feedback scenarios.Feedback) *scenarios.Scenario {
	return param.Must(scenarios.FromArms("arms", param.Must(arm.ParseList(text)), feedback))
}

// Rewards returns the rows of a table in which other arms are best early than over all rows.
func Rewards(rows, arms int) [][]float64 {
	r := rand.New(rand.NewPCG(5, 6))
	all := make([][]float64, rows)
	for i := range all {
		for j := range arms {
			mean := .3 + .4*float64((j+5*i/rows)%arms)/float64(arms)
			all[i] = append(all[i], min(max(mean+.2*r.NormFloat64(), 0), 1))
		}
	}
	return all
}

// Table returns a scenario with a table of rewards, in order or drawn.
func Table(t testing.TB, rewards [][]float64, feedback scenarios.Feedback, drawn bool) *scenarios.Scenario {
	t.Helper()
	var text strings.Builder
	for j := range rewards[0] {
		fmt.Fprintf(&text, "a%d,", j)
	}
	for _, row := range rewards {
		text.WriteString("\n")
		for _, x := range row {
			fmt.Fprintf(&text, "%v,", x)
		}
	}
	read := param.Must(table.Parse(strings.NewReader(strings.ReplaceAll(text.String()+"\n", ",\n", "\n")), table.Plain()))
	return param.Must(scenarios.FromTable("t", scenarios.Rows{Table: read, Drawn: drawn}, feedback).Finish())
}

// EvenlySpaced returns a bandit with Bernoulli means from .75 down to .25.
func EvenlySpaced(k int) *scenarios.Scenario {
	means := make([]float64, k)
	for j := range means {
		means[j] = .75 - .5*float64(j)/float64(k-1)
	}
	return Arms(strings.Trim(fmt.Sprint(means), "[]"), scenarios.Bandit)
}
