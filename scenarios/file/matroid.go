package file

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// matroidKinds lists the kinds of matroid, in the order of messages, and the required keys of each.
var matroidKinds = []struct {
	kind string
	keys []string
	read func(t *matroidTable, r *reader, arms int) (matroid.Matroid, error)
}{
	{"linear", []string{"vectors"}, readLinear},
	{"graphic", []string{"edges"}, readGraphic},
	{"uniform", []string{"rank"}, readUniform},
	{"partition", []string{"blocks", "capacities"}, readPartition},
	{"transversal", []string{"sets"}, readTransversal},
}

func (d *document) readMatroid(r *reader, arms int, written places) matroid.Matroid {
	if d.Matroid == nil {
		r.failf("matroid", "matroid: missing; a table [matroid] must define the bases")
		return nil
	}
	if written["matroid[0]"] > 0 {
		r.failf("matroid", "matroid: %s", shapes["matroid"])
	}
	var names, all []string
	for _, k := range matroidKinds {
		names, all = append(names, k.kind), append(all, k.keys...)
	}
	k := matroidKinds[r.choice("matroid.kind", d.Matroid.Kind, names, -1)]
	r.onlyKeys("matroid.", "a "+k.kind+" matroid", append([]string{"kind"}, k.keys...), all, written)
	for _, key := range k.keys {
		if written["matroid."+key] == 0 {
			r.failf("matroid."+key, "%s: missing, a %s matroid is described by %s", key, k.kind, strings.Join(k.keys, " and "))
		}
	}
	if r.err != nil {
		return nil
	}
	m, err := k.read(d.Matroid, r, arms)
	var at *param.FieldError
	switch {
	case errors.As(err, &at):
		r.failf("matroid."+at.Field, "%w", err)
	case err != nil:
		r.failf("matroid", "%w", err)
	case m.Size() != arms:
		r.failf("matroid."+k.keys[0], "%s: %d given for %d arms: must be one for each arm", k.keys[0], m.Size(), arms)
	}
	if r.err != nil {
		return nil
	}
	return m
}

// readLinear reads vectors exactly as written, not as the nearest binary fractions. A string can hold any decimal.
func readLinear(t *matroidTable, _ *reader, _ int) (matroid.Matroid, error) {
	return matroid.NewLinearText(contents(t.Vectors))
}

func contents(l lists) [][]string {
	return param.Map(l, func(inner list) []string { return param.Map(inner, literal.content) })
}

// readGraphic reads edges between numbered or named nodes.
func readGraphic(t *matroidTable, r *reader, _ int) (matroid.Matroid, error) {
	for e, edge := range t.Edges {
		for _, node := range edge {
			text, isText := node.text()
			if number, isNumber := node.whole(); !(isText && showable(text)) && !(isNumber && number >= 0) {
				r.failf(fmt.Sprintf("matroid.edges[%d]", e),
					"edges: edge %d: a node must be a number from 0 or a name of 1 to 100 bytes, in quotes", e+1)
			}
		}
	}
	return matroid.NewGraphic(contents(t.Edges))
}

func readUniform(t *matroidTable, r *reader, arms int) (matroid.Matroid, error) {
	rank, ok := t.Rank.whole()
	if !ok {
		r.failf("matroid.rank", "rank: must be a whole number from 1 to %d, the number of arms", arms)
	}
	return matroid.NewUniform(arms, rank)
}

func readPartition(t *matroidTable, r *reader, arms int) (matroid.Matroid, error) {
	blocks := r.armLists("blocks", "block", t.Blocks, arms)
	capacities := make([]int, len(t.Capacities))
	for i, l := range t.Capacities {
		n, ok := l.whole()
		if !ok {
			r.failf(fmt.Sprintf("matroid.capacities[%d]", i), "capacities: block %d: must be a whole number from 0", i+1)
		}
		capacities[i] = n
	}
	return matroid.NewPartition(arms, blocks, capacities)
}

func readTransversal(t *matroidTable, r *reader, arms int) (matroid.Matroid, error) {
	return matroid.NewTransversal(arms, r.armLists("sets", "set", t.Sets, arms))
}

// armLists reads lists of arms, numbered from 1. one is the word for an entry in errors.
func (r *reader) armLists(key, one string, l lists, arms int) [][]int {
	all := make([][]int, len(l))
	for i, inner := range l {
		for _, entry := range inner {
			n, ok := entry.whole()
			if !ok {
				r.failf(fmt.Sprintf("matroid.%s[%d]", key, i), "%s: %s %d: must list arms by their numbers, 1 to %d",
					key, one, i+1, arms)
			}
			all[i] = append(all[i], n)
		}
	}
	return all
}

// edgeLabels returns labels for a graph's edges and numbers parallel ones. It returns nil for
// other matroids and if a label is too long.
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
	}
	if slices.ContainsFunc(labels, func(label string) bool { return !showable(label) }) {
		return nil
	}
	return labels
}

// MatroidTable returns a matroid as the keys of a scenario file's table.
func MatroidTable(m matroid.Matroid) (map[string]any, error) {
	text, err := (&document{Matroid: newMatroidTable(m)}).encode()
	if err != nil {
		return nil, err
	}
	var d struct {
		Matroid map[string]any `toml:"matroid"`
	}
	err = toml.Unmarshal([]byte(text), &d)
	return d.Matroid, err
}

func newMatroidTable(m matroid.Matroid) *matroidTable {
	t := &matroidTable{Kind: quoted(m.Kind())}
	switch m := m.(type) {
	case *matroid.Linear:
		for e := range m.Size() {
			t.Vectors = append(t.Vectors, param.Map(m.Vector(e), plainOrQuoted))
		}
	case *matroid.Graphic:
		nodes := m.Nodes()
		for e := range m.Size() {
			from, to := m.Ends(e)
			t.Edges = append(t.Edges, list{wholeOrQuoted(nodes[from]), wholeOrQuoted(nodes[to])})
		}
	case *matroid.Uniform:
		t.Rank = whole(m.Rank())
	case *matroid.Partition:
		blocks, capacities := m.Blocks()
		t.Blocks, t.Capacities = param.Map(blocks, wholes), wholes(capacities)
	case *matroid.Transversal:
		t.Sets = param.Map(m.Sets(), wholes)
	}
	return t
}
