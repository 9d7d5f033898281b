package movielens

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

func TestInventedTitlesAndGenres(t *testing.T) {
	names := strings.Fields(inventedGenres)
	seen := map[string]bool{}
	used := map[string]int{}
	for line := range strings.Lines(inventions) {
		title, genres, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if seen[title] {
			t.Errorf("%q comes twice", title)
		}
		seen[title] = true
		kinds := strings.Fields(genres)
		if len(kinds) == 0 {
			t.Errorf("%q has no genre", title)
		}
		for _, name := range kinds {
			if !slices.Contains(names, name) {
				t.Errorf("%q: no such genre as %q", title, name)
			}
			used[name]++
		}
	}
	if len(seen) != 100 || len(used) != 16 || !slices.IsSorted(names) {
		t.Errorf("%d titles, genres in use: %v, sorted: %v", len(seen), used, slices.IsSorted(names))
	}
}

// For every seed, the rank is full and the optimal basis has small and large gaps.
func TestInventedIsAGoodInstance(t *testing.T) {
	for seed := range uint64(10) {
		c := Invented(seed)
		m := param.Must(matroid.NewLinear(c.Vectors))
		means := param.Map(param.Indices(c.Movies()), c.Mean)
		if m.Rank() != len(c.Genres) {
			t.Errorf("seed %d: rank %d, want %d", seed, m.Rank(), len(c.Genres))
		}
		low, high := slices.Min(means), slices.Max(means)
		if low < .01 || low > .2 || high < .4 || high > .8 {
			t.Errorf("seed %d: means from %v to %v", seed, low, high)
		}
		held := m.NewBuilder()
		for _, movie := range matroid.Optimal(m, means) {
			held.Add(movie)
		}
		least, largest := math.Inf(1), 0.
		for movie := range means {
			for _, kept := range held.Dependence(nil, movie) {
				if gap := means[kept] - means[movie]; gap > 0 {
					least, largest = min(least, gap), max(largest, gap)
				}
			}
		}
		if least > .02 || largest < .25 {
			t.Errorf("seed %d: gaps from %v to %v, want from below 0.02 to above 0.25", seed, least, largest)
		}
	}
}

// Movies with equal genres correlate more than movies without a common genre, on average over seeds.
func TestInventedTasteFollowsGenres(t *testing.T) {
	var kin, strangers, kinPairs, strangerPairs float64
	for seed := range uint64(3) {
		c := Invented(seed)
		for a := range c.Movies() {
			for b := range a {
				shared := 0.
				for i, x := range c.Vectors[a] {
					shared += x * c.Vectors[b][i]
				}
				switch {
				case slices.Equal(c.Vectors[a], c.Vectors[b]):
					kin += correlation(c, a, b)
					kinPairs++
				case shared == 0:
					strangers += correlation(c, a, b)
					strangerPairs++
				}
			}
		}
	}
	if kin/kinPairs < strangers/strangerPairs+.08 {
		t.Errorf("correlation %.3f of movies of equal genres, %.3f of movies that share none", kin/kinPairs, strangers/strangerPairs)
	}
}

func correlation(c *Catalog, a, b int) float64 {
	both := 0.
	for user := range c.Users() {
		if c.Rated(user, a) && c.Rated(user, b) {
			both++
		}
	}
	p, q := c.Mean(a), c.Mean(b)
	return (both/float64(c.Users()) - p*q) / math.Sqrt(p*(1-p)*q*(1-q))
}
