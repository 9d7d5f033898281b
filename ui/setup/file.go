package setup

import (
	"fmt"

	"github.com/pelletier/go-toml/v2"

	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// fileForm is a scenario file as far as a built scenario can be said in one.
type fileForm struct {
	Name     string      `toml:"name"`
	Kind     string      `toml:"kind"`
	Feedback string      `toml:"feedback"`
	Horizon  int         `toml:"horizon"`
	Epsilon  float64     `toml:"epsilon"`
	Arms     []string    `toml:"arms,omitempty,multiline"`
	Labels   []string    `toml:"labels,omitempty"`
	Phases   []phaseForm `toml:"phase,omitempty"`
}

type phaseForm struct {
	From int      `toml:"from"`
	Arms []string `toml:"arms,multiline"`
}

// ScenarioFile writes the scenario of a configuration as a file, with the
// configuration's horizon and ε; the error says why a file cannot say it.
func ScenarioFile(c *model.Config) (string, error) {
	s := c.Scenario
	f := fileForm{
		Name: s.Name, Kind: string(s.Kind), Feedback: string(s.Feedback),
		Horizon: c.Horizon, Epsilon: c.Epsilon, Labels: s.Labels,
	}
	switch {
	case s.SharedDraws:
		return "", fmt.Errorf("the arms of %s are drawn together, which a file cannot say", s.Name)
	case s.Kind == scenarios.Stochastic:
		f.Arms = lawTexts(s.Phases[0].Arms)
	case s.Kind == scenarios.Changing:
		for _, p := range s.Phases {
			f.Phases = append(f.Phases, phaseForm{p.From, lawTexts(p.Arms)})
		}
	default:
		return "", fmt.Errorf("a %s scenario is said by its name only", s.Kind)
	}
	text, err := toml.Marshal(f)
	return string(text), err
}

func lawTexts(laws []arm.Distribution) []string {
	texts := make([]string, len(laws))
	for i, law := range laws {
		texts[i] = law.String()
	}
	return texts
}
