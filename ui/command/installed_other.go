//go:build !js

package command

import "regretscope/ui/command/reference"

// installed holds the commands that the page lacks: they write for papers and clusters, and their
// dependencies are a tenth of the program.
type installed struct {
	Plot  plotCommand  `cmd:"" help:"Draw saved records as SVG, PNG, or PDF."`
	Plan  planCommand  `cmd:"" help:"Estimate the time of an experiment and write a cluster job file."`
	Solve solveCommand `cmd:"" help:"Find the parameter values that meet a regret target, for example the smallest ε you can afford."`
	Worst worstCommand `cmd:"" help:"Search for arms on which a learner does badly, and measure the find again."`

	Reproduce reproduceCommand `cmd:"" help:"Rerun a paper's figure and check each of its claims."`
}

// scripting holds the commands for shells, which the page lacks.
type scripting struct {
	Completion reference.Completion `cmd:"" hidden:"" help:"Print a completion script for bash, zsh, or fish."`
	Complete   reference.Complete   `cmd:"" hidden:"" passthrough:"" help:"Print the completions of a command line."`
}
