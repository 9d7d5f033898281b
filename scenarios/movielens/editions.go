// Package movielens holds catalogs of movies and the users who rated them, the arms of the
// MovieLens experiment of Chandak, Hu & Hegde (CHH). An arm is a movie with its genre vector, a
// round is one user, and the reward is 1 if the user rated the movie and 0 otherwise.
//
// Load reads the published MovieLens files (ml-1m, ml-latest, ml-latest-small). Invented
// generates a catalog without a download.
package movielens

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// An edition is one of the published layouts of MovieLens.
type edition struct {
	movies, ratings string // files: id, title and genres; user, movie, rating and time
	moviesHeader    string // the first line of each, or empty
	ratingsHeader   string
	separator       string   // between the fields of a line
	genres          []string // listed in the edition's readme
}

var editions = []edition{
	{movies: "movies.dat", ratings: "ratings.dat", separator: "::", genres: genres("Children's")}, // ml-1m
	{ // ml-latest
		movies: "movies.csv", ratings: "ratings.csv", separator: ",", genres: genres("Children"),
		moviesHeader: "movieId,title,genres", ratingsHeader: "userId,movieId,rating,timestamp",
	},
}

// genres returns the 18 genres of both readmes, which differ only in the one for children.
func genres(children string) []string {
	return []string{
		"Action", "Adventure", "Animation", children, "Comedy", "Crime", "Documentary", "Drama", "Fantasy",
		"Film-Noir", "Horror", "Musical", "Mystery", "Romance", "Sci-Fi", "Thriller", "War", "Western",
	}
}

// A movie is a line of the list of movies.
type movie struct {
	id     int
	title  string
	genres []string
}

// parseMovie parses a line of the list of movies: CSV in UTF-8, or fields in Latin-1.
func (e *edition) parseMovie(line []byte) (m movie, err error) {
	var fields []string
	switch {
	case e.separator != ",":
		fields = strings.Split(fromLatin1(line), e.separator)
	case !utf8.Valid(line):
		return m, errors.New("the text is not valid: must be UTF-8")
	default:
		if fields, err = csv.NewReader(bytes.NewReader(line)).Read(); err != nil {
			return m, errors.New("broken quotes: a title with a comma must be in quotes, and quotes in it doubled")
		}
	}
	if len(fields) != 3 {
		return m, fmt.Errorf("%d fields between %q: must be 3, id, title and genres", len(fields), e.separator)
	}
	if m.id, err = identifier("movie", []byte(fields[0])); err != nil {
		return m, err
	}
	m.title = param.Printable(strings.TrimSpace(fields[1]))
	if m.title == "" {
		return m, errors.New("the title is empty: must have at least one character")
	}
	m.genres, err = parseGenres(fields[2])
	return m, err
}

// parseGenres parses genre|genre. It skips IMAX, a projection format, and "(no genres listed)".
// Any other name is a genre, because ml-latest keeps growing.
func parseGenres(field string) (names []string, err error) {
	for name := range strings.SplitSeq(field, "|") {
		switch name = strings.TrimSpace(name); name {
		case "":
			return nil, errors.New("a genre has no name: must be genres between |, or (no genres listed)")
		case "IMAX", "(no genres listed)":
		default:
			names = append(names, param.Printable(name))
		}
	}
	return names, nil
}

// parseRating parses the ids in a line of ratings. The rating must be on the scale; its value
// does not matter.
func (e *edition) parseRating(line []byte) (user, movie int, err error) {
	fields := bytes.SplitN(line, []byte(e.separator), 5)
	if len(fields) != 4 {
		return 0, 0, fmt.Errorf("the fields between %q must be 4: user, movie, rating and time", e.separator)
	}
	if user, err = identifier("user", fields[0]); err != nil {
		return 0, 0, err
	}
	if movie, err = identifier("movie", fields[1]); err != nil {
		return 0, 0, err
	}
	if stars, err := strconv.ParseFloat(string(fields[2]), 64); err != nil || !(stars >= .5 && stars <= 5) {
		return 0, 0, fmt.Errorf("rating %.40q: must be a number from 0.5 to 5", param.Printable(string(fields[2])))
	}
	return user, movie, nil
}

const maxID = 1_000_000_000 // the ids of the largest edition are below 10⁶

func identifier(what string, field []byte) (int, error) {
	id, err := strconv.ParseUint(string(field), 10, 64)
	if err != nil || id < 1 || id > maxID {
		return 0, fmt.Errorf("%s id %.40q: must be a whole number from 1 to %s", what, param.Printable(string(field)),
			number.Count(maxID))
	}
	return int(id), nil
}

// fromLatin1 decodes ISO 8859-1, whose bytes are the first 256 runes.
func fromLatin1(text []byte) string {
	return string(param.Map(text, func(c byte) rune { return rune(c) }))
}

// A Catalog holds movies, their genres, and which users rated them. Movies and users are
// numbered from 0. It is safe for concurrent use as long as it is not changed.
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
