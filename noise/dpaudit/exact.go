// Package dpaudit computes the true privacy loss of a mechanism, independently of its
// claim: exactly, by closed forms, with the neighboring inputs that attain the worst
// case; and statistically, for a black box, as a lower confidence bound on ε.
//
// Two inputs are neighbors if one round's whole reward vector in [0,1]^K is replaced by
// any other (HHMH Def. 1, WW Def. 1).
package dpaudit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/privacy"
	"regretscope/noise/selection"
)

// Caveat states the limits of the program's own numbers, wherever it shows an audit.
const Caveat = `Mechanisms are simulated as ideal ones, in float64 and from a seeded generator.
An ε shown here is that of the ideal mechanism, for the stated neighbors. Anyone
who knows the seed can remove the noise, floating-point Laplace noise differs from
the ideal in a detectable way (Mironov 2012), and estimates on screen are not
releases. This is for studying algorithms, not for protecting data.`

// An ExactAudit is the result of an exact audit.
type ExactAudit struct {
	Epsilon   float64 // the true privacy loss; +Inf if there is no bound
	Attained  bool    // false if Epsilon is a supremum that no pair reaches
	WorstPair Pair    // attains Epsilon, or comes within 1% of it
}

// A Pair is two neighboring inputs of one release and the action that distinguishes them most.
type Pair struct {
	Base          []float64 // by arm, the sum of the shared vectors
	Before, After []float64 // the replaced vector
	Epoch         int       // number of vectors in the release, including the replaced one
	Action        int       // the arm whose pick distinguishes them most
	Why           string    // the pair in one sentence
}

// Loss is ln P[J = Action | before] / P[J = Action | after] when report-noisy-
// max picks on the pair's sums. It may be negative or infinite.
func (p Pair) Loss(m selection.NoisyMax) float64 {
	before, after := p.logs(m)
	return before - after
}

// logs returns the logarithms of the two chances that the arm is picked.
func (p Pair) logs(m selection.NoisyMax) (before, after float64) {
	log := func(vector []float64) float64 {
		scores := floats.AddTo(make([]float64, len(vector)), p.Base, vector)
		return m.LogProbabilities(scores)[p.Action]
	}
	return log(p.Before), log(p.After)
}

// ReportNoisyMax audits one pick of report-noisy-max among the given number of arms, on the sums of an epoch of the
// given length: Epsilon is the largest |ln P[J=j|Φ]/P[J=j|Φ′]| over all arms j and all neighbors.
//
// The probability of an arm rises with its own score and falls with its rivals'. So the replaced vector changes from
// all for the arm to all for its rivals, which matters most if the rivals lead by as much as the other vectors allow.
func ReportNoisyMax(m selection.NoisyMax, arms, epoch int) ExactAudit {
	worst := worstPair(m, arms, epoch)
	return ExactAudit{Epsilon: loss(m, worst, arms-1, float64(epoch)), Attained: true, WorstPair: worst}
}

// ReportNoisyMaxSupremum returns the loss over all lengths of epochs, 2/b. Epochs are disjoint, so a whole transcript
// loses the same in the worst case. Exponential noise attains it from two vectors on. Under Laplace and Gumbel noise
// it is a limit, and WorstPair is the pair of the shortest power-of-2 epoch that comes close.
func ReportNoisyMaxSupremum(m selection.NoisyMax, arms int) ExactAudit {
	if m.Noise == selection.Exponential || arms == 1 || m.Scale == 0 || math.IsInf(m.Scale, 1) {
		return ReportNoisyMax(m, arms, 2)
	}
	for epoch := 1; ; epoch *= 2 {
		r := ReportNoisyMax(m, arms, epoch)
		if r.Epsilon >= .99*2/m.Scale || epoch > 1<<50 {
			r.Epsilon, r.Attained = 2/m.Scale, false
			return r
		}
	}
}

