package stats

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance || math.IsNaN(got) && math.IsNaN(want)
}

func TestSummarize(t *testing.T) {
	s := Summarize([]float64{4, 1, 3, 2, 10})
	got := []float64{s.Mean, s.SD, s.Error, s.Median, s.Quartiles[0], s.Quartiles[1], s.Tails[0], s.Tails[1]}
	if want := []float64{4, math.Sqrt(12.5), math.Sqrt(2.5), 3, 2, 4, 1.2, 8.8}; !floats.EqualApprox(got, want, 1e-12) {
		t.Errorf("%v, want %v", got, want)
	}
	if one := Summarize([]float64{7}); one.Mean != 7 || one.Median != 7 || !math.IsNaN(one.SD) || one.HeavyTails {
		t.Errorf("one value: %+v", one)
	}
}

// sample draws n values by inversion of a law.
func sample(name string, n int, inverse func(u float64) float64) []float64 {
	stream := noise.NewStream(noise.KeyOf(name))
	values := make([]float64, n)
	for i := range values {
		values[i] = inverse(stream.Float64())
	}
	return values
}

func exponential(u float64) float64 { return -math.Log1p(-u) }

func pareto(u float64) float64 { return math.Pow(1-u, -1/1.2) } // infinite variance

// lognormal has mean exp(9/8); at log-sd 1.5, few values decide its mean.
func lognormal(u float64) float64 { return math.Exp(1.5 * distuv.UnitNormal.Quantile(u)) }

func TestHeavyTails(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		heavy  bool
	}{
		{"uniform", sample("u", 300, func(u float64) float64 { return u }), false},
		{"normal", sample("n", 300, func(u float64) float64 { return 10 + distuv.UnitNormal.Quantile(u) }), false},
		{"exponential", sample("e", 300, exponential), false},
		{"pareto", sample("p", 300, pareto), true},
		{"one outlier", append(sample("o", 299, func(u float64) float64 { return 100 + u }), 20000), true},
		{"all equal", make([]float64, 50), false},
		{"few values", []float64{1, 1, 1, 1, 1, 1, 1, 1000}, true},
		{"two values", []float64{1, 1000}, false},
		{"two plateaus", slices.Concat(slices.Repeat([]float64{960}, 76), slices.Repeat([]float64{832}, 20), slices.Repeat([]float64{1186}, 4)), false},
		{"a plateau with one run far above", append(slices.Repeat([]float64{960}, 19), 4500), true}, // 3540 of 22,740 above the median
		{"a plateau with one run above", append(slices.Repeat([]float64{960}, 19), 4200), false},    // 3240 of 22,440: less than 3/20
		{"a plateau with one run far below", append(slices.Repeat([]float64{4176.8}, 199), 3292.8), true},
		{"a plateau with two runs of a hundred far below", append(slices.Repeat([]float64{4176.8}, 98), 3292.8, 3292.8), false},
		{"few values, one below", append(slices.Repeat([]float64{960}, 8), 1), false},
		// The sum is 1, that of the sizes 17.
		{"below and above zero", []float64{-3, 3, -2, 2, -1, 1, -1, 1, -1, 2}, false},
		{"one run far above", []float64{-3, 3, -2, 2, -1, 1, -1, 1, -1, 30}, true},
		{"below zero", []float64{-3, -2, -1, -1, -1, -1, 1}, false},
	} {
		if s := Summarize(c.values); s.HeavyTails != c.heavy {
			t.Errorf("%s: heavy-tailed is %v, want %v: %+v", c.name, s.HeavyTails, c.heavy, s)
		} else if s.Mostly < 0 || s.Mostly > 1 {
			t.Errorf("%s: the share is %v", c.name, s.Mostly)
		}
	}
	// Ten values of 100, one replaced by 1000: it contributes 1000/1900.
	s := Summarize([]float64{100, 100, 100, 100, 100, 100, 100, 100, 100, 1000})
	if !s.HeavyTails || s.Largest != 1 || !near(s.Mostly, 1000./1900, 1e-12) {
		t.Errorf("the %d largest make up %v, want %v", s.Largest, s.Mostly, 1000./1900)
	}
	if s := Summarize(slices.Concat(slices.Repeat([]float64{1}, 297), []float64{100, 100, 100})); s.Largest != 3 || !near(s.Mostly, 300./597, 1e-12) {
		t.Errorf("the %d largest make up %v, want 3 and %v", s.Largest, s.Mostly, 300./597)
	}
}

