package outfile

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// unnamed creates a file in a folder that has no name yet: when the program is
// killed, nothing of it is left. Not every file system can do that.
func unnamed(folder string) (*os.File, error) {
	file, err := os.OpenFile(folder, unix.O_TMPFILE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(handle(file)); err != nil { // without /proc it could never be named
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// giveName makes a file of unnamed visible.
func giveName(file *os.File, name string) error {
	return unix.Linkat(unix.AT_FDCWD, handle(file), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
}

func handle(file *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", file.Fd()) }
