package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"regretscope/model/modeltest"
	"regretscope/model/trials"
	"regretscope/noise/param"
)

// experiment returns two learners at two grid points, with one series of infinite loss.
func experiment(t testing.TB, runs int) *trials.Experiment {
	t.Helper()
	c := modeltest.Config(t, "hhmh-2", 200, "lazy-dp-ts", "ucb1")
	c.Seed = 7
	return &trials.Experiment{Points: c.Sweep([]float64{.5, 2}), Runs: runs, At: []int{10, 200}, Workers: 2}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// recorded runs the experiment into a file and returns what the file says.
func recorded(t testing.TB, e *trials.Experiment, path string) *trials.Result {
	t.Helper()
	f := param.Must(Resume(path, e.Design(t.Context()), e.Shard, nil))
	e.Store = f
	param.Must(e.Run(context.Background(), nil))
	noError(t, f.Close())
	return summary(t, path)
}

// whole returns the path and the content of a file with all units of an experiment.
func whole(t testing.TB, runs int) (path, content string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "whole.jsonl")
	recorded(t, experiment(t, runs), path)
	return path, string(param.Must(os.ReadFile(path)))
}

func another(t testing.TB, runs int) *trials.Experiment {
	e := experiment(t, runs)
	e.Points[0].Seed, e.Points[1].Seed = 8, 8
	return e
}

func summary(t testing.TB, paths ...string) *trials.Result {
	t.Helper()
	s := param.Must(Read(paths...))
	return param.Must(s.Result())
}

func text(t testing.TB, r *trials.Result) string {
	t.Helper()
	var b bytes.Buffer
	noError(t, errors.Join(r.WriteJSON(&b, &trials.Made{}), r.WriteCSV(&b, &trials.Made{})))
	return b.String()
}

var clocks = regexp.MustCompile(`"elapsed_seconds":[^,]*,"crc":"[0-9a-f]{8}"`)

// ordered is one file of all units without elapsed times and the checksums over them.
func ordered(t *testing.T, paths ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "all.jsonl")
	f := param.Must(Resume(path, param.Must(Read(paths...)).Design(), trials.Shard{}, nil))
	noError(t, errors.Join(f.Gather(paths...), f.Close()))
	return clocks.ReplaceAllString(string(param.Must(os.ReadFile(path))), "")
}

// A file that is cut anywhere, as by a kill, is completed to the same records and the same summary.
func TestResumeAfterACutAnywhere(t *testing.T) {
	folder := t.TempDir()
	whole, content := whole(t, 4)
	want := text(t, summary(t, whole))
	header := strings.IndexByte(content, '\n') + 1
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		cut := header + random.IntN(len(content)-header)
		if i < 3 {
			cut = []int{0, 1, header - 1}[i] // killed while the file was created
		}
		path := filepath.Join(folder, fmt.Sprintf("cut-%d.jsonl", i))
		write(t, path, content[:cut])
		if got := text(t, recorded(t, experiment(t, 4), path)); got != want {
			t.Errorf("cut at byte %d: another summary", cut)
		}
		if ordered(t, path) != ordered(t, whole) {
			t.Errorf("cut at byte %d: other records", cut)
		}
	}
}

// Only missing units are simulated again.
func TestResumeDoesOnlyWhatIsMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	recorded(t, experiment(t, 3), path)
	longer := experiment(t, 5)
	f := param.Must(Resume(path, longer.Design(t.Context()), trials.Shard{}, nil))
	if f.Units() != 12 {
		t.Fatalf("%d units of 3 runs of 4 series", f.Units())
	}
	longer.Store = &counting{File: f}
	param.Must(longer.Run(context.Background(), nil))
	if n := longer.Store.(*counting).appended; n != 8 {
		t.Errorf("%d units were simulated, 8 were missing", n)
	}
	noError(t, f.Close())
	got, want := summary(t, path), param.Must(experiment(t, 5).Run(context.Background(), nil))
	if text(t, got) != text(t, want) {
		t.Error("an experiment that was made longer differs from one of that length")
	}
}

type counting struct {
	*File
	appended int
}

func (c *counting) Append(f *trials.Finished) error {
	c.appended++
	return c.File.Append(f)
}

