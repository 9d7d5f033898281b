// Package table holds tables of rewards and reads them from CSV files: a header with the
// arms' names, and a row a round.
package table

import (
	"math"

	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// Limits of a table, checked while it is read.
const (
	MaxArms  = matroid.MaxArms
	MaxRows  = 1e7
	MaxCells = 1 << 27
)

// A Table is the rewards of every arm in every round, in [0,1]. It never changes once
// read, and may be used from several goroutines.
type Table struct {
	Options
	Arms []string // their names
	Rows int
	Sum  string // SHA-256 of names and rewards, in hexadecimal digits

	slabs [][]float64 // slabRows rows each, row by row
}

// Options say how a file is to be read.
type Options struct {
	Low, High float64  // what its numbers lie in; they are mapped to [0,1]
	Losses    bool     // a number x is a loss, so that the reward is 1 − x after the mapping
	Columns   []string // the columns that are arms, in this order; empty: all columns
}

// Plain returns the options of a file of rewards in [0,1].
func Plain() Options { return Options{High: 1} }

const slabRows = 1 << 12

// At returns the reward of an arm in a row, both from 0.
func (t *Table) At(arm, row int) float64 {
	return t.slabs[row/slabRows][row%slabRows*len(t.Arms)+arm]
}

// Copy copies the rewards of an arm from a row on, and returns their sum in this order.
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

// Column is what the first rows of an arm have in common.
type Column struct {
	Mean, Variance float64
	Low, High      float64 // the smallest and the largest reward
}

// Column measures an arm's first rows.
func (t *Table) Column(arm, rows int) Column {
	c := Column{Low: math.Inf(1), High: math.Inf(-1)}
	total := 0.0
	for row := range rows {
		x := t.At(arm, row)
		total += x
		c.Low, c.High = min(c.Low, x), max(c.High, x)
	}
	c.Mean = min(max(total/float64(rows), c.Low), c.High) // rounding must not carry it out
	squares := 0.0
	for row := range rows {
		d := t.At(arm, row) - c.Mean
		squares += d * d
	}
	c.Variance = squares / float64(rows)
	return c
}

// Bytes returns the memory that the table takes.
func (t *Table) Bytes() int { return len(t.slabs) * slabRows * len(t.Arms) * 8 }

// Range writes what the numbers of the file lie in.
func (o *Options) Range() string {
	return param.FormatNumber(o.Low) + " to " + param.FormatNumber(o.High)
}

// reward maps a number of the file to [0,1].
func (o *Options) reward(x float64) float64 {
	x = (x - o.Low) / (o.High - o.Low)
	if o.Losses {
		return 1 - x
	}
	return x
}
