package command

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/ui/answer"
	"regretscope/ui/kit/uitest"
)

// auditJSON is what a script reads of an audit.
func auditJSON(t *testing.T, line string) []answer.AuditEntry {
	t.Helper()
	var found []answer.AuditEntry
	decode(t, audited(t, "--quiet --format json "+line), &found)
	return found
}

func TestAuditNumbers(t *testing.T) {
	cases := []struct {
		line           string
		claimed, exact float64
		scenario       string
	}{
		{"--learner rnm-ftnl,noise=laplace,scale=1 --epsilon 1", 1, 2, "ww-det"},
		{"--learner dpucb-mat,init=paper --scenario chh-synthetic --epsilon 2", 2, 14. / 3, "chh-synthetic"},
		{"--learner lazy-dp-ts --scenario hhmh-2 --epsilon 0.25", .25, .25, "hhmh-2"},
	}
	for _, c := range cases {
		for _, quick := range []string{" --no-statistics", " --runs 400"} {
			t.Run(quick, func(t *testing.T) {
				found := auditJSON(t, c.line+quick)
				if len(found) != 1 {
					t.Fatalf("%s: %d entries", c.line, len(found))
				}
				f := found[0]
				if float64(*f.Claimed.Epsilon) != c.claimed || math.Abs(float64(f.Exact)-c.exact) > 1e-12 || f.Scenario != c.scenario {
					t.Errorf("%s: claimed %v, exact %v on %s; want %v, %v on %s", c.line, *f.Claimed.Epsilon, f.Exact, f.Scenario, c.claimed, c.exact, c.scenario)
				}
				if w := f.WorstPair; w == nil || w.Why == "" || len(w.Before) != len(w.After) || len(w.Before) < 2 {
					t.Errorf("%s: worst pair %+v", c.line, w)
				}
				if statistics := quick != " --no-statistics"; statistics == math.IsNaN(float64(f.Lower)) || statistics != (f.Statistics != nil) {
					t.Errorf("%s%s: lower %v", c.line, quick, f.Lower)
				} else if statistics && (float64(f.Lower) > c.exact || f.Confidence != .99 || f.Statistics.Runs != 200) {
					t.Errorf("%s: at least %v at %v from %d runs", c.line, f.Lower, f.Confidence, f.Statistics.Runs)
				}
			})
		}
	}
}

// The audit finds that the learner is not ε-private.
func TestAuditFindsThePrintedScaleOut(t *testing.T) {
	uitest.NotForRaces(t)
	const request = "--learner rnm-ftnl,noise=laplace,scale=1 --epsilon 1 --runs 6000"
	f := auditJSON(t, request+" --workers 1")[0]
	if f.Lower <= 1 || f.Lower > 2 {
		t.Errorf("at least %v", f.Lower)
	}
	again := auditJSON(t, request+" --workers 7")[0]
	if again.Lower != f.Lower {
		t.Errorf("%v with other workers", again.Lower)
	}
	table := audited(t, "--quiet "+request)
	says(t, table, "claim violated: true 2ε is twice claimed ε", "the claim is violated.", "the play of round 2 is arm 1", "ww-det")
}

func TestAuditOfAllLearners(t *testing.T) {
	all := auditJSON(t, "--no-statistics")
	if len(all) != len(learners.All()) {
		t.Fatalf("%d learners, the catalog has %d", len(all), len(learners.All()))
	}
	for i, d := range learners.All() {
		f := all[i]
		silent := d.Privacy == learners.NotPrivate || d.Privacy == learners.Concentrated
		if f.Learner != d.ID || math.IsNaN(float64(f.Exact)) || (f.Claimed == nil || f.Claimed.Epsilon == nil) != silent {
			t.Errorf("%s: %+v", d.ID, f)
		}
		if d.Privacy == learners.NotPrivate && !math.IsInf(float64(f.Exact), 1) {
			t.Errorf("%s: exact %v", d.ID, f.Exact)
		}
	}
	for _, f := range auditJSON(t, "--no-statistics --scenario ww-det") {
		if f.Scenario != "ww-det" || f.Learner == "dpucb-mat" {
			t.Errorf("%s on %s", f.Learner, f.Scenario)
		}
	}
	table := audited(t, "--no-statistics")
	for _, f := range all { // in each part of the table once
		if n, parts := strings.Count(table, "\n"+f.Learner+" "), strings.Count("\n"+table, "\nlearner "); n != parts {
			t.Errorf("%s: in %d lines of %d tables", f.Learner, n, parts)
		}
	}
}

