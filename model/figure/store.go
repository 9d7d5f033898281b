package figure

import (
	"regretscope/model"
	"regretscope/model/record"
)

// A store keeps a panel's units in memory, and in a file of records if there is one.
type store struct {
	model.Memory
	design *model.Design // its number of runs is the newest one's
	file   *record.File
}

// open starts or continues the file, and reads its units, which count even if no time is left.
func (s *store) open(path, command string) (err error) {
	if s.file, err = record.Resume(path, s.design, model.Shard{}, model.MadeBy(command, s.design)); err != nil {
		return err
	}
	for run := range s.design.Config.Runs {
		for i := range s.design.Series {
			if f := s.file.Find(model.Unit{Series: i, Run: run}); f != nil {
				s.Memory[f.Unit] = f
			}
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

// Append implements model.Store.
func (s *store) Append(f *model.Finished) error {
	s.Memory[f.Unit] = f
	if s.file == nil {
		return nil
	}
	return s.file.Append(f)
}
