package learners

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/channel"
	"regretscope/noise/param"
)

// Every theorem's formula at one instance, against numbers computed independently from the
// papers: K = 4, ε = ½, T = 1000, L_T = 2, best mean .9, gaps .1, .2 and .8, gaps of reports 40% of
// these, channels rr(0.9,0.6), and for matroids rank 3 and gaps .25 and .5 of the optimal arms.
func TestBoundsInNumbers(t *testing.T) {
	want := map[string]float64{
		"HHMH Thm 3": 117.43183974269633, "HHMH Thm 5": 117.43183974269633, "Azize & Basu 2022": 117.43183974269633,
		"Sajed & Sheffet 2019, as HHMH quote it":         167.5130655153168,
		"Azize & Basu 2023, constants of Azize's thesis": 3339.129074206405, // ρ = .04
		"Mourtada & Gaïffas 2019":                        13.862943611198904,
		"HHMH Thm 9, first form":                         15.862943611198906, // |J_1| = |J_2| = |J_4| = 1, and Δ_(4) = .8 alone is above ε
		"GAJ eq. 15, no guarantee":                       13126.857666331514,
		"HHMH Thm 9":                                     15.166070373057398,
		"WW Thm 2 and Cor. 1":                            17.706567722544516,
		"WW Thm 4":                                       2.772588722239781,
		"WW Cor. 3":                                      3.843624111345611,
		"Agrawal & Goyal 2013":                           74.46594822118068,
		"GAJ Thm 1":                                      44.721359549995796,
		"Garivier & Moulines 2011, up to logarithms":     31.622776601683793,
		"Azize et al. 2025, leading term":                97.44850964055641,
		"Mishra & Thakurta 2015, with probability 1 − γ": 65733.26487253323,
		"Gajane, Urvoy & Kaufmann 2018, Thm 2":           222.29549108877708, "Gajane, Urvoy & Kaufmann 2018, Thm 3": 222.29549108877708,
		"CHH Thm 2":                            562.4473216274298,
		"CHH Thm 4":                            610.4855270333313,
		"JZL Thm 2":                            350.7844477608116,
		"JZL Thm 3":                            401.5656977608115,
		"JZL eq. 4":                            5617.270019120049,
		"Ren et al. 2020, as JZL §4 quotes it": 5612.551164172985,
	}
	setting := Setting{Arms: 4, Horizon: 1000, Epsilon: .5, Phases: 2}
	rr := param.Must(channel.Parse("rr(0.9,0.6)", 1))
	seen := map[string]bool{}
	for _, d := range All() {
		for _, b := range d.Bounds {
			i := Instance{
				Setting: setting, Round: 1000, Rank: 3, Means: []float64{.8, .9, .7, .1},
				Gaps: []float64{.1, .2, .8}, BasisGaps: []float64{.25, .5}, ReportGaps: []float64{.04, .08, .32},
			}
			if strings.HasSuffix(d.ID, "-cf") {
				i.Channels = slices.Repeat([]channel.Channel{rr}, 4)
			}
			if len(d.Parameters) > 0 && d.Derive == nil {
				i.Values = d.Parameters.Fill(param.Set{"rho": "0.04"}, nil)
			}
			if d.ID == "sw-klucb-cf" {
				i.Values = d.Parameters.Fill(param.Set{"w": "50"}, nil)
				i.PhaseMeans = [][]float64{{.8, .9, .7, .1}, {.9, .2, .9, .4}}
			}
			seen[b.Source] = true
			if got := b.Value(i); !(math.Abs(got/want[b.Source]-1) < 1e-12) {
				t.Errorf("%s: %s at the instance is %.15g, want %.15g", d.ID, b.Source, got, want[b.Source])
			}
		}
	}
	for source := range want {
		if !seen[source] {
			t.Errorf("no learner has %s", source)
		}
	}
}

// Bounds without a suboptimal arm, and with all gaps below ε.
func TestBoundsAtTheirEnds(t *testing.T) {
	equal := Instance{Setting: Setting{Arms: 3, Epsilon: 1}, Round: 100}
	if least, most := equal.smallestGap(), equal.largestGap(); !math.IsInf(least, 1) || most != 0 {
		t.Errorf("gaps from %v to %v where all arms are equal", least, most)
	}
	small := Instance{Setting: Setting{Arms: 4, Epsilon: 1}, Round: 100, Gaps: []float64{.1, .5}}
	if got, want := ftnlBounds()[0].Value(small), 10*math.Log(4); math.Abs(got-want) > 1e-12 || ftnlBounds()[1].Value(small) != got {
		t.Errorf("HHMH Cor. 10: %v, want %v", got, want)
	}
}

func TestSumsInFormulas(t *testing.T) {
	if got := sumText(.5, .75, -.25); got != "0.7500 − 0.2500 = 0.5000" {
		t.Errorf("%q", got)
	}
}

// Brackets of HHMH Thm 9, counted for each ℓ by its definition.
func TestBracketsOfGaps(t *testing.T) {
	for _, gaps := range [][]float64{
		{.1, .2, .4, .8}, {.3 - .2, .3 - .1, .7 - .3}, {.01, .0199, .02, .5, .5, .5, .9}, {.25}, {},
	} {
		for _, epsilon := range []float64{.001, .1, .3, 1, math.Inf(1)} {
			want := 0.0
			if len(gaps) > 0 {
				least := math.Round(slices.Min(gaps)*1e6) / 1e6
				want = math.Log(9) / least
				for level := 1; level < 20; level++ {
					low, size := math.Exp2(float64(level-1))*least, 0
					for _, gap := range gaps {
						if gap = math.Round(gap*1e6) / 1e6; low <= gap && gap < 2*low {
							size++
						}
					}
					if size > 0 && low > epsilon {
						want += (1 + math.Log(float64(size))) / epsilon
					}
				}
			}
			got := brackets(Instance{Setting: Setting{Arms: 9, Epsilon: epsilon}, Gaps: gaps})
			if math.Abs(got-want) > 1e-12*max(1, want) {
				t.Errorf("gaps %v, ε = %v: %v, want %v", gaps, epsilon, got, want)
			}
		}
	}
}