// The interval of a heavy-tailed sample extends to Student's and the bootstrap's. Equal values
// have none, and enough equal differences have a sign.
func TestIntervalsOfWhatMisleads(t *testing.T) {
	values := append(sample("outlier", 49, func(u float64) float64 { return 100 + u }), 5000)
	s := Summarize(values)
	student, far := s.student(.95), bootstrap(values, s.Mean, .95)
	if got, want := MeanInterval(values, .95), (Interval{min(student.Low, far.Low), max(student.High, far.High)}); got != want || far.High <= student.High {
		t.Errorf("the interval is %v, want %v of %v and %v", got, want, student, far)
	}
	if got := Compare(values, make([]float64, 50), .95).Interval; got != MeanInterval(values, .95) {
		t.Errorf("the interval of the difference to 0 is %v", got)
	}
	for _, c := range []struct {
		runs, sign int
		confidence float64
	}{{29, 0, .95}, {30, 1, .95}, {29, 0, .999}, {30, 1, .999}} {
		equal := slices.Repeat([]float64{7}, c.runs)
		if i := MeanInterval(equal, .95); !math.IsNaN(i.Low) || !math.IsNaN(i.High) {
			t.Errorf("%d equal values have the interval %v", c.runs, i)
		}
		ones := slices.Repeat([]float64{1}, c.runs)
		if p := Compare(equal, ones, c.confidence); !p.Equal || !math.IsNaN(p.Interval.Low) || p.Sign != c.sign {
			t.Errorf("%d equal differences: %+v, want the sign %d", c.runs, p, c.sign)
		}
		if p := Compare(ones, equal, c.confidence); p.Sign != -c.sign {
			t.Errorf("%d equal differences below 0: sign %d, want %d", c.runs, p.Sign, -c.sign)
		}
	}
}

// Student's quantiles from tables of the t distribution.
func TestMeanInterval(t *testing.T) {
	for _, c := range []struct {
		n                    int
		confidence, quantile float64
	}{{2, .95, 12.7062}, {5, .95, 2.7764}, {10, .99, 3.2498}, {30, .95, 2.0452}, {1000, .99, 2.5808}} {
		values := sample("t", c.n, func(u float64) float64 { return u })
		got := MeanInterval(values, c.confidence)
		s := Summarize(values)
		if half := (got.High - got.Low) / 2; !near(half/s.Error, c.quantile, 1e-4) || !near((got.High+got.Low)/2, s.Mean, 1e-9) {
			t.Errorf("n = %d: %v around %v, want a half width of %v standard errors", c.n, got, s.Mean, c.quantile)
		}
	}
	if one := MeanInterval([]float64{3}, .95); !math.IsNaN(one.Low) || !math.IsNaN(one.High) {
		t.Errorf("one value has the interval %v", one)
	}
}

// coverage returns the share of 400 samples whose interval contains the true mean.
func coverage(name string, n int, inverse func(float64) float64, mean float64, interval func([]float64) Interval) float64 {
	values := sample(name, 400*n, inverse)
	covered := 0
	for i := range 400 {
		if interval(values[i*n : (i+1)*n]).Contains(mean) {
			covered++
		}
	}
	return float64(covered) / 400
}

// A resample has the size of the sample and draws each place equally often. In 60,000 draws the count of a place has
// a standard deviation of at most 120; the false-alarm rate of 5 deviations is 2·10⁻⁶ in total.
func TestResampled(t *testing.T) {
	key := noise.KeyOf("resampled")
	for n := 1; n <= 6; n++ {
		for place := range n {
			sample, drawn := make([]float64, n), 0.
			sample[place] = 1
			times := 60_000 / n
			for i := range times {
				drawn += resampled(sample, noise.At(key, i))
			}
			if p := 1 / float64(n); math.Abs(drawn-float64(times)) > 5*math.Sqrt(float64(times*n)*p*(1-p)) {
				t.Errorf("place %d of %d is drawn %v times in %d resamples", place+1, n, drawn, times)
			}
		}
	}
	// Σd³ = 24 and Σd² = 12 around the mean of 1.
	if got, want := skewness([]float64{0, 0, 4, 0}, 1), 24/math.Pow(12, 1.5); !near(got, want, 1e-15) {
		t.Errorf("skewness %v, want %v", got, want)
	}
}

// The 95% bootstrap interval covers the mean of a skewed law about as often as stated; below .90
// is an error, and an interval of half the width, which must be noticed, covers about .65.
func TestBootstrapCovers(t *testing.T) {
	if testing.Short() {
		t.Skip("4,000 resamples of each of 400 samples")
	}
	bca := func(x []float64) Interval { return bootstrap(x, stat.Mean(x, nil), .95) }
	halved := func(x []float64) Interval {
		i, m := bca(x), stat.Mean(x, nil)
		return Interval{(i.Low + m) / 2, (i.High + m) / 2}
	}
	if got := coverage("exponential", 40, exponential, 1, bca); got < .91 || got > .98 {
		t.Errorf("exponential: covers %v", got)
	}
	if got := coverage("exponential", 40, exponential, 1, halved); got > .85 {
		t.Errorf("an interval half as wide covers %v", got)
	}
	// Student's interval misses the mean of a heavy-tailed law on one side; the bootstrap
	// interval extends toward the long tail.
	x := sample("lognormal", 200, lognormal)
	mean := stat.Mean(x, nil)
	if i := bca(x); i.High-mean <= mean-i.Low {
		t.Errorf("the interval %v does not lean towards the long tail of a mean of %v", i, mean)
	}
}

