package model

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"regretscope/learners"
	"regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/scenarios"
)

// A Verdict is what is known about a learner's privacy without running it: the claimed and the
// true loss of the costliest round, or of one report with local privacy.
type Verdict struct {
	Spec     learners.Spec
	Epsilon  float64          // its privacy parameter
	Claimed  float64          // NaN without a claimed ε
	Delta    float64          // of a program that claims (ε, δ)
	Promised learners.Promise // in another notion; its Notion is empty without one
	Exact    dpaudit.Transcript
	Known    bool      // Exact is known
	Pair     Neighbors // the neighbors of Exact; empty unless Known
	Channels string    // the local channel; empty without local privacy
}

// Verdict compares the claimed with the true loss of learner i of a checked configuration. It takes microseconds.
func (c *Config) Verdict(i int) Verdict {
	spec, setting := c.Learners[i], c.setting(i)
	v := Verdict{Spec: spec, Epsilon: setting.Epsilon, Claimed: math.NaN()}
	if spec.Privacy == learners.Local {
		v.Channels = c.ChannelName(i)
	}
	if claimed, ok := spec.Claimed(setting); ok {
		v.Claimed = claimed
	}
	if spec.Promises != nil {
		v.Promised = spec.Promises(setting, spec.Values(setting))
	}
	if v.Exact, v.Known = spec.Audit(setting); v.Known {
		v.Pair = NeighborsOf(v.Exact.WorstPair, v.Exact.Round)
	}
	return v
}

// tolerance is the relative rounding error of a computed ε.
const tolerance = 1e-9

// Broken reports whether the true loss exceeds the claim.
func (v *Verdict) Broken() bool {
	if v.Promised.Notion != "" {
		return v.Known && v.otherValue().Value > v.Promised.Value*(1+tolerance)
	}
	return v.Known && !math.IsNaN(v.Claimed) && v.Exact.Epsilon > v.Claimed*(1+tolerance)
}

// Promises reports whether the learner claims any privacy in numbers.
func (v *Verdict) Promises() bool { return !math.IsNaN(v.Claimed) || v.Promised.Notion != "" }

// Claim returns the claimed loss in its own notion, such as ε = 0.5, ρ = 0.1 or μ = O(√T); empty without one.
func (v *Verdict) Claim() string {
	switch {
	case v.Promised.Notion == privacy.Delta:
		return LossOf(v.Promised.At, v.Promised.Value)
	case v.Promised.Notion != "":
		return number.LossIs(v.Promised.String(), v.Promised.Value, v.Promised.Value)
	case v.Spec.Growth != "":
		return v.Spec.Growth
	case math.IsNaN(v.Claimed):
		return ""
	case v.Delta > 0:
		return fmt.Sprintf("ε = %s, δ = %s", number.Loss(v.Claimed), number.Loss(v.Delta))
	}
	return "ε = " + number.Loss(v.Claimed)
}

// OtherNotion returns the notion of the claim if that is not ε, else "".
func (v *Verdict) OtherNotion() string {
	if v.Promised.Notion == "" && v.Spec.Growth != "" {
		return string(privacy.Mu)
	}
	if v.Promised.Notion == "" {
		return ""
	}
	return v.Promised.String()
}

// otherValue returns the true value in the claimed notion, or μ without one.
func (v *Verdict) otherValue() privacy.Value {
	return privacy.Measure{Notion: cmp.Or(v.Promised.Notion, privacy.Mu), At: v.Promised.At}.Of(v.Exact.Mechanism)
}

// otherLine returns the verdict on a learner that claims ρ or μ in place of ε.
func (v *Verdict) otherLine() string {
	truth, notion := v.otherValue(), v.Promised
	if notion.Notion == "" {
		return "claims " + v.Spec.Growth + ": true μ is at most " + number.Loss(truth.Value) + " up to the horizon"
	}
	return judged(truth.Value/v.Promised.Value, number.LossIs(notion.String(), truth.Value, v.Promised.Value),
		number.LossIs(notion.String(), v.Promised.Value, truth.Value))
}

// judged describes a true value, a claimed one, and their ratio.
func judged(ratio float64, truth, claimed string) string {
	verdict, relation := "violated", "is "+number.Beside(number.Ratio, ratio, 1)+" times"
	switch {
	case math.Abs(ratio-1) <= tolerance:
		verdict, relation = "holds", "equals"
	case ratio < 1:
		verdict, relation = "holds", "is below"
	case math.IsInf(ratio, 1):
		relation = "is above"
	case math.Abs(ratio-2) <= tolerance:
		relation = "is twice"
	}
	return fmt.Sprintf("claim %s: true %s %s claimed %s", verdict, truth, relation, claimed)
}

