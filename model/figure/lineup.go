package figure

import (
	"cmp"
	"fmt"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/scenarios"
)

// A Lineup is a comparison under a name: a scenario, and the learners that are
// worth seeing side by side in it. It is written in the words of the command
// line, so that it can be copied and changed there.
type Lineup struct {
	Name     string
	Figure   *Figure  // whose panel it is, at one ε; nil: it belongs to none
	Paper    string   // where it comes from
	Summary  string   // one line: what there is to see
	Scenario string   // as scenarios.Open reads it
	Arms     string   // instead of Scenario: as --arms reads them
	Full     bool     // with Arms: full information
	Learners []string // as learners.ParseSpec reads them
	Channel  string   // as --channel reads it; empty: the learners' own
	Epsilon  float64  // privacy parameter; 0: the scenario's
	Horizon  int      // in rounds; 0: the scenario's
	Data     bool     // the scenario reads a folder that the user has
}

// further are the comparisons that belong to no figure.
var further = []Lineup{
	{
		Name: "hhmh-epsilon", Paper: "HHMH Thm 5",
		Summary:  "one learner at ε = .25, .5, 1 and without noise: what privacy costs in regret",
		Scenario: "hhmh-1", Learners: []string{
			"lazy-dp-ts,epsilon=0.25", "lazy-dp-ts,epsilon=0.5", "lazy-dp-ts,epsilon=1", "lazy-dp-ts,epsilon=inf",
		},
	},
	{
		Name: "after-hhmh", Paper: "Azize et al. 2025",
		Summary:  "HHMH's sampler against later learners, beside the lower bound that all of them have",
		Scenario: "hhmh-1", Learners: []string{"lazy-dp-ts", "adap-klucb", "dp-klucb", "dp-imed"},
	},
	{
		Name: "ww-variants", Paper: "WW Alg. 1, Table 2",
		Summary:  "RNM-FTNL by the noise of its reports, at equal true ε, and once with resampling",
		Scenario: "ww-det,K=64,losses=even", Learners: []string{
			"rnm-ftnl,noise=laplace,scale=2", "rnm-ftnl,noise=laplace,scale=2,resample=1",
			"rnm-ftnl,noise=exponential,scale=2", "rnm-ftnl,noise=gumbel,scale=2",
		},
	},
	{
		Name: "ww-resampled", Paper: "WW Thm 2 and Cor. 1",
		Summary:  "the three noises of ww-variants, each with resampling",
		Scenario: "ww-det,K=64,losses=even", Learners: []string{
			"rnm-ftnl,noise=laplace,scale=2,resample=1", "rnm-ftnl,noise=exponential,scale=2,resample=1",
			"rnm-ftnl,noise=gumbel,scale=2,resample=1",
		},
	},
	{
		Name: "ww-lower", Paper: "WW Thm 3 and 4, App. E",
		Summary:  "the same noises on the instance of WW's lower bound, which is explicit there",
		Scenario: "ww-det,K=64", Learners: []string{
			"rnm-ftnl,noise=laplace,scale=2", "rnm-ftnl,noise=exponential,scale=2", "rnm-ftnl,noise=gumbel,scale=2",
		},
	},
	{
		Name: "ww-printed", Paper: "HHMH Alg. 4, WW Alg. 1",
		Summary:  "noise as it is printed: two of the four truly cost 2ε, and regret less for it",
		Scenario: "ww-det,K=64", Learners: []string{
			"rnm-ftnl,noise=laplace,scale=1", "rnm-ftnl,noise=laplace,scale=2",
			"rnm-ftnl,noise=exponential,scale=1", "rnm-ftnl,noise=gumbel,scale=2",
		},
	},
}

// shownHorizon is the longest horizon that a comparison asks for: the terminal
// program plays round by round.
const shownHorizon = 10_000_000

// Lineups returns every comparison there is, in the order of listings: one for
// each panel of a figure, and further ones.
func Lineups() []*Lineup {
	var all []*Lineup
	for _, f := range All() {
		for i := range f.Panels {
			all = append(all, f.lineups(&f.Panels[i])...)
		}
	}
	for _, l := range further {
		all = append(all, &l)
	}
	return all
}

