package trials

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
)

// Ranks of made-up regrets at two rounds: at the last, the first two cannot be separated, the third
// is above both, and a learner without privacy has no rank among private ones. At the first, the
// order of the first and third is the opposite, and at both the last loses less than they do.
func TestRanks(t *testing.T) {
	e := &Experiment{Points: []*model.Config{config(t, "hhmh-1", 10, "lazy-dp-ts", "dp-se", "anytime-lazy-ucb", "ucb1")}, Runs: 40, At: []int{5, 10}}
	totals := NewTotals(e.Design(t.Context()))
	for run := range 40 {
		noise, early := number.Float(run%4), number.Float(run%3)
		for i, regret := range [][]number.Float{{9, 10 + noise}, {9 + early, 10 + number.Float((run+2)%4)}, {7, 30 + noise}, {2, 5}} {
			totals.Add(&Finished{
				Unit: Unit{i, run}, Regret: regret, Return: make([]number.Float, 2), CostliestRound: make([]number.Float, 2),
				OtherNotions: make([]OtherNotions, 2), User: make([]User, 2), Pulls: [][]int{make([]int, 5), make([]int, 5)},
			})
		}
	}
	r := totals.Result(40)
	for i, want := range [][]int{{2, 2}, {1, 2}, {3, 3}, {1, 2}, {1, 1}, {3, 3}, nil, nil} {
		if got := r.Rows[i].Rank; !slices.Equal(got, want) {
			t.Errorf("%s has rank %v at round %d, want %v", r.Rows[i].Learner, got, r.Rows[i].Round, want)
		}
	}
	for i, want := range []int{0, 10, 5, 10, 5, 5} {
		if p := &r.Pairs[i]; p.DecidedFrom != want {
			t.Errorf("%s against %s is decided from round %d, want %d", p.First, p.Second, p.DecidedFrom, want)
		}
	}
}

// Learners with equal means and unequal variances are ordered in at most 1% of the samples, all pairs
// together; a confidence of 99% for each pair alone orders some of them more often. More than 16 of 400
// samples at 1% have probability 3·10⁻⁶. A learner that is far apart is always decided, and pairs are
// decided as by Holm's sorted p-values.
func TestPairsHoldTogether(t *testing.T) {
	e := &Experiment{Points: []*model.Config{config(t, "hhmh-1", 10, slices.Repeat([]string{"ucb1"}, 9)...)}, Runs: 20, At: []int{10}}
	design := e.Design(t.Context())
	r := rand.New(rand.NewPCG(1, 2))
	wrong, alone := 0, 0
	for range 400 {
		totals := NewTotals(design)
		for run := range 20 {
			for i := range 9 {
				regret := 100 + r.NormFloat64()*float64(1+i)
				if i == 8 {
					regret += 1000
				}
				totals.Add(&Finished{
					Unit: Unit{i, run}, Regret: []number.Float{number.Float(regret)}, Return: make([]number.Float, 1),
					CostliestRound: make([]number.Float, 1),
					OtherNotions:   make([]OtherNotions, 1), User: make([]User, 1), Pulls: [][]int{make([]int, 5)},
				})
			}
		}
		pairs, signs, p := totals.paired(0), map[comparison]int{}, []float64{}
		totals.holm(slices.Clone(pairs), 0, signs)
		false1, false2 := false, false
		for _, pair := range pairs {
			first, second := totals.both(pair[0], pair[1], 0)
			d := make([]float64, len(first))
			for i := range d {
				d[i] = first[i] - second[i]
			}
			mean, sd := stat.MeanStdDev(d, nil)
			p = append(p, 2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: 19}.CDF(-math.Abs(mean)/sd*math.Sqrt(20)))
			sign := signs[comparison{pair[0], pair[1], 0}]
			if pair[1] == 8 {
				if sign != -1 {
					t.Fatal("a learner that is far apart is not decided")
				}
				continue
			}
			false1 = false1 || sign != 0
			false2 = false2 || stats.Sign(first, second, RankConfidence) != 0
		}
		slices.Sort(p)
		want := 0
		for want < len(p) && p[want] <= (1-RankConfidence)/float64(len(p)-want) {
			want++
		}
		if len(signs) != want {
			t.Fatalf("%d pairs are decided, %d by their p-values", len(signs), want)
		}
		if false1 {
			wrong++
		}
		if false2 {
			alone++
		}
	}
	if wrong > 16 || alone < 17 {
		t.Errorf("%d of 400 samples have a false order, and %d with 99%% for each pair", wrong, alone)
	}
}

// Learners are ranked among those with equal audited loss, in the notion that ranks most of
// them, central and local losses apart. Spent and merely bounded losses do not count.
func TestRanksAmongEqualLoss(t *testing.T) {
	for _, c := range []struct {
		learners string
		notion   privacy.Notion
		ranked   []bool
	}{
		{"lazy-dp-ts ts-ldp-b dp-se ucb-ldp-b", privacy.Epsilon, []bool{true, true, true, true}},
		{"lazy-dp-ts ts-ldp-b", "", []bool{false, false}},
		{"lazy-dp-ts dp-se dp-ucb-tree lazy-dp-ts,epsilon=2", privacy.Epsilon, []bool{true, true, true, false}},
		{"lazy-dp-ts lazy-dp-ts,epsilon=2", "", []bool{false, false}},
		{"adac-ucb,rho=.5 lazy-dp-ts,epsilon=0.965529162067 dp-ucb-tree ucb1", privacy.Mu, []bool{true, true, false, false}},
		{"adac-ucb,rho=.5 lazy-dp-ts,epsilon=1.198290437316 ucb1", privacy.Rho, []bool{true, true, false}},
		{"ucb1 thompson lazy-dp-ts adac-ucb dp-se", privacy.Epsilon, []bool{true, true, true, false, true}},
		{"ts-gaussian ts-gaussian,c=2", "", []bool{false, false}}, // an upper bound
	} {
		e := Experiment{Points: []*model.Config{config(t, "hhmh-1", 40, strings.Fields(c.learners)...)}, Runs: 2, At: []int{40}}
		r := e.mustRun(t)
		for i, want := range c.ranked {
			if got := r.Rows[i].Rank != nil; got != want || r.RankedBy != c.notion {
				t.Errorf("%s: %s is ranked: %v, by %q, want %v, %q", c.learners, r.Rows[i].Learner, got, r.RankedBy, want, c.notion)
			}
		}
		for i := range r.Rows {
			if a := &r.Rows[i]; a.Local && a.Rank != nil && a.Rank[1] != 2 {
				t.Errorf("%s: %s has a place among central learners: %v", c.learners, a.Learner, a.Rank)
			}
		}
		if first := r.Rows[0].Rank; first != nil && c.notion == privacy.Epsilon && r.Rows[0].Learner == "ucb1" && first[1] != 2 {
			t.Errorf("%s: ucb1 has a place among learners with noise: %v", c.learners, first)
		}
	}
}
