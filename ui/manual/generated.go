package manual

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

const program = "regretscope"

// toSee is the heading of the last section of a page, with commands that show its subject.
const toSee = "To see it"

func learnerPages() []*Page {
	var pages []*Page
	for _, d := range learners.All() {
		pages = append(pages, &Page{
			Name: d.ID, Heading: d.Name, Kind: "learner", Summary: d.Summary,
			text: func() string { return ofLearner(d) },
		})
	}
	return pages
}

func ofLearner(d *learners.Declaration) string {
	m := begin(d.ID, strings.Join(d.Plain[:], " "))
	all, code := "", []string(nil)
	for _, l := range d.Pseudocode {
		all, code = all+l.Text+"\n", append(code, fmt.Sprintf("%4d  %s", l.Number, l.Text))
	}
	m.WriteString("\n## Symbols of the pseudocode\n")
	for _, s := range d.SymbolsIn(all) {
		m.fact(s.Name, s.Meaning)
	}
	m.code("Pseudocode", code...)
	m.WriteString("\n## What it needs and promises\n")
	m.paragraph(fmt.Sprintf("%s is a learner (%s): %s.", d.Name, d.Family, d.Summary))
	m.fact("needs", Needs(d))
	var private []string
	for _, other := range learners.All() {
		if slices.Contains(other.Counterparts, d.ID) {
			private = append(private, other.ID)
		}
	}
	if len(private) > 0 {
		m.fact("private versions", strings.Join(private, ", "))
	}
	if len(d.Counterparts) > 0 {
		m.fact("without privacy", strings.Join(d.Counterparts, ", "))
	}
	m.fact("privacy", cmp.Or(param.SpellOut(d.Claim), promises[d.Privacy]))
	if verdict, err := model.DefaultVerdict(d); err == nil {
		m.fact("audited", verdict.Line())
	}
	if d.Channel != "" {
		m.fact("channel", d.Channel+" unless another is chosen")
	}
	m.parameters(d.Parameters)
	for _, b := range d.Bounds {
		source := param.SpellOut(b.Source)
		if b.Remark != "" {
			source += "; " + b.Remark
		}
		m.fact("regret bound", fmt.Sprintf("%s (%s)", b.Formula, source))
	}
	if text := Coverage(d); text != "" {
		m.fact("mean of few runs", text)
	}
	m.end(d.Paper, show(playground(d), d.ID))
	return m.String()
}

type page struct{ strings.Builder }

func begin(name, sentence string) *page {
	m := new(page)
	fmt.Fprintf(m, "# %s\n", name)
	m.paragraph(sentence)
	return m
}

func (m *page) paragraph(text string) { fmt.Fprintf(m, "\n%s\n", escaped.Replace(text)) }

// fact begins a list with a property such as "needs: one arm's reward", or continues it.
func (m *page) fact(name, value string) {
	if written := m.String(); strings.LastIndex(written, "\n\n") >= strings.LastIndex(written, "\n- ") {
		m.WriteString("\n")
	}
	fmt.Fprintf(m, "- %s: %s\n", name, escaped.Replace(value))
}

func (m *page) parameters(declared param.List) {
	for i := range declared {
		p := &declared[i]
		m.fact("parameter "+p.Name, fmt.Sprintf("%s; %s, default %s", p.Meaning, p.Range(), cmp.Or(p.Derived, p.Default)))
	}
}

func (m *page) code(heading string, lines ...string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(m, "\n## %s\n\n", heading)
	for _, line := range lines {
		fmt.Fprintf(m, "    %s\n", line)
	}
}

// end writes the source of the page's subject, and the command that shows it.
func (m *page) end(paper, command string) {
	if paper != "" {
		m.WriteString("\n## Source\n")
		m.paragraph(param.SpellOut(paper))
		for _, reference := range references(paper) {
			m.paragraph(reference)
		}
	}
	m.code(toSee, command)
}

// promises describes the privacy of a learner without a claim.
var promises = map[learners.Privacy]string{
	learners.NotPrivate:   "none: uses rewards without noise",
	learners.DataFree:     "uses no rewards, so there is nothing to protect",
	learners.Central:      "central: the learner sees rewards and adds noise to what it publishes",
	learners.Approximate:  "central, (ε, δ): with probability δ, ε may not hold; no ε holds alone",
	learners.Concentrated: "central, with normal noise: ρ or μ, but no ε",
	learners.Local:        "local: every reward passes a channel before the learner sees it",
}

// Coverage returns how often intervals contain the mean regret of a learner whose mean rare
// runs decide; empty for others.
func Coverage(d *learners.Declaration) string {
	c := d.Coverage
	if c[0] == 0 {
		return ""
	}
	return fmt.Sprintf("rare runs decide it, and a sample may contain none of them: on hhmh-1 at ε = 0.5 and 100,000 rounds, "+
		"95%% intervals from 20, 50 and 200 runs contain the mean in %s, %s and %s of all cases",
		number.Share(c[0]), number.Share(c[1]), number.Share(c[2]))
}

