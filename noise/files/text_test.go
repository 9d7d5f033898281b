package files

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
		"xz":            {"\xfd7zXZ\x00\x00", "", "cannot be read: the file is compressed with xz: unpack it, or use gzip"},
		"bzip2":         {"BZh91AY", "", "cannot be read: the file is compressed with bzip2: unpack it, or use gzip"},
		"zstd":          {"\x28\xb5\x2f\xfd\x04", "", "cannot be read: the file is compressed with zstd: unpack it, or use gzip"},
		"zip":           {"PK\x03\x04\x14", "", "cannot be read: the file is compressed with zip: unpack it, or use gzip"},
		"only a mark":   {"\ufeff", "", "the file is empty"},
	} {
		path := filepath.Join(t.TempDir(), "text")
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadText(path)
		if packed := strings.HasPrefix(c.err, "cannot be read: the file is"); packed {
			_, unpacked := Unpacked(strings.NewReader(c.content))
			if unpacked == nil || "cannot be read: "+unpacked.Error() != c.err {
				t.Errorf("%s: %v", name, unpacked)
			}
		}
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

func TestCellsAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "hhmh-1": "hhmh-1", "a=b": "a=b", "ε = 1": "ε = 1",
		"=1": "'=1", "+1+2": "'+1+2", "-1-2": "'-1-2", "@SUM(1)": "'@SUM(1)", "-": "'-", "+A1": "'+A1", "-2+3+cmd|' /C calc'!A0": "'-2+3+cmd|' /C calc'!A0",
		"\t=1": "?=1", "\r=1": "?=1", "  =1": "'  =1", "\u00a0=1": "'\u00a0=1", "＝1": "'＝1", "＋A1": "'＋A1",
		"-1": "-1", "-1.5e-07": "-1.5e-07", "+Inf": "+Inf", "-Inf": "-Inf", "NaN": "NaN", // which are numbers
	} {
		if got := cell(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestWriteCSV(t *testing.T) {
	var b strings.Builder
	rows := [][]string{{"name", "value"}, {"=cmd\x1b", "-1"}, {"a,\"b\"\n", "2"}}
	if err := WriteCSV(&b, slices.Values(rows)); err != nil || b.String() != "name,value\n'=cmd?,-1\n\"a,\"\"b\"\"?\",2\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if rows[1][0] != "=cmd\x1b" {
		t.Error("the caller's rows are changed")
	}
	full := errors.New("full")
	if err := WriteCSV(fails{full}, slices.Values(rows)); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

type fails struct{ err error }

func (f fails) Write([]byte) (int, error) { return 0, f.err }

// No other file writes CSV.
func TestAllCSVIsWrittenHere(t *testing.T) {
	var writers []string
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "csv.NewWriter(") {
			writers = append(writers, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil || !slices.Equal(writers, []string{"../../noise/files/text.go"}) {
		t.Errorf("CSV is written by %q, %v", writers, err)
	}
}
