package manual

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

// Every name leads to its own page, and no two pages have a name in common.
func TestNamesAreFound(t *testing.T) {
	owner := map[string]*Page{}
	for _, p := range All() {
		for _, name := range append([]string{p.Word()}, p.Also...) {
			if other := owner[name]; other != nil {
				t.Errorf("%s and %s are both called %s", other.Name, p.Name, name)
			}
			owner[name] = p
			found, err := Find(name)
			if err != nil || found.Name != p.Name || found.Kind != p.Kind {
				t.Errorf("%s: found %+v, %v", name, found, err)
			}
		}
	}
	for typed, want := range map[string]string{
		"USER LEVEL": "user level", "Worst-Event": "costliest round", "Regret / ln t": "regret", "delta-j": "μ", "δ": "(ε,δ)", "t": "bandit", "T": "bandit",
		"one person": "user level", "releases": "release", "last release": "release", "channels": "local privacy", "Lazy-DP-TS": "lazy-dp-ts", "Epsilon": "ε", "HHMH-1": "hhmh-1",
		"privacy": "ε", "budget": "ε", "clip": "expected return per round", "sd": "results", "se": "results",
		"▶": "marks", "◆": "marks", "█": "marks",
		"price": "regret", "local model": "local privacy",
		"instance": "scenarios", "semi-bandit": "matroid", "non-stationary": "breakpoint", "successive elimination": "exploration",
		"gap": "μ", "scenario gap": "gap", "Gaps": "μ", "laplace": "noise", "channel Laplace": "laplace", "ftl": "ftl",
		"choose": "which learner when", "Which Learner": "which learner when",
		"bonus": "exploration", "Beta": "exploration", "private": "ε", "gaussian": "Gaussian DP", "prefix sums": "tree", "e^ϵ": "ε",
		"sajed": "sajed", "Thakurta": "Thakurta", "CHH-fig5a": "chh-fig5a", "µ": "μ", "ϵ": "ε", "ＵＣＢ１": "ucb1", "▒": "marks", "┬": "marks",
	} {
		if p, err := Find(typed); err != nil || p.Name != want {
			t.Errorf("%s: %v, %v", typed, p, err)
		}
	}
}

func TestUnknownWordsAreRefused(t *testing.T) {
	for typed, want := range map[string]string{
		"epsiln":         "no page named \"epsiln\" (did you mean \"epsilon\"?)",
		"user levl":      "no page named \"user levl\" (did you mean \"user-level\"?)",
		"lazydpts":       "no page named \"lazydpts\" (did you mean \"lazy-dp-ts\"?)",
		"composition":    "no page named \"composition\" (did you mean \"costliest round\"?)", // whose text has the word
		"differentially": "no page named \"differentially\" (did you mean \"figures\"?)",      // in a title, not an author's name
		"“floor”":        "“floor”: “ (U+201C) is typographic, type \"",
		"foo":            "no page named \"foo\"", // three letters are near to anything
		"%%%%%%%%%%%":    "no page named \"%%%%%%%%%%%\"",
	} {
		if _, err := Find(typed); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", typed, err, want)
		}
	}
}

// Former names of pages still lead to a page.
func TestEarlierNamesAreFound(t *testing.T) {
	for _, name := range strings.Split("arm,round,horizon,reward,best arm,Δ,regret / ln t,price of privacy,lower bound,index,confidence bonus,privacy bonus,"+
		"Thompson sampling,N,O,epoch,pending,differential privacy,neighbours,event level,sensitivity,Laplace noise,Gumbel noise,"+
		"report-noisy-max,twin universes,central privacy,channel,leader,basis,rank,loop,greedy,estimated return per round,estimates,"+
		"pulls over time,window,discount,restart,dial,replication,tie,install,papers,plain mode,hiding", ",") {
		if _, err := Find(name); err != nil {
			t.Error(err)
		}
	}
}

