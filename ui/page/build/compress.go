package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"regretscope/noise/number"
)

// compressed are the endings of files that have a smaller one beside them.
var compressed = []string{".wasm", ".js", ".css", ".html", ".svg"}

// compress writes a .gz beside each file that gains by it.
func compress(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains(compressed, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var small bytes.Buffer
		writer, err := gzip.NewWriterLevel(&small, gzip.BestCompression) // names no file and no time
		if err != nil {
			return err
		}
		if _, err := writer.Write(text); err != nil {
			return err
		}
		if err := writer.Close(); err != nil {
			return err
		}
		return os.WriteFile(path+".gz", small.Bytes(), 0o644)
	})
}

// mostProgram is how large the program may be compressed, in bytes, for a phone to
// load it in a few seconds.
const mostProgram = 6_000_000

// report says how large the program is, and refuses one that is too large.
func report(folder string) error {
	var sizes []int64
	for _, name := range []string{"run/regretscope.wasm", "run/regretscope.wasm.gz"} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		sizes = append(sizes, info.Size())
	}
	fmt.Printf("%s: the program has %s MB, %s MB compressed\n", folder, number.Fixed(float64(sizes[0])/1e6, 1), number.Fixed(float64(sizes[1])/1e6, 2))
	if sizes[1] > mostProgram {
		return fmt.Errorf("the program has %d bytes compressed, at most %d are allowed", sizes[1], mostProgram)
	}
	return nil
}
