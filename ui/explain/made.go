package explain

import (
	"cmp"
	"fmt"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/channel"
	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/ui/kit"
)

// program is how the commands on pages begin.
const program = "regretscope"

func learnerPages() []*Page {
	var pages []*Page
	for _, d := range learners.All() {
		pages = append(pages, &Page{Name: d.ID, Heading: d.Name, Kind: "learner", Summary: d.Summary, complete: func(p *Page) { ofLearner(p, d) }})
	}
	return pages
}

// ofLearner completes the page of a learner.
func ofLearner(p *Page, d *learners.Declaration) {
	p.Text = []string{sentence(d.Summary)}
	p.Source, p.See = declare.SpellOut(d.Paper), []string{show(playground(d), d.ID)}
	p.Facts = append(p.Facts, Fact{"family", d.Family.String()}, Fact{"needs", Needs(d)}, Fact{"privacy", cmp.Or(d.Claim, promise(d.Privacy))})
	if verdict, err := model.DefaultVerdict(d); err == nil {
		p.Facts = append(p.Facts, Fact{"audited", verdict.Line()})
	}
	if d.Channel != "" {
		p.Facts = append(p.Facts, Fact{"channel", d.Channel + " unless another is chosen"})
	}
	p.Facts = append(p.Facts, parameters(d.Parameters)...)
	for _, b := range d.Bounds {
		source := declare.SpellOut(b.Source)
		if b.Remark != "" {
			source += "; " + b.Remark
		}
		p.Facts = append(p.Facts, Fact{"regret grows at most like", fmt.Sprintf("%s (%s)", b.Formula, source)})
	}
	if text := Coverage(d); text != "" {
		p.Facts = append(p.Facts, Fact{"mean of few runs", text})
	}
	for _, l := range d.Pseudocode {
		p.Code = append(p.Code, Line{l.Number, l.Text})
	}
}

// promise says what kind of privacy a learner without a claim has.
func promise(p learners.Privacy) string {
	switch p {
	case learners.DataFree:
		return "uses no reward, so there is nothing to protect"
	case learners.Central:
		return "central: the learner sees rewards and adds noise to what it publishes"
	case learners.Concentrated:
		return "central, by normal noise: ρ or μ, but no ε"
	case learners.Local:
		return "local: every reward passes a channel before the learner sees it"
	}
	return "none: rewards are used as they are"
}

// Coverage says how often intervals contain the mean regret of a learner whose mean rare
// runs decide; empty for others.
func Coverage(d *learners.Declaration) string {
	c := d.Coverage
	if c[0] == 0 {
		return ""
	}
	return fmt.Sprintf("rare runs decide it, and samples may be without one: on hhmh-1 at ε = 0.5 and 100 000 rounds, "+
		"95 %% intervals from 20, 50 and 200 runs contain the mean in %.0f, %.0f and %.0f %% of all cases", 100*c[0], 100*c[1], 100*c[2])
}

// Needs says what a learner must be told.
func Needs(d *learners.Declaration) string {
	what := "nothing"
	switch d.Feedback {
	case learners.BanditFeedback:
		what = "one arm's reward"
	case learners.SemiBanditFeedback:
		what = "a matroid"
	case learners.FullFeedback:
		what = "all arms' rewards"
	}
	if d.KnowsHorizon {
		what += ", the horizon"
	}
	return what
}

// playground is a scenario that suits the learner: the first one that has it in
// its own comparison, else the first one that it can play.
func playground(d *learners.Declaration) string {
	first := ""
	for _, preset := range scenarios.Presets() {
		if preset.NeedsData {
			continue
		}
		s, err := scenarios.Open(preset.Name, "")
		if err != nil || model.Suits(d, s) != nil {
			continue
		}
		if first == "" {
			first = preset.Name
		}
		for _, l := range model.DefaultLearners(s) {
			if l.ID == d.ID {
				return preset.Name
			}
		}
	}
	return first
}

func scenarioPages() []*Page {
	var pages []*Page
	for _, s := range scenarios.Presets() {
		p := &Page{
			Name: s.Name, Kind: Scenario, Summary: s.Summary, Text: []string{sentence(s.Summary), kinds[s.Kind]}, Source: declare.SpellOut(s.Paper),
			Facts: append([]Fact{{"kind", string(s.Kind)}, {"feedback", feedbacks[s.Feedback]}}, parameters(s.Parameters)...),
			See:   []string{program + " --scenario " + s.Name},
		}
		if s.NeedsData {
			p.See[0] += " --data PATH"
		}
		pages = append(pages, p)
	}
	return pages
}

// kinds says what a kind of scenario is.
var kinds = map[scenarios.Kind]string{
	scenarios.Stochastic:    "Every arm has a fixed distribution. The rewards of a round are drawn from it, independently of all earlier rounds.",
	scenarios.Deterministic: "Every arm has the same reward in every round: all randomness is the learner's own.",
	scenarios.MatroidKind:   "In each round the learner plays a basis of a matroid, a largest set of arms without redundancy, and its reward is the sum over the basis.",
	scenarios.Changing:      "The distributions of the arms change at breakpoints that the learner is not told of.",
}

var feedbacks = map[scenarios.Feedback]string{
	scenarios.Bandit:     "bandit: only the reward of what was played is seen",
	scenarios.SemiBandit: "semi-bandit: the reward of every arm of the basis that was played is seen",
	scenarios.Full:       "full: after each round the rewards of all arms are seen",
}

func channelPages() []*Page {
	var pages []*Page
	for _, d := range channel.Catalogue() {
		p := &Page{
			Name: d.ID, Heading: d.Name, Kind: "channel", Summary: d.Meaning,
			Text:    []string{sentence(d.Meaning), "The learner sees what this channel reports of a reward r in [0,1], never r itself."},
			Formula: []string{d.Formula}, Source: declare.SpellOut(d.Paper),
			See: []string{show("jzl-20", listener(d)) + " --channel " + d.ID},
		}
		for _, parameter := range d.Parameters {
			p.Facts = append(p.Facts, Fact{"parameter " + parameter.Name, fmt.Sprintf("%s; %s, default %s", parameter.Meaning, parameter.Range, parameter.DefaultText)})
		}
		pages = append(pages, p)
	}
	return pages
}

// listener is the first learner made for local privacy that works with a channel.
func listener(d channel.Declaration) string {
	c, err := channel.New(d.ID, nil, 1)
	for _, l := range learners.All() {
		if err == nil && l.Channel != "" && (l.Accepts == nil || l.Accepts(c) == nil) {
			return l.ID
		}
	}
	return ""
}

func parameters(declared declare.List) []Fact {
	var facts []Fact
	for i := range declared {
		p := &declared[i]
		facts = append(facts, Fact{"parameter " + p.Name, fmt.Sprintf("%s; %s, default %s", p.Meaning, p.Range(), cmp.Or(p.Derived, p.Default))})
	}
	return facts
}

// sentence is a summary as a sentence.
func sentence(text string) string { return kit.Capital(text) + "." }

// show is the command that opens the run screen with a learner.
func show(scenario, learner string) string {
	return fmt.Sprintf("%s --scenario %s --learner %s", program, scenario, learner)
}
