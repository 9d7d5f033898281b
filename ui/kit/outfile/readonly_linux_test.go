package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file that the user may not write is not replaced, even if the folder would allow it.
func TestReadOnlyFilesStay(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.csv")
	err := errors.Join(os.WriteFile(path, []byte("old"), 0o444), os.Chmod(folder, 0o777), os.Chmod(filepath.Dir(folder), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // who may write everything
		const nobody = 65534
		if err := syscall.Setresuid(-1, nobody, -1); err != nil {
			t.Skip(err)
		}
		defer func() {
			if err := syscall.Setresuid(-1, 0, -1); err != nil {
				t.Fatal(err)
			}
		}()
	}
	if err := Replace(path, say("new")); !errors.Is(err, fs.ErrPermission) || read(t, path) != "old" {
		t.Errorf("%v; the file holds %q", err, read(t, path))
	}
	alone(t, folder)
	other := filepath.Join(folder, "b.csv")
	if err := Replace(other, say("new")); err != nil || read(t, other) != "new" {
		t.Errorf("a new file beside it: %v", err)
	}
}