func TestAuditRefusals(t *testing.T) {
	refuseAll(t, strings.HasPrefix, map[string]string{
		"audit --epsilon -1":                          "--epsilon -1: must be a positive number or inf",
		"audit --runs 7":                              "--runs 7: must be a whole number from 8 to 5,000,000",
		"audit --runs x":                              "--runs x: must be a whole number of at least 1",
		"audit --confidence 1":                        "--confidence 1: must be a number above 0 and below 1",
		"audit --confidence high":                     "--confidence high: must be a number above 0 and below 1",
		"audit --format csv":                          "--format csv: must be one of table, json",
		"audit --workers 0":                           "--workers 0: must be a whole number from 1 to 1,024",
		"audit --learner rnm":                         "--learner rnm: no such learner; did you mean rnm-ftnl?",
		"audit --learner dpucb-mat --scenario hhmh-1": "--learner dpucb-mat cannot play hhmh-1: it needs a matroid",
		"audit --learner rnm-ftnl,scale=0":            "--learner rnm-ftnl: scale=0: must be a number above 0 and at most 1,000,000",
		"audit --scenario nowhere":                    "--scenario nowhere: no such scenario",
		"audit --neighbors no.csv":                    "--neighbors no.csv: no such file or directory",
		"audit --learner ucb1 --channel linear":       "--channel linear: none of the learners takes a channel",
		"audit --scenario chh-synthetic --arms 0.5":   "--scenario and --arms can't be used together",
	})
}

// Without --learner, all learners that fit the other flags are audited.
func TestAuditOfAllThatGoWithAChannel(t *testing.T) {
	found := auditJSON(t, "--channel rr --no-statistics")
	for _, f := range found {
		if f.Learner == "ucb-ldp-l" || f.Channel != "rr(epsilon=0.5)" {
			t.Errorf("%s through %s", f.Learner, f.Channel)
		}
	}
	if len(found) < 5 {
		t.Errorf("%d learners", len(found))
	}
}

// Members of a group that refuse the channel are left out by name.
func TestAuditOfAGroup(t *testing.T) {
	p := newTestProgram()
	if status := p.Run(context.Background(), args("audit --no-statistics --format json --learner local --channel laplace")); status != done {
		t.Fatalf("status %d: %s", status, &p.err)
	}
	var found []answer.AuditEntry
	decode(t, p.out.String(), &found)
	for _, f := range found {
		if !slices.Contains([]string{"ucb-ldp-l", "d-ucb", "sw-ucb"}, f.Learner) {
			t.Errorf("%s goes through %s", f.Learner, f.Channel)
		}
	}
	if left := strings.Count(p.err.String(), "left out: "); len(found) != 3 || left != 8 {
		t.Errorf("%d of 11 audited, %d left out:\n%s", len(found), left, &p.err)
	}
}

// A named comparison is audited with its own learners, in its own scenario.
func TestAuditOfAComparison(t *testing.T) {
	var exact []float64
	for _, f := range auditJSON(t, "--lineup ww-printed --no-statistics") {
		exact = append(exact, float64(f.Exact/f.Epsilon))
		if f.Scenario != "ww-det,K=64" {
			t.Errorf("audited on %s", f.Scenario)
		}
	}
	if !slices.Equal(exact, []float64{2, 1, 2, 1}) { // as printed, two of the four cost 2ε
		t.Errorf("exact ε are %v times ε", exact)
	}
}

// audited returns what an audit prints, whether or not it finds a violated claim.
func audited(t *testing.T, line string) string {
	t.Helper()
	p := newTestProgram()
	if status := p.Run(context.Background(), args("audit "+line)); status != done && status != violated {
		t.Fatalf("audit %s: status %d, %s", line, status, &p.err)
	}
	return p.out.String()
}

