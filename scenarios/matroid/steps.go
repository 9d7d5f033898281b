package matroid

// A Step is what the greedy walk did with one arm.
type Step struct {
	Arm  int
	Kept bool
	Loop bool
	// Past is set once the basis was complete before this arm: CHH Algorithm 1
	// has stopped, and the arm was not looked at.
	Past bool
	// LostTo are the arms, in ascending order, that came first and that the arm
	// depends on: it would have been kept but for any one of them. Empty for
	// kept arms and loops.
	LostTo []int
}

// Steps retells the latest Best arm by arm, in the order it walked, with the
// lots that it drew. It has one step for every arm, and none before the first
// Best. It is for display: it allocates and walks the whole matroid.
func (o *Oracle) Steps() []Step {
	if !o.ready {
		return nil
	}
	b := o.matroid.NewBuilder()
	steps := make([]Step, len(o.order))
	for i, r := range o.order {
		step := Step{Arm: r.arm, Loop: o.matroid.Loop(r.arm), Past: b.Len() == o.matroid.Rank()}
		step.Kept = b.Add(r.arm)
		if !step.Kept {
			step.LostTo = b.Dependence(nil, r.arm)
		}
		steps[i] = step
	}
	return steps
}
