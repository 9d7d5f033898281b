package files

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// Texts are read in UTF-8 and UTF-16, by their byte-order mark. Other encodings are refused.
func TestEncodings(t *testing.T) {
	const text = "ε = 1 # 𝔼\r\n"
	var little, big, unmarked []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		little, big = binary.LittleEndian.AppendUint16(little, unit), binary.BigEndian.AppendUint16(big, unit)
	}
	unmarked = little[2:]
	for name, c := range map[string]struct{ content, want, err string }{
		"plain":         {text, text, ""},
		"mark":          {"\ufeff" + text, text, ""},
		"little endian": {string(little), text, ""},
		"big endian":    {string(big), text, ""},
		"no mark":       {string(unmarked), "", ErrNotUTF8.Error()},
		"UTF-32":        {"\xff\xfe\x00\x00a\x00\x00\x00", "", ErrNotUTF8.Error()},
		"empty":         {"", "", "the file is empty"},
		"only a mark":   {"\ufeff", "", "the file is empty"},
	} {
		path := filepath.Join(t.TempDir(), "text")
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadText(path)
		if string(got) != c.want || c.err != "" && (err == nil || err.Error() != c.err) || c.err == "" && err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestReason(t *testing.T) {
	folder := t.TempDir()
	_, open := os.Open(filepath.Join(folder, "absent"))
	rename := os.Rename(filepath.Join(folder, "absent"), filepath.Join(folder, "b"))
	for _, err := range []error{open, rename, fmt.Errorf("in a sentence: %w", open), fs.ErrNotExist} {
		if got := Reason(err); got == nil || strings.Contains(got.Error(), "absent") || !errors.Is(got, fs.ErrNotExist) {
			t.Errorf("%v: %v", err, got)
		}
	}
}
