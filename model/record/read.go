package record

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// contents is a file of records in memory.
type contents struct {
	*Header
	path      string                 // as given by the caller
	text      []byte                 // the whole lines, of a regular file
	length    int                    // their bytes
	units     map[trials.Unit][]byte // their lines, without the end
	torn      bool                   // an unfinished line follows
	lost      int                    // the number of lines that are damaged or belong to another experiment
	firstLost int                    // the number of the first of them
	converted bool                   // lines end in CRLF, which this program never writes
	broken    bool                   // compressed data that cannot be unpacked follow
}

// readFile reads a regular file up to a number of bytes. Opening a pipe would wait for its
// writer, and some files of size 0 never end, such as /proc/kmsg.
func readFile(path string, room int) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, errors.New("is not a regular file"))
	}
	if info.Size() > int64(room) {
		return nil, errors.New("its records " + memlimit.Refusal(int(info.Size())))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text := make([]byte, info.Size())
	n, err := io.ReadFull(io.LimitReader(file, info.Size()), text)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // a writer has truncated the file meanwhile
	}
	return text[:n], err
}

// Limits of files. Those in bytes are for files that are read line by line.
const (
	maxLost   = 100_000 // lines
	maxLine   = 1 << 26 // bytes
	maxBarren = 1 << 24 // bytes without a new record
)

// stream parses a compressed file, or a stream, of at most a number of bytes.
func (c *contents) stream(room int) error {
	file, _, err := files.OpenGiven(c.path)
	if err != nil {
		return err
	}
	defer file.Close()
	unpacked, err := files.Unpacked(file)
	if err != nil {
		return err
	}
	return c.lines(unpacked, room)
}

func (c *contents) lines(text io.Reader, room int) (err error) {
	in := bufio.NewReaderSize(text, 1<<16)
	left := room
	wrong := c.parse(func(yield func([]byte) bool) {
		for line := []byte(nil); err == nil; {
			var part []byte
			part, err = in.ReadSlice('\n')
			line = append(line, part...)
			switch left -= len(part); {
			case left < 0:
				err = errors.New("its records " + memlimit.Refusal(room+1))
			case len(line) > maxLine:
				err = fmt.Errorf("has a line of more than %s", memlimit.Format(maxLine))
			case err == bufio.ErrBufferFull:
				err = nil
			case len(line) > 0 && !yield(line):
				return
			default:
				line = line[:0]
			}
		}
	})
	ends := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
	if c.broken = ends && c.Header != nil; c.broken {
		return wrong // truncated, or padded
	}
	if err != nil && err != io.EOF {
		return err
	}
	return wrong
}

// load reads a file of records. It returns an error, which begins with the path, only if the header is damaged.
func load(path string, room int) (c *contents, err error) {
	c = &contents{path: path}
	if files.IsStream(path) || strings.HasSuffix(path, ".gz") {
		err = c.stream(room)
	} else {
		var text []byte
		if text, err = readFile(path, room); err == nil {
			err = c.hold(text)
		}
	}
	return c, plain(path, err)
}

// hold parses a regular file and keeps its text.
func (c *contents) hold(text []byte) error {
	c.text = text
	err := cmp.Or(files.Packed(text), c.parse(bytes.Lines(text)))
	c.text = text[:c.length]
	return err
}

func (c *contents) parse(lines iter.Seq[[]byte]) (err error) {
	c.units = map[trials.Unit][]byte{}
	at, barren := 0, 0
	for line := range lines {
		if c.torn = line[len(line)-1] != '\n'; c.torn {
			break
		}
		at++
		c.length += len(line)
		c.converted = c.converted || bytes.HasSuffix(line, []byte("\r\n"))
		body := bytes.TrimPrefix(bytes.TrimRight(line, " \r\n"), []byte("\ufeff"))
		if at == 1 {
			if c.Header, err = decodeHeader(body); err != nil {
				return err
			}
			continue
		}
		if barren > maxBarren && c.text == nil {
			return fmt.Errorf("has no record in %s before line %d", memlimit.Format(maxBarren), at)
		}
		if barren += len(line); len(body) == 0 { // left by repair in place of a lost line
			continue
		}
		f, err := c.decodeUnit(body)
		switch {
		case err != nil && c.repeats(body): // files were put one after another
		case err != nil && c.lost == maxLost:
			return fmt.Errorf("has more than %s lines that are damaged or of another experiment", number.Count(maxLost))
		case err != nil:
			if c.lost++; c.lost == 1 {
				c.firstLost = at
			}
			if c.text != nil {
				copy(line, bytes.Repeat([]byte(" "), len(line)-1)) // for repair
			}
		case f != nil:
			if barren -= len(line); c.units[f.Unit] == nil {
				barren = 0
			}
			if c.text == nil {
				body = bytes.Clone(body)
			}
			c.units[f.Unit] = body
		}
	}
	if c.Header == nil {
		return errNoRecords
	}
	return nil
}

