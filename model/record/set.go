package record

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
)

// A Set is one experiment, read from one file or from its shards.
type Set struct {
	files []*contents
	from  map[trials.Unit]*contents
}

// Read reads the files of one experiment into memory. Files of different experiments, units
// that occur twice, and more data than memory allows are errors: sentences that begin with a
// path. Damaged lines are skipped.
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
	if len(d.Config.Points) > 0 {
		name += fmt.Sprintf(" at grid point %d", series.Point+1)
	}
	return name
}

// Design returns the design of the experiment, with the largest number of runs that a file asks
// for.
func (s *Set) Design() *trials.Design {
	d := *s.files[0].Design
	for _, c := range s.files {
		d.Config.Runs = max(d.Config.Runs, c.Design.Config.Runs)
	}
	return &d
}

// Path returns the path of the first file.
func (s *Set) Path() string { return s.files[0].path }

// Made returns what made the file with the most runs; nil if unknown.
func (s *Set) Made() *trials.Made {
	return slices.MaxFunc(s.files,
		func(a, b *contents) int { return a.Design.Config.Runs - b.Design.Config.Runs }).MadeBy
}

// Damage describes the damaged lines of all files, in sentences that begin with a path.
func (s *Set) Damage() []string {
	return slices.Concat(param.Map(s.files, (*contents).Damage)...)
}

// Torn lists the files that end in the middle of a line, as a killed process leaves them. That
// line is skipped.
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
		for run := range d.Config.Runs {
			for i := range d.Series {
				if u := (trials.Unit{Series: i, Run: run}); s.from[u] == nil && !yield(u) {
					return
				}
			}
		}
	}
}

// Runs returns the number of replications, without a gap from the first, that all series have.
func (s *Set) Runs() int {
	for u := range s.missing() {
		return u.Run
	}
	return s.Design().Config.Runs
}

// Missing counts the units that no file has and names the remedy: the shards to run again, or
// --resume.
func (s *Set) Missing() (units int, remedy string) {
	of := 1
	for _, c := range s.files {
		of = max(of, c.parts())
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
	runs := s.Runs()
	d := s.Design()
	each := slices.Repeat([]int{runs}, len(d.Series))
	if d.Config.Precision > 0 {
		for i := range each {
			for each[i] = 0; s.from[trials.Unit{Series: i, Run: each[i]}] != nil; {
				each[i]++
			}
		}
	}
	if data := d.Bytes(slices.Max(each)); data > memlimit.Room() {
		return nil, fmt.Errorf("%s: a summary %s", s.files[0].path, memlimit.Refusal(data))
	}
	totals := trials.NewTotals(d)
	for i := range d.Series {
		for run := range each[i] {
			u := trials.Unit{Series: i, Run: run}
			totals.Add(s.from[u].find(u))
		}
	}
	if len(at) > 0 {
		if err := totals.Only(at); err != nil {
			return nil, err
		}
	}
	return totals.Result(slices.Min(each)), nil
}

// inOrder returns the units by learner, grid point, and replication.
func (s *Set) inOrder() []trials.Unit {
	learners := len(s.files[0].Design.Config.Learners)
	return slices.SortedFunc(maps.Keys(s.from), func(a, b trials.Unit) int {
		return cmp.Or(
			cmp.Compare(a.Series%learners, b.Series%learners),
			cmp.Compare(a.Series/learners, b.Series/learners),
			cmp.Compare(a.Run, b.Run),
		)
	})
}