// Pages are complete: they start with sentences and end with commands, and terms have an example.
// They fit any width without losing words.
func TestPagesAreComplete(t *testing.T) {
	uitest.NotForRaces(t)
	for _, p := range All() {
		t.Run(p.Kind+"/"+p.Name, func(t *testing.T) {
			text := p.Markdown()
			if !strings.HasPrefix(text, "# "+p.Name+"\n\n") {
				t.Errorf("it begins with %.40q", text)
			}
			first := ""
			for paragraph := range strings.SplitSeq(text, "\n\n") {
				if !strings.HasPrefix(paragraph, "#") && !strings.HasPrefix(paragraph, alsoLine) {
					first = strings.TrimSpace(paragraph)
					break
				}
			}
			if letter := []rune(first)[0]; p.Kind == "term" && !unicode.IsUpper(letter) && !strings.ContainsRune("εμρ(", letter) || !strings.HasSuffix(first, ".") && !strings.HasSuffix(first, ":") {
				t.Errorf("it does not begin with sentences: %s", first)
			}
			if strings.Contains(text, "\n+ ") {
				t.Error("a sum that continues in a new line becomes a list")
			}
			if p.Summary == "" || strings.HasSuffix(p.Summary, ".") {
				t.Errorf("summary %q", p.Summary)
			}
			if p.Kind == "term" && !strings.Contains(text, "\n\nFor example, ") {
				t.Error("no example")
			}
			if _, see, _ := strings.Cut(text, "\n## "+toSee+"\n"); p.Kind != "guide" && !strings.Contains(see, "\n    ") {
				t.Error("no command shows it")
			}
			for _, width := range []int{20, 76, 100} {
				for _, line := range p.Lines(width) {
					if ansi.StringWidth(line) > width {
						t.Errorf("%q does not fit %d", line, width)
					}
				}
			}
			if drawn := strings.Join(p.Lines(10_000), "\n"); strings.Contains(drawn, "](") || strings.Contains(drawn, "**") || strings.Contains(drawn, "<!--") || strings.Contains(drawn, alsoLine) {
				t.Errorf("marks are drawn:\n%s", drawn)
			}
		})
	}
}

// Every file of the folder is in the contents once, and links lead to files.
func TestContentsListEveryFile(t *testing.T) {
	listed := map[string]int{contents: 1}
	for _, p := range written() {
		listed[p.File]++
	}
	entries := param.Must(files.ReadDir("."))
	for _, e := range entries {
		if listed[e.Name()] != 1 {
			t.Errorf("%s is in the contents %d times", e.Name(), listed[e.Name()])
		}
		for _, link := range regexp.MustCompile(`\]\(([^):#]+)[^):]*\)`).FindAllStringSubmatch(file(e.Name()), -1) {
			if _, err := os.Stat(link[1]); err != nil {
				t.Errorf("%s: %v", e.Name(), err)
			}
		}
	}
}

// While scenarios are hidden, no page describes one.
func TestPagesWithoutScenarios(t *testing.T) {
	for word, told := range map[string]string{"best arm": "it is arm 1", "bandit": "0.625", "scenarios": "means .75"} {
		p, err := Find(word)
		if err != nil || !strings.Contains(p.Markdown(), told) {
			t.Fatalf("%s: %q is not on the page: %v", word, told, err)
		}
		rest := p.WithoutScenarios()
		if text := rest.Markdown(); strings.Contains(text, told) || !strings.HasPrefix(text, "# "+p.Name) {
			t.Errorf("%s: it says %s", word, text)
		}
		if rest.Name != p.Name || len(rest.Lines(80)) < 4 {
			t.Errorf("%s: %+v", word, rest)
		}
	}
}

