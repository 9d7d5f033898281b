//go:build page

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/ui"
	"regretscope/ui/kit/uitest"
)

func TestFirstFrame(t *testing.T) {
	p := open(t, start(t), served(t)+"run/")
	p.shows("enter start")
	p.shot("setup")
}

// A run to round 10,000 shows what the native program shows at the same size.
func TestRunEqualsNative(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--horizon%201e5%20--seed%203")
	p.shows("five arms")
	p.do(evaluate(`terminal.resize(100, 30)`))
	p.types(":go 10000\r")
	got := p.shows("round  10,000")
	p.shot("run")
	folder := t.TempDir()
	script, picture := filepath.Join(folder, "x.script"), filepath.Join(folder, "x.svg")
	text := "start --scenario hhmh-1 --horizon 1e5 --seed 3\nsize 100x30\ngo 10000\nsave-screen screen.txt\n"
	uitest.NoError(t, os.WriteFile(script, []byte(text), 0o644))
	t.Chdir(folder)
	if status := ui.Main([]string{"--script", script, "--svg", picture, "--allow-writes", folder}, strings.NewReader(""), io.Discard, os.Stderr); status != 0 {
		t.Fatalf("the native program ends with status %d", status)
	}
	native, err := os.ReadFile(filepath.Join(folder, "screen.txt"))
	uitest.NoError(t, err)
	screen, _, _ := strings.Cut(string(native), "\n{\"made_by\"")
	if got, want := withoutFoot(got), withoutFoot(screen); got != want {
		t.Errorf("the page shows\n%s\nthe native program\n%s", got, want)
	}
}
