package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/noise/number"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

func TestGoldenBig(t *testing.T) {
	d := start(t, 80, 24, 100_000, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1")
	d.Settle(d.driver.Seek(48_210))
	d.BackRow.Switch(true)
	for _, size := range [][2]int{{80, 24}, {160, 44}} {
		d.SetSize(size[0], size[1]-1)
		uitest.Golden(t, fmt.Sprintf("big-%dx%d", size[0], size[1]), d.View())
	}
}

// In every kind of scenario, at every size, with and without colors, the view fills the screen,
// and the round is there in digits or as text.
func TestBigScreensOfEveryKind(t *testing.T) {
	uitest.NotForRaces(t)
	for scenario, ids := range map[string][]string{
		"hhmh-1":        {"lazy-dp-ts", "adac-ucb", "ucb1"},
		"ww-det":        {"rnm-ftnl", "ftnl"},
		"chh-synthetic": {"dpucb-mat", "omm"},
		"gaj-switch":    {"sw-klucb-cf"},
		"jzl-20":        {"ts-ldp-b", "ucb-ldp-b"},
	} {
		channel := ""
		if scenario == "jzl-20" {
			channel = "linear"
		}
		config := uitest.On(t, scenario, channel, 3000, ids...)
		for _, profile := range []termenv.Profile{termenv.Ascii, termenv.TrueColor} {
			screen, cmd := New(uitest.Theme(profile), config, Options{Cache: &overlay.Cache{}, Big: true, Place: Place{Round: 1234}})
			d := &driver{uitest.Use(t, screen, nil, 60, 16), screen}
			for _, size := range [][2]int{{60, 15}, {80, 23}, {120, 35}, {200, 59}} {
				d.SetSize(size[0], size[1])
				d.Settle(cmd)
				cmd = nil
				for range ids {
					if err := uitest.Fills(d.View(), size[0], size[1]); err != nil {
						t.Errorf("%s: %v", scenario, err)
					}
					if !d.showsBig("1,234") {
						t.Errorf("%s, %v: no round 1,234 in\n%s", scenario, size, d.View())
					}
					d.Do("next-learner")
				}
			}
		}
	}
}

// showsBig reports whether a number is on screen, in digits of any size or as text.
func (d *driver) showsBig(number string) bool {
	view := uitest.Words(d.View())
	for _, size := range kit.BigSizes {
		rows := kit.BigNumber(number, size, theme.Blocks)
		if middle := strings.Join(strings.Fields(rows[len(rows)/2]), " "); strings.Contains(view, middle) {
			return true
		}
	}
	return strings.Contains(view, number)
}

// Commands that show panels leave the big screen and do what was asked; esc and the command of the
// chart return to it.
func TestPanelsLeaveTheBigScreen(t *testing.T) {
	for command, want := range map[string]string{"panel-4": "▸ 4 Why", "zoom": "Arms"} {
		d := start(t, 80, 24, 1000, "lazy-dp-ts")
		d.BackRow.Switch(true)
		if strings.Contains(d.View(), "╭") {
			t.Errorf("%s: there are panels in\n%s", command, d.View())
		}
		d.Do("step", command)
		if d.BackRow.On() || !strings.Contains(d.View(), want) {
			t.Errorf("%s: no %q in\n%s", command, want, d.View())
		}
		if d.Do("leave"); !d.BackRow.On() {
			t.Errorf("%s: esc does not return to the big screen", command)
		}
		if d.Do(command, "chart"); !d.BackRow.On() {
			t.Errorf("%s: the chart is not big again", command)
		}
	}
}

// Zoom why keeps the large letters: at every size, thick bars of both arms stand between their names and
// scores, and one line says what they add up to, or that a draw decided.
func TestTheReasonForTheBackRow(t *testing.T) {
	for learner, want := range map[string]string{"ucb1": "0.65+0.34 beats 0.79+0.20", "lazy-dp-ts": "0.76+0.05, then a draw", "thompson": "The larger draw wins"} {
		round := map[bool]int{true: 5000, false: 500}[learner == "lazy-dp-ts"]
		for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 45}} {
			d := start(t, size[0], size[1], 100_000, learner)
			d.Settle(d.driver.Seek(round))
			d.BackRow.Switch(true)
			d.Do("zoom why")
			view := ansi.Strip(d.View())
			duel, said := d.BackRow.about().Reasons().Duel()
			uitest.NoError(t, uitest.Fills(d.View(), size[0], size[1]-1))
			for i := range duel.Sides {
				if !showsLarge(view, kit.BigNumber(duel.Names[i], kit.BigSizes[2], theme.Blocks)) || !showsLarge(view, kit.BigNumber(duel.Scores[i], kit.BigSizes[2], theme.Blocks)) {
					t.Errorf("%v: no large %s %s in\n%s", size, duel.Names[i], duel.Scores[i], view)
				}
			}
			if said[len(said)-1] != want || size[0] == 100 && !showsLarge(view, kit.BigSentence(want, 100, 7, theme.Blocks, d.theme.Text)) {
				t.Errorf("%v: %q, no large %q in\n%s", size, said, want, view)
			}
			if !d.BackRow.On() || strings.Count(view, "█████████") < 10 {
				t.Errorf("%v: no bars in\n%s", size, view)
			}
			if d.Do("leave"); !d.BackRow.On() || d.BackRow.why() {
				t.Error("esc does not return to the chart")
			}
		}
	}
}

