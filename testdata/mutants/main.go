// Command mutants changes one constant, comparison or sign at a time in the packages it is
// given, runs their tests, and lists the changes that no test notices. The tree
// stays as it is: a changed file is laid over it (go test -overlay).
// Usage: go run ./testdata/mutants [-sample N] [-seed N] FOLDER…
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

type mutant struct {
	file     string // absolute
	line     int
	from, to int // bytes that are replaced
	was, is  string
}

func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s → %s", m.file, m.line, m.was, m.is) }

func main() {
	sample := flag.Int("sample", 0, "how many mutants of each folder; 0: all")
	seed := flag.Uint64("seed", 1, "which ones")
	flag.Parse()
	log.SetFlags(0)
	for _, folder := range flag.Args() {
		mutants, err := mutantsOf(folder)
		if err != nil {
			log.Fatal(err)
		}
		rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(mutants), func(i, j int) {
			mutants[i], mutants[j] = mutants[j], mutants[i]
		})
		if *sample > 0 && len(mutants) > *sample {
			mutants = mutants[:*sample]
		}
		survived := 0
		for _, m := range mutants {
			noticed, err := m.noticed(folder)
			if err != nil {
				log.Fatal(err)
			}
			if !noticed {
				survived++
				fmt.Println("not noticed:", m)
			}
		}
		fmt.Printf("%s: %d of %d mutants were not noticed\n", folder, survived, len(mutants))
	}
}

// mutantsOf lists the mutants of a folder's files; those of tests have none.
func mutantsOf(folder string) (all []mutant, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return nil, err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			add := func(at token.Pos, was, is string) {
				p := files.Position(at)
				all = append(all, mutant{path, p.Line, p.Offset, p.Offset + len(was), was, is})
			}
			switch n := n.(type) {
			case *ast.ImportSpec, *ast.IndexExpr:
				return false
			case *ast.BasicLit:
				if is, ok := larger(n); ok {
					add(n.Pos(), n.Value, is)
				}
			case *ast.BinaryExpr:
				if is := turned[n.Op]; is != "" {
					add(n.OpPos, n.Op.String(), is)
				}
			}
			return true
		})
	}
	return all, nil
}

// turned are the signs that take another's place.
var turned = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*",
}

// larger returns a constant a little larger: by 5%, or by 1 if it is a whole number.
func larger(l *ast.BasicLit) (string, bool) {
	switch l.Kind {
	case token.FLOAT:
		x, err := strconv.ParseFloat(l.Value, 64)
		return strconv.FormatFloat(1.05*x, 'g', -1, 64), err == nil
	case token.INT:
		n, err := strconv.Atoi(l.Value)
		return strconv.Itoa(n + 1), err == nil
	}
	return "", false
}

// noticed reports whether the tests fail with the mutant, or it cannot be built.
func (m mutant) noticed(folder string) (bool, error) {
	scratch, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(scratch)
	text, err := os.ReadFile(m.file)
	if err != nil {
		return false, err
	}
	changed, overlay := filepath.Join(scratch, "changed.go"), filepath.Join(scratch, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	if err != nil {
		return false, err
	}
	text = append(append(append([]byte{}, text[:m.from]...), m.is...), text[m.to:]...)
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return false, err
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return false, err
	}
	test := exec.Command("go", "test", "-failfast", "-timeout", "3m", "-overlay", overlay, "./"+filepath.Clean(folder))
	return test.Run() != nil, nil
}
