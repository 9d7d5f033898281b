package matroid

import (
	"slices"
	"strconv"
)

// Graphic is the matroid of a graph's edges: the forests are independent, and
// the bases of a connected graph are its spanning trees. Parallel edges and
// edges from a node to itself (loops) are allowed.
type Graphic struct {
	nodes []string // by first appearance
	ends  [][2]int // of each edge, numbers into nodes
	rank  int
}

// NewGraphic returns the graphic matroid of 1 to MaxArms edges between named
// nodes: two names an edge, none of them empty.
func NewGraphic(edges [][]string) (*Graphic, error) {
	if err := checkSize("edges", len(edges)); err != nil {
		return nil, err
	}
	m := &Graphic{ends: make([][2]int, len(edges))}
	number := make(map[string]int)
	for e, edge := range edges {
		if len(edge) != 2 {
			return nil, refuse("edges", e+1, "edge %d: must have exactly 2 ends, has %d", e+1, len(edge))
		}
		for i, name := range edge {
			if name == "" {
				return nil, refuse("edges", e+1, "edge %d: a node has no name: must be a number from 0 or a name that is not empty", e+1)
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

// NewGraphicNumbered is NewGraphic for nodes numbered from 0.
func NewGraphicNumbered(edges [][]int) (*Graphic, error) {
	if err := checkSize("edges", len(edges)); err != nil {
		return nil, err
	}
	named := make([][]string, len(edges))
	for e, edge := range edges {
		for _, node := range edge {
			if node < 0 {
				return nil, refuse("edges", e+1, "edge %d: node %d: must be a number from 0 or a name that is not empty", e+1, node)
			}
			named[e] = append(named[e], strconv.Itoa(node))
		}
	}
	return NewGraphic(named)
}

// Kind returns "graphic".
func (m *Graphic) Kind() string { return "graphic" }

// Size is the number of edges.
func (m *Graphic) Size() int { return len(m.ends) }

// Rank is the number of edges in a spanning forest.
func (m *Graphic) Rank() int { return m.rank }

// Independent reports whether the edges of set form a forest.
func (m *Graphic) Independent(set []int) bool { return independent(m, set) }

// Loop reports whether edge e joins a node to itself.
func (m *Graphic) Loop(e int) bool { return m.ends[e][0] == m.ends[e][1] }

// Describe names the ends of edge e.
func (m *Graphic) Describe(e int) string {
	return m.nodes[m.ends[e][0]] + "–" + m.nodes[m.ends[e][1]]
}

// Nodes are the names of the nodes in the order of their first appearance.
func (m *Graphic) Nodes() []string { return slices.Clone(m.nodes) }

// Ends are the two ends of edge e, as numbers into Nodes.
func (m *Graphic) Ends(e int) (from, to int) { return m.ends[e][0], m.ends[e][1] }

// NewBuilder returns a builder that holds the empty forest.
func (m *Graphic) NewBuilder() Builder {
	b := &graphicBuilder{
		matroid: m,
		parent:  make([]int, len(m.nodes)),
		via:     make([]int, len(m.nodes)),
	}
	b.Reset()
	return b
}
