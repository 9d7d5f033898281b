package movielens

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
		t.Run(name, func(t *testing.T) {
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
		})
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
