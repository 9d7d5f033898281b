package movielens

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// readDat reads ml-1m's movies.dat, in Latin-1: id::title::genre|genre.
func readDat(path string, genres []string) ([]movie, error) {
	var movies []movie
	err := eachLine(path, func(number int, line []byte) error {
		fields := bytes.Split(line, []byte("::"))
		if len(fields) != 3 {
			return fmt.Errorf("fields between ::, %d found: must be 3, as in MovieID::Title::Genres", len(fields))
		}
		m, err := newMovie(fields[0], fromLatin1(fields[1]))
		if err != nil {
			return err
		}
		m.genres = strings.Split(fromLatin1(fields[2]), "|")
		for _, name := range m.genres {
			if !slices.Contains(genres, name) {
				return fmt.Errorf("genre %.40q: must be one of %s", name, strings.Join(genres, ", "))
			}
		}
		m.line = number
		movies = append(movies, m)
		return nil
	})
	return movies, err
}

// readItem reads ml-100k's u.item, in Latin-1: id|title|release date|video
// release date|address|flag|…|flag, with 19 flags, of which the first says that
// the genre is unknown: it stands for no entry of the vector.
func readItem(path string, genres []string) ([]movie, error) {
	const before = 5
	flags := 1 + len(genres)
	var movies []movie
	err := eachLine(path, func(number int, line []byte) error {
		fields := bytes.Split(line, []byte("|"))
		if len(fields) != before+flags {
			return fmt.Errorf("fields between |, %d found: must be %d, of which the last %d are genres", len(fields), before+flags, flags)
		}
		m, err := newMovie(fields[0], fromLatin1(fields[1]))
		if err != nil {
			return err
		}
		for i, flag := range fields[before:] {
			switch string(flag) {
			case "0":
			case "1":
				if i > 0 {
					m.genres = append(m.genres, genres[i-1])
				}
			default:
				return fmt.Errorf("genre %d is %.40q: must be 0 or 1", i+1, flag)
			}
		}
		m.line = number
		movies = append(movies, m)
		return nil
	})
	return movies, err
}

const moviesHeader = "movieId,title,genres"

// readCSV reads ml-latest's movies.csv, in UTF-8: id,title,genre|genre, the title
// in quotes where it needs them. IMAX is a way of projection and "(no genres
// listed)" none at all: neither stands for an entry of the vector. The edition
// goes on growing, so a genre that its readme does not list is accepted.
func readCSV(path string, _ []string) ([]movie, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	var movies []movie
	for header := true; ; header = false {
		fields, err := reader.Read()
		if err == io.EOF {
			return movies, nil
		}
		if err != nil {
			return nil, badCSV(path, err)
		}
		line, _ := reader.FieldPos(0)
		if header {
			if strings.TrimPrefix(strings.Join(fields, ","), byteOrderMark) != moviesHeader {
				return nil, at(path, line, fmt.Errorf("the first line must be %s", moviesHeader))
			}
			continue
		}
		m, err := csvMovie(fields)
		if err != nil {
			return nil, at(path, line, err)
		}
		m.line = line
		movies = append(movies, m)
	}
}

// byteOrderMark begins a UTF-8 file that a spreadsheet has saved.
const byteOrderMark = "\ufeff"

func csvMovie(fields []string) (movie, error) {
	if len(fields) != 3 {
		return movie{}, fmt.Errorf("fields between commas, %d found: must be 3, as in %s", len(fields), moviesHeader)
	}
	if !utf8.ValidString(fields[1]) || !utf8.ValidString(fields[2]) {
		return movie{}, errors.New("the text is not valid: must be UTF-8")
	}
	m, err := newMovie([]byte(fields[0]), fields[1])
	if err != nil {
		return movie{}, err
	}
	for _, name := range strings.Split(fields[2], "|") {
		switch name {
		case "IMAX", "(no genres listed)":
			continue
		case "Children's": // the readme's name for what the file calls Children
			name = "Children"
		}
		name, err := cleanTitle(name)
		if err != nil {
			return movie{}, errors.New("a genre has no name: must be genres between |, or (no genres listed)")
		}
		m.genres = append(m.genres, name)
	}
	return m, nil
}

func badCSV(path string, err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return at(path, parse.StartLine, errors.New("broken quotes: a title with a comma must be in quotes, and quotes in it doubled"))
	}
	return unreadable(path, err)
}

func newMovie(id []byte, title string) (movie, error) {
	n, err := identifier("movie", id)
	if err != nil {
		return movie{}, err
	}
	title, err = cleanTitle(title)
	return movie{id: n, title: title}, err
}
