package command

import (
	"cmp"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// A request that would write to a file that it reads, or twice to one, under any names, is
// refused, and nothing changes.
func TestOneFileTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"x.script": "wait 1s\n", "my.toml": "arms = [0.5, 0.25]\nhorizon = 100\n",
		"ml/movies.csv": "movieId,title,genres\n", "ml/ratings.csv": "userId,movieId,rating,timestamp\n", "ml/old.csv": "",
		"from.script": "start --scenario ./my.toml --learner ucb1\ngo 50\n",
	} {
		t.Run(name, func(t *testing.T) {
			uitest.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			write(t, name, text)
		})
	}
	const request = "run --learner ucb1 --horizon 100 --runs 2 --quiet"
	succeed(t, args(request+" --records m.jsonl")...)
	for link, target := range map[string]string{"link": "m.jsonl", "folder": "ml", "again": "my.toml"} {
		if err := os.Symlink(target, link); err != nil {
			t.Skip(err)
		}
	}
	before := contents(t)
	refuseAll(t, func(said, want string) bool { return is(said, want+"; name another one") }, map[string]string{
		"summary m.jsonl --output m.jsonl":                "--output m.jsonl: is the same file as m.jsonl, which is read",
		"summary m.jsonl --output ./ml/../link":           "--output ./ml/../link: is the same file as m.jsonl, which is read",
		request + " --plot ./new.svg --output new.svg":    "--plot ./new.svg: is the same file as new.svg, which --output writes",
		request + " --records r.jsonl --output ./r.jsonl": "--records r.jsonl: is the same file as ./r.jsonl, which --output writes",
		"summary - -":                                            "records -: is the same file as -, which is read",
		request + " --plot - --output -":                         "--plot -: is the same file as -, which --output writes",
		"--script - --scenario -":                                "--scenario -: is the same file as -, which is read",
		request + " --scenario my.toml --output my.toml":         "--output my.toml: is the same file as my.toml, which is read",
		"--script x.script --svg x.script":                       "--svg x.script: is the same file as x.script, which is read",
		"--script from.script --svg again --force":               "--svg again: is the same file as ./my.toml, which is read",
		"audit --scenario my.toml --learner ucb1 --plot my.toml": "--plot my.toml: is the same file as my.toml, which is read",
	})
	if after := contents(t); after != before {
		t.Errorf("files were\n%s\nand are\n%s", before, after)
	}
	for _, line := range []string{"summary m.jsonl --output new.txt --format csv", "--script from.script --svg new"} {
		succeed(t, args(line)...)
	}
}

// Outputs never replace a regular file without --force, which is checked before any work;
// --resume replaces its experiment's own output. Devices are written to.
func TestOutputsReplaceNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	const request = "run --learner ucb1 --horizon 1e10 --runs 1000"
	const brief = "run --learner ucb1 --horizon 100 --runs 2 --quiet"
	succeed(t, args(brief+" --records m.jsonl")...)
	for name, text := range map[string]string{"old": "precious", "old.svg": "precious", "x.script": "wait 1s\n"} {
		write(t, name, text)
	}
	before, refused := contents(t), map[string]string{}
	for line, flag := range map[string]string{
		request + " --output old":                                "output",
		request + " --plot old.svg":                              "plot",
		request + " --resume --records n.jsonl --output old":     "output",
		brief + " --resume --records m.jsonl --output old":       "output",
		brief + " --resume --records m.jsonl --plot old.svg":     "plot",
		"summary m.jsonl --output old":                           "output",
		"plot m.jsonl --output old.svg":                          "output",
		"audit --learner rnm-ftnl --runs 5000000 --plot old.svg": "plot",
		"--script x.script --svg old.svg":                        "svg",
	} {
		refused[line] = "--" + flag + line[strings.LastIndex(line, " "):] + ": already exists; --force overwrites it"
	}
	refuseAll(t, is, refused)
	if after := contents(t); after != before {
		t.Errorf("files were\n%s\nand are\n%s", before, after)
	}
	for _, line := range []string{brief + " --output /dev/null", brief + " --records own.jsonl --output own.csv --plot own.png", brief + " --resume --records own.jsonl --output own.csv --plot own.png", "plot m.jsonl --output old.svg --force"} {
		succeed(t, args(line)...)
	}
	if text := read(t, "old.svg"); !strings.HasPrefix(text, "<?xml") {
		t.Errorf("the file begins with %.40q", text)
	}
}

