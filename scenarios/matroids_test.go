package scenarios

import (
	"math"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
	"regretscope/scenarios/movielens"
)

// heaviest returns the independent set of the given size with the largest sum of means, by enumeration.
func heaviest(means []float64, size int, independent func(set []int) bool) (best []int, sum float64) {
	sum = math.Inf(-1)
	for mask := range 1 << len(means) {
		if bits.OnesCount(uint(mask)) != size {
			continue
		}
		var set []int
		total := 0.0
		for e, mean := range means {
			if mask>>e&1 == 1 {
				set, total = append(set, e), total+mean
			}
		}
		if total > sum && independent(set) {
			best, sum = set, total
		}
	}
	return best, sum
}

func checkOptimal(t *testing.T, s *Scenario, rank int, independent func(set []int) bool) {
	t.Helper()
	p := &s.Phases[0]
	best, sum := heaviest(p.Means, rank, independent)
	if s.PlaySize() != rank || s.Matroid.Rank() != rank || !slices.Equal(p.Best, best) || math.Abs(p.BestMean-sum) > 1e-12 {
		t.Errorf("%s: best %v of weight %v, by trying all %v of %v", s.Name, p.Best, p.BestMean, best, sum)
	}
	if _, more := heaviest(p.Means, rank+1, independent); !math.IsInf(more, -1) {
		t.Errorf("%s: there is an independent set of %d arms", s.Name, rank+1)
	}
}

func TestCHHSynthetic(t *testing.T) {
	s := param.Must(Open("chh-synthetic", ""))
	vectors := [][3]int{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0}}
	independent := func(set []int) bool {
		if len(set) > 3 {
			return false // in three dimensions
		}
		a, b, c := vectors[set[0]], vectors[set[1]], vectors[set[2]]
		return a[0]*(b[1]*c[2]-b[2]*c[1])-a[1]*(b[0]*c[2]-b[2]*c[0])+a[2]*(b[0]*c[1]-b[1]*c[0]) != 0
	}
	checkOptimal(t, s, 3, independent)
	for a := range vectors {
		for b := range a {
			for c := range b {
				if set := []int{c, b, a}; matroid.Independent(s.Matroid, set) != independent(set) {
					t.Errorf("arms %v: independent %v", set, !independent(set))
				}
			}
		}
	}
	p := &s.Phases[0]
	if !slices.Equal(p.Best, []int{0, 1, 2}) || math.Abs(p.BestMean-2.15) > 1e-12 {
		t.Errorf("best %v of %v, want e_1, e_2, e_3 of 2.15 (CHH §5.1)", p.Best, p.BestMean)
	}
	if want := []float64{.80, .75, .60, .20, .30, .40, .70}; !slices.Equal(p.Means, want) {
		t.Errorf("means %v", p.Means)
	}
	for e := range vectors {
		if s.Matroid.Loop(e) != (e == 6) || p.Arms[e].Variance() != p.Means[e]*(1-p.Means[e]) {
			t.Errorf("arm %d: loop %v, law %v", e+1, s.Matroid.Loop(e), p.Arms[e])
		}
	}
	if s.Horizon != 10_000 || s.Epsilon != 2 || s.Kind != MatroidKind || s.Feedback != SemiBandit {
		t.Errorf("n = %d, ε = %v, %s, %s", s.Horizon, s.Epsilon, s.Kind, s.Feedback)
	}
}

func TestNetworkIsPlayedByItsBestTree(t *testing.T) {
	s := param.Must(Open("network", ""))
	checkOptimal(t, s, 7, func(set []int) bool {
		paint := map[string]string{} // of each place, another place in the same component
		of := func(place string) string {
			for paint[place] != "" {
				place = paint[place]
			}
			return place
		}
		for _, e := range set {
			from, to := of(links[e].from), of(links[e].to)
			if from == to {
				return false
			}
			paint[from] = to
		}
		return true
	})
	if s.Label(7) != "Esker–Fell (cable)" || s.Label(8) != "Esker–Fell (radio)" || s.Label(0) != "Alder–Birk" {
		t.Errorf("labels %q", s.Labels)
	}
	for e, link := range links {
		if math.Abs(100*s.Phases[0].Means[e]-float64(link.carried)) > 1e-13 {
			t.Errorf("%v: %s has mean %v, want %d in a hundred", link.name, s.Label(e), s.Phases[0].Means[e], link.carried)
		}
		if law := s.Phases[0].Arms[e].String(); len(law) > len("beta(8.5,1.5)") {
			t.Errorf("%v: %s has law %s, with digits that rounding left", link.name, s.Label(e), law)
		}
	}
}