// worstPair returns the pair in which the rivals lead as far as they can. Without noise, which
// decides only ties, all arms are level.
func worstPair(m selection.NoisyMax, arms, epoch int) Pair {
	switch {
	case epoch == 1:
		p := oneAgainstOthers(arms, 1, "")
		p.Why = "The epoch is a single round, which gives 1 to arm 1 only (A), or to every other arm (B)."
		return p
	case m.Scale == 0:
		return oneAgainstOthers(arms, epoch, "All arms have the same sum over the rest of the epoch. ")
	}
	p := oneAgainstOthers(arms, epoch, "Over the rest of the epoch arm 1 earns 0 and every other arm 1 a round. ")
	for i := 1; i < arms; i++ {
		p.Base[i] = float64(epoch - 1)
	}
	return p
}

// oneAgainstOthers returns a round for arm 1, replaced by one for all others, in an epoch whose
// rest is described in a sentence.
func oneAgainstOthers(arms, epoch int, rest string) Pair {
	p := newPair(arms, epoch, rest+"The round that differs gives 1 to arm 1 only (A), or to every other arm (B).")
	p.Before[0] = 1
	for i := 1; i < arms; i++ {
		p.After[i] = 1
	}
	return p
}

func newPair(arms, epoch int, why string) Pair {
	return Pair{
		Base: make([]float64, arms), Before: make([]float64, arms), After: make([]float64, arms),
		Epoch: epoch, Why: why,
	}
}

// loss returns the closed form for the worst pair: m equal rivals, which lead by n − 2 before and by n after.
func loss(m selection.NoisyMax, worst Pair, rivals int, n float64) float64 {
	b := m.Scale
	switch {
	case rivals == 0 || math.IsInf(b, 1):
		return 0
	case b == 0:
		return math.Inf(1)
	case m.Noise == selection.Gumbel:
		return gumbelLoss(float64(rivals), n, b)
	case m.Noise == selection.Exponential:
		if n >= 2 {
			return 2 / b
		}
		// 2/b + ln(1 − (1 − e^{−1/b})^K)
		return 2/b + logOneMinusExp(float64(rivals+1)*logOneMinusExp(-1/b))
	case n == 1:
		return min(worst.Loss(m), 2/b) // the arm leads before, so the forms below do not apply
	default:
		return laplaceLoss(float64(rivals), n, b)
	}
}

// gumbelLoss is ln (1 + m e^{n/b}) / (1 + m e^{(n−2)/b}).
func gumbelLoss(m, n, b float64) float64 {
	behind := (n-2)/b + math.Log(m)
	if 2/b < 500 {
		return math.Log1p(math.Expm1(2/b) / (1 + math.Exp(-behind)))
	}
	return 2/b + noise.Softplus(-behind-2/b) - noise.Softplus(-behind)
}

// laplaceLoss is 2/b + ln A((n−2)/b) − ln A(n/b), n ≥ 2, where A(x) is e^x times the probability of an arm that is x
// scales behind m equal rivals. A consists of the parts of ∫ f Π F above the rivals, between them and the arm, and
// below it: (1 − 2^{−K})/K + 2^{−K}·(∫₀^x e^{−(m−1)t} dt + e^{−(m−1)x}/K), K = m + 1. Over two vectors it increases
// by 2^{−K}·(2/K)·∫ e^{−(m−1)t} dt.
func laplaceLoss(m, n, b float64) float64 {
	k, behind := m+1, (n-2)/b
	half := math.Exp2(-k)
	faded := math.Exp(-(m - 1) * behind)
	weight := (1-half)/k + half*(noise.Decayed(m-1, behind)+faded/k)
	increase := half * 2 / k * faded * noise.Decayed(m-1, 2/b)
	return 2/b - math.Log1p(increase/weight)
}

// logOneMinusExp is ln(1 − e^x) for x < 0, precise at both ends.
func logOneMinusExp(x float64) float64 {
	if x > -math.Ln2 {
		return math.Log(-math.Expm1(x))
	}
	return math.Log1p(-math.Exp(x))
}

// longestVisible bounds the epochs that MostVisible tries.
const longestVisible = 1 << 12

