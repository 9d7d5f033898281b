package result

import (
	"fmt"

	"regretscope/model"
	"regretscope/noise/declare"
)

// ofPrograms are warnings about programs that do not keep to their seeds, and remarks on
// those whose runs are alike.
func ofPrograms(r *model.Result) (notes []string) {
	for i := range r.Rows {
		o := &r.Rows[i]
		if i+1 < len(r.Rows) && r.Rows[i+1].Series == o.Series {
			continue
		}
		name := declare.Printable(o.Learner)
		if o.Repeatable != nil && !*o.Repeatable {
			notes = append(notes, "warning: "+model.NotRepeatable(o.Learner))
		}
		if o.Distinct > 0 && o.Distinct < o.Runs {
			notes = append(notes, fmt.Sprintf("note on %s: only %d of its %d runs are distinct;\n"+
				"either few plays are possible, as in an elimination that never had to decide, or it does not use its seeds", name, o.Distinct, o.Runs))
		}
	}
	return notes
}
