package runmode_test

import (
	"fmt"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run/runtest"
)

// What the panel says would have had to be different is what the model found, of the
// arm, the round and the learner that are looked at.
func TestWhyNotTheArmThatIsLookedAt(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := runtest.Start(t, size[0], size[1], 5000, "anytime-lazy-ucb", "ucb1", "thompson")
		d.Settle(d.Driver().Seek(700))
		d.Do("panel-4")
		for learner := range 3 {
			d.Do(fmt.Sprintf("learner %d", learner+1))
			for arm := range 5 {
				d.Do(fmt.Sprintf("arm %d", arm+1))
				session := model.NewSession(d.Config())
				session.Seek(699)
				why, ok := session.WhyNot(learner, arm)
				text := uitest.Words(strings.Join(d.PanelText(3), " "))
				if said := strings.Contains(text, "Why not arm"); said != ok {
					t.Fatalf("arm %d was left out: %v, and it says: %v\n%s", arm+1, ok, said, text)
				}
				if !ok {
					continue
				}
				for _, want := range []string{
					fmt.Sprintf("Arm %d would be played if its estimate were", arm+1),
					fmt.Sprintf("In this run arm %d is played in round %s, after", arm+1, kit.Count(why.Next)),
				} {
					if !strings.Contains(text, want) {
						t.Errorf("no %q in %s", want, text)
					}
				}
				if noise := "or the noise in its sum"; strings.Contains(text, noise) != (learner == 0) {
					t.Errorf("learner %d: %q in %s", learner+1, noise, text)
				}
			}
		}
		// What comes is told neither while it is hidden nor of a round that is left.
		d.Do("hide")
		if text := uitest.Words(strings.Join(d.PanelText(3), " ")); strings.Contains(text, "In this run") {
			t.Errorf("hidden, and the future is told: %s", text)
		}
	}
}

// A noisy leader is explained by the noise of its epoch, a drawn action by its chance,
// and both by the round in which another one comes.
func TestWhyNotAnActionOfExperts(t *testing.T) {
	d := runtest.StartOn(t, uitest.On(t, "doubling-gap,K=4,gap=.1", "", 2000, "rnm-ftnl", "hedge"), 120, 36)
	d.Settle(d.Driver().Seek(100))
	for learner, wants := range [][]string{
		{"would be played if its estimate in round 64, when this was decided, were", "or its noise", "is not played again within"},
		{"was drawn: its chance was", "would be played if its estimate were", "In this run action"},
	} {
		d.Do(fmt.Sprintf("learner %d", learner+1))
		play := d.Snapshot().Learners[learner].Play[0]
		d.Do(fmt.Sprintf("arm %d", (play+1)%4+1))
		text := uitest.Words(strings.Join(d.PanelText(3), " "))
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text)
			}
		}
	}
}
