package experiment

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
)

// savedMsg says what came of saving.
type savedMsg struct {
	path string
	runs int
	err  error
}

// writerFor is what writes the format that a path's ending names.
func writerFor(path string) (func(*model.Result, io.Writer) error, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return (*model.Result).WriteCSV, nil
	case ".json":
		return (*model.Result).WriteJSON, nil
	}
	return nil, fmt.Errorf("save to %s: the name must end in .csv or .json", path)
}

// save writes the result off the event loop; a file that is there is only
// replaced where that was asked for.
func (s *Screen) save(path string, replace bool) tea.Cmd {
	result := s.result
	s.said = "saving " + path + " …"
	return func() tea.Msg {
		writer, err := writerFor(path)
		if err != nil {
			return savedMsg{path, 0, err}
		}
		put := outfile.Create
		if replace {
			put = outfile.Replace
		}
		return savedMsg{path, result.Runs, put(path, func(w io.Writer) error { return writer(result, w) })}
	}
}

// saved says what came of saving, or asks once more.
func (s *Screen) saved(msg savedMsg) {
	s.said = ""
	switch {
	case msg.err == nil:
		s.said = s.theme.Good.Render(kit.Plural(msg.runs, "run") + " are saved in " + declare.Printable(msg.path))
	case errors.Is(msg.err, fs.ErrExist):
		s.prompt = &prompt{asks: overwrite, path: msg.path}
	default:
		s.askPath(msg.path)
		s.refusal = msg.err.Error()
	}
}

// fileName is a name to offer: of the scenario's letters and digits.
func (s *Screen) fileName() string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, s.result.Config.Scenario.Name)
	return fmt.Sprintf("%s-%d-runs.csv", strings.Trim(name, "-"), s.result.Runs)
}