// MostVisible returns the neighbors, in an epoch of a power of 2, on which a statistical audit of
// report-noisy-max with these options can expect the largest bound. They are not the pair with the
// largest loss, which needs long epochs that rarely end with the revealing pick. With many arms and
// much noise they are a twoArmPair, in which only two arms compete, so the revealing pick is
// common. If no bound can be expected, they are those of the shortest epoch.
func MostVisible(m selection.NoisyMax, arms int, o Options) Pair {
	runs, best := o.Runs-o.Runs/4*2, 0.0
	pair := worstPair(m, arms, 1)
	try := func(candidate Pair) {
		before, after := candidate.logs(m)
		seen := int(math.Exp(before) * float64(runs))
		other := int(math.Ceil(math.Exp(after) * float64(runs)))
		least, _ := ClopperPearson(seen, runs, (1-o.Confidence)/2)
		_, most := ClopperPearson(other, runs, (1-o.Confidence)/2)
		if expected := math.Log(least) - math.Log(most); expected > best {
			best, pair = expected, candidate
		}
	}
	for length := 1; length <= longestVisible; length *= 2 {
		try(worstPair(m, arms, length))
		for behind := 0; arms > 2 && behind < length; behind = 2*behind + 1 {
			try(twoArmPair(arms, length, behind))
		}
	}
	return pair
}

// twoArmPair returns a pair in which only arms 1 and 2 earn in the rest of the epoch, arm 1 less by the given amount.
func twoArmPair(arms, epoch, behind int) Pair {
	p := oneAgainstOthers(arms, epoch, fmt.Sprintf("Over the rest of the epoch arms 1 and 2 earn %d and %d, and "+
		"every other arm 0. ", epoch-1-behind, epoch-1))
	p.Base[0], p.Base[1] = float64(epoch-1-behind), float64(epoch-1)
	return p
}

// Difference measures how visibly a black box differs on two neighboring inputs, to choose among inputs before an
// audit: χ² of the two samples minus about its mean for equal sides, which is a little below the number of distinct
// transcripts. It spends all runs on that and proves nothing.
func Difference[T cmp.Ordered](ctx context.Context, play Play[T], o Options) (float64, error) {
	tallies, err := count(ctx, play, o, o.Runs)
	if err != nil {
		return 0, err
	}
	// Add terms in a fixed order.
	terms := make([]float64, 0, len(tallies[0]))
	for _, counts := range tallies[0] {
		a, b := float64(counts[0]), float64(counts[1])
		terms = append(terms, (a-b)*(a-b)/(a+b)-1)
	}
	slices.Sort(terms)
	total := 0.0
	for _, term := range terms {
		total += term
	}
	return total, nil
}

// A Transcript is the exact audit of everything that a learner releases. Epsilon is the loss
// of the costliest round over any horizon; WorstPair is the pair of inputs that attains it.
type Transcript struct {
	ExactAudit
	Within float64 // the loss of releases up to the horizon; NaN if it is not computed
	Round  int     // the round of WorstPair's replaced vector, followed by its other vectors; 0 is before round 1
	Note   string  // another condition; usually empty
	// Mechanism gives the costliest round's loss in every other notion of privacy, over any horizon; nil if unknown.
	Mechanism privacy.Mechanism
}

// DoublingEpochs audits a learner whose epoch r = 1, 2, … sums the reward vectors of rounds 2^(r−1), …, 2^r − 1 and
// ends with a pick by report-noisy-max on these sums (HHMH Alg. 4, WW Alg. 1). An epoch that the horizon cuts short
// releases nothing. A replaced vector is in a single epoch, on which no other epoch's release depends, so the
// transcript loses what its worst epoch does.
func DoublingEpochs(m selection.NoisyMax, arms, horizon int) Transcript {
	supremum := ReportNoisyMaxSupremum(m, arms)
	t := Transcript{
		ExactAudit: supremum, Round: supremum.WorstPair.Epoch,
		Mechanism: privacy.NoisyMax{Noise: m.Noise, Scale: m.Scale, Arms: arms},
	}
	for length := 1; 2*length-1 <= horizon; length *= 2 {
		t.Within = max(t.Within, ReportNoisyMax(m, arms, length).Epsilon)
	}
	return t
}

