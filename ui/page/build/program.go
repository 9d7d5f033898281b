package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// copies is where modules lie that have a file more than they come with. Its place in the
// tree is part of the program's build information, so it is the same for everybody.
const copies = ".page"

// A patch is a module that does not know of js, and the file that it lacks there.
type patch struct{ module, name, text string }

var patches = []patch{
	{"github.com/charmbracelet/bubbletea", "tty_js.go", `package tea

import (
	"errors"
	"os"
)

const suspendSupported = false

func suspendProcess() {}

func (p *Program) initInput() error { return nil }

func openInputTTY() (*os.File, error) { return nil, errors.ErrUnsupported }

func (p *Program) listenForResize(done chan struct{}) { close(done) }
`},
	{"github.com/atotto/clipboard", "clipboard_js.go", `package clipboard

import "errors"

func readAll() (string, error) { return "", errors.ErrUnsupported }

func writeAll(string) error { return errors.ErrUnsupported }
`},
}

// program builds the program for a page, with the script of Go that starts it.
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
	if err := copyFile(filepath.Join(goroot, "lib/wasm/wasm_exec.js"), filepath.Join(folder, "run/wasm_exec.js")); err != nil {
		return err
	}
	commit, _ := output("git", "rev-parse", "--short=12", "HEAD") // a copy without git has no commit
	if changed, err := output("git", "status", "--porcelain"); err == nil && changed != "" {
		commit += "+"
	}
	build := exec.Command("go", "build", "-modfile", modules, "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -buildid= -X regretscope/model.stamp="+commit, "-o", filepath.Join(folder, "run/regretscope.wasm"), ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("the program for js: %w", err)
	}
	return os.Chmod(filepath.Join(folder, "run/regretscope.wasm"), 0o644)
}

// apply copies the module, in the version that go.mod has, adds the file, and has the
// copy stand for the module.
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
	if err := copyModule(module.Dir, own); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(own, p.name), []byte(p.text), 0o644); err != nil {
		return err
	}
	_, err = output("go", "mod", "edit", "-replace", p.module+"=./"+own, modules)
	return err
}

// copyModule copies the files of a module's main package, which is all that is needed, and
// is no longer read-only.
func copyModule(from, to string) error {
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, file := range files {
		if file.Type().IsRegular() {
			if err := copyFile(filepath.Join(from, file.Name()), filepath.Join(to, file.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
