package app

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"image/color"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// takeaways returns the commands that save or copy what is on screen.
func (r *root) takeaways() []kit.Command {
	list := []kit.Command{{
		Name: "save-screen", Argument: "[FILE]", Key: "P",
		Help: "save the screen as SVG, or as PNG or text if the file ends in .png or .txt", Act: kit.Write(r.saveScreen),
	}}
	c := kit.Command{Name: "copy-command", Key: "y", Short: "copy", Help: "copy the command line that shows this"}
	line := r.openLine
	switch shown := r.shown.(type) {
	case *run.Screen:
		c.Help = "copy the command line that opens this run at this round"
		line = func() string { return shown.CommandLine(shown.Config()) }
	case interface{ CommandLine() string }:
		line = shown.CommandLine
	default:
		c.Help = "copy the command line that opens the run at this round"
		if r.openLine() == "" {
			return list
		}
	}
	if !r.Reading() && r.run != nil && r.run.Focus.Reveals() != "" {
		c.Refusal = "the command line would reveal " + r.run.Focus.Reveals() + ": h shows hidden values"
	}
	c.Act = kit.Copy(func() tea.Cmd {
		if text := script.Typed(line()); text != "" {
			return r.copyCommand(text)
		}
		r.Warn("there is no command line for this yet")
		return nil
	})
	return append(list, c)
}

type writtenMsg struct {
	path string
	err  error
}

// saveScreen writes the screen to a new file.
func (r *root) saveScreen(path string) (tea.Cmd, error) {
	name, ending, hint := "regretscope-screen", ".svg", "; :save-screen NAME.png writes PNG"
	if path != "" {
		hint = ""
		ending = strings.ToLower(filepath.Ext(path))
		name = strings.TrimSuffix(path, filepath.Ext(path))
	}
	if !slices.Contains([]string{".svg", ".png", ".txt"}, ending) {
		return nil, fmt.Errorf("%s: must end in .svg, .png or .txt", path)
	}
	view, dark := r.drawWith(nil), r.theme.Shade != theme.Light
	made := r.made()
	return func() tea.Msg {
		paths, err := outfile.CreateSet(name, []string{ending}, func(_ string, w io.Writer) error {
			switch ending {
			case ".txt":
				_, err := fmt.Fprintf(w, "%s\n%s\n", Text(view), made.Text())
				return err
			case ".png":
				return PNG(w, view, dark, made)
			}
			return SVG(w, view, dark, made)
		})
		if err != nil {
			return writtenMsg{err: err}
		}
		return writtenMsg{path: paths[0] + hint}
	}, nil
}

// made returns the provenance of a picture of the screen.
func (r *root) made() *trials.Made {
	line := cmp.Or(r.openLine(), "regretscope")
	if r.run == nil {
		return trials.MadeBy(line)
	}
	return trials.MadeBy(line, trials.DesignOf(r.run.Config()))
}

// openLine returns the command line that opens the present lesson or run; empty if there is
// neither.
func (r *root) openLine() string {
	switch place := r.stops.State(); {
	case place.Lesson != nil && !place.Away:
		return fmt.Sprintf("regretscope lesson %s --at-stop %d",
			script.Quote(param.Printable(place.Lesson.Path())), place.Stop+1)
	case r.run != nil:
		return r.run.CommandLine(r.run.Config())
	}
	return ""
}

// copyCommand copies a command line to the clipboard, if the terminal allows that, and shows it in
// the foot; without a clipboard, on a page. A web page makes a link of it.
func (r *root) copyCommand(command string) tea.Cmd {
	if r.options.Output == nil {
		r.page.Show(kit.Wrap(command, r.width, 0))
		return nil
	}
	if runtime.GOOS != "js" { // a web page shows the link
		r.Tell("copied, if the terminal allows it: " + command)
	}
	return func() tea.Msg {
		// Terminals without a clipboard ignore this sequence.
		_, _ = osc52.New(command).WriteTo(r.options.Output)
		return nil
	}
}

