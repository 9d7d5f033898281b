//go:build unix

package console

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"

	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/theme"
)

// interruptGroup does what a terminal does at Ctrl-C, which is a key in raw mode: it interrupts all that runs in it.
func interruptGroup() {
	if slices.Contains(stream.Endings, os.Interrupt) {
		_ = unix.Kill(0, unix.SIGINT)
	}
}

// waits reports whether there is input within a time.
func (k *Keyboard) waits(most time.Duration) bool {
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(k.Fd()), Events: unix.POLLIN}}, int(most.Milliseconds()))
	return err == nil && n > 0
}

const answerTime = 400 * time.Millisecond // how long a terminal has to answer

// AskBackground asks the terminal once for the color of its background. It returns
// theme.Unknown if the terminal does not answer, and what it read. (Termenv waits five
// seconds.) It does not ask the Linux console, which may print the question.
func AskBackground(input, output any) (shade theme.Shade, read []byte) {
	in, isFile := input.(term.File)
	out, ok := output.(term.File)
	if !isFile || !ok || !term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) ||
		slices.Contains([]string{"dumb", "linux"}, os.Getenv("TERM")) {
		return theme.Unknown, nil
	}
	before, err := term.MakeRaw(in.Fd())
	if err != nil {
		return theme.Unknown, nil
	}
	defer func() { _ = term.Restore(in.Fd(), before) }()
	// Every terminal answers the second question, so there is no wait for one that does not know the first.
	if _, err := io.WriteString(out, "\x1b]11;?\x1b\\\x1b[c"); err != nil {
		return theme.Unknown, nil
	}
	answer := readAnswer(int(in.Fd()))
	return shadeOf(answer), []byte(answer)
}

// readAnswer reads until the answer to the second question, or for answerTime.
func readAnswer(fd int) string {
	var answer []byte
	for end := time.Now().Add(answerTime); ; {
		left := int(time.Until(end).Milliseconds())
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(ready, max(left, 0))
		if err == unix.EINTR && left > 0 {
			continue
		}
		if err != nil || n == 0 || ready[0].Revents&unix.POLLIN == 0 {
			return string(answer)
		}
		var buffer [256]byte
		n, err = unix.Read(fd, buffer[:])
		if err != nil || n <= 0 {
			return string(answer)
		}
		answer = append(answer, buffer[:n]...)
		if at := bytes.LastIndex(answer, []byte("\x1b[?")); at >= 0 && bytes.IndexByte(answer[at:], 'c') > 0 {
			return string(answer)
		}
	}
}

// shadeOf reads the color in an answer: ]11;rgb:1e1e/1e1e/2e2e.
func shadeOf(answer string) theme.Shade {
	_, color, found := strings.Cut(answer, "]11;rgb:")
	if !found {
		return theme.Unknown
	}
	var red, green, blue uint
	if n, _ := fmt.Sscanf(strings.ReplaceAll(color, "/", " "), "%x %x %x", &red, &green, &blue); n < 3 {
		return theme.Unknown
	}
	full := uint(1)
	for range strings.IndexByte(color, '/') {
		full *= 16
	}
	// The weights are those of brightness in sRGB.
	if 2126*red+7152*green+722*blue < 5000*full {
		return theme.Dark
	}
	return theme.Light
}