// Line returns the verdict in a few words, in units of the learner's ε: "claim violated: true 2ε is twice claimed ε".
func (v *Verdict) Line() string {
	local := v.Spec.Privacy == learners.Local
	switch {
	case v.Spec.Privacy == learners.Unknown && math.IsNaN(v.Claimed):
		return "unknown: a program that claims nothing"
	case v.Spec.Privacy == learners.Unknown:
		return "unknown: a program that claims " + v.InUnits(v.Claimed)
	case v.Spec.Privacy == learners.DataFree:
		return "uses no reward: ε = 0"
	case (v.Spec.Privacy == learners.Concentrated || v.Approximates()) && v.Known:
		return v.otherLine()
	case v.Spec.Privacy == learners.Approximate && v.Known:
		return "ε = ∞: no noise and no privacy"
	case math.IsNaN(v.Claimed) && local && v.Known && !math.IsInf(v.Exact.Epsilon, 1):
		return "no claim for this channel: true " + v.InUnits(v.Exact.Epsilon) + " per report"
	case math.IsNaN(v.Claimed):
		return "claims no privacy: " + v.unbounded(local)
	case math.IsInf(v.Claimed, 1):
		return "ε = ∞: no noise and no privacy"
	case !v.Known:
		return "claims " + v.InUnits(v.Claimed) + "; there is no exact audit"
	}
	of := ""
	if local {
		of = " per report"
	}
	return judged(v.Exact.Epsilon/v.Claimed, v.InUnits(v.Exact.Epsilon)+of, v.InUnits(v.Claimed))
}

// unbounded explains why a learner without a claim has no privacy.
func (v *Verdict) unbounded(local bool) string {
	switch {
	case local:
		return "a report may reveal its reward"
	case v.Known && !v.Exact.Attained:
		return "many plays together reveal a reward (ε = ∞)"
	default:
		return "one play may reveal a reward (ε = ∞)"
	}
}

// InUnits returns ε as a multiple of the learner's own: ε, 2.33ε; or as a plain number if the
// learner runs without noise.
func (v *Verdict) InUnits(epsilon float64) string {
	ratio := epsilon / v.Epsilon
	switch {
	case math.IsInf(epsilon, 1):
		return "∞"
	case math.IsInf(v.Epsilon, 1):
		return number.Loss(epsilon)
	case math.Abs(ratio-1) <= tolerance:
		return "ε"
	default:
		return number.Beside(number.Ratio, ratio, 1) + "ε"
	}
}

// AuditScenario returns the default scenario for audits of a learner: the first of three that
// it can play. An audit uses its arms and matroid, not its rewards.
func AuditScenario(d *learners.Declaration) (*scenarios.Scenario, error) {
	for _, name := range []string{scenarios.Default, "ww-det", "chh-synthetic"} {
		s, err := scenarios.Open(name, "")
		if err != nil || Suits(d, s) == nil {
			return s, err
		}
	}
	return nil, fmt.Errorf("%s: no scenario to audit it on, choose one", d.ID)
}

// DefaultVerdict returns the verdict on a learner with default parameters on its audit scenario.
func DefaultVerdict(d *learners.Declaration) (Verdict, error) {
	s, err := AuditScenario(d)
	if err != nil {
		return Verdict{}, err
	}
	c := Config{Scenario: s, Learners: []learners.Spec{{Declaration: d}}, Horizon: s.Horizon, Epsilon: s.Epsilon}
	if err := c.Check(); err != nil {
		return Verdict{}, err
	}
	return c.Verdict(0), nil
}

// Loss returns the audited loss in its own notion, to stand beside the learner's name: "ε 0.5",
// "μ ≤ 707", "local ε 1", "not private"; empty if it is unknown.
func (v *Verdict) Loss() string {
	switch {
	case !v.Known:
		return ""
	case v.Spec.Privacy == learners.Local && math.IsInf(v.Exact.Epsilon, 1):
		return "not private"
	case v.Spec.Privacy == learners.Local:
		return "local ε " + number.Loss(v.Exact.Epsilon)
	case v.Approximates():
		return "ε " + number.Loss(v.Epsilon) + " δ " + number.Loss(v.otherValue().Value)
	case !math.IsInf(v.Exact.Epsilon, 1):
		return "ε " + number.Loss(v.Exact.Epsilon)
	}
	if mu := v.Exact.Mechanism.Mu(); !math.IsInf(mu.Upper, 1) {
		if mu.Status == "upper" {
			return "μ ≤ " + number.Loss(mu.Upper)
		}
		return "μ " + number.Loss(mu.Upper)
	}
	return "not private"
}

