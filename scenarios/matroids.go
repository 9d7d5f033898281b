package scenarios

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
	"regretscope/scenarios/movielens"
)

func init() {
	Register(&Preset{
		Name: "chh-synthetic", Paper: "CHH §5.1, Table 2", Kind: MatroidKind, Feedback: SemiBandit, Order: 5,
		Title: "seven vectors",
		Summary: "seven vectors in three dimensions (linear matroid), two of them parallel and one zero, a loop; " +
			"Bernoulli rewards",
		Build: buildCHHSynthetic,
	})
	Register(&Preset{
		Name: "chh-uniform", Paper: "CHH §6, the conjecture; numbers are this project's own", Kind: MatroidKind,
		Feedback: SemiBandit, Order: 5,
		Title: "sets of one size",
		Summary: "a basis is any set of arms of one size, the rank (uniform matroid); as many arms are better by " +
			"one gap: how regret grows with the rank",
		Parameters: param.List{
			{Name: "L", Meaning: "number of base arms", Min: 2, Max: MaxArms, Whole: true, Default: "64"},
			{
				Name: "rank", Meaning: "number of arms in a basis, below L, and of arms with the larger mean", Min: 1,
				Max: MaxArms - 1, Whole: true, Default: "4",
			},
			{Name: "gap", Meaning: "Δ: means are .5 + Δ and .5", Min: 0, Above: true, Max: .5, Default: "0.2"},
		},
		Build: buildUniform,
	})
	Register(&Preset{
		Name: "front-page", Title: "a front page", Paper: "this project's own", Kind: MatroidKind, Feedback: SemiBandit, Order: 6,
		Summary: "one article for each section of a front page (partition matroid); an article's reward is 1 if " +
			"the reader opened it",
		Build: buildFrontPage,
	})
	Register(&Preset{
		Name: "network", Title: "spanning trees", Paper: "this project's own", Kind: MatroidKind, Feedback: SemiBandit, Order: 6,
		Summary: "spanning trees of eight places and fourteen links (graphic matroid); a link's reward is the " +
			"share of traffic it carried",
		Build: buildNetwork,
	})
	Register(&Preset{
		Name: "movies", Title: "invented movies", Paper: "after CHH §5.2", Kind: MatroidKind, Feedback: SemiBandit, Order: 7,
		Summary: "100 invented movies with genre vectors (linear matroid); a round is one of 2,000 invented users, " +
			"a movie's reward is 1 if they rated it",
		Parameters: param.List{
			{
				Name: "seed", Meaning: "seed of the invented users, their tastes, and which movies are famous",
				Min: 0, Max: 1e9, Whole: true, Default: "1",
			},
		},
		Build: func(v param.Values, _ string) (*Scenario, error) {
			return fromRatings(movielens.Invented(uint64(v.Number("seed"))))
		},
	})
	Register(&Preset{
		Name: "chh-movielens", Paper: "CHH §5.2", Kind: MatroidKind, Feedback: SemiBandit, Order: 8, NeedsData: true,
		Title: "MovieLens",
		Summary: "the most rated movies of MovieLens with genre vectors (linear matroid); a round is one user, " +
			"a movie's reward is 1 if they rated it",
		Parameters: param.List{
			{
				Name: "movies", Meaning: "number of arms, the most rated movies; CHH use 100",
				Min: 1, Max: min(movielens.MaxMovies, MaxArms), Whole: true, Default: fmt.Sprint(movielens.DefaultMovies),
			},
		},
		Build: func(v param.Values, data string) (*Scenario, error) {
			if data == "" {
				return nil, errors.New("needs --data PATH, " + movielens.Wanted)
			}
			catalog, err := movielens.Load(data, int(v.Number("movies")))
			if err != nil {
				return nil, err
			}
			return fromRatings(catalog)
		},
	})
}

func buildCHHSynthetic(param.Values, string) (*Scenario, error) {
	s := stationary(10_000, 2, bernoullis(.80, .75, .60, .20, .30, .40, .70))
	s.Matroid = param.Must(matroid.NewLinear([][]float64{
		{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0},
	}))
	return s, nil
}

