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
	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

//go:embed data/*.toml
var files embed.FS

// order is the order of listings, a line for how ids begin: the papers, and numbered
// figures of a paper before what else it says. Figures that no line names come last.
//
//go:embed data/order.txt
var order string

var load = sync.OnceValue(func() []*Figure { return read(files) })

// read reads the files of a folder data. A file with a mistake is left out, which the
// tests find.
func read(folder fs.FS) (all []*Figure) {
	paths, _ := fs.Glob(folder, "data/*.toml") // the pattern is sound
	for _, name := range paths {
		text, _ := fs.ReadFile(folder, name) // without its text a file has a mistake
		if f, err := parse(path.Base(name), text); err == nil {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b *Figure) int { return listingPlace(a.ID) - listingPlace(b.ID) })
	return all
}

// listingPlace is where a figure stands in listings.
func listingPlace(id string) int {
	beginnings := strings.Fields(order)
	i := slices.IndexFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(id, beginning) })
	if i < 0 {
		return len(beginnings)
	}
	return i
}

// All returns every figure there is. They are not to be changed.
func All() []*Figure { return slices.Clone(load()) }

// Find returns the figure with the given id; the error of an unknown one names
// the nearest, and one with a mistake in its file says which.
func Find(id string) (*Figure, error) {
	text, err := files.ReadFile("data/" + id + ".toml")
	if err != nil {
		return param.Find(All(), "figure", id, func(f *Figure) string { return f.ID })
	}
	return Parse(id+".toml", text)
}

// Parse reads a figure's file; name is the file's, which is the figure's id and
// .toml. An error is one sentence with file and line.
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

// parse is Parse without a start of the learners, which takes longer than all else.
func parse(name string, text []byte) (*Figure, error) {
	var f Figure
	if err := file.Decode(name, text, &f); err != nil {
		return nil, err
	}
	f.fill()
	if err := f.check(strings.TrimSuffix(name, ".toml")); err != nil {
		return nil, file.Locate(name, text, err)
	}
	return &f, nil
}

// fill sets what a file may leave out.
func (f *Figure) fill() {
	f.Runs, f.MaxRuns = cmp.Or(f.Runs, 20), cmp.Or(f.MaxRuns, 1280)
	for i := range f.Panels {
		x, y := &f.Panels[i].X.Shows, &f.Panels[i].Y.Shows
		*x, *y = cmp.Or(*x, Rounds), cmp.Or(*y, Regret)
	}
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

// check finds the first thing that is wrong with a figure.
func (f *Figure) check(id string) error {
	switch {
	case f.ID != id:
		return fmt.Errorf("id: must be %s, as the file is called, not %q", id, param.Printable(f.ID))
	case f.Paper == "" || f.Title == "" || f.Summary == "":
		return errors.New("paper, title, and summary are required")
	case f.Runs < 2:
		return fmt.Errorf("runs: must be at least 2, not %d", f.Runs)
	case f.MaxRuns < f.Runs || f.MaxRuns > model.MaxRuns:
		return fmt.Errorf("most: must be from runs, %d, to %d, not %d", f.Runs, model.MaxRuns, f.MaxRuns)
	case len(f.Panels) == 0:
		return errors.New("panel: there must be at least one")
	}
	names := map[string]bool{}
	for i := range f.Panels {
		p := &f.Panels[i]
		if names[p.Name] {
			return inSection("panel", i,
				fieldErrorf("name", "there are two panels of the name %q", param.Printable(p.Name)))
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
		return fieldErrorf("scenarios", "there must be either scenarios or arms")
	case !slices.Contains(xQuantities, p.X.Shows):
		return fieldErrorf("x", "must show one of %s, not %q", list(xQuantities), param.Printable(string(p.X.Shows)))
	case !slices.Contains(yQuantities, p.Y.Shows):
		return fieldErrorf("y", "must show one of %s, not %q", list(yQuantities), param.Printable(string(p.Y.Shows)))
	case p.Spaced != nil && (p.Epsilon != nil || p.Spaced.Count < 2 || p.Spaced.Count > model.MaxSeries):
		return fieldErrorf("epsilon-spaced", "must have a count from 2 to %d, and no epsilon",
			model.MaxSeries)
	case p.Points < 0 || p.Points > model.MaxReported:
		return fieldErrorf("points", "must be from 1 to %d", model.MaxReported)
	}
	_, err := p.specs()
	return err
}

// runnable finds the first panel whose learners cannot play it.
func (f *Figure) runnable() error {
	for i := range f.Panels {
		p := &f.Panels[i]
		if p.needsData() {
			continue // what is in the folder is not known here
		}
		// What is too much for a plain build is said when the figure is to be reproduced.
		if _, err := p.Experiment("", f.Runs); err != nil && !errors.Is(err, model.ErrPlain) {
			return inSection("panel", i, err)
		}
	}
	return nil
}

func list(all []Quantity) string {
	return strings.Join(param.Map(all, func(q Quantity) string { return string(q) }), ", ")
}
