//go:build !js

package plot

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
)

// scale sets the ranges and ticks of the axes once all data is known.
func (p *panel) scale(g *plot.Plot) {
	for _, axis := range []struct {
		of    *chart.Axis
		drawn *plot.Axis
		about float64 // approximate number of labels with room
		room  float64 // the margin beyond the data, as a share of the range
	}{
		{&p.X, &g.X, float64((p.width - p.namesWidth()) / p.font / 6), 0},
		{&p.Y, &g.Y, float64(p.height / p.font / 3), .03},
	} {
		a, drawn := axis.of, axis.drawn
		switch {
		case a.Fixed() && (!a.Log || a.Low > 0):
			drawn.Min, drawn.Max = a.Low, a.High
		case a.Fixed():
			drawn.Max = a.High
		case !a.Log && drawn.Min < drawn.Max:
			if drawn.Max += (drawn.Max - drawn.Min) * axis.room; drawn.Min > 0 && (a.Floor || drawn.Min < drawn.Max/4) {
				drawn.Min = 0 // a linear axis that begins close to 0 begins there
			}
		}
		none := !(drawn.Min <= drawn.Max)
		bound(drawn, a.Log)
		if a.Log {
			drawn.Scale = plot.LogScale{}
		}
		whole := a.Whole || axis.of == &p.X && label(a, "") == "" // rounds
		drawn.Tick.Marker = ticks{a.Log, whole, axis.about}
		switch {
		case none: // there is nothing to measure
			drawn.Tick.Marker = plot.ConstantTicks(nil)
		case a.Names != nil:
			drawn.Tick.Marker = names(a.Names, int(p.height/p.font/1.4))
		}
	}
}

// namesWidth returns the width that the names beside the panel take up.
func (p *panel) namesWidth() (widest vg.Length) {
	for _, name := range p.Y.Names {
		widest = max(widest, nameStyle(p.measures).Width(name))
	}
	return widest
}

// bound gives an axis a range that can be drawn whatever the data: finite, wide enough to
// divide, and above 0 if logarithmic.
func bound(a *plot.Axis, log bool) {
	const most, decades = 1e300, 1e6
	if !(a.Min <= a.Max) { // no data
		a.Min, a.Max = 1, 1
	}
	a.Min, a.Max = min(max(a.Min, -most), most), min(max(a.Max, -most), most)
	if log && !(a.Max > 0) {
		a.Max = 1
	}
	if log && !(a.Min > 0) {
		a.Min = a.Max / decades
	}
	if !(a.Max-a.Min > math.Abs(a.Max)*1e-9) {
		a.Max += max(math.Abs(a.Max)*.1, 1)
	}
}

// ticks places ticks at round numbers, or at powers of ten: 1, 10, 10³.
type ticks struct {
	log   bool
	whole bool    // only at whole numbers
	about float64 // approximate number of labels with room
}

// Ticks returns the ticks of a range, with their labels.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	if !t.log {
		about := t.about
		if t.whole {
			about = min(about, high-low) // steps of at least 1
		}
		return param.Map(chart.Multiples(low, high, about), func(x float64) plot.Tick {
			return plot.Tick{Value: x, Label: numeral(x)}
		})
	}
	var all []plot.Tick
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	every := max(1, int(math.Ceil(float64(last-first)/max(t.about, 1))))
	for e := first; e <= last; e++ {
		decade := math.Pow(10, float64(e))
		tick := plot.Tick{Value: decade}
		if (e-first)%every == 0 {
			tick.Label = power(e)
		}
		all = append(all, tick)
		for k := 2; k < 10 && last-first <= 6; k++ {
			minor := plot.Tick{Value: decade * float64(k)}
			if last-first <= 2 && (k == 2 || k == 5) {
				minor.Label = numeral(minor.Value)
			}
			all = append(all, minor)
		}
	}
	all = slices.DeleteFunc(all, func(t plot.Tick) bool { return t.Value < low*(1-1e-9) || t.Value > high*(1+1e-9) })
	if i := slices.IndexFunc(all, isNamed); i < 0 || !slices.ContainsFunc(all[i+1:], isNamed) {
		return ticks{false, t.whole, t.about}.Ticks(low, high) // two numbers make a scale
	}
	return all
}

func isNamed(t plot.Tick) bool { return t.Label != "" }

var raised = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")

func power(e int) string {
	switch {
	case e >= -2 && e <= 2:
		return fmt.Sprint(math.Pow(10, float64(e)))
	case e < 0: // the font of pictures has no raised minus
		return fmt.Sprintf("1e−%d", -e)
	}
	return "10" + strings.Map(func(digit rune) rune { return raised[digit-'0'] }, fmt.Sprint(e))
}

// names returns ticks at 0, 1, 2, …, or at some of them if there is no room for all.
func names(all []string, room int) (ticks plot.ConstantTicks) {
	every := (len(all) + room - 1) / max(room, 1)
	for i := 0; i < len(all); i += every {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: all[i]})
	}
	return ticks
}

// numeral returns a number in characters of the plots' fonts, which lack ⁻.
func numeral(x float64) string {
	text := number.Tick(x)
	if strings.ContainsAny(text, "⁻⁰⁹") {
		return strings.ReplaceAll(strconv.FormatFloat(x, 'g', 2, 64), "-", "−")
	}
	return text
}
