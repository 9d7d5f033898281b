package setup

import (
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
	"regretscope/ui/kit/uitest"
)

// channelDriver returns a driver at the channel's field, with a learner that takes one.
func channelDriver(t *testing.T) *driver {
	t.Helper()
	d := drive(t).learner("reports").press("space", "3", "down", "down", "down")
	if f := d.screen.form.Focus(); f.Name != "channel" {
		t.Fatalf("the focus is on %s", f.Name)
	}
	return d
}

func TestChannelIsAskedForWhereALearnerTakesOne(t *testing.T) {
	d := drive(t)
	if d.screen.form.Has(d.screen.selected.run.channel) {
		t.Error("no learner takes a channel, and one is asked for")
	}
	d = channelDriver(t)
	d.sees("linear · default")
	d.sees("allowed: linear; quadratic,b=… (b from 0 to 2(e^ε − 1));")
	d.press("quadratic,b=0.5")
	if c := d.started(); c.Channel != "quadratic,b=0.5" {
		t.Errorf("channel %q", c.Channel)
	}
	d.sees("0.5 = max ε") // of the channel at the run's ε
	if command := command(d.started()); !strings.Contains(command, " --channel quadratic,b=0.5 ") {
		t.Errorf("the channel is not in the command %s", command)
	}
	// The channel is removed with the learner, and returns with it.
	d.press("esc").learner("reports").press("space")
	if c := d.started(); c.Channel != "" {
		t.Errorf("channel %q without a learner that takes one", c.Channel)
	}
	d.learner("reports").press("space")
	if c := d.started(); c.Channel != "quadratic,b=0.5" {
		t.Errorf("channel %q", c.Channel)
	}
}

func TestWrongChannelsAreRefusedInPlace(t *testing.T) {
	for text, why := range map[string]string{
		"liner":       "channel: liner: no such channel; did you mean linear? (known: linear, quadratic, exponential, curve, rr, laplace, none)",
		"rr(2,0.5)":   "channel: rr: p00 must lie in [0, 1], not 2",
		"quadratic,b": "channel: quadratic: write quadratic(epsilon,b), or any of them by name",
		"laplace":     "reports cannot use the channel laplace(0.5): it needs bits",
	} {
		t.Run(text, func(t *testing.T) {
			d := channelDriver(t).press(text)
			if err := d.screen.selected.run.channel.Err(); err == nil || err.Error() != why {
				t.Errorf("%s: refused with %v, want %s", text, err, why)
			}
			d.sees("✗ " + why[:40])
			d.screen.goTo(scenarioSection)
			d.refused(why[:min(len(why), 70)]) // the rest may be on another line
			if f := d.screen.form.Focus(); f.Name != "channel" || f.Text() != text || !d.screen.Typing() {
				t.Errorf("%s cannot be edited where it is wrong", text)
			}
			d.press("ctrl+u").started()
		})
	}
}

// A parabola, whose range depends on ε, is checked again when ε changes.
func TestChannelIsReadAtTheRunsEpsilon(t *testing.T) {
	d := channelDriver(t).press("quadratic,b=3")
	d.refused("channel: quadratic: b must lie in [0, 1.297442] (0 to 2(e^ε − 1) at ε = 0.5), not 3")
	d.press("up", "up", "up", "2")
	if c := d.started(); c.Channel != "quadratic,b=3" || c.Epsilon != 2 {
		t.Errorf("channel %q at ε %v", c.Channel, c.Epsilon)
	}
}

// A misleading channel causes a warning before the run that names the arms, at any size.
func TestMisleadingChannelIsWarnedOf(t *testing.T) {
	d := channelDriver(t).press("rr(0.1,0.1)")
	const warning = "Reports through rr(0.1,0.1) does not learn the best arm: arm 5 (mean 0.25) reports more ones (0.7) than arm 1 (mean 0.75: 0.3)"
	for _, size := range [][2]int{{160, 36}, {100, 30}, {60, 30}} {
		d.screen.SetSize(size[0], size[1])
		if view := strings.Join(strings.Fields(d.screen.View()), " "); !strings.Contains(view, "! "+warning) {
			t.Errorf("%v: no warning:\n%s", size, d.screen.View())
		}
	}
	d.screen.SetSize(minWidth, minHeight)
	uitest.Contains(t, d.screen.View(), "! Reports through rr(0.1,0.1) does not learn the best", "…")
	d.started() // it is a warning, not a refusal
	if d.press("ctrl+u", "rr(0.9,0.9)"); len(d.screen.selected.warnings) > 0 {
		t.Errorf("warnings %q of a good channel", d.screen.selected.warnings)
	}
}

// A scenario's own channels hold if none is given.
func TestScenariosChannelsAreTheDefault(t *testing.T) {
	s := param.Must(file.Read("../../../testdata/scenarios/surveys.toml"))
	config := defaultConfig()
	config.Scenario = s
	config.Learners = []learners.Spec{{Declaration: reports}}
	d := driveWith(t, Options{Config: config})
	d.press("3")
	d.sees("the scenario's, arm by arm · default")
	d.sees("! Reports through linear(0.5) does not learn the best arm: arm 3 (mean 0.4)")
}
