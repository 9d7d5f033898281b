package reference

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
)

// cites is what a paper is cited by: short names, and names with a year.
var cites = regexp.MustCompile(`\b(HHMH|WW|CHH|GAJ|JZL)\b|\p{Lu}[\pL.,& -]*? (19|20)\d\d\b`)

// Every paper that a declaration names has an entry, and every entry is named by one.
func TestEveryPaperHasAnEntry(t *testing.T) {
	texts := citations()
	for _, l := range learners.All() {
		texts[l.ID+"'s claim"] = l.Claim
		for _, b := range l.Bounds {
			texts[l.ID+"'s bound "+b.Formula] = b.Source
		}
	}
	cited := map[string]bool{}
	for id, text := range texts {
		for _, name := range cites.FindAllString(text, -1) {
			entries := entriesFor([]string{name})
			if len(entries) != 1 {
				t.Errorf("%s: %d entries for %q", id, len(entries), name)
			}
			for _, entry := range entries {
				cited[entry] = true
			}
		}
	}
	for _, entry := range entriesFor(append([]string{"regretscope"}, strings.Split(bib, "\n")...)) {
		if !cited[entry] && !strings.HasPrefix(entry, "@software{regretscope,") {
			t.Errorf("no declaration names\n%s", entry)
		}
	}
}

func TestCitationNamesTheVersion(t *testing.T) {
	text, err := os.ReadFile("../../../CITATION.cff")
	if err != nil || !strings.Contains(string(text), "\nversion: "+model.Version+"\n") {
		t.Errorf("%v: CITATION.cff does not say version %s", err, model.Version)
	}
}
