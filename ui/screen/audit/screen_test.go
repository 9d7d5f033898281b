package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	audits "regretscope/model/audit"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

const broken = "rnm-ftnl,noise=laplace,scale=1" // twice what it claims

// -update rewrites the golden files; look at them before you commit.
func TestGolden(t *testing.T) {
	screens := []struct {
		name, preset string
		choices      []string
		part         part
		run          bool
	}{
		{"begin", "ww-det", []string{broken, "rnm-ftnl", "hedge"}, worst, false},
		{"found", "ww-det", []string{broken, "rnm-ftnl", "hedge"}, mechanisms, true},
		{"curve", "ww-det", []string{broken, "rnm-ftnl", "hedge"}, curves, true},
		{"concentrated", "hhmh-1", []string{"adac-ucb", "ts-gaussian"}, beyond, true},
		{"nothing", "hhmh-1", []string{"lazy-dp-ts", "ucb1"}, about, true},
		{"bases", "chh-synthetic", []string{"dpucb-mat,init=paper", "omm"}, worst, false},
	}
	for _, c := range screens {
		d := start(t, 80, 24, uitest.OnPreset(t, c.preset, 1, c.choices...))
		d.goTo(c.part)
		if c.run {
			d.Do("run")
		}
		uitest.GoldenAt(t, c.name, d, [2]int{80, 24}, [2]int{120, 36})
	}
}

// Every printed mechanism with its true loss: 2ε over the scale for any noise, and Lε/K for round
// 0 (K = 3, L = 7).
func TestMechanisms(t *testing.T) {
	d := start(t, 120, 60, uitest.OnPreset(t, "ww-det", .5, broken, "ftnl"))
	want := map[string]float64{}
	for _, noise := range []string{"laplace", "exponential", "gumbel"} {
		want["noise="+noise+" scale=1"], want["noise="+noise+" scale=2"] = 1, .5
	}
	compare := func(d *driver, want map[string]float64, present string) {
		t.Helper()
		all := d.entry().variants
		if len(all) != len(want) {
			t.Fatalf("%d mechanisms, want %d", len(all), len(want))
		}
		for _, v := range all {
			if epsilon, ok := want[v.label]; !ok || math.Abs(v.verdict.Exact.Epsilon-epsilon) > 1e-12 {
				t.Errorf("%s: true %v, want %v", v.label, v.verdict.Exact.Epsilon, epsilon)
			}
			if v.present != (v.label == present) {
				t.Errorf("%s is the present one: %v", v.label, v.present)
			}
		}
	}
	compare(d, want, "noise=laplace scale=1")
	d.Expect("noise=laplace scale=1 ✗ true 2ε in use", "noise=gumbel scale=2 ✓ true ε", "makes the true loss ε")
	d.Do("next-learner")
	if d.entry().variants != nil {
		t.Error("FTNL has no parameters to try")
	}
	d.Expect("None of its parameters changes the true ε", "ε-DP (HHMH §5)")

	d = start(t, 120, 36, uitest.OnPreset(t, "chh-synthetic", 2, "dpucb-mat,init=paper"))
	compare(d, map[string]float64{"init=paper": 14. / 3, "init=cover": 2}, "init=paper")
	d = start(t, 120, 36, uitest.OnPreset(t, "ww-det", .5, "rnm-ftnl,scale=4"))
	if n := len(d.entry().variants); n != 9 {
		t.Errorf("%d mechanisms with a scale of its own, want 9", n)
	}
}

// The verdicts of learners of every kind, side by side.
func TestVerdictsAtOnce(t *testing.T) {
	cases := []struct {
		preset, choice string
		want           []string
	}{
		{"ww-det", broken, []string{"✗ 1 2 –", "twice claimed ε", "is a limit: no pair of finite sequences reaches it", "▲ revealing play"}},
		{"ww-det", "rnm-ftnl", []string{"✓ 1 1 –", "claim holds"}},
		{"ww-det", "ftnl", []string{"✓ 1 0.2 –", "0.2ε is below claimed ε"}},
		{"hhmh-1", "ucb1", []string{"– – ∞ –", "claims no privacy"}},
		{"hhmh-1", "random", []string{"✓ 0 0 –", "The learner uses no rewards"}},
		{"hhmh-1", "ts-ldp-b", []string{"per report", "channel: "}},
		{"hhmh-1", "adac-ucb,rho=0.25", []string{"✓ ρ = 0.25 ρ = 0.25 –", "ρ 0.25 exact", "μ 0.707 exact", "ε ∞", "worst where a reward"}},
		{"hhmh-1", "ts-gaussian", []string{"– μ = O(√T) μ = 707.11 –", "μ ≤ 707.11 a proven bound"}},
		{"chh-synthetic", "dpucb-mat,init=paper", []string{"✗ 1 2.333 –", "round 0", "If the first weight of every arm belongs to another person"}},
	}
	for _, c := range cases {
		t.Run(c.preset, func(t *testing.T) {
			d := start(t, 130, 60, uitest.OnPreset(t, c.preset, 1, c.choice))
			for _, want := range c.want {
				uitest.Contains(t, strings.ToLower(d.Text()), strings.ToLower(want))
			}
			d.Expect("not for protecting data.")
			d.SetSize(120, 36)
			d.Expect("not for protecting data.")
		})
	}
}

