// Package table holds tables of rewards and reads them from CSV files: a header with the arms'
// names, and one row for each round.
package table

import (
	"math"

	"regretscope/noise/number"
	"regretscope/scenarios/matroid"
)

// Limits of a table, checked while it is read.
const (
	MaxArms  = matroid.MaxArms
	MaxRows  = 1e7
	MaxCells = 1 << 27
)

// A Table holds the rewards of every arm in every round, in [0,1]. It is immutable once read
// and safe for concurrent use.
type Table struct {
	Options
	Arms    []string // their names
	Indexed bool     // the first column has no name and is left out
	Rows    int
	Sum     string // SHA-256 of names and rewards, in hexadecimal

	slabs [][]float64 // slabRows rows each, row by row
}

// Options describe the file's numbers and columns.
type Options struct {
	Low, High float64  // range of the numbers, mapped to [0,1]
	Losses    bool     // a number x is a loss: the reward is 1 − x after the mapping
	Columns   []string // the columns of the arms, in this order; empty means all columns
}

// Plain returns the options of a file of rewards in [0,1].
func Plain() Options { return Options{High: 1} }

const slabRows = 1 << 12

// At returns the reward of an arm in a row, both from 0.
func (t *Table) At(arm, row int) float64 {
	return t.slabs[row/slabRows][row%slabRows*len(t.Arms)+arm]
}

// Copy copies an arm's rewards from a row on into out, and returns their sum in this order.
func (t *Table) Copy(arm, row int, out []float64) (sum float64) {
	k := len(t.Arms)
	for n := 0; n < len(out); {
		slab := t.slabs[(row+n)/slabRows][(row+n)%slabRows*k:]
		for i := arm; i < len(slab) && n < len(out); i += k {
			out[n] = slab[i]
			sum += slab[i]
			n++
		}
	}
	return sum
}

// A Column summarizes an arm's first rows.
type Column struct {
	Mean, Variance float64
	Low, High      float64 // the smallest and the largest reward
}

// Column summarizes an arm's first rows.
func (t *Table) Column(arm, rows int) Column {
	c := Column{Low: math.Inf(1), High: math.Inf(-1)}
	total := 0.0
	for row := range rows {
		x := t.At(arm, row)
		total += x
		c.Low, c.High = min(c.Low, x), max(c.High, x)
	}
	c.Mean = min(max(total/float64(rows), c.Low), c.High) // rounding must not leave [Low, High]
	squares := 0.0
	for row := range rows {
		d := t.At(arm, row) - c.Mean
		squares += d * d
	}
	c.Variance = squares / float64(rows)
	return c
}

// Bytes returns the size of the table in memory.
func (t *Table) Bytes() int { return len(t.slabs) * slabRows * len(t.Arms) * 8 }

// Range formats the range of the file's numbers.
func (o *Options) Range() string {
	return number.Format(o.Low) + " to " + number.Format(o.High)
}

// reward maps a number of the file to a reward.
func (o *Options) reward(x float64) float64 {
	x = (x - o.Low) / (o.High - o.Low)
	if o.Losses {
		return 1 - x
	}
	return x
}
