package ui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

var links = regexp.MustCompile(`(?:\]\(|src(?:set)?=")([^)"#:]+)[^)":]*[)"]`)

// README is short, and the links of all documents lead to files.
func TestReadmeAndItsLinks(t *testing.T) {
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "learners/README.md", "scenarios/README.md", "model/README.md"} {
		t.Run(name, func(t *testing.T) {
			path := uitest.Top(t, name)
			text, err := os.ReadFile(path)
			uitest.NoError(t, err)
			if len(text) > 5_000 && name == "README.md" {
				t.Errorf("%d bytes, at most 5,000", len(text))
			}
			if lines := strings.Count(string(text), "\n"); lines > 40 && strings.Contains(name, "/") {
				t.Errorf("%d lines, at most 40", lines)
			}
			for _, link := range links.FindAllStringSubmatch(string(text), -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), link[1])); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
