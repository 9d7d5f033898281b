package facts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios/matroid"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A Column is one fact about each row of an experiment's table.
type Column[R any] struct {
	Title  string
	About  string // its explanation below a table; may be empty
	Weight int    // if there is no room, columns of the least weight go first
	Cell   func(R) string
}

// Facts about a learner at a round.
var (
	Epsilon = Column[*trials.Row]{Title: "ε", Weight: 3, Cell: func(r *trials.Row) string {
		if !trials.TakesEpsilon(r.Learner) {
			return number.Unknown
		}
		return number.Tick(float64(r.Epsilon))
	}}
	Runs   = Column[*trials.Row]{Title: "runs", Cell: func(r *trials.Row) string { return number.Count(r.Runs) }}
	Regret = Column[*trials.Row]{"regret", "mean ± its standard error", 8, func(r *trials.Row) string {
		return number.WithError(float64(r.RegretMean), r.StandardError())
	}}
	RegretInterval = Column[*trials.Row]{"95% interval", "of the mean regret", 7, func(r *trials.Row) string {
		if r.Interval == nil {
			return number.Unknown
		}
		e := r.StandardError() // whose digits decide those of the mean, too
		return number.Rounded(float64(r.Interval[0]), e) + " to " + number.Rounded(float64(r.Interval[1]), e)
	}}
	Deviation = Column[*trials.Row]{
		"sd", "over runs", 2,
		func(r *trials.Row) string { return number.Value(float64(r.RegretSD)) },
	}
	Return = Column[*trials.Row]{
		"return", "expected, per round", 1,
		func(r *trials.Row) string { return number.Mean(float64(r.ReturnMean)) },
	}
	CostliestRound = Column[*trials.Row]{
		"privacy loss ε", "of the costliest round, the largest over runs", 4,
		func(r *trials.Row) string {
			if n := len(r.Onlookers); n > 0 && r.Onlookers[n-1].Delta > 0 {
				return "(" + number.Loss(float64(r.Onlookers[n-1].Epsilon)) + ", " + number.Loss(float64(r.Onlookers[n-1].Delta)) + ")"
			}
			if r.Local {
				return number.Loss(float64(r.CostliestRound)) + " local"
			}
			return number.Loss(float64(r.CostliestRound))
		},
	}
	WorstByMu = Column[*trials.Row]{
		"privacy loss μ", "of Gaussian differential privacy; ≥ is the worst that a search found, ≤ a proven bound", 4,
		func(r *trials.Row) string {
			return notions.Bounded(privacy.Value{Value: float64(r.Mu), Status: r.MuStatus}, number.Loss)
		},
	}
	TimesFloor = Column[*trials.Row]{
		FloorFactor.Title, FloorFactor.About + ", with the 95% interval", 3,
		func(r *trials.Row) string {
			if r.TimesLow == nil {
				return FloorFactor.Cell(r)
			}
			return FloorFactor.Cell(r) + " (" + FloorInterval.Cell(r) + ")"
		},
	}
	FloorFactor = Column[*trials.Row]{
		"× floor", "regret, or its growth from round ⌈√T⌉ on if that has a floor, over the highest known lower bound", 3,
		func(r *trials.Row) string {
			switch {
			case r.Times == nil:
				return number.Unknown
			case r.TimesLow == nil:
				return number.Value(float64(*r.Times))
			}
			return number.Rounded(float64(*r.Times), float64(*r.TimesHigh-*r.TimesLow)/4)
		},
	}
	FloorInterval = Column[*trials.Row]{"× floor, 95%", "the 95% interval", 1, func(r *trials.Row) string {
		if r.TimesLow == nil {
			return number.Unknown
		}
		return number.Interval(float64(*r.TimesLow), float64(*r.TimesHigh))
	}}
	Exact = Column[*trials.Row]{Title: "exact", Weight: 6, Cell: func(r *trials.Row) string {
		if r.RegretExact == nil {
			return number.Unknown
		}
		return number.Value(float64(*r.RegretExact))
	}}
	Distance = Column[*trials.Row]{"distance", "of the mean from the exact expectation, in standard errors: beyond " +
		"±3 chance is an unlikely explanation", 5, distance}
)

func distance(r *trials.Row) string {
	if r.RegretExact == nil {
		return number.Unknown
	}
	away := (float64(r.RegretMean) - float64(*r.RegretExact)) / r.StandardError()
	switch {
	case r.RegretMean == *r.RegretExact:
		return "0 se"
	case !number.Finite(away):
		return number.Unknown
	case away > 0:
		return "+" + with(away, 1, " se")
	}
	return with(away, 1, " se")
}

