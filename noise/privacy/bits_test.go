package privacy

import "math"

// A lossMass is a privacy loss and the chance of it.
type lossMass struct{ loss, chance float64 }

// bitsDelta returns the exact δ of bits about the same person. Of k bits by one response any
// number may be about rewards that rise from 0 to 1 and the others about rewards that fall,
// which matters if p00 and p11 differ.
func bitsDelta(parts Composition, epsilon float64) float64 {
	worst := 0.0
	mixtures(parts, []lossMass{{0, 1}}, func(all []lossMass) {
		sum := 0.0
		for _, m := range all {
			if m.loss > epsilon {
				sum += m.chance * -math.Expm1(epsilon-m.loss)
			}
		}
		worst = max(worst, sum)
	})
	return worst
}

// directions returns the possible numbers of bits about rising rewards, or all bits if the
// number does not matter.
func directions(p Term) []int {
	if r := p.Release.(Response); r.P00 == r.P11 {
		return []int{p.Times}
	}
	all := make([]int, p.Times+1)
	for up := range all {
		all[up] = up
	}
	return all
}

// mixtures calls each with the losses of all bits, for every number of rising ones of
// each part.
func mixtures(parts Composition, before []lossMass, each func(all []lossMass)) {
	zero, one := parts[0].Release.(Response).coins()
	rising, falling := coinLosses(zero, one), coinLosses(one, zero)
	for _, up := range directions(parts[0]) {
		var all []lossMass
		for _, a := range binomialLosses(rising, up) {
			for _, b := range binomialLosses(falling, parts[0].Times-up) {
				for _, m := range before {
					all = append(all, lossMass{m.loss + a.loss + b.loss, m.chance * a.chance * b.chance})
				}
			}
		}
		if len(parts) > 1 {
			mixtures(parts[1:], all, each)
		} else {
			each(all)
		}
	}
}

func coinLosses(p, q coin) [2]lossMass {
	return [2]lossMass{{p.log - q.log, math.Exp(p.log)}, {p.logNot - q.logNot, math.Exp(p.logNot)}}
}

// binomialLosses are the sums of the losses of n such coins.
func binomialLosses(of [2]lossMass, n int) []lossMass {
	all := make([]lossMass, 0, n+1)
	for k := range n + 1 {
		log := lgamma(n) - lgamma(k) - lgamma(n-k)
		if k > 0 {
			log += float64(k) * math.Log(of[0].chance)
		}
		if k < n {
			log += float64(n-k) * math.Log(of[1].chance)
		}
		loss := 0.0
		if k > 0 {
			loss += float64(k) * of[0].loss
		}
		if k < n {
			loss += float64(n-k) * of[1].loss
		}
		all = append(all, lossMass{loss, math.Exp(log)})
	}
	return all
}

func lgamma(n int) float64 {
	log, _ := math.Lgamma(float64(n) + 1)
	return log
}
