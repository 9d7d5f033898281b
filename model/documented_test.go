package model

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// undocumented are the exported functions, methods, types, constants and variables
// of a file that have no comment, neither of their own nor one on their group or
// at the end of their line. Methods of a widespread interface, and those of the folder's
// own interfaces, need none: their meaning is that of the interface.
func undocumented(file *ast.File, interfaces []string) []string {
	var names []string
	missing := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		said := slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return c != nil })
		if name.IsExported() && !said {
			names = append(names, name.Name)
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if !ofUnexported(d) && !slices.Contains(widespread, d.Name.Name) && (d.Recv == nil || !slices.Contains(interfaces, d.Name.Name)) {
				missing(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					missing(spec.Name, spec.Doc, spec.Comment, d.Doc)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						missing(name, spec.Doc, spec.Comment, d.Doc)
					}
				}
			}
		}
	}
	return names
}

// widespread are the methods of interfaces that every reader of Go knows.
var widespread = []string{"String", "Error", "Unwrap", "MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON", "Write", "Init"}

// methodsOf are the methods of the exported interfaces of a folder.
func methodsOf(folder string) (names []string) {
	files, _ := filepath.Glob(filepath.Join(folder, "*.go")) // the pattern is one
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			continue // which the compiler says
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if ok && spec.Name.IsExported() {
				if i, ok := spec.Type.(*ast.InterfaceType); ok {
					for _, method := range i.Methods.List {
						for _, name := range method.Names {
							names = append(names, name.Name)
						}
					}
				}
			}
			return true
		})
	}
	return names
}

// ofUnexported reports whether a function is a method of a type that is not exported.
func ofUnexported(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	of := f.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return !t.IsExported()
		default:
			return false
		}
	}
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
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := undocumented(file, []string{"Known"}), []string{"Bare", "Bare", "Type", "D"}; !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
}

// Every package says what it is for in one file, and every exported name says what
// it means.
func TestEverythingExportedIsDocumented(t *testing.T) {
	told := map[string][]string{} // the files with a package comment, by folder
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", filepath.FromSlash(name)), nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder := path.Dir(name)
		told[folder] = append(told[folder], nil...)
		if file.Doc != nil {
			told[folder] = append(told[folder], name)
		}
		for _, bare := range undocumented(file, methodsOf(filepath.Join("..", folder))) {
			t.Errorf("%s: %s is exported and has no comment", name, bare)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, files := range told {
		t.Run(folder, func(t *testing.T) {
			if len(files) != 1 {
				t.Errorf("%s: %d files have a package comment (%s); one has to", folder, len(files), strings.Join(files, ", "))
			}
		})
	}
}
