package record

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
)

// A damaged line costs only its own unit, which is simulated again when the file is
// resumed; afterwards nothing is damaged.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	want := text(t, recorded(t, experiment(t, 3), file("whole")))
	content := string(param.Must(os.ReadFile(file("whole"))))
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
	alien := strings.SplitAfter(string(param.Must(os.ReadFile(file("foreign")))), "\n")[1]
	const converted = "its line ends were converted to CRLF, as by a transfer in text mode"
	lost := func(lines string, first int) string {
		return fmt.Sprintf("%s damaged or of another experiment and left out, the first is line %d", lines, first)
	}
	for _, c := range []struct {
		name, content string
		kept          int
		damage        []string
		torn          bool
	}{
		{name: "nothing", content: content, kept: 12},
		{name: "a digit", content: with(4, strings.Replace(lines[3], `"regret":[`, `"regret":[1`, 1)), kept: 11, damage: []string{lost("1 line is", 4)}},
		{name: "a hole", content: with(4, strings.Repeat("\x00", len(lines[3]))), kept: 10, damage: []string{lost("1 line is", 4)}},
		{name: "two writers", content: with(4, lines[3]+lines[5][30:]), kept: 12, damage: []string{lost("1 line is", 5)}},
		{name: "several", content: with(4, "a\nb\n\n") + "c\n", kept: 11, damage: []string{lost("3 lines are", 4)}},
		{name: "the end", content: content[:len(content)-5], kept: 11, torn: true},
		{name: "a digit and the end", content: with(4, "x\n") + "{", kept: 11, damage: []string{lost("1 line is", 4)}, torn: true},
		{name: "all units", content: lines[0] + strings.Repeat("x\n", 50), damage: []string{lost("50 lines are", 2)}},
		{name: "another experiment", content: with(4, lines[3]+alien), kept: 12, damage: []string{lost("1 line is", 5)}},
		{name: "CRLF", content: strings.ReplaceAll(content, "\n", "\r\n"), kept: 12, damage: []string{converted}},
		{name: "CRLF and a digit", content: strings.ReplaceAll(with(4, "x\n"), "\n", "\r\n"), kept: 11, damage: []string{converted, lost("1 line is", 4)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "damaged.jsonl")
			write(t, path, c.content)
			damage := param.Map(c.damage, func(sentence string) string { return path + ": " + sentence })
			s := param.Must(Read(path))
			if len(s.from) != c.kept || !slices.Equal(s.Damage(), damage) || (len(s.Torn()) > 0) != c.torn {
				t.Fatalf("%d units, want %d; damage %q, torn %v", len(s.from), c.kept, s.Damage(), s.Torn())
			}
			if got := text(t, recorded(t, experiment(t, 3), path)); got != want {
				t.Error("resumed, it has another summary")
			}
			if s := param.Must(Read(path)); s.Damage() != nil || s.Torn() != nil {
				t.Errorf("resumed, it still has damage %q, torn %v", s.Damage(), s.Torn())
			}
			if ordered(t, path) != ordered(t, file("whole")) {
				t.Error("resumed, it has other records")
			}
		})
	}
}

// A file that is larger than memory allows is refused before it is read.
func TestFilesLargerThanMemory(t *testing.T) {
	defer memlimit.Set(memlimit.Set(64 << 20))
	path := filepath.Join(t.TempDir(), "a.jsonl")
	recorded(t, experiment(t, 1), path)
	if err := os.Truncate(path, 96<<20); err != nil {
		t.Fatal(err)
	}
	const want = ": its records may take 128 MiB of memory, --memory allows 64 MiB"
	if _, err := Read(path); err == nil || err.Error() != path+want {
		t.Errorf("read: %v", err)
	}
	if _, err := Resume(path, experiment(t, 1).Design(t.Context()), trials.Shard{}, nil); err == nil || err.Error() != path+want {
		t.Errorf("resumed: %v", err)
	}
}

// A file that says it is empty is not read: some never end.
func TestNoSizeIsNoRecords(t *testing.T) {
	for _, path := range []string{"/proc/kmsg", "/proc/self/environ", os.DevNull} {
		t.Run(path, func(t *testing.T) {
			if _, err := os.Stat(path); err != nil {
				t.Skip(err)
			}
			if _, err := Read(path); err == nil || !strings.HasPrefix(err.Error(), path+": is not a ") {
				t.Error(err)
			}
		})
	}
}

