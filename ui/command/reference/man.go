//go:build !js

package reference

import (
	_ "embed" // the page is a template
	"io"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"regretscope/model"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/manual"
)

// Man is the command that prints the manual page.
type Man struct{}

//go:embed man.tmpl
var manText string

var manWords = template.FuncMap{
	"roff": roff, "upper": strings.ToUpper,
	"paragraphs": func(text string) []string { return strings.Split(strings.ReplaceAll(text, "\t", "  "), "\n\n") },
	"example":    func(paragraph string) bool { return strings.HasPrefix(paragraph, " ") },
}

// Run prints the page, made from the flags.
func (*Man) Run(out io.Writer, parser *kong.Kong) error {
	page, err := template.New("man").Funcs(manWords).Parse(manText)
	if err != nil {
		return err
	}
	guides := slices.DeleteFunc(manual.All(), func(p *manual.Page) bool { return p.Kind != manual.Guide })
	var most []*flags.Limit
	for i := range flags.Limits {
		most = append(most, &flags.Limits[i])
	}
	return outfile.Buffered(out, func(w io.Writer) error {
		return page.Execute(w, map[string]any{
			"Version": model.Version, "Program": parser.Model, "Guides": guides,
			"Limits": most,
		})
	})
}

// roff escapes text for man.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