// lineups are a panel's comparisons. The first is called as the figure, with the
// panel's name where it has one. Where a panel shows regret over rounds, every ε
// of it is a picture of its own, and the further ones have ε in their names.
func (f *Figure) lineups(p *Panel) []*Lineup {
	var all []*Lineup
	epsilons := orOne(p.epsilons(), 0)
	if p.X.Shows != Rounds {
		epsilons = epsilons[:1]
	}
	for _, epsilon := range epsilons {
		l := &Lineup{
			Name: f.File(p), Figure: f, Paper: f.Paper, Summary: cmp.Or(p.Title, f.Summary), Channel: p.channels()[0], Epsilon: epsilon, Data: p.needsData(),
			Horizon: min(orOne(p.Horizon, 0)[0], shownHorizon),
		}
		if len(p.Arms) > 0 {
			l.Arms, l.Full = p.Arms[0], p.Full
		} else {
			l.Scenario = declare.Alternatives(p.Scenarios[0])[0]
		}
		for _, learner := range p.Learners {
			l.Learners = append(l.Learners, declare.Alternatives(learner)...)
		}
		if len(l.Learners) > model.MaxLearners {
			l.Learners = l.Learners[:model.MaxLearners]
		}
		if len(all) > 0 {
			l.Name += "-" + declare.FormatNumber(epsilon)
			l.Summary += ", at ε = " + declare.FormatNumber(epsilon)
		}
		all = append(all, l)
	}
	return all
}

// FindLineup returns the comparison with the given name; the error of an unknown
// one names the nearest.
func FindLineup(name string) (*Lineup, error) {
	return declare.Find(Lineups(), "comparison", name, func(l *Lineup) string { return l.Name })
}

// Family is what the comparison is one of: its figure, or itself.
func (l *Lineup) Family() (name, summary string) {
	if l.Figure == nil {
		return l.Name, l.Summary
	}
	return l.Figure.ID, l.Figure.Title
}

// Place is what the learners play: the scenario, or the arms.
func (l *Lineup) Place() string {
	if l.Arms != "" {
		return "arms " + l.Arms
	}
	return l.Scenario
}

// Written is the comparison in flags of the command line.
func (l *Lineup) Written() string {
	parts := []string{"--scenario " + l.Scenario}
	if l.Arms != "" {
		parts[0] = fmt.Sprintf("--arms %q", l.Arms)
		if l.Full {
			parts[0] += " --feedback full"
		}
	}
	if l.Channel != "" {
		parts = append(parts, "--channel "+l.Channel)
	}
	if l.Epsilon != 0 {
		parts = append(parts, "--epsilon "+declare.FormatNumber(l.Epsilon))
	}
	if l.Horizon != 0 {
		parts = append(parts, fmt.Sprintf("--horizon %d", l.Horizon))
	}
	for _, learner := range l.Learners {
		parts = append(parts, "--learner "+learner)
	}
	return strings.Join(parts, " ")
}

// Config is the run that the comparison stands for, with seed 1. Data is the
// folder of a scenario that reads one.
func (l *Lineup) Config(data string) (*model.Config, error) {
	if l.Data && data == "" {
		return nil, fmt.Errorf("%s reads a folder of ratings: begin with --lineup %s --data DIR", l.Name, l.Name)
	}
	s, err := openArms(l.Arms, l.Full)
	if l.Arms == "" {
		s, err = scenarios.Open(l.Scenario, data)
	}
	if err != nil {
		return nil, err
	}
	c := &model.Config{
		Scenario: s, Horizon: cmp.Or(l.Horizon, s.Horizon), Epsilon: cmp.Or(l.Epsilon, s.Epsilon), Channel: l.Channel, Seed: seed,
	}
	for _, text := range l.Learners {
		choice, err := learners.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		c.Learners = append(c.Learners, choice)
	}
	return c, c.Check()
}
