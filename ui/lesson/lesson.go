// Package lesson reads lessons from TOML, guided tours through rounds and screens of runs with
// a text and perhaps a question at each stop, and remembers which a person has done.
package lesson

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"regretscope/model"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
	"regretscope/ui/script"
)

// A Lesson is a tour with its stops.
type Lesson struct {
	Name  string // the name to open it by
	Title string
	About string // one sentence, for the list
	// Of the path through the built-in lessons; may be empty.
	Part    string  // learning, privacy, or trust
	Before  string  // the lesson to know before
	Learned string  // what a person knows after it, at most 70 characters
	Stops   []*Stop `toml:"stop"`
	// BuiltIn means that it is part of the program and tested.
	BuiltIn bool `toml:"-"`

	file string // source, for errors
	text string
}

// A Stop is one place of a lesson. It starts the run anew, so it does not depend on earlier stops.
type Stop struct {
	Start string   // flags of the run; empty: those of the stop before
	Do    []string // command lines
	Say   string   // two sentences about the screen
	Question
	Notes  []string      `toml:"note"` // for the teacher
	Claims []string      // conditions that the numbers in the texts rely on, such as "regret 1 > regret 2"
	Config *model.Config `toml:"-"`
}

// Limits of texts, in characters, so they fit on 80x24 beside the run, and of lists.
const (
	MaxName   = 80 // and of the title
	MaxAbout  = 200
	MaxSay    = 300
	MaxAsk    = 150
	MaxAnswer = 300
	MaxStops  = 100
	MaxLines  = 100 // commands or claims of a stop
)

//go:embed lessons/*.toml
var lessons embed.FS

// All returns the built-in lessons in their order, without runs. They are not to be changed.
var All = sync.OnceValue(func() []*Lesson {
	entries, err := lessons.ReadDir("lessons")
	if err != nil {
		panic(err) // the files are embedded
	}
	var all []*Lesson
	for _, e := range entries {
		text, err := lessons.ReadFile("lessons/" + e.Name())
		if err != nil {
			panic(err)
		}
		l, err := Parse(e.Name(), string(text))
		if err != nil {
			panic(err) // a bug in a built-in lesson
		}
		l.BuiltIn = true
		all = append(all, l)
	}
	return all
})

