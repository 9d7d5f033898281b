package run

import (
	"context"
	"maps"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// audits are the learners' exact audits, made in the background.
type audits struct {
	task kit.Task[map[string]*facts.ExactAudit]
	done map[string]*facts.ExactAudit // by spec
}

func (a *audits) make(c *model.Config) tea.Cmd {
	config := *c
	config.Learners = nil
	for _, spec := range c.Learners {
		if a.done[spec.String()] == nil {
			config.Learners = append(config.Learners, spec)
		}
	}
	if len(config.Learners) == 0 {
		return nil
	}
	return a.task.Start(func(context.Context, func(int, int)) (map[string]*facts.ExactAudit, error) {
		made := map[string]*facts.ExactAudit{}
		for i, audit := range facts.ExactAudits(&config) {
			made[config.Learners[i].String()] = &audit
		}
		return made, nil
	})
}

// take stores finished audits and reports whether the message brought any.
func (a *audits) take(msg tea.Msg) bool {
	made, _ := a.task.Update(msg)
	if made == nil {
		return false
	}
	maps.Copy(a.done, made.Value)
	return true
}
