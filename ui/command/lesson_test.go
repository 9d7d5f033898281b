package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

// A script's pictures show its stops, in a new folder on a light background.
func TestAScriptHasPictures(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new folder")
	talk := filepath.Join(t.TempDir(), "talk.script")
	uitest.NoError(t, os.WriteFile(talk, []byte("start --scenario hhmh-1 --horizon 100\ncaption One.\nwait key\ncaption Two.\ntwin\nwait key\nleave\n"), 0o600))
	line := []string{"--script", talk, "--background", "light", "--pictures", folder}
	if p := newTestProgram(); p.Run(t.Context(), line) != 0 {
		t.Fatal(&p.err)
	}
	for i, want := range []string{"One.", "difference"} {
		picture, err := os.ReadFile(fmt.Sprintf("%s/stop-%d.svg", folder, i+1))
		for _, want := range []string{`fill="#ffffff"`, want} {
			if !strings.Contains(string(picture), want) {
				t.Errorf("stop %d: %v, no %q in\n%s", i+1, err, want, picture)
			}
		}
	}
	uitest.NoError(t, os.Remove(folder+"/stop-1.svg"))
	if p := newTestProgram(); p.Run(t.Context(), line) != wrong || !strings.Contains(p.err.String(), "already exists, name a new folder") {
		t.Errorf("pictures are overwritten: %s", &p.err)
	}
	if _, err := os.Stat(folder + "/stop-1.svg"); err == nil {
		t.Error("a picture is written beside old ones")
	}
}

// A second terminal waits for the first, shows each stop with its notes and the next caption, waits
// again when the first has ended, and ends without an error.
func TestNotesFollowTheScript(t *testing.T) {
	uitest.NotForRaces(t)
	const text = "note Welcome.\ncaption One.\nnote Say this.\nnote And that.\nwait 1s\ncaption Two.\nwait 1s\n"
	s, err := script.Parse("talk.script", text)
	uitest.NoError(t, err)
	other, err := script.Parse("talk.script", text+"wait 1s\n")
	uitest.NoError(t, err)
	folder := filepath.Join(t.TempDir(), "state")
	in, out := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), uitest.Patience)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- notes(ctx, s, script.NewTalk(folder, s), out) }()
	lines := bufio.NewScanner(in)
	wants := func(want string) {
		t.Helper()
		for line := range strings.Lines(want) {
			if !lines.Scan() || lines.Text() != strings.TrimSuffix(line, "\n") {
				t.Fatalf("%q, want %q", lines.Text(), line)
			}
		}
	}
	wants("Waiting for another terminal to play talk.script.\n")
	script.NewTalk(folder, other).Tell(0, false, strings.TrimSpace) // another script
	first := script.NewTalk(folder, s)
	first.Tell(-1, false, strings.TrimSpace)
	wants("before stop 1 of 2\n\nWelcome.\n\nnext: One.\n")
	first.Tell(0, false, strings.TrimSpace)
	wants("stop 1 of 2   One.\n\nWelcome.\n\nSay this.\n\nAnd that.\n\nnext: Two.\n")
	first.Tell(1, false, strings.TrimSpace)
	wants("stop 2 of 2   Two.\n\nnext: the end\n")
	first.Tell(0, false, strings.TrimSpace)
	wants("stop 1 of 2   One.\n\nWelcome.\n\nSay this.\n\nAnd that.\n\nnext: Two.\n")
	if now, ok := first.Read(); !ok || now.Stop != 0 || time.Since(now.Begun) < 0 || !now.Begun.Equal(first.Begun) {
		t.Errorf("%+v, %v", now, ok)
	}
	for _, stop := range []int{-5, math.MinInt, math.MaxInt, 1} {
		first.Tell(stop, false, strings.TrimSpace)
		if stop < 0 {
			wants("before stop 1 of 2\n\nWelcome.\n\nnext: One.\n")
			first.Tell(0, false, strings.TrimSpace)
			wants("stop 1 of 2   One.\n\nWelcome.\n\nSay this.\n\nAnd that.\n\nnext: Two.\n")
		}
	}
	wants("stop 2 of 2   Two.\n\nnext: the end\n")
	first.End()
	wants("Waiting for another terminal to play talk.script.\n")
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 || !strings.Contains(files[0].Name(), other.Hash) {
		t.Errorf("%v, %v", files, err)
	}
	cancel()
	uitest.NoError(t, <-ended)
}

