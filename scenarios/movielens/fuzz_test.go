package movielens

import (
	"math"
	"path/filepath"
	"testing"

	"regretscope/noise/param"
)

// Any folder gives a catalog with consistent counts, or a one-line error. Each input is two files,
// which are written and read, so there are fewer than 1,000 inputs a second.
func FuzzLoad(f *testing.F) {
	for edition, l := range editions {
		files := filesOf(filepath.Join("testdata", fixtures[edition]))
		f.Add(byte(edition), files[l.movies], files[l.ratings])
		f.Add(byte(edition), []byte("\xff::\x1b|,\"\n"), files[l.ratings])
	}
	dirs := make([]string, len(editions)) // a folder for each input would take half of the time
	for edition := range dirs {
		dirs[edition] = f.TempDir()
	}
	f.Fuzz(func(t *testing.T, edition byte, movies, ratings []byte) {
		l, dir := editions[int(edition)%len(editions)], dirs[int(edition)%len(editions)]
		for name, text := range map[string][]byte{l.movies: movies, l.ratings: ratings} {
			write(t, dir, name, string(text))
		}
		c, err := Load(dir, 2)
		if err != nil {
			if message := err.Error(); message == "" || !param.IsPrintable(message) {
				t.Fatalf("unusable message %q", message)
			}
			return
		}
		for movie := range c.Movies() {
			rated := 0
			for user := range c.Users() {
				if c.Rated(user, movie) {
					rated++
				}
			}
			if rated != c.ratings[movie] || rated == 0 || math.Abs(c.Mean(movie)*float64(c.Users())-float64(rated)) > 1e-9 {
				t.Fatalf("movie %d: %d users rated it, %d ratings, mean %v", movie, rated, c.ratings[movie], c.Mean(movie))
			}
			if c.Titles[movie] == "" || len(c.Vectors[movie]) != len(c.Genres) {
				t.Fatalf("movie %d: title %q, %d entries for %d genres", movie, c.Titles[movie], len(c.Vectors[movie]),
					len(c.Genres))
			}
		}
	})
}
