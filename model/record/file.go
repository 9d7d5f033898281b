package record

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/memlimit"
)

// A File stores the units of an experiment under way and keeps other processes from writing it
// until it is closed. It is a model.Store, used by one goroutine.
type File struct {
	*contents // when it was opened
	file      *os.File
	length    int64 // of the file, unless another program changes it
	created   bool  // by this process
	lock      *files.Lock
	part      trials.Shard
	appended  int
	others    []string // damage of files that Gather read
	synced    time.Time
}

// syncEvery limits how much finished work a power failure may cost.
const syncEvery = time.Second

// Open makes the file at path the store of a checked experiment. With resume, it continues an
// existing file, and gathers the units of others. The header records the command line. An error
// begins with a path, or is the cause of the context's end.
func Open(
	ctx context.Context, path string, resume bool, e *trials.Experiment, command string, others ...string,
) (*File, error) {
	design := e.Design(ctx)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	f, err := open(path, !resume, design, e.Shard, trials.MadeBy(command, design))
	if err != nil {
		return nil, err
	}
	if err := f.Gather(others...); err != nil {
		f.abandon(err)
		return nil, err
	}
	e.Store, e.Stored = f, design
	return f, nil
}

// Resume opens a file to continue an experiment, or begins one if there is none. It removes
// unusable lines, whose units are then simulated again. The error for a file of another design
// says what differs; that for a file that another process is writing wraps files.ErrHeld.
func Resume(path string, d *trials.Design, s trials.Shard, by *trials.Made) (*File, error) {
	return open(path, false, d, s, by)
}

// These are replaced in tests.
var (
	lockFile = files.LockFile
	lockTime = files.Dying
)

// open is Resume, or begins a new file. It never replaces one: the error then wraps fs.ErrExist.
func open(path string, fresh bool, d *trials.Design, s trials.Shard, by *trials.Made) (*File, error) {
	if fresh {
		if err := CheckNew(path); err != nil {
			return nil, err
		}
	}
	f := &File{
		contents: &contents{path: path, Header: newHeader(d, s, by), units: map[trials.Unit][]byte{}},
		part:     s, synced: time.Now(),
	}
	if err := f.begin(fresh); err != nil {
		f.abandon(err)
		return nil, plain(path, err)
	}
	return f, nil
}

// abandon closes a file after a failed start, and removes it unless it was there before or another
// process continues it.
func (f *File) abandon(err error) {
	defer f.lock.Release() // afterwards the file may be another process's
	if f.file == nil {
		return
	}
	f.file.Close()
	if f.created && !errors.Is(err, files.ErrHeld) && !errors.Is(err, fs.ErrExist) {
		os.Remove(f.path)
	}
}

func (f *File) begin(fresh bool) error {
	info, err := os.Stat(f.path)
	if err == nil && !info.Mode().IsRegular() {
		return errors.New("is not a regular file")
	}
	f.file, err = os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	f.created = err == nil
	if !fresh && errors.Is(err, fs.ErrExist) {
		f.file, err = os.OpenFile(f.path, os.O_RDWR|os.O_CREATE, 0o644)
	}
	if err != nil {
		return err
	}
	wait := lockTime // for a process that was killed just now
	if fresh {
		wait = 0
	}
	if f.lock, err = lockFile(f.path, wait); err != nil {
		return err
	}
	text, err := readFile(f.path, memlimit.Room())
	if err != nil {
		return err
	}
	if fresh && len(text) > 0 { // another process began it before it was locked
		return errExists
	}
	header, err := encode(f.Header)
	if err != nil {
		return err
	}
	// A process killed while it begins a file leaves part of a header.
	if len(text) < len(header) && bytes.HasPrefix(header, text) {
		return cmp.Or(f.file.Truncate(0), f.put(header))
	}
	return f.continueFrom(text, f.Header)
}

// continueFrom reads the lines of an earlier process and removes unusable ones.
func (f *File) continueFrom(text []byte, h *Header) error {
	err := f.hold(text)
	if err == nil {
		err = f.fits(h)
	}
	if err == nil {
		err = f.repair()
	}
	if err != nil {
		return err
	}
	asked, had := &h.Design.Setup, &f.Design.Setup
	if asked.Runs <= had.Runs && asked.Precision == had.Precision {
		return nil
	}
	more := extension{Hash: f.Hash, Runs: max(asked.Runs, had.Runs), MadeBy: h.MadeBy}
	if asked.Precision != had.Precision {
		more.Precision = &asked.Precision
	}
	had.Runs, had.Precision = more.Runs, asked.Precision
	longer, err := encode(more)
	if err == nil {
		err = f.put(longer)
	}
	return err
}

