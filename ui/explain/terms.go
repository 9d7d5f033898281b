package explain

import (
	_ "embed"

	"github.com/pelletier/go-toml/v2"
)

//go:embed terms.toml
var terms []byte

// A term is an entry of terms.toml.
type term struct {
	Name, Summary, Source    string
	Also, Text, Formula, See []string
}

// termPages are the pages that are written by hand. A file that cannot be read is
// a mistake of the programmer's.
func termPages() []*Page {
	var file struct{ Term []term }
	if err := toml.Unmarshal(terms, &file); err != nil {
		panic(err)
	}
	var pages []*Page
	for _, t := range file.Term {
		pages = append(pages, &Page{
			Name: t.Name, Also: t.Also, Kind: "term", Summary: t.Summary,
			Text: t.Text, Formula: t.Formula, Source: t.Source, See: t.See,
		})
	}
	return pages
}
