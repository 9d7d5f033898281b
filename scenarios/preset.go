package scenarios

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

// A Preset is a named scenario with optional parameters.
type Preset struct {
	Name       string // the id in commands, files and results
	Title      string // the name for people, in at most 26 cells
	Paper      string // its source: short name and section
	Summary    string // one line: its content and purpose
	Kind       Kind
	Feedback   Feedback
	Parameters param.List
	NeedsData  bool // reads files that the user provides
	Order      int  // position in lists

	// Build makes the scenario; data is the user's data folder, if any. Make fills in Name,
	// Paper, Summary, Kind and Feedback.
	Build func(v param.Values, data string) (*Scenario, error)
}

var presets []*Preset

// Register adds a preset to the catalog. Call it from init, in this package or in your
// own. It panics if the declaration is wrong.
func Register(p *Preset) {
	p.Parameters.MustBeSound(p.Name)
	presets = append(presets, p)
	slices.SortStableFunc(presets, func(a, b *Preset) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Name, b.Name))
	})
}

// Default is the scenario to open by default: the first setting of HHMH.
const Default = "hhmh-1"

// Presets returns every preset in display order.
func Presets() []*Preset { return slices.Clone(presets) }

// FindPreset returns the preset with the given name. The error suggests the nearest name.
func FindPreset(name string) (*Preset, error) {
	return param.Find(presets, "scenario", name, func(p *Preset) string { return p.Name })
}

// orderOf is a parameter of every preset whose plays are single arms: the seed of their order.
const orderOf = "order"

// Shuffled returns the scenario with its arms in an order that only the seed decides, for a person's
// game: a preset with its parameter order, and arms alone in that order. Scenarios of files, of
// matroids, and those that were shuffled by hand keep theirs.
func (s *Scenario) Shuffled(seed uint64) (*Scenario, error) {
	switch {
	case s.Reference == "":
		own := &Scenario{Phases: []Phase{{Arms: slices.Clone(s.Phases[0].Arms)}}}
		slices.SortFunc(own.Phases[0].Arms, func(a, b arm.Distribution) int { return cmp.Compare(a.String(), b.String()) })
		own.arrange(seed)
		return FromArms(s.Name, own.Phases[0].Arms, s.Feedback)
	case s.Kind == MatroidKind || s.Reference != s.Name || strings.Contains(s.Name, ","+orderOf+"="):
		return s, nil
	}
	return Open(fmt.Sprintf("%s,%s=%d", s.Reference, orderOf, seed), s.Data)
}

// arrange puts the arms into an order that a seed decides.
func (s *Scenario) arrange(seed uint64) {
	rank := func(j int) uint64 {
		cell := noise.At(noise.Key(seed, noise.Shuffling, uint64(j)), 0)
		return cell.Uint64()
	}
	order := param.Order(s.Arms(), func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	for i := range s.Phases {
		arms := s.Phases[i].Arms
		s.Phases[i].Arms = param.Map(order, func(j int) arm.Distribution { return arms[j] })
	}
	for _, of := range []*[]string{&s.Labels, &s.Channels} {
		if old := *of; len(old) > 0 {
			*of = param.Map(order, func(j int) string { return old[j] })
		}
	}
}

// Make builds the preset with parameters, pairs of name and value, and adds them to the scenario's name.
func (p *Preset) Make(parameters [][2]string, data string) (*Scenario, error) {
	var set param.Set
	shuffled, order := "", uint64(0)
	for _, a := range parameters {
		if a[0] == orderOf && p.Kind != MatroidKind {
			var err error
			if order, err = strconv.ParseUint(a[1], 10, 64); err != nil {
				return nil, fmt.Errorf("%s=%s: must be a seed, a whole number from 0 to %d", orderOf, param.Printable(a[1]), uint64(math.MaxUint64))
			}
			shuffled = "," + orderOf + "=" + a[1]
			continue
		}
		declared, err := p.Parameters.Find(a[0])
		if err != nil {
			return nil, err
		}
		if err := declared.Check(a[1]); err != nil {
			return nil, err
		}
		set = set.With(a[0], a[1])
	}
	s, err := p.Build(p.Parameters.Fill(set, nil), data)
	if err != nil {
		return nil, err
	}
	s.Name, s.Paper, s.Summary, s.Kind = p.Name, p.Paper, p.Summary, p.Kind
	for _, declared := range p.Parameters {
		if value, given := set[declared.Name]; given {
			s.Name += "," + declared.Name + "=" + value
		}
	}
	if s.Name += shuffled; shuffled != "" {
		s.arrange(order)
	}
	s.Reference = s.Name
	if p.NeedsData {
		s.Data = data
	}
	s.Feedback = cmp.Or(s.Feedback, p.Feedback)
	return s.Finish()
}

// Title returns the scenario's name for people.
func (s *Scenario) Title() string {
	if s.Name != s.Reference {
		return s.Name
	}
	return Title(s.Name)
}

// Title returns the name for people of a reference: a preset's title with its parameters, or the reference itself.
func Title(reference string) string {
	name, parameters, given := strings.Cut(reference, ",")
	at := slices.IndexFunc(presets, func(p *Preset) bool { return p.Name == name })
	switch {
	case at < 0:
		return reference
	case given:
		return presets[at].Title + ", " + strings.ReplaceAll(parameters, ",", ", ")
	}
	return presets[at].Title
}

// FromArms returns a scenario with stationary, independent arms.
func FromArms(name string, laws []arm.Distribution, feedback Feedback) (*Scenario, error) {
	s := stationary(100_000, 0.5, laws)
	s.Name, s.Summary, s.Kind, s.Feedback = name, "arms of your own", Stochastic, feedback
	return s.Finish()
}

// stationary returns a scenario whose arms never change.
func stationary(horizon int, epsilon float64, laws []arm.Distribution) *Scenario {
	return &Scenario{Horizon: horizon, Epsilon: epsilon, Phases: []Phase{{From: 1, Arms: laws}}}
}

// bernoullis returns Bernoulli arms with the given means. It panics if one is outside [0,1].
func bernoullis(means ...float64) []arm.Distribution {
	return param.Map(means, func(mean float64) arm.Distribution { return param.Must(arm.NewBernoulli(mean)) })
}

// Open returns the preset for a reference, NAME[,key=value…]. data is the user's data folder, if any. An error is one
// sentence that begins with the reference. To open files too, use package file.
func Open(reference, data string) (*Scenario, error) {
	name, parameters, err := param.SplitAssignments(reference)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", param.Printable(reference), err)
	}
	preset, err := FindPreset(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", param.Printable(name), err)
	}
	s, err := preset.Make(parameters, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}
