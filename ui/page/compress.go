package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/andybalholm/brotli"

	"regretscope/noise/number"
)

// compressed lists the extensions of the files to compress.
var compressed = []string{".wasm", ".js", ".css", ".html", ".svg"}

// compress writes a .gz beside each of these files, and a .br if small is set.
func compress(folder string, small bool) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains(compressed, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var to bytes.Buffer
		zipped, err := gzip.NewWriterLevel(&to, gzip.BestCompression) // names no file and no time
		if err != nil {
			return err
		}
		if err := pack(zipped, text); err != nil {
			return err
		}
		if err := os.WriteFile(path+".gz", to.Bytes(), 0o644); err != nil || !small {
			return err
		}
		to.Reset()
		if err := pack(brotli.NewWriterLevel(&to, brotli.BestCompression), text); err != nil {
			return err
		}
		if filepath.Ext(path) == ".wasm" {
			path += ".gz" // the page asks for the .gz and unpacks it itself; browsers unpack Brotli
		}
		return os.WriteFile(path+".br", to.Bytes(), 0o644)
	})
}

func pack(to io.WriteCloser, text []byte) error {
	_, err := to.Write(text)
	return errors.Join(err, to.Close())
}

// maxProgram is the largest size of the compressed program, in bytes, that a phone loads in a few
// seconds.
const maxProgram = 6_700_000

// report prints the size of the program, and returns an error if it is too large.
func report(folder string) error {
	for _, name := range []string{"regretscope.wasm", "regretscope.wasm.gz", "regretscope.wasm.gz.br"} {
		info, err := os.Stat(filepath.Join(folder, "run", name))
		if err != nil && filepath.Ext(name) == ".br" {
			break // only releases have it
		} else if err != nil {
			return err
		}
		fmt.Printf("%s: %s MB\n", name, number.Fixed(float64(info.Size())/1e6, 2))
		if filepath.Ext(name) == ".gz" && info.Size() > maxProgram {
			return fmt.Errorf("%s has %s bytes, at most %s are allowed", name, number.Count(int(info.Size())),
				number.Count(maxProgram))
		}
	}
	return nil
}
