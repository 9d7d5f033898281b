package result

import (
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

func TestWrite(t *testing.T) {
	items := func() []ListEntry {
		return []ListEntry{
			{Item: Item{Group: "bandits", ID: "short", Summary: "what it is", Facts: []string{"one fact", "another"}, Parameters: []Parameter{{Name: "c", Default: "3", Meaning: "a factor", Allowed: "a number"}}}},
			{Item: Item{Group: "bandits", ID: "an-id-that-is-long", Summary: "what it is"}},
			{Item: Item{Group: "experts", ID: "other", Summary: strings.Repeat("word ", 20)}},
		}
	}
	for name, c := range map[string]struct {
		listing Listing
		want    string
	}{
		"items": {Listing{Entries: items, Note: "A note."}, `bandits

short             what it is
                  one fact · another
                  c=3: a factor; a number

an-id-that-is-long
                  what it is

experts

other             word word word word word word word word word word word word word word word word
                  word word word word

A note.
`},
		"a table": {Listing{Entries: items, Titles: []string{"id", "what"}, Note: "A note."}, "id"},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			uitest.NoError(t, c.listing.Write(&b, 100))
			if got := b.String(); got != c.want && (c.listing.Titles == nil || !strings.HasPrefix(got, c.want) || !strings.HasSuffix(got, "\nA note.\n")) {
				t.Errorf("written\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
