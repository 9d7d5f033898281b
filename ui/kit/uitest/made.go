package uitest

import (
	"encoding/json"
	"regexp"
	"strings"

	"regretscope/model/trials"
)

// made matches the provenance in a file, as the manual's page records finds it.
var made = regexp.MustCompile(`"made_by": *(\{[^}]*\})`)

// ReadMade returns the provenance in a picture, report, JSON result or file of records, or nil.
func ReadMade(text string) *trials.Made {
	found := made.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	by := new(trials.Made)
	if json.Unmarshal([]byte(strings.NewReplacer(`\(`, "(", `\)`, ")").Replace(found[1])), by) != nil {
		return nil
	}
	return by
}