func TestShardsMakeTheWhole(t *testing.T) {
	folder := t.TempDir()
	whole, _ := whole(t, 7)
	want := text(t, summary(t, whole))
	var paths []string
	for part := 1; part <= 3; part++ {
		path := filepath.Join(folder, fmt.Sprintf("shard-%d.jsonl", part))
		e := experiment(t, 7)
		e.Shard = trials.Shard{Part: part, Of: 3}
		f := param.Must(open(path, true, e.Design(t.Context()), e.Shard, nil))
		e.Store = f
		if r, err := e.Run(context.Background(), nil); err != nil || r != nil {
			t.Fatalf("shard %d: result %v, %v", part, r, err)
		}
		noError(t, f.Close())
		paths = append(paths, path)
	}
	if got := text(t, summary(t, paths...)); got != want {
		t.Error("the shards' summary differs from the whole's")
	}
	if ordered(t, paths...) != ordered(t, whole) {
		t.Error("the gathered shards differ from the whole")
	}
	part := trials.Shard{Part: 2, Of: 3}
	f := param.Must(Resume(filepath.Join(folder, "part.jsonl"), experiment(t, 7).Design(t.Context()), part, nil))
	defer f.Close()
	if err := f.Gather(whole); err != nil || len(f.units) != len(param.Must(Read(paths[1])).from) {
		t.Errorf("%v: a shard takes %d units of the whole", err, len(f.units))
	}
	recorded(t, another(t, 7), filepath.Join(folder, "other.jsonl"))
	if err := f.Gather(filepath.Join(folder, "other.jsonl")); err == nil || !strings.Contains(err.Error(), "other.jsonl: holds another experiment: seed is 8") {
		t.Errorf("another experiment is gathered: %v", err)
	}
	s := param.Must(Read(paths[0], paths[2]))
	if units, remedy := s.Missing(); units == 0 || remedy != "--shard 2/3" {
		t.Errorf("%d units are missing, to get by %q", units, remedy)
	}
	if _, err := Read(paths[0], paths[0]); err == nil || !strings.Contains(err.Error(), "is also in") {
		t.Errorf("the same shard twice: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	good, content := whole(t, 2)
	cases := []struct{ name, content, want string }{
		{"empty", "", "is not a file of records"},
		{"no records", "hello\nworld\n", "is not a file of records"},
		{"other JSON", `{"a":1}` + "\n", "is not a file of records"},
		{"newer", strings.Replace(content, `"format":2`, `"format":3`, 1), "holds records of format 3, and this program reads format 2: use the version that wrote them, 3.0.0"},
		{"of version 2", `{"regretscope":"records","format":1,"design":{"version":"2.0.0"}}` + "\n", "holds records of format 1, and this program reads format 2: use the version that wrote them, 2.0.0"},
		{"header changed", strings.Replace(content, `"seed":7`, `"seed":8`, 1), "line 1: the line was changed or damaged"},
		{"header damaged", "x" + content, "is not a file of records"},
	}
	for _, c := range cases {
		path := filepath.Join(folder, "case.jsonl")
		write(t, path, c.content)
		if _, err := Read(path); err == nil || !strings.HasPrefix(err.Error(), path+": "+c.want) {
			t.Errorf("%s: %v, want …: %s", c.name, err, c.want)
		}
		if c.content == "" {
			continue // a process that was killed while it created the file leaves it so
		}
		e := experiment(t, 2)
		if _, err := Resume(path, e.Design(t.Context()), trials.Shard{}, nil); err == nil {
			t.Errorf("%s: it is resumed", c.name)
		}
		if left := string(param.Must(os.ReadFile(path))); left != c.content {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
	other := experiment(t, 2)
	other.Points[0].Horizon, other.Points[1].Horizon = 300, 300
	if _, err := Resume(good, other.Design(t.Context()), trials.Shard{}, nil); err == nil ||
		!strings.Contains(err.Error(), "horizon is 200 there and 300 here") {
		t.Errorf("another horizon: %v", err)
	}
	if _, err := Resume(good, experiment(t, 2).Design(t.Context()), trials.Shard{Part: 1, Of: 2}, nil); err == nil ||
		!strings.Contains(err.Error(), "holds the whole experiment, and this is shard 1/2") {
		t.Errorf("a shard of it: %v", err)
	}
	if err := CheckNew(filepath.Join(folder, "none", "a.jsonl")); err == nil {
		t.Error("a folder that is not there")
	}
}
