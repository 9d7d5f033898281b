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
	"strings"
	"testing"

	"regretscope/noise/param"
)

// undocumented returns the exported names of a package without a comment of their own, on their
// group or at the end of their line. Methods of common interfaces and of the package's own need
// none.
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

// Every package has its comment in one file, and every exported name has a comment.
func TestEverythingExportedIsDocumented(t *testing.T) {
	files, folders := token.NewFileSet(), map[string][]*ast.File{}
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
	for folder, parsed := range folders {
		t.Run(folder, func(t *testing.T) {
			told := slices.DeleteFunc(slices.Clone(parsed), func(f *ast.File) bool { return f.Doc == nil })
			if len(told) != 1 {
				t.Errorf("%d files have a package comment; one has to", len(told))
			}
			for _, bare := range undocumented(files, parsed) {
				t.Errorf("%s is exported and has no comment", bare)
			}
		})
	}
}