func TestCompare(t *testing.T) {
	a, b := []float64{1, 2, 3, 6}, []float64{2, 2, 5, 9} // differences −1, 0, −2, −3
	p := Compare(a, b, .95)
	sd := math.Sqrt(5. / 3)
	if !near(p.Mean, -1.5, 1e-12) || !near(p.Error, sd/2, 1e-12) || !near(p.Effect, -1.5/sd, 1e-12) || !near(p.Smaller, .875, 1e-12) {
		t.Errorf("%+v", p)
	}
	if want := (stat.Variance(a, nil) + stat.Variance(b, nil)) / (5. / 3); !near(p.Gain, want, 1e-12) {
		t.Errorf("pairing gains %v, want %v", p.Gain, want)
	}
	for _, other := range [][]float64{a, {1, 2, math.Nextafter(3, 0), math.Nextafter(6, 9)}} {
		same := Compare(a, other, .95)
		if same.Mean != 0 || same.Effect != 0 || same.Smaller != .5 || !same.Equal || !math.IsInf(same.Gain, 1) {
			t.Errorf("%v beside %v: %+v", a, other, same)
		}
	}
	// Totals are equal up to 10⁻¹² of the larger, whatever their size: small gaps add up to small regrets.
	for _, c := range []struct{ x, y, want float64 }{
		{0, 2.8e-14, -2.8e-14},
		{0x3p-40, 0x1p-40, 0x1p-39},
		{.1 + .2, .3, 0},
		{3e-12 * (.1 + .2), 3e-12 * .3, 0},
		{-3, math.Nextafter(-3, 0), 0},
		{1e9, math.Nextafter(1e9, 2e9), 0},
		{3, 2, 1},
	} {
		if got := Subtract(c.x, c.y); got != c.want {
			t.Errorf("%v − %v: %v, want %v", c.x, c.y, got, c.want)
		}
	}
	rounded := []float64{1.25, math.Nextafter(1.25, 2)} // the same regret, added up in another order
	if s := Summarize(rounded); !s.Equal || s.SD != 0 || !math.IsNaN(MeanInterval(rounded, .95).Low) {
		t.Errorf("values that differ by rounding: %+v", s)
	}
}

// The ends of Fieller's interval are the ratios at which t for a − r·b is just as large as the quantile.
func TestRatio(t *testing.T) {
	common := sample("common", 60, func(u float64) float64 { return u })
	a := sample("a", 60, func(u float64) float64 { return 3 + u })
	b := sample("b", 60, func(u float64) float64 { return 2 + u })
	for k, u := range common { // the two go together, as two learners' regrets do
		a[k] += u
		b[k] += u
	}
	i := Ratio(a, b, .99)
	quantile := studentQuantile(60, .99)
	for _, r := range []float64{i.Low, i.High} {
		d := make([]float64, len(a))
		for k := range a {
			d[k] = a[k] - r*b[k]
		}
		if s := Summarize(d); !near(math.Abs(s.Mean)/s.Error, quantile, 1e-6) {
			t.Errorf("at ratio %v: t = %v, want %v", r, s.Mean/s.Error, quantile)
		}
	}
	if !i.Contains(stat.Mean(a, nil) / stat.Mean(b, nil)) {
		t.Errorf("%v does not contain the ratio of the means", i)
	}
	noisy := sample("c", 60, func(u float64) float64 { return u - .5 })
	if got := Ratio(a, noisy, .99); !math.IsInf(got.High, 1) || !math.IsInf(got.Low, -1) {
		t.Errorf("a ratio over what may be 0 is in %v", got)
	}
}

// tail returns the probability that Student's t exceeds x: the density summed by the double exponential rule.
func tail(x, freedom float64) float64 {
	above, _ := math.Lgamma((freedom + 1) / 2)
	below, _ := math.Lgamma(freedom / 2)
	scale := above - below - math.Log(freedom*math.Pi)/2
	if freedom > 1e4 { // where the difference would lose digits: Stirling's series
		scale = -math.Log(2*math.Pi)/2 - 1/(4*freedom)
	}
	sum, step := 0., .01
	for y := -5.; y <= 5; y += step {
		far := math.Exp(math.Pi / 2 * math.Sinh(y))
		weight := far * math.Pi / 2 * math.Cosh(y)
		if density := math.Exp(scale - (freedom+1)/2*math.Log1p((x+far)*(x+far)/freedom)); density > 0 {
			sum += step * weight * density
		}
	}
	return sum
}

