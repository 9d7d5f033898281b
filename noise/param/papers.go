package param

import "strings"

// papers are the short names by which papers are cited, and their authors.
var papers = strings.NewReplacer(
	"HHMH", "Hu, Huang, Mehta & Hegde (HHMH)",
	"WW", "Wu & Wang (WW)",
	"CHH", "Chandak, Hu & Hegde (CHH)",
	"GAJ", "Gajane (GAJ)",
	"JZL", "Jiang, Zhao & Li (JZL)",
)

// SpellOut writes the authors' names before the short names of papers in a
// citation such as "HHMH §6". Lists and details, where a person meets a paper
// first, show citations in this form.
func SpellOut(citation string) string { return papers.Replace(citation) }
