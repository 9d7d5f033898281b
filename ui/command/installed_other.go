//go:build !js

package command

// installed holds the commands that the page lacks: they write for papers and clusters, and their
// dependencies are a tenth of the program.
type installed struct {
	Plot      plotCommand      `cmd:"" group:"measure" help:"Draw saved records as SVG, PNG, or PDF."`
	Reproduce reproduceCommand `cmd:"" group:"check" help:"Rerun a paper's figure and check each of its claims."`

	Solve solveCommand `cmd:"" group:"search" help:"Find the parameter values that meet a regret target, for example the smallest ε you can afford."`
	Worst worstCommand `cmd:"" group:"search" help:"Search for arms on which a learner does badly, and measure the find again."`
}

// scripting holds the commands for shells, which the page lacks.
type scripting struct {
	Completion completionCommand `cmd:"" hidden:"" help:"Print a completion script for bash, zsh, or fish."`
	Complete   completeCommand   `cmd:"" hidden:"" passthrough:"" help:"Print the completions of a command line."`
}
