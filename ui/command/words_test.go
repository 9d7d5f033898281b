package command

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// habits lists wordings that CONTRIBUTING advises against, each with a suggestion.
var habits = []struct{ pattern, write string }{
	{`so many`, "a number, or many"},
	{`who(m)?ever`, "someone who, or you"},
	{`whatever`, "any, or regardless of"},
	{`tells|told`, "shows, reports, or knows"},
	{`beside(s)? which`, "two sentences"},
	{`(is|are|has|have|with|was) none`, "no X, or without X"},
	{`what (is|was|are|were|has|can|may|might) (be |been |to be )?(said|shown|seen|played|asked|drawn|meant|wrong|missing|damaged|finished|recorded|published|stopped|taken|allowed|released)`, "the noun"},
	{`may be asked( for)?`, "limits"},
	{`anew`, "again"},
	{`of one's own`, "of your own"},
	{`(can|may|must|does|would) one`, "you"},
	{`a (row|column|line) a`, "one row per"},
	{`all else`, "everything else"},
	{`and the like|and (its|their) like`, "similar commands"},
	{`(colour|neighbour|behaviour|favour)\w*`, "American spelling"},
	{`catalogue\w*|licence\w*|centre\w*|grey`, "American spelling"},
	{`(random|recogn|privat|normal|general|initial|summar|minim|maxim|optim)is(e|es|ed|ing|ation)`, "American spelling"},
	{`learnt|towards|for ever`, "American spelling"},
	{`what [a-z]+ (loses|costs|plays|changes)`, "the loss, the cost, the play, or the change"},
	{`(?:[^e]|[^r]e) is no (number|round|file|line)`, "is not a number"},
	{`are there|is there already`, "exist, or already exists"},
	{`alike`, "the same"},
	{`would have had to`, "what it would take"},
}

// notProse matches a page's aliases, code, addresses, and comments.
var notProse = regexp.MustCompile("(?m)<!--.*-->|^\\*Also: .*$|```[^`]*```|`[^`]*`|\\]\\([^)]*\\)|^    .*$")

// addSentences adds the string literals of the program that are sentences: of three words or more.
func addSentences(t *testing.T, texts map[string]string) {
	top := uitest.Top(t, ".")
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != top) {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && strings.Count(l.Value, " ") >= 2 {
				texts[path] += l.Value + "\n"
			}
			return true
		})
		return nil
	})
	uitest.NoError(t, err)
}

// Pages, lessons, help, documents, and sentences in the code avoid these habits.
func TestTextsAvoidHabits(t *testing.T) {
	uitest.NotForRaces(t)
	texts := map[string]string{"help": succeed(t, "--help")}
	for _, node := range param.Must(newTestProgram().parser(&grammar{})).Model.Children {
		if !node.Hidden {
			texts["help of "+node.Name] = succeed(t, node.Name, "--help")
		}
	}
	for _, page := range manual.All() {
		texts["page "+page.Name] = page.Summary + "\n" + page.Markdown()
	}
	for _, l := range lesson.All() {
		for _, s := range l.Stops {
			texts["lesson "+l.Name] += strings.Join([]string{l.Title, l.About, s.Say, s.Ask, s.Answer, ""}, "\n")
		}
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "learners/README.md", "model/README.md", "scenarios/README.md"} {
		text := read(t, uitest.Top(t, name))
		before, _, _ := strings.Cut(text, "\n## Writing\n") // which quotes habits
		texts[name] = before
	}
	addSentences(t, texts)
	for name, text := range texts {
		text = notProse.ReplaceAllString(text, " ")
		for _, h := range habits {
			for _, found := range regexp.MustCompile(`(?i)\b(`+h.pattern+`)\b`).FindAllStringIndex(text, -1) {
				around := text[max(found[0]-30, 0):min(found[1]+30, len(text))]
				t.Errorf("%s: %q: write %s: …%s…", name, text[found[0]:found[1]], h.write, strings.Join(strings.Fields(around), " "))
			}
		}
	}
}
