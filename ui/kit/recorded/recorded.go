// Package recorded runs experiments whose finished units are kept in a file, the same way
// for the command line and for screens.
package recorded

import (
	"context"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/ui/kit/outfile"
)

// Open begins the file at path as the store of an experiment that was checked, or
// goes on with it where resume is set. An error begins with the path, or is the
// cause of the context's end.
func Open(ctx context.Context, path string, resume bool, e *model.Experiment) (*record.File, error) {
	design := e.Design(ctx)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	begin := record.Create
	if resume {
		begin = record.Resume
	}
	file, err := begin(path, design, e.Shard)
	if err != nil {
		return nil, err
	}
	e.Store, e.Written = file, design
	return file, nil
}

// Close closes the file of an experiment that ended with err. A complete file is
// put in the order of learner, grid point and replication.
func Close(file *record.File, err error) error {
	if err != nil {
		file.Close()
		return err
	}
	return file.Finish(outfile.Replace)
}
