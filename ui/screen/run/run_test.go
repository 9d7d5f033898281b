package run

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// -update rewrites the golden files; look at them before you commit.
func TestGolden(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {59, 15}} {
		d := start(t, size[0], size[1], 100_000, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1")
		d.Settle(d.driver.Seek(20_000))
		uitest.Golden(t, fmt.Sprintf("run-%dx%d", size[0], size[1]), d.View())
	}
	d := start(t, 80, 24, 100_000, "lazy-dp-ts", "ucb1")
	uitest.Golden(t, "begin-80x24", d.View())
}

// The same round in three layouts and three character sets: the smooth climb at ε = 1 looks the same in all of them.
func TestGoldenOneRunManyPictures(t *testing.T) {
	config := uitest.Config(t, 1_000_000, "lazy-dp-ts,epsilon=0.1", "lazy-dp-ts,epsilon=1")
	d := startOn(t, config, 80, 24)
	for _, round := range []int{7_000, 54_000, 70_000} {
		d.Settle(d.driver.Seek(round))
		for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 36}} {
			d.SetSize(size[0], size[1]-1)
			uitest.Golden(t, fmt.Sprintf("%d-%dx%d", round, size[0], size[1]), d.View())
		}
	}
	d.SetSize(80, 23)
	for range 2 {
		d.Do("charset", "leave")
		uitest.Golden(t, fmt.Sprint(d.theme.Charset), d.View())
	}
}

// At any size, the view has exactly the terminal's lines and columns.
func TestTheViewFillsTheTerminal(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
		screen, cmd := New(uitest.Theme(profile), uitest.Config(t, 5000, "lazy-dp-ts", "ucb1", "random"), Options{Cache: &overlay.Cache{}})
		d := &driver{uitest.Use(t, screen, cmd, 0, 1), screen}
		for _, press := range []string{
			"n", "]", "v", "l", "down", "z",
			"tab", "f", "v", "g", "esc", "w",
		} {
			d.Types(press)
			uitest.FillsAt(t, d, [][2]int{{1, 1}, {59, 16}, {60, 15}, {60, 16}, {80, 24}, {109, 22}, {110, 21}, {110, 22}, {133, 51}}...)
		}
	}
}

func TestKeysMoveTheRun(t *testing.T) {
	d := start(t, 120, 36, 1000, "lazy-dp-ts", "ucb1")
	d.tell(": step | : step | : back | = 1 | @ 50 | : next-release")
	if !d.State().Shot.Learners[0].Released {
		t.Errorf("no release in round %d", d.round())
	}
	d.tell(fmt.Sprintf(": step | : previous-release | = %d | : next-change", d.round()))
	changed := d.State().Shot.Learners[0].Play[0]
	d.Do("back")
	if d.State().Shot.Learners[0].Play[0] == changed {
		t.Errorf("arm %d is played before round %d, too", changed, d.round()+1)
	}
	d.tell(`: previous-change | : run | ~ ▶ 30 rounds/s | : pause | ! ▶ 30 rounds/s | ~ 30 rounds/s | : restart | = 0 | ~ seed 1 | : next-seed | ~ seed 2
		: go 50 | : next-seed | ~ seed 3, at round 50 as before; u goes back | = 50`)
	if testing.Short() {
		return // the rest is long
	}
	far := start(t, 120, 36, mostReplayed, "ucb1", "random")
	far.Do("go 5000001", "seed 9") // all rounds but one of both learners
	far.Expect("seed 9 begins again: to round 5,000,001, all learners together play more than 10,000,000 rounds")
}

func TestViewsAndLearnersByName(t *testing.T) {
	d := start(t, 120, 36, 100, "lazy-dp-ts", "ucb1")
	d.tell(": step | : view estimates | : learner 2 | ~ 1 Estimates · UCB1")
	d.tell(`: view estimate | ~ "view estimate: must be one of regret, "
		: learner 3 | ~ learner 3: must be a whole number from 1 to 2`)
}

