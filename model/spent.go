package model

import (
	"math"
	"slices"
	"strings"
	"sync"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// CostliestRound returns the largest total ε over all rounds' reward vectors. It comes from the ledger for central
// privacy and from one report for local channels. It is +Inf from the first observation on for learners that use
// unprotected rewards, 0 for those that use none, and NaN for programs.
func (r *Run) CostliestRound() float64 {
	switch r.privacy {
	case learners.NotPrivate:
		if r.round > 0 {
			return math.Inf(1)
		}
	case learners.Unknown:
		return math.NaN()
	case learners.Local:
		worst := 0.0
		for _, ch := range r.reporting() {
			worst = max(worst, ch.Epsilon())
		}
		return worst
	}
	return r.ledger.CostliestRound()
}

// AllRounds bounds the ε of a person who supplied all rounds so far: by the ledger's released rounds; by all reports
// together for local channels (kε for k reports, JZL §2); by CostliestRound for other learners.
func (r *Run) AllRounds() float64 {
	switch r.privacy {
	case learners.Central, learners.Concentrated, learners.Approximate:
		return r.ledger.AllRounds()
	case learners.Local:
		all := 0.0
		for j := range r.channels {
			all += r.reportsLoss(j)
		}
		return all
	}
	return r.CostliestRound()
}

// CostliestRoundLoss returns the loss of the costliest round so far in every notion of privacy, for the
// same releases and reports as CostliestRound; nil if unknown.
func (r *Run) CostliestRoundLoss() privacy.Mechanism {
	switch r.privacy {
	case learners.NotPrivate:
		if r.round > 0 {
			return privacy.LaplaceSum{} // no noise: the reward itself
		}
		return privacy.Disjoint{}
	case learners.Local:
		return r.reportLoss()
	case learners.Unknown:
		return nil
	}
	return eventLoss(r.ledger.Event())
}

// prices holds functions that return the loss of an event or a report, by event or by the names of channels. Each
// loss is computed once, because the search for ρ of some mechanisms takes longer than millions of rounds.
var prices sync.Map

// priceOf returns the loss that key identifies. It calls price only for a new key.
func priceOf(key any, price func() privacy.Mechanism) privacy.Mechanism {
	of, _ := prices.LoadOrStore(key, sync.OnceValue(price))
	return of.(func() privacy.Mechanism)()
}

// eventOfOnePart is an Event with one part, as a key.
type eventOfOnePart struct {
	noise.EventTerm
	bound bool
}

// eventLoss returns the loss of an event; nil if unknown. Only events with one part are kept.
// Normal noise has closed forms and may have another scale in every round.
func eventLoss(e noise.Event) privacy.Mechanism {
	price := func() privacy.Mechanism {
		if m, err := privacy.OfEvent(e); err == nil {
			return m
		}
		return nil
	}
	if len(e.Terms) != 1 || e.Terms[0].Noise == noise.GaussianNoise {
		return price()
	}
	return priceOf(eventOfOnePart{e.Terms[0], e.Bound}, func() privacy.Mechanism {
		if m := price(); m != nil {
			return privacy.Remember(m)
		}
		return nil
	})
}

// reportLoss returns the loss of one report of the channels that have reported so far.
func (r *Run) reportLoss() privacy.Mechanism {
	channels := r.reporting()
	if len(channels) == 0 {
		return privacy.Disjoint{}
	}
	names := param.Map(channels, channel.Channel.String)
	return priceOf(strings.Join(names, " "), func() privacy.Mechanism {
		return privacy.Remember(dpaudit.Reports(channels).Mechanism)
	})
}

// reportsLoss returns the ε of all reports of arm j so far.
func (r *Run) reportsLoss(j int) float64 {
	if r.pulls[j] == 0 {
		return 0 // even if a report reveals everything
	}
	return float64(r.pulls[j]) * r.channels[j].Epsilon()
}

// reporting returns the channels that have reported so far, each once.
func (r *Run) reporting() (channels []channel.Channel) {
	for j, ch := range r.channels {
		same := func(other channel.Channel) bool { return channel.Equal(ch, other) }
		if r.pulls[j] > 0 && !slices.ContainsFunc(channels, same) {
			channels = append(channels, ch)
		}
	}
	return channels
}
