package plot

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"regretscope/model/trials"
)

// Join returns a result with the grid points and learners of two experiments, for a picture
// of both. Series that are in both are those of a. It is an error if b adds nothing, has
// another channel, or another scenario of the same name.
func Join(a, b *trials.Result) (*trials.Result, error) {
	if a.Config.Channel != b.Config.Channel {
		return nil, fmt.Errorf("its channel is %q, not %q", b.Config.Channel, a.Config.Channel)
	}
	joined, added := *a, false
	joined.Rows, joined.Pairs = nil, nil
	joined.Runs = min(a.Runs, b.Runs)
	points, names := &joined.Config.Points, &joined.Config.Learners
	*points, *names = slices.Clone(a.Config.GridPoints()), slices.Clone(a.Config.Learners)
	for _, point := range b.Config.GridPoints() {
		switch i := slices.IndexFunc(*points, func(p trials.Point) bool { return samePlace(p, point) }); {
		case i < 0:
			*points = append(*points, point)
		case !reflect.DeepEqual((*points)[i], point):
			return nil, fmt.Errorf("its scenario %s differs from the scenario of this name in an earlier file",
				point.Scenario.Name)
		}
	}
	for _, learner := range b.Config.Learners {
		if !slices.Contains(*names, learner) {
			*names = append(*names, learner)
		}
	}
	slices.SortStableFunc(*points, func(a, b trials.Point) int {
		return cmp.Or(cmp.Compare(a.Epsilon, b.Epsilon), cmp.Compare(a.Horizon, b.Horizon))
	})
	for p, point := range *points {
		for l, learner := range *names {
			rows := rowsOf(a, point, learner)
			if len(rows) == 0 {
				rows = rowsOf(b, point, learner)
				added = added || len(rows) > 0
			}
			for _, row := range rows {
				row.Series = p*len(*names) + l
				joined.Rows = append(joined.Rows, row)
			}
		}
	}
	if !added {
		return nil, errors.New("all its learners and grid points are in an earlier file, with another design")
	}
	return &joined, nil
}

func samePlace(a, b trials.Point) bool {
	return a.Scenario.Title() == b.Scenario.Title() && a.Epsilon == b.Epsilon && a.Horizon == b.Horizon
}

func rowsOf(r *trials.Result, point trials.Point, learner string) []trials.Row {
	p := slices.IndexFunc(r.Config.GridPoints(), func(p trials.Point) bool { return samePlace(p, point) })
	l := slices.Index(r.Config.Learners, learner)
	if p < 0 || l < 0 {
		return nil
	}
	return r.Of(p*len(r.Config.Learners) + l)
}