// The digits and the sentence follow the cursor.
func TestDigitsFollowTheCursor(t *testing.T) {
	d := start(t, 80, 24, 100_000, "lazy-dp-ts", "ucb1")
	d.Settle(d.driver.Seek(5000))
	d.BackRow.Switch(true)
	d.Do("cursor", "cursor-far-left")
	at := d.Cursor()
	then := d.chart.Moment()
	if at == 5000 || then == nil || then.Round != at {
		t.Fatalf("the cursor is at %d", at)
	}
	if f := d.BackRow.figures(); f[0].text != number.Count(at) || f[1].text != number.Value(then.Learners[0].Regret) {
		t.Errorf("%+v at round %d", f, at)
	}
	d.ExpectNot("round " + number.Count(at)) // in small letters, too
}

// Hidden values are not shown in digits either.
func TestBigScreensHide(t *testing.T) {
	d := startOn(t, uitest.On(t, "jzl-20", "linear", 3000, "ts-ldp-b", "ucb-ldp-b"), 80, 24)
	d.Settle(d.driver.Seek(1000))
	d.BackRow.Switch(true)
	shown := strings.Join(d.BackRow.numbers(), "\n")
	uitest.Contains(t, d.BackRow.headline()[0], "has the least regret")
	d.Do("hide")
	regret := d.BackRow.figures()[1]
	if now := strings.Join(d.BackRow.numbers(), "\n"); now == shown || regret.text != "?" || regret.short != "?" || strings.Contains(strings.Join(d.BackRow.headline(), ""), "regret") {
		t.Errorf("regret is not hidden: %+v, %s\n%s", regret, d.BackRow.headline(), now)
	}
}