func TestKeysThatDoNothingSayWhy(t *testing.T) {
	d := start(t, 120, 36, 100, "ucb1")
	for step, want := range map[string]string{
		"@ 0 | : back": "nothing to go back to", "@ 0 | : previous-change": "nothing to go back to",
		"@ 50 | : next-release": "UCB1 makes no releases and hhmh-1 has no breakpoints",
		"@ 100 | : run":         "the horizon is reached", "@ 100 | : step": "the horizon is reached",
		"@ 100 | : next-change": "the horizon is reached", "@ 50 | : next-learner": "only one learner",
	} {
		round, _, _ := strings.Cut(step[2:], " ")
		d.tell(step + " | = " + round + " | ~ " + want + " | : leave | ! " + want) // the next key takes the remark away
	}
	for range 20 {
		d.Do("faster")
	}
	d.Expect("this is the fastest")
	for range 20 {
		d.Do("slower")
	}
	d.Expect("the slowest")
}

// At every size, tab goes to the next panel and f to the next learner.
func TestTabIsTheNextPanel(t *testing.T) {
	for _, test := range []struct {
		name          string
		width, height int
		zoom          bool
		want          []string
	}{
		{"all beside each other", 120, 36, false, []string{"▸ 2 Arms", "▸ 3 Privacy", "▸ 4 Why", "▸ 1 Regret", "▸ 2 Arms"}},
		{"one below the chart", 80, 24, false, []string{"▸ 2 Arms", "▸ 3 Privacy", "▸ 4 Why", "▸ 2 Arms"}},
		{"one alone", 120, 36, true, []string{"▸ 2 Arms", "▸ 3 Privacy", "▸ 4 Why", "▸ 1 Regret", "▸ 2 Arms"}},
	} {
		d := start(t, test.width, test.height, 100, "lazy-dp-ts", "ucb1")
		if test.zoom {
			d.Types("z")
		}
		for _, want := range test.want {
			d.Expect(want)
			d.Types("tab")
		}
		d.tell("f 2 | ~ ▸ 2 Arms · UCB1 | : previous-learner | ~ ▸ 2 Arms · Lazy-DP-TS | 1")
		if view := d.View(); !strings.Contains(view, "▸ 1 Regret") || !strings.Contains(view, "3 Privacy") == (test.width > 110 && !test.zoom) {
			t.Errorf("%s: 1 does not go to the chart:\n%s", test.name, view)
		}
	}
}

// The number of keys: 27 with the program's, 24 of the screen while a run is paused; the keys of panels count as one.
func TestTheKeysCanBeLearnt(t *testing.T) {
	d := start(t, 120, 36, 1000, "lazy-dp-ts", "ucb1")
	d.Do("go 500")
	keys := map[string]bool{}
	for _, c := range d.Commands() {
		if c.Key != "" && c.Refusal == "" && !strings.HasPrefix(c.Synonym, "panel-") {
			keys[c.Key] = true
		}
	}
	if n := len(keys) + 1; n > 24 {
		t.Errorf("%d keys: %v", n, slices.Sorted(maps.Keys(keys)))
	}
}

func TestPause(t *testing.T) {
	d := start(t, 80, 24, 100, "ucb1")
	d.Do("run")
	if d.Settle(d.Pause()); d.State().Running {
		t.Error("it runs behind another screen")
	}
}

func TestMouse(t *testing.T) {
	d := start(t, 120, 36, 1000, "ucb1")
	click := func(x, y int) { d.Mouse(tea.MouseButtonLeft, x, y) }
	click(3, 28) // in the privacy panel
	d.Expect("▸ 3 Privacy")
	arms := d.layout.Panels[1]
	click(arms.X+5, arms.Y+3)
	d.Expect("▸ 2 Arms")
	if d.Focus.arm != 1 {
		t.Errorf("arm %d is chosen", d.Focus.arm)
	}
	click(119, d.layout.Timeline.Y)
	d.tell("= 1000")
	click(0, d.layout.Timeline.Y)
	d.tell("= 0")
}

// While a slice is under way, keys are handled at once: Update does not need the session.
func TestKeysAreAnsweredWhileASliceIsUnderWay(t *testing.T) {
	d := start(t, 120, 36, 1_000_000_000, "lazy-dp-ts", "ucb1")
	_ = d.driver.Step(1000) // the slice is never run, so that the session stays away
	shot := d.State().Shot
	for _, c := range d.Commands() {
		if c.Name == "restart" || c.Name == "next-seed" || len(c.Keys()) == 0 {
			continue // a new run does not need the old session
		}
		for _, msg := range uitest.Messages(uitest.Press(d, c.Keys()[0])) {
			if fmt.Sprintf("%T", msg) == "drive.sliceMsg" {
				t.Errorf("%s began a second slice", c.Name)
			}
		}
		d.View()
		if d.State().Shot != shot {
			t.Errorf("%s changed the state", c.Name)
		}
	}
}

