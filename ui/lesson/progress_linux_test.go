package lesson

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/uitest"
)

// A pipe in place of the file stops nothing, and is not replaced.
func TestProgressInAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lessons.json")
	uitest.NoError(t, syscall.Mkfifo(path, 0o600))
	p := Remember(filepath.Dir(path))
	begun := time.Now()
	p.Note(All()[0], func(m *Mark) { m.Done = true })
	outfile.SettleState()
	if !p.Of(All()[0]).Done || time.Since(begun) > uitest.Patience/2 {
		t.Errorf("%+v after %v", p, time.Since(begun))
	}
	if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
}
