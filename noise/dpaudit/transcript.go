package dpaudit

import (
	"math"

	"regretscope/noise/channel"
	"regretscope/noise/privacy"
	"regretscope/noise/selection"
)

// A Transcript is the exact audit of everything that a learner releases. Epsilon is the loss
// of the costliest round over any horizon; WorstPair is the pair of inputs that attains it.
type Transcript struct {
	ExactAudit
	Within float64 // the loss of releases up to the horizon; NaN if it is not computed
	Round  int     // the round of WorstPair's replaced vector, followed by its other vectors; 0 is before round 1
	Note   string  // another condition; usually empty
	// Mechanism gives the costliest round's loss in every other notion of privacy, over any
	// horizon; nil if unknown.
	Mechanism privacy.Mechanism
}

// DoublingEpochs audits a learner whose epoch r = 1, 2, … sums the reward vectors of rounds
// 2^(r−1), …, 2^r − 1 and ends with a pick by report-noisy-max on these sums (HHMH Alg. 4, WW
// Alg. 1). An epoch that the horizon cuts short releases nothing. A replaced vector is in a
// single epoch, on which no other epoch's release depends, so the transcript loses what its
// worst epoch does.
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

// Sums audits a learner of single arms that uses each reward in one sum published by the
// mechanism, and nowhere else.
func Sums(arms int, m privacy.Mechanism) Transcript {
	about := "The round that differs gives 1 (A), or 0 (B): this moves the noisy sum that it enters by as much as one round can."
	if math.IsInf(m.Epsilon().Value, 1) {
		about += " In its tails, the noise separates any two sums, so no ε bounds the loss."
	}
	return certain(arms, m.Epsilon().Value, m, about)
}

// RoundZero audits a learner of bases that, before round 1, releases the first
// weight of every arm with Laplace noise of scale rank/ε (CHH Alg. 2 and 3), and
// whose later rounds cost ε. If the first weights are one person's vector, the
// releases compose to arms·ε/rank.
func RoundZero(arms, rank int, epsilon float64) Transcript {
	t := certain(arms, float64(arms)*epsilon/float64(rank), together(arms, float64(rank)/epsilon),
		"One person's first weights are 1 for every arm (A), or 0 (B): "+
			"this changes every release by its sensitivity at once.")
	t.Round = 0
	t.Note = "If the first weight of every arm belongs to another person, each of them costs ε/r, with r the rank, and all together ε."
	return t
}

// NoNoise audits a learner that uses unprotected rewards. attained reports whether a single
// play may reveal a reward; otherwise each play reveals a little, and a long run arbitrarily
// much.
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

// Reports audits the reports of local channels, one channel per arm. The cost is that of the
// worst channel, which may differ between notions of privacy. WorstPair is for the arm with
// the largest ε.
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

// together returns the mechanism of the given number of Laplace sums that include one round; scale
// 0 means no noise.
func together(sums int, scale float64) privacy.Mechanism {
	if sums == 1 {
		return privacy.LaplaceSum{Scale: scale}
	}
	return privacy.Composition{{Release: privacy.LaplaceSum{Scale: scale}, Times: sums}}
}