// The line of a full disk is torn, and the units before it stay.
func TestAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	e := experiment(t, 2)
	f := param.Must(open(path, true, e.Design(t.Context()), trials.Shard{}, nil))
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	disk, length := f.file, f.length
	f.file, f.length = full, 0
	if err := errors.Join(os.Rename(path, path+".disk"), os.Symlink("/dev/full", path)); err != nil {
		t.Fatal(err)
	}
	e.Store = f
	if _, err := e.Run(t.Context(), nil); err == nil || !strings.HasPrefix(err.Error(), path+": no space left") {
		t.Errorf("error %v", err)
	}
	f.file, f.length = disk, length
	if err := errors.Join(full.Close(), os.Rename(path+".disk", path), f.Close()); err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, recorded(t, experiment(t, 2), path)), text(t, param.Must(experiment(t, 2).Run(t.Context(), nil))); got != want {
		t.Error("resumed, it has another summary")
	}
	if content := param.Must(os.ReadFile(path)); bytes.Count(content, []byte("\n")) != 9 {
		t.Errorf("%d lines", bytes.Count(content, []byte("\n")))
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Streams and compressed files are refused at once if they hold no records, or too few.
// Files that were put one after another, with byte-order marks or not, and compressed ones that are
// cut or padded are read as far as they are whole.
func TestFilesOneAfterAnother(t *testing.T) {
	folder := t.TempDir()
	whole := filepath.Join(folder, "whole")
	recorded(t, experiment(t, 3), whole)
	content := string(param.Must(os.ReadFile(whole)))
	header, rest, _ := strings.Cut(content, "\n")
	half := len(rest) / 2
	half += strings.IndexByte(rest[half:], '\n') + 1
	all := strings.Count(rest, "\n")
	first, second := header+"\n"+rest[:half], "\ufeff"+header+"\n"+rest[half:]
	packed := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		fmt.Fprint(w, text)
		w.Close()
		return b.String()
	}
	other := strings.Replace(header, `"hash":"`, `"hash":"0`, 1)
	for name, c := range map[string]struct {
		name, text  string
		least, most int
		damaged     bool
	}{
		"plain":          {"a.jsonl", first + second, all, all, false},
		"byte-order":     {"b.jsonl", second + first, all, all, false},
		"packed":         {"c.jsonl.gz", packed(first) + packed(second), all, all, false},
		"padded":         {"d.jsonl.gz", packed(content) + strings.Repeat("\x00", 512), all, all, true},
		"cut":            {"e.jsonl.gz", packed(content)[:len(packed(content))-9], all - 1, all, true},
		"cut in a part":  {"f.jsonl.gz", packed(first) + packed(second)[:len(packed(second))/2], strings.Count(rest[:half], "\n"), all, true},
		"another header": {"g.jsonl", first + other + "\n" + rest[half:], all, all, true},
	} {
		path := filepath.Join(folder, c.name)
		write(t, path, c.text)
		read, err := load(path, 1<<30)
		if err != nil || len(read.units) < c.least || len(read.units) > c.most || (len(read.Damage()) > 0) != c.damaged {
			t.Errorf("%s: %v, %d units of %d, %q", name, err, len(read.units), all, read.Damage())
		}
	}
}

func TestStreamsWithoutRecords(t *testing.T) {
	folder := t.TempDir()
	whole := filepath.Join(folder, "whole")
	recorded(t, experiment(t, 3), whole)
	content := string(param.Must(os.ReadFile(whole)))
	header, _, _ := strings.Cut(content, "\n")
	for name, c := range map[string]struct{ start, rest, want string }{
		"whole":            {content, "", ""},
		"without its end":  {content[:len(content)-9], "", ""},
		"newlines":         {"", "\n", errNoRecords.Error()},
		"no header":        {"", "y\n", errNoRecords.Error()},
		"one letter":       {"", "y", "unpacks to more than 200 times its size"},
		"nothing":          {"", "", errNoRecords.Error()},
		"blanks":           {header + "\n", strings.Repeat(" ", 1000) + "\n", "unpacks to more than 200 times its size"},
		"a record, and no": {content, strings.Repeat("n", 1000) + "\n", "unpacks to more than 200 times its size"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, "packed.gz")
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			fmt.Fprint(w, c.start)
			if c.rest != "" {
				fmt.Fprint(w, strings.Repeat(c.rest, (1<<25)/len(c.rest)))
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			write(t, path, packed.String())
			read, err := load(path, 1<<30)
			if got := fmt.Sprint(err); c.want != "" && got != path+": "+c.want || c.want == "" && (err != nil || len(read.units) < 11) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	for want, text := range map[string]string{
		"has a line of more than 64 MiB":         strings.Repeat("y", maxLine+1),
		"has no record in 16 MiB before line 18": strings.Repeat(strings.Repeat("n", 1<<20)+"\n", 17),
	} {
		err := (&contents{}).lines(strings.NewReader(header+"\n"+text), 1<<30)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		err = (&contents{}).lines(strings.NewReader(header+"\n"+text), 1<<20)
		if err == nil || !strings.Contains(err.Error(), "--memory allows") {
			t.Errorf("more than is allowed: %v", err)
		}
	}
}
