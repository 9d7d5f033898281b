package scenarios

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/table"
)

// Rows are the rewards of a scenario that is a table.
type Rows struct {
	*table.Table
	File string // as a scenario file names it that is in the same folder
	// Drawn says that every round is a row drawn uniformly, with replacement. Otherwise
	// round t is row t, and regret is against the best arm in hindsight.
	Drawn bool
}

// The orders in which the rows of a table become rounds.
const (
	AsItIs = "as it is"
	Drawn  = "drawn"
)

// Order returns the order of the rounds, AsItIs or Drawn.
func (r *Rows) Order() string {
	if r.Drawn {
		return Drawn
	}
	return AsItIs
}

// FromTable returns a scenario whose rewards are a table's, with the horizon and ε of
// files that leave them out.
func FromTable(name string, rows Rows, feedback Feedback) *Scenario {
	s := &Scenario{
		Name: name, Kind: TableKind, Feedback: feedback, Horizon: 100_000, Epsilon: 0.5,
		Labels: rows.Arms, Rows: &rows, SharedDraws: true,
		Summary: fmt.Sprintf("a table of %d rows; every round is one of them, drawn at random", rows.Table.Rows),
	}
	if !rows.Drawn {
		s.Horizon = rows.Table.Rows
		s.Summary = fmt.Sprintf("a table of %d rows, one per round; regret is against the best arm in hindsight", rows.Table.Rows)
	}
	s.Phases = []Phase{{From: 1, Arms: rows.columns(rows.Table.Rows)}}
	return s
}

// InOrder reports whether round t is row t of a table, so nothing is drawn.
func (s *Scenario) InOrder() bool { return s.Rows != nil && !s.Rows.Drawn }

// Certain reports whether every seed gives the same rewards.
func (s *Scenario) Certain() bool {
	random := func(law arm.Distribution) bool { return law.Variance() != 0 }
	return s.InOrder() || !slices.ContainsFunc(s.Phases, func(p Phase) bool { return slices.ContainsFunc(p.Arms, random) })
}

// Within returns the scenario for a horizon. It differs from s only where the rounds of a table
// come in order: then the best arm is the one with the largest sum over the horizon. A
// horizon beyond the table leaves it as it is.
func (s *Scenario) Within(horizon int) *Scenario {
	if !s.InOrder() || horizon == s.Horizon || horizon < 1 || horizon > s.Rows.Table.Rows {
		return s
	}
	own := *s
	own.Horizon = horizon
	own.Phases = []Phase{{From: 1, Arms: s.Rows.columns(horizon)}}
	own.measure(&own.Phases[0])
	return &own
}

// columns returns the laws of the arms in the first rows.
func (r *Rows) columns(rows int) []arm.Distribution {
	laws := make([]arm.Distribution, len(r.Arms))
	for j := range laws {
		laws[j] = &column{r.Column(j, rows), r.Table, j, rows}
	}
	return laws
}

// column is the reward of one arm in a row that is drawn uniformly. Arms that are drawn
// from the same cell draw the same row.
type column struct {
	table.Column
	table *table.Table
	arm   int
	rows  int // the first ones
}

func (d *column) Mean() float64                { return d.Column.Mean }
func (d *column) Variance() float64            { return d.Column.Variance }
func (d *column) Support() (low, high float64) { return d.Low, d.High }

func (d *column) MGF(s float64) float64 {
	sum := 0.0
	for row := range d.rows {
		sum += math.Exp(s * d.table.At(d.arm, row))
	}
	return sum / float64(d.rows)
}

// Sample draws the row, uniformly but for less than 10⁻¹², with the cell's first number.
func (d *column) Sample(c *noise.Cell) float64 {
	row, _ := bits.Mul64(c.Uint64(), uint64(d.rows))
	return d.table.At(d.arm, int(row))
}

func (d *column) String() string {
	return fmt.Sprintf("column(%s, mean %s)", d.table.Arms[d.arm], param.FormatNumber(param.Round(d.Mean(), 6)))
}
