package console

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"regretscope/ui/kit/uitest"
)

// What a terminal sends by itself, and what is left of it if a part is lost.
var replies = map[string]string{
	"name":                "\x1bP>|Konsole 22.04.3\x1b\\",
	"XTGETTCAP":           "\x1bP1+r544e=78\x1b\\",
	"DECRQSS":             "\x1bP1$r0 q\x1b\\",
	"8-bit controls":      "\u0090>|Konsole s\u009c",
	"8-bit color":         "\u009d11;rgb:1e1e/1e1e/1e1e\u009c",
	"kitty graphics":      "\x1b_Gi=31;OK\x1b\\",
	"privacy message":     "\x1b^ping q n\x1b\\",
	"start of string":     "\x1bXhello n s\x1b\\",
	"background":          "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",
	"background with BEL": "\x1b]11;rgb:1e1e/1e1e/2e2e\a",
	"clipboard":           "\x1b]52;c;" + strings.Repeat("aGVs", 500) + "\a",
	"not printable":       "\x1bP\x01\t\r é \x1b\\",
	"canceled":            "\x1bPabc\x18",
	"4 KiB":               "\x1bP" + strings.Repeat("n", maxControl-4) + "\x1b\\",
	"long CSI":            "\x1b[" + strings.Repeat("1;", 100) + "c",
}

// Wherever a reply is cut into two parts, within half a second, it is no key; the keys around it are.
func TestRepliesAreNoKeys(t *testing.T) {
	start := time.Unix(1, 0)
	for name, reply := range replies {
		for cut := 0; cut < len(reply); cut += 1 + len(reply)/60 {
			s := &Sieve{}
			got := string(s.Sift([]byte("aé"+reply[:cut]), start)) + string(s.Sift([]byte(reply[cut:]+"\x1b[Ab\x1bOP"), start.Add(sequence)))
			if want := "aé\x1b[Ab\x1bOP"; got != want {
				t.Fatalf("%s after %d bytes: %q, want %q", name, cut, got, want)
			}
		}
	}
}

