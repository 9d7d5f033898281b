package learners

import (
	"math"
	"math/rand/v2"
	"testing"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
)

func channels(texts ...string) (parsed []channel.Channel) {
	for _, text := range texts {
		parsed = append(parsed, param.Must(channel.Parse(text, 1)))
	}
	return parsed
}

// recount compares a window with the latest w rounds of the history.
func recount(t *testing.T, w *windowBandit, history []armReport) {
	t.Helper()
	for j := range w.counts {
		count, sum := 0, 0.0
		for _, s := range history[max(0, len(history)-w.size):] {
			if s.arm == j {
				count++
				sum += s.report
			}
		}
		got, mean := w.InWindow(j)
		if got != count || w.sums[j].Value() != sum || (count > 0 && mean != sum/float64(count)) || (count == 0) != math.IsNaN(mean) {
			t.Fatalf("round %d, w %d, arm %d: %d reports, sum %v, mean %v; recounted %d, %v",
				len(history), w.size, j, got, w.sums[j], mean, count, sum)
		}
	}
}

// Clones share blocks without affecting each other.
func TestClonesOfWindowsGoTheirOwnWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, size := range []int{1, 31, 32, 33, 511, 512, 513, 2000} {
		type branch struct {
			window  windowBandit
			history []armReport
		}
		branches := []*branch{{window: newWindowBandit(Setting{Arms: 3}, size)}}
		for range 9000 {
			b := branches[rng.IntN(len(branches))]
			s := armReport{rng.IntN(3), float64(rng.IntN(2))}
			b.window.add(s.arm, s.report)
			b.history = append(b.history, s)
			if len(branches) < 6 && rng.IntN(500) == 0 {
				branches = append(branches, &branch{b.window.clone(), append([]armReport(nil), b.history...)})
			}
		}
		for _, b := range branches {
			recount(t, &b.window, b.history)
		}
	}
}

// Real reports are added and removed with rounding: the error of the sums after 200 windows.
func TestRealReportsHardlyDrift(t *testing.T) {
	stream := noise.NewStream(3)
	w := newWindowBandit(Setting{Arms: 2}, 500)
	var history []armReport
	for range 100_000 {
		s := armReport{stream.IntN(2), stream.Laplace(4)}
		w.add(s.arm, s.report)
		history = append(history, s)
	}
	sums := make([]float64, 2)
	for _, s := range history[len(history)-500:] {
		sums[s.arm] += s.report
	}
	for j, sum := range sums {
		if math.Abs(w.sums[j].Value()-sum) > 1e-9 {
			t.Errorf("arm %d: sum %v, recounted %v", j, w.sums[j], sum)
		}
	}
}

// Exact values of f, the window length, γ, and the index.
func TestExactValuesOfSlidingWindowKL(t *testing.T) {
	reports := reports(channels("rr(epsilon=1)", "rr(0.26894142137,0.26894142137)"))
	cases := []struct {
		name      string
		got, want float64
	}{
		{"f(1)", explorationLevel(1, 3), 0},
		{"f(2)", explorationLevel(2, 3), math.Ln2},
		{"f(10)", explorationLevel(10, 3), 4.80468242874},
		{"f(100)", explorationLevel(100, 3), 9.18670906341},
		{"u", reports.farthest(0, 13./20, 20, explorationLevel(50, 3)), .944243187638},
		{"index", reports.index(0, 13./20, 20, explorationLevel(50, 3)), 1.46132156242},
		{"index, decreasing channel", reports.index(1, 7./20, 20, explorationLevel(50, 3)), 1.46132156242},
		{"forgotten", reports.index(0, math.NaN(), 0, 5), math.Inf(1)},
		// √(4e·20000/(4+4)) = 164.87…
		{"w", windowLength(Setting{Arms: 3, Horizon: 20_000, Phases: 4}), 165},
		{"w, many arms", windowLength(Setting{Arms: 300, Horizon: 20_000, Phases: 4}), 300},
		{"w, short horizon", windowLength(Setting{Arms: 300, Horizon: 200, Phases: 1}), 200},
	}
	for _, c := range cases {
		if math.Abs(c.got-c.want) > 1e-10 && c.got != c.want {
			t.Errorf("%s: %.12g, want %.12g", c.name, c.got, c.want)
		}
	}
}
