package param

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agext/levenshtein"

	"regretscope/noise/number"
)

// ErrMissing is the error of a missing value.
var ErrMissing = errors.New("its value is missing")

// ParseList reads one or more values separated by commas or blanks, each with read. The error
// is that of the first wrong value, which it names unless it is the only one. It refuses what
// reads as one number between blanks, such as 1,500. A value that is given twice counts once.
func ParseList[T any](text string, read func(string) (T, error)) ([]T, error) {
	for _, one := range strings.Fields(text) {
		one = strings.Trim(one, ",")
		if !number.IsGrouped(one) {
			continue
		}
		err := fmt.Errorf("may be one number or a list: write %s, or %s", strings.ReplaceAll(one, ",", ""), strings.ReplaceAll(one, ",", ", "))
		if one != text {
			err = fmt.Errorf("%s %w", one, err)
		}
		return nil, err
	}
	var all []T
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' })
	seen := map[string]bool{}
	for _, one := range parts {
		value, err := read(one)
		switch {
		case err != nil && len(parts) > 1:
			return nil, fmt.Errorf("%s %w", Printable(one), err)
		case err != nil:
			return nil, err
		}
		if key := fmt.Sprint(value); !seen[key] {
			seen[key] = true
			all = append(all, value)
		}
	}
	if len(all) == 0 {
		return nil, ErrMissing
	}
	return all, nil
}

// Hyphened joins the letters and digits of words with hyphens, for names of files and commands:
// regret-ln-t.
func Hyphened(words ...string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(strings.Join(words, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "-")
}

// An Unknown error, the end of a sentence, reports an unknown name and the nearest known one.
type Unknown struct {
	Kind string
	Near string // empty if none is near
}

func (u *Unknown) Error() string {
	if u.Near == "" {
		return "no such " + u.Kind
	}
	return "no such " + u.Kind + "; did you mean " + u.Near + "?"
}

// Find returns the element with the given name. The error of an unknown name is an
// [Unknown], or names an odd character.
func Find[T any](all []T, kind, name string, nameOf func(T) string) (found T, err error) {
	names := Map(all, nameOf)
	if i := slices.Index(names, name); i >= 0 {
		return all[i], nil
	}
	if odd := Odd(name); odd != "" {
		return found, errors.New(odd)
	}
	return found, &Unknown{kind, Nearest(name, names)}
}

// FindListed is Find with an error that is a whole sentence and lists all names, which suits short lists.
func FindListed[T any](all []T, kind, name string, nameOf func(T) string) (T, error) {
	found, err := Find(all, kind, name, nameOf)
	if err == nil {
		return found, nil
	}
	known := cmp.Or(strings.Join(Map(all, nameOf), ", "), "none")
	if name == "" {
		return found, fmt.Errorf("the %s is missing (known: %s)", kind, known)
	}
	return found, fmt.Errorf("%s: %w (known: %s)", Printable(name), err, known)
}

// DidYouMean names the candidate nearest to the typed text, as the end of an error message. It
// is empty if none is near.
func DidYouMean(typed string, candidates []string) string {
	if near := Nearest(typed, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// Nearest returns the first candidate that begins with the typed text, or else the one that differs
// from it in the fewest changes, if these are few. It returns "" for a very long text.
func Nearest(typed string, candidates []string) string {
	const longest = 100
	if len(typed) > longest {
		return ""
	}
	best, distance := "", (utf8.RuneCountInString(typed)+2)/3+1
	typed = strings.ToLower(typed)
	sorted := func(text string) []rune { return slices.Sorted(slices.Values([]rune(text))) }
	for _, name := range candidates {
		c := strings.ToLower(name)
		d := levenshtein.Distance(typed, c, nil)
		if len(typed) > 1 && strings.HasPrefix(c, typed) {
			d = 0
		} else if c != typed && slices.Equal(sorted(c), sorted(typed)) { // rnu for run
			d = 1
		}
		if d < distance && (d == 0 || d < max(len(typed), len(c))) {
			best, distance = name, d
		}
	}
	return best
}

// papers maps the short names of papers to their authors.
var papers = strings.NewReplacer(
	"HHMH", "Hu, Huang, Mehta & Hegde (HHMH)",
	"WW", "Wu & Wang (WW)",
	"CHH", "Chandak, Hu & Hegde (CHH)",
	"GAJ", "Gajane (GAJ)",
	"JZL", "Jiang, Zhao & Li (JZL)",
)

// SpellOut returns a citation such as "HHMH §6" with the authors' names before the short names of
// papers. Lists and details, where readers first meet a paper, use this form. Parentheses around a
// short name become brackets, because the form has parentheses.
func SpellOut(citation string) string {
	return papers.Replace(parenthesized.ReplaceAllStringFunc(citation, func(part string) string {
		if papers.Replace(part) == part {
			return part
		}
		return "[" + part[1:len(part)-1] + "]"
	}))
}

var parenthesized = regexp.MustCompile(`\([^()]*\)`)

// ParseValues reads values separated by commas or blanks, each with read. A range of at most
// most values may stand for a value: FROM:TO:COUNT for evenly spaced numbers with both ends,
// log:FROM:TO:COUNT for evenly spaced logarithms. The error is the end of a sentence.
func ParseValues(text string, most int, read func(string) (float64, error)) ([]float64, error) {
	groups, err := ParseList(text, func(one string) ([]float64, error) {
		if strings.Contains(one, ":") {
			return parseRange(one, most, read)
		}
		x, err := read(one)
		return []float64{x}, err
	})
	return slices.Concat(groups...), err
}

func parseRange(text string, most int, read func(string) (float64, error)) ([]float64, error) {
	text, log := strings.CutPrefix(text, "log:")
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return nil, errors.New("must be FROM:TO:COUNT, such as 0.5:50:50, or log:FROM:TO:COUNT")
	}
	from, err := read(parts[0])
	if err != nil {
		return nil, fmt.Errorf("FROM %w", err)
	}
	to, err := read(parts[1])
	if err != nil {
		return nil, fmt.Errorf("TO %w", err)
	}
	n, err := number.ParseCount(parts[2])
	if err != nil || n < 2 || n > most || !(from < to) || math.IsInf(to, 1) || log && from <= 0 {
		return nil, fmt.Errorf("must be FROM:TO:COUNT, finite and rising, with a count from 2 to %s", number.Count(most))
	}
	values := make([]float64, n)
	for i := range values { // rounded, so that 0.1:2:20 has 0.8 and not 0.7999999999999999
		share := float64(i) / float64(n-1)
		values[i] = number.Round(from+(to-from)*share, 15)
		if log {
			values[i] = number.Round(from*math.Pow(to/from, share), 12)
		}
	}
	values[0], values[n-1] = from, to
	return values, nil
}

// Printable returns an outside text (a file, a name, an argument) in a form that is safe to show.
// It keeps letters, marks, numbers, punctuation, symbols, and blanks. It replaces everything that a
// terminal could interpret or a reader could not see by "?": control characters, overrides of the
// writing direction, characters of no width, a third mark on a letter, line breaks, and invalid UTF-8.
//
// Call it once when you write such a text to a screen, an error, or a table.
func Printable(text string) string {
	if IsPrintable(text) {
		return text
	}
	hidden := isHidden()
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return '?'
		}
		return r
	}, text)
}

