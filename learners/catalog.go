package learners

import (
	"cmp"
	"math"
	"slices"

	"regretscope/noise/channel"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// A Family groups comparable learners.
type Family int

// The families, in display order.
const (
	PrivateBandit Family = iota
	Bandit
	Experts
	Matroids
	LocalPrivacy
	ChangingMeans
	Reference
	Programs // written by the user; not in the catalog
)

// families are the names of the families, and the feedback that their learners need.
var families = [...]struct {
	name     string
	feedback Feedback
}{
	PrivateBandit: {"bandits, central privacy", BanditFeedback},
	Bandit:        {"bandits, no privacy", BanditFeedback},
	Experts:       {"full information", FullFeedback},
	Matroids:      {"matroid semi-bandits", SemiBanditFeedback},
	LocalPrivacy:  {"local privacy", BanditFeedback},
	ChangingMeans: {"local privacy, changing means", BanditFeedback},
	Reference:     {"reference", AnyFeedback},
	Programs:      {"your own programs", AnyFeedback},
}

func (f Family) String() string { return families[f].name }

// Privacy is the kind of privacy that a learner promises.
type Privacy int

// The kinds of privacy.
const (
	NotPrivate   Privacy = iota // uses raw rewards
	DataFree                    // never uses a reward
	Central                     // event-level ε-differential privacy of the plays
	Concentrated                // event-level ρ-zCDP or μ-GDP of the plays, by normal noise; no ε
	Approximate                 // event-level (ε, δ)-differential privacy of the plays; no ε alone
	Local                       // each reward is privatized before the learner sees it
	Unknown                     // a program, whose use of rewards cannot be seen
)

// Publishes reports whether the learner sees raw rewards and adds noise to its releases.
func (p Privacy) Publishes() bool { return p == Central || p == Concentrated || p == Approximate }

// TakesEpsilon reports whether ε changes the learner's behavior.
func (p Privacy) TakesEpsilon() bool { return p == Central || p == Approximate || p == Local }

// A Promise is a claim in a notion of privacy other than ε-DP.
type Promise struct {
	privacy.Measure
	Value float64
}

// Feedback is the part of a round's rewards that a learner sees.
type Feedback int

// The kinds of feedback.
const (
	AnyFeedback Feedback = iota
	BanditFeedback
	SemiBanditFeedback
	FullFeedback
)

// A Declaration describes a learner for forms, flags, help texts and compatibility checks.
type Declaration struct {
	ID string
	// Look is its color and stroke in pictures: a number that no other learner has. It never changes.
	Look int
	Listing
	Guarantee

	Feedback     Feedback // set by Register from the family
	KnowsHorizon bool     // needs the horizon T
	NeedsBest    bool     // needs the optimal play: only the reference for regret does

	// Channel is the default local channel; empty for learners without local privacy.
	Channel string
	// Accepts returns an error if the learner does not work with a channel; nil accepts all.
	// The error completes a sentence: "it needs bits".
	Accepts func(channel.Channel) error
	// TrustsReports means that the learner ranks arms by their mean reports, so a channel may
	// mislead it about the best arm.
	TrustsReports bool

	Parameters param.List
	// Derive computes a default that depends on the setting and the given parameters.
	Derive func(s Setting, given param.Set, name string) float64

	Teaching

	New func(Setting, param.Values) Learner
	// Player is the program or person that plays instead of an algorithm; zero in the catalog.
	Player Player
	// FastPath returns a faster learner with exactly the same plays, given one before round 1.
	// It is nil without a fast path and in a plain build.
	FastPath func(Learner) Learner
}

// A Listing is what lists show of a learner.
type Listing struct {
	Name    string
	Family  Family
	Paper   string // short name and algorithm, and how the source was read
	Brief   string // the summary in at most 32 cells, for lists; empty if Summary is short enough
	Summary string // one line: what it does
	// Featured is the learner's rank, from 1, among the default learners of its family's
	// scenarios; 0 if it is not one.
	Featured int
	// Counterparts are the ids of its non-private versions, nearest first.
	Counterparts []string
}

// A Guarantee is a learner's privacy: what its paper claims, and what an audit computes.
type Guarantee struct {
	Privacy Privacy
	Claim   string // the paper's privacy claim; empty if there is none
	// ClaimsFor reports, under local privacy, whether the claim covers a channel at the
	// requested ε; nil means every channel except none.
	ClaimsFor func(c channel.Channel, epsilon float64) bool
	// Promises returns the claim of a Concentrated or Approximate learner as a number; nil if the
	// paper claims only an order of growth.
	Promises func(Setting, param.Values) Promise
	// Growth is that order of growth, such as μ = O(√T); empty if Promises is set.
	Growth string
	// Tunes is the parameter that controls privacy in a learner without ε; otherwise empty.
	Tunes string
	// Between is whom people must trust between themselves and the server: "adder" or "shuffler";
	// empty if they send it their rewards or reports.
	Between string
	// Audit computes the exact privacy loss of the releases in a setting. Use auditFreshSums if
	// one arm is played a round and each reward is in one sum with noise Lap(1/ε),
	// auditExactScores if the largest of exact scores is played, auditRandomPlays if plays are
	// drawn at random but not for privacy, or a function that calls noise/dpaudit. Audit is nil
	// under local privacy, for learners that use no reward, and if no exact audit is known.
	Audit Auditor
}

// Teaching explains how a learner works and how well it is known to work.
type Teaching struct {
	// Plain says in three sentences what the learner keeps, how it chooses, and what it pays for privacy.
	Plain      [3]string
	Pseudocode []Line
	// Symbols are those of the pseudocode that commonSymbols lacks or that differ here.
	Symbols []Symbol
	// ReleaseLines are the pseudocode lines that run when a release is made. InitLine replaces
	// them while every arm is first observed; 0 if that line makes no release.
	ReleaseLines []int
	InitLine     int
	// Bounds are theorems about its regret.
	Bounds []Bound
	// Explicit is the regret bound with all its constants; its Value is nil if there is none.
	Explicit Bound
	// Coverage is set if rare runs dominate the mean regret, so samples without such a run mislead: the measured
	// share of 95% intervals that contain the mean, from 20, 50 and 200 runs of 10⁵ rounds on hhmh-1 at ε = 0.5.
	Coverage [3]float64
}

// Start returns a new learner, or its fast path if it has one.
func (d *Declaration) Start(s Setting, v param.Values) Learner {
	l := d.New(s, v)
	if d.FastPath != nil {
		l = d.FastPath(l)
	}
	return l
}

// Releasing returns the lines that make releases in a round that runs the given lines.
func (d *Declaration) Releasing(lines []int) []int {
	if d.InitLine > 0 && slices.Contains(lines, d.InitLine) {
		return []int{d.InitLine}
	}
	return d.ReleaseLines
}

// A Line of pseudocode, in this project's words with the paper's number.
type Line struct {
	Number int
	Text   string
}

var (
	catalog   []*Declaration
	fastPaths = map[string]func(Learner) Learner{} // by id
)

// Register adds a learner to the catalog, so every command and form lists it. Call it from
// init, in a file of this package. It panics if the declaration is wrong.
func Register(d *Declaration) {
	if _, err := Find(d.ID); err == nil {
		panic("learners: two declarations with id " + d.ID)
	}
	d.Parameters.MustBeSound(d.ID)
	d.Feedback, d.FastPath = families[d.Family].feedback, fastPaths[d.ID]
	catalog = append(catalog, d)
	slices.SortFunc(catalog, func(a, b *Declaration) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.ID, b.ID))
	})
}

