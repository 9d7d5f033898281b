package figure

import (
	"regretscope/model"
	"regretscope/model/record"
)

// A store keeps a panel's units in memory, so that more runs can be added, and
// in a file of records where there is one.
type store struct {
	design *model.Design // of all looks; the runs are the newest one's
	units  map[model.Unit]*model.Finished
	file   *record.File
}

// open begins the file or goes on with it, and reads what is in it, which counts
// even where no time is left.
func (s *store) open(path, command string) (err error) {
	if s.file, err = record.Resume(path, s.design, model.Shard{}, model.MadeBy(command, s.design)); err != nil {
		return err
	}
	for run := range s.design.Config.Runs {
		for i := range s.design.Series {
			s.Find(model.Unit{Series: i, Run: run})
		}
	}
	return nil
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file = nil
	return file.Close()
}

// Find implements model.Store.
func (s *store) Find(u model.Unit) *model.Finished {
	f := s.units[u]
	if f == nil && s.file != nil {
		if f = s.file.Find(u); f != nil {
			s.units[u] = f
		}
	}
	return f
}

// Append implements model.Store.
func (s *store) Append(f *model.Finished) error {
	s.units[f.Unit] = f
	if s.file == nil {
		return nil
	}
	return s.file.Append(f)
}