// Losses returns Verdict.Loss of every learner.
func (c *Config) Losses() []string {
	losses := make([]string, len(c.Learners))
	for i := range losses {
		v := c.Verdict(i)
		losses[i] = v.Loss()
	}
	return losses
}

// NamesWithLoss returns the learners' labels with their losses, for a chart that compares them.
func (c *Config) NamesWithLoss() []string {
	names := c.Losses()
	for i, loss := range names {
		names[i] = c.Learners[i].Label()
		if _, epsilon, found := strings.Cut(loss, "ε "); found {
			epsilon, _, _ = strings.Cut(epsilon, " ")
			names[i] = strings.TrimSuffix(strings.Replace(names[i]+" ", " ε="+epsilon+" ", " ", 1), " ")
		}
		names[i] = strings.TrimSuffix(names[i]+" "+loss, " ")
	}
	return names
}

// Unlike says how the losses of the learners that protect rewards differ, in a few words; empty if they are equal.
// serious reports whether no number compares them: their notions differ, or who is protected from whom.
func (c *Config) Unlike() (words string, serious bool) {
	var all []string
	for i, loss := range c.Losses() {
		if d := c.Learners[i].Declaration; d.Privacy == learners.NotPrivate || d.Privacy == learners.DataFree ||
			loss == "" || loss == "not private" || slices.Contains(all, loss) {
			continue
		}
		all = append(all, loss)
	}
	kinds := func(prefix string) bool {
		return slices.ContainsFunc(all, func(loss string) bool { return strings.HasPrefix(loss, prefix) })
	}
	delta := func(loss string) bool { return strings.Contains(loss, " δ ") }
	switch local := kinds("local"); {
	case local && (kinds("ε") || kinds("μ")):
		return "central and local privacy", true
	case kinds("ε") && kinds("μ"):
		return "privacy in ε and in μ", true
	case slices.ContainsFunc(all, delta) && len(slices.DeleteFunc(slices.Clone(all), delta)) > 0:
		return "privacy in ε and in (ε, δ)", true
	case len(all) > 1:
		return "unequal privacy", false
	}
	return "", false
}

// Cautions returns Warnings, and a sentence if no number compares the learners' losses.
func (c *Config) Cautions() []string {
	cautions := c.Warnings()
	if words, serious := c.Unlike(); serious {
		cautions = append(cautions, "These learners promise different things ("+words+"), so do not rank them by one ε: "+
			strings.Join(c.NamesWithLoss(), ", "))
	}
	return cautions
}

// An Onlooker sees something that depends on a person's reward. Whatever it sees is
// (Epsilon, Delta)-differentially private for that reward, and for no smaller Epsilon or Delta. If the learner claims
// ρ or μ, Rho or Mu bounds what the plays show.
type Onlooker struct {
	Who     string       `json:"who"` // adder or shuffler, whom people must trust, server, or plays: those who see the plays
	Epsilon number.Float `json:"epsilon"`
	Delta   number.Float `json:"delta"`
	Rho     number.Float `json:"rho,omitempty"`
	Mu      number.Float `json:"mu,omitempty"`
}

// Onlookers returns who learns what about a person's reward, from the person on, by the exact audit;
// nil if there is none.
func (v *Verdict) Onlookers() []Onlooker {
	if !v.Known {
		return nil
	}
	everything := number.Float(math.Inf(1))
	plays := Onlooker{Who: "plays", Epsilon: number.Float(v.Exact.Epsilon)}
	server := plays
	switch {
	case v.Approximates():
		plays.Epsilon, plays.Delta = number.Float(v.Epsilon), number.Float(v.otherValue().Value)
	case v.Promised.Notion == privacy.Rho:
		plays.Rho = number.Float(v.otherValue().Upper)
	case v.Spec.Privacy == learners.Concentrated:
		plays.Mu = number.Float(v.otherValue().Upper)
	}
	switch {
	case v.Spec.Between != "":
		server = plays
		server.Who = "server"
		return []Onlooker{{Who: v.Spec.Between, Epsilon: everything}, server, plays}
	case v.Spec.Privacy != learners.Local && v.Spec.Privacy != learners.DataFree:
		server.Epsilon = everything
	}
	server.Who = "server"
	return []Onlooker{server, plays}
}

