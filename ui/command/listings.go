package command

import (
	"cmp"
	"fmt"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/noise/channel"
	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/manual"
)

// A scenarioEntry is a preset in a listing.
type scenarioEntry struct {
	Name       string             `json:"name"`
	Kind       scenarios.Kind     `json:"kind"`
	Feedback   scenarios.Feedback `json:"feedback"`
	Summary    string             `json:"summary"`
	Paper      string             `json:"paper"`
	NeedsData  bool               `json:"needs_data"`
	Parameters []parameterEntry   `json:"parameters"`
	Title      string             `json:"title"` // the name for people
}

func scenarioEntryOf(p *scenarios.Preset) *scenarioEntry {
	return &scenarioEntry{p.Name, p.Kind, p.Feedback, p.Summary, p.Paper, p.NeedsData, parameterEntries(p.Parameters), p.Title}
}

func (e *scenarioEntry) item() item {
	facts := []string{string(e.Kind), string(e.Feedback) + " feedback", declare.SpellOut(e.Paper)}
	if e.NeedsData {
		facts = append(facts, "needs --data PATH")
	}
	return item{id: e.Name, summary: e.Title + ": " + e.Summary, facts: facts, parameters: e.Parameters}
}

// A learnerEntry is a learner in a listing.
type learnerEntry struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"`
	Family     string           `json:"family"`
	Summary    string           `json:"summary"`
	Paper      string           `json:"paper"`
	Privacy    string           `json:"privacy"`
	Claim      string           `json:"claim"`   // of privacy; empty where the paper makes none
	Verdict    string           `json:"verdict"` // of the exact audit, with default parameters
	Needs      string           `json:"needs"`
	Channel    string           `json:"channel,omitempty"` // the one it has unless another is chosen
	Parameters []parameterEntry `json:"parameters"`
}

func learnerEntryOf(d *learners.Declaration) *learnerEntry {
	e := &learnerEntry{
		d.ID, d.Name, d.Family.String(), d.Summary, d.Paper,
		privacy(d), d.Claim, "", manual.Needs(d), d.Channel, parameterEntries(d.Parameters),
	}
	verdict, err := model.DefaultVerdict(d)
	if err != nil {
		e.Verdict = err.Error()
	} else {
		e.Verdict = verdict.Line()
	}
	return e
}

func (e *learnerEntry) item() item {
	facts := []string{e.Name, "privacy: " + cmp.Or(e.Claim, e.Privacy), "audited: " + e.Verdict, "needs " + e.Needs}
	if e.Channel != "" {
		facts = append(facts, "channel "+e.Channel+" unless another is chosen")
	}
	return item{group: e.Family, id: e.ID, summary: e.Summary, facts: append(facts, declare.SpellOut(e.Paper)), parameters: e.Parameters}
}

// privacy says what kind of promise a learner makes.
func privacy(d *learners.Declaration) string {
	switch d.Privacy {
	case learners.DataFree:
		return "uses no reward"
	case learners.Central:
		return "central"
	case learners.Concentrated:
		return "central, no ε"
	case learners.Local:
		return "local"
	default:
		return "none"
	}
}

// A channelEntry is a local channel in a listing.
type channelEntry struct {
	ID           string           `json:"id"`
	Name         string           `json:"name"`
	Summary      string           `json:"summary"`
	Formula      string           `json:"formula"`
	Paper        string           `json:"paper"`
	TakesEpsilon bool             `json:"takes_epsilon"` // rather than having one that follows, or none
	Parameters   []parameterEntry `json:"parameters"`
}

func channelEntryOf(d channel.Declaration) *channelEntry {
	e := &channelEntry{d.ID, d.Name, d.Meaning, d.Formula, d.Paper, d.TakesEpsilon, []parameterEntry{}}
	for _, p := range d.Parameters {
		e.Parameters = append(e.Parameters, parameterEntry{Name: p.Name, Allowed: p.Range, Default: p.DefaultText, Meaning: p.Meaning})
	}
	return e
}

func (e *channelEntry) item() item {
	return item{id: e.ID, summary: e.Summary, facts: []string{e.Name, e.Formula, declare.SpellOut(e.Paper)}, parameters: e.Parameters}
}

// A lineupEntry is a named comparison in a listing.
type lineupEntry struct {
	Name      string        `json:"name"`
	Summary   string        `json:"summary"`
	Paper     string        `json:"paper"`
	Scenario  string        `json:"scenario,omitempty"` // as --scenario takes it
	Arms      string        `json:"arms,omitempty"`     // instead: as --arms takes them
	Full      bool          `json:"full_information,omitempty"`
	Learners  []string      `json:"learners"` // as --learner takes them
	Channel   string        `json:"channel,omitempty"`
	Epsilon   *model.Number `json:"epsilon,omitempty"` // where it is not the scenario's
	Horizon   int           `json:"horizon,omitempty"`
	NeedsData bool          `json:"needs_data"`

	written string // the flags that it stands for
}

func lineupEntryOf(l *figure.Lineup) *lineupEntry {
	e := &lineupEntry{l.Name, l.Summary, l.Paper, l.Scenario, l.Arms, l.Full, l.Learners, l.Channel, nil, l.Horizon, l.Data, l.Written()}
	if l.Epsilon != 0 {
		e.Epsilon = numberOf(l.Epsilon)
	}
	return e
}

func (e *lineupEntry) item() item {
	facts := []string{e.Paper, e.written}
	if e.NeedsData {
		facts = append(facts, "needs --data DIR")
	}
	return item{id: e.Name, summary: e.Summary, facts: facts}
}

// A figureEntry is a paper's figure in a listing.
type figureEntry struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Summary   string   `json:"summary"`
	Paper     string   `json:"paper"`
	Runs      int      `json:"runs"` // that the paper made, or that are begun with
	Claims    []string `json:"claims"`
	NeedsData bool     `json:"needs_data"`
}

func figureEntryOf(f *figure.Figure) *figureEntry {
	e := &figureEntry{f.ID, f.Title, f.Summary, f.Paper, f.Runs, []string{}, f.NeedsData()}
	for i := range f.Claims {
		e.Claims = append(e.Claims, f.Claims[i].Says)
	}
	return e
}

func (e *figureEntry) item() item {
	facts := []string{e.Paper, kit.Plural(len(e.Claims), "claim"), fmt.Sprintf("from %d runs on", e.Runs)}
	if e.NeedsData {
		facts = append(facts, "needs --data DIR")
	}
	return item{id: e.ID, summary: e.Title + ": " + e.Summary, facts: facts}
}

// A lessonEntry is a lesson in a listing.
type lessonEntry struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	About string `json:"about"`
	Stops int    `json:"stops"`
}

func lessonEntryOf(l *lesson.Lesson) *lessonEntry {
	return &lessonEntry{l.Name, l.Title, l.About, len(l.Stops)}
}

func (e *lessonEntry) item() item {
	return item{id: e.Name, summary: e.Title, facts: []string{e.About, kit.Plural(e.Stops, "stop")}}
}
