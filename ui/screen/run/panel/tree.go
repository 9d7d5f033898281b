package panel

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

const (
	treeWidth = 64 // the most columns of the nodes of a level
	allLevels = 64 // the most observations of a tree all of whose levels are drawn
)

// tree draws the binary tree whose nodes make up the sum of the arm that was played: a line for each
// level, over the arm's rewards from left to right. In larger trees, only levels with a node in the sum
// have a line.
func (w *Why) tree(nodes []noise.TreeNode) (lines []string) {
	width := min(treeWidth, w.width-30)
	if len(nodes) == 0 || width < 8 {
		return nil
	}
	count := nodes[len(nodes)-1].Last
	levels := bits.Len(uint(count - 1))
	if width > 1<<levels {
		width -= width % (1 << levels)
	}
	for level := levels; level >= 0; level-- {
		i := slices.IndexFunc(nodes, func(n noise.TreeNode) bool { return n.Level == level })
		if i < 0 && count > allLevels {
			continue
		}
		var row strings.Builder
		for column := range width {
			next := (column + 1) << levels / width >> level // the node of the next column
			node := column << levels / width >> level
			switch end := (node + 1) << level; {
			case next > node && width>>(levels-level) > 1 && column+1 < width:
				row.WriteByte(' ')
			case end > count:
				row.WriteString("·")
			case i >= 0 && (end == nodes[i].Last || column == (nodes[i].Last-1)*width>>levels):
				row.WriteString("█")
			default:
				row.WriteString("▒")
			}
		}
		line := kit.Right(number.Count(1<<level), 8) + " " + row.String()
		if i >= 0 {
			line += "  " + w.added(nodes[i])
		}
		lines = append(lines, line)
	}
	return append(lines, w.theme.Faint.Render(" rewards in a node; █ in the sum S̃: rewards + noise"))
}

// added says what a node adds to the sum: its rewards and its noise, or both together while values are hidden.
func (w *Why) added(n noise.TreeNode) string {
	if w.state.Hidden {
		return number.Value(n.Sum + n.Noise)
	}
	return strings.Replace(fmt.Sprintf("%s + %s", number.Tick(n.Sum), number.Value(n.Noise)), "+ −", "− ", 1)
}