func TestZoom(t *testing.T) {
	d := start(t, 120, 36, 1000, "ucb1")
	shown := func() (panels string) {
		for i, p := range d.layout.Panels {
			if !p.Empty() {
				panels += fmt.Sprint(i + 1)
			}
		}
		return panels
	}
	for _, c := range [][2]string{{"zoom why", "14"}, {"zoom one", "1"}, {"zoom all", "1234"}, {"zoom", "1"}, {"zoom", "1234"}} {
		d.Do(c[0])
		if got := shown(); got != c[1] {
			t.Errorf("%s: panels %s, want %s", c[0], got, c[1])
		}
	}
	d.Do("zoom one", "panel-4")
	for _, c := range d.Commands() {
		if hides := c.Refusal == "the chart is hidden: z shows all panels, 1 the chart"; hides !=
			slices.Contains([]string{"view", "previous-view", "overlay", "log-rounds", "log-values"}, c.Name) {
			t.Errorf("%s: %q", c.Name, c.Refusal)
		}
	}
	d.Do("zoom why")
	d.Do("panel-3") // a panel that is asked for is shown
	if got := shown(); got != "1234" {
		t.Errorf("panels %s", got)
	}
}

func TestTheHeaderSaysTheEpsilonsInUse(t *testing.T) {
	for want, ids := range map[string][]string{
		"ε=0.5 ":       {"lazy-dp-ts", "ucb1"},
		"ε=0.1, 1 ":    {"lazy-dp-ts,epsilon=0.1", "lazy-dp-ts,epsilon=1"},
		"ε=0.1…∞ ":     {"lazy-dp-ts,epsilon=0.1", "lazy-dp-ts,epsilon=1", "lazy-dp-ts,epsilon=2", "lazy-dp-ts,epsilon=inf"},
		"T=1,000 · se": {"ucb1"},
	} {
		line, _, _ := strings.Cut(start(t, 120, 36, 1000, ids...).View(), "\n")
		uitest.Contains(t, line, want)
	}
}

// A click on a name in the chart focuses that learner; one in the plot goes to a round.
func TestTheChartCanBeClicked(t *testing.T) {
	clicked(t, 120, 36) // names stand over the plot
	clicked(t, 80, 20)  // names stand in a legend
}

func clicked(t *testing.T, width, height int) {
	t.Helper()
	d := start(t, width, height, 10_000, "lazy-dp-ts", "ucb1")
	d.Settle(d.driver.Seek(5000))
	click := func(x, y int) {
		d.View()
		d.Mouse(tea.MouseButtonLeft, x, y)
	}
	for y, line := range strings.Split(d.View(), "\n") {
		if at := strings.Index(line, "UCB1 "); at >= 0 && y < 20 {
			click(ansi.StringWidth(line[:at]), y)
			break
		}
	}
	if d.Focus.Learner != 1 || d.chart.Cursor() != 0 {
		t.Errorf("a click on a name leads to learner %d, and to round %d", d.Focus.Learner+1, d.chart.Cursor())
	}
	click(20, 6)
	if at := d.chart.Cursor(); at < 500 || at > 3000 {
		t.Errorf("a click in the plot looks at round %d", at)
	}
}

// A driver uses a screen as a person does.
type driver struct {
	*uitest.Person
	*Screen
}

func start(t *testing.T, width, height, horizon int, ids ...string) *driver {
	t.Helper()
	return startOn(t, uitest.Config(t, horizon, ids...), width, height)
}

func startOn(t *testing.T, config *model.Config, width, height int) *driver {
	t.Helper()
	th := uitest.Theme(termenv.Ascii)
	th.Charset = theme.Braille
	screen, cmd := New(th, config, Options{Cache: &overlay.Cache{}})
	return &driver{uitest.Use(t, screen, cmd, width, height), screen}
}

