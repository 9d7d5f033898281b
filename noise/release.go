package noise

// Names of noise distributions, for Perturbation.Noise.
const (
	LaplaceNoise         = "Laplace"
	GaussianNoise        = "Gaussian"
	DiscreteLaplaceNoise = "discrete Laplace"
	BinomialNoise        = "binomial"
)

// A Perturbation describes the noise of a release. Package privacy computes its cost in
// every notion of privacy.
type Perturbation struct {
	Noise       string  // the distribution, such as LaplaceNoise
	Scale       float64 // the standard deviation of normal noise; the number of fair bits of binomial noise; 0 for no noise
	Sensitivity float64 // the largest change of the compared values when one round is replaced
	Candidates  int     // the number of arms in a selection; 0 if noisy values were published
}

// NoisySum returns the perturbation of a published sum of rewards.
func NoisySum(distribution string, scale float64) Perturbation {
	return Perturbation{Noise: distribution, Scale: scale, Sensitivity: 1}
}

// normal reports whether p is a sum with normal noise; several of these count as one.
func (p *Perturbation) normal() bool { return p.Noise == GaussianNoise && p.Candidates == 0 }

// A Release is one noisy output that a learner computed from rewards.
type Release struct {
	Round        int   // the round at the end of which it was made; 0 is before round 1
	Arms         []int // the arms whose rewards were used, from 0
	Observations int   // the number of rewards, or whole reward vectors, used
	First, Last  int   // the first and the last round of these rewards; 0 is before round 1
	Perturbation
	Epsilon float64 // the privacy loss of this release, +Inf without noise
	Bound   bool    // Epsilon is an upper bound: the release reveals less than its perturbation
	Terms   []ReleaseTerm
	Winner  int // the arm that a selection published; −1 if values were published
}

// A ReleaseTerm is one arm's sum in a release.
type ReleaseTerm struct {
	Arm           int
	Sum           float64 // the true sum
	Noise         float64 // the noise drawn
	Before, After float64 // the estimate or score before and after the release; NaN if none exists
}

// Joint reports whether the release used whole reward vectors, so that it costs ε once and
// not once for each arm.
func (r *Release) Joint() bool { return r.Winner >= 0 }
