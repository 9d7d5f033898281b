package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/ui/kit/form"
)

type slot struct {
	*learners.Declaration
	Fields []*form.Field
}

// newSlot returns the fields of a spec, filled in; the learner's own seed only if the spec has one.
func newSlot(spec learners.Spec) *slot {
	l := &slot{Declaration: spec.Declaration}
	_, assignments, _ := param.SplitAssignments(spec.String()) // a Spec can read what it has written
	given := param.Set{}
	for _, a := range assignments {
		given[a[0]] = a[1]
	}
	// Learners without privacy do not use ε, but may have one.
	if _, set := given["epsilon"]; set || l.Privacy.TakesEpsilon() {
		l.Fields = append(l.Fields, epsilonField("for this learner only"))
	}
	for i := range l.Parameters {
		l.Fields = append(l.Fields, form.FromParameter(&l.Parameters[i]))
	}
	if _, set := given["seed"]; set {
		l.Fields = append(l.Fields, seedField("the run's", "the learner's own random numbers; the rewards stay the same"))
	}
	for _, f := range l.Fields {
		f.SetText(given[f.Name])
	}
	return l
}

// Copy returns a copy with fields of its own.
func (l *slot) Copy() *slot {
	c := &slot{Declaration: l.Declaration}
	for _, f := range l.Fields {
		c.Fields = append(c.Fields, f.Copy())
	}
	return c
}

// labels names learners with their set parameters; the later of equal names are numbered.
func labels(all []*slot) []string {
	labels, seen := make([]string, len(all)), map[string]int{}
	for i, l := range all {
		labels[i] = l.Name
		if spec, err := l.Spec(); err == nil {
			labels[i] = spec.Label()
		}
		seen[labels[i]]++
		if n := seen[labels[i]]; n > 1 {
			labels[i] += fmt.Sprintf(" (%d)", n)
		}
	}
	return labels
}

// textOf returns all learners with their parameters, valid or not, for comparing two lists.
func textOf(all []*slot) string {
	var b strings.Builder
	for _, l := range all {
		b.WriteString(l.ID)
		for _, f := range l.Fields {
			b.WriteString("," + f.Name + "=" + f.Text())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Spec returns the learner that the fields describe; the error is about the first wrong field.
func (l *slot) Spec() (learners.Spec, error) {
	spec := learners.Spec{Declaration: l.Declaration}
	for _, f := range l.Fields {
		if err := f.Err(); err != nil {
			return spec, err
		}
		if f.Text() == "" {
			continue
		}
		var err error
		if spec, err = spec.With(f.Name, f.Text()); err != nil {
			return spec, err
		}
	}
	return spec, nil
}

// Derive fills in the defaults that depend on the run: ε, and the parameters' defaults at that
// ε, which values returns unless the run is unknown.
func (l *slot) Derive(epsilon string, values func(learners.Spec) (v param.Values, known bool)) {
	spec := learners.Spec{Declaration: l.Declaration}
	for _, f := range l.Fields {
		if f.Name == "epsilon" {
			if _, err := learners.ParseEpsilon(epsilon); err == nil { // a wrong ε is shown in its own field
				f.Default = epsilon
			}
			if own, err := spec.With(f.Name, f.Value()); err == nil {
				spec = own
			}
		}
	}
	derived := func(f *form.Field) bool { return f.Formula != "" }
	if !slices.ContainsFunc(l.Fields, derived) {
		return
	}
	v, known := values(spec)
	for _, f := range l.Fields {
		switch {
		case !derived(f):
		case known:
			f.Default = strconv.FormatFloat(v.Number(f.Name), 'g', 6, 64)
		default:
			f.Default = ""
		}
	}
}

func epsilonField(meaning string) *form.Field {
	return &form.Field{Name: "epsilon", Label: "ε", Meaning: meaning, Range: "a positive number or inf", Check: allows("epsilon")}
}

func seedField(standard, meaning string) *form.Field {
	limits := "a whole number from 0 to 2^64 − 1"
	return &form.Field{Name: "seed", Default: standard, Meaning: meaning, Range: limits, Check: allows("seed")}
}

// channelField returns the field of the local channel; epsilon is the field of its ε.
func channelField(epsilon *form.Field) *form.Field {
	return &form.Field{
		Name: "channel", Meaning: "privatizes each reward before the learners that take a channel see it",
		Range: channelNotation(),
		Check: func(text string) error {
			var c model.Config
			if choice.Set(&c, "epsilon", epsilon.Value()) != nil {
				return nil // ε itself is refused in its own field
			}
			return choice.Set(&c, "channel", text)
		},
	}
}

func channelNotation() string {
	var all []string
	for _, d := range channel.Catalog() {
		notation := d.ID
		var ranges []string
		for _, p := range d.Parameters {
			notation += "," + p.Name + "=…"
			if p.Range != "" {
				ranges = append(ranges, p.Name+" from "+p.Range)
			}
		}
		if len(ranges) > 0 {
			notation += " (" + strings.Join(ranges, ", ") + ")"
		}
		all = append(all, notation)
	}
	return strings.Join(all, "; ")
}