func TestAnAuditRunsAndFinds(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, broken, "rnm-ftnl"))
	d.Expect("run the learner 4,000 times on each of two reward sequences")
	d.Do("run")
	f := &d.entries[0]
	if f.Statistics == nil || !f.Refuted() || f.Lower > 2 || d.task.Running() {
		t.Fatalf("found %+v", f)
	}
	d.Expect("with 99% confidence: the claim is violated", "in 2,000 runs on one sequence", "ε ≥ "+kit.Loss(f.Lower))
	d.Do("next-learner", "run")
	if f := &d.entries[1]; f.Statistics == nil || f.Refuted() || f.Lower > 1 {
		t.Fatalf("found %+v", f)
	}
	d.Expect("does not contradict the claim")
	d.Do("previous-learner")
	d.Expect("the claim is violated")
}

// Update must not run the audit. A stopped audit has no result, even if its command still returns
// one.
func TestAnAuditCanBeStopped(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, broken, "hedge"))
	press := func(name string) tea.Cmd { return uitest.Press(d, name) }
	cmd := press(" ")
	if !d.task.Running() || d.entries[0].Statistics != nil {
		t.Fatal("the audit is not under way")
	}
	d.Expect("Searching for two reward sequences")
	running := d.task.Start(func(_ context.Context, progress func(int, int)) (*audits.Finding, error) {
		progress(2000, 8000)
		return &audits.Finding{Statistics: &audits.Statistics{Tests: make([]audits.Test, 1)}}, nil
	})
	uitest.Messages(running)
	d.SetSize(80, 24) // draws again
	d.Expect("2,000 of 8,000 runs")
	d.Do("more-runs")
	d.Expect("cannot be changed while an audit is running")
	d.Do("next-learner", "run")
	d.Expect("only one audit runs at a time: RNM-FTNL")
	d.Do("previous-learner", "stop")
	d.Expect("stopped before it measured anything")
	d.Settle(cmd)
	if d.entries[0].Statistics != nil || d.task.Running() {
		t.Error("a stopped audit found something")
	}
	cmd = press(" ")
	d.Close()
	d.Settle(cmd)
	if d.entries[0].Statistics != nil {
		t.Error("a closed screen found something")
	}
}

// A failure of the audits is reported on the screen and in sentences, without control characters.
func TestAFailureIsSaid(t *testing.T) {
	d := start(t, 80, 24, uitest.Config(t, 100, "ucb1"))
	d.entries, d.err = nil, errors.New("evil\x1b[2J")
	d.Changed()
	for _, said := range []string{d.View(), strings.Join(d.Sentences(), "")} {
		if !strings.HasPrefix(said, "✗ evil") || strings.Contains(said, "\x1b") {
			t.Errorf("%q", said)
		}
	}
}

func TestNumberOfRuns(t *testing.T) {
	d := start(t, 80, 24, uitest.OnPreset(t, "ww-det", 1, broken))
	d.Do("fewer-runs")
	d.Expect("from 4,000 to 4,000,000 runs")
	d.Do("more-runs", "more-runs")
	d.Expect("run the learner 400,000 times")
	d.Do("more-runs", "more-runs")
	d.Expect("from 4,000 to 4,000,000 runs")
}

// Every value of the notions with its status and, after the statistical audit, its lower bound,
// on the screen and in sentences. The learner violates its claim's μ, 1.232.
func TestNotions(t *testing.T) {
	d := start(t, 120, 50, uitest.OnPreset(t, "ww-det", 1, "rnm-ftnl,noise=exponential,scale=1", "ucb1"))
	d.Do("run")
	d.Expect("ε 2 exact", "ρ ≥ 0.974 found by search ≤ 1.135", "μ 1.801 exact", "δ(0.5) 0.528 exact", "by running",
		"ρ: worst where the lead of 1 action over 1 other", "from −1.2773 to 0.7227.", "● 2,000 runs", "normal, μ =")
	d.Do("view")
	d.Expect("3 δ(ε)", "at least, by")
	d.Do("next-learner")
	d.Expect("ρ ∞ exact")
	said := strings.Join(d.Sentences(), " ")
	uitest.Contains(t, said, "UCB1: claims no privacy", "μ = ∞", "δ(ε): 1 at ε = 0")
	d.Do("previous-learner")
	said = strings.Join(d.Sentences(), " ")
	uitest.Contains(
		t, said,
		"claim violated", "ρ = 0.974 is the worst found by search, 1.135 is proved; worst where the lead of 1 action over 1 other goes from −1.2773 to 0.7227",
		"by running, at least 1.336", "misses at least 63.1%", "ε ≥ 1.776 with 99% confidence",
	)
}

