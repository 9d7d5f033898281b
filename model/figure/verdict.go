package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// An Outcome is the runs' verdict on a claim.
type Outcome string

// The outcomes. Legend explains them.
const (
	Seen         Outcome = "seen"
	Contradicted Outcome = "contradicted"
	Undecided    Outcome = "undecided"
	NotSeen      Outcome = "not seen"
	Depends      Outcome = "depends on"
	Elsewhere    Outcome = "does not extend"
)

// Outcomes lists all outcomes in the order of listings.
var Outcomes = []Outcome{Seen, Contradicted, Undecided, NotSeen, Depends, Elsewhere}

// Legend explains the outcomes in one line.
const Legend = "seen: the whole interval is within the claimed limits; contradicted: it is wholly outside; " +
	"undecided: it crosses a limit at the last look or at the cap on runs; not seen: the runs cannot show it, for the reason given; " +
	"depends on: it holds for some values of what the paper leaves out; " +
	"does not extend: it sums up the paper's own experiments and fails in others"

// A Verdict is an outcome with its numbers.
type Verdict struct {
	Outcome Outcome  `json:"verdict"`
	Numbers []Number `json:"numbers"`
	Runs    int      `json:"runs"`             // the number of runs at the decision, or of the last look; 0 if it was computed
	Capped  bool     `json:"at_cap,omitempty"` // Runs is the most that the figure takes
}

// Basis returns the number of runs that the verdict rests on, or "computed".
func (v *Verdict) Basis() string {
	switch {
	case v.Runs > 1 && v.Capped && v.Outcome == Undecided:
		return number.Plural(v.Runs, "run") + ", the cap"
	case v.Runs > 0:
		return number.Plural(v.Runs, "run")
	case v.Outcome == Undecided:
		return "no run"
	default:
		return "computed"
	}
}

// severity orders the outcomes of parts: a claim has the first outcome that one of its parts has.
var severity = []Outcome{Contradicted, Elsewhere, Undecided, Depends, NotSeen, Seen, ""}

// First returns the n most telling numbers: those that keep the claim from being seen come first.
func (v *Verdict) First(n int) []Number {
	sorted := slices.Clone(v.Numbers)
	slices.SortStableFunc(sorted, func(a, b Number) int {
		return slices.Index(severity, a.Outcome) - slices.Index(severity, b.Outcome)
	})
	return sorted[:min(n, len(sorted))]
}