// Approximates reports whether the learner claims (ε, δ) with a finite ε.
func (v *Verdict) Approximates() bool {
	return v.Spec.Privacy == learners.Approximate && !math.IsInf(v.Epsilon, 1)
}

// Loss formats what the onlooker learns: ε = 0.5, (ε, δ) = (1, 9.83·10⁻⁷), ρ ≤ 0.1.
func (o *Onlooker) Loss() string {
	switch {
	case o.Rho > 0:
		return "ρ ≤ " + number.Loss(float64(o.Rho))
	case o.Mu > 0:
		return "μ ≤ " + number.Loss(float64(o.Mu))
	}
	return LossOf(float64(o.Epsilon), float64(o.Delta))
}

// LossOf formats (ε, δ), or ε alone if δ is 0.
func LossOf(epsilon, delta float64) string {
	if delta == 0 {
		return "ε = " + number.Loss(epsilon)
	}
	return "(ε, δ) = (" + number.Loss(epsilon) + ", " + number.Loss(delta) + ")"
}

// Neighbors are two reward sequences that differ in one round's vector, fixed in advance. In
// that round side 0 has Before and side 1 has After (HHMH Def. 1, WW Def. 1).
type Neighbors struct {
	Round  int       `json:"round"`  // the round that differs; 0: before round 1
	Before []float64 `json:"before"` // its rewards, by arm
	After  []float64 `json:"after"`
	Others []Span    `json:"others"` // the rewards of all other rounds; the first span starts at round 0
	Why    string    `json:"why"`    // why this pair is telling, in a sentence
}

// A Span is the reward vector of every round from From to the next span.
type Span struct {
	From    int       `json:"from"`
	Rewards []float64 `json:"rewards"` // by arm
}

// At returns the rewards of round t ≥ 0 on side 0 or 1. Callers must not change the slice.
func (n *Neighbors) At(side, t int) []float64 {
	if t == n.Round {
		return [...][]float64{n.Before, n.After}[side]
	}
	i := sort.Search(len(n.Others), func(i int) bool { return n.Others[i].From > t })
	return n.Others[i-1].Rewards
}

// Same reports whether two pairs have the same rewards in every round. Why does not count.
func (n *Neighbors) Same(other *Neighbors) bool {
	return n.Round == other.Round && slices.Equal(n.Before, other.Before) && slices.Equal(n.After, other.After) &&
		slices.EqualFunc(n.Others, other.Others, func(a, b Span) bool {
			return a.From == b.From && slices.Equal(a.Rewards, b.Rewards)
		})
}

// NeighborsOf returns reward sequences for the inputs of an exact audit: the replaced vector in the given round,
// followed by the other vectors of its release. The others consist of zeros and ones, ones first, which rounding and
// resampling leave unchanged. The pair's sums must be whole numbers.
func NeighborsOf(p dpaudit.Pair, round int) Neighbors {
	n := Neighbors{
		Round: round, Before: p.Before, After: p.After, Why: p.Why,
		Others: []Span{{Rewards: make([]float64, len(p.Base))}},
	}
	for earned := 0.0; ; {
		// Until the next arm has its sum, every arm below its own sum earns 1.
		next := math.Inf(1)
		rewards := make([]float64, len(p.Base))
		for j, sum := range p.Base {
			if sum > earned {
				rewards[j], next = 1, min(next, sum)
			}
		}
		if from := round + 1 + int(earned); earned > 0 || !math.IsInf(next, 1) {
			n.Others = append(n.Others, Span{From: from, Rewards: rewards})
		}
		if math.IsInf(next, 1) {
			return n
		}
		earned = next
	}
}

// Differ returns the neighbors of two tables, in which a row is a round's rewards of all arms. Tables that
// do not differ in exactly one row are refused.
func Differ(a, b [][]float64) (*Neighbors, error) {
	if len(a) != len(b) {
		return nil, fmt.Errorf("the tables have %d and %d rows", len(a), len(b))
	}
	n := &Neighbors{Why: "This is the pair that was given."}
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			if n.Round > 0 {
				return nil, fmt.Errorf("the tables differ in rows %d and %d; neighbors differ in one", n.Round, i+1)
			}
			n.Round, n.Before, n.After = i+1, a[i], b[i]
		}
		if i == 0 || !slices.Equal(a[i], n.Others[len(n.Others)-1].Rewards) {
			n.Others = append(n.Others, Span{From: (i + 1) * min(i, 1), Rewards: a[i]})
		}
	}
	if n.Round == 0 {
		return nil, errors.New("the tables are equal; neighbors differ in one row")
	}
	return n, nil
}
