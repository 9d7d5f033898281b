package ui

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// An event of a recording.
type event struct {
	at         float64
	kind, text string
}

// events reads a recording, and expects what its format asks for. Asciinema itself
// reads it too, where it is installed.
func events(t *testing.T, path string) (all []event) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(file), "\n")
	var header struct{ Version, Width, Height, Timestamp int }
	if err := json.Unmarshal([]byte(head), &header); err != nil || header.Version != 2 || header.Width != 80 || header.Height != 24 || header.Timestamp == 0 {
		t.Errorf("header %s: %v", head, err)
	}
	if !strings.HasSuffix(rest, "\n") {
		t.Errorf("the last line is not whole: %q", rest[max(len(rest)-100, 0):])
	}
	for line := range strings.Lines(rest) {
		var e event
		if err := json.Unmarshal([]byte(line), &[]any{&e.at, &e.kind, &e.text}); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if n := len(all); n > 0 && e.at < all[n-1].at {
			t.Errorf("time goes back to %v", e.at)
		}
		all = append(all, e)
	}
	if player, err := exec.LookPath("asciinema"); err == nil {
		cat := exec.Command(player, "cat", path)
		cat.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		v := openProgram(t, cat, "")
		v.sees("choose what to watch")
		<-v.ended
		if !v.program.ProcessState.Success() {
			t.Errorf("asciinema cat: %v\n%.300q", v.program.ProcessState, v.output())
		}
	}
	return all
}

func (v *visit) record(path string) {
	v.Helper()
	v.sees("choose what to watch")
	v.types("*")
	v.sees("chapter: ")
	v.resize(100, 30)
	v.tell(syscall.SIGWINCH)
	v.eventually("resized in the recording", func() bool {
		file, err := os.ReadFile(path)
		return err == nil && bytes.Contains(file, []byte(`"r","100x30"]`))
	})
}

// What a person does is recorded as it happens, with new sizes and chapters, and
// there is a file that plays also after the program was killed.
func TestLiveRecording(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(v *visit){
		"left": func(v *visit) { v.quits() },
		"killed": func(v *visit) {
			v.tell(syscall.SIGKILL)
			<-v.ended
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "mine.cast")
			v := open(t, atOnce+" --record "+path)
			v.record(path)
			end(v)
			kinds, shown := "", ""
			for _, e := range events(t, path) {
				if e.kind != "o" {
					kinds += e.kind + " " + e.text + ","
				}
				shown += e.text
			}
			if kinds != "m choose what to watch,r 100x30," || !strings.Contains(shown, "\x1b[?1049h") {
				t.Errorf("%s: chapters and sizes %s", name, kinds)
			}
			if left := strings.Contains(shown, "\x1b[?1049l"); left != (name == "left") {
				t.Errorf("%s: the terminal is given back in the recording: %v", name, left)
			}
		})
	}
}

// A file that is there stays as it is, and nothing is shown.
func TestLiveRecordingsOverwriteNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mine.cast")
	if err := os.WriteFile(path, []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	v := open(t, atOnce+" --record "+path)
	<-v.ended
	v.sees("--record " + path + ": is there already, and nothing is overwritten")
	if status := v.program.ProcessState.ExitCode(); status != 2 {
		t.Errorf("exit status %d", status)
	}
	if file, err := os.ReadFile(path); err != nil || string(file) != "kept" {
		t.Errorf("it holds %q now: %v", file, err)
	}
}
