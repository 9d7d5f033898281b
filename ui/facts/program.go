package facts

import (
	"fmt"
	"strings"

	"regretscope/model/program"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// program returns a program's statements about its privacy and, with a channel, the known loss
// of its reports.
func (f *Focus) program() []Fact {
	var all []Fact
	if f.Learner.Channels != nil {
		all = f.reports()
	} else {
		all = []Fact{{
			Title: "loss per round", Page: "programs",
			Lines: []kit.Line{
				{Lead: "unknown: it is a program"},
				{Lead: "an audit measures it from outside", Tone: kit.Faint},
			},
		}}
	}
	if f.Learner.Statement == nil {
		return append(all, unchecked("program", kit.Line{Lead: "no statement before round 1", Tone: kit.Faint}))
	}
	return append(all, unchecked("claims", f.claimed()), unchecked("releases", f.stated()...))
}

// unchecked marks a fact as a statement of the program that is not verified here.
func unchecked(title string, parts ...kit.Line) Fact {
	return Fact{
		Title: title, Page: "programs",
		Lines: append(parts, kit.Line{Lead: "stated by the program, not checked", Tone: kit.Faint}),
	}
}

func (f *Focus) claimed() kit.Line {
	ready := &f.Learner.Statement.Ready
	text := map[string]string{"no": "no privacy", "central": "central privacy", "local": "local privacy"}[ready.Private]
	if ready.Claim != nil {
		text += ", " + ready.Claim.String()
	}
	return kit.Line{Lead: text}
}

func (f *Focus) stated() []kit.Line {
	r := f.Learner.Statement.Last
	if r == nil {
		return []kit.Line{{Lead: "none stated"}}
	}
	newest := kit.Line{Lead: fmt.Sprintf("the last in round %s: arm %s, %s", number.Count(f.Learner.Statement.Round),
		f.Shot.Config.Scenario.Label(r.Arm), number.Plural(r.Observations, "observation"))}
	if f.Learner.Statement.Round == f.Shot.Round-1 {
		newest.Tone = kit.New
	}
	parts := []kit.Line{{Lead: number.Count(f.Learner.Statement.Releases), Tone: kit.Strong}, newest}
	if rest := noiseOf(r); rest != "" {
		parts = append(parts, kit.Line{Lead: rest})
	}
	return parts
}

// noiseOf returns the program's statement about a release's noise; empty if there is none.
func noiseOf(r *program.Release) string {
	var said []string
	if r.Noise != "" {
		said = append(said, param.Brief(r.Noise)+" noise")
	}
	if r.Scale > 0 {
		said = append(said, "scale "+number.Ratio(r.Scale))
	}
	if r.Epsilon > 0 {
		said = append(said, "ε = "+number.Loss(r.Epsilon))
	}
	return strings.Join(said, ", ")
}
