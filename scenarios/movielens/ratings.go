package movielens

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// eachRating calls do with the ids of every rating in a file. Ratings themselves
// must be within the scale, but count alike.
func (l *layout) eachRating(path string, do func(user, movie int) error) error {
	separator := []byte(l.separator)
	return eachLine(path, func(number int, line []byte) error {
		if number == 1 && l.ratingsHeader != "" {
			if strings.TrimPrefix(string(line), byteOrderMark) != l.ratingsHeader {
				return fmt.Errorf("the first line must be %s", l.ratingsHeader)
			}
			return nil
		}
		user, movie, err := parseRating(line, separator)
		if err != nil {
			return err
		}
		return do(user, movie)
	})
}

// parseRating reads user, movie, rating and time.
func parseRating(line, separator []byte) (user, movie int, err error) {
	var fields [4][]byte
	rest, more := line, true
	count := 0
	for ; more; count++ {
		var field []byte
		field, rest, more = bytes.Cut(rest, separator)
		if count < len(fields) {
			fields[count] = field
		}
	}
	if count != len(fields) {
		return 0, 0, fmt.Errorf("fields between %q, %d found: must be 4, user, movie, rating and time", separator, count)
	}
	if user, err = identifier("user", fields[0]); err != nil {
		return 0, 0, err
	}
	if movie, err = identifier("movie", fields[1]); err != nil {
		return 0, 0, err
	}
	if !isRating(fields[2]) {
		return 0, 0, fmt.Errorf("rating %.40q: must be a number from 0.5 to 5", fields[2])
	}
	if !isTime(fields[3]) {
		return 0, 0, fmt.Errorf("time %.40q: must be a whole number of seconds", fields[3])
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

func isTime(field []byte) bool {
	for _, c := range field {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(field) > 0
}
