package model

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"regretscope/noise/param"
)

// The folders are layers: code imports only layers below its own and its own folder.
var layers = []string{"noise", "scenarios", "learners", "model", "ui", "main.go"}

// Only package ui knows that there are terminals and flags.
var uiOnly = []string{
	"github.com/charmbracelet/", "github.com/guptarohit/asciigraph", "github.com/alecthomas/kong", "github.com/muesli/termenv",
}

// offense returns the mistake in an import of a file, given by its slash-separated path from the top, or "". External
// test packages (package x_test) may import up to model: they run learners in real runs.
func offense(file, packageName, imported string) string {
	folder, _, _ := strings.Cut(file, "/")
	own := slices.Index(layers, folder)
	if own < 0 {
		return "no Go code belongs in " + folder
	}
	for _, library := range uiOnly {
		if strings.HasPrefix(imported, library) && folder != "ui" {
			return "only ui knows " + library
		}
	}
	path, ours := strings.CutPrefix(imported, "regretscope/")
	if !ours {
		return ""
	}
	target, _, _ := strings.Cut(path, "/")
	layer := slices.Index(layers, target)
	if strings.HasSuffix(packageName, "_test") {
		own = max(own, slices.Index(layers, "model"))
	} else if folder == "learners" && target == "scenarios" && path != "scenarios/matroid" {
		return "of scenarios, a learner knows scenarios/matroid alone"
	}
	if layer < 0 || layer > own {
		return target + " lies above " + folder
	}
	return ""
}

func TestOffensesAreNoticed(t *testing.T) {
	cases := []struct {
		file, packageName, imported string
		offends                     bool
	}{
		{"noise/stream.go", "noise", "math", false},
		{"noise/dpaudit/audit.go", "audit", "regretscope/noise", false},
		{"noise/dpaudit/audit.go", "audit", "regretscope/scenarios/arm", true},
		{"scenarios/scenario.go", "scenarios", "regretscope/learners", true},
		{"learners/ucb1.go", "learners", "regretscope/noise/param", false},
		{"learners/ucb1.go", "learners", "regretscope/scenarios", true},
		{"learners/ucb1.go", "learners", "regretscope/scenarios/arm", true},
		{"learners/omm.go", "learners", "regretscope/scenarios/matroid", false},
		{"learners/hold_test.go", "learners_test", "regretscope/model", false},
		{"learners/hold_test.go", "learners", "regretscope/model", true},
		{"learners/hold_test.go", "learners_test", "regretscope/ui", true},
		{"model/run.go", "model", "github.com/charmbracelet/lipgloss", true},
		{"model/run.go", "model", "regretscope/ui/chart", true},
		{"model/run.go", "model", "regretscope/helpers", true},
		{"ui/chart/chart.go", "chart", "github.com/guptarohit/asciigraph", false},
		{"ui/chart/chart.go", "chart", "regretscope/model", false},
		{"main.go", "main", "regretscope/ui", false},
		{"main.go", "main", "github.com/alecthomas/kong", true},
		{"internal/x.go", "x", "math", true},
		{"layers_test.go", "main", "testing", true},
	}
	for _, c := range cases {
		if got := offense(c.file, c.packageName, c.imported); (got != "") != c.offends {
			t.Errorf("%s of package %s imports %s: %q, should offend: %v", c.file, c.packageName, c.imported, got, c.offends)
		}
	}
}

// Imports go downwards, and lines have at most 150 characters.
func TestImportsAndLines(t *testing.T) {
	top := os.DirFS("..")
	seen := map[string]bool{}
	err := fs.WalkDir(top, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != "." && (strings.HasPrefix(entry.Name(), ".") || file == "testdata") {
			return fs.SkipDir // among the test data is a tool of its own
		}
		if entry.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", filepath.FromSlash(file)), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		text := string(param.Must(os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))))
		if !strings.HasSuffix(file, "_test.go") {
			long := func(line string) bool { return utf8.RuneCountInString(line) > 150 }
			if at := slices.IndexFunc(strings.Split(text, "\n"), long); at >= 0 {
				t.Errorf("%s:%d: the line is longer than 150 characters", file, at+1)
			}
		}
		folder, _, _ := strings.Cut(file, "/")
		seen[folder] = true
		if wrong := offense(file, parsed.Name.Name, "unsafe"); wrong != "" {
			t.Errorf("%s: %s", file, wrong)
		}
		for _, spec := range parsed.Imports {
			imported := param.Must(strconv.Unquote(spec.Path.Value))
			if wrong := offense(file, parsed.Name.Name, imported); wrong != "" {
				t.Errorf("%s imports %s: %s", file, imported, wrong)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range layers[:4] {
		if !seen[folder] {
			t.Errorf("no code was found in %s", folder)
		}
	}
}

// A receiver is a named type: its methods, and the types of this module that it embeds, by folder and name.
type receiver struct {
	methods []string
	embeds  []string
}

// typeName returns the folder and name of the type in an expression of a file; "" if it is not of this module.
func typeName(folder string, file *ast.File, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(folder, file, e.X)
	case *ast.IndexExpr: // of a type with a parameter
		return typeName(folder, file, e.X)
	case *ast.Ident:
		return folder + "." + e.Name
	case *ast.SelectorExpr:
		for _, spec := range file.Imports {
			imported, ours := strings.CutPrefix(param.Must(strconv.Unquote(spec.Path.Value)), "regretscope/")
			if name := e.X.(*ast.Ident).Name; ours && (spec.Name == nil && path.Base(imported) == name || spec.Name != nil && spec.Name.Name == name) {
				return imported + "." + e.Sel.Name
			}
		}
	}
	return ""
}

// receivers returns all named types of some packages.
func receivers(folders map[string][]*ast.File) map[string]*receiver {
	all := map[string]*receiver{}
	of := func(name string) *receiver {
		if all[name] == nil {
			all[name] = &receiver{}
		}
		return all[name]
	}
	for folder, files := range folders {
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					if n.Recv != nil {
						r := of(typeName(folder, file, n.Recv.List[0].Type))
						r.methods = append(r.methods, n.Name.Name)
					}
					return false
				case *ast.TypeSpec:
					if s, ok := n.Type.(*ast.StructType); ok {
						for _, f := range s.Fields.List {
							if f.Names == nil {
								r := of(folder + "." + n.Name.Name)
								r.embeds = append(r.embeds, typeName(folder, file, f.Type))
							}
						}
					}
				}
				return true
			})
		}
	}
	return all
}

