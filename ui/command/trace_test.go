package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

// Every line has the run's own values in exactly these fields.
func TestTraceTellsTheRun(t *testing.T) {
	for _, learner := range []string{"lazy-dp-ts", "anytime-lazy-ucb", "ucb1", "random"} {
		text := succeed(t, "trace", "--scenario", "hhmh-1", "--learner", learner, "--epsilon", "2", "--horizon", "300", "--seed", "9")
		run := model.NewRun(testConfig(t, learner, 2, 300, 9), 0)
		lines := bufio.NewScanner(strings.NewReader(text))
		for lines.Scan() {
			run.Advance(1)
			checkLine(t, lines.Bytes(), run)
		}
		if run.Round() != 300 {
			t.Errorf("%s: %d lines, want one a round up to the horizon", learner, run.Round())
		}
	}
}

func testConfig(t *testing.T, learner string, epsilon float64, horizon int, seed uint64) *model.Config {
	t.Helper()
	s := param.Must(scenarios.Open("hhmh-1", ""))
	spec := param.Must(learners.ParseSpec(learner))
	return &model.Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: horizon, Epsilon: epsilon, Seed: seed}
}

func checkLine(t *testing.T, text []byte, run *model.Run) {
	t.Helper()
	var line struct {
		T        int
		Play     []int
		Reward   []float64
		Regret   float64
		Releases []map[string]float64
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&line); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	releases := []map[string]float64{}
	for _, r := range run.Releases() {
		releases = append(releases, map[string]float64{
			"arm": float64(r.Arms[0] + 1), "observations": float64(r.Observations), "epsilon": r.Epsilon, "scale": r.Scale,
		})
	}
	if line.T != run.Round() || !reflect.DeepEqual(line.Play, []int{run.Play()[0] + 1}) || !reflect.DeepEqual(line.Reward, []float64{run.Reward(0)}) ||
		line.Regret != run.Regret() || !reflect.DeepEqual(line.Releases, releases) {
		t.Errorf("%s\nwant round %d, play %v from 0, reward %v, regret %v, releases %v", text, run.Round(), run.Play(), run.Reward(0), run.Regret(), releases)
	}
}

func TestTraceIsTheSameEveryTime(t *testing.T) {
	want := succeed(t, args("trace --horizon 3000")...)
	for _, line := range []string{
		"trace --horizon 3000", "trace --horizon 3e3 --workers 1", "trace --horizon 3000 --workers 7",
		"trace --learner lazy-dp-ts --scenario hhmh-1 --seed 1 --epsilon 0.5 --horizon 3000",
	} {
		if succeed(t, args(line)...) != want {
			t.Errorf("%s differs", line)
		}
	}
	if succeed(t, args("trace --horizon 3000 --seed 2")...) == want {
		t.Error("another seed gives the same trace")
	}
}

// The forms of a release in a line.
func TestTraceReleases(t *testing.T) {
	cases := []struct {
		release noise.Release
		want    string
	}{
		{noise.Release{Arms: []int{1}, Observations: 8, Epsilon: .5, Perturbation: noise.Perturbation{Scale: 2}, Winner: -1}, `{"arm":2,"observations":8,"epsilon":0.5,"scale":2}`},
		{noise.Release{Arms: []int{0, 1}, Observations: 4, Epsilon: 1, Perturbation: noise.Perturbation{Scale: 1}, Winner: 1}, `{"arms":[1,2],"observations":4,"epsilon":1,"scale":1}`},
		{noise.Release{Arms: []int{0}, Observations: 4, Epsilon: 1, Perturbation: noise.Perturbation{Scale: 1}, Winner: 0}, `{"arms":[1],"observations":4,"epsilon":1,"scale":1}`},
		{noise.Release{Arms: []int{0}, Observations: 1, Epsilon: math.Inf(1), Winner: -1}, `{"arm":1,"observations":1,"epsilon":"inf","scale":0}`},
	}
	for _, c := range cases {
		if got, err := json.Marshal(newTraceRelease(&c.release)); err != nil || string(got) != c.want {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
}

// A reader that stops early is not an error.
func TestBrokenPipe(t *testing.T) {
	for _, line := range []string{"trace --horizon 1e6", "list learners", "run --horizon 100 --runs 2", "run --help"} {
		reader, writer, err := os.Pipe()
		uitest.NoError(t, err)
		p := newTestProgram()
		p.Out = writer
		reader.Close()
		if status := p.Run(context.Background(), args(line)); status != done || p.err.Len() > 0 {
			t.Errorf("%s: status %d, %s", line, status, &p.err)
		}
		writer.Close()
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputThatFails(t *testing.T) {
	for _, line := range []string{"trace --horizon 10", "list scenarios", "run --horizon 100 --runs 2", "--version", "--help", "trace --help"} {
		p := newTestProgram()
		p.Out = failingWriter{}
		if status := p.Run(context.Background(), args(line)); status != failed || p.err.String() != "no space left\n" {
			t.Errorf("%s: status %d, %s", line, status, &p.err)
		}
	}
}

func TestTraceInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := newTestProgram()
	p.Out = writerFunc(func(text []byte) (int, error) {
		cancel() // once the first lines are there, however busy the machine is
		return p.out.Write(text)
	})
	status := p.Run(ctx, args("trace --horizon 1e10"))
	if status != interrupted || !strings.HasPrefix(p.err.String(), "interrupted after round ") {
		t.Errorf("status %d, %s", status, &p.err)
	}
	if text := p.out.String(); !strings.HasSuffix(text, "}\n") {
		t.Error("the last line is not whole")
	}
}

// writerFunc adapts a function to io.Writer.
type writerFunc func(text []byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }

// With a channel, a trace has the reward and its report; other learners' lines have no report.
func TestTraceShowsReports(t *testing.T) {
	var differ int
	for _, line := range strings.Split(strings.TrimSpace(succeed(t, args("trace --scenario jzl-20 --learner ts-ldp-b --horizon 200")...)), "\n") {
		var l struct {
			Reward, Report []float64
		}
		decode(t, line, &l)
		if len(l.Report) != 1 || (l.Report[0] != 0 && l.Report[0] != 1) {
			t.Fatalf("%s: the report is no bit", line)
		}
		if l.Report[0] != l.Reward[0] {
			differ++
		}
	}
	if differ == 0 {
		t.Error("every report is the reward")
	}
	if text := succeed(t, args("trace --learner ucb1 --horizon 10")...); strings.Contains(text, "report") {
		t.Errorf("reports without a channel: %s", text)
	}
}
