// Package movielens holds catalogs of movies and the users who rated them, the arms of the
// MovieLens experiment of Chandak, Hu & Hegde (CHH). An arm is a movie with its genre vector, a
// round is one user, and the reward is 1 if the user rated the movie and 0 otherwise.
//
// Load reads the published MovieLens files (ml-1m, ml-latest, ml-latest-small). Invented
// generates a catalog without a download.
package movielens

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
	// Only duplicate ratings of chosen movies matter: without duplicates, other movies have even fewer ratings.
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
		return fmt.Errorf("%s:%d: the line is too long: must be below %s bytes", shown, at, number.Count(bufio.MaxScanTokenSize))
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
	if packed, ok := info.Sys().(*zip.FileHeader); ok && info.Size() > max(1<<20, MaxUnpacked*int64(packed.CompressedSize64)) {
		return fmt.Errorf("the file unpacks to more than %d times its size", MaxUnpacked)
	}
	return nil
}

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
		latin1 := param.Map(line, func(c byte) rune { return rune(c) }) // whose bytes are the first 256 runes
		fields = strings.Split(string(latin1), e.separator)
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

// parseRating parses the ids in a line of ratings. The rating must be on the scale; its value does not matter.
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

// Mean returns the share of users, in [0,1], who rated the movie: the expected reward of its arm.
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