// The headline names the learner with the least regret and its lead.
func TestHeadline(t *testing.T) {
	d := start(t, 80, 24, 100_000, "ucb1", "lazy-dp-ts")
	if got := d.BackRow.headline()[0]; got != "No rounds played yet." {
		t.Error(got)
	}
	d.Settle(d.driver.Seek(50_000))
	views := d.State().Shot.Learners
	more := number.Value(views[1].Regret - views[0].Regret)
	for range 2 { // whichever is in focus
		if got, want := d.BackRow.headline(), []string{"UCB1 has the least regret; Lazy-DP-TS has " + more + " more.", "UCB1 is ahead by " + more + " regret", "UCB1: " + more + " regret ahead"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		d.Do("next-learner")
	}
	d = start(t, 80, 24, 1000, "random")
	d.Settle(d.driver.Seek(1000))
	average := number.Value(d.State().Shot.Learners[0].Regret / 1000)
	if got, want := d.BackRow.headline()[0], "Random, average regret per round: "+average; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The sentence is in large letters if one of its wordings fits, and the chart keeps its rows.
func TestTheSentenceIsLargeWhereItFits(t *testing.T) {
	d := start(t, 100, 37, 100_000, "lazy-dp-ts", "ucb1")
	d.BackRow.Switch(true)
	large := func(text string) {
		t.Helper()
		lines := kit.BigSentence(text, d.Width, kit.BigRoom(d.Height-7), d.theme.Charset, d.theme.Text)
		if lines == nil || !strings.Contains(uitest.Words(d.View()), uitest.Words(strings.Join(lines, "\n"))) {
			t.Errorf("%dx%d: no large %q in\n%s", d.Width, d.Height, text, d.View())
		}
		if chart := d.BackRow.layout().Chart.Height; chart < 12 {
			t.Errorf("%d rows of chart", chart)
		}
	}
	large("No rounds played yet.")
	d.Settle(d.driver.Seek(5000))
	for wording, size := range [][2]int{2: {100, 36}, 1: {120, 38}, 0: {200, 59}} {
		d.SetSize(size[0], size[1])
		large(d.BackRow.headline()[wording])
	}
	d.SetSize(100, 36)
	d.Do("hide")
	large(d.BackRow.headline()[0])
}

// Each curve ends in a large letter. The legend names them all, in large letters where that leaves the
// chart a dozen rows.
func TestCurvesHaveLargeLetters(t *testing.T) {
	uitest.NotForRaces(t)
	ids := []string{"lazy-dp-ts", "ucb1", "adac-ucb", "thompson", "dp-imed", "random", "dp-se", "kl-ucb"}
	for size, most := range map[[2]int]int{{80, 24}: 0, {100, 30}: 2, {160, 45}: 8} { // curves in a large legend
		for n := 2; n <= len(ids); n++ {
			d := start(t, size[0], size[1]-1, 100_000, ids[:n]...)
			d.Settle(d.driver.Seek(5000))
			d.BackRow.Switch(true)
			view := ansi.Strip(d.View())
			for i := range n {
				name := d.State().Config.Learners[i].Label()
				letter, written := string(rune('A'+i)), string(rune('A'+i))+" "+name
				if !showsLarge(view, kit.BigNumber(letter, kit.BigSizes[2], theme.Blocks)) {
					t.Errorf("%v: no large %s among %d\n%s", size, letter, n, view)
				}
				large := kit.BigSentence(written, d.Width, 7, theme.Blocks, d.theme.Text)
				if n <= most && !showsLarge(view, large) || n > most && !strings.Contains(view, written) {
					t.Errorf("%v: no %s among %d\n%s", size, written, n, view)
				}
			}
			if chart := d.BackRow.layout().Chart.Height - d.chart.Legend(d.Width, kit.BigRoom(d.Height)); chart < 12 {
				t.Errorf("%v: %d rows of chart for %d", size, chart, n)
			}
		}
	}
}

// showsLarge reports whether rows of large letters stand below each other in a view.
func showsLarge(view string, rows []string) bool {
	lines, first := strings.Split(view, "\n"), ansi.Strip(rows[0])
	for y := range len(lines) - len(rows) + 1 {
		for from := 0; strings.Contains(lines[y][from:], first); {
			from += strings.Index(lines[y][from:], first)
			x := utf8.RuneCountInString(lines[y][:from])
			below := 0
			for below < len(rows) && strings.HasPrefix(string([]rune(lines[y+below])[x:]), ansi.Strip(rows[below])) {
				below++
			}
			if below == len(rows) {
				return true
			}
			_, size := utf8.DecodeRuneInString(lines[y][from:])
			from += size
		}
	}
	return false
}
