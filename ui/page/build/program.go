package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
)

// copies is where patched copies of modules lie. Its place in the
// tree is part of the program's build information, so it is the same for everybody.
const copies = ".page"

// A patch is what a copy of a module has otherwise than the module.
type patch struct {
	module  string
	name    string   // of a file that it lacks for js, whose text is in patches, or empty
	without []string // files that are left out
	cut     string   // a file without its functions that need imports of these
	imports []string
}

var patches = []patch{
	{module: "github.com/charmbracelet/bubbletea", name: "tty_js.go"},
	{module: "github.com/atotto/clipboard", name: "clipboard_js.go"},
	// Nothing here is computed with matrices, and they are a tenth of the program: stat
	// imports them, and what is imported stays, because kong finds methods by name.
	{
		module:  "gonum.org/v1/gonum",
		without: []string{"stat/pca_cca.go", "stat/statmat.go"},
		cut:     "stat/stat.go", imports: []string{"mat", "lp"},
	},
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

// apply copies the module, in the version that go.mod has, patches the copy, and has it
// stand for the module.
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
	for _, name := range p.without {
		if err := os.Remove(filepath.Join(own, name)); err != nil {
			return err
		}
	}
	if p.name != "" {
		if err := copyFile("ui/page/build/patches/"+p.name+".txt", filepath.Join(own, p.name)); err != nil {
			return err
		}
	}
	if p.cut != "" {
		if err := cutFunctions(filepath.Join(own, p.cut), p.imports); err != nil {
			return err
		}
	}
	_, err = output("go", "mod", "edit", "-replace", p.module+"=./"+own, modules)
	return err
}

// cutFunctions takes from a file the functions that need the packages with these names,
// and their imports.
func cutFunctions(file string, packages []string) error {
	positions := token.NewFileSet()
	tree, err := parser.ParseFile(positions, file, nil, 0)
	if err != nil {
		return err
	}
	needs := func(d ast.Decl) (found bool) {
		ast.Inspect(d, func(n ast.Node) bool {
			of, ok := n.(*ast.SelectorExpr)
			if ok {
				name, ok := of.X.(*ast.Ident)
				found = found || ok && slices.Contains(packages, name.Name)
			}
			return true
		})
		return found
	}
	tree.Decls = slices.DeleteFunc(tree.Decls, needs)
	for _, d := range tree.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			d.Specs = slices.DeleteFunc(d.Specs, func(s ast.Spec) bool {
				name, err := strconv.Unquote(s.(*ast.ImportSpec).Path.Value)
				return err == nil && slices.Contains(packages, path.Base(name))
			})
		}
	}
	var text bytes.Buffer
	if err := format.Node(&text, positions, tree); err != nil {
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o644)
}
