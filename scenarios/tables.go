package scenarios

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/table"
)

// Rows is the table of a TableKind scenario and its order.
type Rows struct {
	*table.Table
	File string // its path relative to a scenario file in the same folder
	// Drawn means that every round is a row drawn uniformly with replacement. Otherwise round t
	// is row t, and regret is against the best arm in hindsight.
	Drawn bool
}

// The orders of the rows.
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

// FromTable returns a scenario with a table's rewards and the default horizon and ε.
func FromTable(name string, rows Rows, feedback Feedback) *Scenario {
	s := &Scenario{
		Name: name, Kind: TableKind, Feedback: feedback, Horizon: 100_000, Epsilon: 0.5,
		Labels: rows.Arms, Rows: &rows, SharedDraws: true,
		Summary: fmt.Sprintf("a table of %s rows; every round is one of them, drawn at random",
			number.Count(rows.Table.Rows)),
	}
	if !rows.Drawn {
		s.Horizon = rows.Table.Rows
		s.Summary = fmt.Sprintf("a table of %s rows, one per round; regret is against the best arm in hindsight",
			number.Count(rows.Table.Rows))
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

// Within returns the scenario for a horizon. This differs from s only for a table played in order, whose best arm has
// the largest sum over the horizon. A horizon beyond the table changes nothing.
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

// columns returns the distributions of the arms in the first rows.
func (r *Rows) columns(rows int) []arm.Distribution {
	laws := make([]arm.Distribution, len(r.Arms))
	for j := range laws {
		laws[j] = &column{r.Column(j, rows), r.Table, j, rows}
	}
	return laws
}

// column is an arm's reward in a row drawn uniformly. Arms drawn from the same cell have the same row.
type column struct {
	table.Column
	table *table.Table
	arm   int
	rows  int // number of rows, from the first
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

func (d *column) Excess(x float64) float64 {
	sum := 0.0
	for row := range d.rows {
		sum += max(d.table.At(d.arm, row)-x, 0)
	}
	return sum / float64(d.rows)
}

// Sample draws the row with the cell's first number, uniformly up to 10⁻¹².
func (d *column) Sample(c *noise.Cell) float64 {
	row, _ := bits.Mul64(c.Uint64(), uint64(d.rows))
	return d.table.At(d.arm, int(row))
}

func (d *column) String() string {
	return fmt.Sprintf("column(%s, mean %s)", d.table.Arms[d.arm], number.Format(number.Round(d.Mean(), 6)))
}