// promoted adds the names of a type's methods, and of those that it embeds.
func promoted(all map[string]*receiver, name string, names map[string]bool) {
	if all[name] == nil {
		return
	}
	for _, method := range all[name].methods {
		names[method] = true
	}
	for _, embedded := range all[name].embeds {
		promoted(all, embedded, names)
	}
}

// A type declares at most 50 methods, in ui 35, and has at most 60 there with those of the types that it embeds.
func TestTypesHaveFewMethods(t *testing.T) {
	_, folders := code(t)
	all := receivers(folders)
	for name, r := range all {
		names, most := map[string]bool{}, 50
		if promoted(all, name, names); strings.HasPrefix(name, "ui/") {
			most = 35
			if len(names) > 60 {
				t.Errorf("%s has %d methods with those of embedded types", name, len(names))
			}
		}
		if len(r.methods) > most {
			t.Errorf("%s declares %d methods", name, len(r.methods))
		}
	}
	names := map[string]bool{}
	if promoted(all, "ui/screen/run.Screen", names); !names["Title"] || !names["List"] { // of kit.Canvas
		t.Error("methods of the run screen or of what it embeds are not found")
	}
}

// undocumented returns the exported names of a package without a comment of their own, on their group or at the end
// of their line. Methods of common interfaces and of the package's own need none.
func undocumented(files *token.FileSet, parsed []*ast.File) (names []string) {
	p, err := doc.NewFromFiles(files, parsed, "regretscope")
	if err != nil {
		return []string{err.Error()}
	}
	needless := []string{"String", "Error", "Unwrap", "MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON", "Write", "Init"}
	functions, values := p.Funcs, append(p.Consts, p.Vars...)
	for _, t := range p.Types {
		spec := t.Decl.Specs[0].(*ast.TypeSpec)
		if t.Doc == "" && spec.Comment == nil {
			names = append(names, t.Name)
		}
		if i, ok := spec.Type.(*ast.InterfaceType); ok {
			for _, method := range i.Methods.List {
				for _, name := range method.Names {
					needless = append(needless, name.Name)
				}
			}
		}
		functions, values = append(append(functions, t.Funcs...), t.Methods...), append(append(values, t.Consts...), t.Vars...)
	}
	for _, f := range functions {
		if f.Doc == "" && (f.Recv == "" || !slices.Contains(needless, f.Name)) {
			names = append(names, f.Name)
		}
	}
	for _, v := range values {
		for _, spec := range v.Decl.Specs {
			s := spec.(*ast.ValueSpec)
			for _, name := range s.Names {
				if name.IsExported() && v.Doc == "" && s.Doc == nil && s.Comment == nil {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

func TestUndocumentedIsNoticed(t *testing.T) {
	const source = `package x

func Bare() {}

// Told is documented.
func Told() {}

func (h hidden) Bare() {}

func (t *Type[K]) Bare() {}

func (t *Type[K]) String() string { return "" }

func (t *Type[K]) Known() {}

// Knows knows.
type Knows interface{ Known() }

type Type[K any] struct{}

type hidden struct{}

// These are documented together.
const (
	A = 1
	B = 2
)

var (
	C = 1 // documented at the end of the line
	D = 2
)
`
	files := token.NewFileSet()
	got := undocumented(files, []*ast.File{param.Must(parser.ParseFile(files, "x.go", source, parser.ParseComments))})
	if want := []string{"Type", "Bare", "Bare", "D"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
}

// code returns all code without tests, by folder.
func code(t *testing.T) (files *token.FileSet, folders map[string][]*ast.File) {
	t.Helper()
	files, folders = token.NewFileSet(), map[string][]*ast.File{}
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, filepath.Join("..", filepath.FromSlash(name)), nil, parser.ParseComments)
		folders[path.Dir(name)] = append(folders[path.Dir(name)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, folders
}

// Every package has its comment in one file, and every exported name has a comment.
func TestEverythingExportedIsDocumented(t *testing.T) {
	files, folders := code(t)
	for folder, parsed := range folders {
		told := slices.DeleteFunc(slices.Clone(parsed), func(f *ast.File) bool { return f.Doc == nil })
		if len(told) != 1 {
			t.Errorf("%s: %d files have a package comment; one has to", folder, len(told))
		}
		for _, bare := range undocumented(files, parsed) {
			t.Errorf("%s: %s is exported and has no comment", folder, bare)
		}
	}
}
