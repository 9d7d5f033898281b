package movielens

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"regretscope/noise/declare"
)

// An edition is one of the layouts in which MovieLens is published.
type edition struct {
	name string

	moviesFile string
	separator  string // between the fields of a movie: id, title, …, genres
	fields     int    // of a movie
	form       string // of a movie, for messages
	header     string // the first line of moviesFile, or empty
	readGenres func(fields []string) ([]string, error)
	genres     []string // listed in the edition's readme

	ratingsFile      string
	ratingsSeparator string // between user, movie, rating and time
	ratingsHeader    string // the first line of ratingsFile, or empty
}

// A movie as a file lists it.
type movie struct {
	id     int
	title  string
	genres []string
	line   int
}

// The editions' readmes list these 18 genres. ml-latest writes Children, and
// ml-100k has a nineteenth flag, "unknown", which means that no genre is known.
var genres = []string{
	"Action", "Adventure", "Animation", "Children's", "Comedy", "Crime",
	"Documentary", "Drama", "Fantasy", "Film-Noir", "Horror", "Musical",
	"Mystery", "Romance", "Sci-Fi", "Thriller", "War", "Western",
}

func editions() []edition {
	latest := slices.Clone(genres)
	latest[slices.Index(latest, "Children's")] = "Children"
	return []edition{
		{
			name: "ml-1m", genres: genres, readGenres: listedGenres,
			moviesFile: "movies.dat", separator: "::", fields: 3, form: "MovieID::Title::Genres",
			ratingsFile: "ratings.dat", ratingsSeparator: "::",
		},
		{
			name: "ml-100k", genres: genres, readGenres: flaggedGenres,
			moviesFile: "u.item", separator: "|", fields: 5 + 19, form: "id|title|date|video date|address|19 genres",
			ratingsFile: "u.data", ratingsSeparator: "\t",
		},
		{
			name: "ml-latest", genres: latest, readGenres: growingGenres,
			moviesFile: "movies.csv", separator: ",", fields: 3, form: "movieId,title,genres", header: "movieId,title,genres",
			ratingsFile: "ratings.csv", ratingsSeparator: ",", ratingsHeader: "userId,movieId,rating,timestamp",
		},
	}
}

// listedGenres reads genre|genre, each from the readme's list.
func listedGenres(fields []string) ([]string, error) {
	names := strings.Split(fields[len(fields)-1], "|")
	for _, name := range names {
		if !slices.Contains(genres, name) {
			return nil, fmt.Errorf("genre %.40q: must be one of %s", name, strings.Join(genres, ", "))
		}
	}
	return names, nil
}

// flaggedGenres reads 19 flags, of which the first says that no genre is known.
func flaggedGenres(fields []string) ([]string, error) {
	var names []string
	for i, flag := range fields[len(fields)-1-len(genres):] {
		switch {
		case flag != "0" && flag != "1":
			return nil, fmt.Errorf("genre %d is %.40q: must be 0 or 1", i+1, flag)
		case flag == "1" && i > 0:
			names = append(names, genres[i-1])
		}
	}
	return names, nil
}

// growingGenres reads genre|genre. IMAX is a projection format and "(no genres listed)" is
// not a genre: neither is an entry of the vector. The edition goes on growing, so a genre
// that its readme does not list is accepted.
func growingGenres(fields []string) ([]string, error) {
	var names []string
	for name := range strings.SplitSeq(fields[len(fields)-1], "|") {
		switch name = strings.TrimSpace(name); name {
		case "":
			return nil, errors.New("a genre has no name: must be genres between |, or (no genres listed)")
		case "IMAX", "(no genres listed)":
		case "Children's": // the readme's name for what the file calls Children
			names = append(names, "Children")
		default:
			names = append(names, declare.Printable(name))
		}
	}
	return names, nil
}

func (s *source) movies() ([]movie, error) {
	var movies []movie
	add := func(number int, fields []string) error {
		m, err := s.newMovie(fields)
		m.line = number
		movies = append(movies, m)
		return err
	}
	err := s.read(s.moviesFile, func(r io.Reader) error {
		text, err := io.ReadAll(io.LimitReader(r, MaxListing+1))
		switch r = bytes.NewReader(text); {
		case err != nil:
			return err
		case len(text) > MaxListing:
			return fmt.Errorf("the file is too large, at most %d bytes are allowed", MaxListing)
		case s.separator == ",":
			return s.eachRecord(r, add)
		}
		return eachLine(r, func(number int, line []byte) error {
			return add(number, strings.Split(fromLatin1(line), s.separator))
		})
	})
	return movies, err
}