// NoisySums audits a learner that uses rewards only in sums with Laplace noise of the given
// scale. It sees the rewards of shown arms per round, and each reward enters at most sums sums:
// one in fresh batches, one per level in a binary tree. A replaced round moves each of them by
// up to 1.
func NoisySums(arms, shown, sums int, scale float64) Transcript {
	return certain(arms, float64(shown)*float64(sums)/scale, together(shown*sums, scale),
		"The round that differs gives 1 (A), or 0 (B): "+
			"this changes every noisy sum that it enters by as much as one round can.")
}

// Sums audits a learner of single arms that uses each reward in one sum published by the mechanism, and nowhere else.
func Sums(arms int, m privacy.Mechanism) Transcript {
	about := "The round that differs gives 1 (A), or 0 (B): this moves the noisy sum that it enters by as much as one round can."
	if math.IsInf(m.Epsilon().Value, 1) {
		about += " In its tails, the noise separates any two sums, so no ε bounds the loss."
	}
	return certain(arms, m.Epsilon().Value, m, about)
}

// RoundZero audits a learner of bases that, before round 1, releases the first weight of every arm with Laplace noise
// of scale rank/ε (CHH Alg. 2 and 3), and whose later rounds cost ε. If the first weights are one person's vector,
// the releases compose to arms·ε/rank.
func RoundZero(arms, rank int, epsilon float64) Transcript {
	t := certain(arms, float64(arms)*epsilon/float64(rank), together(arms, float64(rank)/epsilon),
		"One person's first weights are 1 for every arm (A), or 0 (B): "+
			"this changes every release by its sensitivity at once.")
	t.Round = 0
	t.Note = "If the first weight of every arm belongs to another person, each of them costs ε/r, with r the rank, and all together ε."
	return t
}

// NoNoise audits a learner that uses unprotected rewards. attained reports whether a single play may reveal a reward;
// otherwise each play reveals a little, and a long run arbitrarily much.
func NoNoise(arms int, attained bool, why string) Transcript {
	t := certain(arms, math.Inf(1), together(1, 0), why)
	t.Attained = attained
	t.Within = math.NaN() // depends on the first play that uses a reward
	return t
}

// Nothing audits a learner that uses no rewards.
func Nothing(arms int) Transcript {
	return certain(arms, 0, privacy.Disjoint{}, "The learner uses no rewards, so no two sequences can be distinguished.")
}

// Reports audits the reports of local channels, one channel per arm. The cost is that of the worst channel, which may
// differ between notions of privacy. WorstPair is for the arm with the largest ε.
func Reports(channels []channel.Channel) Transcript {
	arm, epsilon, different := 0, 0., map[string]bool{}
	var all privacy.Disjoint
	for j, c := range channels {
		if e := c.Epsilon(); e > epsilon {
			arm, epsilon = j, e
		}
		if !different[c.String()] {
			different[c.String()] = true
			all = append(all, privacy.OfChannel(c))
		}
	}
	t := certain(len(channels), epsilon, all,
		"The reward behind one report is 1 (A), or 0 (B): these are the rewards whose reports differ most.")
	t.WorstPair.Action = arm
	t.Round = arm + 1 // learners that pull in order pull it first in this round
	return t
}

// certain returns a transcript that loses epsilon from round 1 on, for a vector that changes from 1
// for every arm to 0.
func certain(arms int, epsilon float64, m privacy.Mechanism, why string) Transcript {
	p := newPair(arms, 1, why)
	for i := range p.Before {
		p.Before[i] = 1
	}
	return Transcript{
		ExactAudit: ExactAudit{Epsilon: epsilon, Attained: true, WorstPair: p}, Within: epsilon, Round: 1, Mechanism: m,
	}
}

// together returns the mechanism of the given number of Laplace sums that include one round; scale 0 means no noise.
func together(sums int, scale float64) privacy.Mechanism {
	if sums == 1 {
		return privacy.LaplaceSum{Scale: scale}
	}
	return privacy.Composition{{Release: privacy.LaplaceSum{Scale: scale}, Times: sums}}
}
