package setup

import (
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
)

// takesChannel leads to the channel's field, with a learner that takes one.
const takesChannel = "#reports | space | 3 down down down | > channel | "

func TestChannelIsAskedForWhereALearnerTakesOne(t *testing.T) {
	d := drive(t).tell("3 | ! linear | " + takesChannel + `~ linear · default
		~ allowed: linear; quadratic,b=… (b from 0 to 2(e^ε − 1));
		quadratic,b=0.5 | = --channel quadratic,b=0.5 | ~ 0.5 = max ε`) // of the channel at the run's ε
	// The channel is removed with the learner, and returns with it.
	d.tell("#reports | space | = −reports")
	if c := d.start.Channel; c != "" {
		t.Errorf("channel %q without a learner that takes one", c)
	}
	d.tell("#reports | space | = --channel quadratic,b=0.5")
}

func TestWrongChannelsAreRefusedInPlace(t *testing.T) {
	for text, why := range map[string]string{
		"liner":       "channel: liner: no such channel; did you mean linear? (known: linear, quadratic, exponential, curve, rr, laplace, none)",
		"rr(2,0.5)":   "channel: rr: p00 must lie in [0, 1], not 2",
		"quadratic,b": "channel: quadratic: write quadratic(epsilon,b), or any of them by name",
		"laplace":     "reports cannot use the channel laplace(0.5): it needs bits",
		// A parabola, whose range depends on ε, is checked again when ε changes.
		"quadratic,b=3": "channel: quadratic: b must lie in [0, 1.297442] (0 to 2(e^ε − 1) at ε = 0.5), not 3",
	} {
		t.Run(text, func(t *testing.T) {
			d := drive(t).tell(takesChannel + text + "|~ ✗ " + why + "| @hhmh-1 | ✗ " + why + "|> channel=" + text)
			if b, found := strings.CutPrefix(text, "quadratic,"); found && b != "b" {
				d.tell("up up up 2 | = --channel quadratic,b=3 --epsilon 2 | down down down")
			}
			d.tell("ctrl+u | =")
		})
	}
}

// A misleading channel causes a warning before the run that names the arms, at any size; it is no refusal.
func TestMisleadingChannelIsWarnedOf(t *testing.T) {
	d := drive(t).tell(takesChannel + "rr(0.1,0.1)")
	for _, size := range [][2]int{{160, 36}, {100, 30}, {60, 30}} {
		d.SetSize(size[0], size[1])
		d.Expect("! Reports through rr(0.1,0.1) does not learn the best arm: arm 5 (mean 0.25) reports more ones (0.7) than arm 1 (mean 0.75: 0.3)")
	}
	d.SetSize(minWidth, minHeight)
	d.Expect("! Reports through rr(0.1,0.1) does not learn the best", "…")
	d.tell("= | ctrl+u | rr(0.9,0.9)")
	if len(d.selected.warnings) > 0 {
		t.Errorf("warnings %q of a good channel", d.selected.warnings)
	}
}

// A scenario's own channels hold if none is given.
func TestScenariosChannelsAreTheDefault(t *testing.T) {
	config := defaultConfig()
	config.Scenario = param.Must(file.Read("../../../testdata/scenarios/surveys.toml"))
	config.Learners = []learners.Spec{{Declaration: reports}}
	driveWith(t, Options{Config: config}).tell(`3 | ~ the scenario's, arm by arm · default
		~ ! Reports through linear(0.5) does not learn the best arm: arm 3 (mean 0.4)`)
}
