package blackbox

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mathext"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A fact is a whole number that describes the plays of a run: the play of a round, or how often a window has a play.
type fact struct {
	name string // with %s in place of the round of a play
	at   int    // the round of a play; 0: another fact
	play bool   // it is a play, or none
	of   func(x []uint16) int
}

// none stands for a play that did not happen.
const none = math.MaxUint16

// facts returns the facts about runs of a box up to a round. They depend on the round that differs alone.
func facts(differs, last int, box *Box) []fact {
	var all []fact
	counted := param.Map(param.Indices(min(box.Plays, countedPlays)), func(i int) uint16 { return uint16(i) })
	switch last := len(counted) - 1; {
	case last == 1:
		counted = counted[:1] // the other one is the rest
	case last > 1:
		counted[last] = uint16(box.Plays - 1)
	}
	for _, t := range tellingRounds(differs, last) {
		all = append(all, fact{name: "the play of round %s", at: t, play: true, of: func(x []uint16) int { return int(x[t-1]) }})
	}
	own := func(x []uint16) uint16 { return x[differs-1] }
	window := func(from, end int) {
		rounds := fmt.Sprintf("how often rounds %s to %s play ", number.Count(from+1), number.Count(end))
		all = append(all, fact{
			name: rounds + "the same as round " + number.Count(differs),
			of:   func(x []uint16) int { return count(x[from:end], own(x)) },
		})
		for _, j := range counted {
			all = append(all, fact{name: rounds + box.Name(j), of: func(x []uint16) int { return count(x[from:end], j) }})
		}
	}
	for w := 3; w/2 < max(differs, last-differs); w *= 2 {
		if w/2 < last-differs {
			window(differs, min(differs+w, last))
		}
		if w/2 < differs-1 {
			window(max(differs-1-w, 0), differs-1)
		}
	}
	for i, nth := range []string{"first", "second", "third"} {
		change := func(x []uint16) (rounds int, to uint16) {
			t := differs
			for range i + 1 {
				for t++; t <= last && x[t-1] == x[t-2]; t++ {
				}
				if t > last {
					return last - differs + 1, none
				}
			}
			return t - differs, x[t-1]
		}
		from := " after round " + number.Count(differs)
		all = append(all, fact{
			name: "how many rounds the " + nth + " change of play comes" + from,
			of:   func(x []uint16) int { rounds, _ := change(x); return rounds },
		}, fact{
			name: "the play at the " + nth + " change" + from, play: true,
			of: func(x []uint16) int { _, to := change(x); return int(to) },
		})
	}
	return append(all, fact{
		name: "how many rounds in turn up to round " + number.Count(differs) + " have its play",
		of: func(x []uint16) int {
			t := differs
			for ; t > 1 && x[t-2] == own(x); t-- {
			}
			return differs - t + 1
		},
	})
}

// countedPlays is the number of plays, the first ones and the last, that are counted.
const countedPlays = 4

func count(x []uint16, play uint16) (n int) {
	for _, y := range x {
		if y == play {
			n++
		}
	}
	return n
}

// tellingRounds returns all of few rounds; else the first ones, those about the round that differs, and others at
// distances that grow.
func tellingRounds(differs, last int) (all []int) {
	gap := 1
	for t := 1; t <= last; t += gap {
		gap = 1
		if far := max(t-differs, differs-t); last > 128 && far > 12 && t > 4 {
			gap = max(far/6, 1)
			if t < differs {
				gap = min(gap, max(differs-12-t, 1))
			}
		}
		all = append(all, t)
	}
	return all
}

// bins is the largest number of ranges of a fact's values.
const bins = 12

// An Event is a set of cells of a table, whose rows and columns are ranges of the values of two facts.
type Event struct {
	facts [2]fact
	cuts  [2][]uint16 // the first value of each range but the first
	cells [bins * bins]bool
	box   *Box

	Side  int        // on which it is likelier
	Z     float64    // by how many standard errors it exceeds the claim in the runs that chose it
	Rates [2]float64 // its share of these runs on each side
}

// Holds reports whether the event happens in a run.
func (e *Event) Holds(x []uint16) bool {
	return e.cells[cell(e.bin(0, uint16(e.facts[0].of(x))), e.bin(1, uint16(e.facts[1].of(x))))]
}

func (e *Event) bin(i int, value uint16) uint8 { return bin(e.cuts[i], value) }

func bin(cuts []uint16, value uint16) (n uint8) {
	for int(n) < len(cuts) && cuts[n] <= value {
		n++
	}
	return n
}

