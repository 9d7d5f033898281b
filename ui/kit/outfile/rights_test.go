package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// yours is a folder with what a played file must not touch, and a folder below it in
// which it may write.
func yours(t *testing.T) (top, allowed string) {
	t.Helper()
	top = t.TempDir()
	allowed = filepath.Join(top, "allowed")
	err := errors.Join(
		os.MkdirAll(filepath.Join(allowed, "sub"), 0o700), os.Mkdir(filepath.Join(top, "out"), 0o700),
		os.WriteFile(filepath.Join(top, "yours.txt"), []byte("yours"), 0o600),
		os.WriteFile(filepath.Join(allowed, "there.txt"), []byte("yours"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"out": "../out", "in": "sub", "file.txt": "../yours.txt", "none.txt": "../none.txt"} {
		if err := os.Symlink(to, filepath.Join(allowed, name)); err != nil {
			t.Skip(err)
		}
	}
	return top, allowed
}

// contents lists all files in a folder, with what they hold.
func contents(t *testing.T, folder string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if err == nil && entry.Type().IsRegular() {
			name += "=" + read(t, path)
		}
		all = append(all, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// A played file writes new files below one folder, or nothing; a
// rehearsed one nothing at all.
func TestPlayedFilesWriteNewFilesBelowOneFolder(t *testing.T) {
	for _, c := range []struct{ name, path, want string }{
		{"new", "new.txt", ""},
		{"in a folder", "sub/new.txt", ""},
		{"by a detour", "sub/../new.txt", ""},
		{"there", "there.txt", "it already exists, and only new files are allowed"},
		{"a folder", "sub", "it already exists, and only new files are allowed"},
		{"above", "../yours.txt", "it may only write below ALLOWED"},
		{"above and back", "../allowed/new.txt", "it may only write below ALLOWED"},
		{"absolute", "/new.txt", "it may only write below ALLOWED"},
		{"nothing", "", "it may only write below ALLOWED"},
		{"a link out", "out/new.txt", "path escapes from parent"},
		{"a link inside", "in/new.txt", ""},
		{"a link to a file", "file.txt", "it already exists, and only new files are allowed"},
		{"a link to nothing", "none.txt", "it already exists, and only new files are allowed"},
		{"no such folder", "none/new.txt", "there is no such folder"},
		{"a file as a folder", "there.txt/new.txt", "there is no such folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			top, allowed := yours(t)
			before := contents(t, top)
			want := ""
			if c.want != "" {
				want = "this lesson may not save " + c.path + ": " + strings.ReplaceAll(c.want, "ALLOWED", allowed)
			}
			said := func(err error) string {
				if refusal := new(Refusal); err == nil || !errors.As(err, &refusal) {
					return map[bool]string{true: "", false: "no refusal"}[err == nil]
				}
				return err.Error()
			}
			if got := said(Played("lesson", allowed, true).Create(c.path, say("mine"))); got != want {
				t.Errorf("rehearsed: %q, want %q", got, want)
			}
			if path, err := Played("lesson", allowed, true).NewPath(c.path); path != "" || said(err) != want {
				t.Errorf("a rehearsed path: %q, %v, want %q", path, err, want)
			}
			if got := contents(t, top); got != before {
				t.Fatalf("rehearsing made %s, was %s", got, before)
			}
			if got := said(Played("lesson", "", false).Create(c.path, say("mine"))); got != "this lesson may not save "+c.path+": allow it with --allow-writes FOLDER" {
				t.Errorf("without a folder: %q", got)
			}
			if got := said(Played("lesson", allowed, false).Replace(c.path, say("mine"))); got != "this lesson may not overwrite "+c.path+": only you may" {
				t.Errorf("overwriting: %q", got)
			}
			rights := Played("lesson", allowed, false)
			if path, err := rights.NewPath(c.path); said(err) != want || err == nil && path != filepath.Join(allowed, c.path) {
				t.Errorf("a path: %q, %v, want %q", path, err, want)
			}
			if got := contents(t, top); got != before {
				t.Fatalf("nothing may be there yet: %s, was %s", got, before)
			}
			if got := said(rights.Create(c.path, say("mine"))); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			after := contents(t, top)
			if want != "" && after != before {
				t.Errorf("there is %s, was %s", after, before)
			}
			if want == "" && (read(t, filepath.Join(allowed, c.path)) != "mine" || len(strings.Fields(after)) != len(strings.Fields(before))+1) {
				t.Errorf("there is %s, was %s", after, before)
			}
		})
	}
}

// A set gets a number where one of its names is taken, and nothing is left of a file
// that could not be written.
func TestSetsOfPlayedFiles(t *testing.T) {
	top, allowed := yours(t)
	write := func(ending string, w io.Writer) error { return say(ending)(w) }
	rights := Played("script", allowed, false)
	paths, err := rights.CreateSet("there", []string{".svg", ".txt"}, write)
	if err != nil || strings.Join(paths, " ") != "there-2.svg there-2.txt" || read(t, filepath.Join(allowed, "there-2.txt")) != ".txt" {
		t.Errorf("%q, %v", paths, err)
	}
	if _, err := rights.CreateSet("../x", []string{".svg"}, write); err == nil {
		t.Error("a set above the folder was written")
	}
	before := contents(t, top)
	full := errors.New("the disk is full")
	err = rights.Create("new.txt", func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return full })
	if err == nil || err.Error() != "this script may not save new.txt: the disk is full" || contents(t, top) != before {
		t.Errorf("%v; there is %s", err, contents(t, top))
	}
}

// A person writes as the system lets them.
func TestPersonsWriteAnywhere(t *testing.T) {
	top, _ := yours(t)
	path := filepath.Join(top, "yours.txt")
	var person Rights
	if given, err := person.NewPath(path); given != path || err != nil || person.Check(path) != nil {
		t.Errorf("%s, %v", given, err)
	}
	if err := person.Create(path, say("mine")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	if err := person.Replace(path, say("mine")); err != nil || read(t, path) != "mine" {
		t.Errorf("%v", err)
	}
}
