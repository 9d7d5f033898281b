package record

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/param"
)

// Any lines below a header give a set with a result, or a sentence that starts with the path. A
// line with a forged checksum is as harmless as any. Each input is a file, which is written, read, and
// summarized with intervals, so there are fewer than 1,000 inputs a second.
func FuzzRead(f *testing.F) {
	whole := filepath.Join(f.TempDir(), "whole.jsonl")
	recorded(f, experiment(f, 1), whole)
	lines := param.Must(os.ReadFile(whole))
	length := bytes.IndexByte(lines, '\n') + 1
	header, units := lines[:length:length], lines[length:]
	f.Add(units, true)
	f.Add(bytes.ReplaceAll(units, []byte("\n"), []byte("\r\n")), false)
	f.Add([]byte("{}\n"), false)
	f.Add([]byte(`{"runs":9}`), true)
	path := filepath.Join(f.TempDir(), "a.jsonl") // a folder for each input would take half of the time
	f.Fuzz(func(t *testing.T, text []byte, fit bool) {
		if fit {
			text = fitted(text)
		}
		write(t, path, string(append(header, text...)))
		s, err := Read(path)
		if err != nil {
			if !strings.HasPrefix(err.Error(), path+": ") || !param.IsPrintable(err.Error()) {
				t.Errorf("%q", err)
			}
			return
		}
		if _, err := s.Result(); err != nil {
			t.Error(err)
		}
		if units, remedy := s.Missing(); units < 0 || remedy == "" && units > 0 {
			t.Errorf("%d units are missing, to get by %q", units, remedy)
		}
	})
}

// unsound lists changes to a header that make its design impossible.
var unsound = [][2]string{
	{`"learners":["lazy-dp-ts","ucb1"]`, `"learners":[]`},
	{`"learners":["lazy-dp-ts","ucb1"]`, `"learners":["ucb1"]`},
	{`"learners":["lazy-dp-ts"`, `"learners":["lazy-dp-ts\u001b[2J"`},
	{`"name":"hhmh-2"`, `"name":"hhmh-\u202e2"`},
	{`"runs":1`, `"runs":0`},
	{`"runs":1`, `"runs":1000000000000`},
	{`"point":1`, `"point":2`},
	{`"arms":5`, `"arms":0`},
	{`"arms":5`, `"arms":1000000000`},
	{`"t":[10,200]`, `"t":[]`},
	{`"kind":"slope"`, `"kind":"rate"`},
	{`"heights":[`, `"heights":[1,`},
}

func TestUnsoundDesigns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	recorded(t, experiment(t, 1), path)
	lines := param.Must(os.ReadFile(path))
	for _, edit := range unsound {
		changed := bytes.Replace(lines, []byte(edit[0]), []byte(edit[1]), 1)
		if bytes.Equal(changed, lines) {
			t.Errorf("%s is not there", edit[0])
		}
		write(t, path, string(fitted(changed)))
		if _, err := Read(path); err == nil || err.Error() != path+": line 1: not a design that this program writes" {
			t.Errorf("%s: %v", edit[1], err)
		}
	}
	header := lines[:bytes.IndexByte(lines, '\n')+1]
	for _, atTheLimit := range [][2]string{{`"runs":1`, `"runs":1000000`}, {`"arms":5`, `"arms":1000`}, {`"t":[10,200]`, `"t":[1,2]`}} {
		write(t, path, string(fitted(bytes.Replace(header, []byte(atTheLimit[0]), []byte(atTheLimit[1]), 1))))
		if _, err := Read(path); err != nil {
			t.Errorf("%s: %v", atTheLimit[1], err)
		}
	}
}

// fitted gives the header its hash, and every line its checksum.
func fitted(text []byte) []byte {
	var all, old []byte
	hash := ""
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if i := bytes.LastIndex(line, []byte(`,"crc":`)); i > 0 {
			line = line[:i]
		} else {
			line = bytes.TrimSuffix(line, []byte("}"))
		}
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
