package model

import (
	"slices"

	"regretscope/learners"
)

// A Group is a named set of learners.
type Group struct {
	Name    string
	Summary string // its members, as part of a sentence
	has     func(d *learners.Declaration, local bool) bool
}

// Groups lists all groups of learners.
var Groups = []Group{
	{"private", "learners with private plays: central, or local if the scenario has channels", func(d *learners.Declaration, local bool) bool {
		if local {
			return d.Privacy == learners.Local
		}
		return d.Privacy.Publishes()
	}},
	{"central", "learners with central privacy", func(d *learners.Declaration, _ bool) bool { return d.Privacy.Publishes() }},
	{"local", "learners with local privacy", func(d *learners.Declaration, _ bool) bool { return d.Privacy == learners.Local }},
	{"experts", "learners with full information", func(d *learners.Declaration, _ bool) bool { return d.Family == learners.Experts }},
	{"matroids", "learners for matroids", func(d *learners.Declaration, _ bool) bool { return d.Family == learners.Matroids }},
	{"all", "all learners", func(*learners.Declaration, bool) bool { return true }},
}

// FindGroup returns the group with a name, or nil.
func FindGroup(name string) *Group {
	if i := slices.IndexFunc(Groups, func(g Group) bool { return g.Name == name }); i >= 0 {
		return &Groups[i]
	}
	return nil
}

// Learners returns the group's learners with default parameters. local reports whether rewards
// come through channels.
func (g *Group) Learners(local bool) []learners.Spec {
	var all []learners.Spec
	for _, d := range learners.All() {
		if g.has(d, local) {
			all = append(all, learners.Spec{Declaration: d})
		}
	}
	return all
}

// Fits reports whether a learner can play all configurations, whatever their other learners.
// The error gives the reason as the end of a sentence.
func Fits(spec learners.Spec, configs []*Config) error {
	for _, c := range configs {
		if err := Suits(spec.Declaration, c.Scenario); err != nil {
			return err
		}
		if spec.Channel == "" {
			continue
		}
		if err := c.Alone(spec).checkChannels(); err != nil {
			return err
		}
	}
	return nil
}
