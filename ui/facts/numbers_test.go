package facts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// byHand lists the files of ui that format decimals themselves, with the reason.
var byHand = map[string]string{
	"../chart/chart.go":       "every digit, for files",
	"../screen/setup/slot.go": "a default that is read back",
	"../plot/panel.go":        "the fonts of plots lack some letters of package number",
	"../plot/output.go":       "%%EOF, which is not a number, ends a PDF",
}

// handWritten matches a verb for numbers with decimals, or a percentage.
var handWritten = regexp.MustCompile(`%[-+# 0-9.*]*([eEfFgG]|[dsv] ?%%)`)

// writesNumbers reports whether a call's format formats decimals directly.
func writesNumbers(call *ast.CallExpr) bool {
	if f, ok := call.Fun.(*ast.SelectorExpr); ok && (f.Sel.Name == "FormatFloat" || f.Sel.Name == "AppendFloat") {
		return true
	}
	for _, argument := range call.Args {
		if text, ok := argument.(*ast.BasicLit); ok && text.Kind == token.STRING && handWritten.MatchString(text.Value) {
			return true
		}
	}
	return false
}

// Only package number formats the numbers that people read.
func TestNumbersAreWrittenInOnePlace(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		source, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(source, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && writesNumbers(call) {
				found[filepath.ToSlash(path)] = true
				if byHand[filepath.ToSlash(path)] == "" {
					t.Errorf("%s: use package number", files.Position(call.Pos()))
				}
			}
			return true
		})
		return nil
	})
	uitest.NoError(t, err)
	for path := range byHand {
		if !found[path] {
			t.Errorf("%s writes no number by hand", path)
		}
	}
}

func TestWritesNumbers(t *testing.T) {
	for text, want := range map[string]bool{
		`fmt.Sprintf("%.2f", x)`: true, `fmt.Fprintf(w, "%-8.3g|", x)`: true, `fmt.Sprintf("%d%%", n)`: true,
		`strconv.FormatFloat(x, 'f', 2, 64)`: true, `fmt.Sprintf("95%% of %d", n)`: false, `fmt.Sprintf("%s of %v", a, b)`: false,
	} {
		call := param.Must(parser.ParseExpr(text))
		if writesNumbers(call.(*ast.CallExpr)) != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
}
