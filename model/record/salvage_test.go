package record

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"regretscope/model"
)

// What is damaged costs only its own lines, wherever it is.
func TestSalvage(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	recorded(t, experiment(t, 3), file("whole"))
	content := string(must[[]byte](t)(os.ReadFile(file("whole"))))
	lines := strings.SplitAfter(content, "\n")
	lines = lines[:len(lines)-1] // a header and 12 units
	with := func(number int, text string) string {
		changed := slices.Clone(lines)
		changed[number-1] = text
		return strings.Join(changed, "")
	}
	foreign := experiment(t, 1)
	foreign.Points[0].Seed, foreign.Points[1].Seed = 8, 8
	recorded(t, foreign, file("foreign"))
	alien := strings.SplitAfter(string(must[[]byte](t)(os.ReadFile(file("foreign")))), "\n")[1]
	defer func(most int) { maxLine = most }(maxLine)
	maxLine = 1 << 16
	for _, c := range []struct {
		name, content string
		kept          int
		where         string
		cut           bool
	}{
		{"nothing", content, 12, "", false},
		{"a digit", with(4, strings.Replace(lines[3], `"regret":[`, `"regret":[1`, 1)), 11, "4", false},
		{"a hole", with(4, strings.Repeat("\x00", len(lines[3]))), 10, "4", false},
		{"two writers", with(4, lines[3]+lines[5][30:]), 12, "5", false},
		{"a long line", with(4, strings.Repeat("x", 5<<16)+"\n"), 11, "4", false},
		{"several", with(4, "a\nb\n\n") + "c\n", 11, "4 to 6, 16", false},
		{"the end", content[:len(content)-5], 11, "", true},
		{"all units", lines[0] + strings.Repeat("x\n", 50), 0, "2 to 51", false},
		{"every second line", lines[0] + strings.Repeat(lines[1]+"x\n", 30), 1, "3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, …", false},
		{"another experiment", with(4, lines[3]+alien), 12, "5", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := file("damaged")
			if err := os.WriteFile(path, []byte(c.content), 0o644); err != nil {
				t.Fatal(err)
			}
			s := must[*Set](t)(Salvage(path))
			defer s.Close()
			lost := s.Lost()
			if len(s.from) != c.kept || (len(s.Cut()) > 0) != c.cut || (c.where == "") != (len(lost) == 0) {
				t.Fatalf("%d units, want %d; lost %v, cut %v", len(s.from), c.kept, lost, s.Cut())
			}
			if len(lost) > 0 && (lost[0].Where() != c.where || lost[0].Path != path) {
				t.Errorf("lost are lines %s, want %s", lost[0].Where(), c.where)
			}
			if _, err := Read(path); (err == nil) != (len(lost) == 0) {
				t.Errorf("without salvage: %v", err)
			}
			var mended bytes.Buffer
			if err := s.Write(&mended); err != nil {
				t.Fatal(err)
			}
			again := filepath.Join(t.TempDir(), "mended.jsonl")
			if err := os.WriteFile(again, mended.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			if got, want := text(t, recorded(t, experiment(t, 3), again)), text(t, summary(t, file("whole"))); got != want {
				t.Error("gone on with, it has another summary")
			}
		})
	}
}

// Without its header a file is read by that of another one; two copies, damaged in
// different places, make a whole.
func TestSalvageFromSeveral(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	inOrder := experiment(t, 3)
	inOrder.Workers = 1 // replication by replication
	want := text(t, recorded(t, inOrder, file("whole")))
	lines := strings.SplitAfter(string(must[[]byte](t)(os.ReadFile(file("whole")))), "\n")
	if err := must[*File](t)(Create(file("begun"), experiment(t, 3).Design(t.Context()), model.Shard{})).Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"headless": "x" + strings.Join(lines, ""),
		"left":     strings.Join(lines[:5], "") + "x\n",
		"right":    lines[0] + "x\n" + strings.Join(lines[4:], ""),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(file(name), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, names := range [][]string{{"headless", "begun"}, {"begun", "headless"}, {"left", "right"}, {"headless", "left"}} {
		t.Run(strings.Join(names, " "), func(t *testing.T) {
			s := must[*Set](t)(Salvage(file(names[0]), file(names[1])))
			defer s.Close()
			if units, _ := s.Missing(); units > 0 || len(s.Lost()) == 0 {
				t.Errorf("%d units are missing: %s; lost %v", units, s.FirstMissing(5), s.Lost())
			}
			if got := text(t, must[*model.Result](t)(s.Result())); got != want {
				t.Error("another summary")
			}
		})
	}
	if _, err := Salvage(file("headless")); err == nil || !strings.Contains(err.Error(), "begin the same experiment in another file, and name both") {
		t.Errorf("a file without a header: %v", err)
	}
	s := must[*Set](t)(Salvage(file("left")))
	defer s.Close()
	const first, second = "run 2 of lazy-dp-ts at grid point 1", "run 2 of ucb1 at grid point 1"
	for n, want := range map[int]string{1: first + ", 7 more", 2: first + ", " + second + ", 6 more"} {
		if got := s.FirstMissing(n); got != want {
			t.Errorf("missing are %s, want %s", got, want)
		}
	}
	if got := s.FirstMissing(8); strings.Count(got, "run ") != 8 || strings.Contains(got, "more") {
		t.Errorf("missing are %s", got)
	}
}

// A file that says it is empty is not read: some never end.
func TestNoSizeIsNoRecords(t *testing.T) {
	for _, path := range []string{"/proc/kmsg", "/proc/self/environ", os.DevNull} {
		t.Run(path, func(t *testing.T) {
			if _, err := os.Stat(path); err != nil {
				return
			}
			for name, read := range map[string]func(...string) (*Set, error){"read": Read, "salvage": Salvage} {
				t.Run(name, func(t *testing.T) {
					if _, err := read(path); err == nil || !strings.HasPrefix(err.Error(), path+": is not a ") {
						t.Errorf("%s %s: %v", name, path, err)
					}
				})
			}
		})
	}
}
