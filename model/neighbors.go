package model

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"regretscope/noise/dpaudit"
)

// Neighbors are two reward sequences that differ in one round's vector, fixed in advance. In
// that round side 0 has Before and side 1 has After (HHMH Def. 1, WW Def. 1).
type Neighbors struct {
	Round  int       `json:"round"`  // the round that differs; 0: before round 1
	Before []float64 `json:"before"` // its rewards, by arm
	After  []float64 `json:"after"`
	Others []Span    `json:"others"` // the rewards of all other rounds; the first span starts at round 0
	Why    string    `json:"why"`    // why this pair is telling, in a sentence
}

// A Span is the reward vector of every round from From to the next span.
type Span struct {
	From    int       `json:"from"`
	Rewards []float64 `json:"rewards"` // by arm
}

// At returns the rewards of round t ≥ 0 on side 0 or 1. Callers must not change the slice.
func (n *Neighbors) At(side, t int) []float64 {
	if t == n.Round {
		return [...][]float64{n.Before, n.After}[side]
	}
	i := sort.Search(len(n.Others), func(i int) bool { return n.Others[i].From > t })
	return n.Others[i-1].Rewards
}

// Same reports whether two pairs have the same rewards in every round. Why does not count.
func (n *Neighbors) Same(other *Neighbors) bool {
	return n.Round == other.Round && slices.Equal(n.Before, other.Before) && slices.Equal(n.After, other.After) &&
		slices.EqualFunc(n.Others, other.Others, func(a, b Span) bool {
			return a.From == b.From && slices.Equal(a.Rewards, b.Rewards)
		})
}

// NeighborsOf returns reward sequences for the inputs of an exact audit: the replaced vector in
// the given round, followed by the other vectors of its release. The others consist of zeros
// and ones, ones first, which rounding and resampling leave unchanged. The pair's sums must be
// whole numbers.
func NeighborsOf(p dpaudit.Pair, round int) Neighbors {
	n := Neighbors{
		Round: round, Before: p.Before, After: p.After, Why: p.Why,
		Others: []Span{{Rewards: make([]float64, len(p.Base))}},
	}
	for earned := 0.0; ; {
		// Until the next arm has its sum, every arm below its own sum earns 1.
		next := math.Inf(1)
		rewards := make([]float64, len(p.Base))
		for j, sum := range p.Base {
			if sum > earned {
				rewards[j], next = 1, min(next, sum)
			}
		}
		if from := round + 1 + int(earned); earned > 0 || !math.IsInf(next, 1) {
			n.Others = append(n.Others, Span{From: from, Rewards: rewards})
		}
		if math.IsInf(next, 1) {
			return n
		}
		earned = next
	}
}

// Differ returns the neighbors of two tables, in which a row is a round's rewards of all arms. Tables that
// do not differ in exactly one row are refused.
func Differ(a, b [][]float64) (*Neighbors, error) {
	if len(a) != len(b) {
		return nil, fmt.Errorf("the tables have %d and %d rows", len(a), len(b))
	}
	n := &Neighbors{Why: "This is the pair that was given."}
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			if n.Round > 0 {
				return nil, fmt.Errorf("the tables differ in rows %d and %d; neighbors differ in one", n.Round, i+1)
			}
			n.Round, n.Before, n.After = i+1, a[i], b[i]
		}
		if i == 0 || !slices.Equal(a[i], n.Others[len(n.Others)-1].Rewards) {
			n.Others = append(n.Others, Span{From: (i + 1) * min(i, 1), Rewards: a[i]})
		}
	}
	if n.Round == 0 {
		return nil, errors.New("the tables are equal; neighbors differ in one row")
	}
	return n, nil
}