// All returns every learner, sorted by family and id.
func All() []*Declaration { return slices.Clone(catalog) }

// Find returns the learner with the given id. The error for an unknown id suggests the nearest one.
func Find(id string) (*Declaration, error) {
	return param.Find(catalog, "learner", id, func(d *Declaration) string { return d.ID })
}

// An Auditor computes the exact privacy loss of a learner's releases for a setting and parameters.
type Auditor func(Setting, param.Values) dpaudit.Transcript

// Claimed returns the ε that the learner's paper claims for a setting: the requested ε, per
// report under local privacy. ok is false if the paper claims no ε, or none for these channels.
func (d *Declaration) Claimed(s Setting) (epsilon float64, ok bool) {
	switch d.Privacy {
	case DataFree:
		return 0, true
	case Central:
		return s.Epsilon, true
	case Local:
		for _, c := range s.Channels {
			if c.ID() == "none" || d.ClaimsFor != nil && !d.ClaimsFor(c, s.Epsilon) {
				return math.NaN(), false
			}
		}
		return s.Epsilon, true
	default:
		return math.NaN(), false
	}
}

// Audit computes the exact privacy loss of the learner's releases or, under local privacy, of
// one report. known is false if there is no exact audit.
func (s Spec) Audit(setting Setting) (t dpaudit.Transcript, known bool) {
	switch {
	case s.Privacy == NotPrivate && setting.onePlay():
		return dpaudit.Nothing(setting.Arms), true
	case s.Declaration.Audit != nil:
		return s.Declaration.Audit(setting, s.Values(setting)), true
	case s.Privacy == DataFree:
		return dpaudit.Nothing(setting.Arms), true
	case s.Privacy == Local && len(setting.Channels) > 0:
		return dpaudit.Reports(setting.Channels), true
	}
	return t, false
}

// onePlay reports whether there is a single play: then it depends on no reward.
func (s Setting) onePlay() bool {
	if s.Matroid != nil {
		return s.Matroid.Rank() == s.Arms
	}
	return s.Arms == 1
}

// auditFreshSums audits learners of one arm a round that release each reward in one sum with noise Lap(1/ε).
func auditFreshSums(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoisySums(s.Arms, 1, 1, 1/s.Epsilon)
}

// auditExactScores audits learners that play the largest of exact scores.
func auditExactScores(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoNoise(s.Arms, true,
		"Scores are exact: where two plays are close, the replaced round alone decides between them.")
}

// auditRandomPlays audits learners that draw plays at random, but not for privacy.
func auditRandomPlays(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoNoise(s.Arms, false,
		"Each play is drawn with chances that the replaced round moves a little; in a long run that adds up "+
			"without bound.")
}
