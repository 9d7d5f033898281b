package trials

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"regretscope/model"
	"regretscope/noise/param"
)

// An experiment that is canceled at random moments, and resumed with another number of workers
// each time, has the result of an undisturbed one.
func TestExperimentsCanceledAtRandom(t *testing.T) {
	experiment := func(workers int) *Experiment {
		return &Experiment{Points: []*model.Config{config(t, "hhmh-2", 2000, "lazy-dp-ts", "thompson")}, Runs: 12, At: []int{10, 2000}, Workers: workers}
	}
	alone := param.Must(experiment(1).Run(t.Context(), nil))
	random := rand.New(rand.NewPCG(5, 5))
	store, stops := Memory{}, 0
	for {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(3000))*time.Microsecond)
		if stops > 200 { // on a machine too slow for a unit in that time
			ctx = t.Context()
		}
		e := experiment(1 + random.IntN(5))
		e.Store = store
		result, err := e.Run(ctx, nil)
		cancel()
		if err == nil {
			if !reflect.DeepEqual(result.Rows, alone.Rows) {
				t.Errorf("after %d stops, another result", stops)
			}
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		stops++
	}
	if stops == 0 {
		t.Skip("every run was over before it was canceled")
	}
}
