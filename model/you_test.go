package model

import (
	"slices"
	"testing"

	"regretscope/learners"
)

// A session ends before the first round without a choice, moves freely in the rounds before it,
// and continues when there are more. The other learners play as without the person.
func TestSessionsWaitForThePerson(t *testing.T) {
	g := &learners.Game{}
	c := config(t, "hhmh-1", 50, "ucb1")
	alone := NewRun(c, 0)
	c.Learners = append(c.Learners, learners.You(g, false))
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	s := NewSession(c)
	s.Advance(10)
	if s.Round() != 0 {
		t.Fatalf("%d rounds before the first choice", s.Round())
	}
	pulls := []int{3, 3, 0, 4, 1}
	for i, arm := range pulls {
		g.Pull(arm)
		s.Seek(50)
		if got := s.tracks[1].run.Play(); s.Round() != i+1 || got[0] != arm {
			t.Fatalf("round %d: arm %v, want %d in round %d", s.Round(), got, arm, i+1)
		}
	}
	regret := s.tracks[1].run.Regret()
	if s.Seek(1); s.tracks[1].run.Play()[0] != 3 || s.Round() != 1 {
		t.Errorf("round %d: arm %v", s.Round(), s.tracks[1].run.Play())
	}
	for arm := range c.Scenario.Arms() {
		if _, ok := s.WhyNot(1, arm); ok {
			t.Errorf("it is known why the person does not pull arm %d", arm)
		}
	}
	if s.Seek(5); s.tracks[1].run.Regret() != regret {
		t.Errorf("regret %v after going back and forth, want %v", s.tracks[1].run.Regret(), regret)
	}
	if alone.Advance(5); alone.Hash() != s.tracks[0].run.Hash() {
		t.Error("UCB1 plays otherwise beside a person")
	}
	if want := []int{1, 1, 0, 2, 1}; !slices.Equal(s.tracks[1].run.Pulls(), want) {
		t.Errorf("pulls %v, want %v", s.tracks[1].run.Pulls(), want)
	}
}
