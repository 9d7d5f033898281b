package learners_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
)

// explained is one arm of an explanation with the other quantities in its score.
type explained struct {
	*learners.Explanation
	arm     *learners.ArmTerms
	round   float64
	rank    float64
	arms    float64
	epsilon float64
	channel channel.Channel // nil without local privacy
}

func (x explained) term(role learners.Role) float64 {
	value, _ := x.Term(x.arm, role)
	return value
}

func (x explained) score() float64 { return x.arm.Values[len(x.arm.Values)-1] }

// ranked returns the score for an index in a column: the index or, if a last column of ranks follows, its rank.
func (x explained) ranked(column int, rank float64) float64 {
	index := min(rank, 1)
	if column == len(x.Columns)-1 {
		return index
	}
	if math.Abs(x.arm.Values[column]-index) > 1e-9 {
		return math.NaN()
	}
	if rank > 1 {
		return rank - 1
	}
	return -math.Log1p(-rank)
}

// scoreRules compute the score from the displayed terms by the paper's formula if it is not their sum.
var scoreRules = map[string]func(x explained) float64{
	"glr-klucb-cf": corruptedScore,
}

// corruptedScore inverts the bound on the mean report through the channel.
func corruptedScore(x explained) float64 {
	values := x.arm.Values
	level, bound := values[len(values)-3], values[len(values)-2]
	if values[0] == 0 {
		return math.Inf(1)
	}
	intercept, slope, _ := x.channel.Affine()
	mean := min(1, max(0, intercept+slope*x.term(learners.Estimate)))
	want := learners.KLUpper(mean, level)
	if slope < 0 {
		want = learners.KLLower(mean, level)
	}
	if math.Abs(bound-want) > 1e-9 {
		return math.NaN()
	}
	return x.channel.Inverse(bound)
}

// recombined returns the score computed from the displayed terms.
func recombined(id string, x explained) float64 {
	if rule := scoreRules[id]; rule != nil {
		return rule(x)
	}
	if len(x.Columns) == 1 {
		return x.score() // the score is the only term
	}
	total := 0.0
	for c, column := range x.Columns {
		switch column.Role {
		case learners.Estimate, learners.Report, learners.Confidence, learners.PrivacyBonus, learners.Noise:
			total += x.arm.Values[c]
		}
	}
	return total
}

// below returns the probability of a smaller sample, according to the displayed terms.
func below(id string, x explained) float64 {
	theta, bonus := x.term(learners.Sample), x.term(learners.PrivacyBonus)
	switch id {
	case "lazy-dp-ts":
		m, size := unit(x.term(learners.Estimate)+bonus), 3*math.Log(x.round)/(x.epsilon*bonus)
		if math.Abs(x.term(learners.Center)-(m*size+1)/(size+2)) > 1e-9 {
			return math.NaN()
		}
		return distuv.Beta{Alpha: m*size + 1, Beta: (1-m)*size + 1}.CDF(theta)
	case "dpts-mat":
		size := 3 * math.Log(x.rank*x.round) / (x.epsilon / x.rank * bonus)
		if math.Abs(x.term(learners.Center)-x.term(learners.Estimate)-bonus) > 1e-9 {
			return math.NaN()
		}
		return distuv.Normal{Mu: x.term(learners.Center), Sigma: 1 / math.Sqrt(size)}.CDF(theta)
	case "ts-gaussian":
		return distuv.Normal{Mu: x.term(learners.Center), Sigma: x.term(learners.Spread)}.CDF(theta)
	case "cts":
		if _, counted := x.Term(x.arm, learners.Ones); !counted {
			return distuv.Normal{Mu: x.term(learners.Estimate), Sigma: x.term(learners.Spread)}.CDF(theta)
		}
	}
	return distuv.Beta{Alpha: x.term(learners.Ones), Beta: x.term(learners.Zeros)}.CDF(theta)
}

// termMistake explains why an arm's terms do not give its score; empty if they do.
func termMistake(id string, x explained) string {
	got, want := recombined(id, x), x.score()
	if got == want || math.Abs(got-want) <= 1e-9*max(1, math.Abs(want)) {
		return ""
	}
	if last := x.Columns[len(x.Columns)-1]; math.IsNaN(want) {
		return fmt.Sprintf("arm %d: the last column, %s, is taken for the score, and is NaN", x.arm.Arm+1, last.Name)
	}
	if math.IsNaN(got) {
		return fmt.Sprintf("arm %d: the terms %v contradict one another", x.arm.Arm+1, x.arm.Values)
	}
	return fmt.Sprintf("arm %d: the terms %v give %v, shown is %v", x.arm.Arm+1, x.arm.Values, got, want)
}

// wrongPlay explains why the play does not have the largest displayed scores; empty if it does.
func wrongPlay(s *scenarios.Scenario, e *learners.Explanation, play []int) string {
	scores := make([]float64, s.Arms())
	for i := range e.Arms {
		a := &e.Arms[i]
		scores[a.Arm] = a.Values[len(a.Values)-1]
	}
	total := func(set []int) (sum float64) {
		for _, j := range set {
			sum += scores[j]
		}
		return sum
	}
	for _, other := range combin.Combinations(s.Arms(), len(play)) {
		if s.Matroid != nil && !matroid.Independent(s.Matroid, other) {
			continue
		}
		if total(other) > total(play)+1e-9 {
			return fmt.Sprintf("%v is played with %v, %v has %v", play, total(play), other, total(other))
		}
	}
	return ""
}

