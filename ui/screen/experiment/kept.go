package experiment

import (
	"context"
	"slices"
	"sync"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/trials"
)

// Kept keeps the newest results, so that an experiment to which a talk comes back is not played again. The zero value is
// empty.
type Kept struct {
	mutex   sync.Mutex
	results []kept
}

type kept struct {
	experiment *trials.Experiment
	result     *trials.Result
}

const mostKept = 8

// run returns the result of an experiment, kept or played.
func (k *Kept) run(ctx context.Context, e *trials.Experiment, progress func(trials.Progress)) (*trials.Result, error) {
	if result := k.find(e); result != nil {
		return result, nil
	}
	result, err := e.Run(ctx, progress)
	program := func(spec learners.Spec) bool { return spec.Plays().Process() != nil } // which may be changed meanwhile
	if err == nil && !slices.ContainsFunc(e.Points[0].Learners, program) {
		k.mutex.Lock()
		defer k.mutex.Unlock()
		k.results = append(k.results[max(len(k.results)+1-mostKept, 0):], kept{e, result})
	}
	return result, err
}

func (k *Kept) find(e *trials.Experiment) *trials.Result {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	same := func(a, b *model.Config) bool { return a.Scenario == b.Scenario && choice.Same(a, b) }
	for _, one := range k.results {
		if one.experiment.Runs == e.Runs && slices.EqualFunc(one.experiment.Points, e.Points, same) {
			return one.result
		}
	}
	return nil
}
