package app

import (
	"bytes"
	"encoding/base64"
	"os"
	"regexp"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
)

// line runs a command by its name, and all commands that follow.
func line(t *testing.T, r *root, text string) {
	t.Helper()
	cmd := param.Must(r.RunLine(text))
	runAll(t, r, cmd)
}

// The copied command is the one on the screen, and opens the run at the same place.
func TestCopyCommand(t *testing.T) {
	var out bytes.Buffer
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts,epsilon=2", "ucb1"), Output: &out})
	line(t, r, "go 321")
	line(t, r, "copy-command")
	want := "regretscope --scenario hhmh-1 --learner lazy-dp-ts,epsilon=2 --learner ucb1 --epsilon 0.5 --horizon 1000 --seed 1 --at-round 321"
	if got := strings.Join(strings.Fields(r.View()), " "); !strings.Contains(got, want) {
		t.Errorf("shown:\n%s", r.View())
	}
	uitest.Contains(t, out.String(), base64.StdEncoding.EncodeToString([]byte(want)))
	press(t, r, "v") // is not eaten
	if view := r.View(); !strings.Contains(view, "1 Regret / ln t ─") || strings.Contains(view, want) {
		t.Errorf("after a key:\n%s", view)
	}
	opened := rootOf(t, Options{Config: r.run.Config(), AtRound: 321})
	if opened.run.Driver().Round() != 321 {
		t.Errorf("opened at round %d", opened.run.Driver().Round())
	}
}

// Files are new, and the foot names them.
func TestSaving(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")})
	line(t, r, "go 500")
	for _, want := range []string{
		"wrote hhmh-1-regret-500.svg and hhmh-1-regret-500.csv", "wrote hhmh-1-regret-500-2.svg and hhmh-1-regret-500-2.csv",
	} {
		if line(t, r, "save-chart"); !strings.Contains(r.View(), want) {
			t.Errorf("no %q in\n%s", want, r.View())
		}
	}
	press(t, r, "esc")
	view := r.View()
	line(t, r, "save-screen shot.txt")
	if text, err := os.ReadFile("shot.txt"); err != nil || !strings.HasPrefix(string(text), strings.TrimRight(strings.SplitN(view, "\n", 2)[0], " ")) {
		t.Errorf("%v\n%s", err, text)
	}
	if line(t, r, "save-screen"); !strings.Contains(r.View(), "wrote regretscope-screen.svg") {
		t.Error(r.View())
	}
	line(t, r, "save-screen shot.png")
	if picture, err := os.ReadFile("shot.png"); err != nil || !bytes.Contains(picture, []byte("--scenario hhmh-1")) {
		t.Errorf("%v, %d bytes without the command line", err, len(picture))
	}
	if _, err := r.RunLine("save-screen shot.pdf"); err == nil || err.Error() != "shot.pdf: must end in .svg, .png or .txt" {
		t.Error(err)
	}
	// A learner has the color of all plots, whatever it has on the screen.
	if picture, err := os.ReadFile("hhmh-1-regret-500.svg"); err != nil || !regexp.MustCompile(`fill:#AF5F00">UCB1<`).Match(picture) {
		t.Errorf("%v\n%s", err, picture)
	}
	table, err := os.ReadFile("hhmh-1-regret-500.csv")
	if err != nil || !strings.HasPrefix(string(table), "line,t,value,fingerprint\nLazy-DP-TS,") || !strings.Contains(string(table), "\nUCB1,500,") {
		t.Errorf("%v\n%s", err, table)
	}
}
