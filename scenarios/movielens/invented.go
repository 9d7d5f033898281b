package movielens

import (
	_ "embed" // for the titles
	"math"
	"strings"

	"regretscope/noise"
)

const inventedGenres = "Clockwork Courtroom Desert Detective Family Ghosts Harbor " +
	"Heist Kitchen Mountain Music Nature Robots Romance Royalty Space"

// inventions holds a title with its genres per line.
//
//go:embed inventions.txt
var inventions string

// The model behind Invented: how much taste, activity and fame vary.
const (
	inventedUsers  = 2000
	tastes         = 3
	genreSpread    = .8  // of a genre's appeal to each taste
	movieSpread    = .3  // of a movie's own appeal, in addition to its genres'
	activitySpread = .8  // of users' activity
	topShare       = .6  // approximate share of users who rate the most famous movie
	shareFallsAs   = .55 // exponent: the share of the k-th movie is topShare / k^shareFallsAs
)

// Invented returns the catalog "movies": 100 titles of this project's own, in 16 genres, and
// 2000 users generated from the seed.
//
// A user is an activity and a vector of three tastes; genres and movies are vectors of appeal to these tastes; all
// are normal. A user rates a movie with the logistic probability of the movie's fame plus the user's activity plus
// the scalar product of taste and appeal. Rewards are therefore correlated, as in real data: users who like one movie
// rate similar ones. The seed also decides which movies are famous; their shares fall steeply at first and are close
// together later.
func Invented(seed uint64) *Catalog {
	stream := func(index uint64) noise.Stream { // one each for genres, movies, fame and audience
		return noise.NewStream(noise.Key(seed, noise.Invention, index))
	}
	names := strings.Fields(inventedGenres)
	titles := strings.Split(strings.TrimSpace(inventions), "\n")
	c := newCatalog(names, len(titles), inventedUsers)

	random := stream(0)
	entry := make(map[string]int, len(names))
	genreAppeal := make([][tastes]float64, len(names))
	for i, name := range names {
		entry[name] = i
		genreAppeal[i] = appeal(&random, genreSpread)
	}

	random = stream(1)
	appeals := make([][tastes]float64, len(titles))
	for m, line := range titles {
		title, genres, _ := strings.Cut(line, ": ")
		c.Titles[m] = title
		c.Vectors[m] = make([]float64, len(names))
		own := appeal(&random, movieSpread)
		kinds := strings.Fields(genres)
		for _, name := range kinds {
			c.Vectors[m][entry[name]] = 1
			for k, x := range genreAppeal[entry[name]] {
				own[k] += x / math.Sqrt(float64(len(kinds)))
			}
		}
		appeals[m] = own
	}

	random = stream(2)
	fame := make([]float64, len(titles))
	for rank, m := range shuffled(&random, len(fame)) {
		share := topShare / math.Pow(float64(rank+1), shareFallsAs)
		fame[m] = math.Log(share / (1 - share))
	}

	random = stream(3)
	for user := range inventedUsers {
		activity := random.Normal(0, activitySpread)
		taste := appeal(&random, 1)
		for m := range titles {
			logit := fame[m] + activity
			for k, x := range appeals[m] {
				logit += taste[k] * x
			}
			if random.Float64()*(1+math.Exp(-logit)) < 1 {
				c.rate(user, m)
			}
		}
	}
	return c
}

func appeal(random *noise.Stream, spread float64) (a [tastes]float64) {
	for k := range a {
		a[k] = random.Normal(0, spread)
	}
	return a
}

// shuffled returns a uniformly random order of 0 to n−1.
func shuffled(random *noise.Stream, n int) []int {
	order := make([]int, n)
	for i := range order {
		j := random.IntN(i + 1)
		order[i], order[j] = order[j], i
	}
	return order
}