func buildUniform(v param.Values, _ string) (*Scenario, error) {
	arms, rank := int(v.Number("L")), int(v.Number("rank"))
	if rank >= arms {
		return nil, fmt.Errorf("rank=%d must be below L=%d", rank, arms)
	}
	means := slices.Concat(slices.Repeat([]float64{.5 + v.Number("gap")}, rank), slices.Repeat([]float64{.5}, arms-rank))
	s := stationary(10_000, 2, bernoullis(means...))
	s.Matroid = param.Must(matroid.NewUniform(arms, rank))
	return s, nil
}

// sections have some gaps that show after 100 readers and some that do not show after 10,000.
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
	opened   float64 // share of readers who opened it
}

func buildFrontPage(param.Values, string) (*Scenario, error) {
	var labels []string
	var blocks [][]int // arms, numbered from 1
	var shares []float64
	for _, section := range sections {
		var block []int
		for _, a := range section.articles {
			labels = append(labels, section.name+": "+a.headline)
			shares = append(shares, a.opened)
			block = append(block, len(labels))
		}
		blocks = append(blocks, block)
	}
	s := stationary(20_000, 2, bernoullis(shares...))
	s.Matroid = param.Must(matroid.NewPartition(len(labels), blocks, slices.Repeat([]int{1}, len(blocks))))
	s.Labels = labels
	return s, nil
}

// links have the best tree 1, 2, 4, 6, 8, 10, 12. The gaps of the other links are .02 (link 5),
// .04 (7), .05 (13) and .3 to .4; link 9 is parallel to link 8.
var links = []struct {
	from, to, name string // name distinguishes parallel links
	carried        int    // expected percentage of the traffic
}{
	{"Alder", "Birk", "", 90},
	{"Birk", "Cove", "", 80},
	{"Alder", "Cove", "", 50},
	{"Cove", "Dunes", "", 85},
	{"Birk", "Dunes", "", 78},
	{"Dunes", "Esker", "", 70},
	{"Cove", "Esker", "", 66},
	{"Esker", "Fell", " (cable)", 75},
	{"Esker", "Fell", " (radio)", 45},
	{"Fell", "Gorse", "", 60},
	{"Dunes", "Gorse", "", 30},
	{"Gorse", "Holm", "", 65},
	{"Fell", "Holm", "", 55},
	{"Alder", "Holm", "", 20},
}

// linkWeight is a + b of every link's Beta distribution. Larger values give a smaller variance.
const linkWeight = 10

func buildNetwork(param.Values, string) (*Scenario, error) {
	var edges [][]string
	var labels []string
	var laws []arm.Distribution
	for _, link := range links {
		// Dividing whole percents last keeps both parameters short decimals.
		a, b := linkWeight*link.carried, linkWeight*(100-link.carried)
		laws = append(laws, param.Must(arm.NewBeta(float64(a)/100, float64(b)/100)))
		edges = append(edges, []string{link.from, link.to})
		labels = append(labels, link.from+"–"+link.to+link.name)
	}
	s := stationary(20_000, 2, laws)
	s.Matroid, s.Labels = param.Must(matroid.NewGraphic(edges)), labels
	return s, nil
}

// fromRatings returns CHH's experiment on a catalog: n = 20,000, ε = 2.
func fromRatings(c *movielens.Catalog) (*Scenario, error) {
	vectors, err := matroid.NewLinear(c.Vectors)
	if err != nil {
		return nil, err
	}
	laws := make([]arm.Distribution, c.Movies())
	for movie := range laws {
		laws[movie] = &rated{Bernoulli: param.Must(arm.NewBernoulli(c.Mean(movie))), catalog: c, movie: movie}
	}
	return &Scenario{
		Horizon: 20_000, Epsilon: 2, Matroid: vectors, Labels: c.Titles, SharedDraws: true,
		Phases: []Phase{{From: 1, Arms: laws}},
	}, nil
}

// rated is the reward of one movie: 1 if the round's user rated it. It is Bernoulli with the
// share of users who rated the movie as its mean. Arms drawn from the same cell have the same
// user, so their rewards are correlated as in the data.
type rated struct {
	arm.Bernoulli
	catalog *movielens.Catalog
	movie   int
}

// Sample draws the user with the cell's first number, uniformly up to 10⁻¹².
func (d *rated) Sample(c *noise.Cell) float64 {
	user, _ := bits.Mul64(c.Uint64(), uint64(d.catalog.Users()))
	if d.catalog.Rated(int(user), d.movie) {
		return 1
	}
	return 0
}
