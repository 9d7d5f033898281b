package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// copies is the folder of patched copies of modules. Its path in the tree is part of the program's
// build information, so it is the same for everybody.
const copies = ".page"

// A patch adds a file to a copy of a module.
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

// apply copies the module at the version in go.mod, patches the copy, and uses the copy in place of
// the module.
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
