package manual

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

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
				t.Errorf("%s: references %q for %q", id, found, name)
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
