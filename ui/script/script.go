// Package script parses scripts, which consist of command lines of the palette and a few words of their own.
package script

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Kind is the kind of a step.
type Kind int

// Kinds of steps.
const (
	Command Kind = iota // runs a command of the palette: Text
	Wait                // lets simulated time pass: Duration, or waits for a key
	Key                 // presses the key named Text
	Type                // types Text
	Caption             // shows Text below the screen, or nothing
	Pace                // limits runs to Rounds rounds per simulated second
	Note                // Text is for the speaker alone
	Expect              // checks a claim, Text, in a rehearsal

	// Only in lessons, for stop Line.
	Begin  // starts the run
	Show   // shows the texts of the stop
	Answer // shows the answer
)

// words are the words for scripts alone, with their arguments.
var words = map[string]struct {
	kind Kind
	want string
}{
	"wait": {Wait, "a time such as 2s or 500ms, or key, or key 2m"}, "key": {Key, "the name of a key, such as v, enter or space"},
	"type": {Type, "characters"}, "caption": {Caption, ""}, "note": {Note, "a text for the speaker"},
	"expect": {Expect, "a claim such as regret 1 / regret 2 between 2.8 and 3.3"},
	"pace":   {Pace, "rounds a simulated second, a whole number from 1 to 100,000,000"},
}

// A Step is one line of a script.
type Step struct {
	Line     int // from 1
	Kind     Kind
	Text     string
	Duration time.Duration
	Rounds   int
}

// ForKey reports whether the step waits for a key. Without a person, it takes Duration.
func (s *Step) ForKey() bool { return s.Kind == Wait && s.Text == "key" }

// keyWait is the wait for a key without a person.
const keyWait = 2 * time.Second

// A Script is a parsed script.
type Script struct {
	Name  string // of the file, printable
	Hash  string // of the text, in hexadecimal digits
	Begin int    // the line of Start
	Start string // flags of the program; empty: those of the command line
	Size         // of the screen
	Steps []Step

	count int           // steps, and typed characters
	waits time.Duration // in all
}

// The default size of the screen, and limits.
const (
	Width, Height       = 100, 30
	MaxWidth, MaxHeight = 500, 200
	MaxWait             = time.Hour // all waits together
	MaxSteps            = 10_000    // including typed characters
	MaxCaption          = 1000      // characters
	MaxRounds           = 1e9       // that a script, or a stop of a lesson, may simulate without --allow-rounds
	MaxPace             = 100_000_000
	MaxWords            = 100 // in the start line: enough for 16 learners and every other flag
)

// Error adds the script's name and a line to an error.
func (s *Script) Error(line int, err error) error {
	return fmt.Errorf("%s:%d: %w", s.Name, line, err)
}

// Mistakes are the errors of a script's lines.
type Mistakes []error

// maxMistakes is the number of errors that are listed.
const maxMistakes = 10

func (m Mistakes) Error() string { return errors.Join(m.Named()...).Error() }

// Named returns the first errors and, if there are more, their number.
func (m Mistakes) Named() []error {
	if len(m) <= maxMistakes {
		return m
	}
	return append(slices.Clone(m[:maxMistakes]), fmt.Errorf("%s lines are wrong in all", number.Count(len(m))))
}

// Hash returns hexadecimal digits that name a script by its text.
func Hash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16] }

