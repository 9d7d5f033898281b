package trials

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// A file identifies a program, unless reading it could take long.
func TestHashOf(t *testing.T) {
	folder := t.TempDir()
	path := func(name string, size int64) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const ofABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	small := path("small", 3)
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name, path string
		ctx        context.Context
		sum        string
	}{
		{"file", small, t.Context(), ofABC},
		{"interrupted", small, ended, ""},
		{"too large", path("large", maxHashed+1), t.Context(), ""},
		{"folder", folder, t.Context(), ""},
		{"device", os.DevNull, t.Context(), ""},
		{"missing", filepath.Join(folder, "none"), t.Context(), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if sum, ok := hashOf(c.ctx, c.path); ok != (c.sum != "") || ok && sum != c.sum {
				t.Errorf("%s, %v, want %q", sum, ok, c.sum)
			}
		})
	}
}
