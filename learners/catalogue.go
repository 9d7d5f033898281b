package learners

import (
	"cmp"
	"slices"

	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// A Family groups learners that can be compared with each other.
type Family int

// The families, in the order in which they are listed.
const (
	PrivateBandit Family = iota
	Bandit
	Experts
	Matroids
	LocalPrivacy
	ChangingMeans
	Reference
	Programs // of the user's own; not in the catalogue
)

func (f Family) String() string {
	return [...]string{
		"bandits, central privacy", "bandits, no privacy", "full information",
		"matroid semi-bandits", "local privacy", "local privacy, changing means", "reference", "your own programs",
	}[f]
}

// feedback is what the family's learners need to see.
func (f Family) feedback() Feedback {
	return [...]Feedback{
		PrivateBandit: BanditFeedback, Bandit: BanditFeedback, Experts: FullFeedback, Matroids: SemiBanditFeedback,
		LocalPrivacy: BanditFeedback, ChangingMeans: BanditFeedback, Reference: AnyFeedback,
	}[f]
}

// Privacy says what kind of promise a learner makes.
type Privacy int

// The kinds of privacy.
const (
	NotPrivate   Privacy = iota // uses rewards as they are
	DataFree                    // never looks at a reward
	Central                     // event-level ε-differential privacy of what it plays
	Concentrated                // event-level ρ-zCDP or μ-GDP of what it plays, by normal noise; no ε
	Local                       // each reward is privatized before the learner sees it
	Unknown                     // a program: what it does with a reward cannot be seen
)

// Publishes reports whether the learner sees rewards and adds noise to what it
// publishes.
func (p Privacy) Publishes() bool { return p == Central || p == Concentrated }

// TakesEpsilon reports whether the privacy parameter ε changes what the learner does.
func (p Privacy) TakesEpsilon() bool { return p == Central || p == Local }

// A Promise is what a paper claims in another notion than ε.
type Promise struct {
	Notion privacy.Notion
	Value  float64
}

// Feedback says what a learner needs to see.
type Feedback int

// The kinds of feedback.
const (
	AnyFeedback Feedback = iota
	BanditFeedback
	SemiBanditFeedback
	FullFeedback
)

// A Declaration is everything that forms, flags, help texts and compatibility
// checks need to know of a learner.
type Declaration struct {
	ID      string
	Name    string
	Family  Family
	Paper   string // short name and algorithm, with how well the source was at hand
	Brief   string // the summary in at most 32 cells, for lists; empty if the summary is as short
	Summary string // one line: what it does
	// Featured is the learner's place, from 1, among those that a scenario made
	// for its family is shown with by default; 0 for the rest.
	Featured int
	Privacy  Privacy
	// Counterparts are the ids of the learners that it is the private version of, the
	// nearest first.
	Counterparts []string
	Claim        string // what its paper claims of privacy; empty if it claims nothing
	// ClaimsFor reports, with local privacy, whether the claim is made for a channel at
	// the ε that was asked for; nil: for every channel except none.
	ClaimsFor func(c channel.Channel, epsilon float64) bool
	// Promises is the claim of a Concentrated learner in numbers; nil if its paper
	// claims an order of growth alone.
	Promises func(Setting, param.Values) Promise
	// Growth is that order, such as μ = O(√T); empty if Promises has a number.
	Growth string
	// Tunes is the parameter that says how private a learner without an ε is; empty
	// where that is ε.
	Tunes string
	// Audit computes exactly what its releases cost in a setting, whatever is
	// claimed: auditFreshSums where each reward is in one sum with noise Lap(1/ε)
	// and one arm is played a round, oneRewardDecides where the largest of exact
	// scores is played, manyPlaysTell where plays are drawn without regard to
	// privacy, else a function that calls noise/dpaudit. It is nil with local
	// privacy, where no reward is looked at, and where no exact audit is known.
	Audit Auditor

	Feedback     Feedback // that of its family: Register sets it
	KnowsHorizon bool     // it needs the horizon T
	NeedsBest    bool     // it is told the optimal play: no learner, but the reference for regret

	// Channel is the local channel that privatizes its feedback by default; empty for
	// learners that take none.
	Channel string
	// Accepts reports whether the learner works with a channel; nil for all. An
	// error is the end of a sentence: "it needs bits".
	Accepts func(channel.Channel) error
	// TrustsReports says that it ranks arms by the mean of the reports as they
	// are, so that a channel may mislead it about which arm is best.
	TrustsReports bool

	Parameters param.List
	// Derive computes the default of a parameter that depends on the setting.
	Derive func(s Setting, name string) float64

	Pseudocode []Line
	// ReleaseLines are the lines that run when a release is made. InitLine is the one that
	// runs in their place while every arm is observed for the first time; 0 if it releases
	// nothing by itself.
	ReleaseLines []int
	InitLine     int
	// Bounds are what theorems say of its regret.
	Bounds []Bound
	// Explicit is the theorem on its regret that has all constants; its Value is nil where
	// none has.
	Explicit Bound
	// Coverage is set where a rare run decides the mean regret, so that samples without
	// one mislead: the share of 95% intervals that contain the mean, from 20, 50 and 200
	// runs of 10⁵ rounds on hhmh-1 at ε = 0.5, as measured.
	Coverage [3]float64

	New func(Setting, param.Values) Learner
	// Player plays in place of an algorithm: a program or a person; the zero Player in the catalogue.
	Player Player
	// Twin makes the learner fast before round 1: what it returns plays the same to the
	// last bit. It is nil if there is no twin, and in a plain build.
	Twin func(Learner) Learner
}

// Start returns a new learner, or its fast twin where there is one.
func (d *Declaration) Start(s Setting, v param.Values) Learner {
	l := d.New(s, v)
	if d.Twin != nil {
		l = d.Twin(l)
	}
	return l
}

// Releasing returns the lines that run because a release is made, in a round in which the
// learner is at lines.
func (d *Declaration) Releasing(lines []int) []int {
	if d.InitLine > 0 && slices.Contains(lines, d.InitLine) {
		return []int{d.InitLine}
	}
	return d.ReleaseLines
}

// A Line of pseudo-code, in our own words with the paper's number.
type Line struct {
	Number int
	Text   string
}

var (
	catalogue []*Declaration
	twins     = map[string]func(Learner) Learner{} // by id
)

// Register adds a learner to the catalogue, so that every command and form lists it. Call
// it from init, in this package or in your own. It panics if the declaration is wrong.
func Register(d *Declaration) {
	if _, err := Find(d.ID); err == nil {
		panic("learners: two declarations with id " + d.ID)
	}
	d.Parameters.MustBeSound(d.ID)
	d.Feedback, d.Twin = d.Family.feedback(), twins[d.ID]
	catalogue = append(catalogue, d)
	slices.SortFunc(catalogue, func(a, b *Declaration) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.ID, b.ID))
	})
}

// All returns every learner there is, by family and id.
func All() []*Declaration { return slices.Clone(catalogue) }

// Find returns the learner with the given id; the error of an unknown one
// names the nearest.
func Find(id string) (*Declaration, error) {
	return param.Find(catalogue, "learner", id, func(d *Declaration) string { return d.ID })
}