// tell acts out a story, with steps of its own: "@ round to be at", "= round where it is", and "# learners that are
// compared".
func (d *driver) tell(story string) {
	d.Helper()
	d.Tell(story, map[string]func(string){
		"@": func(round string) { d.Settle(d.driver.Seek(param.Must(strconv.Atoi(round)))) },
		"#": func(want string) { d.Helper(); compares(d, want) },
		"=": func(want string) {
			d.Helper()
			if got := strconv.Itoa(d.round()); got != want {
				d.Errorf("at round %s, want %s", got, want)
			}
		},
	})
}

// viewOf presses the key of views until the chart has a title.
func (d *driver) viewOf(title string) {
	d.Helper()
	for range 50 {
		if strings.Contains(d.View(), "1 "+title) {
			return
		}
		d.Do("view")
	}
	d.Fatalf("no view is called %q", title)
}

func (d *driver) round() int { return d.State().Shot.Round }

// The costliest arm of a comparison follows from plays and gaps, and all arms add up to the regret.
func TestComparison(t *testing.T) {
	d := start(t, 80, 24, 100_000, "lazy-dp-ts", "ucb1")
	uitest.Contains(t, strings.Join(d.Comparison(), " "), "No rounds played yet")
	d.Settle(d.driver.Seek(30_000))
	said := strings.Join(d.Comparison(), " ")
	shot := d.State().Shot
	means := shot.Config.Scenario.Phases[0].Means
	for i := range shot.Learners {
		v := &shot.Learners[i]
		sum, most := 0., 0.
		for j, n := range v.Pulls {
			cost := float64(n) * (means[0] - means[j])
			sum, most = sum+cost, math.Max(most, cost)
		}
		if math.Abs(sum-v.Regret) > 1e-6 {
			t.Errorf("%s: arms come to %v, regret is %v", v.Spec.Label(), sum, v.Regret)
		}
		uitest.Contains(t, said, "it lost most, "+number.Value(most)+", by playing arm ")
	}
	uitest.Contains(t, said, "lowest first: UCB1 ", "UCB1 is not private.", "has a loss per round of ε = 0.5 (budget 0.5)")
}

// With several best arms, plays of any count as plays of the best.
func TestComparisonOfSeveralBestArms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.toml")
	uitest.NoError(t, os.WriteFile(path, []byte("kind = \"stochastic\"\narms = [0.9, 0.1, 0.9]\n"), 0o600))
	d := startOn(t, uitest.On(t, path, "", 1000, "ucb1"), 80, 24)
	d.Settle(d.driver.Seek(1000))
	pulls := d.State().Shot.Learners[0].Pulls
	want := "It played one of the 2 best arms in " + number.Share(float64(pulls[0]+pulls[2])/1000) + " of the rounds; it lost most, "
	uitest.Contains(t, strings.Join(d.Comparison(), " "), want)
	if stars := strings.Count(d.View(), theme.BestGlyph); stars != 2 {
		t.Errorf("%d stars in\n%s", stars, d.View())
	}
}

// If means change, or a play has several arms, no arm is named costliest.
func TestComparisonElsewhere(t *testing.T) {
	for scenario, ids := range map[string][]string{"chh-synthetic": {"dpucb-mat", "omm"}, "gaj-tide": {"ts-cf"}} {
		d := startOn(t, uitest.On(t, scenario, "", 3000, ids...), 80, 24)
		d.Settle(d.driver.Seek(1000))
		if said := strings.Join(d.Comparison(), " "); strings.Contains(said, "lost most") || !strings.Contains(said, "Regret after 1,000 rounds") {
			t.Errorf("%s: %s", scenario, said)
		}
	}
}

// Normal noise has no ε; its cost is shown as ρ.
func TestSentencesOfNormalNoise(t *testing.T) {
	d := start(t, 120, 36, 1000, "adac-ucb,rho=.2")
	d.Do("go 100")
	if got := strings.Join(d.Sentences(), " "); !strings.Contains(got, "the costliest round has lost ρ = 0.2.") {
		t.Error(got)
	}
	if got := d.BackRow.spent(d.BackRow.about()); got.label != "ρ spent" || got.text != "0.2" {
		t.Errorf("%+v", got)
	}
}
