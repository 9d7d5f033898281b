//go:build page

package main

import (
	"testing"

	"regretscope/noise/param"
	"regretscope/ui/app"
	"regretscope/ui/command/flags"
	"regretscope/ui/screenshot"
	scripts "regretscope/ui/script"
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
	config := param.Must(param.Must(flags.Parse("--scenario hhmh-1 --horizon 1e5 --seed 3")).Config())
	native := param.Must(app.Play(app.Options{Config: config, Script: param.Must(scripts.Parse("x", "size 100x30\ngo 10000\n"))}))
	if got, want := withoutFoot(got), withoutFoot(screenshot.Text(native)); got != want {
		t.Errorf("the page shows\n%s\nthe native program\n%s", got, want)
	}
}
