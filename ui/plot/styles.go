package plot

import (
	"cmp"
	"fmt"
	"strings"

	"regretscope/learners"
	"regretscope/model/trials"
	"regretscope/ui/chart"
)

// AssignStyles gives each learner of a comparison, written as for --learner, the same color,
// stroke, and marker in all pictures: those of its Look. If another learner has the
// stroke already, a learner gets another stroke, so that they differ without color; once all
// strokes are taken, it gets another color and stroke.
func AssignStyles(charts []*chart.Chart, chosen []string) {
	const colors = 7
	pairs := colors * len(dashes)
	series, taken, waiting := make([]int, len(chosen)), make([]bool, pairs), []int(nil)
	strokes := map[int]bool{}
	for i, text := range chosen {
		id, _, _ := strings.Cut(text, ",")
		at := 0 // of a program
		if d, err := learners.Find(id); err == nil {
			at = d.Look % pairs
		}
		if series[i] = at; strokes[at%len(dashes)] {
			waiting = append(waiting, i)
			continue
		}
		taken[at], strokes[at%len(dashes)] = true, true
	}
	for _, i := range waiting {
		step := 1
		if len(strokes) < len(dashes) {
			step = colors
		}
		for n := 0; n < pairs && (taken[series[i]] || step > 1 && strokes[series[i]%len(dashes)]); n++ {
			series[i] = (series[i] + step) % pairs
		}
		taken[series[i]], strokes[series[i]%len(dashes)] = true, true
	}
	assign := func(of *int) {
		if *of >= 0 && *of < len(series) {
			*of = series[*of]
		}
	}
	for _, c := range charts {
		for i := range c.Spots {
			assign(&c.Spots[i].Series)
		}
		for i := range c.Lines {
			assign(&c.Lines[i].Series)
		}
		for i := range c.Bands {
			assign(&c.Bands[i].Series)
		}
	}
}

// names returns the learners' names.
func (o Options) names(r *trials.Result) []string {
	names := r.Config.Names()
	for i, learner := range r.Config.Learners {
		names[i] = cmp.Or(o.Labels[learner], names[i])
	}
	return names
}

// reword replaces the words of a sheet by those of the options.
func (o Options) reword(s *Sheet) {
	if o.Title != nil {
		s.Title = *o.Title
	}
	for _, c := range s.Panels {
		for i, axis := range []*chart.Axis{&c.X, &c.Y} {
			if label := []string{o.XLabel, o.YLabel}[i]; label != "" {
				axis.Name, axis.Symbol, axis.Unit = label, "", ""
			}
		}
	}
}

// limit sets the ranges of the options on axes of numbers; the error completes a sentence.
func (o Options) limit(s *Sheet) error {
	for _, c := range s.Panels {
		for i, axis := range []*chart.Axis{&c.X, &c.Y} {
			r, flag := []chart.Range{o.XRange, o.YRange}[i], []string{"--x-range", "--y-range"}[i]
			switch {
			case r == chart.Range{}:
			case axis.Names != nil:
				return fmt.Errorf("%s: this axis has names instead of numbers", flag)
			case axis.Log && r.Low <= 0:
				return fmt.Errorf("%s: must be above 0 on a logarithmic axis", flag)
			default:
				axis.Low, axis.High = r.Low, r.High
			}
		}
	}
	return nil
}
