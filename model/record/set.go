package record

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/model/files"
	"regretscope/noise/budget"
)

// A Set is one experiment in one or more files: the whole of it, or its shards.
type Set struct {
	files []*index
	from  map[model.Unit]*index
}

// Read opens the files of one experiment. Files of different experiments, and
// units that are in two of them, are errors: sentences that begin with a path.
func Read(paths ...string) (*Set, error) { return read(paths, nil) }

// read opens files; with salvage, the header that stands for a damaged one, also
// damaged ones and copies.
func read(paths []string, salvage *Header) (*Set, error) {
	s := &Set{from: map[model.Unit]*index{}}
	for _, path := range paths {
		x, err := open(path, salvage)
		if err != nil {
			s.Close()
			return nil, err
		}
		s.files = append(s.files, x)
		if err := s.join(x, salvage != nil); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

func (s *Set) join(x *index, copies bool) error {
	first := s.files[0]
	if x.Hash != first.Hash {
		return fmt.Errorf("%s: holds a different experiment from %s: %s", x.path, first.path, x.Design.Difference(first.Design))
	}
	if a, b := x.Design.Commit, first.Design.Commit; a != b && a != "" && b != "" {
		return fmt.Errorf("%s: was written by commit %s, and %s by commit %s", x.path, a, first.path, b)
	}
	for u := range x.places {
		if other := s.from[u]; other != nil && !copies {
			return fmt.Errorf("%s: %s is also in %s: shards must not overlap", x.path, s.name(u), other.path)
		}
		s.from[u] = x
	}
	return nil
}

// name is what people call a unit.
func (s *Set) name(u model.Unit) string {
	d := s.files[0].Design
	series := &d.Series[u.Series]
	name := fmt.Sprintf("run %d of %s", u.Run+1, series.Choice)
	if len(d.Config.Points) > 0 {
		name += fmt.Sprintf(" at grid point %d", series.Point+1)
	}
	return name
}

// Close closes the files.
func (s *Set) Close() {
	for _, x := range s.files {
		x.file.Close()
	}
}

// Design is the experiment's, with as many runs as the longest file asked for.
func (s *Set) Design() *model.Design {
	d := *s.files[0].Design
	for _, x := range s.files {
		d.Config.Runs = max(d.Config.Runs, x.Design.Config.Runs)
	}
	return &d
}

// Cut lists the files that end in the middle of a line, as a process leaves
// them that is killed; that line does not count.
func (s *Set) Cut() []string {
	var paths []string
	for _, x := range s.files {
		if x.cut {
			paths = append(paths, x.path)
		}
	}
	return paths
}

// missing are the units that are in no file, replication by replication.
func (s *Set) missing() iter.Seq[model.Unit] {
	d := s.Design()
	return func(yield func(model.Unit) bool) {
		for run := range d.Config.Runs {
			for i := range d.Series {
				if u := (model.Unit{Series: i, Run: run}); s.from[u] == nil && !yield(u) {
					return
				}
			}
		}
	}
}

// Runs is how many replications all series have, without a gap from the first.
func (s *Set) Runs() int {
	for u := range s.missing() {
		return u.Run
	}
	return s.Design().Config.Runs
}

// Missing counts the units that are in no file, and says how to get them: the
// shards to run again, or --resume.
func (s *Set) Missing() (units int, remedy string) {
	of := 1
	for _, x := range s.files {
		if _, n, _ := x.part(); n > 0 {
			of = n
		}
	}
	d := s.Design()
	// Of a series each part has as many runs as any other, but for those left over: they
	// go to the parts from the series' own on.
	each, over := d.Config.Runs/of, d.Config.Runs%of
	steps := make([]int, 2*of+1) // by how much a part has more of them than the one before, the parts counted on beyond the last
	batched := make([]int, of)   // of each part, the units of programs, which go by batches
	single := len(d.Series)
	for i := range d.Series {
		if size := d.Series[i].Batch(); size > 1 {
			single--
			for run := 0; run < d.Config.Runs; run += size {
				batched[(i+run/size)%of] += min(size, d.Config.Runs-run)
			}
			continue
		}
		steps[i%of]++
		steps[i%of+over]--
	}
	parts, more := make([]int, of), 0 // how many units of each are missing
	for part := range 2 * of {
		more += steps[part]
		parts[part%of] += more
	}
	for u := range s.from {
		if u.Run < d.Config.Runs {
			parts[(u.Series+u.Run/d.Series[u.Series].Batch())%of]--
		}
	}
	var names []string
	for part, n := range parts {
		n += each*single + batched[part]
		if units += n; n > 0 {
			names = append(names, fmt.Sprintf("--shard %d/%d", part+1, of))
		}
	}
	if of == 1 {
		return units, "--resume"
	}
	return units, strings.Join(names, ", ")
}

// Result is what `run` would have said of the replications that are complete.
func (s *Set) Result() (*model.Result, error) {
	runs := s.Runs()
	d := s.Design()
	each := slices.Repeat([]int{runs}, len(d.Series))
	if d.Config.Precision > 0 {
		for i := range each {
			each[i] = s.runsOf(i)
		}
	}
	if data := d.Bytes(slices.Max(each)); data > budget.Room() {
		return nil, fmt.Errorf("%s: a summary %s", s.files[0].path, budget.Refusal(data))
	}
	totals := model.NewTotals(d)
	for i := range d.Series {
		for run := range each[i] {
			u := model.Unit{Series: i, Run: run}
			f, err := s.from[u].unit(u)
			if err != nil {
				return nil, err
			}
			totals.Add(f)
		}
	}
	return totals.Result(slices.Min(each)), nil
}

// runsOf is how many runs a series has, without a gap from the first.
func (s *Set) runsOf(series int) int {
	run := 0
	for s.from[model.Unit{Series: series, Run: run}] != nil {
		run++
	}
	return run
}

// Write writes all units as one file, of the same shard where all files are, in
// the order of learner, grid point and replication: the same whatever the files were,
// apart from elapsed times.
func (s *Set) Write(w io.Writer) error {
	header := newHeader(s.Design(), model.Shard{})
	header.Shard = s.shard()
	return header.write(w, maps.Keys(s.from), func(u model.Unit) ([]byte, error) { return s.from[u].line(u) })
}

// Write writes the units of an experiment, as Set.Write does.
func Write(w io.Writer, d *model.Design, units model.Memory) error {
	header := newHeader(d, model.Shard{})
	return header.write(w, maps.Keys(units), func(u model.Unit) ([]byte, error) { return encode(header.unitLine(units[u])) })
}

func (h *Header) write(w io.Writer, units iter.Seq[model.Unit], lineOf func(model.Unit) ([]byte, error)) error {
	put := func(line []byte, err error) error {
		if err == nil {
			_, err = w.Write(line)
		}
		return err
	}
	learners := len(h.Design.Config.Learners)
	order := slices.SortedFunc(units, func(a, b model.Unit) int {
		return cmp.Or(
			cmp.Compare(a.Series%learners, b.Series%learners),
			cmp.Compare(a.Series/learners, b.Series/learners),
			cmp.Compare(a.Run, b.Run),
		)
	})
	err := put(encode(h))
	for _, u := range order {
		if err == nil {
			err = put(lineOf(u))
		}
	}
	return err
}

// shard is that of all files together: the whole experiment where they differ.
func (s *Set) shard() string {
	shard := s.files[0].Shard
	if slices.ContainsFunc(s.files, func(x *index) bool { return x.Shard != shard }) {
		return ""
	}
	return shard
}

// TakeOver locks an earlier merge of these files, so that it can be replaced: a file of
// records that has no unit that these do not have. The lock is nil where there is no
// file; the error of any other file wraps fs.ErrExist.
func (s *Set) TakeOver(path string) (lock *files.Lock, err error) {
	if err := CheckNew(path); !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if lock, err = files.Take(path); err != nil {
		return nil, plain(path, err)
	}
	x, err := open(path, nil)
	if err == nil {
		defer x.file.Close()
		if x.Hash == s.files[0].Hash && x.Shard == s.shard() && !slices.ContainsFunc(slices.Collect(maps.Keys(x.places)), func(u model.Unit) bool { return s.from[u] == nil }) {
			return lock, nil
		}
	}
	lock.Release()
	return nil, plain(path, errIsThere)
}
