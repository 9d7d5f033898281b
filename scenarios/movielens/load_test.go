package movielens

import (
	"archive/zip"
	"bytes"
	"errors"
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
		t.Run(c.name, func(t *testing.T) {
			want := param.Must(Load(filepath.Join("testdata", c.source), 4))
			got := param.Must(Load(edited(t, c.source, c.file, c.edit), 4))
			if !slices.Equal(got.rated, want.rated) || !slices.Equal(got.Titles, want.Titles) ||
				!slices.Equal(got.Genres, want.Genres) {
				t.Errorf("%s: the catalog differs", c.name)
			}
		})
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
		t.Run(edition, func(t *testing.T) {
			plain := filepath.Join("testdata", edition)
			want := param.Must(Load(plain, 4))
			for _, prefix := range []string{edition + "/", ""} {
				zipped := filepath.Join(t.TempDir(), "as published.zip")
				writeZip(t, zipped, plain, prefix)
				if got, err := Load(zipped, 4); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("below %q: %v; the catalog differs", prefix, err)
				}
			}
		})
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

// write writes a file in a folder.
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
