package movielens

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A layout is how one edition of MovieLens is published.
type layout struct {
	name          string
	moviesFile    string
	ratingsFile   string
	separator     string // between the fields of a rating
	ratingsHeader string // the first line, or none
	readMovies    func(path string, genres []string) ([]movie, error)
	genres        []string // listed in the edition's readme
}

// A movie as a file lists it.
type movie struct {
	id     int
	title  string
	genres []string
	line   int
}

// The editions' readmes list these 18 genres. ml-latest writes Children, and
// ml-100k has a nineteenth flag, "unknown", which is the absence of a genre.
var genres = []string{
	"Action", "Adventure", "Animation", "Children's", "Comedy", "Crime",
	"Documentary", "Drama", "Fantasy", "Film-Noir", "Horror", "Musical",
	"Mystery", "Romance", "Sci-Fi", "Thriller", "War", "Western",
}

func layouts() []layout {
	latest := slices.Clone(genres)
	latest[slices.Index(latest, "Children's")] = "Children"
	return []layout{
		{
			name: "ml-1m", moviesFile: "movies.dat", ratingsFile: "ratings.dat",
			separator: "::", readMovies: readDat, genres: genres,
		},
		{
			name: "ml-100k", moviesFile: "u.item", ratingsFile: "u.data",
			separator: "\t", readMovies: readItem, genres: genres,
		},
		{
			name: "ml-latest", moviesFile: "movies.csv", ratingsFile: "ratings.csv",
			separator: ",", ratingsHeader: "userId,movieId,rating,timestamp",
			readMovies: readCSV, genres: latest,
		},
	}
}

// detect finds the layout of dir by its files.
func detect(dir string) (layout, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return layout{}, fmt.Errorf("%s: there is no such folder: must be an unpacked ml-1m, ml-100k or ml-latest folder", dir)
	case err != nil:
		return layout{}, fmt.Errorf("%s: cannot be read (%w): must be an unpacked ml-1m, ml-100k or ml-latest folder", dir, reason(err))
	case !info.IsDir():
		return layout{}, fmt.Errorf("%s: is a file: must be an unpacked ml-1m, ml-100k or ml-latest folder", dir)
	}
	var alone error
	var wanted []string
	for _, l := range layouts() {
		movies, ratings := isFile(dir, l.moviesFile), isFile(dir, l.ratingsFile)
		switch {
		case movies && ratings:
			return l, nil
		case movies:
			alone = fmt.Errorf("%s: %s is missing: must be beside %s, as in %s", dir, l.ratingsFile, l.moviesFile, l.name)
		case ratings:
			alone = fmt.Errorf("%s: %s is missing: must be beside %s, as in %s", dir, l.moviesFile, l.ratingsFile, l.name)
		}
		wanted = append(wanted, fmt.Sprintf("%s and %s (%s)", l.moviesFile, l.ratingsFile, l.name))
	}
	if alone != nil {
		return layout{}, alone
	}
	return layout{}, fmt.Errorf("%s: is no MovieLens folder: must hold %s", dir, strings.Join(wanted, ", or "))
}

func isFile(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && !info.IsDir()
}

// vectors returns the names of the vectors' entries and a vector for each movie.
// Genres beyond the layout's list, which its reader has let through, get entries
// of their own after the others, by alphabet.
func (l *layout) vectors(all, chosen []movie) (names []string, vectors [][]float64) {
	entry := make(map[string]int)
	for i, name := range l.genres {
		entry[name] = i
	}
	var more []string
	for _, m := range all {
		for _, name := range m.genres {
			if _, known := entry[name]; !known {
				entry[name] = -1
				more = append(more, name)
			}
		}
	}
	slices.Sort(more)
	names = slices.Concat(l.genres, more)
	for i, name := range names {
		entry[name] = i
	}
	vectors = make([][]float64, len(chosen))
	for i, m := range chosen {
		vectors[i] = make([]float64, len(names))
		for _, name := range m.genres {
			vectors[i][entry[name]] = 1
		}
	}
	return names, vectors
}