// eachRecord calls do with the records of a CSV file in UTF-8, but for its header.
func (s *source) eachRecord(r io.Reader, do func(line int, fields []string) error) error {
	reader := csv.NewReader(r)
	reader.FieldsPerRecord = -1
	for header := true; ; header = false {
		fields, err := reader.Read()
		var broken *csv.ParseError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &broken):
			return &lineError{broken.StartLine, errors.New("broken quotes: a title with a comma must be in quotes, and quotes in it doubled")}
		case err != nil:
			return err
		}
		line, _ := reader.FieldPos(0)
		switch all := strings.Join(fields, ","); {
		case header && all != s.header:
			err = fmt.Errorf("the first line must be %s", s.header)
		case header:
		case !utf8.ValidString(all):
			err = errors.New("the text is not valid: must be UTF-8")
		default:
			err = do(line, fields)
		}
		if err != nil {
			return &lineError{line, err}
		}
	}
}

func (e *edition) newMovie(fields []string) (movie, error) {
	if len(fields) != e.fields {
		return movie{}, fmt.Errorf("%d fields between %q: must be %d, as in %s", len(fields), e.separator, e.fields, e.form)
	}
	id, err := identifier("movie", []byte(fields[0]))
	if err != nil {
		return movie{}, err
	}
	title := declare.Printable(strings.TrimSpace(fields[1]))
	if title == "" {
		return movie{}, errors.New("the title is empty: must have at least one character")
	}
	names, err := e.readGenres(fields)
	return movie{id: id, title: title, genres: names}, err
}

// eachRating calls do with the ids of every rating. Ratings themselves must be
// within the scale, but count alike.
func (s *source) eachRating(do func(user, movie int) error) error {
	separator := []byte(s.ratingsSeparator)
	return s.read(s.ratingsFile, func(r io.Reader) error {
		return eachLine(r, func(number int, line []byte) error {
			if number == 1 && s.ratingsHeader != "" {
				if string(line) != s.ratingsHeader {
					return fmt.Errorf("the first line must be %s", s.ratingsHeader)
				}
				return nil
			}
			user, movie, err := parseRating(line, separator)
			if err != nil {
				return err
			}
			return do(user, movie)
		})
	})
}

func parseRating(line, separator []byte) (user, movie int, err error) {
	if n := 1 + bytes.Count(line, separator); n != 4 {
		return 0, 0, fmt.Errorf("%d fields between %q: must be 4, user, movie, rating and time", n, separator)
	}
	first, line, _ := bytes.Cut(line, separator)
	second, line, _ := bytes.Cut(line, separator)
	rating, time, _ := bytes.Cut(line, separator)
	if user, err = identifier("user", first); err != nil {
		return 0, 0, err
	}
	if movie, err = identifier("movie", second); err != nil {
		return 0, 0, err
	}
	if !isRating(rating) {
		return 0, 0, fmt.Errorf("rating %.40q: must be a number from 0.5 to 5", declare.Printable(string(rating)))
	}
	if len(time) == 0 || len(bytes.Trim(time, "0123456789")) > 0 {
		return 0, 0, fmt.Errorf("time %.40q: must be a whole number of seconds", declare.Printable(string(time)))
	}
	return user, movie, nil
}

func isRating(field []byte) bool {
	if len(field) == 1 { // whole stars, as in ml-1m and ml-100k
		return field[0] >= '1' && field[0] <= '5'
	}
	stars, err := strconv.ParseFloat(string(field), 64)
	return err == nil && stars >= .5 && stars <= 5
}

// maxID keeps ids far from overflow; the largest edition's are below 10⁶.
const maxID = 1_000_000_000

// identifier reads the id of a user or movie.
func identifier(what string, field []byte) (int, error) {
	id := 0
	for _, c := range field {
		if c < '0' || c > '9' || id > maxID {
			id = 0
			break
		}
		id = 10*id + int(c-'0')
	}
	if id == 0 || id > maxID {
		return 0, fmt.Errorf("%s id %.40q: must be a whole number from 1 to %d", what, declare.Printable(string(field)), maxID)
	}
	return id, nil
}

// fromLatin1 decodes ISO 8859-1, whose bytes are the first 256 runes.
func fromLatin1(text []byte) string {
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}