// repair blanks lost lines and converted line ends in place and cuts off a torn line. It changes
// no other byte, so it may be killed at any moment. Reading has blanked the lost lines in memory.
func (f *File) repair() error {
	if len(f.contents.Damage()) > 0 {
		mended := bytes.ReplaceAll(f.text, []byte("\r\n"), []byte(" \n"))
		if _, err := f.file.WriteAt(mended, 0); err != nil {
			return err
		}
	}
	if err := f.file.Truncate(int64(len(f.text))); err != nil {
		return err
	}
	var err error
	f.length, err = f.file.Seek(0, io.SeekEnd)
	return err
}

// Gather adds the units of other files of the same experiment, ordered by learner, grid point, and replication,
// except for units that the file has or that are not of its shard. The error begins with a path.
func (f *File) Gather(paths ...string) error {
	if len(paths) == 0 {
		return nil
	}
	s, err := Read(paths...)
	if err != nil {
		return err
	}
	for _, c := range s.files {
		own := *f.Header
		own.Shard = c.Shard
		if err := c.fits(&own); err != nil {
			return fmt.Errorf("%s: %w", c.path, err)
		}
	}
	f.others = s.Damage()
	for _, u := range s.inOrder() {
		if f.units[u] != nil || !f.part.Has(u, f.Design) {
			continue
		}
		f.units[u] = s.from[u].units[u]
		if err := f.put(append(slices.Clone(f.units[u]), '\n')); err != nil {
			return plain(f.path, err)
		}
	}
	return nil
}

// Damage describes the damage of the file and of those that Gather read.
func (f *File) Damage() []string { return append(f.contents.Damage(), f.others...) }

// Find implements model.Store for the units that the file had when it was opened.
func (f *File) Find(u trials.Unit) *trials.Finished { return f.find(u) }

// Append implements model.Store.
func (f *File) Append(u *trials.Finished) error {
	text, err := encode(f.unitLine(u))
	if err == nil {
		err = f.put(text)
	}
	if err != nil {
		return plain(f.path, err)
	}
	f.appended++
	if time.Since(f.synced) < syncEvery {
		return nil
	}
	f.synced = time.Now()
	return plain(f.path, f.file.Sync())
}

func (f *File) put(line []byte) error {
	if err := f.check(); err != nil {
		return err
	}
	n, err := f.file.Write(line)
	f.length += int64(n)
	return err
}

// check returns an error if the path names another file, or none, or if another program changed the file's length.
func (f *File) check() error {
	ours, err := f.file.Stat()
	if err != nil {
		return err
	}
	switch named, err := os.Stat(f.path); {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("was removed while this program wrote it")
	case err != nil:
		return err
	case !os.SameFile(ours, named):
		return errors.New("was replaced while this program wrote it")
	case ours.Size() != f.length:
		return fmt.Errorf("was changed by another program: it has %d bytes and should have %d", ours.Size(), f.length)
	}
	return nil
}

// Units returns how many units the file has.
func (f *File) Units() int { return len(f.units) + f.appended }

// Locked reports whether other processes are kept from writing the file. Some file systems have no locks.
func (f *File) Locked() bool { return f.lock.Locked() }

// Close syncs and closes the file, and lets other processes write it. The error says if the path no
// longer leads to the records.
func (f *File) Close() error {
	defer f.lock.Release()
	return plain(f.path, cmp.Or(f.check(), f.file.Sync(), f.file.Close()))
}

// CheckNew returns an error early if no file of records can be begun at path. The error is a
// sentence that begins with the path; it wraps fs.ErrExist if the file exists.
func CheckNew(path string) error {
	if _, err := os.Lstat(path); err == nil {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: is a link to a file that does not exist", path)
		}
		return plain(path, errExists)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no such folder", path)
	}
	return nil
}

// errExists is fs.ErrExist in plain words.
var errExists = existsError{}

type existsError struct{}

func (existsError) Error() string   { return "already exists and is not overwritten" }
func (existsError) Is(e error) bool { return e == fs.ErrExist }
