package model

import (
	"gonum.org/v1/gonum/stat"
)

// totals collects what the jobs of an experiment measured. Outcomes come in
// any order; runs are counted once all learners have finished them, in their
// order.
type totals struct {
	experiment *Experiment
	at         []int
	runs       int              // how many are counted
	done       int              // outcomes that have come
	waiting    map[int][][]mark // by run: each learner's marks, until the run is counted
	series     [][]series       // by learner and reported round
}

// A series is one learner's measurements at one round, over the runs counted.
type series struct {
	regrets, returns []float64
	pulls            []int   // of each arm, summed over the runs
	worst            float64 // the largest of the runs
}

func newTotals(e *Experiment, at []int) *totals {
	s := &totals{experiment: e, at: at, waiting: map[int][][]mark{}}
	s.series = make([][]series, len(e.Config.Learners))
	for i := range s.series {
		s.series[i] = make([]series, len(at))
		for k := range at {
			s.series[i][k].pulls = make([]int, e.Config.Scenario.Arms())
		}
	}
	return s
}

// add takes a finished job, and counts the runs that are now complete.
func (s *totals) add(o outcome) {
	s.done++
	if s.waiting[o.job.run] == nil {
		s.waiting[o.job.run] = make([][]mark, len(s.series))
	}
	s.waiting[o.job.run][o.job.learner] = o.marks
	for complete(s.waiting[s.runs]) {
		for i, marks := range s.waiting[s.runs] {
			for k := range marks {
				s.series[i][k].count(&marks[k])
			}
		}
		delete(s.waiting, s.runs)
		s.runs++
	}
}

func complete(learners [][]mark) bool {
	for _, marks := range learners {
		if marks == nil {
			return false
		}
	}
	return len(learners) > 0
}

func (s *series) count(m *mark) {
	s.regrets = append(s.regrets, m.regret)
	s.returns = append(s.returns, m.earned)
	s.worst = max(s.worst, m.worst)
	for j, n := range m.pulls {
		s.pulls[j] += n
	}
}

// result is what the counted runs say.
func (s *totals) result() *Result {
	r := newResult(s.experiment, s.at, s.runs)
	if s.runs == 0 {
		return r
	}
	config := s.experiment.Config
	for i, choice := range config.Learners {
		exact, hasExact := config.ExpectedRegret(i)
		for k, t := range s.at {
			own := &s.series[i][k]
			mean, deviation := stat.MeanStdDev(own.regrets, nil)
			row := Row{
				Scenario: config.Scenario.Name, Learner: choice.ID, Epsilon: Number(choice.Epsilon(config.Epsilon)),
				Params: config.Parameters(i), Channel: config.ChannelName(i), Round: t, Runs: s.runs,
				RegretMean: Number(mean), RegretSD: Number(deviation),
				ReturnMean: Number(stat.Mean(own.returns, nil)), Worst: Number(own.worst),
			}
			for _, pulls := range own.pulls {
				row.PullsMean = append(row.PullsMean, float64(pulls)/float64(s.runs))
			}
			if hasExact {
				regret := Number(exact.At(t))
				row.RegretExact = &regret
			}
			r.Rows = append(r.Rows, row)
		}
	}
	return r
}
