package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/model/stats"
)

// An Outcome is what the runs say of a claim.
type Outcome string

// The outcomes.
const (
	Seen      Outcome = "seen"
	NotSeen   Outcome = "not seen"
	Undecided Outcome = "undecided"
)

// A Verdict is an outcome with the numbers that it rests on.
type Verdict struct {
	Outcome Outcome  `json:"verdict"`
	Numbers []Number `json:"numbers"`
	Runs    int      `json:"runs"` // at which it was decided, or stayed open; 0 where it was computed
}

// A Number is one quantity that a verdict rests on, with its confidence interval
// where it has one.
type Number struct {
	What    string       `json:"what"`
	Value   model.Number `json:"value"`
	Low     model.Number `json:"low"` // null where there is no interval
	High    model.Number `json:"high"`
	Outcome Outcome      `json:"verdict,omitempty"` // of this part alone; empty for what is reported beside
}

// String writes the number with four digits.
func (n Number) String() string {
	if math.IsNaN(float64(n.Value)) {
		return n.What + ": unknown"
	}
	text := fmt.Sprintf("%s: %.4g", n.What, float64(n.Value))
	if !math.IsNaN(float64(n.Low)) {
		text += fmt.Sprintf(" [%.4g, %.4g]", float64(n.Low), float64(n.High))
	}
	return text
}

// Basis says what the verdict rests on in a word or two.
func (v *Verdict) Basis() string {
	switch {
	case v.Runs == 1:
		return "1 run"
	case v.Runs > 0:
		return fmt.Sprintf("%d runs", v.Runs)
	case v.Outcome == Undecided:
		return "no run"
	default:
		return "computed"
	}
}

// Shown are the numbers that say most, at most n of them: those that keep the
// claim from being seen first.
func (v *Verdict) Shown(n int) []Number {
	sorted := slices.Clone(v.Numbers)
	weight := func(x Number) int { return slices.Index([]Outcome{NotSeen, Undecided, Seen, ""}, x.Outcome) }
	slices.SortStableFunc(sorted, func(a, b Number) int { return weight(a) - weight(b) })
	return sorted[:min(n, len(sorted))]
}

// Text is Shown in one line.
func (v *Verdict) Text(n int) string {
	var parts []string
	for _, x := range v.Shown(n) {
		parts = append(parts, x.String())
	}
	if more := len(v.Numbers) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// all is the verdict on a claim that is the sum of its parts: seen where all of
// them are, not seen where one is not.
func all(parts []Number) Verdict {
	v := Verdict{Outcome: Undecided, Numbers: append([]Number{}, parts...)}
	judged, seen := 0, 0
	for _, p := range parts {
		switch p.Outcome {
		case NotSeen:
			v.Outcome = NotSeen
			return v
		case Seen:
			seen++
		}
		if p.Outcome != "" {
			judged++
		}
	}
	if judged > 0 && seen == judged {
		v.Outcome = Seen
	}
	return v
}

// belowZero is the largest number below 0: a difference that is certainly 0 is not
// less.
const belowZero = -math.SmallestNonzeroFloat64

// within is a part that is seen where the whole interval lies in [low, high], and
// not seen where none of it does.
func within(what string, value float64, i stats.Interval, low, high float64) Number {
	n := Number{What: what, Value: model.Number(value), Low: model.Number(i.Low), High: model.Number(i.High), Outcome: Undecided}
	switch {
	case i.Low >= low && i.High <= high:
		n.Outcome = Seen
	case i.High < low || i.Low > high:
		n.Outcome = NotSeen
	}
	return n
}

// computed is a part without chance: it is seen or it is not, unless its value
// could not be computed.
func computed(what string, value float64, holds bool) Number {
	n := Number{What: what, Value: model.Number(value), Low: model.Number(math.NaN()), High: model.Number(math.NaN()), Outcome: NotSeen}
	switch {
	case math.IsNaN(value):
		n.Outcome = Undecided
	case holds:
		n.Outcome = Seen
	}
	return n
}

// ratioWithin is a part that is seen where mean a over mean b is significantly
// between low and high; b measures something positive. It is decided by the means
// of a − low·b and a − high·b, which are never undefined, and shows Fieller's
// interval where there is one.
func ratioWithin(what string, a, b []float64, low, high, confidence float64) Number {
	i := stats.Ratio(a, b, confidence)
	if math.IsInf(i.High-i.Low, 0) {
		i = stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	n := within(what, stat.Mean(a, nil)/stat.Mean(b, nil), i, low, high)
	lowEnd, highEnd := beyond(a, b, low, confidence), beyond(b, a, 1/high, confidence)
	switch {
	case math.IsInf(high, 1):
		highEnd = Seen
	case math.IsInf(low, -1) || low == 0:
		lowEnd = Seen
	}
	if n.Outcome = Undecided; lowEnd == NotSeen || highEnd == NotSeen {
		n.Outcome = NotSeen
	} else if lowEnd == Seen && highEnd == Seen {
		n.Outcome = Seen
	}
	return n
}

// beyond reports whether the mean of a is above c times that of b.
func beyond(a, b []float64, c, confidence float64) Outcome {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - c*b[i]
	}
	_, i := mean(d, confidence)
	return within("", 0, i, 0, math.Inf(1)).Outcome
}

// beside is a number that is reported and decides nothing.
func beside(what string, value float64) Number {
	n := computed(what, value, true)
	n.Outcome = ""
	return n
}

// shared is the confidence of each of n statements that hold together with the
// given confidence (Bonferroni).
func shared(confidence float64, n int) float64 { return 1 - (1-confidence)/float64(max(n, 1)) }

// A pair is two samples of the same runs, of which the first is claimed to have the
// smaller mean.
type pair struct {
	what string // the first minus the second
	a, b []float64
}

// less judges pairs by their differences.
func less(pairs []pair, confidence float64) []Number {
	parts := make([]Number, len(pairs))
	for i, p := range pairs {
		d, interval := difference(p.a, p.b, shared(confidence, len(pairs)))
		parts[i] = within(p.what, d, interval, math.Inf(-1), belowZero)
	}
	return parts
}

// difference is the paired difference of two samples with its interval. Where
// the differences are heavy-tailed the bootstrap alone is not trusted so far out:
// the interval covers Student's, too.
func difference(a, b []float64, confidence float64) (float64, stats.Interval) {
	return mean(floats.SubTo(make([]float64, len(a)), a, b), confidence)
}

func mean(sample []float64, confidence float64) (float64, stats.Interval) {
	i := stats.MeanInterval(sample, confidence)
	m, t := stats.StudentInterval(sample, confidence)
	return m, stats.Interval{Low: math.Min(i.Low, t.Low), High: math.Max(i.High, t.High)}
}

// jackknife is the interval of a statistic of the runs' means. The statistic is
// computed once from all runs and once without each; a run is the numbers that
// were measured together.
func jackknife(runs [][]float64, confidence float64, statistic func(means []float64) float64) (float64, stats.Interval) {
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
	return whole, stats.Interval{Low: whole - half, High: whole + half}
}
