package figure

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

//go:embed data/*.toml
var files embed.FS

// order lists the beginnings of ids in listing order: papers, and a paper's numbered figures
// before its other statements. Figures that match no line come last.
//
//go:embed data/order.txt
var order string

var load = sync.OnceValue(func() []*Figure { return read(files) })

// read reads the files in folder/data. It skips files with mistakes, which tests find.
func read(folder fs.FS) (figures []*Figure) {
	paths, _ := fs.Glob(folder, "data/*.toml") // the pattern is sound
	for _, name := range paths {
		text, _ := fs.ReadFile(folder, name) // an empty file is a mistake
		if f, err := parse(path.Base(name), text); err == nil {
			figures = append(figures, f)
		}
	}
	slices.SortStableFunc(figures, func(a, b *Figure) int { return listingPlace(a.ID) - listingPlace(b.ID) })
	return figures
}

// listingPlace returns a figure's position in listings.
func listingPlace(id string) int {
	beginnings := strings.Fields(order)
	i := slices.IndexFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(id, beginning) })
	if i < 0 {
		return len(beginnings)
	}
	return i
}

// All returns all figures. Callers must not change them.
func All() []*Figure { return slices.Clone(load()) }

// Find returns the figure with the given id. The error names the mistake in its file, or the
// nearest id.
func Find(id string) (*Figure, error) {
	text, err := files.ReadFile("data/" + id + ".toml")
	if err != nil {
		return param.Find(All(), "figure", id, func(f *Figure) string { return f.ID })
	}
	return Parse(id+".toml", text)
}

// Parse reads a figure from a file called name, which is the figure's id with .toml. An error
// is one sentence with file and line.
func Parse(name string, text []byte) (*Figure, error) {
	f, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	if err := f.runnable(); err != nil {
		return nil, file.Locate(name, text, err)
	}
	return f, nil
}

// parse is Parse without the slow check that the learners can start.
func parse(name string, text []byte) (*Figure, error) {
	var f Figure
	if err := file.Decode(name, text, &f); err != nil {
		return nil, err
	}
	f.Runs, f.MaxRuns = cmp.Or(f.Runs, 20), cmp.Or(f.MaxRuns, 1280)
	for i := range f.Panels {
		x, y := &f.Panels[i].X.Shows, &f.Panels[i].Y.Shows
		*x, *y = cmp.Or(*x, Rounds), cmp.Or(*y, Regret)
	}
	if err := f.check(strings.TrimSuffix(name, ".toml")); err != nil {
		return nil, file.Locate(name, text, err)
	}
	return &f, nil
}

// fieldErrorf returns an error about a field of a panel or claim.
func fieldErrorf(field, format string, arguments ...any) error {
	return &param.FieldError{Field: field, Err: fmt.Errorf(format, arguments...)}
}

// inSection turns an error about a panel or claim into one about the file.
func inSection(section string, number int, err error) error {
	place := fmt.Sprintf("%s[%d]", section, number)
	var field *param.FieldError
	if errors.As(err, &field) {
		place, err = place+"."+field.Field, fmt.Errorf("%s: %w", field.Field, err)
	}
	return fieldErrorf(place, "%s %d: %w", section, number+1, err)
}

// check returns the first mistake in a figure.
func (f *Figure) check(id string) error {
	switch {
	case f.ID != id:
		return fmt.Errorf("id: must be %s, the name of the file, not %q", id, param.Printable(f.ID))
	case f.Paper == "" || f.Title == "" || f.Summary == "":
		return errors.New("paper, title, and summary are required")
	case f.Runs < 2:
		return fmt.Errorf("runs: must be at least 2, not %d", f.Runs)
	case f.MaxRuns < f.Runs || f.MaxRuns > trials.MaxRuns:
		return fmt.Errorf("most: must be from %d (runs) to %s, not %d", f.Runs, number.Count(trials.MaxRuns), f.MaxRuns)
	case len(f.Panels) == 0:
		return errors.New("panel: needs at least one")
	}
	names := map[string]bool{}
	for i := range f.Panels {
		p := &f.Panels[i]
		if names[p.Name] {
			return inSection("panel", i,
				fieldErrorf("name", "two panels are named %q", param.Printable(p.Name)))
		}
		names[p.Name] = true
		if err := p.check(); err != nil {
			return inSection("panel", i, err)
		}
	}
	for i := range f.Claims {
		if err := f.Claims[i].check(f); err != nil {
			return inSection("claim", i, err)
		}
	}
	return nil
}

func (p *Panel) check() error {
	switch {
	case (len(p.Scenarios) == 0) == (len(p.Arms) == 0):
		return fieldErrorf("scenarios", "needs either scenarios or arms")
	case !slices.Contains(xQuantities, p.X.Shows):
		return fieldErrorf("x", "must show one of %s, not %q", list(xQuantities), param.Printable(string(p.X.Shows)))
	case !slices.Contains(yQuantities, p.Y.Shows):
		return fieldErrorf("y", "must show one of %s, not %q", list(yQuantities), param.Printable(string(p.Y.Shows)))
	case p.Spaced != nil && (p.Epsilon != nil || p.Spaced.Count < 2 || p.Spaced.Count > model.MaxSeries):
		return fieldErrorf("epsilon-spaced", "must have a count from 2 to %s, and no epsilon",
			number.Count(model.MaxSeries))
	case p.Points < 0 || p.Points > trials.MaxReported:
		return fieldErrorf("points", "must be from 1 to %s", number.Count(trials.MaxReported))
	}
	_, err := p.specs()
	return err
}

// runnable finds the first panel whose learners cannot play it.
func (f *Figure) runnable() error {
	for i := range f.Panels {
		p := &f.Panels[i]
		if p.needsData() {
			continue // the folder's contents are unknown
		}
		if _, err := p.Experiment("", f.Runs); err != nil {
			return inSection("panel", i, err)
		}
	}
	return nil
}

func list(quantities []Quantity) string {
	return strings.Join(param.Map(quantities, func(q Quantity) string { return string(q) }), ", ")
}
