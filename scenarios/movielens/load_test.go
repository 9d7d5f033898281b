package movielens

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
)

// The fixtures hold the same data in two layouts: five movies, five users (3, 5, 8, 12, 20),
// eleven ratings. Movies 2 and 7 have three ratings each.
func TestLoadReadsEveryLayout(t *testing.T) {
	cases := []struct {
		source     string
		rareGenres []string // of the movie that has no genres in ml-latest
	}{
		{"ml-1m", []string{"Documentary"}},
		{"ml-latest", nil},
	}
	for _, c := range cases {
		got := param.Must(Load(filepath.Join("testdata", c.source), 4))
		if got.Movies() != 4 || got.Users() != 5 || len(got.Genres) != 18 {
			t.Errorf("%s: %d movies, %d users, %d genres", c.source, got.Movies(), got.Users(), len(got.Genres))
		}
		movies := []struct {
			title   string
			genres  []string
			ratings int
			users   []int // from 0, by id
		}{
			{`"Quoted", Not (1993)`, []string{"Action", "Comedy"}, 4, []int{0, 1, 2, 3}},
			{"Café des Étoiles (1991)", []string{"Comedy", "Drama"}, 3, []int{0, 2, 3}},
			{"Plain (1994)", []string{"Western"}, 3, []int{0, 1, 2}},
			{"Rare (1995)", c.rareGenres, 1, []int{4}},
		}
		for m, want := range movies {
			var genres []string
			for i, x := range got.Vectors[m] {
				if x == 1 {
					genres = append(genres, got.Genres[i])
				} else if x != 0 {
					t.Errorf("%s: entry %v", c.source, x)
				}
			}
			var users []int
			for user := range got.Users() {
				if got.Rated(user, m) {
					users = append(users, user)
				}
			}
			if got.Titles[m] != want.title || !slices.Equal(genres, want.genres) || !slices.Equal(users, want.users) {
				t.Errorf("%s: %q %v rated by %v, want %q %v rated by %v",
					c.source, got.Titles[m], genres, users, want.title, want.genres, want.users)
			}
			if got.ratings[m] != want.ratings || got.Mean(m) != float64(want.ratings)/5 {
				t.Errorf("%s: %q has %d ratings, mean %v", c.source, want.title, got.ratings[m], got.Mean(m))
			}
		}
	}
}

func TestEquallyRatedMoviesGoByID(t *testing.T) {
	got := param.Must(Load(filepath.Join("testdata", "ml-1m"), 2))
	if got.Titles[1] != "Café des Étoiles (1991)" {
		t.Errorf("second is %q, want movie 2, which ties with movie 7", got.Titles[1])
	}
	if got.Users() != 5 {
		t.Errorf("%d users, want all 5, though one rated neither movie", got.Users())
	}
}

// edited copies a fixture with one file changed. If edit returns false, it omits the file.
func edited(t *testing.T, source, file string, edit func(text string) (string, bool)) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range filesOf(filepath.Join("testdata", source)) {
		keep := true
		if name == file {
			var changed string
			changed, keep = edit(string(text))
			if keep && changed == string(text) {
				t.Fatalf("%s: the edit changed nothing", file)
			}
			text = []byte(changed)
		}
		if keep {
			write(t, dir, name, string(text))
		}
	}
	return dir
}

func TestHarmlessDifferences(t *testing.T) {
	replace := func(old, replacement string) func(string) (string, bool) {
		return func(text string) (string, bool) { return strings.ReplaceAll(text, old, replacement), true }
	}
	reversed := func(text string) (string, bool) {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		slices.Reverse(lines)
		return strings.Join(lines, "\n"), true // without a newline at the end
	}
	before := func(prefix string) func(string) (string, bool) {
		return func(text string) (string, bool) { return prefix + text, true }
	}
	cases := []struct {
		name, source, file string
		edit               func(string) (string, bool)
	}{
		{"CRLF in movies.dat", "ml-1m", "movies.dat", replace("\n", "\r\n")},
		{"CRLF in ratings.dat", "ml-1m", "ratings.dat", replace("\n", "\r\n")},
		{"LF in movies.csv", "ml-latest", "movies.csv", replace("\r\n", "\n")},
		{"LF in ratings.csv", "ml-latest", "ratings.csv", replace("\r\n", "\n")},
		{"movies in another order", "ml-1m", "movies.dat", reversed},
		{"a byte order mark in movies.csv", "ml-latest", "movies.csv", before("\ufeff")},
		{"a byte order mark in ratings.csv", "ml-latest", "ratings.csv", before("\ufeff")},
		{"empty lines", "ml-1m", "ratings.dat", replace("\n", "\n\n")},
	}
	for _, c := range cases {
		want := param.Must(Load(filepath.Join("testdata", c.source), 4))
		got := param.Must(Load(edited(t, c.source, c.file, c.edit), 4))
		if !slices.Equal(got.rated, want.rated) || !slices.Equal(got.Titles, want.Titles) || !slices.Equal(got.Genres, want.Genres) {
			t.Errorf("%s: the catalog differs", c.name)
		}
	}
}

// ml-latest keeps growing: an unlisted genre gets its own entry.
func TestLatestMayHaveNewGenres(t *testing.T) {
	dir := edited(t, "ml-latest", "movies.csv", func(text string) (string, bool) {
		return strings.NewReplacer("Western", "Western|Slapstick|Children", "Horror", "Noodle").Replace(text), true
	})
	got := param.Must(Load(dir, 4))
	if want := []string{"Western", "Noodle", "Slapstick"}; !slices.Equal(got.Genres[17:], want) {
		t.Errorf("genres end in %v, want %v", got.Genres[17:], want)
	}
	want := make([]float64, 20)
	want[slices.Index(got.Genres, "Children")], want[17], want[19] = 1, 1, 1
	if !slices.Equal(got.Vectors[2], want) {
		t.Errorf("vector %v, want %v", got.Vectors[2], want)
	}
}

