package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/scenarios/matroid"
)

// A matroidKind is one kind of matroid as files describe it.
type matroidKind struct {
	kind string
	keys []string // beside kind; none may be missing
	read func(t *table, arms int) (matroid.Matroid, error)
}

// matroidKinds are the kinds that can be read, in the order messages list them.
var matroidKinds = []matroidKind{
	{"linear", []string{"vectors"}, readLinear},
	{"graphic", []string{"edges"}, readGraphic},
	{"uniform", []string{"rank"}, readUniform},
	{"partition", []string{"blocks", "capacities"}, readPartition},
	{"transversal", []string{"sets"}, readTransversal},
}

// readMatroid reads base arms that stay as they are, and the table that says
// which of them may be played together.
func readMatroid(t *table, s *Scenario) {
	readStationary(t, s)
	inner, ok := t.inner("matroid")
	if !ok {
		t.failf("matroid", "matroid: a matroid scenario must say what may be played together, in a table [matroid]")
	}
	if t.doc.err != nil {
		return
	}
	var names, elsewhere []string
	for _, k := range matroidKinds {
		names, elsewhere = append(names, k.kind), append(elsewhere, k.keys...)
	}
	i := slices.Index(names, inner.choice("kind", "", names...))
	if i < 0 {
		return
	}
	k := matroidKinds[i]
	inner.only("a "+k.kind+" matroid", append([]string{"kind"}, k.keys...), elsewhere)
	for _, key := range k.keys {
		if !inner.has(key) {
			inner.failf(key, "%s: missing, a %s matroid is described by %s", key, k.kind, strings.Join(k.keys, " and "))
		}
	}
	if t.doc.err == nil {
		s.Matroid = buildMatroid(inner, k, s.Arms())
		s.Labels = edgeLabels(s.Matroid)
	}
}

// buildMatroid makes the matroid; nil where something was wrong.
func buildMatroid(t *table, k matroidKind, arms int) matroid.Matroid {
	m, err := k.read(t, arms)
	var at *matroid.FieldError
	switch {
	case t.doc.err != nil:
		return nil
	case errors.As(err, &at) && at.Entry > 0:
		t.failf(fmt.Sprintf("%s[%d]", at.Field, at.Entry-1), "%w", err)
		return nil
	case errors.As(err, &at):
		t.failf(at.Field, "%w", err)
		return nil
	case err != nil:
		t.failf("kind", "%w", err)
		return nil
	case m.Size() != arms:
		t.failf(k.keys[0], "%s: %d given for %d arms: must be one for each arm", k.keys[0], m.Size(), arms)
		return nil
	}
	return m
}

// readLinear reads vectors. Their numbers are taken as they are written, not as
// the nearest binary fractions; in quotes, any decimal can be said.
func readLinear(t *table, _ int) (matroid.Matroid, error) {
	var vectors [][]string
	for e, list := range t.lists("vectors", matroid.MaxArms) {
		vector := make([]string, len(list))
		written := t.doc.decimals[fmt.Sprintf("%svectors[%d]", t.prefix, e)]
		for i, entry := range list {
			switch x := entry.(type) {
			case string:
				vector[i] = x
			case int64:
				vector[i] = strconv.FormatInt(x, 10)
			case float64:
				vector[i] = strings.ReplaceAll(written[i], "_", "")
			default:
				t.failf(fmt.Sprintf("vectors[%d]", e), "vectors: vector %d, entry %d: must be an integer or a decimal", e+1, i+1)
				return nil, nil
			}
		}
		vectors = append(vectors, vector)
	}
	return matroid.NewLinearText(vectors)
}

// readGraphic reads edges between nodes that are numbered or named.
func readGraphic(t *table, _ int) (matroid.Matroid, error) {
	var edges [][]string
	for e, list := range t.lists("edges", matroid.MaxArms) {
		edge := make([]string, len(list))
		for i, entry := range list {
			switch x := entry.(type) {
			case string:
				edge[i] = x
			case int64:
				edge[i] = strconv.FormatInt(x, 10)
			}
			if number, isNumber := entry.(int64); !showable(edge[i]) || isNumber && number < 0 {
				t.failf(fmt.Sprintf("edges[%d]", e), "edges: edge %d: a node must be a number from 0 or a name of 1 to 100 bytes, in quotes", e+1)
				return nil, nil
			}
		}
		edges = append(edges, edge)
	}
	return matroid.NewGraphic(edges)
}

func readUniform(t *table, arms int) (matroid.Matroid, error) {
	rank, ok := t.values["rank"].(int64)
	if !ok {
		t.failf("rank", "rank: must be a whole number from 1 to %d, the number of arms", arms)
	}
	return matroid.NewUniform(arms, int(rank))
}

func readPartition(t *table, arms int) (matroid.Matroid, error) {
	blocks := readArmLists(t, "blocks", "block", arms)
	var capacities []int
	for i, entry := range t.list("capacities", matroid.MaxArms) {
		capacity, ok := entry.(int64)
		if !ok {
			t.failf(fmt.Sprintf("capacities[%d]", i), "capacities: block %d: must be a whole number from 0", i+1)
		}
		capacities = append(capacities, int(capacity))
	}
	return matroid.NewPartition(arms, blocks, capacities)
}

func readTransversal(t *table, arms int) (matroid.Matroid, error) {
	return matroid.NewTransversal(arms, readArmLists(t, "sets", "set", arms))
}

// readArmLists reads lists of arms by their numbers from 1; one is what an
// entry is called.
func readArmLists(t *table, key, one string, arms int) [][]int {
	var lists [][]int
	for i, entries := range t.lists(key, matroid.MaxArms) {
		list := make([]int, len(entries))
		for j, entry := range entries {
			arm, ok := entry.(int64)
			if !ok {
				t.failf(fmt.Sprintf("%s[%d]", key, i), "%s: %s %d: must list arms by their numbers, 1 to %d", key, one, i+1, arms)
				return nil
			}
			list[j] = int(arm)
		}
		lists = append(lists, list)
	}
	return lists
}

// edgeLabels are the names of a graph's edges, by which people know them; the
// second of parallel edges says so. Other matroids' descriptions are no names,
// and names that are too long for labels are none either.
func edgeLabels(m matroid.Matroid) []string {
	graph, ok := m.(*matroid.Graphic)
	if !ok {
		return nil
	}
	labels, times := make([]string, graph.Size()), map[string]int{}
	for e := range labels {
		labels[e] = graph.Describe(e)
		if times[labels[e]]++; times[labels[e]] > 1 {
			labels[e] += fmt.Sprintf(" (%d)", times[labels[e]])
		}
		if !showable(labels[e]) {
			return nil
		}
	}
	return labels
}
