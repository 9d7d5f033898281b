// Package uitest provides what tests of screens share: configurations, themes with fixed colors,
// running commands by hand, and a person who uses a screen.
package uitest

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/model/choice"
	"regretscope/model/trials"
	"regretscope/scenarios/file"
	"regretscope/ui/kit/theme"
	"regretscope/ui/script"
)

// Patience is how long a test waits for an event before it fails. Only an event that never
// happens takes this long, however slow or busy the machine is: no test measures time.
const Patience = time.Minute

// Config returns hhmh-1 with seed 1, ε = 0.5, and the given learners.
func Config(t testing.TB, horizon int, ids ...string) *model.Config {
	t.Helper()
	return On(t, "hhmh-1", "", horizon, ids...)
}

// On returns a scenario, written as in flags, with seed 1, ε = 0.5, and the given learners through the given channel.
func On(t testing.TB, ref, channel string, horizon int, ids ...string) *model.Config {
	t.Helper()
	c, err := (&choice.Choice{
		Sources: []choice.Source{{Scenario: ref}}, Learners: ids, Channels: []string{channel}, Epsilons: []float64{.5},
		Horizons: []int{horizon}, Seed: 1, Open: file.Open,
	}).Config()
	NoError(t, err)
	return c
}

// Snapshot returns the state of a configuration's run at a round.
func Snapshot(c *model.Config, round int) *model.Snapshot {
	s := model.NewSession(c)
	s.Seek(round)
	return s.Snapshot()
}

// Theme returns the theme for a dark terminal with the given colors.
func Theme(profile termenv.Profile) *theme.Theme {
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(profile)
	return theme.New(renderer, theme.Dark)
}

// Messages runs a command, and those of a batch one by one.
func Messages(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case nil:
		return nil
	case tea.BatchMsg:
		var all []tea.Msg
		for _, c := range msg {
			all = append(all, Messages(c)...)
		}
		return all
	default:
		return []tea.Msg{msg}
	}
}

// Settle runs a command and all commands that follow from it. It passes on the messages that keep
// accepts, and returns the others. A nil keep accepts all.
func Settle(t testing.TB, cmd tea.Cmd, keep func(tea.Msg) bool, update func(tea.Msg) tea.Cmd) (others []tea.Msg) {
	t.Helper()
	queue := Messages(cmd)
	for n := 0; len(queue) > 0; n++ {
		if n > 100_000 {
			t.Fatal("it does not settle")
		}
		msg := queue[0]
		queue = queue[1:]
		if keep == nil || keep(msg) {
			queue = append(queue, Messages(update(msg))...)
		} else {
			others = append(others, msg)
		}
	}
	return others
}