// Text returns First in one line.
func (v *Verdict) Text(n int) string {
	parts := param.Map(v.First(n), Number.String)
	if more := len(v.Numbers) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// combine returns the verdict on a claim that all its parts must support. Without parts it is undecided.
func combine(parts []Number) Verdict {
	v := Verdict{Outcome: Undecided, Numbers: append([]Number{}, parts...)}
	for _, o := range severity[:len(severity)-1] {
		if slices.ContainsFunc(parts, func(p Number) bool { return p.Outcome == o }) {
			v.Outcome = o
			break
		}
	}
	return v
}

// A Number is one quantity behind a verdict, with its confidence interval and the claimed limits.
type Number struct {
	What    string       `json:"what"`
	Value   number.Float `json:"value"`
	Low     number.Float `json:"low"` // null without an interval
	High    number.Float `json:"high"`
	Least   number.Float `json:"at_least"` // claimed limits; null without one
	Most    number.Float `json:"at_most"`
	Equal   int          `json:"equal_runs,omitempty"` // the number of runs if all are equal
	Outcome Outcome      `json:"verdict,omitempty"`    // of this part alone; empty if it is only reported
	Reason  string       `json:"reason,omitempty"`     // why the outcome is NotSeen
}

// String returns the number with four digits.
func (n Number) String() string {
	text := n.What + ": " + n.Text()
	if spread := n.Spread(); spread != "" {
		text += " " + spread
	}
	if claimed := n.Claimed(); claimed != "" {
		text += ", claimed " + claimed
	}
	if n.Reason != "" {
		text += ", " + n.Reason
	}
	return text
}

// Text returns the value.
func (n Number) Text() string {
	if math.IsNaN(float64(n.Value)) {
		return "unknown"
	}
	return digits(n.Value)
}

// Spread returns the interval, or the reason why there is no interval.
func (n Number) Spread() string {
	switch {
	case n.Equal > 0:
		return fmt.Sprintf("(all %s runs equal)", number.Count(n.Equal))
	case math.IsNaN(float64(n.Low)):
		return ""
	}
	return fmt.Sprintf("[%s, %s]", digits(n.Low), digits(n.High))
}

// Claimed returns the claimed limits.
func (n Number) Claimed() string {
	least, most := float64(n.Least), float64(n.Most)
	switch {
	case math.IsNaN(least) && math.IsNaN(most):
		return ""
	case math.IsNaN(least):
		return "≤ " + digits(n.Most)
	case math.IsNaN(most):
		return "≥ " + digits(n.Least)
	}
	return digits(n.Least) + " to " + digits(n.Most)
}

func digits(x number.Float) string { return number.Term(float64(x)) }

// within judges an estimate: Seen if the interval lies in [low, high], Contradicted if it lies
// outside, else Undecided. Equal runs decide if there are enough of them.
func within(what string, e estimate, low, high float64) Number {
	n := Number{
		What: what, Value: number.Float(e.value), Low: number.Float(e.Low), High: number.Float(e.High),
		Least: limit(low), Most: limit(high), Equal: e.equal,
	}
	i := e.Interval
	if e.sure || e.equal > 0 {
		n.Low, n.High = limit(math.NaN()), limit(math.NaN())
		i = (stats.Interval{Low: e.value, High: e.value})
		if !e.sure {
			i.Low, i.High = math.Inf(-1), math.Inf(1)
		}
	}
	n.Outcome = Undecided
	switch {
	case i.Low >= low && i.High <= high:
		n.Outcome = Seen
	case i.High < low || i.Low > high:
		n.Outcome = Contradicted
	}
	return n
}

// limit returns a claimed limit, null if it is infinite.
func limit(x float64) number.Float {
	if math.IsInf(x, 0) {
		x = math.NaN()
	}
	return number.Float(x)
}

// ratioWithin judges the ratio of the means of a and b by Fieller's interval. b must measure a positive quantity.
func ratioWithin(what string, a, b []float64, low, high, confidence float64) Number {
	i := stats.Ratio(a, b, confidence)
	if math.IsInf(i.High-i.Low, 0) {
		i = stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	ratio, equal := stat.Mean(a, nil)/stat.Mean(b, nil), true
	for r := range a {
		equal = equal && math.Abs(a[r]-ratio*b[r]) <= 1e-12*math.Abs(a[r])
	}
	return within(what, estimateOf(ratio, i, len(a), equal), low, high)
}

// reported returns a number that decides nothing.
func reported(what string, value float64) Number {
	n := within(what, exactly(value), math.Inf(-1), math.Inf(1))
	n.Outcome = ""
	return n
}

// split returns the confidence of each of n statements that hold together with the given confidence (Bonferroni).
func split(confidence float64, n int) float64 { return 1 - (1-confidence)/float64(max(n, 1)) }

// A pair is two samples of the same runs. The claim is that the first has the smaller mean.
type pair struct {
	what string // the first minus the second
	a, b []float64
}

// judgePairs judges pairs by their differences. A certain difference of 0 contradicts the claim.
func judgePairs(pairs []pair, confidence float64) []Number {
	parts := make([]Number, len(pairs))
	for i, p := range pairs {
		d := difference(&p, split(confidence, len(pairs)))
		parts[i] = within(p.what, d, math.Inf(-1), -math.SmallestNonzeroFloat64)
		parts[i].Most = 0
	}
	return parts
}

// An estimate is a value with its confidence interval.
type estimate struct {
	value float64
	stats.Interval
	equal int  // the number of runs if all are equal, else 0
	sure  bool // the value is exact, or equal runs are enough to decide
}

func exactly(value float64) estimate { return estimate{value: value, sure: true} }

func estimateOf(value float64, i stats.Interval, runs int, equal bool) estimate {
	if !equal {
		return estimate{value: value, Interval: i}
	}
	return estimate{value: value, equal: runs, sure: runs >= stats.EnoughEqual}
}

// difference returns the paired difference of two samples with its interval.
func difference(p *pair, confidence float64) estimate {
	d := stats.Compare(p.a, p.b, confidence)
	return estimateOf(d.Mean, d.Interval, d.N, d.Equal)
}

func mean(sample []float64, confidence float64) estimate {
	s := stats.Summarize(sample)
	return estimateOf(s.Mean, stats.MeanInterval(sample, confidence), s.N, s.Equal)
}

// jackknife returns a statistic of the runs' means with its interval. It computes the statistic from all runs, and
// once without each run. A run holds the numbers that were measured together.
func jackknife(runs [][]float64, confidence float64, statistic func(means []float64) float64) estimate {
	n, width := len(runs), len(runs[0])
	total, means := make([]float64, width), make([]float64, width)
	for _, run := range runs {
		floats.Add(total, run)
	}
	for i := range total {
		means[i] = total[i] / float64(n)
	}
	whole := statistic(means)
	pseudo := make([]float64, n) // values: n·whole − (n−1)·the statistic without the run
	for r, run := range runs {
		for i := range total {
			means[i] = (total[i] - run[i]) / float64(n-1)
		}
		pseudo[r] = float64(n)*whole - float64(n-1)*statistic(means)
	}
	_, i := stats.StudentInterval(pseudo, confidence)
	half := (i.High - i.Low) / 2
	equal := !slices.ContainsFunc(runs, func(run []float64) bool { return !slices.Equal(run, runs[0]) })
	return estimateOf(whole, stats.Interval{Low: whole - half, High: whole + half}, n, equal)
}
