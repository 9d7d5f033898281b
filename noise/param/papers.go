package param

import "strings"

// papers maps the short names of papers to their authors.
var papers = strings.NewReplacer(
	"HHMH", "Hu, Huang, Mehta & Hegde (HHMH)",
	"WW", "Wu & Wang (WW)",
	"CHH", "Chandak, Hu & Hegde (CHH)",
	"GAJ", "Gajane (GAJ)",
	"JZL", "Jiang, Zhao & Li (JZL)",
)

// SpellOut puts the authors' names before the short names of papers in a citation such as "HHMH
// §6". Lists and details, where readers first meet a paper, use this form.
func SpellOut(citation string) string { return papers.Replace(citation) }
