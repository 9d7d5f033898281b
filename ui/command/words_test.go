package command

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// habits are wordings that CONTRIBUTING's section on writing advises against, each with
// what to write.
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
}

// notProse is a page's other names, code, addresses, and comments.
var notProse = regexp.MustCompile("(?m)<!--.*-->|^\\*Also: .*$|```[^`]*```|`[^`]*`|\\]\\([^)]*\\)|^    .*$")

// What people read is written in plain English: pages of the manual, lessons, the help of
// all commands, and README.
func TestTextsAvoidHabits(t *testing.T) {
	texts := map[string]string{"help": succeed(t, "man")}
	for _, page := range manual.All() {
		texts["page "+page.Name] = page.Summary + "\n" + page.Markdown()
	}
	for _, l := range lesson.All() {
		for _, s := range l.Stops {
			texts["lesson "+l.Name] += strings.Join([]string{l.Title, l.About, s.Say, s.Ask, s.Answer, ""}, "\n")
		}
	}
	readme, err := os.ReadFile(uitest.Top(t, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	texts["README"] = string(readme)
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
