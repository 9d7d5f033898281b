package movielens

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Limits of a catalog and its files.
const (
	DefaultMovies = 100     // as in CHH
	MaxMovies     = 1000    // movies of a catalog
	MaxUsers      = 500_000 // users who have rated; the largest edition has 331,000
	MaxListing    = 1 << 23 // bytes of a list of movies; the largest edition's has 4 million
	MaxRatings    = 1 << 30 // bytes of the ratings, unpacked; the largest edition's have 900 million
	MaxUnpacked   = 100     // ratio of unpacked to packed size of a file in a zip; published files have 4 to 6
	MaxGenres     = 1000    // of all movies
)

// Wanted describes the files that Load reads.
const Wanted = "a folder or zip file of ml-1m or ml-latest as published"

// Load loads the given number of movies, 1 to MaxMovies, from a folder or zip file of ml-1m,
// ml-latest or ml-latest-small as published: the most rated movies, of equally rated ones those
// with lower ids. Every user in the ratings is a user of the catalog, in ascending order of
// id. Errors name the file and line, the error, and the allowed values.
func Load(name string, movies int) (*Catalog, error) {
	if movies < 1 || movies > MaxMovies {
		return nil, fmt.Errorf("movies: %d: must be 1 to %s", movies, number.Count(MaxMovies))
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return load(os.DirFS(name), name, movies)
	}
	var archive *zip.ReadCloser
	if err == nil && info.Mode().IsRegular() {
		archive, err = zip.OpenReader(name)
	}
	if archive == nil {
		return nil, fmt.Errorf("%s: cannot be read: %w; must be %s", name, cmp.Or(files.Reason(err), zip.ErrFormat), Wanted)
	}
	defer archive.Close()
	return load(archive, name, movies)
}

// A source is the location of an edition's files.
type source struct {
	files  fs.FS
	name   string // prefix of the files' names in errors
	folder string // of the edition
	edition
}

// find finds an edition at the top or in a folder there, as in published zip files.
func find(files fs.FS, name string) (*source, error) {
	below, _ := fs.Glob(files, "*") // the pattern is well formed
	for _, folder := range append([]string{"."}, below...) {
		for _, e := range editions {
			movies, missing := fs.Stat(files, path.Join(folder, e.movies))
			ratings, err := fs.Stat(files, path.Join(folder, e.ratings))
			if cmp.Or(missing, err) == nil && movies.Mode().IsRegular() && ratings.Mode().IsRegular() {
				return &source{files, name, folder, e}, nil
			}
		}
	}
	return nil, fmt.Errorf("%s: holds no edition of MovieLens: must hold movies.dat and ratings.dat (ml-1m), "+
		"or movies.csv and ratings.csv (ml-latest)", name)
}

// Files lists the files of an edition in a folder.
func Files(folder string) (paths []string) {
	if s, err := find(os.DirFS(folder), folder); err == nil {
		paths = append(paths, s.shown(s.movies), s.shown(s.ratings))
	}
	return paths
}

func (s *source) shown(file string) string {
	return filepath.Join(s.name, param.Printable(s.folder), file)
}

func load(files fs.FS, name string, movies int) (*Catalog, error) {
	s, err := find(files, name)
	if err != nil {
		return nil, err
	}
	all, counts, err := s.list()
	if err != nil {
		return nil, err
	}
	users, err := s.count(counts)
	if err != nil {
		return nil, err
	}
	rated := slices.DeleteFunc(all, func(m movie) bool { return counts[m.id] == 0 })
	if len(rated) < movies {
		return nil, fmt.Errorf("%s: %s movies are rated: must be at least %s", s.shown(s.ratings),
			number.Count(len(rated)), number.Count(movies))
	}
	slices.SortFunc(rated, func(a, b movie) int {
		return cmp.Or(counts[b.id]-counts[a.id], a.id-b.id)
	})
	c := newCatalog(s.genres, movies, len(users))
	place := make(map[int]int, movies)
	for i, m := range rated[:movies] {
		place[m.id], c.Titles[i], c.Vectors[i] = i, m.title, make([]float64, len(c.Genres))
		for _, name := range m.genres {
			c.Vectors[i][slices.Index(c.Genres, name)] = 1
		}
	}
	// Only duplicate ratings of chosen movies matter: without duplicates, other movies have
	// even fewer ratings.
	return c, s.eachRating(func(user, movie int) error {
		if i, in := place[movie]; in && !c.rate(users[user], i) {
			return fmt.Errorf("user id %d rates movie id %d again: must be one line for each pair", user, movie)
		}
		return nil
	})
}

