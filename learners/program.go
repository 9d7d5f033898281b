package learners

import (
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"regretscope/noise/param"
)

// ErrProgram is returned for a file or script that names a program.
var ErrProgram = errors.New("this file may not start programs: give --learner on the command line")

// IsProgram reports whether a learner's name is a command line instead of an id: it has a path, or
// words of which the first is like no id.
func IsProgram(command string) bool {
	if strings.Contains(command, "/") || strings.HasSuffix(command, ".py") ||
		runtime.GOOS == "windows" && strings.Contains(command, `\`) {
		return true
	}
	words := strings.Fields(command)
	if len(words) < 2 {
		return false
	}
	_, err := Find(words[0])
	unknown := new(param.Unknown)
	return errors.As(err, &unknown) && unknown.Near == ""
}

func newProgram(command string) (Spec, error) {
	words, err := splitWords(command)
	if err != nil {
		return Spec{}, err
	}
	if len(words) == 1 && strings.HasSuffix(words[0], ".py") {
		words = append(python(runtime.GOOS, isInstalled), words[0])
	}
	return Spec{Declaration: &Declaration{
		ID:           command,
		Listing:      Listing{Name: programName(words), Family: Programs, Summary: "a program of your own"},
		Guarantee:    Guarantee{Privacy: Unknown},
		KnowsHorizon: true,
		Player:       Player{process: words},
	}}, nil
}

// python returns the words that start Python. Windows has a launcher or python; its python3 may
// open a store instead.
func python(system string, installed func(string) bool) []string {
	switch {
	case system == "windows" && installed("py"):
		return []string{"py", "-3"}
	case system == "windows" && installed("python"):
		return []string{"python"}
	}
	return []string{"python3"}
}

func isInstalled(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// splitWords splits a command line at blanks outside quotes and removes the quotes.
func splitWords(command string) (words []string, err error) {
	var word strings.Builder
	var quote rune
	begun := false
	end := func() {
		if begun {
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	for _, c := range command {
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, begun = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			end()
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	end()
	switch {
	case quote != 0:
		return nil, errors.New("a quotation mark is not closed")
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("the name of the program is missing")
	case strings.ContainsRune(command, 0):
		return nil, errors.New("a command line must not contain a NUL character")
	}
	return words, nil
}

// programName returns the name for legends: the file given to an interpreter, or else the
// program's own name.
func programName(words []string) string {
	for _, word := range words[1:] {
		if filepath.Ext(word) != "" && !strings.HasPrefix(word, "-") {
			return param.Printable(filepath.Base(word))
		}
	}
	return param.Printable(filepath.Base(words[0]))
}

// taking returns the declaration of a program with a parameter of this name.
func (s Spec) taking(name string) *Declaration {
	d := *s.Declaration
	if !slices.ContainsFunc(d.Parameters, func(p param.Parameter) bool { return p.Name == name }) {
		d.Parameters = append(slices.Clone(d.Parameters), param.Parameter{Name: name, Text: true})
	}
	return &d
}

// Given returns the parameters of a program and their values as text.
func (s Spec) Given() map[string]string { return s.set }

// A Fallible learner can fail while it plays, as a process can.
type Fallible interface {
	// Err returns the reason why the latest Choose failed; its play must not be used. The error
	// is permanent.
	Err() error
}

// A Player plays a learner's rounds: a program, a person, or, if zero, an algorithm. Code that
// runs, audits or shows a learner asks its Player for abilities, not for its kind.
type Player struct {
	Game    *Game    // of a person; otherwise nil
	process []string // the command line of a program
}

// Waits reports whether each round waits for a person, so no other seed can repeat it.
func (p Player) Waits() bool { return p.Game != nil }

// Playable returns the number of rounds of a horizon that can be played now.
func (p Player) Playable(horizon int) int {
	if p.Game != nil {
		return min(p.Game.Rounds(), horizon)
	}
	return horizon
}

// Process returns the command line of the playing process, or nil if there is none. A process
// may fail, plays many runs at once, and states its releases itself.
func (p Player) Process() []string { return p.process }

// Plays returns the learner's player.
func (d *Declaration) Plays() Player { return d.Player }
