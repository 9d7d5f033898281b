package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var errFull = errors.New("no space left on device")

// steps are what is asked of the file system, each with a fault that replaces it;
// before every step look is called. It returns what puts them back.
func steps(look func(), failing string) (restore func()) {
	write, sync, closes, name, links, renames, folder := writeFile, syncFile, closeFile, nameFile, link, rename, syncFolder
	on := func(step string, do func() error) error {
		look()
		if step == failing {
			return errFull
		}
		return do()
	}
	writeFile = func(f *os.File, text []byte) (n int, err error) {
		err = on("write", func() (err error) { n, err = write(f, text); return err })
		if err == nil && failing == "short write" {
			return n / 2, errFull
		}
		return n, err
	}
	syncFile = func(f *os.File) error { return on("sync", func() error { return sync(f) }) }
	closeFile = func(f *os.File) error { return on("close", func() error { return closes(f) }) }
	nameFile = func(f *os.File, path string) error { return on("name", func() error { return name(f, path) }) }
	link = func(from, to string) error { return on("link", func() error { return links(from, to) }) }
	rename = func(from, to string) error { return on("rename", func() error { return renames(from, to) }) }
	syncFolder = func(path string) error { return on("folder", func() error { return folder(path) }) }
	return func() {
		writeFile, syncFile, closeFile, nameFile, link, rename, syncFolder = write, sync, closes, name, links, renames, folder
	}
}

// Whatever fails, and wherever the machine stops: the path names all of the old
// file or all of the new one, and after an error the old one, alone. Once the new
// file has its name, only the disk's refusal to keep that name is an error.
func TestEveryStepFails(t *testing.T) {
	long := strings.Repeat("new ", 1<<16) // several writes
	for _, failing := range []string{"none", "write", "short write", "sync", "close", "name", "link", "rename", "folder"} {
		for _, old := range []string{"", "old"} {
			for _, named := range []bool{false, true} {
				t.Run(strings.Join([]string{failing, old, map[bool]string{true: "named"}[named]}, " "), func(t *testing.T) {
					folder := t.TempDir()
					path := filepath.Join(folder, "a.csv")
					if old != "" {
						if err := os.WriteFile(path, []byte(old), 0o644); err != nil {
							t.Fatal(err)
						}
					}
					f := &File{path: path, target: path, fresh: old == ""}
					open := f.open
					if named {
						open = func() error { return f.createNamed(folder) }
					}
					if err := open(); err != nil {
						t.Fatal(err)
					}
					nameless := f.name == ""
					restore := steps(func() { whole(t, path, old, long) }, failing)
					err := f.Commit(say(long))
					restore()
					reached := map[string]bool{"none": false, "name": nameless, "link": false, "rename": old != ""}
					must, listed := reached[failing]
					if !listed {
						must = true
					}
					if must != (err != nil) || must && !errors.Is(err, errFull) {
						t.Fatalf("error %v, want one: %v", err, must)
					}
					want := long
					if must && failing != "folder" {
						want = old
					}
					whole(t, path, want, want)
					if entries, _ := os.ReadDir(folder); len(entries) != min(len(want), 1) {
						t.Errorf("%v are left", entries)
					}
				})
			}
		}
	}
}

// whole expects one of two texts at a path, where "" is no file.
func whole(t *testing.T, path, old, fresh string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if s := string(text); s != old && s != fresh {
		t.Errorf("the path names %d bytes, neither the old file nor the new one", len(s))
	}
}

// A device that is full says so.
func TestAFullDevice(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	if err := Replace(full, say("x")); err == nil || !strings.HasPrefix(err.Error(), full+": cannot be written: no space left") {
		t.Error(err)
	}
}