// list reads the movies and initializes their counts by id. It adds genres that the edition's
// readme does not list to its genres in alphabetical order.
func (s *source) list() (all []movie, counts map[int]int, err error) {
	counts = map[int]int{}
	listed := len(s.genres)
	err = s.eachLine(s.movies, s.moviesHeader, MaxListing, func(line []byte) error {
		m, err := s.parseMovie(line)
		if err != nil {
			return err
		}
		if _, twice := counts[m.id]; twice {
			return fmt.Errorf("movie id %d is listed again: must be listed once", m.id)
		}
		counts[m.id] = 0
		all = append(all, m)
		for _, name := range m.genres {
			if !slices.Contains(s.genres, name) {
				s.genres = append(slices.Clip(s.genres), name)
			}
		}
		if len(s.genres) > MaxGenres {
			return fmt.Errorf("the genres are too many, at most %s are allowed", number.Count(MaxGenres))
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: is empty: must list at least one movie", s.shown(s.movies))
	}
	slices.Sort(s.genres[listed:])
	return all, counts, err
}

// count counts the ratings of each movie and numbers the users by id. The file is read twice
// instead of stored: the largest edition has more than 30 million lines.
func (s *source) count(counts map[int]int) (users map[int]int, err error) {
	users = map[int]int{}
	err = s.eachRating(func(user, movie int) error {
		if _, known := counts[movie]; !known {
			return fmt.Errorf("movie id %d: must be listed in %s", movie, s.movies)
		}
		counts[movie]++
		users[user] = 0
		if len(users) > MaxUsers {
			return fmt.Errorf("user id %d: is one user too many, at most %s are allowed", user, number.Count(MaxUsers))
		}
		return nil
	})
	if err == nil && len(users) == 0 {
		err = fmt.Errorf("%s: is empty: must hold at least one rating", s.shown(s.ratings))
	}
	for i, id := range slices.Sorted(maps.Keys(users)) { // independent of the file's order
		users[id] = i
	}
	return users, err
}

func (s *source) eachRating(do func(user, movie int) error) error {
	return s.eachLine(s.ratings, s.ratingsHeader, MaxRatings, func(line []byte) error {
		user, movie, err := s.parseRating(line)
		if err == nil {
			err = do(user, movie)
		}
		return err
	})
}

// eachLine calls do with every nonempty line of a file after the header, without its line
// ending. The line is valid only during the call.
func (s *source) eachLine(name, header string, most int64, do func(line []byte) error) error {
	shown := s.shown(name)
	unreadable := func(err error) error { return fmt.Errorf("%s: cannot be read: %w", shown, files.Reason(err)) }
	file, err := s.files.Open(path.Join(s.folder, name))
	if err != nil {
		return unreadable(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil {
		err = checkSize(info, most)
	}
	if err != nil {
		return unreadable(err)
	}
	lines := bufio.NewScanner(io.LimitReader(file, info.Size())) // some files without a size never end
	at := 1
	for ; lines.Scan(); at++ {
		line := lines.Bytes()
		if at == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff")) // spreadsheets write this mark
		}
		switch {
		case at == 1 && header != "":
			if string(line) != header {
				err = fmt.Errorf("the first line must be %s", header)
			}
		case len(line) > 0:
			err = do(line)
		}
		if err != nil && lines.Err() == nil {
			return fmt.Errorf("%s:%d: %w", shown, at, err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: the line is too long: must be below %s bytes", shown, at,
			number.Count(bufio.MaxScanTokenSize))
	} else if err != nil {
		return unreadable(err)
	}
	return nil
}

// checkSize refuses a file that is too large or has too high a compression ratio.
func checkSize(info fs.FileInfo, most int64) error {
	if info.Size() > most {
		return fmt.Errorf("the file is too large, at most %s bytes are allowed", number.Count(int(most)))
	}
	if packed, ok := info.Sys().(*zip.FileHeader); ok &&
		info.Size() > max(1<<20, MaxUnpacked*int64(packed.CompressedSize64)) {
		return fmt.Errorf("the file unpacks to more than %d times its size", MaxUnpacked)
	}
	return nil
}
