package movielens

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

const (
	// DefaultMovies is how many movies CHH take.
	DefaultMovies = 100
	// MaxMovies is how many a catalogue may have.
	MaxMovies = 1000
	// MaxUsers is how many users may have rated movies; the largest edition has 331 000.
	MaxUsers = 500_000
	// MaxListing is how many bytes a list of movies may have; the largest edition's has
	// 4 million.
	MaxListing = 1 << 23
	// MaxRatings is how many bytes the ratings may have, unpacked; the largest edition's
	// have 900 million.
	MaxRatings = 1 << 30
	// MaxUnpacked is how many times as long as a compressed file its contents may be;
	// those of the editions are 4 to 6 times as long.
	MaxUnpacked = 100
	// atLeastUnpacked is how many bytes any file may unpack to.
	atLeastUnpacked = 1 << 20
	// MaxGenres is how many genres movies may have.
	MaxGenres = 1000
)

// Load reads the given number of movies, 1 to MaxMovies, from a folder or zip file
// of ml-1m, ml-100k, ml-latest or ml-latest-small as published; a folder may hold the
// zip file, and single files may be compressed (.gz). The movies are the most rated
// ones, and of equally rated ones those of lower id. Every user in the ratings file
// is a user of the catalogue, in ascending order of id, whether or not the user rated
// any of these movies. Errors name the file, the line, what is wrong and what is
// allowed.
func Load(path string, movies int) (*Catalogue, error) {
	if movies < 1 || movies > MaxMovies {
		return nil, fmt.Errorf("movies: %d: must be 1 to %d", movies, MaxMovies)
	}
	s, err := open(path)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.load(movies)
}

func (s *source) load(movies int) (*Catalogue, error) {
	all, err := s.movies()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: is empty: must list at least one movie", filepath.Join(s.name, s.moviesFile))
	}
	counts := make(map[int]int, len(all)) // ratings of each movie, by id
	for _, m := range all {
		if _, twice := counts[m.id]; twice {
			return nil, fmt.Errorf("%s:%d: movie id %d is listed again: must be listed once", filepath.Join(s.name, s.moviesFile), m.line, m.id)
		}
		counts[m.id] = 0
	}
	users, err := s.count(counts)
	if err != nil {
		return nil, err
	}
	chosen, err := mostRated(all, counts, movies)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(s.name, s.ratingsFile), err)
	}
	c := newCatalogue(nil, movies, len(users))
	if c.Genres = s.names(all); len(c.Genres) > MaxGenres {
		return nil, fmt.Errorf("%s: %d genres are too many, at most %d are allowed", filepath.Join(s.name, s.moviesFile), len(c.Genres), MaxGenres)
	}
	c.Vectors = vectors(c.Genres, chosen)
	place := make(map[int]int, movies)
	for i, m := range chosen {
		c.Titles[i] = m.title
		place[m.id] = i
	}
	// A pair that comes twice matters, and is seen, only for movies that were
	// chosen: without the repetition the others would be rated less still.
	err = s.eachRating(func(user, movie int) error {
		if i, in := place[movie]; in && !c.rate(users[user], i) {
			return fmt.Errorf("user id %d rates movie id %d again: must be one line for each pair", user, movie)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// count counts the ratings of each movie, and numbers the users by their ids. The file is read
// twice, here and to note who rated the chosen movies, rather than kept: the largest
// edition has more than 30 million lines.
func (s *source) count(counts map[int]int) (users map[int]int, err error) {
	users = make(map[int]int)
	err = s.eachRating(func(user, movie int) error {
		if _, known := counts[movie]; !known {
			return fmt.Errorf("movie id %d: must be listed in %s", movie, s.moviesFile)
		}
		counts[movie]++
		if users[user] = 0; len(users) > MaxUsers {
			return fmt.Errorf("user id %d: is one user too many, at most %d are allowed", user, MaxUsers)
		}
		return nil
	})
	if err == nil && len(users) == 0 {
		err = fmt.Errorf("%s: is empty: must hold at least one rating", filepath.Join(s.name, s.ratingsFile))
	}
	for i, id := range slices.Sorted(maps.Keys(users)) { // whatever the order of the file
		users[id] = i
	}
	return users, err
}

// mostRated returns the wanted number of movies, in order.
func mostRated(all []movie, counts map[int]int, wanted int) ([]movie, error) {
	rated := slices.DeleteFunc(slices.Clone(all), func(m movie) bool { return counts[m.id] == 0 })
	if len(rated) < wanted {
		return nil, fmt.Errorf("%d movies are rated: must be at least %d", len(rated), wanted)
	}
	slices.SortFunc(rated, func(a, b movie) int {
		return cmp.Or(counts[b.id]-counts[a.id], a.id-b.id)
	})
	return rated[:wanted], nil
}

// names returns the names of the vectors' entries. Genres beyond the edition's
// list, which its reader has let through, get entries of their own after the
// others, by alphabet.
func (e *edition) names(all []movie) []string {
	var more []string
	for _, m := range all {
		for _, name := range m.genres {
			if !slices.Contains(e.genres, name) {
				more = append(more, name)
			}
		}
	}
	slices.Sort(more)
	return slices.Concat(e.genres, slices.Compact(more))
}

// vectors returns a vector for each movie, with a 1 for each of its genres.
func vectors(names []string, chosen []movie) [][]float64 {
	vectors := make([][]float64, len(chosen))
	for i, m := range chosen {
		vectors[i] = make([]float64, len(names))
		for _, name := range m.genres {
			vectors[i][slices.Index(names, name)] = 1
		}
	}
	return vectors
}
