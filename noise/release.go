package noise

// The noises of sums, as a Mechanism names them.
const (
	LaplaceNoise  = "Laplace"
	GaussianNoise = "Gaussian"
)

// A Mechanism says what made a release: which noise was added to what. Package privacy
// computes what that costs in every notion of privacy.
type Mechanism struct {
	Noise       string  // the noise's distribution, such as LaplaceNoise
	Scale       float64 // the noise's scale, of normal noise its standard deviation; 0 for no noise
	Sensitivity float64 // by how much one replaced round can move what is compared
	Candidates  int     // among how many arms one was picked, and published alone; 0 where noisy values were published
}

// NoisySum is a sum of rewards that is published with noise of a distribution and
// scale.
func NoisySum(distribution string, scale float64) Mechanism {
	return Mechanism{Noise: distribution, Scale: scale, Sensitivity: 1}
}

// normal reports whether it is a sum with normal noise: of these, several are one.
func (m *Mechanism) normal() bool { return m.Noise == GaussianNoise && m.Candidates == 0 }

// A Release is one noisy output that a learner computed from rewards: what
// went in, which noise was added, and what it costs.
type Release struct {
	Round        int     // the round at whose end it was made; 0 is before the first
	Arms         []int   // the arms whose rewards went in, from 0
	Observations int     // how many rewards (or whole reward vectors) went in
	First, Last  int     // the first and the last round they came from; 0 is before the first
	Mechanism            // what made it
	Epsilon      float64 // the privacy loss of this release, +Inf without noise
	Bound        bool    // it reveals less than its mechanism, whose cost is an upper bound
	Terms        []ReleaseTerm
	Winner       int // the arm that a selection published; −1 where values were published
}

// A ReleaseTerm is what was summed for one arm of a release, and what came out.
type ReleaseTerm struct {
	Arm           int
	Sum           float64 // the true sum
	Noise         float64 // the noise drawn
	Before, After float64 // the estimate (or score) before and after the release; NaN if there is no estimate
}

// Joint reports whether the release took whole reward vectors: what it costs is
// then counted once, not once for each arm.
func (r *Release) Joint() bool { return r.Winner >= 0 }