// contents returns the files below the working folder with their contents.
func contents(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			b.WriteString(path + ": " + read(t, path) + "\n")
		}
		return err
	})
	uitest.NoError(t, err)
	return b.String()
}

// Every flag and argument that names a file declares its use.
func TestUsesAreDeclared(t *testing.T) {
	parser := param.Must(new(Program).parser(&grammar{}))
	found := 0
	err := kong.Visit(parser.Model.Node, func(node kong.Visitable, next kong.Next) error {
		value, _ := node.(*kong.Value)
		if flag, ok := node.(*kong.Flag); ok {
			value = flag.Value
		}
		if value != nil {
			declared := 0
			for _, tag := range []string{"reads", "writes", "folder"} {
				if value.Tag.Has(tag) {
					declared++
				}
			}
			names := value.Tag.PlaceHolder
			if value.Flag == nil {
				names = strings.ToUpper(value.Name + value.Help)
			}
			file := strings.Contains(names, "FILE") || strings.Contains(names, "DIR") || strings.Contains(names, "PATH") || strings.Contains(names, "RECORDS") || strings.Contains(names, "FOLDER")
			if file != (declared == 1) {
				t.Errorf("%s: names a file: %v; has %d of the tags reads, writes and folder", value.Summary(), file, declared)
			}
			found += declared
		}
		return next(nil)
	})
	if err != nil || found < 20 {
		t.Errorf("%d uses are declared: %v", found, err)
	}
}

// A summary of damaged records reports the damage and exits with status 1; --resume simulates the
// lost units again. A torn last line is only a warning.
func TestDamagedRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	const request = "run --learner ucb1 --learner thompson --horizon 200 --runs 9 --workers 1 --quiet --format csv"
	want := succeed(t, args(request+" --records "+path)...)
	whole := read(t, path)
	lines := strings.SplitAfter(whole, "\n")
	lines[4] = strings.Replace(lines[4], "1", "2", 1)
	lines[5] += "{\n\n{\n"
	lost := path + ": 3 lines are damaged or of another experiment and left out, the first is line 5"
	const missing = "1 unit missing, 1 run complete; run again with --resume\n"
	converted := path + ": its line ends were converted to CRLF, as by a transfer in text mode"
	for _, c := range []struct {
		name, content, line, err, out string
		status                        int
	}{
		{"summary", strings.Join(lines, ""), "summary --format csv " + path, lost + "; " + missing, "hhmh-1,ucb1,", failed},
		{"plot", strings.Join(lines, ""), "plot --output " + path + ".svg " + path, lost + "; " + missing, "", failed},
		{"resume", strings.Join(lines, ""), request + " --resume --records " + path, "warning: " + lost + "; lost units are simulated again\n", want, done},
		{"converted", strings.ReplaceAll(whole, "\n", "\r\n"), "summary --format csv " + path, converted + "\n", want, failed},
		{"torn", whole[:len(whole)-3], "summary --format csv " + path, "warning: " + path + " ends in the middle of a line; that line is left out\n" + strings.Replace(missing, "1 run c", "8 runs c", 1), "hhmh-1,ucb1,", moreToDo},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(t, path, c.content)
			p := newTestProgram()
			if status := p.Run(context.Background(), args(c.line)); status != c.status || !strings.HasPrefix(p.err.String(), c.err) || !strings.Contains(p.out.String(), c.out) {
				t.Errorf("status %d, want %d; it says %swant %s; it prints\n%s", status, c.status, &p.err, c.err, &p.out)
			}
		})
	}
}

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
	{`[0-9]+ (keys|commands|pages)`, "no count, as the next one makes it wrong"},
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
		texts[name] = notProse.ReplaceAllString(text, " ")
	}
	for _, h := range habits {
		pattern := regexp.MustCompile(`(?i)\b(` + h.pattern + `)\b`)
		for name, text := range texts {
			for _, found := range pattern.FindAllStringIndex(text, -1) {
				around := text[max(found[0]-30, 0):min(found[1]+30, len(text))]
				t.Errorf("%s: %q: write %s: …%s…", name, text[found[0]:found[1]], h.write, strings.Join(strings.Fields(around), " "))
			}
		}
	}
}