// Key returns the message of a key, by its name in bindings.
func Key(name string) tea.KeyMsg {
	if msg, err := script.ParseKey(name); err == nil {
		return msg
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// Words returns a view in one line without frames, so that sentences are found regardless of line breaks.
func Words(view string) string {
	clean := strings.NewReplacer("│", " ", "╭", " ", "╰", " ", "─", " ", "\n", " ").Replace(view)
	return strings.Join(strings.Fields(clean), " ")
}

// NoError ends a test at an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// HeedSignals makes the processes that tests start end by signals that this one ignores, as it does in the background
// of a script or by nohup: they would inherit that.
func HeedSignals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// NotForRaces skips a test of texts, numbers, or layouts under -short, which the race detector uses: others start the
// same goroutines.
func NotForRaces(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("tests no goroutines")
	}
}

// Contains fails a test for each text that another one does not contain.
func Contains(t testing.TB, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// OnPreset returns a preset, NAME[,key=value…], at its own horizon and the given ε.
func OnPreset(t testing.TB, preset string, epsilon float64, ids ...string) *model.Config {
	t.Helper()
	c := On(t, preset, "", 1, ids...)
	c.Horizon, c.Epsilon = c.Scenario.Horizon, epsilon
	return c
}

// Arranged fails a test unless areas lie in width × height cells as in an ASCII picture: a
// character for each block of 10 × high cells, which names the area that contains its upper left
// cell; a dot if no area does, and a ! if several do. Equal lines are written once, with their
// number. The picture begins with a line break, as a raw string literal does.
func Arranged[R interface{ Contains(x, y int) bool }](
	t *testing.T, name, want string, width, height, high int, areas map[string]R,
) {
	t.Helper()
	var lines []string
	for y := 0; y < height; y += high {
		line := ""
		for x := 0; x < width; x += 10 {
			cell := "."
			for name, area := range areas {
				if !area.Contains(x, y) {
					continue
				}
				if cell != "." {
					name = "!"
				}
				cell = name
			}
			line += cell
		}
		lines = append(lines, line)
	}
	if got := folded(lines); got != want {
		t.Errorf("%s:%s\nwant:%s", name, got, want)
	}
}

// folded joins equal consecutive lines to one with their number.
func folded(lines []string) string {
	var b strings.Builder
	for i, n := 0, 0; i < len(lines); i += n {
		for n = 1; i+n < len(lines) && lines[i+n] == lines[i]; n++ {
		}
		if b.WriteString("\n" + lines[i]); n > 1 {
			fmt.Fprintf(&b, " ×%d", n)
		}
	}
	return b.String()
}

// Fills returns what is wrong with a view that must fill width times height cells exactly; nil
// if it does, or has no cells.
func Fills(view string, width, height int) error {
	lines := strings.Split(view, "\n")
	if height <= 0 || width <= 0 {
		return nil
	}
	if len(lines) != height {
		return fmt.Errorf("%d lines in %dx%d", len(lines), width, height)
	}
	for _, line := range lines {
		if w := ansi.StringWidth(line); w != width {
			return fmt.Errorf("%d cells in %dx%d: %q", w, width, height, line)
		}
	}
	return nil
}

// A Sized draws itself in any room.
type Sized interface {
	SetSize(width, height int)
	View() string
}

// FillsAt fails a test unless a screen fills every size exactly.
func FillsAt(t testing.TB, screen Sized, sizes ...[2]int) {
	t.Helper()
	for _, size := range sizes {
		screen.SetSize(size[0], size[1])
		NoError(t, Fills(screen.View(), size[0], size[1]))
	}
}

// Golden compares a view with testdata/TEST/NAME.golden in a subtest of that name. The flag
// -update writes the file: look at it before you commit it.
func Golden(t *testing.T, name, view string) {
	t.Helper()
	t.Run(name, func(t *testing.T) { golden.RequireEqual(t, []byte(view+"\n")) })
}

// GoldenAt compares a screen at each size, NAME-WIDTHxHEIGHT, as Golden does.
func GoldenAt(t *testing.T, name string, screen Sized, sizes ...[2]int) {
	t.Helper()
	for _, size := range sizes {
		screen.SetSize(size[0], size[1])
		Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), screen.View())
	}
}

// Updating reports whether the flag -update is set.
func Updating() bool { return flag.Lookup("update").Value.String() == "true" }

// Section expects the part of a file, named from the top of the repository, between "<!-- NAME
// -->" and "<!-- end of NAME -->" to be the given text, or writes it there with -update.
func Section(t *testing.T, file, name, want string) {
	t.Helper()
	path := Top(t, file)
	text, err := os.ReadFile(path)
	NoError(t, err)
	begin, end := "<!-- "+name+" -->\n\n", "\n<!-- end of "+name+" -->\n"
	before, rest, found := strings.Cut(string(text), begin)
	got, after, ended := strings.Cut(rest, end)
	switch {
	case !found || !ended:
		t.Fatalf("%s has no section %s", path, name)
	case got == want:
	case Updating():
		NoError(t, os.WriteFile(path, []byte(before+begin+want+end+after), 0o644))
	default:
		t.Errorf("%s: the section %s is out of date; "+
			"go test -p 1 ./ui ./ui/app ./ui/command -run Manual -update writes it:\n%s", path, name, want)
	}
}

// Top returns the path of a file named from the top of the repository.
func Top(t *testing.T, file string) string {
	t.Helper()
	top := "."
	for _, err := os.Stat("go.mod"); err != nil; _, err = os.Stat(filepath.Join(top, "go.mod")) {
		if top = filepath.Join("..", top); len(top) > 30 {
			t.Fatal("no go.mod above this folder")
		}
	}
	return filepath.Join(top, file)
}

// Markdown returns a table with a heading, whose cells are plain text.
func Markdown(heading []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, cell := range cells {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", "\\|") + " |")
		}
		b.WriteString("\n")
	}
	line(heading)
	b.WriteString(strings.Repeat("| --- ", len(heading)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return b.String()
}

// made matches the provenance in a file, as the manual's page records finds it.
var made = regexp.MustCompile(`"made_by": *(\{[^}]*\})`)

// ReadMade returns the provenance in a picture, report, JSON result or file of records, or nil.
func ReadMade(text string) *trials.Made {
	found := made.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	by := new(trials.Made)
	if json.Unmarshal([]byte(strings.NewReplacer(`\(`, "(", `\)`, ")").Replace(found[1])), by) != nil {
		return nil
	}
	return by
}
