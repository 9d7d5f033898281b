// Package files says which file a path leads to, and keeps other processes from writing a
// file that is being written.
package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// maxLinks is how many links of one path are followed, as in Linux.
const maxLinks = 40

// Resolve returns the path without links that a path leads to, be there a file yet
// or not. A link in a folder that everybody may write to, such as /tmp, is followed
// only if it belongs to this user or to the folder's owner: anybody may have put
// another one there. Devices and pipes keep the name that they are opened by.
func Resolve(path string) (string, error) {
	path, err := absolute(path)
	if err != nil {
		return "", err
	}
	done, rest := root(path)
	if len(rest) == 0 {
		return path, nil
	}
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		next := filepath.Join(done, name)
		info, err := os.Lstat(next)
		switch {
		case err != nil: // there is no such file, or who opens it hears why
			return filepath.Join(append([]string{next}, rest...)...), nil
		case info.Mode().Type() != fs.ModeSymlink:
			done = next
			continue
		case planted(done, info):
			return "", errors.New("leads over a link that belongs to somebody else, in a folder that everybody may write to")
		case special(next):
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", errors.New("too many links lead on to each other")
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(target) {
			var names []string
			done, names = root(target)
			rest = append(names, rest...)
		} else {
			rest = append(names(target), rest...)
		}
	}
	return done, nil
}

// absolute keeps every .. of a path, which after a link does not lead back. Windows takes
// them out of the text before it follows any.
func absolute(path string) (string, error) {
	switch {
	case runtime.GOOS == "windows":
		return filepath.Abs(path)
	case filepath.IsAbs(path):
		return path, nil
	}
	here, err := os.Getwd()
	return here + string(filepath.Separator) + path, err
}

// root splits an absolute path into its beginning and the names after it.
func root(path string) (top string, rest []string) {
	volume := filepath.VolumeName(path)
	return volume + string(filepath.Separator), names(path[len(volume):])
}

func names(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
}

// special reports whether a link leads to a device or a pipe, some of which have no
// other name, as /dev/stdout.
func special(link string) bool {
	info, err := os.Stat(link)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// planted reports whether somebody else may have put a link into a folder for this
// user to follow.
func planted(folder string, link fs.FileInfo) bool {
	info, err := os.Stat(folder)
	if err != nil {
		return false
	}
	owner, known := ownerOf(link)
	host, _ := ownerOf(info)
	return known && isPlanted(info.Mode(), owner, host, os.Geteuid())
}

// isPlanted is the rule of Linux's protected_symlinks, which not every system has, and
// which nobody applies who reads a link by himself.
func isPlanted(folder fs.FileMode, owner, host, me int) bool {
	const shared = fs.ModeSticky | 0o002
	return folder&shared == shared && owner != me && owner != host
}

// Same reports whether two resolved paths are one file, which need not be there
// yet. Devices and pipes, which can be written by several, never are.
func Same(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	switch {
	case errA == nil && errB == nil:
		return os.SameFile(first, second) && (first.Mode().IsRegular() || first.IsDir())
	case errA == nil || errB == nil:
		return false
	}
	same := filepath.Base(a) == filepath.Base(b)
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		same = strings.EqualFold(filepath.Base(a), filepath.Base(b))
	}
	first, errA = os.Stat(filepath.Dir(a))
	second, errB = os.Stat(filepath.Dir(b))
	return same && errA == nil && errB == nil && os.SameFile(first, second)
}
