// Package movielens holds catalogs of movies and the users who rated them, the arms of the
// MovieLens experiment of Chandak, Hu & Hegde (CHH). An arm is a movie with its genre vector, a
// round is one user, and the reward is 1 if the user rated the movie and 0 otherwise.
//
// Load reads the published MovieLens files (ml-1m, ml-latest, ml-latest-small). Invented
// generates a catalog without a download.
package movielens

// A Catalog holds movies, their genres, and which users rated them. Movies and users are
// numbered from 0. It is safe for concurrent use if nobody changes it.
type Catalog struct {
	// Titles of the movies. Load sorts them by decreasing number of ratings, then by id.
	Titles []string
	// Genres name the entries of the vectors.
	Genres []string
	// Vectors have entry 1 for each genre of a movie and 0 otherwise.
	Vectors [][]float64

	users   int
	words   int      // of 64 movies, for each user
	rated   []uint64 // users × words
	ratings []int    // of each movie
}

// newCatalog returns a catalog without ratings.
func newCatalog(genres []string, movies, users int) *Catalog {
	words := (movies + 63) / 64
	return &Catalog{
		Titles: make([]string, movies), Genres: genres, Vectors: make([][]float64, movies),
		users: users, words: words, rated: make([]uint64, users*words), ratings: make([]int, movies),
	}
}

// Movies returns the number of movies.
func (c *Catalog) Movies() int { return len(c.Titles) }

// Users returns the number of users, including those who rated no movie in the catalog.
func (c *Catalog) Users() int { return c.users }

// Rated reports whether the user rated the movie.
func (c *Catalog) Rated(user, movie int) bool {
	return c.rated[user*c.words+movie/64]>>(movie%64)&1 == 1
}

// Mean returns the share of users, in [0,1], who rated the movie: the expected reward of its
// arm.
func (c *Catalog) Mean(movie int) float64 {
	return float64(c.ratings[movie]) / float64(c.users)
}

// rate records a rating and reports whether it is new.
func (c *Catalog) rate(user, movie int) bool {
	if c.Rated(user, movie) {
		return false
	}
	c.rated[user*c.words+movie/64] |= 1 << (movie % 64)
	c.ratings[movie]++
	return true
}
