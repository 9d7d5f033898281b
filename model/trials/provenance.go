package trials

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
)

// Version is the program's version, which results carry.
const Version = "3.0.0"

// stamp is the commit of a release, which .ci/release sets.
var stamp string

// Commit identifies the source of this build, with a final "+" if it was modified; empty if
// unknown.
func Commit() string {
	if stamp != "" {
		return stamp
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return revision + changed
}

// Made describes how a file was made. Every file that this program writes has one.
type Made struct {
	Command     string   `json:"command"` // the command line that made the file, as typed; never run
	Version     string   `json:"version"`
	Commit      string   `json:"commit,omitempty"`
	Seed        uint64   `json:"seed"`
	Fingerprint string   `json:"fingerprint"` // Design.Fingerprint, of every design
	Scenarios   []string `json:"scenarios"`   // by name, without parameters
	Learners    []string `json:"learners"`    // by id
}

// MadeBy describes a file that a command line makes from the designs.
func MadeBy(command string, designs ...*Design) *Made {
	m := &Made{
		Command: param.Printable(command), Version: Version, Commit: Commit(), Scenarios: []string{},
		Learners: []string{},
	}
	var prints []string
	for _, d := range designs {
		m.Seed = designs[0].Config.Seed
		prints = param.Include(prints, d.Fingerprint())
		for i := range d.Series {
			preset, _, _ := strings.Cut(d.Series[i].Scenario, ",")
			m.Scenarios, m.Learners = param.Include(m.Scenarios, preset), param.Include(m.Learners, d.Series[i].Learner)
		}
	}
	m.Fingerprint = strings.Join(prints, " ")
	return m
}

// Fingerprint identifies what is simulated: designs that differ only in their number of runs or
// reported rounds have the same. The prefix keeps programs from reading it as a number.
func (d *Design) Fingerprint() string {
	own := *d
	own.Config.At = nil
	own.Series = slices.Clone(d.Series)
	for i := range own.Series {
		own.Series[i].At = nil
	}
	return "f-" + own.Hash()
}

// DesignOf returns the design of one run, without what is slow to compute.
func DesignOf(c *model.Config) *Design {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return (&Experiment{Points: []*model.Config{c}, Runs: 1}).Design(ctx)
}

// Text returns m in ASCII without <, > and &, for pictures and reports.
func (m *Made) Text() string {
	text, _ := json.Marshal(map[string]*Made{"made_by": m}) // strings and numbers always encode
	return string(escaped(text, func(r rune) bool { return r >= 0x7f }))
}

// SVG returns m as an element of a picture, or nothing for nil.
func (m *Made) SVG() string {
	if m == nil {
		return ""
	}
	return "<metadata>" + m.Text() + "</metadata>\n"
}