// Markdown's marks are not drawn, and lines keep to the width.
func TestMarkdownIsDrawn(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		width int
		want  []string
	}{
		"paragraph":  {"one *two* `three_`\n[four](x.md) \\*", 40, []string{"", "one two three_ four *"}},
		"code":       {"`n` is `a\nkey`, `b1` no `*`", 40, []string{"", "‘n’ is ‘a key’, b1 no ‘*’"}},
		"heading":    {"## A `bc`\n\n    x  y\n    z", 40, []string{"", "A bc", "  x  y", "  z"}},
		"long code":  {"    12    if a then bbbb", 20, []string{"", "  12    if a", "          then bbbb"}},
		"list":       {"- one two\n- three", 8, []string{"", "- one", "  two", "- three"}},
		"table":      {"| a | bb |\n| --- | --- |\n| ccc | d\\|e f |", 10, []string{"", "a    bb", "ccc  d|e f"}},
		"wide table": {"| aaaa | bbbb | c |\n| --- | --- | --- |\n| d |  | e |", 12, []string{"", "aaaa · bbbb", "  · c", "d ·  · e"}},
		"comment":    {"<!-- x -->\n\na", 9, []string{"", "a"}},
	} {
		p := &Page{Name: "x", Kind: "term", text: func() string { return "# x\n\n" + c.text }}
		if got := p.Lines(c.width)[1:]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Every declaration has a page with all its fields.
func TestEverythingDeclaredHasAPage(t *testing.T) {
	page := func(name, kind string) string {
		p, err := Find(kind + " " + name)
		if err != nil || p.Kind != kind {
			t.Errorf("%s: %v, %v", name, p, err)
			return ""
		}
		return strings.Join(p.Lines(10_000), "\n")
	}
	for _, d := range learners.All() {
		text := page(d.ID, "learner")
		for _, l := range d.Pseudocode {
			if !strings.Contains(text, l.Text) {
				t.Errorf("%s: no line %d", d.ID, l.Number)
			}
		}
		for _, want := range d.Parameters {
			if !strings.Contains(text, "parameter "+want.Name+": "+want.Meaning) {
				t.Errorf("%s: no parameter %s", d.ID, want.Name)
			}
		}
	}
	for _, s := range scenarios.Presets() {
		if text := page(s.Name, "scenario"); kinds[s.Kind] == "" || feedbacks[s.Feedback] == "" || !strings.Contains(text, feedbacks[s.Feedback]) {
			t.Errorf("%s: %s", s.Name, text)
		}
	}
	for _, d := range channel.Catalog() {
		if text := page(d.ID, "channel"); !strings.Contains(text, d.Formula) {
			t.Errorf("%s: no formula", d.ID)
		}
	}
}

func TestTheListHasEveryPage(t *testing.T) {
	text := strings.Join(List(100, Any), "\n")
	for _, p := range All() {
		if !strings.Contains(text, "\n"+p.Name+" ") {
			t.Errorf("%s is not in the list", p.Name)
		}
	}
}

var (
	// cites matches the names that cite a paper: short names, and names with a year.
	cites = regexp.MustCompile(`\b(HHMH|WW|CHH|GAJ|JZL)\b|\p{Lu}[\pL.,& -]*? (19|20)\d\d\b`)
	// reference matches authors, title, venue or number, and year.
	reference = regexp.MustCompile(`^\p{Lu}[^:]+( and \p{Lu}[^:]+)?: .+\. .+, (19|20)\d\d\.$`)
)

// Every paper that a declaration cites has one full reference, every reference is cited, and the page
// of each learner, scenario, and figure has those of its papers.
func TestPagesHaveFullReferences(t *testing.T) {
	texts, pages := map[string]string{}, map[string]string{}
	for _, l := range learners.All() {
		texts[l.ID], pages[l.ID] = l.Paper, ofLearner(l)
		texts[l.ID+"'s claim"] = l.Claim
		for _, b := range l.Bounds {
			texts[l.ID+"'s bound "+b.Formula] = b.Source
		}
	}
	for _, s := range scenarios.Presets() {
		texts[s.Name], pages[s.Name] = s.Paper, param.Must(Find(s.Name)).Markdown()
	}
	for _, c := range channel.Catalog() {
		texts[c.ID] = c.Paper
	}
	for _, f := range figure.All() {
		texts[f.ID], pages[f.ID] = f.Paper, param.Must(Find("figures")).Markdown()
	}
	cited := map[string]bool{}
	for id, text := range texts {
		for _, name := range cites.FindAllString(text, -1) {
			found := references(name)
			if len(found) != 1 || !reference.MatchString(found[0]) {
				t.Errorf("%s: papers.txt has %d well-formed references for %q, want one, below the names that cite it: %q", id, len(found), name, found)
				continue
			}
			cited[found[0]] = true
			words := strings.Join(strings.Fields(strings.ReplaceAll(pages[id], "*", "")), " ")
			if pages[id] != "" && !strings.Contains(words, found[0]) {
				t.Errorf("the page of %s has not %s", id, found[0])
			}
		}
	}
	if all := references(papers); len(all) < 20 || len(cited) != len(all) {
		t.Errorf("%d of %d references are cited", len(cited), len(all))
	}
}

// All that names the version names the same one, with its date.
func TestCitationNamesTheVersion(t *testing.T) {
	citation := param.Must(os.ReadFile("../../CITATION.cff"))
	changes := param.Must(os.ReadFile("../../CHANGELOG.md"))
	newest := regexp.MustCompile(`\n## (\S+) - (\d{4}-\d\d-\d\d)\n`).FindSubmatch(changes)
	if newest == nil || string(newest[1]) != trials.Version {
		t.Fatalf("CHANGELOG.md begins with %q", newest)
	}
	want := "\nversion: " + trials.Version + "\ndate-released: " + string(newest[2]) + "\n"
	if !strings.Contains(string(citation), want) {
		t.Errorf("CITATION.cff has no%s", want)
	}
}