// Brief is Printable without the middle of a long text, for messages that repeat their input.
func Brief(text string) string {
	const longest = 1000
	text = Printable(text)
	if len(text) <= longest {
		return text
	}
	whole := func(part string) string { return strings.ToValidUTF8(part, "") } // characters
	return whole(text[:longest*2/3]) + " … " + whole(text[len(text)-longest/3:])
}

// IsPrintable reports whether Printable leaves the text unchanged.
func IsPrintable(text string) bool {
	return !strings.ContainsFunc(text, isHidden())
}

// isHidden returns a function that reports, of each character of a text in turn, whether it does not
// show, or is a mark after two others, which would hide the letter.
func isHidden() func(rune) bool {
	marks := 0
	return func(r rune) bool {
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		return !shows(r) || marks > 2
	}
}

// typographic lists characters that editors put in place of plain ones, by the plain one.
var typographic = map[string]string{"-": "‐‑‒–—―−", `"`: "“”„«»″", "'": "‘’‚‹›′"}

// Odd returns what is wrong with the first odd character of a name: one that is invisible, or a
// typographic dash, quote, or blank. It is empty if there is none.
func Odd(text string) string {
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			return "must be UTF-8"
		case unicode.IsControl(r):
			return fmt.Sprintf("must not have the control character %U", r)
		case !shows(r):
			return fmt.Sprintf("must not have the invisible character %U", r)
		}
	}
	for _, r := range text {
		if r != ' ' && unicode.IsSpace(r) {
			return fmt.Sprintf("the blank %U is typographic, type a space", r)
		}
		for plain, odd := range typographic {
			if strings.ContainsRune(odd, r) {
				return fmt.Sprintf("%c (%U) is typographic, type %s", r, r, plain)
			}
		}
	}
	return ""
}

// shows reports whether a character is visible or a blank. Some letters and marks are invisible, such
// as the fillers of Korean script.
func shows(r rune) bool {
	switch r {
	case utf8.RuneError, '\u115f', '\u1160', '\u3164', '\uffa0', '\u034f', '\u17b4', '\u17b5', '\u2800':
		return false
	}
	return unicode.IsGraphic(r)
}

// Words splits a command line at blanks as a shell does, with quotes and backslashes.
func Words(line string) []string {
	words, _ := SplitWords(line, true)
	return words
}

// SplitWords splits a command line at blanks outside quotes, and removes the quotes. A backslash escapes a
// character outside quotes only if escapes is set: paths may have them. closed reports whether all quotes are closed: the last
// word is left out if one is not.
func SplitWords(line string, escapes bool) (words []string, closed bool) {
	var word strings.Builder
	begun, escaped, quote := false, false, rune(0)
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote == 0 && escapes:
			begun, escaped = true, true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun && !escaped && quote == 0 {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// JoinWords quotes words and joins them, as the inverse of Words.
func JoinWords(words []string) string { return strings.Join(Map(words, Quote), " ") }

// Quote quotes a word for Words and for POSIX shells.
func Quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=,/:@"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
