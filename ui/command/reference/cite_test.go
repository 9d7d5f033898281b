package reference

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model/trials"
	"regretscope/noise/param"
)

// cites returns the names that cite a paper: short names, and names with a year.
var cites = regexp.MustCompile(`\b(HHMH|WW|CHH|GAJ|JZL)\b|\p{Lu}[\pL.,& -]*? (19|20)\d\d\b`)

// Every paper named by a declaration has an entry, and every entry is named.
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

// bibEntry is an entry of a kind, with a key, and a field on each line.
var bibEntry = regexp.MustCompile(`^@(\w+)\{(\w+),\n((?:  \w+ = \{.*\},?\n)+)\}$`)

// Each entry has a key of its own, closed braces, and the fields that BibTeX wants.
func TestEntriesAreBibTeX(t *testing.T) {
	wanted := map[string][]string{
		"article": {"author", "journal", "title", "year"}, "inproceedings": {"author", "booktitle", "title", "year"},
		"misc": {"archiveprefix", "author", "eprint", "title", "year"}, "software": {"author", "title", "version", "year"},
	}
	keys := map[string]bool{}
	for _, entry := range entriesFor(strings.Split(bib, "\n")) {
		parts := bibEntry.FindStringSubmatch(entry)
		if parts == nil || keys[parts[2]] {
			t.Errorf("not an entry with a new key:\n%s", entry)
			continue
		}
		keys[parts[2]] = true
		lines, has := strings.Split(strings.TrimSpace(parts[3]), "\n"), map[string]bool{}
		for i, line := range lines {
			name, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
			value, comma := strings.CutSuffix(value, ",")
			open := 0
			for at, r := range value {
				open += strings.Count(string(r), "{") - strings.Count(string(r), "}")
				if r >= 0x80 || open < 0 || open == 0 && at < len(value)-1 {
					t.Errorf("%s: %q ends within %s", parts[2], value[:at+1], value)
					break
				}
			}
			if has[name] || open != 0 || comma != (i < len(lines)-1) {
				t.Errorf("%s: %s is there twice, not closed, or without its comma", parts[2], name)
			}
			has[name] = true
		}
		for _, name := range wanted[parts[1]] {
			if !has[name] {
				t.Errorf("%s: no %s", parts[2], name)
			}
		}
		if wanted[parts[1]] == nil {
			t.Errorf("%s: %s is no kind", parts[2], parts[1])
		}
	}
	if len(keys) < 24 {
		t.Errorf("%d entries", len(keys))
	}
}

// All that names the version names the same one, with its date.
func TestCitationNamesTheVersion(t *testing.T) {
	citation := param.Must(os.ReadFile("../../../CITATION.cff"))
	changes := param.Must(os.ReadFile("../../../CHANGELOG.md"))
	newest := regexp.MustCompile(`\n## (\S+) - (\d{4}-\d\d-\d\d)\n`).FindSubmatch(changes)
	if newest == nil || string(newest[1]) != trials.Version {
		t.Fatalf("CHANGELOG.md begins with %q", newest)
	}
	want := fmt.Sprintf("\nversion: %s\ndate-released: %s\n", trials.Version, newest[2])
	if !strings.Contains(string(citation), want) || !strings.Contains(bib, "version = {"+trials.Version+"}") {
		t.Errorf("CITATION.cff has no%sor papers.bib another version", want)
	}
}
