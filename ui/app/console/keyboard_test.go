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
		"8-bit controls":             {[]string{"\x90qqq\x9c\x9d11;é\u271c\x07\x9bA", "\x90q", "q\x9c"}, "q", "\x1b[Aq"},
		"click far to the right":     {[]string{"\x1b[M \x9c\xc2", "\x1b[M \xc2\x90a"}, "", "\x1b[M \x9c\xc2\x1b[M \xc2\x90a"},
		"alt and a long character":   {[]string{"\x1b\xe2\x9c", "\x9c"}, "", "\x1b\u271c"},
		"keypad":                     {[]string{"\x1bOp\x1bOy\x8fj\x1bOk\x1bOl\x1bOm\x1bOn\x1bOo\x1bOX\x1bOM"}, "", "09*+,-./=\r"},
		"arrows, home, end, F4":      {[]string{"\x1bOA\x1bOH\x1bOF\x1bOS"}, "", "\x1b[A\x1b[H\x1b[F\x1bOS"},
		"others of ESC O":            {[]string{"\x1bOz\x1bOq\x1bOE\x1bO5A\x1bO2P\x1bOé\x1bO\x1bOs"}, "q", "13q"},
		"escape twice":               {[]string{"\x1b\x1b[A"}, "", "\x1b\x1b[A"},
		"escape and reply":           {[]string{"\x1b\x1b]11;x\a"}, "q", "\x1bq"},
		"unfinished":                 {[]string{"\x1bP>|x"}, "q", "q"},
		"unfinished sequence":        {[]string{"\x1b[?62;"}, "q", "q"},
		"escape":                     {[]string{"\x1b"}, "q", "\x1bq"},
		"escape in a string":         {[]string{"\x1bPabc\x1b", "[A"}, "q", "\x1b[Aq"},
		"string in a string":         {[]string{"\x1bPabc\x1bP", "xyz\x1b\\b"}, "", "b"},
		"interrupt in a paste":       {[]string{pasteBegins + "a\x03b" + pasteEnds}, "\x03", pasteBegins + "ab" + pasteEnds + "\x03"},
		"interrupt in a string":      {[]string{"\x1bPabc\x03d"}, "", "\x03d"},
		"interrupt in a sequence":    {[]string{"\x1b[\x03d"}, "", "\x03d"},
		"longer than 4 KiB":          {[]string{"\x1bP" + strings.Repeat("n", maxControl-2) + "q"}, "", "q"},
		"reply in a paste":           {[]string{pasteBegins + "\x1bPa", "b\x1b\\" + pasteEnds}, "q", pasteBegins + "\x1bPab\x1b\\" + pasteEnds + "q"},
	} {
		s := &Sieve{}
		var got []byte
		for i, part := range c.parts {
			got = append(got, s.Sift([]byte(part), start.Add(time.Duration(i)*sequence/5))...)
		}
		if got = append(got, s.Sift([]byte(c.later), start.Add(sequence*6/5))...); string(got) != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A lone escape is a key. The rest of a reply after it is not, but other keys are.
func TestLoneEscape(t *testing.T) {
	for rest, want := range map[string]string{
		"[?62;22c":                     "\x1b[?62;22cq", // which Bubble Tea ignores
		"]11;rgb:1e1e/1e1e/2e2e\x1b\\": "q", "P>|x\x1b\\": "q", "_Gi=31;OK\x1b\\": "q", "P": "Pq",
	} {
		s := &Sieve{}
		if got := string(s.Sift([]byte(escape), time.Unix(1, 0))) + s.close(s.open()); got != escape {
			t.Fatalf("%s: escape: %q", rest, got)
		}
		if got := string(s.Sift([]byte(rest+"q"), time.Unix(1, 0))); got != want {
			t.Errorf("%s: %q, want %q", rest, got, want)
		}
	}
}

// Too many keys that wait are dropped, and an empty paste stands for them. Ctrl-C is not.
func TestFloods(t *testing.T) {
	const dropped = pasteBegins + pasteEnds
	for name, c := range map[string]struct{ full, later, want string }{
		"keys":             {"q\x1b[Aé", "q", dropped + "q"},
		"an escape":        {"\x1b\x1b[A", "q", dropped + "q"},
		"clicks":           {"\x1b[<0;5;5M\x1b[M !!", "q", dropped + "q"},
		"a paste":          {"n" + pasteBegins + "n\x1b[Bn", "n\x1b[A" + pasteEnds + "q", dropped + "q"},
		"pastes":           {strings.Repeat(pasteBegins+"n"+pasteEnds, 9), "q", dropped + "q"},
		"Ctrl-C":           {"nn\x03nn", "q", dropped + "\x03q"},
		"Ctrl-C in a mark": {"nn\x1b[20\x03", "q", dropped + "\x03q"},
	} {
		s := &Sieve{full: true}
		got := s.Sift([]byte(c.full), time.Unix(1, 0))
		s.full = false
		if got = append(got, s.Sift([]byte(c.later), time.Unix(1, 0))...); string(got) != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	in, out, err := os.Pipe()
	uitest.NoError(t, err)
	defer in.Close()
	keys := NewKeyboard(in, nil)
	keys.Resume()
	_, err = out.WriteString(strings.Repeat("n", 1<<20) + "\x03") // all of it is taken, though none is read
	uitest.NoError(t, err)
	out.Close()
	<-keys.done
	if got := readAll(keys, 256); len(got) > maxSize+maxRead+len(dropped)+1 || !strings.HasSuffix(got, "n"+dropped+"\x03") {
		t.Errorf("%d bytes are kept, the last are %q", len(got), got[max(0, len(got)-20):])
	}
}

// Pauses lose no key, and Read does not wait during a pause.
func TestPauses(t *testing.T) {
	in, out, err := os.Pipe()
	uitest.NoError(t, err)
	defer in.Close()
	keys := NewKeyboard(in, []byte("typed"))
	for range 3 {
		keys.Resume()
		keys.Pause()
	}
	text := make([]byte, 256)
	for _, want := range []string{"typed", "", ""} {
		if n, err := keys.Read(text); string(text[:n]) != want || err != nil {
			t.Errorf("%q, %v, want %q", text[:n], err, want)
		}
	}
	fmt.Fprint(out, "later")
	out.Close()
	keys.Resume()
	if got := readAll(keys, 256); got != "later" {
		t.Errorf("%q", got)
	}
}

func readAll(keys *Keyboard, size int) string {
	var read strings.Builder
	for piece := make([]byte, size); ; {
		n, err := keys.Read(piece)
		read.Write(piece[:n])
		if err != nil {
			return read.String()
		}
	}
}

// However a terminal splits a paste, Bubble Tea gets at most a line's length of it.
func TestPastesAreCut(t *testing.T) {
	paste := func(text string) string { return pasteBegins + text + pasteEnds }
	most := strings.Repeat("x", maxPasted)
	for name, c := range map[string]struct{ sent, read string }{
		"keys":                     {"a\x1b[A\x1b[20~\x03b", "a\x1b[A\x1b[20~\x03b"},
		"short":                    {"a" + paste("one\ntwo\x1b[20") + "b", "a" + paste("one\ntwo\x1b[20") + "b"},
		"as long as may be":        {paste(most) + "b", paste(most) + "b"},
		"too long":                 {paste(most+"y\x1b[201y") + paste("two"), paste(most) + paste("two")},
		"much too long":            {paste(strings.Repeat("x", 1<<18)) + "b", paste(most) + "b"},
		"Ctrl-C in it":             {paste("a\x03b\x03") + "\x03", paste("ab") + "\x03"},
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
				keys := NewKeyboard(in, nil)
				keys.Resume()
				if got := readAll(keys, size); got != c.read {
					t.Errorf("in pieces of %d: %d bytes are read, want %d: %.60q … %.60q", size, len(got), len(c.read), got, got[max(0, len(got)-30):])
				}
			})
		}
	}
}
