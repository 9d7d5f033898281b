package command

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
)

func TestAlternatives(t *testing.T) {
	for text, want := range map[string][]string{
		"ucb1":                      {"ucb1"},
		"rnm-ftnl,scale=1":          {"rnm-ftnl,scale=1"},
		"rnm-ftnl,scale=1|2":        {"rnm-ftnl,scale=1", "rnm-ftnl,scale=2"},
		"a,x=1|2,y=p|q":             {"a,x=1,y=p", "a,x=1,y=q", "a,x=2,y=p", "a,x=2,y=q"},
		"a,x=1,y=p|q":               {"a,x=1,y=p", "a,x=1,y=q"},
		"a,mistake|another":         {"a,mistake|another"},
		"./odd|name.toml":           {"./odd|name.toml"},
		"":                          {""},
		"cts,prior=gaussian|beta|x": {"cts,prior=gaussian", "cts,prior=beta", "cts,prior=x"},
	} {
		if got := param.Alternatives(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := param.Combinations(text); got != float64(len(want)) {
			t.Errorf("%q: %v combinations, want %d", text, got, len(want))
		}
	}
}

// A grid that is too large is refused before it is built.
func TestGridsAreCountedFirst(t *testing.T) {
	scenario := "ww-det"
	for i := range 40 {
		scenario += fmt.Sprintf(",p%d=1|2", i)
	}
	for name, c := range map[string]struct{ line, want string }{
		"scenarios": {"run --scenario " + scenario, "sweep: learners × grid points are 1 × 1,099,511,627,776, at most 10,000 are allowed"},
		"learners": {
			"run --learner " + strings.Replace(scenario, "ww-det", "ucb1", 1) + " --learner ucb1",
			"sweep: learners × grid points are 1,099,511,627,777 × 1, at most 10,000 are allowed",
		},
		"ε × horizons": {
			"run --epsilon 0.1:1:10000 --horizon " + counted(5000),
			"sweep: learners × grid points are 1 × 50,000,000, at most 10,000 are allowed",
		},
		"arms of all scenarios": {
			"run --learner ftl --scenario ww-det,K=1000,losses=even" + strings.Repeat("|even", 9999),
			"--scenario: the arms of 10000 scenarios may take 3.18 GiB of memory, --memory allows 2 GiB",
		},
		"one of everything": {"trace --scenario " + scenario, "--scenario " + scenario + ": each parameter must be one value here; regretscope run takes lists"},
	} {
		if err := asked(t, args(c.line)...); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// A sweep has the rows of single runs, point by point, with the same seeds and rewards.
func TestASweepIsManyRuns(t *testing.T) {
	sweep := succeed(t, args("run --scenario ww-det,K=4|6 --learner rnm-ftnl,scale=1|2 --learner ftl --epsilon 0.5,2 --horizon 20,40 --runs 3 --format csv")...)
	var single []string
	for _, arms := range []string{"4", "6"} {
		for _, epsilon := range []string{"0.5", "2"} {
			for _, horizon := range []string{"20", "40"} {
				text := succeed(t, args("run --scenario ww-det,K="+arms+" --learner rnm-ftnl,scale=1 --learner rnm-ftnl,scale=2 --learner ftl --runs 3 --format csv --epsilon "+epsilon+" --horizon "+horizon)...)
				header, rows, _ := strings.Cut(text, "\n")
				if single == nil {
					single = []string{header + "\n"}
				}
				single = append(single, rows)
			}
		}
	}
	rows := regexp.MustCompile(",f-[0-9a-f]{16},") // without the fingerprints
	sweep = rows.ReplaceAllString(sweep, ",")
	if want := rows.ReplaceAllString(strings.Join(single, ""), ","); sweep != want {
		t.Errorf("the sweep writes\n%s\nsingle runs write\n%s", sweep, want)
	}
}

func TestOnlyRunTakesLists(t *testing.T) {
	refuseAll(t, strings.HasPrefix, map[string]string{
		"trace --epsilon 0.1,0.5":                      "--epsilon 0.1,…: must be one value here; regretscope run takes lists",
		"trace --horizon 10,20":                        "--horizon 10,…: must be one value here; regretscope run takes lists",
		"trace --scenario ww-det,K=4|6 --learner ftl":  "--scenario ww-det,K=4|6: each parameter must be one value here; regretscope run takes lists",
		"trace --learner kl-ucb,c=0|3":                 "--learner kl-ucb,c=0|3: each parameter must be one value here; regretscope run takes lists",
		"run --learner kl-ucb,c=0|x":                   "--learner kl-ucb: c=x: must be a number",
		"run --epsilon 1:2:20000":                      "--epsilon 1:2:20000: must be FROM:TO:COUNT, finite and rising, with a count from 2 to 10,000",
		"run --epsilon 1:2:9000 --horizon 10 --runs 1": "sweep: learners × grid points are 3 × 9,000, at most 10,000 are allowed",
		"run --horizon 10,20 --at 21 --runs 1":         "--at 21: must be a round from 1 to the horizon 20",
	})
}

// Arms in a grid have the rows of single runs, with the arms as written and their gap.
func TestArmsInAGrid(t *testing.T) {
	line := []string{"run", "--learner", "ucb1", "--epsilon", "0.5,1", "--horizon", "30", "--at", "30", "--runs", "2", "--format", "csv", "--arms"}
	rows := regexp.MustCompile(",f-[0-9a-f]{16},")
	grid := strings.Split(rows.ReplaceAllString(succeed(t, append(line, ".55 .5|.7 .5 .1")...), ","), "\n")
	var want []string
	for _, arms := range []string{".55 .5", ".7 .5 .1"} {
		want = append(want, strings.Split(rows.ReplaceAllString(succeed(t, append(line, arms)...), ","), "\n")[1:3]...)
	}
	if got := grid[1:5]; !slices.Equal(got, want) || !strings.HasPrefix(got[0], "arms,ucb1,") ||
		!strings.Contains(got[0], ",.55 .5,0.05,") || !strings.Contains(got[2], ",.7 .5 .1,0.2,") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	table := succeed(t, "run", "--learner", "ucb1", "--horizon", "30", "--arms", ".55 .5|.7 .5")
	if !strings.Contains(table, ".55 .5") || strings.Count(table, "\nucb1 ") != 2 {
		t.Errorf("a learner without ε plays other arms:\n%s", table)
	}
	refuseAll(t, strings.HasPrefix, map[string]string{"trace --learner ucb1 --arms .5|.4": "--arms .5|.4: must be one value here"})
}
