package learners_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
)

func init() {
	roundLines["hedge"] = []string{"2 3"}
	scoreRules["hedge"] = func(x explained) float64 {
		total, rate := 0.0, 2*math.Sqrt(math.Log(x.arms)/x.round)
		for i := range x.Arms {
			total += math.Exp(rate * (x.Arms[i].Values[0] - x.arm.Values[0]))
		}
		return 1 / total
	}
}

// hedgeLaw returns Decreasing Hedge's law in round t: ∝ exp(η_t · past reward), η_t =
// factor·√(ln K/(t + late)).
func hedgeLaw(rows [][]float64, t int, factor, late float64) []float64 {
	k := len(rows[0])
	law := make([]float64, k)
	for j := range law {
		sum := 0.0
		for _, row := range rows[:t-1] {
			sum += row[j]
		}
		law[j] = math.Exp(factor * math.Sqrt(math.Log(float64(k))/(float64(t)+late)) * sum)
	}
	return normalized(law)
}

// histories are rewards that do not depend on the plays, for full information.
func histories() map[string][][]float64 {
	leads := map[string]func(t, j int) float64{
		"nothing yet": func(int, int) float64 { return 0 },
		"a late turn": func(t, j int) float64 { return oneIf((t < 25) == (j == 0)) },
		"fractions":   func(t, j int) float64 { return math.Mod(float64(t*(j+1))*.37, 1) },
		"in turn":     func(t, j int) float64 { return oneIf(t%4 == j) },
		"one leads":   func(_, j int) float64 { return oneIf(j == 1) },
	}
	all := map[string][][]float64{}
	for name, reward := range leads {
		var rows [][]float64
		for t := 1; t <= 40; t++ {
			row := make([]float64, 4)
			for j := range row {
				row[j] = reward(t, j)
			}
			rows = append(rows, row)
		}
		all[name] = rows
	}
	return all
}

// playCounts counts the plays of every action in every round over many runs.
func playCounts(learner string, rows [][]float64, runs int) [][]float64 {
	counts := make([][]float64, len(rows))
	for i := range counts {
		counts[i] = make([]float64, len(rows[0]))
	}
	spec := choose(learner)
	for seed := range uint64(runs) {
		l := banditSetting{arms: len(rows[0]), horizon: len(rows), epsilon: 1, seed: seed}.of(spec)
		for i, row := range rows {
			counts[i][l.Choose(i + 1)[0]]++
			l.Observe(i+1, row)
		}
	}
	return counts
}

// chance returns the probability of a χ² at least as large, over all rounds. Actions expected
// fewer than 10 times in a round are merged.
func chance(counts [][]float64, law func(round int) []float64) float64 {
	squares, freedom := 0.0, 0.0
	for i, drawn := range counts {
		runs, restDrawn, restExpected, cells := 0.0, 0.0, 0.0, -1.0
		for _, n := range drawn {
			runs += n
		}
		enter := func(n, expected float64) {
			squares += (n - expected) * (n - expected) / expected
			cells++
		}
		for j, p := range law(i + 1) {
			if runs*p >= 10 {
				enter(drawn[j], runs*p)
			} else {
				restDrawn, restExpected = restDrawn+drawn[j], restExpected+runs*p
			}
		}
		if restExpected >= 1 {
			enter(restDrawn, restExpected)
		}
		freedom += cells
	}
	return distuv.ChiSquared{K: freedom}.Survival(squares)
}

// Hedge's draws along fixed histories follow its weights; χ² rejects wrongly with probability about 10⁻⁶ for each
// history. A rate 8% off, or the rate of ten rounds later, must be rejected in at least one history.
func TestHedgeDrawsByItsWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds, no goroutines of its own: nothing that the race detector could find")
	}
	const runs, bound = 4000 * effort, 1e-6
	lowest := map[[2]float64]float64{{1.84, 0}: 1, {2.16, 0}: 1, {2, 10}: 1}
	for name, rows := range histories() {
		counts := playCounts("hedge", rows, runs)
		if p := chance(counts, func(round int) []float64 { return hedgeLaw(rows, round, 2, 0) }); p < bound {
			t.Errorf("%s: χ² has a chance of %.2g", name, p)
		}
		for wrong := range lowest {
			p := chance(counts, func(round int) []float64 { return hedgeLaw(rows, round, wrong[0], wrong[1]) })
			lowest[wrong] = min(lowest[wrong], p)
		}
	}
	for wrong, p := range lowest {
		if p > bound {
			t.Errorf("rate %v√(ln K/(t+%v)) is accepted everywhere, lowest chance %.2g", wrong[0], wrong[1], p)
		}
	}
}

// Far into a run, where weights would overflow if they were computed as they are, Hedge plays the
// leader and explains its probabilities exactly.
func TestHedgeDoesNotOverflow(t *testing.T) {
	rows := slices.Repeat(histories()["one leads"], 2500) // 100,000 rounds
	l := banditSetting{arms: 4, horizon: len(rows), epsilon: 1, seed: 1}.start("hedge")
	for i, row := range rows {
		if j := l.Choose(i + 1)[0]; i > 1000 && j != 1 {
			t.Fatalf("round %d: action %d is drawn", i+1, j)
		}
		if i == len(rows)-1 {
			want := hedgeLaw(rows, i+1, 2, 0)
			for j, terms := range l.(learners.Explainer).Explain().Arms {
				if got := terms.Score(); math.Abs(got-want[j]) > 1e-9 {
					t.Errorf("action %d has probability %v, want %v", j, got, want[j])
				}
			}
		}
		l.Observe(i+1, row)
	}
}