// The exit status names a violated claim of any learner.
func TestAuditEndsWithItsVerdict(t *testing.T) {
	for line, status := range map[string]int{
		"--learner rnm-ftnl,scale=2":                              done,
		"--learner rnm-ftnl,scale=1":                              violated,
		"--learner rnm-ftnl,scale=2 --learner rnm-ftnl,scale=1":   violated,
		"--learner lazy-dp-ts --format json":                      done,
		"--learner dpts-mat,init=paper --epsilon 2 --format json": violated,
		"--learner ucb1":                                          done,
	} {
		p := newTestProgram()
		if got := p.Run(context.Background(), args("audit --quiet --no-statistics "+line)); got != status || p.out.Len() == 0 {
			t.Errorf("audit %s: status %d, want %d, and %d bytes of output", line, got, status, p.out.Len())
		}
	}
}

// Values computed independently by two methods, or in closed form, with relative errors of 10⁻¹¹.
func TestAuditBeyondEpsilon(t *testing.T) {
	cases := []struct {
		line       string
		rho, mu    float64
		status, of string // of ρ and of μ
		delta      []float64
		renyi      []float64
	}{
		{
			"rnm-ftnl,noise=exponential,scale=1", 0.97442245572497, 1.8009051932756, "searched", "exact",
			[]float64{0.58313798032149, 0.39346934028737},
			[]float64{1.3029740713906, 1.5055673748222, 1.9057444134656},
		},
		{
			"ts-ldp-b", 0.46211715726001, 1.2320353853449, "exact", "exact",
			[]float64{(math.E - math.Exp(.25)) / (1 + math.E), 0},
			nil,
		},
		{"ucb1", math.Inf(1), math.Inf(1), "exact", "exact", []float64{1, 1}, nil},
	}
	same := func(got *number.Float, want float64) bool {
		x := float64(*got)
		return x == want || math.Abs(x-want) <= 1e-11*math.Abs(want)
	}
	for _, c := range cases {
		f := auditJSON(t, "--no-statistics --epsilon 1 --delta-at 0.25,1 --renyi-at 1.5,2,8 --learner "+c.line)[0]
		if !same(f.ZCDP.Rho, c.rho) || string(f.ZCDP.Status) != c.status || !same(f.GDP.Mu, c.mu) || string(f.GDP.Status) != c.of {
			t.Errorf("%s: %+v %+v, want ρ = %v, μ = %v", c.line, *f.ZCDP, *f.GDP, c.rho, c.mu)
		}
		for i, want := range c.delta {
			if !same(f.Delta[i].Delta, want) || *f.Delta[i].Epsilon != []number.Float{.25, 1}[i] {
				t.Errorf("%s: %+v, want %v", c.line, f.Delta[i], want)
			}
		}
		for i, want := range c.renyi {
			if !same(f.Renyi[i].Divergence, want) || *f.Renyi[i].Alpha != []number.Float{1.5, 2, 8}[i] {
				t.Errorf("%s: %+v, want %v", c.line, f.Renyi[i], want)
			}
		}
		// The bound for any noise of span 2: e^−2 + 2 − 1.
		if (f.ZCDP.Upper != nil) != (c.status == "searched") || f.ZCDP.Upper != nil && !same(f.ZCDP.Upper, 1+math.Exp(-2)) {
			t.Errorf("%s: the bound on ρ is %v", c.line, f.ZCDP.Upper)
		}
	}
}

// A round of a matroid is in several sums, a reward in several nodes of a tree, and round 0 affects all arms: ρ adds
// up; μ follows from the law of the sum of the losses, in closed form and as an upper bound with 60 digits.
func TestAuditOfSeveralSums(t *testing.T) {
	for _, c := range []struct {
		line  string
		sums  float64
		share float64 // of ε, for each
		mu    float64
	}{
		{"--learner dp-ucb-tree --horizon 1000 --scenario hhmh-1", 10, .1, .31666867797779},
		{"--learner dpucb-mat --scenario chh-synthetic", 3, 1. / 3, .5826588631077},
		{"--learner dpucb-mat,init=paper --scenario chh-synthetic", 7, 1. / 3, .8538419412836},
	} {
		f := auditJSON(t, "--no-statistics --epsilon 1 --delta-at 0,9 "+c.line)[0]
		rho := c.sums * (c.share + math.Exp(-c.share) - 1)
		if math.Abs(float64(*f.ZCDP.Rho)-rho) > 1e-12 || f.ZCDP.Status != "exact" {
			t.Errorf("%s: %+v, want %v", c.line, *f.ZCDP, rho)
		}
		if excess := float64(*f.GDP.Mu)/c.mu - 1; excess < 0 || excess > 1e-6 || f.GDP.Status != "exact" {
			t.Errorf("%s: %+v, want %.14g", c.line, *f.GDP, c.mu)
		}
		if f.Delta[0].Status != "upper" || *f.Delta[0].Delta <= 0 || float64(*f.Delta[0].Delta) > c.mu || *f.Delta[1].Delta != 0 {
			t.Errorf("%s: δ %+v", c.line, f.Delta)
		}
	}
}

