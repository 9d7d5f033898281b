package app

import (
	"math"
	"time"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/script"
)

// A ScriptStop is a stop of a script as a rehearsal finds it.
type ScriptStop struct {
	script.Stop
	At      time.Duration // since the beginning, with two seconds for each wait for a key
	Round   int           // at its end; −1 without a run
	Regrets []string      // the same, of each learner
	Cut     bool          // the caption leaves the screen no room
	Small   bool          // the caption is too long for large letters
}

// Stops plays a script and returns its stops. Errors are script.Mistakes.
func Stops(o Options) (stops []ScriptStop, err error) {
	stops = param.Map(o.Script.Stops()[1:], func(s script.Stop) ScriptStop { return ScriptStop{Stop: s, Round: -1} })
	at, begun := -1, time.Time{}
	o.rehearsal = math.MaxInt64
	o.watch = func(p *player) {
		r, now := p.root, p.clock.Now()
		if begun.IsZero() {
			begun = now
		}
		i := r.stops.State().Stop
		if i < 0 {
			return
		}
		s := &stops[i]
		if i != at {
			at, s.At = i, now.Sub(begun)
		}
		above, below := r.frame()
		if r.stops.Caption == s.Caption {
			s.Cut = s.Cut || r.height-above-below <= 0 || r.cramped()
			s.Small = s.Small || r.forBackRow() && r.large(s.Caption, kit.BigRoom(r.height), r.theme.Text) == nil
		}
		if r.run == nil || r.run.Snapshot() == nil {
			return
		}
		s.Round = r.run.Snapshot().Round
		s.Regrets = param.Map(r.run.Snapshot().Learners, func(v model.LearnerState) string {
			return v.Spec.Label() + " " + number.Value(v.Regret)
		})
	}
	_, err = Play(o)
	return stops, err
}