// Misleads returns the warning that a few runs decide the mean of a learner.
func Misleads(name string, r *trials.Row) string {
	some, make, of := number.Count(r.Largest), "make", "sum"
	if r.Largest == 1 {
		some, make = "one", "makes"
	}
	if r.LowTail {
		of = "variance"
	}
	return fmt.Sprintf("mean of %s misleads: %s of %s %s up %s of the %s",
		name, some, number.Plural(r.Runs, "run"), make, number.Share(float64(r.Misleading)), of)
}

// A Versus compares one learner with another, run by run.
type Versus struct {
	*trials.Pair
	Flipped bool // whether it is the second of the pair
}

func (v Versus) signed(x number.Float) float64 {
	if v.Flipped {
		return 0 - float64(x)
	}
	return float64(x)
}

// Better returns the share of runs in which the learner has less regret.
func (v Versus) Better() float64 {
	if v.Flipped {
		return 1 - float64(v.FirstBetter)
	}
	return float64(v.FirstBetter)
}

// Shared is the number of runs that both learners of a pair have.
var Shared = Column[Versus]{Title: "runs", Cell: func(v Versus) string { return number.Count(v.Runs) }}

// Pairs are the columns about two learners in the same runs.
var Pairs = []Column[Versus]{
	{"difference ± se", "of the regrets in the same runs, mean ± its standard error", 8, func(v Versus) string {
		return number.WithError(v.signed(v.Difference), float64(v.Error))
	}},
	{"95% interval", "", 7, func(v Versus) string {
		if v.Interval == nil {
			return number.Unknown
		}
		low, high := v.signed(v.Interval[0]), v.signed(v.Interval[1])
		return number.Interval(min(low, high), max(low, high))
	}},
	{
		"less regret in", "ties are counted half", 6,
		func(v Versus) string { return number.Share(v.Better()) + " of runs" },
	},
	{
		"effect", "in standard deviations of the differences", 4,
		func(v Versus) string { return with(v.signed(v.Effect), 2, " sd") },
	},
	{"pairing is worth", "times as many runs would be needed without it", 5, func(v Versus) string {
		return with(float64(v.PairingGain), 1, " × runs")
	}},
}

// Decided is the column of the round from which the order of two learners is decided.
var Decided = Column[Versus]{
	"decided from", "the round from which one has less regret at every reported round", 3,
	func(v Versus) string {
		if v.DecidedFrom == 0 {
			return kit.None
		}
		return number.Count(v.DecidedFrom)
	},
}

// with returns a number with its unit, if the number is finite.
func with(x float64, decimals int, unit string) string {
	if !number.Finite(x) {
		return number.Value(x)
	}
	return number.Fixed(x, decimals) + unit
}

// Sentence compares two learners by name.
func (v Versus) Sentence(first, second string) string {
	difference, word := v.signed(v.Difference), "more"
	size := number.WithError(math.Abs(difference), float64(v.Error))
	if v.Interval == nil { // the share of the runs already says that all are equal
		size = number.Value(math.Abs(difference))
	}
	if difference < 0 {
		word = "less"
	}
	return fmt.Sprintf("Run by run on the same rewards, %s has %s %s regret than %s, and less in %s of the runs, "+
		"ties counted half.",
		first, size, word, second, number.Share(v.Better()))
}

// Cells returns the cells of a row, after its names.
func Cells[R any](columns []Column[R], row R, names ...string) []string {
	return append(names, param.Map(columns, func(c Column[R]) string { return c.Cell(row) })...)
}

// About explains columns, for the foot of a table.
func About[R any](columns []Column[R]) string {
	var all []string
	for _, c := range columns {
		if c.About != "" {
			all = append(all, c.Title+": "+c.About)
		}
	}
	return strings.Join(all, "; ")
}

// maxPaired is the largest number of arms of a play that Pairs pairs. Each arm that is not in the
// best basis takes time quadratic in this number, and every shown round pairs again.
const maxPaired = 64

// A Pair is the arm of the best basis whose place a played arm takes (CHH, §4.3), and the regret of that.
type Pair struct {
	Best   int
	Regret float64
}

// Pairs returns the pair of each played arm; nil if there is none, the play has no greedy walk, or
// the truth is hidden.
func (f *Topic) Pairs() map[int]Pair {
	phase, view, m := f.Shot.Phase, f.Learner, f.Shot.Config.Scenario.Matroid
	if m == nil || f.Hidden || !view.Explained || len(view.Explanation.Arms) == 0 || len(view.Play) > maxPaired {
		return nil
	}
	var play []int
	for _, a := range view.Explanation.Arms {
		if slices.Contains(view.Play, a.Arm) {
			play = append(play, a.Arm)
		}
	}
	best := slices.SortedStableFunc(slices.Values(phase.Best), func(i, j int) int {
		return cmp.Compare(phase.Means[j], phase.Means[i])
	})
	pairs := map[int]Pair{}
	for k, best := range matroid.Pairs(m, play, best) {
		pairs[play[k]] = Pair{best, phase.Means[best] - phase.Means[play[k]]}
	}
	return pairs
}
