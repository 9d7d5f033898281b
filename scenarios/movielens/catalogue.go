// Package movielens holds catalogues of movies with the users who rated them: the arms of
// the experiment on MovieLens by Chandak, Hu & Hegde (CHH). An arm is a movie with its genre
// vector, a round one user, and the arm's reward 1 if the user rated the movie and 0 if not.
//
// Load reads MovieLens as published (ml-1m, ml-latest, ml-latest-small). Invented makes up a
// catalogue that needs no download.
package movielens

// A Catalogue is some movies, their genres, and which users rated which. Movies
// and users are numbered from 0. It must not be changed, and is then safe for
// concurrent readers.
type Catalogue struct {
	// Titles of the movies. Load puts the most rated first, and of equally rated
	// ones the one of lower id.
	Titles []string
	// Genres name the entries of the vectors.
	Genres []string
	// Vectors hold a 1 for every genre of a movie and a 0 for every other.
	Vectors [][]float64

	users   int
	words   int      // of 64 movies, for each user
	rated   []uint64 // users × words
	ratings []int    // of each movie
}

// newCatalogue returns a catalogue without ratings.
func newCatalogue(genres []string, movies, users int) *Catalogue {
	words := (movies + 63) / 64
	return &Catalogue{
		Titles: make([]string, movies), Genres: genres, Vectors: make([][]float64, movies),
		users: users, words: words, rated: make([]uint64, users*words), ratings: make([]int, movies),
	}
}

// Movies returns the number of movies.
func (c *Catalogue) Movies() int { return len(c.Titles) }

// Users returns the number of users, including those who rated no movie of the catalogue.
func (c *Catalogue) Users() int { return c.users }

// Rated reports whether the user rated the movie.
func (c *Catalogue) Rated(user, movie int) bool {
	return c.rated[user*c.words+movie/64]>>(movie%64)&1 == 1
}

// Mean returns the share of all users, in [0,1], who rated the movie: the expected
// reward of its arm when a round is one user drawn uniformly.
func (c *Catalogue) Mean(movie int) float64 {
	return float64(c.ratings[movie]) / float64(c.users)
}

// rate notes that the user rated the movie and reports whether that is new.
func (c *Catalogue) rate(user, movie int) bool {
	if c.Rated(user, movie) {
		return false
	}
	c.rated[user*c.words+movie/64] |= 1 << (movie % 64)
	c.ratings[movie]++
	return true
}
