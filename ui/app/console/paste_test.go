package console

import (
	"os"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

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
