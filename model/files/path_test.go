package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes folders, files and links in a new folder, and returns it.
func tree(t *testing.T) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(top, name) }
	err = errors.Join(
		os.MkdirAll(at("a/b"), 0o755),
		os.WriteFile(at("a/file"), nil, 0o644),
		os.WriteFile(at("file"), nil, 0o644),
	)
	for link, target := range map[string]string{
		"link": "a/file", "far": "link", "down": "a/b", "absolute": at("a/b"), "nowhere": "a/none", "circle": "circle",
		"a/up": "..", "null": os.DevNull,
	} {
		err = errors.Join(err, os.Symlink(target, at(link)))
	}
	if err != nil {
		t.Skip(err)
	}
	return top
}

func TestResolve(t *testing.T) {
	top := tree(t)
	for path, want := range map[string]string{
		"file":        "file",
		"none":        "none",
		"none/none":   "none/none",
		"link":        "a/file",
		"far":         "a/file",
		"nowhere":     "a/none",
		"down/x":      "a/b/x",
		"absolute/x":  "a/b/x",
		"down/../x":   "a/x", // and not x: .. of what the link leads to
		"a/up/link":   "a/file",
		"./a//b/../x": "a/x",
		"null":        "null", // a device keeps its name
		"file/x":      "file/x",
	} {
		t.Run(path, func(t *testing.T) {
			want := filepath.Join(top, want)
			if got, err := Resolve(top + "/" + path); err != nil || got != want {
				t.Errorf("%s, %v; want %s", got, err, want)
			}
			t.Chdir(top)
			if got, err := Resolve(path); err != nil || got != want {
				t.Errorf("from its folder: %s, %v; want %s", got, err, want)
			}
		})
	}
	before := "file"
	for n := 1; n <= maxLinks+1; n++ {
		name := fmt.Sprint("chain", n)
		if err := os.Symlink(before, filepath.Join(top, name)); err != nil {
			t.Fatal(err)
		}
		if got, err := Resolve(filepath.Join(top, name)); (err == nil) != (n <= maxLinks) {
			t.Errorf("%d links lead to %s, %v", n, got, err)
		}
		before = name
	}
	if _, err := Resolve(filepath.Join(top, "circle")); err == nil || !strings.Contains(err.Error(), "too many links") {
		t.Errorf("a circle of links: %v", err)
	}
}

// The rule of protected_symlinks: in a sticky folder that everybody may write to, a
// link is followed if it is mine or the folder's owner's.
func TestPlanted(t *testing.T) {
	const me, other, third = 1000, 1001, 1002
	for _, c := range []struct {
		name        string
		mode        os.FileMode
		owner, host int
		planted     bool
	}{
		{"somebody's in /tmp", os.ModeDir | os.ModeSticky | 0o777, other, 0, true},
		{"somebody's in a third one's folder", os.ModeDir | os.ModeSticky | 0o777, other, third, true},
		{"mine in /tmp", os.ModeDir | os.ModeSticky | 0o777, me, 0, false},
		{"the system's in /tmp", os.ModeDir | os.ModeSticky | 0o777, 0, 0, false},
		{"somebody's in his folder", os.ModeDir | 0o755, other, other, false},
		{"somebody's in a folder of a group", os.ModeDir | os.ModeSticky | 0o770, other, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := isPlanted(c.mode, c.owner, c.host, me); got != c.planted {
				t.Errorf("%v, want %v", got, c.planted)
			}
		})
	}
}

// Only root can put somebody else's link there.
func TestPlantedLinkIsNotFollowed(t *testing.T) {
	shared := filepath.Join(tree(t), "shared")
	victim := filepath.Join(filepath.Dir(shared), "a")
	link, device := filepath.Join(shared, "link"), filepath.Join(shared, "device")
	err := errors.Join(os.Mkdir(shared, 0o755), os.Chmod(shared, os.ModeSticky|0o777), os.Symlink(victim, link), os.Symlink(os.DevNull, device))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, filepath.Join(link, "file"), filepath.Join(link, "none")} {
		t.Run(path, func(t *testing.T) {
			if _, err := Resolve(path); err != nil {
				t.Errorf("my own link: %v", err)
			}
		})
	}
	if err := errors.Join(os.Lchown(link, 12345, 12345), os.Lchown(device, 12345, 12345)); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{device, link, filepath.Join(link, "file"), filepath.Join(link, "none")} {
		t.Run(path, func(t *testing.T) {
			if got, err := Resolve(path); err == nil || !strings.Contains(err.Error(), "a link that belongs to somebody else") {
				t.Errorf("%s leads to %s, %v", path, got, err)
			}
		})
	}
}

func TestSame(t *testing.T) {
	top := tree(t)
	if err := os.Link(filepath.Join(top, "file"), filepath.Join(top, "hard")); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"file", "file", true},
		{"file", "hard", true},
		{"file", "a/file", false},
		{"link", "a/file", true},
		{"none", "none", true},
		{"none", "file", false},
		{"none", "nothing", false},
		{"nowhere", "down/../none", true},
		{"null", "null", false},
		{"none/x", "none/x", false}, // nothing can be written there anyway
	} {
		t.Run(c.a+" "+c.b, func(t *testing.T) {
			a, errA := Resolve(filepath.Join(top, c.a))
			b, errB := Resolve(top + "/" + c.b)
			if got := Same(a, b); got != c.same || Same(b, a) != c.same || errA != nil || errB != nil {
				t.Errorf("%v, want %v; %v %v", got, c.same, errA, errB)
			}
		})
	}
}