// The quantile leaves the requested tail: for up to a million runs, and as far out as needed by a
// hundred statements with joint confidence 1 − 10⁻¹⁰.
func TestStudentQuantile(t *testing.T) {
	for _, freedom := range []int{1, 2, 3, 4, 7, 19, 99, 500, 999, 5000, 19_999, 23_395, 23_396, 23_397, 30_000, 99_999, 999_999} {
		for _, confidence := range []float64{0, .5, .9, .95, .99, .999, 1 - 1e-5, 1 - 1e-6, 1 - 1e-7, 1 - 1e-8, 1 - 1e-9, 1 - 1e-12} {
			t.Run(fmt.Sprintf("%d,%v", freedom, confidence), func(t *testing.T) {
				q := studentQuantile(freedom+1, confidence)
				if off := tail(q, float64(freedom))/((1-confidence)/2) - 1; !(math.Abs(off) < 1e-8) {
					t.Errorf("the tail beyond %v is off by %.1g", q, off)
				}
			})
		}
	}
	for _, c := range []struct {
		name              string
		n                 int
		confidence, exact float64
	}{
		{"Cauchy", 2, .9, math.Tan(.45 * math.Pi)},
		{"Cauchy, far out", 2, 1 - 1e-9, math.Tan((1 - 1e-9) / 2 * math.Pi)},
		{"two degrees", 3, .95, .95 * math.Sqrt(2/(1-.95*.95))},
		{"four degrees", 5, .95, 2.7764451051977987}, // 2√(cos(acos(√α)/3)/√α − 1), α = 4·.975·.025
	} {
		if got := studentQuantile(c.n, c.confidence); !near(got/c.exact, 1, 1e-7) {
			t.Errorf("%s: %v, want %v", c.name, got, c.exact)
		}
	}
	if got := studentQuantile(1, .95); !math.IsNaN(got) {
		t.Errorf("of one value: %v", got)
	}
}

// As many values as needed have an interval that is narrow enough, and one fewer do not. The normal
// quantile alone is right for many, and the quantile of the present number for none but many.
func TestNeededValuesAreEnough(t *testing.T) {
	relative := func(n float64) float64 { // half a width in standard deviations
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(.975) / math.Sqrt(n)
	}
	for _, n := range []int{2, 3, 5, 20, 1000} {
		for _, factor := range []float64{.01, .5, 1.001, 2, 10, 60} {
			most := relative(float64(n)) / factor * (1 + 1e-9)
			got := Needed(n, factor)
			if got > 20_000 {
				if right := relative(got); math.Abs(right/most-1) > 1e-4 { // distuv's search fails for more
					t.Errorf("%d values, %v times as narrow: %v give %v, want %v", n, factor, got, right, most)
				}
				continue
			}
			if relative(got) > most || got > 2 && relative(got-1) < most*(1-2e-9) {
				t.Errorf("%d values, %v times as narrow: %v", n, factor, got)
			}
		}
	}
	// A mean of 215 with SD 24.66 within 2%: (1.96·24.66/215/.02)² = 126.3, and two more for t.
	for _, n := range []int{2, 3, 5, 126} {
		half := studentQuantile(n, .95) * 24.66 / math.Sqrt(float64(n)) / 215
		if got := Needed(n, half/.02); got < 127 || got > 130 {
			t.Errorf("after %d runs it takes %v", n, got)
		}
	}
	if got := Needed(2, 1e150); !(got > 1e290) || math.IsInf(got, 1) {
		t.Errorf("of a mean near 0: %v", got)
	}
}

// Sign equals the sign of Compare, for samples with light and heavy tails and equal ones.
func TestSignIsThatOfCompare(t *testing.T) {
	heavy := slices.Repeat([]float64{1, 2, 3, 2}, 25)
	heavy[7] = 4000
	samples := map[string][]float64{
		"even": slices.Repeat([]float64{1, 2, 3, 2}, 25), "above": slices.Repeat([]float64{2, 3, 3, 3}, 25),
		"equal": slices.Repeat([]float64{2}, 100), "heavy": heavy, "far": slices.Repeat([]float64{900, 901}, 50),
	}
	for a, first := range samples {
		for b, second := range samples {
			for _, confidence := range []float64{.5, .95, .99} {
				if got, want := Sign(first, second, confidence), Compare(first, second, confidence).Sign; got != want {
					t.Errorf("%s and %s with %v: sign %d, want %d", a, b, confidence, got, want)
				}
			}
		}
	}
}