// Of two talks of one file, notes follow the newer, and stay with it until it ends or is dead. They show
// the numbers of its run.
func TestNotesFollowOneTalk(t *testing.T) {
	s, err := script.Parse("talk.script", "caption One.\nnote Say {regret 1}.\ncaption Two {round}.\n")
	uitest.NoError(t, err)
	folder := t.TempDir()
	reader, first, second := script.NewTalk(folder, s), script.NewTalk(folder, s), script.NewTalk(folder, s)
	follows := func(what string, of *script.Talk) {
		t.Helper()
		if now, ok := reader.Read(); ok != (of != nil) || ok && !now.Begun.Equal(of.Begun) {
			t.Errorf("%s: %+v, %v", what, now, ok)
		}
	}
	numbers := func(text string) string {
		return strings.NewReplacer("{regret 1}", "3.5", "{round}", "9").Replace(text)
	}
	follows("no talk", nil)
	first.Tell(0, false, numbers)
	follows("one talk", first)
	second.Tell(1, false, numbers)
	follows("a second talk", first)
	now, _ := reader.Read()
	if got, want := notesAt(s, now, false), "stop 1 of 2   One.\n\nSay 3.5.\n\nnext: Two ….\n"; got+"\n" != want {
		t.Errorf("%q, want %q", got, want)
	}
	first.End()
	follows("the first has ended", second)
	third := script.NewTalk(folder, s)
	third.Tell(0, false, numbers)
	follows("another talk", second)
	second.End()
	follows("the second has ended", third)
	third.End()
	follows("all have ended", nil)
}

// ended returns the number of a process that has ended.
func ended(t *testing.T) int {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$")
	uitest.NoError(t, c.Run())
	return c.Process.Pid
}

// After a crash, notes stay with the talk that is gone, not with another one, until it goes on.
func TestNotesAfterACrash(t *testing.T) {
	s, err := script.Parse("talk.script", "caption One.\ncaption Two.\n")
	uitest.NoError(t, err)
	folder := t.TempDir()
	reader, first, other, again := script.NewTalk(folder, s), script.NewTalk(folder, s), script.NewTalk(folder, s), script.NewTalk(folder, s)
	first.Process = ended(t)
	first.Tell(0, false, strings.TrimSpace)
	_, _ = reader.Read()
	other.Tell(1, false, strings.TrimSpace)
	if now, ok := reader.Read(); !ok || !now.Gone() || now.Stop != 0 {
		t.Errorf("after the crash: %+v, %v", now, ok)
	}
	if now, ok := script.NewTalk(folder, s).Read(); !ok || now.Gone() || now.Stop != 1 {
		t.Errorf("new notes: %+v, %v", now, ok)
	}
	again.Resume()
	again.Tell(1, false, strings.TrimSpace)
	if now, ok := reader.Read(); !ok || now.Gone() || now.Stop != 1 || !now.Begun.Equal(first.Begun) || !now.Since.After(first.Since) {
		t.Errorf("the talk goes on: %+v, %v", now, ok)
	}
}

// Notes need the state folder, and a script without mistakes.
func TestNotesAreRefused(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "talk.script")
	for _, c := range []struct{ text, flag, want string }{
		{"go 5\n", "--no-state", "--notes: needs the state folder, by which it follows the script, and no --no-state"},
		{"go 5\n", "--plain", "--notes and --plain can't be used together"},
		{"go 5\n", "--rehearse", "--rehearse: needs --script FILE, and no --svg"},
		{"note\n", "--quiet", ":1: note : must be followed by a text for the speaker"},
	} {
		uitest.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		p := newTestProgram()
		if status := p.Run(t.Context(), []string{"--notes", path, c.flag}); status != wrong || !strings.Contains(p.err.String(), c.want) {
			t.Errorf("%s: status %d, %s%s", c.flag, status, &p.out, &p.err)
		}
	}
}

// Notes count down, and say what is wrong.
func TestNotesSayWhatTheAudienceSees(t *testing.T) {
	s, err := script.Parse("talk.script", "caption One.\nwait key 2m\nwait key 1m\ncaption Two.\nwait key\n")
	uitest.NoError(t, err)
	process := ended(t)
	synctest.Test(t, func(t *testing.T) { notesSay(t, s, process) })
}

// notesSay checks the notes of a talk, and those of one whose process has ended.
func notesSay(t *testing.T, s *script.Script, process int) {
	now := time.Now()
	at := func(stop int, begun, since, seen time.Duration, away bool) script.State {
		return script.State{Process: os.Getpid(), Terminal: "pts/7", Begun: now.Add(-begun), Since: now.Add(-since), Seen: now.Add(-seen), Stop: stop, Away: away}
	}
	lost := at(1, time.Hour, time.Minute, time.Minute, false)
	gone := lost
	gone.Process = process
	const two = "\n\nstop 2 of 2   Two."
	for want, state := range map[string]script.State{
		"1:40 of 3:02, 1:20 left here   pts/7\n\nstop 1 of 2   One.":                                                        at(0, 100*time.Second, 100*time.Second, 0, false),
		"5:00 of 3:02, 2:00 behind   pts/7\n\nnot the planned run · f2 returns · stop 1 of 2   One.":                        at(0, 5*time.Minute, 210*time.Second, 0, true),
		"5:00 of 3:02, 1:58 behind   pts/7" + two:                                                                           at(1, 5*time.Minute, time.Minute, 0, false),
		"60:00 of 3:02, 56:58 behind   pts/7\n\nThe talk in pts/7 gives no sign of life; it was at this stop." + two:        lost,
		"60:00 of 3:02, 56:58 behind   pts/7\n\nThe talk in pts/7 is gone; it was at this stop: --at-stop 2 goes on." + two: gone,
	} {
		if got := notesAt(s, state, true); !strings.HasPrefix(got, want+"\n") {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
