package command

import (
	"cmp"
	"fmt"
	"io"

	"regretscope/model"
	"regretscope/ui/chart"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/plot"
	"regretscope/ui/result"
)

// mostDrawn is how many learners one plot has, each with two panels.
const mostDrawn = 8

func (c *auditCommand) draw(findings []result.Finding, by *model.Made) error {
	if c.file == nil {
		return nil
	}
	sheet := plot.Sheet{Columns: 2}
	for i := range findings {
		f := &findings[i]
		if f.Exact.Mechanism == nil {
			return fmt.Errorf("--plot %s: what %s loses beyond ε is not known", c.Plot, f.Spec.Label())
		}
		curves, measured := notion.Of(f.Exact.Mechanism), notion.MeasuredBy(f.Statistics)
		for _, picture := range []*chart.Chart{curves.TradeOff(measured), curves.Delta(f.Claimed, measured)} {
			picture.Title = fmt.Sprintf("%s, ε = %s: %s", f.Spec.Label(), kit.Epsilon(f.Epsilon), picture.Title)
			sheet.Panels = append(sheet.Panels, picture)
		}
	}
	return c.file.Commit(func(w io.Writer) error { return sheet.Write(w, c.format, cmp.Or(c.Size, plot.Column), by) })
}
