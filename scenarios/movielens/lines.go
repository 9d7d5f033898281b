package movielens

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"unicode"
)

// eachLine calls do with every line of a file that is not empty, without its line
// ending, and puts path and line number before the error that do returns. The
// line is only valid during the call.
func eachLine(path string, do func(number int, line []byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return unreadable(path, err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	number := 0
	for scanner.Scan() {
		number++
		if len(scanner.Bytes()) == 0 {
			continue
		}
		if err := do(number, scanner.Bytes()); err != nil {
			return at(path, number, err)
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return at(path, number+1, fmt.Errorf("the line is too long: must be below %d bytes", bufio.MaxScanTokenSize))
	} else if err != nil {
		return unreadable(path, err)
	}
	return nil
}

func at(path string, line int, err error) error { return fmt.Errorf("%s:%d: %w", path, line, err) }

func unreadable(path string, err error) error {
	return fmt.Errorf("%s: cannot be read (%w): must be a readable file", path, reason(err))
}

// reason is what went wrong without the path, which the message names already.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// maxID keeps ids far from overflow; the largest edition's are below 10⁶.
const maxID = 1_000_000_000

// number reads a decimal integer from 0 to maxID, without a sign.
func number(field []byte) (n int, ok bool) {
	if len(field) == 0 {
		return 0, false
	}
	for _, c := range field {
		if c < '0' || c > '9' || n >= maxID {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, n <= maxID
}

// identifier reads the id of a user or movie.
func identifier(what string, field []byte) (int, error) {
	id, ok := number(field)
	if !ok || id == 0 {
		return 0, fmt.Errorf("%s id %.40q: must be a whole number from 1 to %d", what, field, maxID)
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

// cleanTitle drops what a terminal might obey or stumble over.
func cleanTitle(title string) (string, error) {
	title = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, title))
	if title == "" {
		return "", errors.New("the title is empty: must have at least one character")
	}
	return title, nil
}
