package kit

import (
	"os"
	"path/filepath"
	"strings"
)

// Typed returns a command line as a person types it: for go run, if that has started the program, which
// is then in no folder of commands.
func Typed(line string) string {
	// go run starts what it has just built in a folder exe, and later the same from its cache, in HASH-d.
	folder := filepath.Base(filepath.Dir(os.Args[0]))
	byGo := folder == "exe" || len(folder) == 66 && strings.HasSuffix(folder, "-d")
	if rest, ours := strings.CutPrefix(line, "regretscope"); ours && byGo && strings.Contains(os.Args[0], "go-build") {
		return "go run ." + rest
	}
	return line
}
