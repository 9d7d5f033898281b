package answer

import (
	"testing"

	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// Every block in every format.
func TestBlocks(t *testing.T) {
	table := kit.TableOf(1, "learner", "ε")
	table.Rows = [][]string{{"a_b", "0.5"}, nil, {"c|d", "10⁻³"}}
	d := &Document{Hang: 2, Blocks: []Block{
		Heading{First: "one", Rest: " · two words"},
		Sentences{"A sentence that is long.", "Another *one*."},
		Table{Table: table, Foot: "ε: the loss"},
		Details{"A learner", []facts.Fact{{Title: "claim", Lines: []kit.Line{{Lead: "ε = 1, ", Rest: "at most"}, {Lead: "more"}}}}},
		Command("regretscope run"),
	}}
	for name, text := range map[string]string{
		"text": d.In("", 0), "narrow": d.In("", 20), "markdown": d.In(Markdown, 0), "latex": d.In(LaTeX, 0),
	} {
		uitest.Golden(t, name, text)
	}
}