// Open reads a built-in lesson by its name, or a file whose path ends in .toml. Errors have the file and line.
func Open(name string) (*Lesson, error) {
	if strings.HasSuffix(name, ".toml") {
		text, err := files.ReadText(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return Parse(name, string(text))
	}
	l, err := param.Find(All(), "lesson", name, func(l *Lesson) string { return l.Name })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	own := *l
	own.Stops = param.Map(l.Stops, func(s *Stop) *Stop {
		stop := *s
		return &stop
	})
	return &own, nil
}

// Minutes returns about how long the lesson takes: the time to read it, to look at each stop, to
// think about each question, and to play each game.
func (l *Lesson) Minutes() int {
	const words, stop, question, game = 1. / 150, 0.25, 0.5, 2
	minutes := 0.
	for _, s := range l.Stops {
		minutes += words*float64(len(strings.Fields(s.Say+" "+s.Ask+" "+s.Answer))) + stop
		if s.Ask != "" {
			minutes += question
		}
		if strings.Contains(s.Start, "--learner you") {
			minutes += game
		}
	}
	return int(minutes + 1)
}

// Path returns what Open opens the lesson by.
func (l *Lesson) Path() string {
	if l.BuiltIn {
		return l.Name
	}
	return l.file
}

// Configure makes the runs of all stops from their flags.
func (l *Lesson) Configure(make func(flags string) (*model.Config, error)) error {
	for i, s := range l.Stops {
		var err error
		if s.Start == "" && i > 0 {
			s.Config = l.Stops[i-1].Config
		} else if s.Config, err = make(s.Start); err != nil {
			return l.Error(i, "start", err)
		}
	}
	return nil
}

// Talk returns a script with the texts and notes of the lesson, for its teacher.
func (l *Lesson) Talk() *script.Script {
	talk := &script.Script{Name: l.Path(), Hash: script.Hash(l.text)}
	for _, s := range l.Stops {
		talk.Steps = append(talk.Steps, script.Step{Kind: script.Caption, Text: s.Say})
		for _, note := range s.Notes {
			talk.Steps = append(talk.Steps, script.Step{Kind: script.Note, Text: note})
		}
	}
	return talk
}

// Steps returns the steps that play the lesson.
func (l *Lesson) Steps() []script.Step {
	var steps []script.Step
	forKey := script.Step{Kind: script.Wait, Text: "key"}
	for i, s := range l.Stops {
		steps = append(steps, script.Step{Kind: script.Begin, Line: i})
		for _, line := range s.Do {
			steps = append(steps, script.Step{Kind: script.Command, Line: i, Text: line})
		}
		steps = append(steps, script.Step{Kind: script.Show, Line: i, Text: s.Say}, forKey)
		if s.Ask == "" {
			continue
		}
		steps = append(steps, script.Step{Kind: script.Answer, Line: i})
		for _, line := range s.Then {
			steps = append(steps, script.Step{Kind: script.Command, Line: i, Text: line})
		}
		steps = append(steps, forKey)
	}
	return steps
}

// Questions returns the number of questions that take answers.
func (l *Lesson) Questions() (n int) {
	for _, s := range l.Stops {
		if s.Checked() {
			n++
		}
	}
	return n
}

// A limited text has a maximum length.
type limited struct {
	key, text string
	most      int
}

// check returns an error if a text is missing or too long.
func (l *Lesson) check() error {
	if l.Name == "" || l.Title == "" || l.About == "" {
		return fmt.Errorf("%s:1: name, title, and about are required", l.file)
	}
	if len(l.Stops) == 0 || len(l.Stops) > MaxStops {
		return fmt.Errorf("%s:1: must have from 1 to %d stops, [[stop]]", l.file, MaxStops)
	}
	if !param.IsPrintable(l.Name + l.Title + l.About + l.Part + l.Before + l.Learned) {
		return fmt.Errorf("%s:1: name, title and about: hold a character that is not text", l.file)
	}
	for _, text := range []limited{
		{"name", l.Name, MaxName},
		{"title", l.Title, MaxName},
		{"about", l.About, MaxAbout},
		{"part", l.Part, MaxName},
		{"before", l.Before, MaxName},
		{"learned", l.Learned, MaxName},
	} {
		if n := utf8.RuneCountInString(text.text); n > text.most {
			return fmt.Errorf("%s:1: %s: has %s characters, at most %d are allowed", l.file, text.key, number.Count(n),
				text.most)
		}
	}
	for i, s := range l.Stops {
		lines := slices.Concat([]string{s.Start}, s.Do, s.Claims, s.Then)
		long := slices.IndexFunc(lines, func(line string) bool { return len(line) > files.MaxLine })
		switch {
		case max(len(s.Do), len(s.Claims), len(s.Then), len(s.Notes)) > MaxLines:
			return l.Error(i, "", fmt.Errorf("do, claims, then or note: has %d entries, at most %d are allowed",
				max(len(s.Do), len(s.Claims), len(s.Then), len(s.Notes)), MaxLines))
		case long >= 0:
			return l.Error(i, "", fmt.Errorf("start, do, claims or then: has a text of %s bytes, at most %s are allowed",
				number.Count(len(lines[long])), number.Count(files.MaxLine)))
		case !param.IsPrintable(strings.Join(lines, "")):
			return l.Error(i, "", errors.New("start, do, claims or then: holds a character that is not text"))
		case i == 0 && s.Start == "":
			return l.Error(i, "", errors.New("the first stop needs start, the flags of its run"))
		case s.Say == "":
			return l.Error(i, "", errors.New("a stop needs say, two sentences about the screen"))
		}
		if key, err := s.check(); err != nil {
			return l.Error(i, key, err)
		}
		texts := []limited{{"say", s.Say, MaxSay}, {"ask", s.Ask, MaxAsk}, {"answer", s.Answer, MaxAnswer}}
		for _, note := range s.Notes {
			texts = append(texts, limited{"note", note, files.MaxLine})
		}
		for _, text := range texts {
			if n := utf8.RuneCountInString(text.text); n > text.most {
				return l.Error(i, text.key, fmt.Errorf("%s: has %s characters, at most %d fit a screen of 80x24", text.key,
					number.Count(n), text.most))
			}
			if !param.IsPrintable(text.text) {
				return l.Error(i, text.key, fmt.Errorf("%s: holds a character that is not text", text.key))
			}
			if err := CheckText(text.text); err != nil {
				return l.Error(i, text.key, fmt.Errorf("%s: %w", text.key, err))
			}
		}
		for _, text := range s.Claims {
			if _, err := parseClaim(text); err != nil {
				return l.Error(i, "claims", fmt.Errorf("claims: %w", err))
			}
		}
	}
	return nil
}

// Parse parses a lesson. Errors have the file and line.
func Parse(name, text string) (*Lesson, error) {
	l := &Lesson{file: name, text: text}
	if err := file.Decode(name, []byte(text), l); err != nil {
		return nil, err
	}
	return l, l.check()
}

// Error locates an error in a stop, from 0, at a key, or at the whole stop if there is no such key.
func (l *Lesson) Error(stop int, key string, err error) error {
	field := fmt.Sprintf("stop[%d].%s", stop, key)
	return file.Locate(l.file, []byte(l.text), &param.FieldError{
		Field: field,
		Err:   errors.New(param.Printable(err.Error())),
	})
}