func cell(row, column uint8) int { return int(row)*bins + int(column) }

// Text returns the event as part of a sentence, with so many of its cells at most: "the plays of rounds 1 and 3 are
// arm 1 and arm 2, or arm 2 and arm 1".
func (e *Event) Text(most int) string {
	a, b := e.facts[0], e.facts[1]
	round := func(f fact) string { return number.Count(f.at) }
	named := func(f fact) string {
		if f.at > 0 {
			return fmt.Sprintf(f.name, round(f))
		}
		return f.name
	}
	what := named(a) + " and " + named(b) + " are "
	switch {
	case a.name == b.name && a.at == b.at:
		what = named(a) + " is "
	case a.at > 0 && b.at > 0:
		what = "the plays of rounds " + round(a) + " and " + round(b) + " are "
	}
	var all []string
	for c, in := range e.cells {
		row, column := c/bins, c%bins
		switch {
		case !in || row > len(e.cuts[0]) || column > len(e.cuts[1]):
		case a.name == b.name && a.at == b.at:
			all = append(all, e.rangeOf(0, row))
		default:
			all = append(all, e.rangeOf(0, row)+" and "+e.rangeOf(1, column))
		}
	}
	if others := len(all) - most; others > 1 {
		all = append(all[:most], fmt.Sprintf("one of %d others", others))
	}
	return what + strings.Join(all, ", or ")
}

// rangeOf returns a range of a fact's values in words.
func (e *Event) rangeOf(i, n int) string {
	cuts, text, low, high := e.cuts[i], func(value uint16) string { return number.Count(int(value)) }, uint16(0), uint16(none)
	if n > 0 {
		low = cuts[n-1]
	}
	if n < len(cuts) {
		high = cuts[n] - 1
	}
	if e.facts[i].play && low < none {
		text, high = e.box.Name, min(high, uint16(e.box.Plays-1))
	}
	switch {
	case low == none:
		return "none"
	case low == high:
		return text(low)
	case high == none:
		return text(low) + " or more"
	}
	return text(low) + " to " + text(high)
}

// A column has the values of a fact in some runs.
type column []uint16

// cutsOf divides values into ranges with about as many of them; few values have a range each.
func (c column) cutsOf() (cuts []uint16) {
	sorted := slices.Sorted(slices.Values(c))
	if distinct := slices.Compact(slices.Clone(sorted)); len(distinct) <= bins {
		return distinct[1:]
	}
	for i := 1; i < bins; i++ {
		if cut := sorted[i*len(sorted)/bins]; cut > sorted[0] && (len(cuts) == 0 || cut > cuts[len(cuts)-1]) {
			cuts = append(cuts, cut)
		}
	}
	return cuts
}

// A table counts runs by the ranges of two facts, on each side.
type table [2][bins * bins]float64

// tried is the number of tables whose events are compared on other runs.
const tried = 4

// learn returns the event of two facts that exceeds the claim most surely. A half of the runs chooses the facts and
// orders the cells of their table by how much likelier they are on a side; the other half chooses the side and
// how many cells make the event. columns has the values of each fact on each side.
func learn(all []fact, columns [2][]column, box *Box, claim *allowance) *Event {
	runs := len(columns[0][0])
	half := runs / 2
	var kept []int // facts that are not constant or equal to another
	cuts, ranges, known := make([][]uint16, len(all)), make([][2][]uint8, len(all)), map[string]bool{}
	for i := range all {
		a, b := columns[0][i], columns[1][i]
		cuts[i] = slices.Concat(a[:half], b[:half]).cutsOf()
		for side, values := range [2]column{a, b} {
			ranges[i][side] = param.Map(values, func(x uint16) uint8 { return bin(cuts[i], x) })
		}
		key := string(ranges[i][0]) + string(ranges[i][1])
		if len(cuts[i]) > 0 && !known[key] {
			known[key], kept = true, append(kept, i)
		}
	}
	counted := func(i, j, from, to int) (n table) {
		for side := range 2 {
			rows, columns := ranges[i][side][from:to], ranges[j][side][from:to]
			for k, row := range rows {
				n[side][cell(row, columns[k])]++
			}
		}
		return n
	}
	type choice struct {
		facts [2]int
		gain  float64 // Σ (a−b)²/(a+b+3) over the cells, less what chance gives
	}
	var choices []choice
	for k, i := range kept {
		for _, j := range kept[:k+1] {
			n, gain := counted(j, i, 0, half), 0.0
			for c, a := range n[0] {
				if sum := a + n[1][c]; sum > 0 {
					d := a - n[1][c]
					gain += (d*d - 1.5*sum) / (sum + 3)
				}
			}
			choices = append(choices, choice{[2]int{j, i}, gain})
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(b.gain, a.gain) })
	best := &Event{Z: math.Inf(-1)}
	for _, c := range choices[:min(len(choices), tried)] {
		i, j := c.facts[0], c.facts[1]
		e := Event{facts: [2]fact{all[i], all[j]}, cuts: [2][]uint16{cuts[i], cuts[j]}, box: box, Z: best.Z}
		if ranked := counted(i, j, 0, half); e.choose(&ranked, counted(i, j, half, runs), float64(runs-half), claim) {
			best = &e
		}
	}
	return best
}