// Text returns a view without colors and trailing blanks.
func Text(view string) string {
	lines := strings.Split(ansi.Strip(view), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// The size of a cell and of its letters.
const (
	cellWidth  = 9
	cellHeight = 17 // the line height of frames in most fonts, so that frames connect
	fontSize   = 15
	baseline   = 14 // of a line of text
	margin     = 10
)

// SVG writes a view as a picture on a dark or light background. Each piece of text is as wide
// as its cells in any font.
func SVG(w io.Writer, view string, dark bool, by *trials.Made) error {
	ground, text := grounds(dark)
	b := bufio.NewWriter(w)
	width, height := pictureSize(view)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", width,
		height, width, height)
	b.WriteString(by.SVG())
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", hex(ground))
	fmt.Fprintf(b,
		`<g font-family="'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="%d" fill="%s">`+"\n",
		fontSize, hex(text))
	style := cellbuf.Style{}
	for y, line := range strings.Split(view, "\n") {
		x := 0
		for _, p := range pieces(&style, line) {
			if text := strings.Trim(p.text, " "); text != "" {
				// Viewers may drop blanks at the ends and stretch the rest.
				from := x + len(p.text) - len(strings.TrimLeft(p.text, " "))
				fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
					margin+from*cellWidth, margin+y*cellHeight+baseline, ansi.StringWidth(text)*cellWidth,
					p.attributes(), html.EscapeString(text))
			}
			x += ansi.StringWidth(p.text)
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Flush()
}

// pictureSize returns the size of a picture of a view.
func pictureSize(view string) (width, height int) {
	lines := strings.Split(view, "\n")
	for _, line := range lines {
		width = max(width, ansi.StringWidth(line)*cellWidth)
	}
	return width + 2*margin, len(lines)*cellHeight + 2*margin
}

// grounds returns the colors of the background and of letters.
func grounds(dark bool) (ground, text color.Color) {
	if dark {
		return color.Gray{0x11}, color.Gray{0xdd}
	}
	return color.Gray{0xff}, color.Gray{0x22}
}

// A piece is text in one style.
type piece struct {
	cellbuf.Style
	text string
}

func (p *piece) attributes() string {
	text := ""
	if p.Fg != nil {
		text += ` fill="` + hex(p.Fg) + `"`
	}
	if p.Attrs.Contains(cellbuf.BoldAttr) {
		text += ` font-weight="bold"`
	}
	return text
}

// pieces splits a line at changes of style and at two or more blanks.
func pieces(s *cellbuf.Style, line string) []piece {
	var all []piece
	add := func(text string) {
		for text != "" {
			n := strings.Index(text, "  ")
			if n == 0 {
				n = len(text) - len(strings.TrimLeft(text, " "))
			} else if n < 0 {
				n = len(text)
			}
			all = append(all, piece{*s, text[:n]})
			text = text[n:]
		}
	}
	for {
		before, after, found := strings.Cut(line, "\x1b[")
		add(before)
		if !found {
			return all
		}
		end := strings.IndexFunc(after, func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 {
			return all
		}
		if after[end] == 'm' {
			var codes ansi.Params
			for code := range strings.SplitSeq(after[:end], ";") {
				n, _ := strconv.Atoi(code)
				codes = append(codes, ansi.Param(n))
			}
			cellbuf.ReadStyle(codes, s)
		}
		line = after[end+1:]
	}
}

var first16 = []uint32{
	0x000000, 0xcd3131, 0x0dbc79, 0xc5a332, 0x3b78ff, 0xbc3fbc, 0x11a8cd, 0xcccccc,
	0x767676, 0xf14c4c, 0x23d18b, 0xe5e510, 0x5c9dff, 0xd670d6, 0x29b8db, 0xffffff,
}

// shade returns a color, with the program's own shades for the first sixteen.
func shade(c color.Color) color.Color {
	index := len(first16)
	switch c := c.(type) {
	case ansi.BasicColor:
		index = int(c)
	case ansi.IndexedColor:
		index = int(c)
	}
	if index < len(first16) {
		own := first16[index]
		return color.RGBA{uint8(own >> 16), uint8(own >> 8), uint8(own), 0xff}
	}
	return c
}

// hex returns a color for SVG.
func hex(c color.Color) string {
	r, g, b, _ := shade(c).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
