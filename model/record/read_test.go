package record

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
)

// A damaged line costs only its own unit, which is simulated again when the file is
// resumed; afterwards nothing is damaged.
func TestDamage(t *testing.T) {
	whole, content := whole(t, 3)
	want := text(t, summary(t, whole))
	lines := strings.SplitAfter(content, "\n")
	lines = lines[:len(lines)-1] // a header and 12 units
	with := func(number int, text string) string {
		changed := slices.Clone(lines)
		changed[number-1] = text
		return strings.Join(changed, "")
	}
	foreign := filepath.Join(t.TempDir(), "foreign.jsonl")
	recorded(t, another(t, 1), foreign)
	alien := strings.SplitAfter(string(param.Must(os.ReadFile(foreign))), "\n")[1]
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
		path := filepath.Join(t.TempDir(), "damaged.jsonl")
		write(t, path, c.content)
		damage := param.Map(c.damage, func(sentence string) string { return path + ": " + sentence })
		s := param.Must(Read(path))
		if len(s.from) != c.kept || !slices.Equal(s.Damage(), damage) || (len(s.Torn()) > 0) != c.torn {
			t.Fatalf("%s: %d units, want %d; damage %q, torn %v", c.name, len(s.from), c.kept, s.Damage(), s.Torn())
		}
		if got := text(t, recorded(t, experiment(t, 3), path)); got != want {
			t.Errorf("%s: resumed, it has another summary", c.name)
		}
		if s := param.Must(Read(path)); s.Damage() != nil || s.Torn() != nil {
			t.Errorf("%s: resumed, it still has damage %q, torn %v", c.name, s.Damage(), s.Torn())
		}
		if ordered(t, path) != ordered(t, whole) {
			t.Errorf("%s: resumed, it has other records", c.name)
		}
	}
}

// A file that is larger than memory allows is refused before it is read.
func TestFilesLargerThanMemory(t *testing.T) {
	defer memlimit.Set(memlimit.Set(64 << 20))
	path, _ := whole(t, 1)
	noError(t, os.Truncate(path, 96<<20))
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
	noError(t, errors.Join(os.Rename(path, path+".disk"), os.Symlink("/dev/full", path)))
	e.Store = f
	if _, err := e.Run(t.Context(), nil); err == nil || !strings.HasPrefix(err.Error(), path+": no space left") {
		t.Errorf("error %v", err)
	}
	f.file, f.length = disk, length
	noError(t, errors.Join(full.Close(), os.Rename(path+".disk", path), f.Close()))
	if got, want := text(t, recorded(t, experiment(t, 2), path)), text(t, param.Must(experiment(t, 2).Run(t.Context(), nil))); got != want {
		t.Error("resumed, it has another summary")
	}
	if content := param.Must(os.ReadFile(path)); bytes.Count(content, []byte("\n")) != 9 {
		t.Errorf("%d lines", bytes.Count(content, []byte("\n")))
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	noError(t, os.WriteFile(path, []byte(text), 0o644))
}

// Streams and compressed files are refused at once if they hold no records, or too few.
// Files that were put one after another, with byte-order marks or not, and compressed ones that are
// cut or padded are read as far as they are whole.
func TestFilesOneAfterAnother(t *testing.T) {
	_, content := whole(t, 3)
	header, rest, _ := strings.Cut(content, "\n")
	half := len(rest) / 2
	half += strings.IndexByte(rest[half:], '\n') + 1
	all := strings.Count(rest, "\n")
	first, second := header+"\n"+rest[:half], "\ufeff"+header+"\n"+rest[half:]
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
		path := filepath.Join(t.TempDir(), c.name)
		write(t, path, c.text)
		read, err := load(path, 1<<30)
		if err != nil || len(read.units) < c.least || len(read.units) > c.most || (len(read.Damage()) > 0) != c.damaged {
			t.Errorf("%s: %v, %d units of %d, %q", name, err, len(read.units), all, read.Damage())
		}
	}
}

// packed compresses a text and many copies of another.
func packed(text string, rest ...string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprint(w, text)
	for _, more := range rest {
		fmt.Fprint(w, strings.Repeat(more, (1<<25)/max(len(more), 1)))
	}
	w.Close()
	return b.String()
}

