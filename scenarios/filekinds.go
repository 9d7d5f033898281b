package scenarios

import (
	"fmt"
	"slices"
	"strconv"

	"regretscope/noise/channel"
	"regretscope/scenarios/arm"
)

// A fileKind is one kind of scenario as files describe it.
type fileKind struct {
	kind     Kind
	keys     []string   // beside those that every kind has
	feedback []Feedback // allowed; the first one where the file does not say
	read     func(t *table, s *Scenario)
}

// fileKinds are the kinds that can be read, in the order messages list them.
var fileKinds = []fileKind{
	{Stochastic, []string{"arms"}, []Feedback{Bandit, Full}, readStationary},
	{Deterministic, []string{"arms"}, []Feedback{Full, Bandit}, readDeterministic},
	{MatroidKind, []string{"arms", "matroid"}, []Feedback{SemiBandit}, readMatroid},
	{Changing, []string{"phase"}, []Feedback{Bandit, Full}, readChanging},
}

// commonKeys are those of every kind.
var commonKeys = []string{"name", "kind", "feedback", "horizon", "epsilon", "labels", "channels"}

// What a file means that does not say.
const (
	defaultHorizon = 100_000
	defaultEpsilon = 0.5
)

// readScenario reads a whole file; it is of use only if nothing was wrong.
func readScenario(t *table, name string) *Scenario {
	s := &Scenario{Summary: "from a file of your own", Horizon: defaultHorizon, Epsilon: defaultEpsilon}
	var names, elsewhere []string
	for _, k := range fileKinds {
		names, elsewhere = append(names, string(k.kind)), append(elsewhere, k.keys...)
	}
	s.Kind = Kind(t.choice("kind", string(Stochastic), names...))
	i := slices.Index(names, string(s.Kind))
	if i < 0 {
		return s
	}
	k := fileKinds[i]
	t.only("a "+names[i]+" scenario", slices.Concat(commonKeys, k.keys), elsewhere)
	s.Name = t.text("name", name)
	var feedbacks []string
	for _, f := range k.feedback {
		feedbacks = append(feedbacks, string(f))
	}
	s.Feedback = Feedback(t.choice("feedback", feedbacks[0], feedbacks...))
	s.Horizon = t.rounds("horizon", defaultHorizon)
	if s.Epsilon = t.number("epsilon", defaultEpsilon); !(s.Epsilon > 0) {
		t.failf("epsilon", "epsilon: must be a positive number or inf")
	}
	k.read(t, s)
	if t.doc.err == nil {
		readPerArm(t, s)
	}
	return s
}

// readPerArm reads what may be given of each arm beside its law.
func readPerArm(t *table, s *Scenario) {
	for _, key := range []string{"labels", "channels"} {
		texts := t.texts(key, MaxArms)
		if !t.has(key) || t.doc.err != nil {
			continue
		}
		if len(texts) != s.Arms() {
			t.failf(key, "%s: %d %s for %d arms", key, len(texts), key, s.Arms())
		}
		if key == "labels" {
			s.Labels = texts
			continue
		}
		s.Channels = texts
		for j, text := range texts {
			if _, err := channel.Parse(text, s.Epsilon); err != nil {
				t.failf(fmt.Sprintf("channels[%d]", j), "channels: arm %d: %w", j+1, err)
			}
		}
	}
}

// readStationary reads arms that stay as they are.
func readStationary(t *table, s *Scenario) {
	s.Phases = []Phase{{From: 1, Arms: readArms(t, "bernoulli")}}
}

// readDeterministic reads arms that pay the same every round; a plain number
// is such a reward.
func readDeterministic(t *table, s *Scenario) {
	laws := readArms(t, "constant")
	for j, law := range laws {
		if law.Variance() != 0 {
			t.failf(fmt.Sprintf("arms[%d]", j), "arm %d: %v: must be constant in a deterministic scenario", j+1, law)
		}
	}
	s.Phases = []Phase{{From: 1, Arms: laws}}
}

// readChanging reads phases.
func readChanging(t *table, s *Scenario) {
	phases := t.tables("phase", MaxPhases)
	if len(phases) == 0 {
		t.failf("phase", "phase: a changing scenario must have at least one, written [[phase]]")
		return
	}
	for i := range phases {
		p := &phases[i]
		p.only("a phase", []string{"from", "arms"}, nil)
		phase := Phase{From: p.rounds("from", 1), Arms: readArms(p, "bernoulli")}
		switch {
		case !p.has("from"):
			p.failf("from", "phase %d: from is missing, the first round of the phase", i+1)
		case i == 0 && phase.From != 1:
			p.failf("from", "phase 1: from must be 1, not %d", phase.From)
		case i > 0 && phase.From <= s.Phases[i-1].From:
			p.failf("from", "phase %d: from must be above %d, where phase %d starts", i+1, s.Phases[i-1].From, i)
		case i > 0 && len(phase.Arms) != len(s.Phases[0].Arms):
			p.failf("arms", "phase %d: %d arms, but phase 1 has %d", i+1, len(phase.Arms), len(s.Phases[0].Arms))
		}
		s.Phases = append(s.Phases, phase)
	}
}

// readArms reads the list of arms, each a law in quotes or a plain number,
// which stands for the law plain(number).
func readArms(t *table, plain string) []arm.Distribution {
	entries := t.list("arms", MaxArms)
	if len(entries) == 0 {
		t.failf("arms", "arms: there must be at least one")
		return nil
	}
	laws := make([]arm.Distribution, len(entries))
	for j, entry := range entries {
		law, err := parseArm(entry, plain)
		if err != nil {
			t.failf(fmt.Sprintf("arms[%d]", j), "arm %d: %w", j+1, err)
			return nil
		}
		laws[j] = law
	}
	return laws
}

func parseArm(entry any, plain string) (arm.Distribution, error) {
	text, ok := entry.(string)
	switch x := entry.(type) {
	case int64:
		text, ok = strconv.FormatInt(x, 10), true
	case float64:
		text, ok = strconv.FormatFloat(x, 'g', -1, 64), true
	}
	if !ok {
		return nil, fmt.Errorf(`must be a number such as 0.7 or a law in quotes such as "beta(4,1)"`)
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text = plain + "(" + text + ")"
	}
	return arm.Parse(text)
}
