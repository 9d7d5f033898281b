package result

import (
	"cmp"
	"fmt"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// A Scenario is a preset in a listing.
type Scenario struct {
	Name       string             `json:"name"`
	Kind       scenarios.Kind     `json:"kind"`
	Feedback   scenarios.Feedback `json:"feedback"`
	Summary    string             `json:"summary"`
	Paper      string             `json:"paper"`
	NeedsData  bool               `json:"needs_data"`
	Parameters []Parameter        `json:"parameters"`
	Title      string             `json:"title"` // the display name
}

// OfScenario returns the entry of a preset.
func OfScenario(p *scenarios.Preset) ListEntry {
	e := &Scenario{p.Name, p.Kind, p.Feedback, p.Summary, p.Paper, p.NeedsData, parameters(p.Parameters), p.Title}
	facts := []string{string(e.Kind), string(e.Feedback) + " feedback", param.SpellOut(e.Paper)}
	if e.NeedsData {
		facts = append(facts, "needs --data PATH")
	}
	return ListEntry{e, Item{ID: e.Name, Summary: e.Title + ": " + param.SpellOut(e.Summary), Facts: facts, Parameters: e.Parameters}}
}

// A Learner is a learner in a listing.
type Learner struct {
	ID         string      `json:"id"`
	Name       string      `json:"name"`
	Family     string      `json:"family"`
	Summary    string      `json:"summary"`
	Paper      string      `json:"paper"`
	Privacy    string      `json:"privacy"`
	Claim      string      `json:"claim"`   // one of privacyNames; empty if the paper makes no claim
	Verdict    string      `json:"verdict"` // of the exact audit, with default parameters
	Needs      string      `json:"needs"`
	Channel    string      `json:"channel,omitempty"` // the default
	Parameters []Parameter `json:"parameters"`
}

// OfLearner returns the entry of a learner.
func OfLearner(d *learners.Declaration) ListEntry {
	e := &Learner{
		d.ID, d.Name, d.Family.String(), d.Summary, d.Paper,
		privacyNames[d.Privacy], d.Claim, "", manual.Needs(d), d.Channel, parameters(d.Parameters),
	}
	verdict, err := model.DefaultVerdict(d)
	if err != nil {
		e.Verdict = err.Error()
	} else {
		e.Verdict = verdict.Line()
	}
	facts := []string{e.Name, "privacy: " + cmp.Or(e.Claim, e.Privacy), "audited: " + e.Verdict, "needs " + e.Needs}
	if e.Channel != "" {
		facts = append(facts, "channel "+e.Channel+" unless another is chosen")
	}
	return ListEntry{e, Item{
		Group: e.Family, ID: e.ID, Summary: e.Summary,
		Facts: append(facts, param.SpellOut(e.Paper)), Parameters: e.Parameters,
	}}
}

// privacyNames names the kinds of privacy.
var privacyNames = map[learners.Privacy]string{
	learners.NotPrivate: "none", learners.DataFree: "uses no reward",
	learners.Central: "central", learners.Concentrated: "central, no ε", learners.Local: "local",
	learners.Approximate: "central, (ε, δ)",
}

// A Channel is a local channel in a listing.
type Channel struct {
	ID           string      `json:"id"`
	Name         string      `json:"name"`
	Summary      string      `json:"summary"`
	Formula      string      `json:"formula"`
	Paper        string      `json:"paper"`
	TakesEpsilon bool        `json:"takes_epsilon"` // false: its ε is fixed or absent
	Parameters   []Parameter `json:"parameters"`
}

// OfChannel returns the entry of a channel.
func OfChannel(d channel.Declaration) ListEntry {
	parameters := param.Map(d.Parameters, func(p channel.Parameter) Parameter {
		return Parameter{Name: p.Name, Allowed: p.Range, Default: p.DefaultText, Meaning: p.Meaning}
	})
	e := &Channel{d.ID, d.Name, d.Meaning, d.Formula, d.Paper, d.TakesEpsilon, parameters}
	return ListEntry{e, Item{
		ID: e.ID, Summary: e.Summary, Facts: []string{e.Name, e.Formula, param.SpellOut(e.Paper)},
		Parameters: e.Parameters,
	}}
}

// OfLineup returns the entry of a named comparison. Its JSON is the comparison itself.
func OfLineup(l *figure.Lineup) ListEntry {
	paper, _, _ := strings.Cut(l.Paper, ",")
	if word, _, _ := strings.Cut(paper, " "); strings.ToUpper(word) == word { // HHMH §6
		paper = word
	}
	return ListEntry{l, Item{Group: paper, ID: l.Name, Summary: l.Summary}}
}

// A Figure is a paper's figure in a listing.
type Figure struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Summary   string   `json:"summary"`
	Paper     string   `json:"paper"`
	Runs      int      `json:"runs"` // of the paper, or the number to start with
	Claims    []string `json:"claims"`
	NeedsData bool     `json:"needs_data"`
}

// OfFigure returns the entry of a figure.
func OfFigure(f *figure.Figure) ListEntry {
	claims := param.Map(f.Claims, func(c figure.Claim) string { return c.Says })
	e := &Figure{f.ID, f.Title, f.Summary, f.Paper, f.Runs, claims, f.NeedsData()}
	facts := []string{e.Paper, number.Plural(len(e.Claims), "claim"), fmt.Sprintf("from %s runs on", number.Count(e.Runs))}
	if e.NeedsData {
		facts = append(facts, "needs --data DIR")
	}
	return ListEntry{e, Item{ID: e.ID, Summary: e.Title + ": " + param.SpellOut(e.Summary), Facts: facts}}
}

// A Lesson is a lesson in a listing.
type Lesson struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	About string `json:"about"`
	Stops int    `json:"stops"`
}

// OfLesson returns the entry of a lesson.
func OfLesson(l *lesson.Lesson) ListEntry {
	e := &Lesson{l.Name, l.Title, l.About, len(l.Stops)}
	return ListEntry{e, Item{ID: e.Name, Summary: e.Title, Facts: []string{e.About, number.Plural(e.Stops, "stop")}}}
}
