package record

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever a file holds: a set with a result, or a sentence that begins with the
// path. A line whose checksum was made to fit is as harmless as any.
func FuzzRead(f *testing.F) {
	f.Add([]byte("{}\n"), false)
	f.Add([]byte(`{"regretscope":"records","format":1,"hash":"","design":{}}`), true)
	f.Add([]byte(`{"regretscope":"records","format":1,"design":null}`+"\n"+`{"runs":9}`), true)
	f.Fuzz(func(t *testing.T, text []byte, fit bool) {
		path := filepath.Join(t.TempDir(), "a.jsonl")
		if fit {
			text = fitted(text)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Read(path)
		if err != nil {
			if !strings.HasPrefix(err.Error(), path+": ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		defer s.Close()
		if _, err := s.Result(); err != nil {
			t.Error(err)
		}
	})
}

// fitted gives every line that can have one its checksum.
func fitted(text []byte) []byte {
	var all []byte
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(bytes.TrimSpace(line), []byte("}"))
		all = append(append(append(all, line...), checksum(line)...), '\n')
	}
	return all
}
