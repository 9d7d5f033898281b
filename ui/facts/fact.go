// Package facts puts results into words and numbers: the privacy, arms, play, and comparison of
// a snapshot, the columns of an experiment, and the findings of an audit. Panels, plain mode,
// and files show these facts and add none of their own.
package facts

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
)

// A Fact is one piece of information about a result.
type Fact struct {
	Title string     // such as "loss per round"
	Lines []kit.Line // the fact in words, next to its title
	Page  string     // the page of the manual that explains it
	// Progress is the observed share of the batch to be released next, from 0 to 1; 0 if there is no batch.
	Progress float64
}

// Sentence returns the fact in the same words for people who do not see the screen.
func (f *Fact) Sentence() string {
	text := kit.Capital(f.Title) + ":"
	for i, p := range f.Lines {
		if i > 0 && !strings.HasSuffix(text, ".") {
			text += ";"
		}
		said := strings.TrimSuffix(p.Lead+p.Rest, ",")
		if !strings.HasSuffix(text, ".") {
			said = goesOn(said)
		}
		text += " " + said
	}
	return strings.TrimSuffix(text, ".") + "."
}

// goesOn returns a text to follow a colon or a semicolon: a sentence loses its capital letter,
// names and symbols do not.
func goesOn(text string) string {
	word, _, more := strings.Cut(text, " ")
	if !more || !strings.HasSuffix(text, ".") || word != kit.Capital(strings.ToLower(word)) {
		return text
	}
	return strings.ToLower(word) + text[len(word):]
}

// A Topic is the learner of a snapshot that facts are about.
type Topic struct {
	Shot    *model.Snapshot
	Learner *model.LearnerState
	Audit   *ExactAudit   // nil until it is computed
	Hidden  bool          // rewards are hidden
	Arm     int           // the chosen arm; −1: the played one
	WhyNot  *model.WhyNot // what it would take to play Arm; nil if unknown
}

// Sentences returns the sentences of several facts.
func Sentences(all []Fact) []string {
	return param.Map(all, func(f Fact) string { return f.Sentence() })
}

// Noun returns the word for a scenario's arms: with full information, actions.
func Noun(s *scenarios.Scenario) string {
	if s.Feedback == scenarios.Full {
		return "action"
	}
	return "arm"
}

func (f *Topic) noun() string { return Noun(f.Shot.Config.Scenario) }

// arm names one arm in a sentence, by its name or its number.
func (f *Topic) arm(j int) string {
	s := f.Shot.Config.Scenario
	if len(s.Labels) > 0 {
		return s.Label(j)
	}
	return f.noun() + " " + s.Label(j)
}

// capitalArm is arm at the beginning of a sentence. A label keeps its letters.
func (f *Topic) capitalArm(j int) string {
	if len(f.Shot.Config.Scenario.Labels) > 0 {
		return f.arm(j)
	}
	return kit.Capital(f.arm(j))
}

// Names returns the labels of arms, but only the first most of them.
func Names(s *scenarios.Scenario, arms []int, most int) string {
	names := param.Map(arms[:min(len(arms), most)], s.Label)
	if more := len(arms) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// arms names arms, or counts them if there are many.
func (f *Topic) arms(arms []int) string {
	s := f.Shot.Config.Scenario
	switch {
	case len(arms) == 1:
		return "arm " + s.Label(arms[0])
	case len(arms) == s.Arms():
		return "all arms"
	case len(arms) > 5:
		return fmt.Sprintf("%d arms", len(arms))
	}
	return "arms " + Names(s, arms, len(arms))
}

// Details returns an arm's full name, its role in the matroid, what it costs in the play, by Pairs, or
// why it is not in it, and its distribution.
func (f *Topic) Details(j int, pairs map[int]Pair) []string {
	s, view := f.Shot.Config.Scenario, f.Learner
	parts := []string{f.noun() + " " + s.Label(j)}
	if len(s.Labels) > 0 {
		parts[0] = fmt.Sprintf("%s %d, %s", f.noun(), j+1, s.Label(j))
	}
	switch played := slices.Contains(view.Play, j); {
	case s.Matroid != nil:
		if what := s.Matroid.Describe(j); what != s.Label(j) {
			parts = append(parts, what)
		}
		if pair, ok := pairs[j]; ok && pair.Best != j {
			parts = append(parts, "in the basis in place of "+s.Label(pair.Best)+": regret "+number.Value(pair.Regret))
		} else if played {
			parts = append(parts, "in the basis")
		} else if lost := f.Reasons().terms(j).LostTo; view.Explained && len(lost) > 0 {
			parts = append(parts, "lost to "+Names(s, lost, len(lost)))
		}
	case view.Active != nil && !slices.Contains(view.Active, j):
		parts = append(parts, "dropped for good")
	case view.Channels != nil:
		parts = append(parts, view.Channels[j].String())
	}
	if !f.Hidden {
		parts = append(parts, f.Shot.Phase.Arms[j].String())
	}
	return parts
}
