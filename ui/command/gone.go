package command

import (
	"fmt"
	"strings"
)

// gone names what version 2 replaced the commands and flags of version 1 by.
var gone = map[string]string{
	"merge":    "summary and plot read all parts, and run --resume with several --records makes one file",
	"man":      "each command has --help, and explain prints the manual's pages",
	"--engine": "a run plays its rounds one by one",
}

// refuseGone returns an error if arguments name a command or a flag of version 1.
func refuseGone(args []string) error {
	for i, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		if instead, known := gone[name]; known && (i == 0 || strings.HasPrefix(name, "--")) {
			return fmt.Errorf("%s: gone since 2.0.0; %s", name, instead)
		}
	}
	return nil
}
