// Regretscope is an oscilloscope for private online learning.
package main

import (
	"os"

	"regretscope/ui"
	"regretscope/ui/kit/stream"
)

func main() {
	stream.Exit(ui.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