// Every explanation of every learner in every scenario: the displayed terms give the score or
// the law of the sample, and the largest displayed score is played. A term 1% off is noticed.
// Samples are uniform under their cdf: √n times the distance exceeds 3 once in 3·10⁷ cases.
func TestExplanationsRecombine(t *testing.T) {
	t.Parallel()
	variants := map[string][]string{
		"rnm-ftnl": {"rnm-ftnl,noise=gumbel"}, "dpucb-mat": {"dpucb-mat,init=paper"}, "cts": {"cts,prior=beta"},
		"kl-ucb": {"kl-ucb,c=3"}, "sw-klucb-cf": {"sw-klucb-cf,w=30"}, "sw-ts-cf": {"sw-ts-cf,w=30"}, "sw-ucb": {"sw-ucb,w=30"},
	}
	worlds := []struct {
		scenario, channel string
		epsilon           float64
	}{
		{"hhmh-1", "", .5},
		{"jzl-20", "", 2},
		{"gaj-switch,K=3,L=3,length=200", "", 1},
		{"gaj-switch,K=3,L=3,length=200", "rr(0.1,0.3)", 1},
		{"doubling-gap,K=4,gap=.1", "", .3},
		{"ww-det,K=5,losses=even", "", 1},
		{"chh-synthetic", "", 2},
	}
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			noticed := map[string]bool{} // by column: whether a wrong term was noticed
			var uniform, skewed []float64
			for _, choice := range append(variants[d.ID], d.ID) {
				for _, w := range worlds {
					s := preset(w.scenario)
					c := &model.Config{Scenario: s, Learners: []learners.Spec{choose(choice)}, Horizon: 400, Epsilon: w.epsilon, Channel: w.channel, Seed: 5}
					if c.Check() != nil {
						continue
					}
					run := model.NewRun(c, 0)
					for round := 1; round <= c.Horizon; round++ {
						e, ok := run.AdvanceExplained(1)
						if !ok {
							t.Fatalf("%s: round %d is not explained", w.scenario, round)
						}
						checkExplanation(t, d, e, round)
						if e.LargestWins() {
							if wrong := wrongPlay(s, &e, run.Play()); wrong != "" && s.Arms() < 10 {
								t.Fatalf("%s on %s, round %d: %s", choice, w.scenario, round, wrong)
							}
						}
						last := learners.Detail
						if n := len(e.Columns); n > 0 {
							last = e.Columns[n-1].Role
						}
						if last == learners.Detail || e.Columns[0].Name == "unobserved" {
							continue // no scores, or only unobserved arms
						}
						for i := range e.Arms {
							if s.Matroid != nil && s.Matroid.Loop(e.Arms[i].Arm) {
								continue
							}
							x := explained{
								Explanation: &e, arm: &e.Arms[i], round: float64(round), epsilon: w.epsilon,
								arms: float64(s.Arms()), rank: float64(s.PlaySize()),
							}
							if d.Channel != "" {
								x.channel = param.Must(channel.Parse(cmp.Or(w.channel, d.Channel), w.epsilon))
							}
							if _, drawn := x.Term(x.arm, learners.Sample); drawn {
								if x.channel != nil && last == learners.Score &&
									math.Abs(x.score()-x.channel.Inverse(x.term(learners.Sample))) > 1e-9 {
									t.Fatalf("%s, round %d, arm %d: %v", choice, round, i+1, x.arm.Values)
								}
								p := below(d.ID, x)
								if math.IsNaN(p) {
									t.Fatalf("%s on %s, round %d, arm %d: the terms %v contradict one another", choice, w.scenario, round, i+1, x.arm.Values)
								}
								uniform = append(uniform, p)
								skewed = append(skewed, below(d.ID, plant(x, 0)))
								continue
							}
							if wrong := termMistake(d.ID, x); wrong != "" {
								t.Fatalf("%s on %s, round %d, %s", choice, w.scenario, round, wrong)
							}
							for c, column := range e.Columns {
								if !noticed[column.Name] {
									noticed[column.Name] = termMistake(d.ID, plant(x, c)) != "" || len(e.Columns) == 1
								}
							}
						}
					}
				}
			}
			// N, GLR and its threshold are not part of the score.
			for name, seen := range noticed {
				if !seen && name != "N" && name != "GLR" && name != "β(N,δ)" {
					t.Errorf("a wrong %s goes unnoticed", name)
				}
			}
			if len(uniform) == 0 {
				return
			}
			if far := distance(uniform); !(far < 3) {
				t.Errorf("%d samples are %.1f/√n from the law that their terms give (Kolmogorov–Smirnov), at most 3/√n allowed", len(uniform), far)
			}
			if far := distance(skewed); far < 3 {
				t.Errorf("%d samples are only %.1f/√n from the law that wrong terms give (Kolmogorov–Smirnov)", len(skewed), far)
			}
		})
	}
}

// plant returns the arm with one wrong term: 1 more if it determines a sample's law, otherwise slightly more than 1%.
func plant(x explained, column int) explained {
	arm := *x.arm
	arm.Values = slices.Clone(arm.Values)
	if _, drawn := x.Term(x.arm, learners.Sample); drawn {
		arm.Values[column]++
	} else {
		arm.Values[column] += .001 + .01*math.Abs(arm.Values[column])
	}
	x.arm = &arm
	return x
}

// distance returns √n times the Kolmogorov–Smirnov distance of xs from the uniform law on [0,1]; NaN if an x is NaN.
func distance(xs []float64) float64 {
	slices.Sort(xs)
	far, n := 0.0, float64(len(xs))
	for i, x := range xs {
		if math.IsNaN(x) {
			return math.NaN()
		}
		far = max(far, x-float64(i)/n, float64(i+1)/n-x)
	}
	return far * math.Sqrt(n)
}
