package ui

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/charmbracelet/x/exp/golden" // has the flag -update

	"regretscope/noise/param"
	"regretscope/ui/app"
	"regretscope/ui/command"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screenshot"
	"regretscope/ui/script"
)

const scripts = "../testdata/scripts/"

// The pictures of README and of the manual match their scripts, on dark and light backgrounds;
// -update regenerates them.
func TestPictures(t *testing.T) {
	for _, c := range []struct {
		name, script string
		ground       theme.Shade
	}{
		{"readme", "readme", theme.Dark}, {"readme-light", "readme", theme.Light}, {"big", "big", theme.Dark},
	} {
		t.Run(c.name, func(t *testing.T) { isPicture(t, c.name, c.script, c.ground) })
	}
}

// isPicture plays a script and compares its last frame with a picture.
func isPicture(t *testing.T, name, scriptName string, ground theme.Shade) {
	t.Helper()
	file := scripts + scriptName + ".script"
	played := param.Must(script.Parse(file, string(param.Must(os.ReadFile(file)))))
	var own struct {
		flags.Choice
		command.Appearance
	}
	uitest.NoError(t, flags.ParseStart(played.Start, &own))
	last := param.Must(app.Play(app.Options{Config: param.Must(own.Config()), Background: ground, Script: played}))
	path := "../testdata/pictures/" + name + ".svg"
	var picture bytes.Buffer
	uitest.NoError(t, screenshot.SVG(&picture, last, ground == theme.Dark, nil))
	if flag.Lookup("update").Value.String() == "true" {
		uitest.NoError(t, os.WriteFile(path, picture.Bytes(), 0o644))
	}
	if is, err := os.ReadFile(path); err != nil || !bytes.Equal(is, picture.Bytes()) {
		t.Errorf("%s is stale (%v); go test ./ui -run Picture -update makes it anew", path, err)
	}
}

// The tour plays to its end, and its picture has the same bytes every time.
func TestTheTourEndsTheSameEveryTime(t *testing.T) {
	uitest.NotForRaces(t)
	var pictures [2][]byte
	for i := range pictures {
		path := filepath.Join(t.TempDir(), "tour.svg")
		var out, errors bytes.Buffer
		if status := Main([]string{"--script", scripts + "tour.script", "--svg", path, "--quiet"}, strings.NewReader(""), &out, &errors); status != 0 || out.Len()+errors.Len() > 0 {
			t.Fatalf("status %d: %s%s", status, errors.String(), out.String())
		}
		var err error
		if pictures[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(pictures[0], pictures[1]) || !bytes.Contains(pictures[0], []byte("Privacy")) {
		t.Errorf("two pictures of one script: %d and %d bytes", len(pictures[0]), len(pictures[1]))
	}
}

// A mistake in a script is reported with file and line, and nothing is shown or written.
func TestScriptsAreRefused(t *testing.T) {
	folder := t.TempDir()
	path, picture := filepath.Join(folder, "talk.script"), filepath.Join(folder, "talk.svg")
	for text, want := range map[string]string{
		"start --scenario hhmh-1\ngo 1e4\nkey vv\n":    ":3: key vv: no such key",
		"start --scenario hhmh-1\n\nkey Z\n":           ":3: Z does nothing here",
		"start --scenario hhmh-1\ngoo 5\n":             ":2: goo: no such command on this screen; did you mean go?",
		"start --scenario hhmh-1\ngo 1e99\n":           ":2: 1e99 is not a round of this run",
		"start --scenario hhmh-1\ngo -5\nrun\nkey Z\n": ":2: -5 is not a round of this run: must be a whole number from 0 to 1,000,000\n" + path + ":4: Z does nothing here",
		"go 5\nsetup\n": ":1: go: needs the run screen; begin the script with a start line, such as start --scenario hhmh-1\n" +
			path + ":2: setup: needs the run screen; begin the script with a start line, such as start --scenario hhmh-1\n",
		"start --scenario hhmh-1\nduplicate\nsetup\ngo 5\n": ":2: duplicate: no such command on this screen; open its screen with setup\n" +
			path + ":4: go: no such command on this screen; open the run screen with run-screen",
		"# a talk\nstart --scenario hhmh-9\nwait 1s\n": ":2: --scenario hhmh-9: no such scenario; did you mean hhmh-1?",
		"start --learner nothing\nwait 1s\n":           ":1: --learner nothing: no such learner",
		"start --seed x\nwait 1s\n":                    ":1: --seed x:",
		"start --help\nwait 1s\n":                      ":1: unknown flag --help",
		"wait 2\n":                                     ":1: wait 2: must be followed by a time such as 2s or 500ms",
		"\n":                                           ": has no step",
	} {
		uitest.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		var out, errors bytes.Buffer
		status := Main([]string{"--script", path, "--svg", picture, "--quiet"}, strings.NewReader(""), &out, &errors)
		if _, err := os.Stat(picture); status != 2 || out.Len() > 0 || err == nil || !strings.HasPrefix(errors.String(), path+want) {
			t.Errorf("%q: status %d, wrote %v, said %s%s", text, status, err == nil, errors.String(), out.String())
		}
	}
}

// Simulated time determines how far a run gets: at most 10^5 rounds per second, or the script's pace.
func TestScriptsPlayAtTheirPace(t *testing.T) {
	for text, want := range map[string][2]int{ // rounds, from and to
		"run\nwait 2s":            {190_000, 200_000},
		"pace 1000\nrun\nwait 2s": {1_900, 2_000},
		"pace 1e6\nrun\nwait 1s":  {900_000, 1_000_000},
		"go 12\nwait 3s":          {12, 12},
	} {
		s, err := script.Parse("pace.script", "size 100x30\nfaster\nfaster\nfaster\n"+text)
		uitest.NoError(t, err)
		last, err := app.Play(app.Options{Config: uitest.Config(t, 1_000_000, "ucb1"), Script: s})
		uitest.NoError(t, err)
		line, _, _ := strings.Cut(screenshot.Text(last), "\n")
		_, after, found := strings.Cut(line, " round ")
		round, parsed := strconv.Atoi(strings.Map(digits, after))
		if !found || parsed != nil || round < want[0] || round > want[1] {
			t.Errorf("%q: round %d: %s", text, round, line)
		}
	}
}

func digits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}
