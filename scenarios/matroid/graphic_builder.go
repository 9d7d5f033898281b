package matroid

import "slices"

// graphicBuilder holds a forest as rooted trees, so that the path between two
// nodes, which is what a third edge between them depends on, can be walked.
type graphicBuilder struct {
	matroid *Graphic
	parent  []int // of each node; −1 at a root
	via     []int // the edge to the parent
	count   int
}

func (b *graphicBuilder) Reset() {
	for node := range b.parent {
		b.parent[node], b.via[node] = -1, -1
	}
	b.count = 0
}

func (b *graphicBuilder) Len() int { return b.count }

func (b *graphicBuilder) Add(e int) bool {
	from, to := b.matroid.Ends(e)
	fromRoot, _ := b.steps(from)
	toRoot, _ := b.steps(to)
	if fromRoot == toRoot {
		return false
	}
	// Turn the path above `from` round, so that it roots its tree, and hang it
	// below `to`.
	node, parent, via := from, to, e
	for node >= 0 {
		next, nextVia := b.parent[node], b.via[node]
		b.parent[node], b.via[node] = parent, via
		node, parent, via = next, node, nextVia
	}
	b.count++
	return true
}

// steps finds the root of node's tree and how far above node it is.
func (b *graphicBuilder) steps(node int) (root, steps int) {
	for b.parent[node] >= 0 {
		node = b.parent[node]
		steps++
	}
	return node, steps
}

func (b *graphicBuilder) Dependence(dst []int, e int) []int {
	u, v := b.matroid.Ends(e)
	uRoot, uSteps := b.steps(u)
	vRoot, vSteps := b.steps(v)
	if uRoot != vRoot || b.via[u] == e || b.via[v] == e {
		return dst
	}
	first := len(dst)
	for u != v { // climb from the deeper end until both meet
		if uSteps < vSteps {
			u, v, uSteps, vSteps = v, u, vSteps, uSteps
		}
		dst = append(dst, b.via[u])
		u = b.parent[u]
		uSteps--
	}
	slices.Sort(dst[first:])
	return dst
}

func (b *graphicBuilder) Clone() Builder {
	c := *b
	c.parent, c.via = slices.Clone(b.parent), slices.Clone(b.via)
	return &c
}