// choose sets the event to the cells, likeliest on one side first, that exceed the claim most surely in fresh
// counts of so many runs. It reports false if no set is better than Z.
func (e *Event) choose(ranked *table, fresh table, runs float64, claim *allowance) (better bool) {
	order := slices.DeleteFunc(param.Indices(bins*bins), func(c int) bool {
		return ranked[0][c]+ranked[1][c]+fresh[0][c]+fresh[1][c] == 0
	})
	ratio := func(c int) float64 { return (ranked[0][c] + 1) / (ranked[1][c] + 1) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratio(b), ratio(a)) })
	for side := range 2 {
		var sums [2]float64
		var cells [bins * bins]bool
		for _, c := range order {
			sums[0], sums[1], cells[c] = sums[0]+fresh[0][c], sums[1]+fresh[1][c], true
			if sums[side] < fewest {
				continue
			}
			if z := claim.z(sums[side]/runs, (sums[1-side]+1)/(runs+2), runs); z > e.Z {
				e.cells, e.Side, e.Z, better = cells, side, z, true
				e.Rates = [2]float64{sums[0] / runs, sums[1] / runs}
			}
		}
		slices.Reverse(order)
	}
	return better
}

// fewest is the number of runs in which an event must happen.
const fewest = 5

// A Claim bounds the loss of a person's reward in one notion: ε, ε with δ, ρ, or μ; the others are 0. The zero
// Claim is ε = 0.
type Claim struct{ Epsilon, Delta, Rho, Mu float64 }

// Most returns the largest probability of an event on one side that the claim allows, given the other side's, and
// the slope of this bound: e^ε q + δ (Dwork & Roth 2014, Def. 2.4), Φ(Φ⁻¹(q) + μ) (Dong, Roth & Su 2022, Def. 6),
// or, by ρ, what the Rényi divergences allow (Bun & Steinke 2016, Def. 1.1).
func (c Claim) Most(q float64) (p, slope float64) {
	switch {
	case q >= 1:
		return 1, 0
	case c.Rho > 0:
		const step = .01
		p, higher := c.mostByRho(q), c.mostByRho(q*(1+step))
		return p, (higher - p) / (q * step)
	case c.Mu > 0:
		x := mathext.NormalQuantile(q)
		return math.Erfc(-(x+c.Mu)/math.Sqrt2) / 2, math.Exp(-c.Mu*x - c.Mu*c.Mu/2)
	}
	e := math.Exp(c.Epsilon)
	return e*q + c.Delta, e
}

// mostByRho returns the largest p for which the Rényi divergences between events of probabilities p and q are at
// most ρ times their order.
func (c Claim) mostByRho(q float64) float64 {
	p, _ := noise.Bisect(min(q, 1), 1, func(low, high float64) bool { return high-low < 1e-8*q }, func(p float64) bool {
		return dpaudit.Shown(p, q).Rho().Value <= c.Rho
	})
	return p
}

// An allowance is a claim that remembers what it allows, which takes long in ρ.
type allowance struct {
	Claim
	known sync.Map // [2]float64 by probability
}

// z returns by how many standard errors the share p of an event in runs on one side exceeds what the claim allows,
// given its share q on the other.
func (c *allowance) z(p, q, runs float64) float64 {
	known, ok := c.known.Load(q)
	if !ok {
		most, slope := c.Most(q)
		known = [2]float64{most, slope}
		if c.Rho > 0 {
			c.known.Store(q, known)
		}
	}
	most, slope := known.([2]float64)[0], known.([2]float64)[1]
	return (p - most) / math.Sqrt((p*(1-p)+slope*slope*q*(1-q)+1/runs)/runs)
}