func TestFrontPageHasOneArticleASection(t *testing.T) {
	s := param.Must(Open("front-page", ""))
	section := func(e int) string { name, _, _ := strings.Cut(s.Label(e), ": "); return name }
	checkOptimal(t, s, len(sections), func(set []int) bool {
		filled := map[string]bool{}
		for _, e := range set {
			if filled[section(e)] {
				return false
			}
			filled[section(e)] = true
		}
		return true
	})
	for _, e := range s.Phases[0].Best {
		if e > 0 && section(e-1) == section(e) {
			t.Errorf("%q is the best of its section and not listed first", s.Label(e))
		}
	}
}

// All rewards of a round are one user's, and each movie's distribution matches its ratings.
func TestMoviesOfARoundAreOneUsers(t *testing.T) {
	s := param.Must(Open("movies,seed=3", ""))
	c := movielens.Invented(3)
	checkUsers(t, s, c)
	if s.Horizon != 20_000 || s.Epsilon != 2 || len(s.Labels) != 100 {
		t.Errorf("n = %d, ε = %v, %d labels", s.Horizon, s.Epsilon, len(s.Labels))
	}
	if other := param.Must(Open("movies", "")); slices.Equal(other.Phases[0].Means, s.Phases[0].Means) {
		t.Error("two seeds gave the same means")
	}
}

func checkUsers(t *testing.T, s *Scenario, c *movielens.Catalog) {
	t.Helper()
	for movie, law := range s.Phases[0].Arms {
		raters := 0
		for user := range c.Users() {
			if c.Rated(user, movie) {
				raters++
			}
		}
		share := float64(raters) / float64(c.Users())
		if law.Mean() != share || math.Abs(law.Variance()-share*(1-share)) > 1e-15 ||
			math.Abs(law.MGF(.7)-(1-share+share*math.Exp(.7))) > 1e-12 || s.Label(movie) != c.Titles[movie] {
			t.Fatalf("movie %d, %q: %v, rated by %d of %d", movie, s.Label(movie), law, raters, c.Users())
		}
	}
	const rounds = 4000
	rewards, ones := s.Rewards(9), make([]float64, c.Movies())
	for round := range rounds {
		for movie := range ones {
			ones[movie] += rewards.At(movie, round)
		}
		one := func(user int) bool {
			for movie := range c.Movies() {
				if (rewards.At(movie, round) == 1) != c.Rated(user, movie) {
					return false
				}
			}
			return true
		}
		fits := false
		for user := 0; user < c.Users() && !fits; user++ {
			fits = one(user)
		}
		if !fits {
			t.Fatalf("round %d is no user's", round)
		}
	}
	for movie, n := range ones { // |z| > 6 has probability 2·10⁻⁹ for each movie
		share := c.Mean(movie)
		if z := (n - rounds*share) / math.Sqrt(rounds*share*(1-share)); math.Abs(z) > 6 {
			t.Errorf("movie %d is rated in %v of %d rounds, by %v of users: z = %.1f", movie, n, rounds, share, z)
		}
	}
}

func TestMovieLensNeedsItsFolder(t *testing.T) {
	p, err := FindPreset("chh-movielens")
	if err != nil || !p.NeedsData {
		t.Fatalf("%v, needs data %v", err, p.NeedsData)
	}
	const want = "needs --data PATH, a folder or zip file of ml-1m or ml-latest as published"
	if _, err := p.Make(nil, ""); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	missing := filepath.Join(t.TempDir(), "none")
	if _, err := p.Make(nil, missing); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("%v names no folder", err)
	}
}

// Folders of both editions, from package movielens.
func TestMovieLensEditionsArePlayed(t *testing.T) {
	for _, edition := range []string{"ml-1m", "ml-latest"} {
		dir := filepath.Join("movielens", "testdata", edition)
		c := param.Must(movielens.Load(dir, 3))
		s := param.Must(Open("chh-movielens,movies=3", dir))
		checkUsers(t, s, c)
	}
}

// The best basis of the uniform matroid is the arms with the larger mean, for any rank.
func TestUniform(t *testing.T) {
	for _, rank := range []string{"1", "3", "7"} {
		s := param.Must(Open("chh-uniform,L=8,gap=0.25,rank="+rank, ""))
		want, _ := strconv.Atoi(rank)
		best := s.Phases[0].Best
		if len(best) != want || best[len(best)-1] != want-1 || math.Abs(s.Phases[0].BestMean-.75*float64(want)) > 1e-12 {
			t.Errorf("rank %s: the best basis is %v with %v", rank, best, s.Phases[0].BestMean)
		}
	}
	if _, err := Open("chh-uniform,L=4,rank=4", ""); err == nil || err.Error() != "chh-uniform: rank=4 must be below L=4" {
		t.Errorf("a rank as large as L: %v", err)
	}
}
