package movielens

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The fixtures hold one little world in three layouts: five movies, five users
// (3, 5, 8, 12, 20), eleven ratings. Movies 2 and 7 have three ratings each.
func TestLoadReadsEveryLayout(t *testing.T) {
	cases := []struct {
		source     string
		rareGenres []string // of the movie that ml-latest lists without any
	}{
		{"ml-1m", []string{"Documentary"}},
		{"ml-100k", []string{"Documentary"}},
		{"ml-latest", nil},
	}
	for _, c := range cases {
		got, err := Load(filepath.Join("testdata", c.source), 4)
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
			continue
		}
		if got.Source != c.source || got.Movies() != 4 || got.Users() != 5 || len(got.Genres) != 18 {
			t.Errorf("%s: source %q, %d movies, %d users, %d genres", c.source, got.Source, got.Movies(), got.Users(), len(got.Genres))
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
			if got.Ratings(m) != want.ratings || got.Mean(m) != float64(want.ratings)/5 {
				t.Errorf("%s: %q has %d ratings, mean %v", c.source, want.title, got.Ratings(m), got.Mean(m))
			}
		}
	}
}

func TestEquallyRatedMoviesGoByID(t *testing.T) {
	got, err := Load(filepath.Join("testdata", "ml-1m"), 2)
	if err != nil {
		t.Fatal(err)
	}
	if got.Titles[1] != "Café des Étoiles (1991)" {
		t.Errorf("second is %q, want movie 2, which ties with movie 7", got.Titles[1])
	}
	if got.Users() != 5 {
		t.Errorf("%d users, want all 5, though one rated neither movie", got.Users())
	}
}

// edited copies a fixture with one file changed by the function; a function that
// returns false leaves the file out.
func edited(t *testing.T, source, file string, edit func(text string) (string, bool)) string {
	t.Helper()
	dir := t.TempDir()
	entries, err := os.ReadDir(filepath.Join("testdata", source))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join("testdata", source, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		keep := true
		if entry.Name() == file {
			var changed string
			changed, keep = edit(string(text))
			if keep && changed == string(text) {
				t.Fatalf("%s: the edit changed nothing", file)
			}
			text = []byte(changed)
		}
		if keep {
			if err := os.WriteFile(filepath.Join(dir, entry.Name()), text, 0o600); err != nil {
				t.Fatal(err)
			}
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
		return strings.Join(lines, "\n"), true // and no newline at the end
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
		{"CRLF in u.data", "ml-100k", "u.data", replace("\n", "\r\n")},
		{"CRLF in u.item", "ml-100k", "u.item", replace("\n", "\r\n")},
		{"LF in movies.csv", "ml-latest", "movies.csv", replace("\r\n", "\n")},
		{"LF in ratings.csv", "ml-latest", "ratings.csv", replace("\r\n", "\n")},
		{"lines in another order", "ml-100k", "u.data", reversed},
		{"movies in another order", "ml-1m", "movies.dat", reversed},
		{"a byte order mark in movies.csv", "ml-latest", "movies.csv", before(byteOrderMark)},
		{"a byte order mark in ratings.csv", "ml-latest", "ratings.csv", before(byteOrderMark)},
		{"half stars in u.data", "ml-100k", "u.data", replace("\t3\t", "\t3.5\t")},
		{"empty lines", "ml-1m", "ratings.dat", replace("\n", "\n\n")},
		{"a title with terminal escapes", "ml-latest", "movies.csv", replace("Plain", "\x1bPlain\x07")},
	}
	for _, c := range cases {
		want, err := Load(filepath.Join("testdata", c.source), 4)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Load(edited(t, c.source, c.file, c.edit), 4)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !slices.Equal(got.rated, want.rated) || !slices.Equal(got.Titles, want.Titles) || !slices.Equal(got.Genres, want.Genres) {
			t.Errorf("%s: the catalogue differs", c.name)
		}
	}
}

// ml-latest goes on growing: a genre that its readme does not list has an entry
// of its own; the readme's and the file's names for Children are one.
func TestLatestMayHaveNewGenres(t *testing.T) {
	dir := edited(t, "ml-latest", "movies.csv", func(text string) (string, bool) {
		return strings.NewReplacer("Western", "Western|Slapstick|Children's", "Horror", "Noodle").Replace(text), true
	})
	got, err := Load(dir, 4)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Western", "Noodle", "Slapstick"}; !slices.Equal(got.Genres[17:], want) {
		t.Errorf("genres end in %v, want %v", got.Genres[17:], want)
	}
	want := make([]float64, 20)
	want[slices.Index(got.Genres, "Children")], want[17], want[19] = 1, 1, 1
	if !slices.Equal(got.Vectors[2], want) {
		t.Errorf("vector %v, want %v", got.Vectors[2], want)
	}
}
