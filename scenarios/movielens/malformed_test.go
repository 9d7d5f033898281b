package movielens

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/noise/param"
)

const none = ": holds no edition of MovieLens: must hold movies.dat and ratings.dat (ml-1m), or movies.csv and ratings.csv (ml-latest)"

func TestMalformedFoldersAreOneSentence(t *testing.T) {
	replace := func(old, replacement string) func(string) (string, bool) {
		return func(text string) (string, bool) { return strings.Replace(text, old, replacement, 1), true }
	}
	missing := func(string) (string, bool) { return "", false }
	to := func(text string) func(string) (string, bool) {
		return func(string) (string, bool) { return text, true }
	}
	cases := []struct {
		source, file string
		edit         func(string) (string, bool)
		want         string // after the folder's path; / precedes a file's name
	}{
		{"ml-1m", "ratings.dat", missing, none},
		{"ml-latest", "movies.csv", missing, none},

		{"ml-1m", "movies.dat", to(""), "/movies.dat: is empty: must list at least one movie"},
		{"ml-latest", "movies.csv", to("movieId,title,genres\n"), "/movies.csv: is empty: must list at least one movie"},
		{"ml-latest", "ratings.csv", to("userId,movieId,rating,timestamp\n"), "/ratings.csv: is empty: must hold at least one rating"},
		{"ml-latest", "movies.csv", replace("movieId", "id"), "/movies.csv:1: the first line must be movieId,title,genres"},
		{"ml-latest", "ratings.csv", replace("userId", "user"), "/ratings.csv:1: the first line must be userId,movieId,rating,timestamp"},

		{"ml-1m", "movies.dat", replace("::Horror", ""), "/movies.dat:2: 2 fields between \"::\": must be 3, id, title and genres"},
		{"ml-latest", "movies.csv", replace(",Horror", ""), "/movies.csv:3: 2 fields between \",\": must be 3, id, title and genres"},
		{"ml-1m", "ratings.dat", replace("::900000002", ""), `/ratings.dat:3: the fields between "::" must be 4: user, movie, rating and time`},
		{"ml-latest", "ratings.csv", replace("3,4,", "3,4;"), `/ratings.csv:4: the fields between "," must be 4: user, movie, rating and time`},

		{"ml-1m", "movies.dat", replace("3::", "three::"), `/movies.dat:2: movie id "three": must be a whole number from 1 to 1,000,000,000`},
		{"ml-1m", "movies.dat", replace("3::", "0::"), `/movies.dat:2: movie id "0": must be a whole number from 1 to 1,000,000,000`},
		{"ml-latest", "movies.csv", replace("3,\"", "99999999999999999999,\""), `/movies.csv:3: movie id "99999999999999999999": must be a whole number from 1 to 1,000,000,000`},
		{"ml-1m", "ratings.dat", replace("3::4::", "-3::4::"), `/ratings.dat:3: user id "-3": must be a whole number from 1 to 1,000,000,000`},
		{"ml-latest", "ratings.csv", replace("3,4,2.5", "3,4,5.5"), `/ratings.csv:4: rating "5.5": must be a number from 0.5 to 5`},
		{"ml-latest", "ratings.csv", replace("3,4,2.5", "3,4,0.4"), `/ratings.csv:4: rating "0.4": must be a number from 0.5 to 5`},

		{"ml-1m", "ratings.dat", replace("3::4::", "3::44::"), "/ratings.dat:3: movie id 44: must be listed in movies.dat"},
		{"ml-1m", "movies.dat", replace("3::", "2::"), "/movies.dat:2: movie id 2 is listed again: must be listed once"},

		{"ml-1m", "movies.dat", replace("Horror", ""), "/movies.dat:2: a genre has no name: must be genres between |, or (no genres listed)"},
		{"ml-latest", "movies.csv", replace("Horror", "Horror|"), "/movies.csv:3: a genre has no name: must be genres between |, or (no genres listed)"},
		{"ml-1m", "movies.dat", replace("Unseen, The (1992)", " "), "/movies.dat:2: the title is empty: must have at least one character"},
		{"ml-latest", "movies.csv", replace("Plain", "Pl\xe4in"), "/movies.csv:5: the text is not valid: must be UTF-8"},

		// Cut off within a line.
		{"ml-1m", "ratings.dat", replace("9::1::900000010\n", ""), `/ratings.dat:11: the fields between "::" must be 4: user, movie, rating and time`},
		{"ml-latest", "movies.csv", to("movieId,title,genres\n1,\"Torn (1990"), "/movies.csv:2: broken quotes: a title with a comma must be in quotes, and quotes in it doubled"},
		{"ml-latest", "movies.csv", replace(`"""Quoted""`, `""Quoted"`), "/movies.csv:4: broken quotes: a title with a comma must be in quotes, and quotes in it doubled"},
		{"ml-1m", "ratings.dat", to(strings.Repeat("1", 70_000)), "/ratings.dat:1: the line is too long: must be below 65,536 bytes"},
	}
	for _, c := range cases {
		dir := edited(t, c.source, c.file, c.edit)
		_, err := Load(dir, 4)
		if got := strings.TrimPrefix(filepath.ToSlash(fmt.Sprint(err)), filepath.ToSlash(dir)); got != c.want {
			t.Errorf("%s %s: error %q,\nwant  %q", c.source, c.file, got, c.want)
		}
	}
}

func TestBadRequests(t *testing.T) {
	empty, good := t.TempDir(), filepath.Join("testdata", "ml-1m")
	file, nothing, half := filepath.Join(empty, "notes.txt"), filepath.Join(empty, "empty.zip"), filepath.Join(empty, "half.zip")
	writeZip(t, nothing, t.TempDir(), "")
	writeZip(t, half, good, "x/")
	zipped := param.Must(os.ReadFile(half))
	write(t, empty, "half.zip", string(zipped[:len(zipped)/2]))
	write(t, empty, "notes.txt", "")
	cases := []struct {
		dir    string
		movies int
		want   string
	}{
		{good, 0, "movies: 0: must be 1 to 1,000"},
		{good, 1001, "movies: 1001: must be 1 to 1,000"},
		{good, 5, filepath.Join(good, "ratings.dat") + ": 4 movies are rated: must be at least 5"},
		{empty, 4, empty + none},
		{nothing, 4, nothing + none},
		{half, 4, half + ": cannot be read: zip: not a valid zip file; must be " + Wanted},
		{file, 4, file + ": cannot be read: zip: not a valid zip file; must be " + Wanted},
		{"no-such-folder", 4, "no-such-folder: cannot be read: no such file or directory; must be " + Wanted},
	}
	for _, c := range cases {
		if _, err := Load(c.dir, c.movies); err == nil || err.Error() != c.want {
			t.Errorf("Load(%q, %d): error %q,\nwant %q", c.dir, c.movies, err, c.want)
		}
	}
}
