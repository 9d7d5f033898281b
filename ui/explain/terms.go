package explain

import (
	_ "embed"

	"github.com/pelletier/go-toml/v2"
)

//go:embed terms.toml
var terms []byte

// termPages are the pages that are written by hand. A file that cannot be read is
// a mistake of the programmer's.
func termPages() []*Page {
	var file struct{ Term []*Page }
	if err := toml.Unmarshal(terms, &file); err != nil {
		panic(err)
	}
	for _, page := range file.Term {
		page.Kind = "term"
	}
	return file.Term
}
