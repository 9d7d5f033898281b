package scenarios

import (
	"errors"
	"fmt"
	"math/bits"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
	"regretscope/scenarios/movielens"
)

func init() {
	Register(&Preset{
		Name: "movies", Paper: "after CHH §5.2", Kind: MatroidKind, Feedback: SemiBandit, Order: 7,
		Title: "invented movies",
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
