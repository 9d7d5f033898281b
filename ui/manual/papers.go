package manual

import (
	_ "embed" // the references are a file
	"slices"
	"strings"
)

// papers holds the full references of the papers that declarations cite, each below the names by which
// they do.
//
//go:embed papers.txt
var papers string

// references returns the full references of the papers that a text cites.
func references(text string) (all []string) {
	for block := range strings.SplitSeq(papers, "\n\n") {
		names, reference, _ := strings.Cut(strings.TrimSpace(block), "\n")
		if slices.ContainsFunc(strings.Split(names, "; "), func(name string) bool { return strings.Contains(text, name) }) {
			all = append(all, reference)
		}
	}
	return all
}
