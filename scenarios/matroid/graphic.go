package matroid

import "slices"

// Graphic is the matroid of a graph's edges: forests are independent, and the bases of a
// connected graph are its spanning trees. Parallel edges and loops are allowed.
type Graphic struct {
	basics
	nodes []string // in order of first appearance
	ends  [][2]int // of each edge, as indices into nodes
}

// NewGraphic returns the graphic matroid of 1 to MaxArms edges. An edge is two names of nodes, neither of them empty.
func NewGraphic(edges [][]string) (*Graphic, error) {
	if err := checkSize("edges", len(edges)); err != nil {
		return nil, err
	}
	m := &Graphic{basics: basics{kind: "graphic", size: len(edges)}, ends: make([][2]int, len(edges))}
	number := make(map[string]int)
	for e, edge := range edges {
		if len(edge) != 2 {
			return nil, refuse("edges", e+1, "edge %d: must have exactly 2 ends, has %d", e+1, len(edge))
		}
		for i, name := range edge {
			if name == "" {
				return nil, refuse("edges", e+1,
					"edge %d: a node has no name: must be a number from 0 or a name that is not empty", e+1)
			}
			node, known := number[name]
			if !known {
				node = len(m.nodes)
				number[name] = node
				m.nodes = append(m.nodes, name)
			}
			m.ends[e][i] = node
		}
	}
	m.rank = rankOf(m.NewBuilder(), len(edges))
	if m.rank == 0 {
		return nil, errRankZero("edges", "one must join two different nodes")
	}
	return m, nil
}

// Loop reports whether edge e joins a node to itself.
func (m *Graphic) Loop(e int) bool { return m.ends[e][0] == m.ends[e][1] }

// Describe names the ends of edge e.
func (m *Graphic) Describe(e int) string {
	return m.nodes[m.ends[e][0]] + "–" + m.nodes[m.ends[e][1]]
}

// Nodes returns the names of the nodes in order of first appearance.
func (m *Graphic) Nodes() []string { return slices.Clone(m.nodes) }

// Ends returns the two ends of edge e, as indices into Nodes.
func (m *Graphic) Ends(e int) (from, to int) { return m.ends[e][0], m.ends[e][1] }

func (m *Graphic) NewBuilder() Builder {
	b := &graphicBuilder{
		matroid: m,
		parent:  make([]int, len(m.nodes)),
		via:     make([]int, len(m.nodes)),
	}
	b.Reset()
	return b
}

// graphicBuilder stores a forest as rooted trees, which give the path between two nodes.
type graphicBuilder struct {
	matroid *Graphic
	parent  []int // of each node; −1 at a root
	via     []int // the edge to the parent
}

func (b *graphicBuilder) Reset() {
	for node := range b.parent {
		b.parent[node], b.via[node] = -1, -1
	}
}

func (b *graphicBuilder) Add(e int) bool {
	from, to := b.matroid.Ends(e)
	fromRoot, _ := b.steps(from)
	if toRoot, _ := b.steps(to); fromRoot == toRoot {
		return false
	}
	// Reverse the path from `from` to its root, then hang that tree below `to`.
	node, parent, via := from, to, e
	for node >= 0 {
		next, nextVia := b.parent[node], b.via[node]
		b.parent[node], b.via[node] = parent, via
		node, parent, via = next, node, nextVia
	}
	return true
}

// steps returns the root of node's tree and its distance.
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
