package figure

import (
	"cmp"
	"embed"
	"slices"
	"strings"
	"sync"

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

var load = sync.OnceValue(func() []*Figure {
	var figures []*Figure
	for _, entry := range param.Must(files.ReadDir("data")) {
		name := entry.Name()
		figures = append(figures, param.Must(Parse(name, param.Must(files.ReadFile("data/"+name)))))
	}
	slices.SortStableFunc(figures, func(a, b *Figure) int { return listingPlace(a.ID) - listingPlace(b.ID) })
	return figures
})

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

// Find returns the figure with the given id. The error names the nearest.
func Find(id string) (*Figure, error) {
	return param.Find(All(), "figure", id, func(f *Figure) string { return f.ID })
}

// Parse reads a figure from a file called name. It checks its keys alone: tests check the rest of
// every figure.
func Parse(name string, text []byte) (*Figure, error) {
	var f Figure
	if err := file.Decode(name, text, &f); err != nil {
		return nil, err
	}
	f.Runs, f.MaxRuns = cmp.Or(f.Runs, 20), cmp.Or(f.MaxRuns, 1280)
	for i := range f.Panels {
		x, y := &f.Panels[i].X.Shows, &f.Panels[i].Y.Shows
		*x, *y = cmp.Or(*x, Rounds), cmp.Or(*y, Regret)
	}
	return &f, nil
}
