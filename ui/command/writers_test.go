//go:build unix

package command

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"regretscope/model/record"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// A writer is a process that resumes a file.
type writer struct {
	*exec.Cmd
	said  strings.Builder
	ended chan error
}

// many processes resume a file with hours of work. All but one refuse; that one is returned once it has written.
func many(t *testing.T, n int, request, path string) *writer {
	t.Helper()
	before := size(path)
	var writers []*writer
	ends := make(chan *writer, n)
	for range cap(ends) {
		w := &writer{Cmd: started(t, request+" --runs 1e5 --records "+path+" --resume"), ended: make(chan error, 1)}
		w.Stderr = &w.said
		uitest.NoError(t, w.Start())
		t.Cleanup(func() { w.Process.Kill() })
		go func() {
			w.ended <- w.Wait()
			ends <- w
		}()
		writers = append(writers, w)
	}
	refused := map[*writer]bool{}
	for len(refused) < len(writers)-1 {
		w := <-ends
		refused[w] = true
		want := "--records " + path + ": another process is writing it; wait for it to finish, or name another file\n"
		if status := w.ProcessState.ExitCode(); status != wrong || w.said.String() != want {
			t.Fatalf("%d ended before, this one with status %d: %s", len(refused)-1, status, &w.said)
		}
	}
	for _, w := range writers {
		if !refused[w] {
			for size(path) <= before {
				time.Sleep(time.Millisecond)
			}
			return w
		}
	}
	return nil
}

// Of many processes that resume one file at once, one continues and the others refuse.
func TestOneOfManyWrites(t *testing.T) { writesAlone(t, 3, syscall.SIGKILL) }

// writesAlone starts n processes on one file for each signal that ends the one that writes.
func writesAlone(t *testing.T, n int, signals ...os.Signal) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.jsonl")
	lock, err := files.LockFolder(t.TempDir(), 0)
	if err != nil || !lock.Locked() {
		t.Skip("no locks here")
	}
	lock.Release()
	const request = "run --learner lazy-dp-ts --learner ucb1 --horizon 2e4 --workers 1 --quiet --format csv"
	units := 0
	for _, end := range signals {
		t.Run(end.String(), func(t *testing.T) {
			w := many(t, n, request, path)
			uitest.NoError(t, w.Process.Signal(end))
			if err := <-w.ended; err == nil {
				t.Fatal("it ended by itself")
			}
			set := param.Must(record.Read(path))
			missing, _ := set.Missing()
			now := 2e5 - missing
			if now < units {
				t.Errorf("%d units are there, %d were", now, units)
			}
			if want := fmt.Sprintf("interrupted: %s has %s; the same command with --resume goes on\n",
				path, number.Plural(now, "unit")); end != syscall.SIGKILL && w.said.String() != want {
				t.Errorf("it says %swant %s", &w.said, want)
			}
			units = now
		})
	}
	runs := fmt.Sprint(" --runs ", units/2+3)
	if got, want := printed(t, request+runs+" --records "+path+" --resume"), printed(t, request+runs); got != want {
		t.Errorf("gone on with to the end, it says\n%s\na single run says\n%s", got, want)
	}
}

// A second reproduction into the same folder is refused before any work.
func TestOneReproducesIntoAFolder(t *testing.T) {
	folder := t.TempDir()
	lock, err := files.LockFolder(folder, 0)
	if err != nil || !lock.Locked() {
		t.Skip("no locks here")
	}
	request := started(t, "reproduce hhmh-fig1 --quiet --time-limit 1s --output "+folder)
	var said strings.Builder
	request.Stderr = &said
	want := "--output " + folder + ": another process is writing it; wait for it to finish, or name another file\n"
	if failure := new(exec.ExitError); !errors.As(request.Run(), &failure) || failure.ExitCode() != wrong || said.String() != want {
		t.Errorf("%v, %s", failure, &said)
	}
	lock.Release()
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("%v are in the folder", entries)
	}
}

// Records that vanish during a run end it with status 1 and a sentence that names the file, also if
// it is interrupted meanwhile. A second process does not overwrite them.
func TestRecordsThatVanish(t *testing.T) {
	t.Parallel()
	const request = "run --learner ucb1 --learner dp-se --horizon 2e4 --runs 1e6 --workers 1 --quiet"
	for name, c := range map[string]struct {
		want string
		do   func(path string) error
	}{
		"removed": {"was removed while this program wrote it", os.Remove},
		"replaced": {"was replaced while this program wrote it", func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		}},
		"truncated": {"was changed by another program: it has 0 bytes and should have ", func(path string) error {
			return os.Truncate(path, 0)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "records") // an ending that --output may have, too
			w := started(t, request+" --records "+path)
			var said strings.Builder
			w.Stderr = &said
			uitest.NoError(t, w.Start())
			t.Cleanup(func() { w.Process.Kill() })
			for size(path) < 10_000 {
				time.Sleep(time.Millisecond)
			}
			p := newTestProgram()
			want := "--output " + path + ": cannot be written: another process is writing it; wait for it to finish, or name another file\n"
			if status := p.Run(t.Context(), args("run --horizon 10 --runs 1 --force --quiet --output "+path)); status != wrong || p.err.String() != want {
				t.Errorf("status %d, %s", status, &p.err)
			}
			uitest.NoError(t, errors.Join(w.Process.Signal(syscall.SIGSTOP), c.do(path), w.Process.Signal(os.Interrupt), w.Process.Signal(syscall.SIGCONT)))
			_ = w.Wait()
			if status := w.ProcessState.ExitCode(); status != failed || !strings.HasPrefix(said.String(), path+": "+c.want) || strings.Count(said.String(), "\n") != 1 {
				t.Errorf("status %d, %s", status, &said)
			}
		})
	}
}
