package scenarios

import (
	"regretscope/noise/declare"
	"regretscope/scenarios/matroid"
)

func init() {
	register(&Preset{
		Name: "front-page", Paper: "this project's own", Kind: MatroidKind, Feedback: SemiBandit, Order: 6,
		Summary: "one article a section of a newspaper's front page (partition matroid); weight: the reader opened it",
		Build:   buildFrontPage,
	})
}

// sections are made up so that some choices are clear after a hundred readers
// and some are not after ten thousand.
var sections = []struct {
	name     string
	articles []article
}{
	{"City", []article{
		{"Clock tower strikes thirteen again", .42},
		{"Night tram gets a reading car", .39},
		{"Bridge to close for one long lunch", .15},
	}},
	{"Science", []article{
		{"Moss found to keep time", .33},
		{"Telescope mistaken for a fountain", .32},
		{"Glass that remembers rain", .18},
		{"The quietest room is fully booked", .10},
	}},
	{"Sport", []article{
		{"Rowers win by the width of a duck", .55},
		{"Chess final rained off", .25},
		{"Referee retires mid-whistle", .20},
	}},
	{"Culture", []article{
		{"Museum of lost umbrellas opens", .28},
		{"Novel without a middle wins prize", .24},
		{"Choir sings the weather report", .22},
	}},
	{"Food", []article{
		{"The last word on soup", .36},
		{"Bakers disagree about holes", .12},
	}},
}

type article struct {
	headline string
	opened   float64 // by this share of readers
}

func buildFrontPage(declare.Values, string) (*Scenario, error) {
	var labels []string
	var blocks [][]int // arms from 1
	var capacities []int
	var shares []float64
	for _, section := range sections {
		var block []int
		for _, a := range section.articles {
			labels = append(labels, section.name+": "+a.headline)
			shares = append(shares, a.opened)
			block = append(block, len(labels))
		}
		blocks, capacities = append(blocks, block), append(capacities, 1)
	}
	onePerSection, err := matroid.NewPartition(len(labels), blocks, capacities)
	if err != nil {
		return nil, err
	}
	return &Scenario{
		Horizon: 20_000, Epsilon: 2, Matroid: onePerSection, Labels: labels,
		Phases: []Phase{{From: 1, Arms: bernoullis(shares...)}},
	}, nil
}
