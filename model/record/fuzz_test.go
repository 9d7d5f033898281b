package record

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/declare"
)

// Whatever a file holds: a set with a result, or a sentence that begins with the
// path. A line whose checksum was made to fit is as harmless as any.
func FuzzRead(f *testing.F) {
	whole := filepath.Join(f.TempDir(), "whole.jsonl")
	recorded(f, experiment(f, 1), whole)
	lines, err := os.ReadFile(whole)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(lines, true)
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
			if !strings.HasPrefix(err.Error(), path+": ") || !declare.IsPrintable(err.Error()) {
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

// fitted gives the header its hash, and every line its checksum.
func fitted(text []byte) []byte {
	var all, old []byte
	hash := ""
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if i := bytes.LastIndex(line, []byte(`,"crc":`)); i > 0 {
			line = line[:i]
		}
		line = bytes.TrimSuffix(line, []byte("}"))
		var h Header
		if len(all) == 0 && json.Unmarshal(append(bytes.Clone(line), '}'), &h) == nil && h.Design != nil {
			old, hash = []byte(h.Hash), h.Design.Hash()
		}
		if len(old) > 0 {
			line = bytes.Replace(line, old, []byte(hash), 1)
		}
		all = append(append(append(all, line...), checksum(line)...), '\n')
	}
	return all
}
