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
	"regretscope/ui/explain"
	"regretscope/ui/kit"
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
}

func scenarioEntries() any {
	var entries []scenarioEntry
	for _, p := range scenarios.Presets() {
		entries = append(entries, scenarioEntry{p.Name, p.Kind, p.Feedback, p.Summary, p.Paper, p.NeedsData, parameterEntries(p.Parameters)})
	}
	return entries
}

func scenarioItems() []item {
	var items []item
	for _, p := range scenarios.Presets() {
		facts := []string{string(p.Kind), string(p.Feedback) + " feedback", declare.SpellOut(p.Paper)}
		if p.NeedsData {
			facts = append(facts, "needs --data PATH")
		}
		items = append(items, item{id: p.Name, summary: p.Summary, facts: facts, parameters: parameterEntries(p.Parameters)})
	}
	return items
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

func learnerEntries() any {
	var entries []learnerEntry
	for _, d := range learners.All() {
		entries = append(entries, learnerEntry{
			d.ID, d.Name, d.Family.String(), d.Summary, d.Paper,
			privacy(d), d.Claim, verdict(d), explain.Needs(d), d.Channel, parameterEntries(d.Parameters),
		})
	}
	return entries
}

func learnerItems() []item {
	var items []item
	for _, d := range learners.All() {
		facts := []string{d.Name, "privacy: " + cmp.Or(d.Claim, privacy(d)), "audited: " + verdict(d), "needs " + explain.Needs(d)}
		if d.Channel != "" {
			facts = append(facts, "channel "+d.Channel+" unless another is chosen")
		}
		items = append(items, item{
			group: d.Family.String(), id: d.ID, summary: d.Summary, facts: append(facts, declare.SpellOut(d.Paper)),
			parameters: parameterEntries(d.Parameters),
		})
	}
	return items
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

// verdict is what an exact audit says of the learner.
func verdict(d *learners.Declaration) string {
	v, err := model.DefaultVerdict(d)
	if err != nil {
		return err.Error()
	}
	return v.Line()
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

func channelEntries() []channelEntry {
	var entries []channelEntry
	for _, d := range channel.Catalogue() {
		e := channelEntry{d.ID, d.Name, d.Meaning, d.Formula, d.Paper, d.TakesEpsilon, []parameterEntry{}}
		for _, p := range d.Parameters {
			e.Parameters = append(e.Parameters, parameterEntry{Name: p.Name, Allowed: p.Range, Default: p.DefaultText, Meaning: p.Meaning})
		}
		entries = append(entries, e)
	}
	return entries
}

func channelItems() []item {
	var items []item
	for _, e := range channelEntries() {
		facts := []string{e.Name, e.Formula, declare.SpellOut(e.Paper)}
		items = append(items, item{id: e.ID, summary: e.Summary, facts: facts, parameters: e.Parameters})
	}
	return items
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
}

func lineupEntries() any {
	var entries []lineupEntry
	for _, l := range figure.Lineups() {
		e := lineupEntry{l.Name, l.Summary, l.Paper, l.Scenario, l.Arms, l.Full, l.Learners, l.Channel, nil, l.Horizon, l.Data}
		if l.Epsilon != 0 {
			e.Epsilon = new(model.Number)
			*e.Epsilon = model.Number(l.Epsilon)
		}
		entries = append(entries, e)
	}
	return entries
}

func lineupItems() []item {
	var items []item
	for _, l := range figure.Lineups() {
		facts := []string{l.Paper, l.Written()}
		if l.Data {
			facts = append(facts, "needs --data DIR")
		}
		items = append(items, item{id: l.Name, summary: l.Summary, facts: facts})
	}
	return items
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

func figureEntries() any {
	var entries []figureEntry
	for _, f := range figure.All() {
		e := figureEntry{f.ID, f.Title, f.Summary, f.Paper, f.Runs, []string{}, f.NeedsData()}
		for i := range f.Claims {
			e.Claims = append(e.Claims, f.Claims[i].Says)
		}
		entries = append(entries, e)
	}
	return entries
}

func figureItems() []item {
	var items []item
	for _, f := range figure.All() {
		facts := []string{f.Paper, kit.Plural(len(f.Claims), "claim"), fmt.Sprintf("from %d runs on", f.Runs)}
		if f.NeedsData() {
			facts = append(facts, "needs --data DIR")
		}
		items = append(items, item{id: f.ID, summary: f.Title + ": " + f.Summary, facts: facts})
	}
	return items
}
