package reference

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit/outfile"
)

// Cite is the command that shows what made a file, and prints papers as BibTeX.
type Cite struct {
	What []string `reads:"" arg:"" optional:"" name:"what" help:"Files of this program (- reads standard input), or names of learners, scenarios, channels and figures; without one, all papers."`

	papers []string       // what to print entries for
	files  []*trials.Made // instead, what made each file
}

//go:embed papers.bib
var bib string

// citations returns the citations of every declaration, by id.
func citations() map[string]string {
	all := map[string]string{"regretscope": "regretscope"}
	for _, l := range learners.All() {
		all[l.ID] = l.Paper
	}
	for _, s := range scenarios.Presets() {
		all[s.Name] = s.Paper
	}
	for _, c := range channel.Catalog() {
		all[c.ID] = c.Paper
	}
	for _, f := range figure.All() {
		all[f.ID] = f.Paper
	}
	return all
}

// entriesFor returns the entries of the .bib file that texts cite.
func entriesFor(texts []string) (entries []string) {
	for _, block := range strings.Split(bib, "\n\n")[1:] {
		names, entry, _ := strings.Cut(strings.TrimPrefix(block, "% "), "\n")
		cited := func(text string) bool {
			return slices.ContainsFunc(strings.Split(names, "; "),
				func(name string) bool { return strings.Contains(text, name) })
		}
		if slices.ContainsFunc(texts, cited) {
			entries = append(entries, strings.TrimSpace(entry))
		}
	}
	return entries
}

// AfterApply finds the names, or reads the files.
func (c *Cite) AfterApply() error {
	all := citations()
	if len(c.What) == 0 {
		c.papers = slices.Collect(maps.Values(all))
	}
	for _, what := range c.What {
		if text, ok := all[what]; ok {
			if entriesFor([]string{text}) == nil {
				return fmt.Errorf("cite %s: has no paper", what)
			}
			c.papers = append(c.papers, text)
			continue
		}
		made, err := readMade(what)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("is not a file, learner, scenario, channel, or figure%s",
				param.DidYouMean(what, slices.Collect(maps.Keys(all))))
		}
		if err != nil {
			return fmt.Errorf("cite %s: %w", what, err)
		}
		c.files = append(c.files, made)
	}
	if c.files != nil && c.papers != nil {
		return errors.New("cite: takes files or names, not both")
	}
	return nil
}

// readMade reads the provenance of a file.
func readMade(path string) (*trials.Made, error) {
	file, size, err := files.OpenGiven(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	room := int64(memlimit.Room())
	if size > room && !files.IsStream(path) {
		return nil, errors.New("the file " + memlimit.Refusal(int(size)))
	}
	text, err := io.ReadAll(files.Decoded(io.LimitReader(file, min(size, room))))
	if err != nil {
		return nil, files.Reason(err)
	}
	if made := trials.ReadMade(text); made != nil {
		return made, nil
	}
	if made := readCSV(text); made != nil {
		return made, nil
	}
	return nil, errors.New("does not name the command that made it; files of Regretscope do, from version " +
		trials.Version + " on")
}

// readCSV reads provenance from the columns of a CSV file; nil if there is no fingerprint.
func readCSV(text []byte) *trials.Made {
	if header, _, _ := bytes.Cut(text, []byte("\n")); !bytes.Contains(header, []byte("fingerprint")) {
		return nil
	}
	rows := csv.NewReader(bytes.NewReader(text))
	names, err := rows.Read()
	kept := []string{"fingerprint", "scenario", "learner"}
	values, seen := map[string][]string{}, map[[2]string]bool{}
	for err == nil {
		var row []string
		row, err = rows.Read()
		for i, value := range row {
			if i >= len(names) { // a row of another length comes with an error
				break
			}
			name := names[i]
			if cell := [2]string{name, value}; slices.Contains(kept, name) && !seen[cell] {
				seen[cell] = true
				values[name] = append(values[name], value)
			}
		}
	}
	prints := values["fingerprint"]
	if err != io.EOF || prints == nil {
		return nil
	}
	return &trials.Made{Fingerprint: strings.Join(prints, " "), Scenarios: values["scenario"], Learners: values["learner"]}
}

// Run prints the entries or the provenance.
func (c *Cite) Run(out io.Writer) error {
	return outfile.Buffered(out, func(w io.Writer) error {
		var err error
		if c.files == nil {
			_, err = fmt.Fprintln(w, strings.Join(entriesFor(c.papers), "\n\n"))
		}
		for i, made := range c.files {
			err = cmp.Or(err, writeMade(w, c.What[i], made))
		}
		return err
	})
}

func writeMade(w io.Writer, path string, by *trials.Made) error {
	version := by.Version
	if by.Commit != "" {
		version += " (" + by.Commit + ")"
	}
	lines := [][2]string{
		{"command", by.Command},
		{"version", version},
		{"seed", fmt.Sprint(by.Seed)},
		{"fingerprint", by.Fingerprint},
	}
	if by.Command == "" {
		lines = lines[3:] // of a CSV
	}
	all := citations()
	for _, id := range slices.Concat(by.Scenarios, by.Learners) {
		if paper, ok := all[id]; ok {
			delete(all, id) // each once
			lines = append(lines, [2]string{id, param.SpellOut(paper)})
		}
	}
	text := param.Printable(path) + "\n"
	for _, l := range lines {
		text += fmt.Sprintf("  %-18s %s\n", l[0], param.Printable(l[1]))
	}
	_, err := io.WriteString(w, text)
	return err
}
