package scenarios

import (
	"fmt"

	"regretscope/noise/declare"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
)

func init() {
	register(&Preset{
		Name: "network", Paper: "this project's own", Kind: MatroidKind, Feedback: SemiBandit, Order: 6,
		Summary: "spanning trees of eight places and fourteen links (graphic matroid); weight: the share of traffic a link carried",
		Build:   buildNetwork,
	})
}

// links are made up. The heaviest tree is links 1, 2, 4, 6, 8, 10 and 12; what
// the others are behind it is .02 (5), .04 (7), .05 (13) and .3 to .4, and link
// 9 runs beside link 8.
var links = []struct {
	from, to, name string // name: where two links join the same places
	carried        int    // percent of the traffic, in expectation
}{
	{"Alder", "Birk", "", 90},
	{"Birk", "Cove", "", 80},
	{"Alder", "Cove", "", 50},
	{"Cove", "Dunes", "", 85},
	{"Birk", "Dunes", "", 78},
	{"Dunes", "Esker", "", 70},
	{"Cove", "Esker", "", 66},
	{"Esker", "Fell", " (cable)", 75},
	{"Esker", "Fell", " (radio)", 45},
	{"Fell", "Gorse", "", 60},
	{"Dunes", "Gorse", "", 30},
	{"Gorse", "Holm", "", 65},
	{"Fell", "Holm", "", 55},
	{"Alder", "Holm", "", 20},
}

// linkWeight is how far a link's share is from varying: a + b of its Beta law.
const linkWeight = 10

func buildNetwork(declare.Values, string) (*Scenario, error) {
	var edges [][]string
	var labels []string
	var laws []arm.Distribution
	for _, link := range links {
		// Whole percents, divided last: both parameters are the decimals that they read as.
		a, b := linkWeight*link.carried, linkWeight*(100-link.carried)
		law, err := arm.NewBeta(float64(a)/100, float64(b)/100)
		if err != nil {
			return nil, fmt.Errorf("link %s–%s: %w", link.from, link.to, err)
		}
		edges = append(edges, []string{link.from, link.to})
		labels = append(labels, link.from+"–"+link.to+link.name)
		laws = append(laws, law)
	}
	trees, err := matroid.NewGraphic(edges)
	if err != nil {
		return nil, err
	}
	return &Scenario{
		Horizon: 20_000, Epsilon: 2, Matroid: trees, Labels: labels,
		Phases: []Phase{{From: 1, Arms: laws}},
	}, nil
}
