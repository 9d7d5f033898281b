package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every page's policy forbids loading anything from elsewhere.
func TestPagesHaveAPolicy(t *testing.T) {
	pages := 0
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		pages++
		text, err := os.ReadFile(path)
		if !strings.Contains(string(text), `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `) {
			t.Errorf("%s has no policy", path)
		}
		return err
	})
	if err != nil || pages < 3 {
		t.Errorf("%d pages, %v", pages, err)
	}
}