func TestSieve(t *testing.T) {
	start := time.Unix(1, 0)
	for name, c := range map[string]struct {
		parts []string // 0.1 s apart
		later string   // 0.6 s after the first
		want  string
	}{
		"key in parts":               {[]string{"\x1b", "[", "1;5", "A"}, "", "\x1b[1;5A"},
		"key of the Linux console":   {[]string{"\x1b[[", "A"}, "", "\x1b[[A"},
		"click":                      {[]string{"\x1b[M", " !", "!a"}, "", "\x1b[M !!a"},
		"character in parts":         {[]string{"\xc2", "\xbd"}, "", "½"},
		"alt and character in parts": {[]string{"\x1b\xc3", "\xa9"}, "", "\x1bé"},
		"invalid byte":               {[]string{"a\xffb"}, "", "a\xffb"},
		"escape twice":               {[]string{"\x1b\x1b[A"}, "", "\x1b\x1b[A"},
		"escape and reply":           {[]string{"\x1b\x1b]11;x\a"}, "q", "\x1bq"},
		"unfinished":                 {[]string{"\x1bP>|x"}, "q", "q"},
		"unfinished sequence":        {[]string{"\x1b[?62;"}, "q", "q"},
		"escape":                     {[]string{"\x1b"}, "q", "\x1bq"},
		"escape in a string":         {[]string{"\x1bPabc\x1b", "[A"}, "q", "\x1b[Aq"},
		"string in a string":         {[]string{"\x1bPabc\x1bP", "xyz\x1b\\b"}, "", "b"},
		"interrupt in a string":      {[]string{"\x1bPabc\x03d"}, "", "\x03d"},
		"interrupt in a sequence":    {[]string{"\x1b[\x03d"}, "", "\x03d"},
		"longer than 4 KiB":          {[]string{"\x1bP" + strings.Repeat("n", maxControl-2) + "q"}, "", "q"},
		"reply in a paste":           {[]string{pasteBegins + "\x1bPa", "b\x1b\\" + pasteEnds}, "q", pasteBegins + "\x1bPab\x1b\\" + pasteEnds + "q"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Sieve{}
			var got []byte
			for i, part := range c.parts {
				got = append(got, s.Sift([]byte(part), start.Add(time.Duration(i)*sequence/5))...)
			}
			if got = append(got, s.Sift([]byte(c.later), start.Add(sequence*6/5))...); string(got) != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A lone escape is a key. The rest of a reply after it is not, but other keys are.
func TestLoneEscape(t *testing.T) {
	for rest, want := range map[string]string{
		"[?62;22c":                     "\x1b[?62;22cq", // which Bubble Tea ignores
		"]11;rgb:1e1e/1e1e/2e2e\x1b\\": "q", "P>|x\x1b\\": "q", "_Gi=31;OK\x1b\\": "q", "P": "Pq",
	} {
		t.Run(rest, func(t *testing.T) {
			in, out, err := os.Pipe()
			uitest.NoError(t, err)
			defer in.Close()
			defer out.Close()
			keys, text := &Keyboard{File: in}, make([]byte, 256)
			read := func(sent string) string {
				fmt.Fprint(out, sent)
				n, err := keys.Read(text)
				uitest.NoError(t, err)
				return string(text[:n])
			}
			if got := read(escape); got != escape {
				t.Fatalf("escape: %q", got)
			}
			keys.sieve.since = time.Now().Add(time.Hour) // however slow the machine is
			if got := read(rest + "q"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// However a terminal splits a paste, Bubble Tea gets at most a line's length of it, and Ctrl+C
// even if the paste does not end.
func TestPastesAreCut(t *testing.T) {
	paste := func(text string) string { return pasteBegins + text + pasteEnds }
	most := strings.Repeat("x", maxPasted)
	for name, c := range map[string]struct{ sent, read string }{
		"keys":                     {"a\x1b[A\x1b[20~\x03b", "a\x1b[A\x1b[20~\x03b"},
		"short":                    {"a" + paste("one\ntwo\x1b[20") + "b", "a" + paste("one\ntwo\x1b[20") + "b"},
		"as long as may be":        {paste(most) + "b", paste(most) + "b"},
		"too long":                 {paste(most+"y\x1b[201y") + paste("two"), paste(most) + paste("two")},
		"much too long":            {paste(strings.Repeat("x", 1<<18)) + "b", paste(most) + "b"},
		"unclosed":                 {pasteBegins + "ab\x1b\x03q", pasteBegins + "ab\x1b" + pasteEnds + "\x03q"},
		"unclosed and too long":    {pasteBegins + most + "y\x03" + paste("z"), pasteBegins + most + pasteEnds + "\x03" + paste("z")},
		"escape before the end":    {paste("a\x1b"), paste("a\x1b")},
		"end across the limit":     {paste(most[:maxPasted-1]) + "b", paste(most[:maxPasted-1]) + "b"},
		"half an end at the limit": {paste(most[:maxPasted-2] + "\x1b[2yy"), paste(most[:maxPasted-2] + "\x1b[2")},
	} {
		for _, size := range []int{1, 7, 256} {
			t.Run(name, func(t *testing.T) {
				in, out, err := os.Pipe()
				uitest.NoError(t, err)
				defer in.Close()
				go func() {
					_, _ = out.WriteString(c.sent)
					out.Close()
				}()
				keys := &Keyboard{File: in}
				var read strings.Builder
				for piece := make([]byte, size); ; {
					n, err := keys.Read(piece)
					read.Write(piece[:n])
					if err != nil && n == 0 {
						break
					}
				}
				if got := read.String(); got != c.read {
					t.Errorf("in pieces of %d: %d bytes are read, want %d: %.60q … %.60q", size, len(got), len(c.read), got, got[max(0, len(got)-30):])
				}
			})
		}
	}
}
