//go:build heavy

package lesson_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
)

// Numbers about many runs in lessons and in the manual are within three standard errors, plus half a unit of their
// last digit, of the runs' values, and numbers that differ do so by three paired standard errors. Seeds are fixed;
// with other seeds, 1 correct number in 370 would fail.
func TestSimulatedNumbers(t *testing.T) {
	known := map[string][][]float64{} // by flags
	pages, figures := map[string]bool{}, 0
	for _, m := range means {
		if known[m.flags] == nil {
			known[m.flags] = regrets(t, m.flags, m.runs)
		}
		pages[m.where] = true
		found, rounded := numbers(m.says)
		for i, want := range found {
			mean, se := average(known[m.flags], m.of[i])
			t.Logf("%v: %.2f ± %.2f", want, mean, se)
			if se > 0 || m.runs == 1 {
				figures++
			}
			if needed := float64(m.runs) * (se / rounded[i]) * (se / rounded[i]); needed > float64(m.runs) {
				t.Errorf("%s says %v ± %v, which takes %.0f runs, and has %d", m.where, want, rounded[i], needed, m.runs)
			}
			if math.Abs(mean-want) > rounded[i]+3*se {
				t.Errorf("%s says %v, and it is %.2f ± %.2f", m.where, want, mean, se)
			}
			for j, other := range found[:i] { // a shown difference exists
				more, error := average(known[m.flags], func(r []float64) float64 { return m.of[i](r) - m.of[j](r) })
				if _, random := average(known[m.flags], m.of[j]); m.runs > 1 && se*random > 0 && want != other && more/(want-other) < 3*error/math.Abs(want-other) {
					t.Errorf("%s says %v and %v, and the difference is %.2f ± %.2f", m.where, other, want, more, error)
				}
			}
		}
	}
	t.Logf("%d figures on %d pages", figures, len(pages))
}

// The exercise of lesson price: ten times Thompson sampling's regret needs an ε between 1 and 1.5
// at all three horizons.
func TestExerciseOfThePrice(t *testing.T) {
	for _, c := range []struct {
		horizon, low, high string
		runs               int
	}{
		{"1e4", "1.15", "1.25", 4000},
		{"1e5", "1", "1.5", 400},
		{"1e6", "1", "1.5", 400},
	} {
		runs := regrets(t, "--scenario hhmh-1 --horizon "+c.horizon+" --learner lazy-dp-ts,epsilon="+c.low+
			" --learner lazy-dp-ts,epsilon="+c.high+" --learner thompson", c.runs)
		for i, sign := range []float64{1, -1} {
			over, se := average(runs, func(r []float64) float64 { return sign * (r[i] - 10*r[2]) })
			if over < 3*se {
				t.Errorf("%s: learner %d: %.1f ± %.1f beyond ten times the regret", c.horizon, i+1, sign*over, se)
			}
		}
	}
}

// regrets returns the regrets of all learners at the horizon, and then at its root, run by run.
func regrets(t *testing.T, flags string, runs int) [][]float64 {
	t.Helper()
	c := configured(t, flags)
	all, early := make([][]float64, runs), make([][]float64, runs)
	for i := range c.Learners {
		starter := c.Starter(i)
		for seed := range all {
			run := starter.Run(uint64(seed) + 1)
			run.Advance(theory.Root(c.Horizon))
			early[seed] = append(early[seed], run.Regret())
			run.Advance(c.Horizon - theory.Root(c.Horizon))
			all[seed] = append(all[seed], run.Regret())
		}
	}
	for seed := range all {
		all[seed] = append(all[seed], early[seed]...)
	}
	return all
}

func configured(t *testing.T, line string) *model.Config {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.toml")
	text := fmt.Sprintf("name = \"x\"\ntitle = \"x\"\nabout = \"x\"\n[[stop]]\nstart = %q\nsay = \"x\"\n", line)
	uitest.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	l := param.Must(flags.OpenLesson(path))
	return l.Stops[0].Config
}

// average returns a quantity's mean and its standard error.
func average(runs [][]float64, of quantity) (mean, se float64) {
	n, squares := float64(len(runs)), 0.0
	for _, r := range runs {
		mean += of(r) / n
	}
	for _, r := range runs {
		squares += (of(r) - mean) * (of(r) - mean)
	}
	return mean, math.Sqrt(squares / max(n-1, 1) / n)
}