// Parse parses a script. Empty lines and comments (#) are skipped; start and size must come
// first. Errors are Mistakes.
func Parse(name, text string) (*Script, error) {
	s := &Script{Name: param.Printable(name), Hash: Hash(text), Size: Size{Width, Height}}
	var wrong Mistakes
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := s.read(i+1, line); err != nil {
			wrong = append(wrong, s.Error(i+1, err))
		}
		if s.count > MaxSteps || s.waits > MaxWait {
			break // all later lines exceed the limit, too
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	if len(s.Steps) == 0 {
		return nil, fmt.Errorf("%s: has no step: each line is a command, such as go 1e4, or wait 2s", name)
	}
	return s, nil
}

func (s *Script) read(at int, line string) error {
	if len(line) > files.MaxLine {
		return fmt.Errorf("the line has %s bytes, at most %s are allowed", number.Count(len(line)),
			number.Count(files.MaxLine))
	}
	if line = strings.ReplaceAll(line, "\t", " "); !param.IsPrintable(line) {
		return errors.New("holds a character that is not text")
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if word == "start" || word == "size" {
		if len(s.Steps) > 0 {
			return fmt.Errorf("%s: must come before the first step", word)
		}
		if word == "start" {
			s.Start, s.Begin = rest, at
			return nil
		}
		var err error
		if s.Size, err = ParseSize(rest); err != nil {
			err = fmt.Errorf("size %s: %w", rest, err)
		}
		return err
	}
	step := Step{Line: at, Text: line}
	if w, ours := words[word]; ours {
		step.Kind, step.Text = w.kind, rest
		if !step.value() || rest == "" && w.want != "" {
			return fmt.Errorf("%s %s: must be followed by %s", word, rest, w.want)
		}
	}
	s.Steps = append(s.Steps, step)
	return s.limit(&step)
}

// limit returns an error if the script is too long.
func (s *Script) limit(step *Step) error {
	s.count++
	switch n := utf8.RuneCountInString(step.Text); step.Kind {
	case Type:
		s.count += n - 1
	case Wait:
		if s.waits += step.Duration; s.waits > MaxWait {
			return fmt.Errorf("wait %s: all waits together may take at most %s seconds", step.Text,
				number.Count(int(MaxWait.Seconds())))
		}
	case Caption:
		if n > MaxCaption {
			return fmt.Errorf("caption: has %s characters, at most %s are allowed", number.Count(n),
				number.Count(MaxCaption))
		}
	}
	if s.count > MaxSteps {
		return fmt.Errorf("at most %s steps are allowed, and each typed character is one", number.Count(MaxSteps))
	}
	return nil
}

// A Stop is a caption, with what belongs to it up to the next one. Notes before the first caption belong to it, too.
type Stop struct {
	Line    int
	Caption string
	Notes   []string      // for the speaker
	Keys    []string      // that the script presses, and space for each wait for a key
	Takes   time.Duration // all waits, of two seconds for a key if no time is planned
	Planned bool          // a time is planned
}

// Planned returns how long stops take.
func Planned(stops []Stop) (all time.Duration) {
	for _, s := range stops {
		all += s.Takes
	}
	return all
}

// Stops returns the beginning of the script, which has no caption, and its stops.
func (s *Script) Stops() []Stop {
	stops := []Stop{{}}
	for _, step := range s.Steps {
		last := &stops[len(stops)-1]
		last.Takes += step.Duration
		switch {
		case step.Kind == Note:
			last.Notes = append(last.Notes, step.Text)
		case step.ForKey():
			last.Keys = append(last.Keys, "space")
			last.Planned = last.Planned || step.Duration != keyWait
		case step.Kind == Key || step.Kind == Type:
			last.Keys = append(last.Keys, step.Text)
		case step.Kind == Caption && step.Text != "":
			stop := Stop{Line: step.Line, Caption: step.Text}
			if len(stops) == 1 {
				stop.Notes = slices.Clone(last.Notes)
			}
			stops = append(stops, stop)
		}
	}
	return stops
}

// A Size is the size of a screen in cells.
type Size struct{ Width, Height int }

// ParseSize parses COLUMNSxROWS.
func ParseSize(text string) (Size, error) {
	columns, rows, _ := strings.Cut(text, "x")
	width, errWidth := number.ParseCount(columns)
	height, errHeight := number.ParseCount(rows)
	if errWidth != nil || errHeight != nil || width > MaxWidth || height > MaxHeight {
		return Size{}, fmt.Errorf("must be COLUMNSxROWS, at most %dx%d", MaxWidth, MaxHeight)
	}
	return Size{width, height}, nil
}

// value parses the argument of a word and reports whether it is valid.
func (s *Step) value() bool {
	var err error
	switch s.Kind {
	case Wait:
		planned, forKey := strings.CutPrefix(s.Text+" ", "key ")
		if forKey {
			s.Text = "key"
		}
		s.Duration, err = time.ParseDuration(strings.TrimSpace(cmp.Or(planned, keyWait.String())))
		return err == nil && s.Duration > 0 && s.Duration <= MaxWait
	case Pace:
		s.Rounds, err = number.ParseCount(s.Text)
		return err == nil && s.Rounds <= MaxPace
	}
	return true
}

// ParseKey parses the name of a key: v, enter, pgdown, ctrl+c, space.
func ParseKey(name string) (tea.KeyMsg, error) {
	if name == " " || name == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}, nil
	}
	const first, last = tea.KeyF20, tea.KeyCtrlQuestionMark // the range of special keys
	for special := first; name != "" && special <= last; special++ {
		if msg := (tea.KeyMsg{Type: special}); special != tea.KeyRunes && msg.String() == name {
			return msg, nil
		}
	}
	if utf8.RuneCountInString(name) != 1 {
		return tea.KeyMsg{},
			fmt.Errorf("key %s: no such key; a character, or enter, esc, tab, space, up, down, left, right, pgup, pgdown, …",
				name)
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}, nil
}
