package declare

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// SyncFolder puts the names of the files in a folder on the disk, where the system
// can do that: without it, a loss of power may cost a new file, or a new name, whose
// content was safe.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return nil // a folder that may be written and not read
	}
	defer folder.Close()
	if err = folder.Sync(); errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil // a file system without it
	}
	return err
}
