package command

import (
	"io"

	"regretscope/ui/kit/outfile"
)

// checkOutput tells early whether a file can be expected to be written; no
// path is standard output.
func checkOutput(path string) error {
	if path == "" {
		return nil
	}
	return outfile.Check(path)
}

// writeOutput writes to the file at path or, where there is none, to standard
// output. A file appears as a whole or stays as it was.
func writeOutput(path string, out io.Writer, write func(io.Writer) error) error {
	if path == "" {
		return buffered(out, write)
	}
	return outfile.Replace(path, write)
}

// buffered writes in large pieces, and what came before an error too.
func buffered(w io.Writer, write func(io.Writer) error) error { return outfile.Buffered(w, write) }
