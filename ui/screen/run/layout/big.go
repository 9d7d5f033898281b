package layout

import "regretscope/ui/kit"

// A Big is the arrangement for the back row: numbers above the chart, a sentence
// below it.
type Big struct{ Numbers, Chart, Sentence kit.Rect }

// leastChart is the height below which a chart shows nothing any longer.
const leastChart = 8

// ArrangeBig says where everything lies in a screen without its foot: the numbers
// and the sentence have the rows that they need, the chart has the rest. Where that
// is too little, the sentence goes, and then the numbers.
func ArrangeBig(width, height, numbers, sentence int) Big {
	if height-numbers-sentence < leastChart {
		sentence = 0
	}
	if height-numbers < leastChart {
		numbers = 0
	}
	var b Big
	b.Numbers, b.Chart = kit.Rect{Width: width, Height: height}.Rows(numbers)
	b.Chart, b.Sentence = b.Chart.Rows(height - numbers - sentence)
	return b
}