// Needs returns the inputs that a learner needs.
func Needs(d *learners.Declaration) string {
	what := cmp.Or(map[learners.Feedback]string{
		learners.BanditFeedback: "one arm's reward", learners.SemiBanditFeedback: "a matroid",
		learners.FullFeedback: "all arms' rewards",
	}[d.Feedback], "nothing")
	if d.KnowsHorizon {
		what += ", the horizon"
	}
	return what
}

// playground returns a scenario that suits the learner: the first that has it in its own
// comparison, or else the first that it can play.
func playground(d *learners.Declaration) string {
	first := ""
	for _, s := range playgrounds() {
		if model.Suits(d, s) != nil {
			continue
		}
		first = cmp.Or(first, s.Name)
		if slices.ContainsFunc(model.DefaultLearners(s), func(l learners.Spec) bool { return l.ID == d.ID }) {
			return s.Name
		}
	}
	return first
}

// playgrounds opens all presets that need no data.
var playgrounds = sync.OnceValue(func() (all []*scenarios.Scenario) {
	for _, preset := range scenarios.Presets() {
		if s, err := scenarios.Open(preset.Name, ""); err == nil && !preset.NeedsData {
			all = append(all, s)
		}
	}
	return all
})

func scenarioPages() []*Page {
	var pages []*Page
	for _, s := range scenarios.Presets() {
		pages = append(pages, &Page{
			Name: s.Name, Heading: s.Title, Kind: Scenario, Summary: s.Summary,
			text: func() string {
				m := begin(s.Name, fmt.Sprintf("%s, “%s”, is a scenario: %s.", s.Name, s.Title, param.SpellOut(s.Summary)))
				m.paragraph(kinds[s.Kind])
				m.fact("kind", string(s.Kind))
				m.fact("feedback", feedbacks[s.Feedback])
				m.parameters(s.Parameters)
				command := program + " --scenario " + s.Name
				if s.NeedsData {
					command += " --data PATH"
				}
				m.end(s.Paper, command)
				return m.String()
			},
		})
	}
	return pages
}

var kinds = map[scenarios.Kind]string{
	scenarios.Stochastic:    "Every arm has a fixed distribution. Each round draws rewards from it, independently of all earlier rounds.",
	scenarios.Deterministic: "Every arm has the same reward in every round: only the learner is random.",
	scenarios.MatroidKind: "In each round the learner plays a basis of a matroid, a largest set of arms without redundancy. " +
		"Its reward is the sum over the basis.",
	scenarios.TableKind: "The rewards come from a table: one row per round, in order or drawn at random.",
	scenarios.Changing:  "The distributions of the arms change at breakpoints that the learner does not know.",
}

var feedbacks = map[scenarios.Feedback]string{
	scenarios.Bandit:     "bandit: the learner sees only the reward of the arm it played",
	scenarios.SemiBandit: "semi-bandit: the learner sees the reward of every arm of the basis it played",
	scenarios.Full:       "full: the learner sees the rewards of all arms after each round",
}

func channelPages() []*Page {
	var pages []*Page
	for _, d := range channel.Catalog() {
		pages = append(pages, &Page{
			Name: d.ID, Heading: d.Name, Kind: "channel", Summary: d.Meaning,
			text: func() string {
				m := begin(d.ID, fmt.Sprintf("%s is a channel: %s.", d.ID, d.Meaning))
				m.paragraph("The learner sees what this channel reports of a reward r in [0,1], never r itself.")
				if c, err := channel.Parse(d.Example, 1); err == nil && c.Bits() {
					at := "at ε = 1"
					if d.Example != d.ID {
						at = d.Example + " has ε = " + number.Loss(c.Epsilon()) + ":"
					}
					m.paragraph(fmt.Sprintf("For example, "+at+" it reports 1 with probability %s for r = 0, %s for r = 0.5 and %s for r = 1.",
						number.Value(c.Probability(0)), number.Value(c.Probability(.5)), number.Value(c.Probability(1))))
				}
				for _, p := range d.Parameters {
					by := strings.TrimPrefix("default "+p.DefaultText, "default required")
					m.fact("parameter "+p.Name, fmt.Sprintf("%s; %s, %s", p.Meaning, p.Range, by))
				}
				m.code("Formula", d.Formula)
				m.end(d.Paper, show("jzl-20", listener(d))+" --channel "+d.Example)
				return m.String()
			},
		})
	}
	return pages
}

// listener returns the first learner for local privacy that works with a channel.
func listener(d channel.Declaration) string {
	c, err := channel.Parse(d.Example, 1)
	for _, l := range learners.All() {
		if err == nil && l.Channel != "" && (l.Accepts == nil || l.Accepts(c) == nil) {
			return l.ID
		}
	}
	return ""
}

// show returns the command that opens the run screen with a learner.
func show(scenario, learner string) string {
	return fmt.Sprintf("%s --scenario %s --learner %s", program, scenario, learner)
}
