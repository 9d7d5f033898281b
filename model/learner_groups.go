package model

import (
	"slices"

	"regretscope/learners"
)

// A Group is a named set of learners.
type Group struct {
	Name string
	has  func(d *learners.Declaration) bool
}

// Groups lists all groups of learners.
var Groups = []Group{
	{"private", publishes}, // local if the scenario has channels
	{"central", publishes},
	{"local", isLocal},
	{"experts", func(d *learners.Declaration) bool { return d.Family == learners.Experts }},
	{"matroids", func(d *learners.Declaration) bool { return d.Family == learners.Matroids }},
	{"all", func(*learners.Declaration) bool { return true }},
}

func publishes(d *learners.Declaration) bool { return d.Privacy.Publishes() }

func isLocal(d *learners.Declaration) bool { return d.Privacy == learners.Local }

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
	has := g.has
	if g.Name == "private" && local {
		has = isLocal
	}
	var all []learners.Spec
	for _, d := range learners.All() {
		if has(d) {
			all = append(all, learners.Spec{Declaration: d})
		}
	}
	return all
}

// Fits returns an error if a learner cannot play all configurations, whatever their other learners:
// the reason, as the end of a sentence.
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
