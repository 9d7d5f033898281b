//go:build page

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"regretscope/ui"
	"regretscope/ui/kit/uitest"
)

// Under Node, without a page, the site's program writes the same as the native one. At full
// precision, the last bits of sums and logarithms differ between processors, so results are
// compared as text.
func TestNodeEqualsNative(t *testing.T) {
	served(t) // the site is there
	root, err := exec.Command("go", "env", "GOROOT").Output()
	uitest.NoError(t, err)
	program := filepath.Join(os.Getenv("REGRETSCOPE_PAGE"), "run/regretscope.wasm")
	for name, args := range map[string][]string{
		"run":   {"run", "--scenario", "hhmh-1", "--learner", "lazy-dp-ts", "--learner", "ucb1", "--horizon", "2000", "--runs", "8"},
		"trace": {"trace", "--scenario", "hhmh-1", "--learner", "kl-ucb", "--horizon", "300"},
		"audit": {"audit", "--learner", "dp-klucb", "--scenario", "hhmh-1", "--runs", "2000"},
		"svg":   {"--scenario", "hhmh-1", "--at-round", "500", "--background", "dark", "--svg", "x.svg"},
	} {
		t.Run(name, func(t *testing.T) {
			var native, refused bytes.Buffer
			t.Chdir(t.TempDir())
			if status := ui.Main(args, strings.NewReader(""), &native, &refused); status != 0 {
				t.Fatalf("natively it ends with status %d: %s", status, &refused)
			}
			want := append(native.Bytes(), picture(t)...)
			t.Chdir(t.TempDir())
			node := exec.Command("node", append([]string{filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec_node.js"), program}, args...)...)
			node.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/tmp"} // Go's start takes 12 kB
			var says bytes.Buffer
			node.Stderr = &says
			out, err := node.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, &says)
			}
			if got := append(out, picture(t)...); !bytes.Equal(got, want) {
				t.Errorf("under Node\n%s\nnatively\n%s", got, want)
			}
		})
	}
}

// commit matches the commit that a build records in the program; a test has none.
var commit = regexp.MustCompile(`"commit":"[^"]*",`)

// picture returns the file that a command saved in this folder, if any, without the commit.
func picture(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("x.svg")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return commit.ReplaceAll(text, nil)
}
