package runmode_test

import (
	"testing"

	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run/runtest"
)

// The keys go to the kind that is chosen, and the commands of each kind go where they say.
func TestKeysGoToTheChosenKind(t *testing.T) {
	config := uitest.On(t, "gaj-switch,K=3,L=3,length=100", "", 400, "sw-klucb-cf")
	d := runtest.StartOn(t, config, 120, 36)
	for _, test := range []struct{ kind, next, previous, said string }{
		{"release", "next-release", "previous-release", "release or breakpoint"},
		{"change", "next-change", "previous-change", "change of arm"},
		{"breakpoint", "next-breakpoint", "previous-breakpoint", "breakpoint"},
	} {
		t.Run(test.kind, func(t *testing.T) {
			for _, way := range []struct{ key, name string }{{"]", test.next}, {"[", test.previous}} {
				d.Do("go 150", way.name)
				want := d.Played()
				d.Do("go 150", "events "+test.kind)
				d.Expect("] and [ go to the next and the previous " + test.said)
				d.Types(way.key)
				if got := d.Played(); got != want || got == 150 {
					t.Errorf("%s goes from round 150 to %d, %s to %d", way.key, got, way.name, want)
				}
			}
		})
	}
	d.Types("E")
	d.Expect("] and [ go to the next and the previous release or breakpoint")
	d.Do("events of all kinds")
	d.Expect("events of all kinds: must be release, change or breakpoint")
}
