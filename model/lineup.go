package model

import (
	"fmt"

	"regretscope/learners"
	"regretscope/noise/declare"
	"regretscope/scenarios"
)

// A Lineup is a comparison under a name: a scenario, and the learners that are
// worth seeing side by side in it. It is written in the words of the command
// line, so that whoever likes it can copy it and change a word.
type Lineup struct {
	Name     string
	Paper    string   // where it comes from
	Summary  string   // one line: what there is to see
	Scenario string   // as scenarios.Open reads it; none needs a folder of data
	Learners []string // as learners.ParseChoice reads them
}

var lineups = []Lineup{
	{
		Name: "hhmh-fig1", Paper: "HHMH §6, Figure 1",
		Summary:  "lazy learners, elimination and KL bounds on five gaps; the paper's figures have ε = .25, .5 and 1",
		Scenario: "hhmh-1", Learners: []string{"dp-se", "anytime-lazy-ucb", "lazy-dp-ts", "adap-klucb"},
	},
	{
		Name: "hhmh-fig2", Paper: "HHMH §6, Figure 2",
		Summary:  "the same learners where four arms share one small gap",
		Scenario: "hhmh-2", Learners: []string{"dp-se", "anytime-lazy-ucb", "lazy-dp-ts", "adap-klucb"},
	},
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
		Name: "hhmh-experts", Paper: "HHMH §5 and §7",
		Summary:  "what publishing only the winner saves, where HHMH's bounds are furthest apart",
		Scenario: "doubling-gap", Learners: []string{"ftnl", "rnm-ftnl", "ftl", "hedge"},
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
	{
		Name: "chh-fig1", Paper: "CHH §5.1, Figure 1",
		Summary:  "bases of vectors by confidence bounds, with and without privacy, and the optimal policy",
		Scenario: "chh-synthetic", Learners: []string{"dpucb-mat", "omm", "optimal"},
	},
	{
		Name: "chh-sampling", Paper: "CHH App., Figure 4",
		Summary:  "bases of vectors by Thompson sampling, with and without privacy, and the optimal policy",
		Scenario: "chh-synthetic", Learners: []string{"dpts-mat", "cts", "optimal"},
	},
	{
		Name: "chh-fig2", Paper: "CHH §5.1, Figure 2",
		Summary:  "one learner of bases at ε = 10⁵, 2 and 10⁻⁴",
		Scenario: "chh-synthetic", Learners: []string{"dpucb-mat,epsilon=100000", "dpucb-mat,epsilon=2", "dpucb-mat,epsilon=0.0001"},
	},
}

// Lineups returns every line-up there is, in the order of listings.
func Lineups() []*Lineup {
	all := make([]*Lineup, len(lineups))
	for i := range lineups {
		l := lineups[i]
		all[i] = &l
	}
	return all
}

// FindLineup returns the line-up with the given name; the error of an unknown
// one names the nearest.
func FindLineup(name string) (*Lineup, error) {
	var names []string
	for _, l := range Lineups() {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return nil, fmt.Errorf("no such comparison%s", declare.DidYouMean(name, names))
}

// Config is the run that the line-up stands for, at the scenario's ε and
// horizon and with seed 1.
func (l *Lineup) Config() (*Config, error) {
	s, err := scenarios.Open(l.Scenario, "")
	if err != nil {
		return nil, err
	}
	c := &Config{Scenario: s, Horizon: s.Horizon, Epsilon: s.Epsilon, Seed: 1}
	for _, text := range l.Learners {
		choice, err := learners.ParseChoice(text)
		if err != nil {
			return nil, err
		}
		c.Learners = append(c.Learners, choice)
	}
	return c, c.Check()
}
