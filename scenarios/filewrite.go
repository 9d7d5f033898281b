package scenarios

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
)

// FormatFile writes a scenario as the text of a file that ParseFile reads as
// the same scenario; only its paper and summary are not said in one. The error
// says why a file cannot say it.
func FormatFile(s *Scenario) (string, error) {
	if err := fitForFile(s); err != nil {
		return "", err
	}
	var w fileWriter
	w.line("name = %s", quoted(s.Name))
	w.line("kind = %s", quoted(string(s.Kind)))
	w.line("feedback = %s", quoted(string(s.Feedback)))
	w.line("horizon = %d", s.Horizon)
	w.line("epsilon = %s", decimalText(s.Epsilon))
	if s.Kind != Changing {
		w.list("arms", laws(s.Phases[0].Arms))
	}
	if len(s.Labels) > 0 {
		w.list("labels", quotedAll(s.Labels))
	}
	if len(s.Channels) > 0 {
		w.list("channels", quotedAll(s.Channels))
	}
	if s.Kind == Changing {
		for _, p := range s.Phases {
			w.line("\n[[phase]]\nfrom = %d", p.From)
			w.list("arms", laws(p.Arms))
		}
	}
	if s.Matroid != nil {
		w.matroid(s.Matroid)
	}
	return w.String(), nil
}

// fitForFile refuses what the notation of files has no words for.
func fitForFile(s *Scenario) error {
	if s.SharedDraws {
		return fmt.Errorf("the arms of %s are drawn together, which a file cannot say", s.Name)
	}
	if !showable(s.Name) {
		return fmt.Errorf("name: %s", allowedText)
	}
	for j, label := range s.Labels {
		if !showable(label) {
			return fmt.Errorf("labels: entry %d %s", j+1, allowedText)
		}
	}
	if graph, ok := s.Matroid.(*matroid.Graphic); ok {
		for _, node := range graph.Nodes() {
			if !showable(node) {
				return fmt.Errorf("edges: a node's name %s", allowedText)
			}
		}
	}
	return nil
}

// A fileWriter collects the text of a file.
type fileWriter struct{ strings.Builder }

func (w *fileWriter) line(format string, arguments ...any) { fmt.Fprintf(w, format+"\n", arguments...) }

// list writes a list: a short one in a line, else one entry a line.
func (w *fileWriter) list(key string, entries []string) {
	const short = 72 // fits into any terminal
	if line := fmt.Sprintf("%s = [%s]", key, strings.Join(entries, ", ")); len(line) <= short {
		w.line("%s", line)
		return
	}
	w.line("%s = [\n  %s,\n]", key, strings.Join(entries, ",\n  "))
}

// matroid writes the table [matroid].
func (w *fileWriter) matroid(m matroid.Matroid) {
	w.line("\n[matroid]\nkind = %s", quoted(m.Kind()))
	switch m := m.(type) {
	case *matroid.Linear:
		vectors := make([]string, m.Size())
		for e := range vectors {
			entries := m.Vector(e)
			for i, text := range entries {
				entries[i] = numberOrQuoted(text)
			}
			vectors[e] = "[" + strings.Join(entries, ", ") + "]"
		}
		w.list("vectors", vectors)
	case *matroid.Graphic:
		nodes, edges := m.Nodes(), make([]string, m.Size())
		for e := range edges {
			from, to := m.Ends(e)
			edges[e] = fmt.Sprintf("[%s, %s]", wholeOrQuoted(nodes[from]), wholeOrQuoted(nodes[to]))
		}
		w.list("edges", edges)
	case *matroid.Uniform:
		w.line("rank = %d", m.Rank())
	case *matroid.Partition:
		blocks, capacities := m.Blocks()
		w.list("blocks", armLists(blocks))
		w.list("capacities", numbers(capacities))
	case *matroid.Transversal:
		w.list("sets", armLists(m.Sets()))
	}
}

// wholeOrQuoted writes a text without quotes where it is a whole number from 0
// that is read back letter by letter.
func wholeOrQuoted(text string) string {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 && strconv.FormatInt(n, 10) == text {
		return text
	}
	return quoted(text)
}

// tomlDecimal is what TOML has of decimals with a point or an exponent.
var tomlDecimal = regexp.MustCompile(`^[+-]?(0|[1-9][0-9]*)(\.[0-9]+([eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)$`)

// numberOrQuoted is wholeOrQuoted for all numbers.
func numberOrQuoted(text string) string {
	if positive, negative := strings.CutPrefix(text, "-"); negative && positive != "0" && wholeOrQuoted(positive) == positive {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil && tomlDecimal.MatchString(text) {
		return text
	}
	return wholeOrQuoted(text)
}

// quoted writes a text as a string. Go's escapes are TOML's, for texts that
// can be shown.
func quoted(text string) string { return strconv.Quote(text) }

func quotedAll(texts []string) []string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = quoted(text)
	}
	return all
}

func laws(arms []arm.Distribution) []string {
	texts := make([]string, len(arms))
	for j, law := range arms {
		texts[j] = quoted(law.String())
	}
	return texts
}

func numbers(values []int) []string {
	texts := make([]string, len(values))
	for i, x := range values {
		texts[i] = strconv.Itoa(x)
	}
	return texts
}

func armLists(lists [][]int) []string {
	texts := make([]string, len(lists))
	for i, list := range lists {
		texts[i] = "[" + strings.Join(numbers(list), ", ") + "]"
	}
	return texts
}

// decimalText writes ε so that it is a number for TOML.
func decimalText(x float64) string {
	if math.IsInf(x, 1) {
		return "inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
