package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// copies is the folder of patched copies of modules. Its path in the tree is part of the program's
// build information, so it is the same for everybody.
const copies = ".page"

// A patch holds the changes in a copy of a module.
type patch struct {
	module string
	name   string              // of an added file, whose text is in patches
	edits  map[string][]string // old and new texts in turn, by file
}

var patches = []patch{
	{module: "github.com/charmbracelet/bubbletea", name: "tty_js.go"},
	{module: "github.com/atotto/clipboard", name: "clipboard_js.go"},
	// Kong looks up methods by names that the linker cannot know, so the linker would keep all
	// exported methods, a seventh of the program. Nothing here has a Provide method.
	{module: "github.com/alecthomas/kong", name: "methods_js.go", edits: map[string][]string{
		"callbacks.go": {
			"value.Addr().MethodByName(", "methodOfValue(value.Addr(), ", "value.MethodByName(", "methodOfValue(value, ",
			"t.MethodByName(", "methodOfType(t, ",
		},
		"context.go": {"methodt := t.Method(i)", "var methodt reflect.Method", "method := p.Method(i)", "var method reflect.Value"},
		// Few texts have a variable, and matching a pattern is slow in a program that has just
		// started.
		"interpolate.go": {"out := \"\"\n", "if !hasVariable(s) { return s, nil }\n\tout := \"\"\n"},
	}},
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
	if err := copyFile("ui/page/build/patches/"+p.name+".txt", filepath.Join(own, p.name)); err != nil {
		return err
	}
	for file, texts := range p.edits {
		file = filepath.Join(own, file)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for edit := range slices.Chunk(texts, 2) {
			if !bytes.Contains(text, []byte(edit[0])) {
				return fmt.Errorf("%s: lacks %q", file, edit[0])
			}
			text = bytes.ReplaceAll(text, []byte(edit[0]), []byte(edit[1]))
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	_, err = output("go", "mod", "edit", "-replace", p.module+"=./"+own, modules)
	return err
}
