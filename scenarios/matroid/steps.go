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

// Steps retells the latest Best arm by arm, in walking order, with the lots that
// were drawn; it has one step for every arm, and none before the first Best. It
// is for display: it allocates and walks the whole matroid.
func (o *Oracle) Steps() []Step {
	if len(o.basis) == 0 {
		return nil
	}
	held := o.matroid.NewBuilder()
	steps := make([]Step, len(o.order))
	for i, r := range o.order {
		arm := int(r.arm)
		step := Step{Arm: arm, Loop: o.matroid.Loop(arm), Past: held.Len() == o.matroid.Rank()}
		step.Kept = held.Add(arm)
		if !step.Kept {
			step.LostTo = held.Dependence(nil, arm)
		}
		steps[i] = step
	}
	return steps
}
