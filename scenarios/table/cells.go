package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// maxName is the maximum length of an arm's name in bytes.
const maxName = 100

func (p *parser) header(line []byte) error {
	if !bytes.Contains(line, []byte(",")) && bytes.ContainsAny(line, ";\t") {
		return p.failf("columns are separated by tabs or semicolons: they must be separated by commas")
	}
	for rest := line; rest != nil; {
		var cell []byte
		var err error
		if cell, rest, err = p.cut(rest); err != nil {
			return p.failf("column %d: %w", len(p.names)+1, err)
		}
		if err := p.addName(string(cell)); err != nil {
			return err
		}
	}
	switch {
	case len(p.t.Columns) == 0 && areNumbers(p.names):
		return p.failf("must be a header with the arms' names, not numbers")
	case len(p.t.Columns) > 0: // whatever the others are called
	case isLog(p.names):
		return p.failf("a log of choices has only the rewards of the arms that were chosen: a table has a column for each arm")
	case isRatings(p.names):
		return p.failf("a list of ratings has a row for each rating: a table has a row for each round and a column for each arm")
	}
	return p.chooseColumns()
}

// areNumbers reports whether all names of the first line are numbers and not all of them are whole,
// so that the line cannot be a header.
func areNumbers(names []string) bool {
	noNumber := func(name string) bool { _, err := number.Parse(name); return err != nil }
	fraction := func(name string) bool { return strings.Contains(name, ".") }
	return !slices.ContainsFunc(names, noNumber) && slices.ContainsFunc(names, fraction)
}

// isRatings reports whether the columns are those of a list of ratings, as MovieLens has it.
func isRatings(names []string) bool {
	has := func(starts string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(strings.ToLower(name), starts) })
	}
	return len(names) <= 5 && has("user") && has("rating") && (has("movie") || has("item"))
}

// isLog reports whether the columns are those of a log of choices.
func isLog(names []string) bool {
	own := slices.Sorted(slices.Values(param.Map(names, strings.ToLower)))
	own = slices.DeleteFunc(own, func(name string) bool { return name == "" }) // an index
	return slices.Equal(own, []string{"arm", "reward"}) || slices.Equal(own, []string{"arm", "propensity", "reward"})
}

func (p *parser) addName(name string) error {
	column := len(p.names) + 1
	switch first := slices.Index(p.names, name) + 1; {
	case len(p.t.Columns) > 0 && !slices.Contains(p.t.Columns, name):
	case name == "" && column == 1: // the index of pandas
		p.t.Indexed = true
	case name == "":
		return p.failf("column %d: its name is missing", column)
	case !utf8.ValidString(name) || strings.Contains(name, "\x00"):
		return p.failf("column %d: its name %w", column, files.ErrNotUTF8)
	case len(name) > maxName || !param.IsPrintable(name):
		return p.failf("column %d: its name must be a text of at most %d bytes on one line", column, maxName)
	case first > 0:
		return p.failf("column %d: %q is the name of column %d too: each must have its own", column, name, first)
	case column > MaxArms && len(p.t.Columns) == 0:
		return p.failf("column %d: too many arms, at most %s are allowed", column, number.Count(MaxArms))
	}
	p.names = append(p.names, name)
	return nil
}

func (p *parser) chooseColumns() error {
	p.t.Arms = p.names
	if p.t.Indexed {
		p.t.Arms = p.names[1:]
	}
	if len(p.t.Columns) > 0 {
		p.t.Arms = p.t.Columns
	}
	if len(p.t.Arms) == 0 {
		return p.failf("must be a header with the arms' names")
	}
	for i, name := range p.names {
		p.place = append(p.place, slices.Index(p.t.Arms, name))
		if p.place[i] >= 0 {
			p.width = i + 1
		}
	}
	fmt.Fprintf(p.sum, "%q", p.t.Arms)
	for _, name := range p.t.Columns {
		if !slices.Contains(p.names, name) {
			return p.failf("there is no column %q%s", name, param.Printable(param.DidYouMean(name, p.names)))
		}
	}
	return nil
}

func (p *parser) row(line []byte) error {
	values, err := p.addRow()
	if err != nil {
		return err
	}
	column := 0
	for rest := line; rest != nil && (len(p.t.Columns) == 0 || column < p.width); column++ {
		var cell []byte
		if cell, rest, err = p.cut(rest); err != nil {
			return p.failf("column %d: %w", column+1, err)
		}
		if column >= len(p.place) || p.place[column] < 0 {
			continue
		}
		x, ok := parseNumber(cell)
		if !ok {
			x, ok = truth(cell)
		}
		if !ok || x < p.t.Low || x > p.t.High {
			return p.badCell(column, cell, ok)
		}
		values[p.place[column]] = p.t.reward(x)
	}
	if column != p.width {
		return p.failf("%s, but the header has %s", number.Plural(column, "cell"), number.Count(len(p.place)))
	}
	return nil
}

// badCell returns the error for an invalid cell; numeric reports whether it is a number.
func (p *parser) badCell(column int, cell []byte, numeric bool) error {
	const longest = 40
	text := param.Printable(string(cell[:min(len(cell), longest)]))
	switch {
	case len(cell) == 0:
		text = "is missing"
	case numeric:
		text += " is outside the range"
	default:
		text = strconv.Quote(text) + " is not a number"
	}
	return p.failf("column %d (%s): %s: must be a number from %s", column+1, p.names[column], text, p.t.Range())
}

// cut returns the first cell of a line and the text after its comma, or nil if it is the last
// cell.
func (p *parser) cut(line []byte) (cell, rest []byte, err error) {
	if p.quoted {
		if start := bytes.TrimLeft(line, " \t"); len(start) > 0 && start[0] == '"' {
			return cutQuoted(start)
		}
	}
	if comma := bytes.IndexByte(line, ','); comma >= 0 {
		return bytes.TrimSpace(line[:comma]), line[comma+1:], nil
	}
	return bytes.TrimSpace(line), nil, nil
}

// cutQuoted is cut for a cell that begins with a quote. Inside, "" stands for one.
func cutQuoted(line []byte) (cell, rest []byte, err error) {
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] != '"':
			cell = append(cell, line[i])
		case i+1 < len(line) && line[i+1] == '"':
			cell = append(cell, '"')
			i++
		default:
			rest = bytes.TrimLeft(line[i+1:], " \t")
			if len(rest) == 0 {
				return cell, nil, nil
			}
			if rest[0] != ',' {
				return nil, nil, errors.New("a comma must follow the closing quote")
			}
			return cell, rest[1:], nil
		}
	}
	return nil, nil, errors.New("a quote is not closed in this line")
}

// parseNumber parses a finite decimal number and rounds it to the nearest float64.
func parseNumber(cell []byte) (x float64, ok bool) {
	if len(cell) == 0 || len(cell) > maxName || bytes.ContainsAny(cell, "_xXpPiInN") {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(cell), 64)
	return x, err == nil
}

// truth parses a truth value as pandas, R, and spreadsheets write it.
func truth(cell []byte) (x float64, ok bool) {
	switch string(bytes.ToLower(cell)) {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	return 0, false
}