// repeats reports whether a line is a header of the same experiment.
func (c *contents) repeats(line []byte) bool {
	begin := fmt.Appendf(nil, `{"regretscope":%q,"format":%d,"hash":%q,`, kind, Format, c.Hash)
	return bytes.HasPrefix(line, begin) && sound(line)
}

// find returns a unit that is in the file, or nil.
func (c *contents) find(u trials.Unit) *trials.Finished {
	text, ok := c.units[u]
	if !ok {
		return nil
	}
	f, _ := c.decodeUnit(text) // it was checked when it was read
	return f
}

// Damage describes the damaged lines of the file, in sentences that begin with the path. A last
// line without an end is not damage.
func (c *contents) Damage() (sentences []string) {
	if c.converted {
		sentences = append(sentences, c.path+": its line ends were converted to CRLF, as by a transfer in text mode")
	}
	if c.broken {
		sentences = append(sentences, c.path+": its compressed data are damaged or end early: the records before are read")
	}
	if c.lost > 0 {
		lines := "1 line is"
		if c.lost > 1 {
			lines = fmt.Sprint(c.lost, " lines are")
		}
		sentences = append(sentences, fmt.Sprintf(
			"%s: %s damaged or of another experiment and left out, the first is line %d", c.path, lines, c.firstLost))
	}
	return sentences
}

// plain returns an error of the file system as a sentence that begins with the path.
func plain(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, files.Reason(err))
}

// fits returns an error unless the records belong to the experiment of a header.
func (c *contents) fits(h *Header) error {
	switch {
	case c.Hash != h.Hash:
		return fmt.Errorf("holds another experiment: %s", c.Design.Difference(h.Design))
	case c.Shard != h.Shard:
		return fmt.Errorf("holds %s, and this is %s", shardName(c.Shard), shardName(h.Shard))
	case c.Design.Commit != "" && h.Design.Commit != "" && c.Design.Commit != h.Design.Commit:
		return fmt.Errorf("was written by commit %s, and this program is commit %s", c.Design.Commit, h.Design.Commit)
	}
	return nil
}

func shardName(shard string) string {
	if shard == "" {
		return "the whole experiment"
	}
	return "shard " + shard
}

// A Set is one experiment, read from one file or from its shards.
type Set struct {
	files []*contents
	from  map[trials.Unit]*contents
}

// Read reads the files of one experiment into memory. Files of different experiments, units that occur twice, and
// more data than memory allows are errors: sentences that begin with a path. Damaged lines are skipped.
func Read(paths ...string) (*Set, error) {
	sets, err := ReadAll(paths...)
	if err != nil {
		return nil, err
	}
	if len(sets) > 1 {
		first, c := sets[0].files[0], sets[1].files[0]
		return nil, fmt.Errorf("%s: holds a different experiment from %s: %s", c.path, first.path,
			c.Design.Difference(first.Design))
	}
	return sets[0], nil
}

