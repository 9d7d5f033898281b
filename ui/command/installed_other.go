//go:build !js

package command

// installed is the commands that a page leaves out: what they write is for papers and for
// clusters, and what they need is a tenth of the program.
type installed struct {
	Plot  plotCommand  `cmd:"" help:"Pictures from saved records: SVG, PNG or PDF."`
	Plan  planCommand  `cmd:"" help:"What an experiment will cost, and the job file that runs it on a cluster."`
	Solve solveCommand `cmd:"" help:"The values of a parameter at which a condition on regret holds: which ε can one afford?"`

	Reproduce reproduceCommand `cmd:"" help:"A paper's figure: its runs, pictures, and a verdict on each of its claims."`
}

// scripting is likewise the commands for shells.
type scripting struct {
	Completion completionCommand `cmd:"" hidden:"" help:"A script for bash, zsh or fish that completes commands, flags and names."`
	Complete   completeCommand   `cmd:"" hidden:"" passthrough:"" help:"What may follow a command line, for the scripts of completion."`
	Man        manualCommand     `cmd:"" hidden:"" help:"The manual page."`
}
