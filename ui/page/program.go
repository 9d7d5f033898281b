package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"

	"regretscope/noise/number"
)

// copies is the folder of patched copies of modules. Its path in the tree is part of the program's
// build information, so it is the same for everybody.
const copies = ".page"

type patch struct {
	module string
	name   string // of an added file, whose text is in patches
}

var patches = []patch{
	{module: "github.com/charmbracelet/bubbletea", name: "tty_js.go"},
	{module: "github.com/atotto/clipboard", name: "clipboard_js.go"},
}

// program builds the program for a page, and copies the Go script that starts it.
func program(folder string) error {
	defer os.RemoveAll(copies)
	modules := filepath.Join(copies, "go.mod")
	if err := os.RemoveAll(copies); err != nil {
		return err
	}
	if err := os.Mkdir(copies, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := copyFile(name, filepath.Join(copies, name)); err != nil {
			return err
		}
	}
	for _, p := range patches {
		if err := p.apply(modules); err != nil {
			return err
		}
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	loader := filepath.Join(goroot, "lib/wasm/wasm_exec.js")
	if err := copyFile(loader, filepath.Join(folder, "run/wasm_exec.js")); err != nil {
		return err
	}
	commit, _ := output("git", "rev-parse", "--short=12", "HEAD") // a copy without git has no commit
	if changed, err := output("git", "status", "--porcelain"); err == nil && changed != "" {
		commit += "+"
	}
	build := exec.Command("go", "build", "-modfile", modules, "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X regretscope/model/trials.stamp="+commit,
		"-o", filepath.Join(folder, "run/regretscope.wasm"), ".")
	build.Env = append(os.Environ(),
		"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("the program for js: %w", err)
	}
	return os.Chmod(filepath.Join(folder, "run/regretscope.wasm"), 0o644)
}

// apply copies the module at the version in go.mod, patches the copy, and uses the copy in place of the module.
func (p *patch) apply(modules string) error {
	text, err := output("go", "mod", "download", "-json", p.module)
	if err != nil {
		return err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal([]byte(text), &module); err != nil {
		return err
	}
	own := filepath.Join(copies, filepath.Base(p.module))
	if err := os.CopyFS(own, os.DirFS(module.Dir)); err != nil {
		return err
	}
	if err := copyFile("ui/page/patches/"+p.name+".txt", filepath.Join(own, p.name)); err != nil {
		return err
	}
	_, err = output("go", "mod", "edit", "-replace", p.module+"=./"+own, modules)
	return err
}

// taken maps the files that the site uses to their names there. The terminal is xterm.js, which understands every
// sequence that the program writes and which editors have used for years. Nothing of our own would be smaller or
// safer. package-lock.json has its versions and the hashes of its archives.
var taken = map[string]string{
	"xterm/lib/xterm.js": "xterm.js", "xterm/css/xterm.css": "xterm.css", "xterm/LICENSE": "LICENSE",
	"addon-fit/lib/addon-fit.js": "addon-fit.js", "addon-fit/LICENSE": "LICENSE-addon-fit",
}

// terminal downloads the terminal's packages, and copies the files that the site uses.
func terminal(folder string) error {
	scratch, err := os.MkdirTemp("", "page-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	for _, name := range []string{"package.json", "package-lock.json"} {
		if err := copyFile(filepath.Join("ui/page", name), filepath.Join(scratch, name)); err != nil {
			return err
		}
	}
	fetch := exec.Command("npm", "ci", "--loglevel=error", "--ignore-scripts", "--no-audit", "--no-fund")
	fetch.Dir, fetch.Stderr = scratch, os.Stderr
	if err := fetch.Run(); err != nil {
		return fmt.Errorf("npm ci: %w", err)
	}
	to := filepath.Join(folder, "xterm")
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	for from, name := range taken {
		text, err := os.ReadFile(filepath.Join(scratch, "node_modules/@xterm", from))
		if err != nil {
			return err
		}
		if at := bytes.LastIndex(text, []byte("//# sourceMappingURL=")); at >= 0 && strings.HasSuffix(name, ".js") {
			text = text[:at] // the site lacks the map
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

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

// maxProgram is the largest size of the compressed program, in bytes, that a phone loads in a few seconds.
const maxProgram = 6_900_000

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
