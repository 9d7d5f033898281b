package movielens

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
)

const (
	// DefaultMovies is how many movies CHH take.
	DefaultMovies = 100
	// MaxMovies is how many a catalogue may have.
	MaxMovies = 1000
)

// Load reads the given number of movies, 1 to MaxMovies, from dir, an unpacked
// folder of ml-1m, ml-100k, ml-latest or ml-latest-small as published: the most
// rated ones, and of equally rated ones those of lower id. Every user in the
// ratings file is a user of the catalogue, in ascending order of id, whether or
// not the user rated any of these movies. Errors name the file, the line, what
// is wrong and what is allowed.
func Load(dir string, movies int) (*Catalogue, error) {
	if movies < 1 || movies > MaxMovies {
		return nil, fmt.Errorf("movies: %d: must be 1 to %d", movies, MaxMovies)
	}
	l, err := detect(dir)
	if err != nil {
		return nil, err
	}
	moviesPath, ratingsPath := filepath.Join(dir, l.moviesFile), filepath.Join(dir, l.ratingsFile)
	all, err := l.readMovies(moviesPath, l.genres)
	if err != nil {
		return nil, err
	}
	counts := make(map[int]int, len(all)) // ratings of each movie, by id
	for _, m := range all {
		if _, twice := counts[m.id]; twice {
			return nil, at(moviesPath, m.line, fmt.Errorf("movie id %d is listed again: must be listed once", m.id))
		}
		counts[m.id] = 0
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: is empty: must list at least one movie", moviesPath)
	}

	// The file is read twice, once to choose movies and once to note who rated
	// them, rather than kept: the largest edition has more than 30 million lines.
	users := make(map[int]int) // numbers of users, by id
	err = l.eachRating(ratingsPath, func(user, movie int) error {
		if _, known := counts[movie]; !known {
			return fmt.Errorf("movie id %d: must be listed in %s", movie, l.moviesFile)
		}
		counts[movie]++
		users[user] = 0
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(users) == 0 {
		return nil, fmt.Errorf("%s: is empty: must hold at least one rating", ratingsPath)
	}
	chosen, err := mostRated(all, counts, movies)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ratingsPath, err)
	}
	numberByID(users)

	c := newCatalogue(l.name, nil, movies, len(users))
	c.Genres, c.Vectors = l.vectors(all, chosen)
	place := make(map[int]int, movies)
	for i, m := range chosen {
		c.Titles[i] = m.title
		place[m.id] = i
	}
	// A pair that comes twice matters, and is seen, only for movies that were
	// chosen: without the repetition the others would be rated less still.
	err = l.eachRating(ratingsPath, func(user, movie int) error {
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

// numberByID numbers users from 0 in the order of their ids, so that nothing
// depends on the order of the file.
func numberByID(users map[int]int) {
	ids := make([]int, 0, len(users))
	for id := range users {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for i, id := range ids {
		users[id] = i
	}
}