// The visible curve is saved as a picture and as its values.
func TestTheCurveIsSaved(t *testing.T) {
	t.Chdir(t.TempDir())
	d := start(t, 120, 36, uitest.OnPreset(t, "hhmh-1", 1, "lazy-dp-ts"))
	d.Do("save-chart", "view", "save-chart mine")
	for name, want := range map[string]string{
		"lazy-dp-ts-trade-off.csv": "exact,0.05,0.864085908577", "mine.csv": "exact,0,0.393469340287",
		"lazy-dp-ts-trade-off.svg": "least error of type II", "mine.svg": "δ(ε)",
	} {
		t.Run(name, func(t *testing.T) {
			if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: %v, no %q", name, err, want)
			}
		})
	}
	d.Do("save-chart mine")
	d.Expect("wrote mine-2.svg and mine-2.csv") // what is there is kept
}

// The caveat is one key away and can be read to its end on the smallest screen.
func TestAboutIsInReach(t *testing.T) {
	d := start(t, minWidth, minHeight, uitest.OnPreset(t, "ww-det", 1, broken))
	d.Do("about")
	var read strings.Builder
	for range 12 {
		read.WriteString(d.Text())
		d.Do("page-down")
	}
	uitest.Contains(t, read.String(), "Anyone who knows the seed", "Mironov", "not for protecting data.")
}

func TestGauge(t *testing.T) {
	cases := []struct {
		x, reach, claimed float64
		own               bool
		want              string
	}{
		{1, 2, 1, true, "█████     "},
		{2, 2, 1, false, "████┊█████"},
		{.5, 2, 1, false, "██▌ ┊     "},
		{math.NaN(), 2, 1, false, "    ┊     "},
		{math.Inf(1), 1.3, 1, false, "███████┊█▶"},
		{math.Inf(1), 0, math.NaN(), false, "█████████▶"},
		{1, 1, 1, false, "██████████"}, // the end of the bar is the line
		{0, 0, 0, false, "          "},
		{math.Nextafter(.1, 0), .1, .1, false, "██████████"}, // equal but for rounding
	}
	for _, c := range cases {
		if got := gauge(c.x, c.reach, 10, c.claimed, c.own); got != c.want {
			t.Errorf("%v of %v, claimed %v: %q, want %q", c.x, c.reach, c.claimed, got, c.want)
		}
	}
}

// At any size, the view has exactly the screen's lines and columns.
func TestTheViewFillsItsRoom(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 1}, {59, 14}, {60, 13}, {60, 14}, {80, 22}, {109, 40}, {110, 27}, {110, 28}, {170, 60}}
	sixteen := make([]string, 16)
	for i := range sixteen {
		sixteen[i] = "rnm-ftnl,noise=exponential,scale=" + fmt.Sprint(i+1)
	}
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
		for preset, choices := range map[string][]string{
			"ww-det,K=70": sixteen, "hhmh-1": {"ucb1", "random", "ts-ldp-b"}, "chh-synthetic": {"dpts-mat,init=paper", "omm"},
		} {
			d := start(t, 80, 24, uitest.OnPreset(t, preset, .3, choices...))
			d.theme = uitest.Theme(profile)
			for range d.entries {
				for p := range parts {
					d.goTo(p)
					uitest.FillsAt(t, d, sizes...)
				}
				d.turn(1)
			}
		}
	}
}

// A driver runs commands by name and everything that follows. It ignores progress: no test waits
// for a clock.
type driver struct {
	*uitest.Person
	*Screen
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0)
	screen.task.Every = 0
	screen.runs = 0 // the fewest
	return &driver{uitest.Use(t, screen, cmd, width, height), screen}
}

func TestArrange(t *testing.T) {
	rows := [parts]int{verdicts: 9, worst: 8, beyond: 6, mechanisms: 10, about: 6}
	for _, c := range []struct {
		name          string
		width, height int
		focus         part
		want          string
	}{
		{"too small", 59, 14, worst, `
...... ×7`},
		{"low: the panel alone", 60, 8, worst, `
222222 ×4`},
		{"narrow: the verdicts stay above any panel", 60, 14, about, `
111111 ×4
555555 ×3`},
		{"narrow: the curves have all", 60, 14, curves, `
333333 ×7`},
		{"narrow: verdicts that would be cut have all", 60, 14, verdicts, `
111111 ×7`},
		{"narrow: what the verdicts do not need is the other panel's", 80, 24, verdicts, `
11111111 ×6
22222222 ×6`},
		{"wide: what these numbers mean is in sight", 120, 30, worst, `
111111122222 ×5
111111144444
333333344444 ×3
333333355555 ×6`},
		{"wide: the mechanisms in its place", 120, 30, mechanisms, `
111111122222 ×5
111111144444
333333344444 ×3
333333366666 ×6`},
		{"high: all panels", 120, 40, mechanisms, `
111111122222 ×5
111111144444
333333344444 ×3
333333355555 ×4
333333366666 ×7`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := arrange(c.width, c.height, c.focus, rows)
			areas := map[string]kit.Rect{}
			for p, r := range l.panels {
				areas[fmt.Sprint(p+1)] = r
			}
			uitest.Arranged(t, c.name, c.want, c.width, c.height, 2, areas)
		})
	}
}
