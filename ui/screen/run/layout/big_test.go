package layout

import (
	"testing"

	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// N numbers, C chart, S sentence: what is not the chart goes where it is too low.
func TestArrangeBig(t *testing.T) {
	tests := []struct {
		name                      string
		height, numbers, sentence int
		want                      string
	}{
		{"room for all", 18, 6, 2, `
NN ×6
CC ×10
SS ×2`},
		{"no room for the sentence", 15, 6, 2, `
NN ×6
CC ×9`},
		{"nor for numbers", 9, 6, 2, `
CC ×9`},
	}
	for _, test := range tests {
		b := ArrangeBig(20, test.height, test.numbers, test.sentence)
		uitest.Arranged(t, test.name, test.want, 20, test.height, 1, map[string]kit.Rect{"N": b.Numbers, "C": b.Chart, "S": b.Sentence})
	}
}
