package learners

import (
	"slices"

	"regretscope/noise"
	"regretscope/noise/param"
)

// armReleases holds the releases of the latest round, each for one arm. It reuses their memory.
type armReleases struct {
	ids      []int // 0, 1, …; a release's arms are a slice of it
	terms    []noise.ReleaseTerm
	releases []noise.Release
}

func newArmReleases(arms int) armReleases {
	return armReleases{ids: param.Indices(arms)}
}

// begin clears the releases of the previous round.
func (m *armReleases) begin() { m.releases, m.terms = m.releases[:0], m.terms[:0] }

// enter adds a release of the term's arm.
func (m *armReleases) enter(r noise.Release, term noise.ReleaseTerm) {
	n := len(m.terms)
	m.terms = append(m.terms, term)
	r.Arms, r.Terms = m.ids[term.Arm:term.Arm+1:term.Arm+1], m.terms[n:n+1:n+1]
	r.Winner = -1
	m.releases = append(m.releases, r)
}

func (m *armReleases) Releases() []noise.Release { return m.releases }

func (m *armReleases) clone() armReleases {
	c := armReleases{ids: m.ids, terms: slices.Clone(m.terms), releases: slices.Clone(m.releases)}
	for i := range c.releases {
		c.releases[i].Terms = c.terms[i : i+1 : i+1]
	}
	return c
}