// Control characters in titles are replaced.
func TestTitlesAreShownHarmlessly(t *testing.T) {
	dir := edited(t, "ml-latest", "movies.csv", func(text string) (string, bool) {
		return strings.Replace(text, "Plain", "\x1bPl\u202eain\u200b", 1), true
	})
	c, err := Load(dir, 4)
	if err != nil || c.Titles[2] != "?Pl?ain? (1994)" {
		t.Errorf("%q, %v", c.Titles, err)
	}
}

// fixtures are the folders of the editions in testdata.
var fixtures = []string{"ml-1m", "ml-latest"}

// A zip file gives the same catalog, with or without a folder in it.
func TestZipFiles(t *testing.T) {
	for _, edition := range fixtures {
		plain := filepath.Join("testdata", edition)
		want := param.Must(Load(plain, 4))
		for _, prefix := range []string{edition + "/", ""} {
			zipped := filepath.Join(t.TempDir(), "as published.zip")
			writeZip(t, zipped, plain, prefix)
			if got, err := Load(zipped, 4); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: below %q: %v; the catalog differs", edition, prefix, err)
			}
		}
	}
}

func writeZip(t *testing.T, path, dir, prefix string) {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range filesOf(dir) {
		file := param.Must(w.Create(prefix + name))
		if _, err := file.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(path, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func filesOf(dir string) map[string][]byte {
	files := map[string][]byte{}
	for _, entry := range param.Must(os.ReadDir(dir)) {
		files[entry.Name()] = param.Must(os.ReadFile(filepath.Join(dir, entry.Name())))
	}
	return files
}

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

// Files at a limit are read; files one past it are refused with one sentence.
func TestLimits(t *testing.T) {
	const header = "movieId,title,genres\n"
	movies := func(title, genres string) string {
		return header + "1," + title + "," + genres + "\n"
	}
	users := func(n int) string {
		var b strings.Builder
		b.WriteString("userId,movieId,rating,timestamp\n")
		for user := range n {
			fmt.Fprintf(&b, "%d,1,5,0\n", user+1)
		}
		return b.String()
	}
	genres := func(n int) string {
		more := n - len(editions[1].genres)
		var b strings.Builder
		for i := range more {
			fmt.Fprintf(&b, "|g%d", i)
		}
		return b.String()[1:]
	}
	padded := func(bytes int) string {
		text := movies("T", "Drama")
		return text + strings.Repeat("\n", bytes-len(text))
	}
	cases := map[string]struct {
		files func(past int) (movies, ratings string)
		want  string
	}{
		"users": {
			func(past int) (string, string) { return movies("T", "Drama"), users(MaxUsers + past) },
			"ratings.csv:500002: user id 500001: is one user too many, at most 500,000 are allowed",
		},
		"bytes of the list": {
			func(past int) (string, string) { return padded(MaxListing + past), users(1) },
			"movies.csv: cannot be read: the file is too large, at most 8,388,608 bytes are allowed",
		},
		"genres": {
			func(past int) (string, string) { return movies("T", genres(MaxGenres+past)), users(1) },
			"movies.csv:2: the genres are too many, at most 1,000 are allowed",
		},
	}
	for name, c := range cases {
		for past := range 2 {
			dir := t.TempDir()
			movies, ratings := c.files(past)
			for file, text := range map[string]string{"movies.csv": movies, "ratings.csv": ratings} {
				write(t, dir, file, text)
			}
			_, err := Load(dir, 1)
			if past == 0 && err != nil {
				t.Errorf("%s at the limit: %v", name, err)
			}
			if want := dir + string(os.PathSeparator) + c.want; past == 1 && (err == nil || err.Error() != want) {
				t.Errorf("%s past the limit: %v, want %s", name, err, want)
			}
		}
	}
}

// Files that are too large, or that a small zip unpacks to, are refused before they are read.
func TestUnpacking(t *testing.T) {
	dir := t.TempDir()
	ratings := "userId,movieId,rating,timestamp\n1,1,5,0\n" + strings.Repeat("2,1,5,0\n", 1<<18)
	for name, text := range map[string]string{"movies.csv": "movieId,title,genres\n1,T,Drama\n", "ratings.csv": ratings} {
		write(t, dir, name, text)
	}
	zipped := filepath.Join(t.TempDir(), "a.zip")
	writeZip(t, zipped, dir, "")
	for name, c := range map[string]struct{ path, want string }{
		"as it is": {dir, filepath.Join(dir, "ratings.csv") + ":4: user id 2 rates movie id 1 again: must be one line for each pair"},
		"zip":      {zipped, filepath.Join(zipped, "ratings.csv") + ": cannot be read: the file unpacks to more than 100 times its size"},
	} {
		if _, err := Load(c.path, 1); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	large := filepath.Join(dir, "ratings.csv")
	for past, want := range []string{large + ":2: the line is too long: must be below 65,536 bytes", large + ": cannot be read: the file is too large, at most 1,073,741,824 bytes are allowed"} {
		if err := errors.Join(os.WriteFile(large, []byte("userId,movieId,rating,timestamp\n"), 0o600),
			os.Truncate(large, int64(MaxRatings+past))); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(dir, 1); err == nil || err.Error() != want {
			t.Errorf("%d bytes: %v, want %s", MaxRatings+past, err, want)
		}
	}
}

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
				t.Fatalf("movie %d: title %q, %d entries for %d genres", movie, c.Titles[movie], len(c.Vectors[movie]), len(c.Genres))
			}
		}
	})
}