// ReadAll reads the files of one experiment or more, as Read does.
func ReadAll(paths ...string) (sets []*Set, err error) {
	room := memlimit.Room()
	for _, path := range paths {
		c, err := load(path, room)
		if err != nil {
			return nil, err
		}
		room -= c.length
		i := slices.IndexFunc(sets, func(s *Set) bool { return s.files[0].Hash == c.Hash })
		if i < 0 {
			i, sets = len(sets), append(sets, &Set{from: map[trials.Unit]*contents{}})
		}
		if err := sets[i].join(c); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

func (s *Set) join(c *contents) error {
	s.files = append(s.files, c)
	first := s.files[0]
	if a, b := c.Design.Commit, first.Design.Commit; a != b && a != "" && b != "" {
		return fmt.Errorf("%s: was written by commit %s, and %s by commit %s", c.path, a, first.path, b)
	}
	for u := range c.units {
		if other := s.from[u]; other != nil {
			return fmt.Errorf("%s: %s is also in %s: shards must not overlap", c.path, s.name(u), other.path)
		}
		s.from[u] = c
	}
	return nil
}

// name describes a unit for people.
func (s *Set) name(u trials.Unit) string {
	d := s.files[0].Design
	series := &d.Series[u.Series]
	name := fmt.Sprintf("run %d of %s", u.Run+1, series.Choice)
	if d.Setup.Sweep() {
		name += fmt.Sprintf(" at grid point %d", series.Point+1)
	}
	return name
}

// Design returns the design of the experiment, with the largest number of runs that a file asks for.
func (s *Set) Design() *trials.Design {
	d := *s.files[0].Design
	for _, c := range s.files {
		d.Setup.Runs = max(d.Setup.Runs, c.Design.Setup.Runs)
	}
	return &d
}

// Path returns the path of the first file.
func (s *Set) Path() string { return s.files[0].path }

// Made returns what made the file with the most runs; nil if unknown.
func (s *Set) Made() *trials.Made {
	return slices.MaxFunc(s.files,
		func(a, b *contents) int { return a.Design.Setup.Runs - b.Design.Setup.Runs }).MadeBy
}

// Damage describes the damaged lines of all files, in sentences that begin with a path.
func (s *Set) Damage() []string {
	return slices.Concat(param.Map(s.files, (*contents).Damage)...)
}

// Torn lists the files that end in the middle of a line, as a killed process leaves them. That line is skipped.
func (s *Set) Torn() (paths []string) {
	for _, c := range s.files {
		if c.torn {
			paths = append(paths, c.path)
		}
	}
	return paths
}

// missing yields the units that no file has, replication by replication.
func (s *Set) missing() iter.Seq[trials.Unit] {
	d := s.Design()
	return func(yield func(trials.Unit) bool) {
		for run := range d.Setup.Runs {
			for i := range d.Series {
				if u := (trials.Unit{Series: i, Run: run}); s.from[u] == nil && !yield(u) {
					return
				}
			}
		}
	}
}

// complete returns the replications that all series have, but those of shards that are not given: up to the
// first that a given shard lacks, because the replications that a stopped process has finished are the fast ones.
func (s *Set) complete() (runs []int) {
	d := s.Design()
	for run := range d.Setup.Runs {
		whole := true
		for i := range d.Series {
			u := trials.Unit{Series: i, Run: run}
			if s.from[u] != nil {
				continue
			}
			if whole = false; slices.ContainsFunc(s.files, func(c *contents) bool { return c.shard().Has(u, d) }) {
				return runs
			}
		}
		if whole {
			runs = append(runs, run)
		}
	}
	return runs
}

// Runs returns the number of replications that a result is about.
func (s *Set) Runs() int { return len(s.complete()) }

// Missing counts the units that no file has and names the remedy: the shards to run again, or --resume.
func (s *Set) Missing() (units int, remedy string) {
	of := 1
	for _, c := range s.files {
		of = max(of, c.shard().Of)
	}
	d := s.files[0].Design
	incomplete := make([]bool, of)
	for u := range s.missing() {
		units++
		incomplete[(u.Series+u.Run/d.Series[u.Series].Batch())%of] = true
	}
	if of == 1 {
		return units, "--resume"
	}
	var names []string
	for part, open := range incomplete {
		if open {
			names = append(names, fmt.Sprintf("--shard %d/%d", part+1, of))
		}
	}
	return units, strings.Join(names, ", ")
}

// Result returns the result that run would have returned for the complete replications, at some of the
// reported rounds or at all.
func (s *Set) Result(at ...int) (*trials.Result, error) {
	d := s.Design()
	each := slices.Repeat([][]int{s.complete()}, len(d.Series))
	if d.Setup.Precision > 0 {
		for i := range each {
			n := 0
			for s.from[trials.Unit{Series: i, Run: n}] != nil {
				n++
			}
			each[i] = param.Indices(n)
		}
	}
	counts := param.Map(each, func(runs []int) int { return len(runs) })
	if data := d.Bytes(slices.Max(counts)); data > memlimit.Room() {
		return nil, fmt.Errorf("%s: a summary %s", s.files[0].path, memlimit.Refusal(data))
	}
	totals := trials.NewTotals(d)
	for i := range d.Series {
		for at, run := range each[i] {
			u := trials.Unit{Series: i, Run: run}
			f := s.from[u].find(u)
			f.Run = at
			totals.Add(f)
		}
	}
	if len(at) > 0 {
		if err := totals.Only(at); err != nil {
			return nil, err
		}
	}
	return totals.Result(slices.Min(counts)), nil
}

// inOrder returns the units by learner, grid point, and replication.
func (s *Set) inOrder() []trials.Unit {
	learners := len(s.files[0].Design.Setup.Learners)
	return slices.SortedFunc(maps.Keys(s.from), func(a, b trials.Unit) int {
		return cmp.Or(
			cmp.Compare(a.Series%learners, b.Series%learners),
			cmp.Compare(a.Series/learners, b.Series/learners),
			cmp.Compare(a.Run, b.Run),
		)
	})
}