func TestStreamsWithoutRecords(t *testing.T) {
	_, content := whole(t, 3)
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
		path := filepath.Join(t.TempDir(), "packed.gz")
		write(t, path, packed(c.start, c.rest))
		read, err := load(path, 1<<30)
		if got := fmt.Sprint(err); c.want != "" && got != path+": "+c.want || c.want == "" && (err != nil || len(read.units) < 11) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	unit := strings.Split(content, "\n")[1] + "\n"
	const most = "has more than 100,000 lines that are damaged or of another experiment"
	if err := (&contents{}).hold([]byte(header + "\n" + strings.Repeat("x\n", maxLost+1))); err == nil || err.Error() != most {
		t.Errorf("a regular file: %v", err)
	}
	for want, text := range map[string]string{
		"has a line of more than 64 MiB":         strings.Repeat("y", maxLine+1),
		"has no record in 16 MiB before line 18": strings.Repeat(strings.Repeat("n", 1<<20)+"\n", 17),
		"has no record in 16 MiB before line 34": strings.Repeat(unit+strings.Repeat("n", 1<<20)+"\n", 18),
		most:                                     strings.Repeat(unit+header+"\n"+strings.Repeat("{\n", 100), maxLost/100+1),
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

// Formulas in the texts of records are not formulas in the CSV of their summary.
func TestForgedTextsAreNoFormulas(t *testing.T) {
	const formula = "=cmd|' /C calc'!A0"
	e := experiment(t, 1)
	design := e.Design(t.Context())
	for i := range design.Series {
		s := &design.Series[i]
		s.Scenario, s.Learner, s.Params, s.Channel = formula, "+"+formula, "-"+formula, "@"+formula
	}
	path := filepath.Join(t.TempDir(), "forged.jsonl")
	f := param.Must(open(path, true, design, trials.Shard{}, nil))
	e.Store = f
	param.Must(e.Run(t.Context(), nil))
	noError(t, f.Close())
	var b strings.Builder
	noError(t, summary(t, path).WriteCSV(&b, &trials.Made{Fingerprint: "0"}))
	rows := param.Must(csv.NewReader(strings.NewReader(b.String())).ReadAll())
	guarded := 0
	for _, text := range rows[1] {
		if strings.HasPrefix(text, "'") {
			guarded++
		} else if text == "" || text == "slope" {
			continue
		} else if _, err := strconv.ParseFloat(text, 64); err != nil {
			t.Errorf("cell %q", text)
		}
	}
	if guarded != 4 {
		t.Errorf("%d cells are guarded, want 4: %q", guarded, rows[1])
	}
}

// A line that would take much memory is neither written nor read.
func TestLinesOfManyValues(t *testing.T) {
	h := newHeader(experiment(t, 1).Design(t.Context()), trials.Shard{}, nil)
	for _, h.Shard = range []string{strings.Repeat("[", maxNested), strings.Repeat("{", maxNested), strings.Repeat(",", maxValues)} {
		text, err := encode(h)
		if read := (&contents{}).hold(text); err == nil || read == nil || !strings.Contains(read.Error(), err.Error()) {
			t.Errorf("written: %v; read: %v", err, read)
		}
	}
}

// A file whose experiment is larger than one can be is refused.
func TestForgedSizes(t *testing.T) {
	e := experiment(t, 1)
	e.Points, e.At = slices.Repeat(e.Points[:1], 1000), []int{5}
	const most = trials.MaxMeasurements / 2000 // two learners
	const none = "line 1: not a design that this program writes"
	design := e.Design(t.Context())
	for _, c := range []struct {
		name, shard string
		runs        int
		further     string // line
		want        string
		missing     int
	}{
		{"as large as can be", "", most, "", "", 2000 * most},
		{"a part of it", "3/10000", most, "", "", 2000 * most},
		{"more runs", "", most + 1, "", none, 0},
		{"a million runs", "", 1_000_000, "", none, 0},
		{"runs overflow", "", 1 << 62, "", none, 0},
		{"no part", "half", 1, "", "", 2000},
		{"part of none", "1/0", 1, "", "", 2000},
		{"raised", "", 1, fmt.Sprintf(`{"hash":"%s","runs":%d}`, design.Hash(), most), "", 2000 * most},
		{"raised too high", "", 1, fmt.Sprintf(`{"hash":"%s","runs":%d}`, design.Hash(), most+1), "", 2000},
	} {
		d := *design
		d.Setup.Runs = c.runs
		h := newHeader(&d, trials.Shard{}, nil)
		h.Shard = c.shard
		text := param.Must(encode(h))
		if c.further != "" {
			text = fitted(append(text, c.further...))
		}
		path := filepath.Join(t.TempDir(), "forged.jsonl")
		write(t, path, string(text))
		s, err := Read(path)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != path+": "+c.want {
			t.Fatalf("%s: %v, want %s", c.name, err, c.want)
		}
		if err != nil {
			continue
		}
		if units, _ := s.Missing(); units != c.missing || s.Runs() != 0 {
			t.Errorf("%s: %d units are missing, want %d; %d runs", c.name, units, c.missing, s.Runs())
		}
	}
}

// Of some shards, a result is about the runs that all series have, also if they are not the first ones, but not about
// runs after the first that a given shard lacks.
func TestSomeShards(t *testing.T) {
	e := experiment(t, 20)
	d := e.Design(t.Context())
	path, _ := whole(t, 20)
	all := param.Must(Read(path))
	shard := func(part, of, most int) string {
		name := filepath.Join(t.TempDir(), "shard.jsonl")
		f := param.Must(open(name, true, d, trials.Shard{Part: part, Of: of}, nil))
		for _, u := range all.inOrder() {
			if f.part.Has(u, d) && u.Run < most {
				noError(t, f.Append(all.from[u].find(u)))
			}
		}
		noError(t, f.Close())
		return name
	}
	for name, c := range map[string]struct {
		files []string
		want  []int
	}{
		"one of two":        {[]string{shard(1, 2, 20)}, nil}, // the four series of a run are in both
		"two of five":       {[]string{shard(1, 5, 20), shard(2, 5, 20)}, nil},
		"four of five":      {[]string{shard(1, 5, 20), shard(2, 5, 20), shard(3, 5, 20), shard(4, 5, 20)}, []int{0, 5, 10, 15}},
		"one of them ended": {[]string{shard(1, 5, 20), shard(2, 5, 20), shard(3, 5, 12), shard(4, 5, 20)}, []int{0, 5, 10}},
		"whole":             {[]string{path}, param.Indices(20)},
	} {
		s := param.Must(Read(c.files...))
		if got := s.complete(); !slices.Equal(got, c.want) {
			t.Fatalf("%s: runs %v, want %v", name, got, c.want)
		}
		want := 0.
		for _, run := range c.want {
			want += float64(all.from[trials.Unit{Run: run}].find(trials.Unit{Run: run}).Regret[1]) / float64(len(c.want))
		}
		r := param.Must(s.Result())
		if r.Runs != len(c.want) || len(c.want) > 0 && math.Abs(float64(r.Rows[1].RegretMean)-want) > 1e-9 {
			t.Errorf("%s: %d runs, %v, want %v", name, r.Runs, r.Rows, want)
		}
	}
}

// The count of missing units equals a count unit by unit.
func TestMissingIsCountedRight(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		d := &trials.Design{Series: make([]trials.Series, 1+random.IntN(6))}
		d.Setup.Runs = 1 + random.IntN(9)
		of := 2 + random.IntN(6)
		x := &contents{Header: &Header{Shard: fmt.Sprintf("1/%d", of), Design: d}}
		s := &Set{files: []*contents{x}, from: map[trials.Unit]*contents{}}
		missing, parts := 0, map[string]bool{}
		for i := range d.Series {
			for run := range d.Setup.Runs {
				if random.IntN(4) > 0 {
					s.from[trials.Unit{Series: i, Run: run}] = x
					continue
				}
				missing++
				parts[fmt.Sprintf("--shard %d/%d", (i+run)%of+1, of)] = true
			}
		}
		units, remedy := s.Missing()
		if want := strings.Join(slices.Sorted(maps.Keys(parts)), ", "); units != missing || remedy != want {
			t.Fatalf("%d series, %d runs, %d parts: %d, %s, want %d, %s", len(d.Series), d.Setup.Runs, of, units, remedy, missing, want)
		}
	}
}

// Any lines below a header give a set with a result, or a sentence that starts with the path. A
// line with a forged checksum is as harmless as any. Each input is a file, which is written, read, and
// summarized with intervals, so there are fewer than 1,000 inputs a second.
func FuzzRead(f *testing.F) {
	_, content := whole(f, 1)
	lines := []byte(content)
	length := bytes.IndexByte(lines, '\n') + 1
	header, units := lines[:length:length], lines[length:]
	f.Add(units, true)
	f.Add(bytes.ReplaceAll(units, []byte("\n"), []byte("\r\n")), false)
	f.Add([]byte("{}\n"), false)
	f.Add([]byte(`{"runs":9}`), true)
	path := filepath.Join(f.TempDir(), "a.jsonl") // a folder for each input would take half of the time
	f.Fuzz(func(t *testing.T, text []byte, fit bool) {
		if fit {
			text = fitted(text)
		}
		write(t, path, string(append(header, text...)))
		s, err := Read(path)
		if err != nil {
			if !strings.HasPrefix(err.Error(), path+": ") || !param.IsPrintable(err.Error()) {
				t.Errorf("%q", err)
			}
			return
		}
		param.Must(s.Result())
		if units, remedy := s.Missing(); units < 0 || remedy == "" && units > 0 {
			t.Errorf("%d units are missing, to get by %q", units, remedy)
		}
	})
}

// unsound lists changes to a header that make its design impossible.
var unsound = [][2]string{
	{`"learners":["lazy-dp-ts","ucb1"]`, `"learners":[]`},
	{`"learners":["lazy-dp-ts","ucb1"]`, `"learners":["ucb1"]`},
	{`"learners":["lazy-dp-ts"`, `"learners":["lazy-dp-ts\u001b[2J"`},
	{`"name":"hhmh-2"`, `"name":"hhmh-\u202e2"`},
	{`"runs":1`, `"runs":0`},
	{`"runs":1`, `"runs":1000000000000`},
	{`"point":1`, `"point":2`},
	{`"arms":5`, `"arms":0`},
	{`"arms":5`, `"arms":1000000000`},
	{`"t":[10,200]`, `"t":[]`},
	{`"kind":"slope"`, `"kind":"rate"`},
	{`"heights":[`, `"heights":[1,`},
}

func TestUnsoundDesigns(t *testing.T) {
	path, content := whole(t, 1)
	lines := []byte(content)
	for _, edit := range unsound {
		changed := bytes.Replace(lines, []byte(edit[0]), []byte(edit[1]), 1)
		if bytes.Equal(changed, lines) {
			t.Errorf("%s is not there", edit[0])
		}
		write(t, path, string(fitted(changed)))
		if _, err := Read(path); err == nil || err.Error() != path+": line 1: not a design that this program writes" {
			t.Errorf("%s: %v", edit[1], err)
		}
	}
	header := lines[:bytes.IndexByte(lines, '\n')+1]
	for _, atTheLimit := range [][2]string{{`"runs":1`, `"runs":1000000`}, {`"arms":5`, `"arms":1000`}, {`"t":[10,200]`, `"t":[1,2]`}} {
		write(t, path, string(fitted(bytes.Replace(header, []byte(atTheLimit[0]), []byte(atTheLimit[1]), 1))))
		if _, err := Read(path); err != nil {
			t.Errorf("%s: %v", atTheLimit[1], err)
		}
	}
}

// fitted gives the header its hash, and every line its checksum.
func fitted(text []byte) []byte {
	var all, old []byte
	hash := ""
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if i := bytes.LastIndex(line, []byte(`,"crc":`)); i > 0 {
			line = line[:i]
		} else {
			line = bytes.TrimSuffix(line, []byte("}"))
		}
		var h Header
		if len(all) == 0 && json.Unmarshal(append(bytes.Clone(line), '}'), &h) == nil && h.Design != nil {
			old, hash = []byte(h.Hash), h.Design.Hash()
		}
		if len(old) > 0 {
			line = bytes.Replace(line, old, []byte(hash), 1)
		}
		all = append(append(append(all, line...), checksum(line)...), '\n')
	}
	return all
}