func TestAuditNotionsInTheTable(t *testing.T) {
	table := audited(t, "--no-statistics --epsilon 1 --delta-at .25 --renyi-at 2 --learner rnm-ftnl,noise=exponential,scale=1 --learner dpucb-mat")
	says(t, strings.ReplaceAll(table, "−", "-"),
		"ρ", "μ", "δ(0.25)", "D_2", "≥ 0.974", "1.801", "0.583", "≥ 1.506",
		"ρ = 0.974 is the worst found by search, 1.135 is proved; worst where the lead of 1 action over 1 other goes from -1.2773 to 0.7227",
		"μ = 0.583, exact; worst where a reward goes from 0 to 1",
	)
	refuseAll(t, strings.HasPrefix, map[string]string{
		"audit --delta-at -1":      "--delta-at -1: must be numbers of at least 0, separated by commas",
		"audit --delta-at inf":     "--delta-at inf: must be numbers of at least 0, separated by commas",
		"audit --delta-at ,":       "--delta-at ,: must be numbers of at least 0, separated by commas",
		"audit --delta-at 700,350": "--delta-at 700,350: may be one number or a list: write 700350, or 700, 350",
		"audit --renyi-at 2,0.5":   "--renyi-at 2,0.5: must be numbers of at least 1, separated by commas",
	})
}

// The runs that bound ε from below also bound μ and δ, below their exact values. If the claim ε =
// 1 is violated, so is the μ that it implies.
func TestStatisticalAuditBeyondEpsilon(t *testing.T) {
	uitest.NotForRaces(t)
	s := auditJSON(t, "--runs 6000 --epsilon 1 --delta-at 0.25,1 --learner rnm-ftnl,noise=exponential,scale=1")[0].Statistics
	if s.Mu < 1.2320353853449 || s.Mu > 1.8009051932756 { // 2Φ⁻¹(e/(1+e)): all that ε = 1 allows
		t.Errorf("μ ≥ %v", s.Mu)
	}
	if len(s.Delta) != 2 || s.Delta[0] < .3 || s.Delta[0] > 0.58313798032149 || s.Delta[1] <= 0 || s.Delta[1] > 0.39346934028737 {
		t.Errorf("δ ≥ %v", s.Delta)
	}
	table := audited(t, "--quiet --epsilon 1 --runs 4000 --learner rnm-ftnl,noise=exponential,scale=1")
	says(t, table, "ε = 2, exact; by running, at least 1.")
}

// The plot has both curves of every learner, the normal shift, and the measured tests. A bad file
// name is reported before any audit.
func TestAuditPlot(t *testing.T) {
	uitest.NotForRaces(t)
	t.Chdir(t.TempDir())
	const path = "curves.svg"
	audited(t, "--quiet --runs 4000 --epsilon 1 --learner rnm-ftnl,noise=laplace,scale=1 --learner adac-ucb --plot "+path)
	svg := read(t, path)
	says(t, svg, "RNM-FTNL noise=laplace scale=1", "AdaC-UCB, ε = 1: δ(ε)", "least error of type II", "found by search", "normal, μ = 0.447", "2,000 runs", "exact")
	refuseAll(t, strings.HasPrefix, map[string]string{
		"audit --plot curves.txt --learner hedge": "--plot curves.txt: must end in one of .svg, .png, .pdf",
		"audit --plot others.svg":                 "--plot others.svg: draws at most 8 learners; choose them with --learner",
	})
}
